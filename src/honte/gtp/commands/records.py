"""Commands that show, load and write the game on the board."""

from __future__ import annotations

from pathlib import Path

from honte.core import BLACK, WHITE, Step, vertex
from honte.errors import GoError, InputError
from honte.formats import diagram
from honte.formats.load import load_game
from honte.formats.sgf import from_game, to_text
from honte.gtp.arguments import Arguments
from honte.gtp.registry import command
from honte.gtp.session import Session
from honte.whole import write_whole

LARGEST_FILE = 16 * 2**20
"""Bytes of the largest SGF file that is loaded: 16 MB."""


@command("showboard")
def showboard(session: Session, args: Arguments) -> str:
    """The board with coordinates, prisoners, the side to play, and the last move marked."""
    game = session.game
    last = game.steps[-1].move if game.steps else None
    shown = diagram.render(diagram.Diagram(game.board, last=last))
    moves = f"after move {len(game.steps)}: {game.steps[-1].color} {vertex(last)}" if game.steps else ""
    prisoners = f"prisoners: Black has {game.prisoners(WHITE)}, White has {game.prisoners(BLACK)}"
    rules = f"{game.rules.name} rules, komi {game.rules.komi:g}"
    return "\n".join(["", shown, f"{game.to_play} to play {moves}".rstrip(), f"{prisoners}; {rules}"])


@command("loadsgf")
def loadsgf(session: Session, args: Arguments) -> None:
    """Loads a game record; with a number N the position before move N."""
    name, number = _file_and_number(args.rest)
    if not name:
        raise InputError("syntax error: loadsgf needs the name of a file")
    try:
        path = Path(name)
        if path.stat().st_size > LARGEST_FILE:
            raise InputError(f"larger than {LARGEST_FILE >> 20} MB")
        loaded = load_game(path.read_bytes())
        length = len(loaded.game.steps)
        game = loaded.game if number is None else loaded.game.branch(min(number - 1, length))
    except OSError as error:
        raise InputError(f"cannot load file {name}: {error.strerror or error}") from None
    except ValueError as error:  # a name with a character that no file name has
        raise InputError(f"cannot load file {name}: {error}") from None
    except GoError as error:
        raise InputError(f"cannot load file {name}: {error}") from None
    game.result = None
    session.game = game
    if loaded.tree is None or not loaded.tree.root.simple("RU"):
        session.change_rules(session.settings.rules.with_komi(game.rules.komi))
    for report in loaded.reports:
        session.log(f"{name}: {report}")


def _file_and_number(rest: str) -> tuple[str, int | None]:
    """A file name, which may hold spaces, and the number behind it."""
    head, _, tail = rest.rpartition(" ")
    if head and tail.isascii() and tail.isdigit() and int(tail[:9]) > 0:
        return head.strip(), int(tail[:9])
    return rest.strip(), None


@command("printsgf")
def printsgf(session: Session, args: Arguments) -> str | None:
    """The game as SGF; with a name it is written to that file."""
    text = to_text(from_game(session.game))
    if not args.rest:
        return text
    try:
        write_whole(args.rest, f"{text}\n".encode())
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else error
        raise InputError(f"cannot write {args.rest}: {reason}") from None
    return None


@command("list_stones")
def list_stones(session: Session, args: Arguments) -> str:
    """The stones of one color."""
    return " ".join(map(str, session.game.board.stones(args.color())))


@command("captures")
def captures(session: Session, args: Arguments) -> str:
    """How many stones a side has captured."""
    return str(session.game.prisoners(args.color().opponent))


@command("move_history")
def move_history(session: Session, args: Arguments) -> str:
    """The moves, the last one first."""
    return "\n".join(_step_text(step) for step in reversed(session.game.steps))


@command("last_move")
def last_move(session: Session, args: Arguments) -> str:
    """The last move with its color."""
    if not session.game.steps:
        raise InputError("no move was played")
    return _step_text(session.game.steps[-1])


def _step_text(step: Step) -> str:
    return f"{str(step.color).lower()} {vertex(step.move)}"


@command("is_legal")
def is_legal(session: Session, args: Arguments) -> str:
    """1 or 0: whether a move is legal under the rules, superko included."""
    color = args.color()
    game = session.seen_by(color)
    return "1" if game.illegality(args.move(session.grid)) is None else "0"


@command("all_legal")
def all_legal(session: Session, args: Arguments) -> str:
    """All legal points of a side."""
    return " ".join(map(str, session.seen_by(args.color()).legal_moves))
