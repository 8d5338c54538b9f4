"""`honte tsumego play`: solve a problem move by move against the solver, in the terminal."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Annotated

import typer

from honte.cli.common import console
from honte.cli.tsumego.files import read_setups, refuse_broken
from honte.errors import GoError, InputError, ProblemError

if TYPE_CHECKING:
    from honte.search.budget import Budget
    from honte.tsumego.play import Reply
    from honte.tsumego.problem import Problem

_HELP = "a point such as D4, pass, hint, undo or quit"


def register(app: typer.Typer) -> None:
    """Adds the command."""
    app.command()(play)


def play(
    file: Annotated[str, typer.Argument(help="SGF, JSON lines or a text diagram.")],
    number: Annotated[int, typer.Option(help="Number of the problem in the file, from 1.")] = 1,
    seconds: Annotated[float, typer.Option(help="Seconds for each answer.")] = 5.0,
) -> None:
    """Plays a problem: you move first, the solver judges your move and answers it.

    Example: [cyan]honte tsumego play corner.sgf[/]
    """
    from honte.cli.tsumego.show import diagram
    from honte.core import parse_move
    from honte.tsumego.play import answer_move

    history = [_problem(file, number, seconds)]
    out = console()
    out.print(f"{history[0].to_play} to play and {history[0].objective.value}. Type {_HELP}.")
    while True:
        problem = history[-1]
        out.print(diagram(problem, None))
        text = _ask(f"{problem.to_play}> ")
        if text is None or text in ("quit", "q"):
            return
        if text == "undo":
            history = history[:-1] or history
        elif text == "hint":
            _hint(problem, seconds)
        else:
            try:
                move = parse_move(text, problem.grid)
                problem.check(move)
            except GoError as error:
                out.print(str(error))
                continue
            following = _follow(problem, answer_move(problem, move, _budget(seconds)))
            if following is None:
                return
            history.append(following)


def _follow(problem: Problem, reply: Reply) -> Problem | None:
    """Prints the judgment and the reply; gives the problem after both moves, or None when play is over."""
    from honte.core import vertex
    from honte.tsumego.problem import Ending

    out = console()
    out.print(_WORDS[reply.judgment.value])
    if reply.result is not None or isinstance(reply.after, Ending):
        out.print(f"The keystones are {_end(reply)}.")
        return None
    out.print(f"{reply.after.to_play} answers {vertex(reply.move)}.")
    following = reply.after.after(reply.move)
    if isinstance(following, Ending):
        out.print(f"The keystones are {following.value}.")
        return None
    return following


_WORDS = {
    "right": "Right.",
    "wrong": "Wrong: the other side succeeds.",
    "hopeless": "Every move fails here.",
    "unknown": "Undecided: the time ran out.",
}


def _end(reply: Reply) -> str:
    from honte.tsumego.play import Result

    if reply.result is Result.CAPTURED:
        return "captured"
    return "alive in seki" if reply.result is Result.SEKI else "alive"


def _hint(problem: Problem, seconds: float) -> None:
    from honte.core import vertex
    from honte.tsumego.answer import solve

    answer = solve(problem.setup(), _budget(seconds), explain=False)
    console().print(f"Try {vertex(answer.move)}" + (" (a guess)." if answer.is_guess else "."))


def _budget(seconds: float) -> Budget:
    from honte.search.budget import Budget

    return Budget(seconds=seconds, threads=os.cpu_count() or 1)


def _problem(file: str, number: int, seconds: float) -> Problem:
    """The problem to play; the solver finds target and area when the file does not give them."""
    from honte.tsumego.answer import solve

    setups = list(read_setups(file))
    if not 1 <= number <= len(setups):
        raise InputError(f"{file} has {len(setups)} problems; there is no number {number}")
    setup = setups[number - 1]
    refuse_broken(setup)
    if setup.is_complete:
        return setup.problem()
    try:
        return solve(setup, _budget(seconds), explain=False).problem
    except ProblemError as error:
        raise InputError(f"{setup.name}: {error}") from None


def _ask(prompt: str) -> str | None:
    try:
        return input(prompt).strip().lower()
    except EOFError:
        return None
