"""Commands that move: play, genmove, undo, and the clocks."""

from __future__ import annotations

from honte.core import vertex
from honte.errors import GoError, InputError
from honte.gtp.arguments import Arguments
from honte.gtp.registry import command
from honte.gtp.session import Session


@command("play")
def play(session: Session, args: Arguments) -> None:
    """Plays a move of either side."""
    color = args.color()
    session.play(color, args.move(session.grid))


@command("gogui-play_sequence", "play_sequence")
def play_sequence(session: Session, args: Arguments) -> None:
    """Plays several moves; none of them if one is illegal."""
    before = len(session.game.steps)
    moves = []
    while len(args):
        moves.append((args.color(), args.move(session.grid)))
    try:
        for color, move in moves:
            session.play(color, move)
    except GoError:
        session.game = session.game.branch(before)
        raise


@command("genmove")
def genmove(session: Session, args: Arguments) -> str:
    """Chooses a move for a side and plays it."""
    color = args.color()
    choice = session.choose(color)
    if choice.resigns:
        return "resign"
    session.play(color, choice.move)
    return vertex(choice.move)


@command("reg_genmove")
def reg_genmove(session: Session, args: Arguments) -> str:
    """Chooses a move for a side; the board stays as it is."""
    choice = session.choose(args.color())
    return "resign" if choice.resigns else vertex(choice.move)


# Taking back


@command("undo")
def undo(session: Session, args: Arguments) -> None:
    """Takes the last move back."""
    _undo(session, 1)


@command("gg-undo")
def undo_several(session: Session, args: Arguments) -> None:
    """Takes several moves back, one without a number; none of them if the game is shorter."""
    count = args.integer("a number of moves") if len(args) else 1
    if count < 0:
        raise InputError(f"cannot undo {count} moves; expected 0 or more")
    _undo(session, count)


def _undo(session: Session, count: int) -> None:
    played = len(session.game.steps)
    if count > played:
        raise InputError(f"cannot undo: {count} asked, {played} played")
    for _ in range(count):
        session.game.undo()


# Clocks


@command("time_settings")
def time_settings(session: Session, args: Arguments) -> None:
    """Main time, byo-yomi period and stones of a period; a period without stones means no limit."""
    main, period = args.number("main time in seconds"), args.number("byo-yomi time in seconds")
    set_clock(session, main, period, args.integer("byo-yomi stones"))


@command("time_left")
def time_left(session: Session, args: Arguments) -> None:
    """What one side's clock shows."""
    color, seconds = args.color(), args.number("seconds")
    session.clock.tell(color, seconds, args.integer("stones") if len(args) else 0)


def set_clock(session: Session, main: float, period: float, stones: int) -> None:
    """Sets the clocks; raises InputError for negative numbers."""
    if min(main, period, stones) < 0:
        raise InputError("syntax error: times and stones are 0 or more")
    session.clock.set(main, period, stones)
