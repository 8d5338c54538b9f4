"""`honte solve`: perfect play on a small board, to read, to play against, or as a quiz."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated

import typer

from honte.cli.common import MOVE_HELP, check_seconds, console, error_console, print_json, read_board
from honte.errors import InputError

if TYPE_CHECKING:
    from honte.core import Game, Move, Position, Rules
    from honte.search.budget import Budget
    from honte.smallboard import MoveValue, Progress, Solution, Teacher


PLAY_SECONDS = 10.0
"""The most seconds for one of the solver's moves with --play."""
OPENING_SECONDS = 3.0
"""Seconds of tree search for a move with --play where nothing can be proved yet."""
KO_NAMES = {"simple": "ko", "positional": "superko", "situational": "superko"}
"""What the name of a ko rule qualifies: "positional superko"; other names are names of whole rule sets."""


def register(app: typer.Typer) -> None:
    """Adds `honte solve`."""
    app.command()(solve)


def solve(
    context: typer.Context,
    board: Annotated[
        str | None, typer.Argument(help="A text board or SGF file, - for standard input, or a size as 3x4.")
    ] = None,
    to_play: Annotated[str | None, typer.Option(help="Who plays: B or W.")] = None,
    move: Annotated[int | None, typer.Option(help=MOVE_HELP)] = None,
    history: Annotated[
        str | None, typer.Option(help="The SGF game that led to a text board; superko looks back at it.")
    ] = None,
    rules: Annotated[
        str, typer.Option(help="simple, positional, situational, or a rule set.")
    ] = "positional",
    seconds: Annotated[
        float,
        typer.Option(help="Time limit of the whole answer; shows what is proved.", callback=check_seconds),
    ] = 60.0,
    threads: Annotated[int, typer.Option(help="Threads on one table.")] = 1,
    memory: Annotated[int, typer.Option(help="Table size in MB.")] = 512,
    every: Annotated[
        bool, typer.Option("--every", help="Exact values of all moves, not only bounds.")
    ] = False,
    why: Annotated[str | None, typer.Option(help="Show what a move gives away and its refutation.")] = None,
    play: Annotated[bool, typer.Option("--play", help="Play against the solver.")] = False,
    me: Annotated[
        str | None, typer.Option(help="Your color with --play; the side to play if not given.")
    ] = None,
    quiz: Annotated[bool, typer.Option("--quiz", help="Find the one best move, again and again.")] = False,
    seed: Annotated[int, typer.Option(help="Seed of the quiz.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Solves a small board (up to 30 points): value, best moves and best line; each is proved or marked open.

    Area scoring, no suicide, no komi. Answered in seconds: empty boards up to 2x8, 3x6 and 4x5, and late
    positions of larger ones. 3x4 and 4x4 are known under simple ko.

    Examples: [cyan]honte solve 3x3[/], [cyan]honte solve board.txt --to-play W[/],
    [cyan]honte solve 4x4 --play[/], [cyan]honte solve --quiz[/] (5x5 unless you give a board).
    """
    from honte.search.budget import Budget
    from honte.smallboard import Teacher, quiz_session, rules_named

    if board is None and not (play or quiz):
        _explain(context)
        return
    law = rules_named(rules)
    position, past = _position(board or "5x5", to_play, move, history, why)
    teacher = Teacher(position, law, seconds=seconds, threads=threads, memory_mb=memory)
    if play:
        _play(teacher, position, me)
    elif quiz:
        quiz_session(position.board.grid, law, seed, _ask, console().print)
    else:
        solution = _solution(position, past, law, Budget(seconds, None, memory, threads), every=every)
        if as_json:
            print_json(solution.as_dict())
        else:
            show(solution)
    if why is not None:
        _show_lesson(teacher, position, past, why)


def _explain(context: typer.Context) -> None:
    """What the command does, for a call without a board."""
    console().print(context.get_help())
    console().print("Which board? For example: [cyan]honte solve 3x3[/]")


def _position(
    board: str, to_play: str | None, move: int | None, history: str | None, why: str | None
) -> tuple[Position, list[Position]]:
    """The position asked about and the game before it, which is empty for a text board alone.

    Refuses a move `why` that is none on this board.
    """
    from honte.core import Color, Game, parse_move
    from honte.formats import load_game
    from honte.grid import Grid
    from honte.smallboard.geometry import check_size
    from honte.smallboard.past import past_of, with_history

    color = None if to_play is None else Color.parse(to_play)
    if size := re.fullmatch(r"(\d{1,2})x(\d{1,2})", board.strip()):
        game = Game(Grid(int(size[1]), int(size[2])), to_play=color)
    else:
        game = load_game(read_board(board), move=move, to_play=color).game
    check_size(game.grid)
    if history is not None:
        game = with_history(game, load_game(read_board(history)).game, color)
    game.board.checked()
    if why is not None:
        parse_move(why, game.grid)
    return game.position, past_of(game)


def _play(teacher: Teacher, position: Position, me: str | None) -> None:
    from honte.core import Color
    from honte.smallboard import play_session

    teacher.seconds = PLAY_SECONDS if teacher.seconds is None else min(teacher.seconds, PLAY_SECONDS)
    human = None if me is None else Color.parse(me)
    play_session(teacher, position, _ask, console().print, human, _opening)


def _opening(game: Game) -> Move:
    """A move where nothing can be proved yet, by tree search."""
    from honte.engine import choose
    from honte.search.budget import Budget

    return choose(game, Budget(seconds=OPENING_SECONDS)).move


def _ask(prompt: str) -> str | None:
    """One line from the person; None at the end of input."""
    try:
        return input(prompt).strip()
    except EOFError:
        return None


def _solution(
    position: Position, past: list[Position], rules: Rules, budget: Budget, *, every: bool
) -> Solution:
    """Solves with live progress on standard error; Ctrl-C keeps what is proved."""
    from honte.core import vertex
    from honte.smallboard import solve

    with error_console().status("solving") as status:

        def watch(progress: Progress) -> None:
            status.update(
                f"solving: depth {progress.depth}, {progress.nodes:,} nodes, "
                f"Black {progress.low:+d} to {progress.high:+d}; line {' '.join(map(vertex, progress.line))}"
            )

        return solve(position, rules, budget, every_move=every, line=True, past=past, watch=watch)


# Showing


def show(solution: Solution) -> None:
    """Board, value, moves and the line as boards."""
    from honte.core import vertex
    from honte.formats.diagram import render
    from honte.smallboard.words import margin_text

    out = console()
    out.print(render(solution.position.board))
    out.print(f"[bold]{_headline(solution)}[/]")
    if solution.simple_low != solution.simple_high:
        out.print(_repetition_text(solution))
    elif not solution.proved:
        out.print(f"under simple ko: {margin_text(solution.simple_low)}, proved")
    best = " ".join(vertex(move) for move in solution.best or solution.guesses)
    label = "best" if solution.best else "guess"
    out.print(f"{label}: [green]{best}[/]  ({_certainty(solution)})")
    out.print(f"moves, Black's margin: {moves_text(solution)}")
    if solution.proved and not solution.repetition:
        _show_line(solution.position, solution.line)
    out.print(f"[dim]{solution.nodes:,} nodes, {solution.seconds:.2f} s, proof depth {solution.depth}[/]")


def _headline(solution: Solution) -> str:
    from honte.smallboard.words import margin_text

    who, rules = f"{solution.position.to_play} to play", solution.rules.name
    ko = f"{rules} {KO_NAMES.get(rules, 'rules')}"
    if solution.value is not None:
        return f"{who}: {margin_text(solution.value)}, proved under {ko}"
    span = f"{who}: Black gets between {solution.low:+d} and {solution.high:+d} under {ko}"
    if solution.repetition and (solution.low, solution.high) == (solution.simple_low, solution.simple_high):
        return f"{span}; {'this rule decides no more' if rules == 'simple' else 'not settled'}"
    return f"{span}; not settled yet"


def _certainty(solution: Solution) -> str:
    """What is known about the best moves."""
    if solution.best_proved:
        return "all of them, proved"
    if solution.best:
        return (
            "proved; moves that are still open may be as good"
            if solution.proved
            else "best of what is proved"
        )
    return "no move is proved to be good"


def moves_text(solution: Solution) -> str:
    """All moves with Black's margin as far as it is known, the best first: `B2 +9; A1, B1 at most +8`."""
    from itertools import groupby

    from honte.core import vertex

    size, sign = solution.position.board.grid.size, int(solution.position.to_play)

    def points(margin: int) -> str:
        return f"{margin:+d}" if margin else "0"

    def worth(each: MoveValue) -> str:
        if each.low == each.high:
            return points(each.low)
        if each.low == -size and each.high == size:
            return "open"
        if each.low == -size:
            return f"at most {points(each.high)}"
        least = points(each.low)
        return f"at least {least}" if each.high == size else f"{least} to {points(each.high)}"

    ranked = sorted(solution.moves, key=lambda each: (-(each.low + each.high) * sign, worth(each)))
    groups = [(text, [vertex(each.move) for each in group]) for text, group in groupby(ranked, worth)]
    return "; ".join(f"{', '.join(names)} {text}" for text, names in groups)


def _repetition_text(solution: Solution) -> str:
    bounds = f"under simple ko Black can force {solution.simple_low:+d} (L) and White can hold Black to "
    bounds += f"{solution.simple_high:+d} (U)"
    if solution.repetition:
        return bounds + ": the result depends on the rule against repetition"
    return bounds + ", as far as it is proved"


def _show_line(position: Position, line: list[Move]) -> None:
    """The line as boards side by side, as many as fit in 78 columns."""
    from honte.smallboard import boards_of

    shown = boards_of(position, line)
    width = max(2 * position.board.grid.cols - 1, 14) + 3
    per_row = max(1, 78 // width)
    out = console()
    for start in range(0, len(shown), per_row):
        part = shown[start : start + per_row]
        out.print()
        out.print("".join(f"[cyan]{caption.ljust(width)}[/]" for caption, _ in part))
        for rows in zip(*(str(board).splitlines() for _, board in part), strict=True):
            out.print("".join(row.ljust(width) for row in rows))
    out.print("" if shown else "nothing is left to decide: every point is secured")


def _show_lesson(teacher: Teacher, position: Position, past: list[Position], why: str) -> None:
    from honte.core import parse_move
    from honte.smallboard.words import loss_text, margin_text

    lesson = teacher.lesson(position, parse_move(why, position.board.grid), past)
    out = console()
    if lesson.before is None or lesson.after is None or lesson.loses is None:
        raise InputError(f"{why} is not proved within {teacher.seconds:g} s; give more --seconds")
    change = "" if lesson.loses == 0 else f" becomes {margin_text(lesson.after)}"
    out.print(f"{loss_text(why, lesson.loses)}: {margin_text(lesson.before)}{change}")
    _show_line(position, lesson.line)
