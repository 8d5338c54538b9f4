"""`honte tsumego play`: solve a problem move by move against the solver, in the terminal."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from honte.cli.common import console
from honte.cli.tsumego.files import read_setups, refuse_broken
from honte.errors import GoError, IllegalMove, InputError

if TYPE_CHECKING:
    from honte.core import Move
    from honte.tsumego.problem import Problem

_HELP = "a point as D4, pass, hint, undo, quit"


def register(app: typer.Typer) -> None:
    app.command()(play)


def play(
    file: Annotated[str, typer.Argument(help="SGF, JSON lines or a text diagram.")],
    number: Annotated[int, typer.Option(help="Which problem of the file.")] = 1,
    seconds: Annotated[float, typer.Option(help="Time for each answer.")] = 5.0,
) -> None:
    """Plays a problem: you move first, the solver answers with the strongest resistance.

    Example: [cyan]honte tsumego play corner.sgf[/]
    """
    from honte.cli.tsumego.solve import _diagram
    from honte.core import vertex

    problem = _problem(file, number, seconds)
    history = [problem]
    out = console()
    out.print(f"{problem.to_play} to play and {problem.objective.value}. Type {_HELP}.")
    while True:
        out.print(_diagram(history[-1], None))
        text = _ask(f"{history[-1].to_play}> ")
        if text is None or text in ("quit", "q"):
            return
        if text == "undo":
            history = history[:-1] or history
            continue
        if text == "hint":
            out.print(f"try {vertex(_answer(history[-1], seconds))}")
            continue
        try:
            after = _play(history[-1], text)
        except GoError as error:
            out.print(str(error))
            continue
        verdict = _judge(history[-1], after, seconds)
        out.print(verdict)
        if after is None:
            return
        reply = _answer(after, seconds)
        out.print(f"{after.to_play} answers {vertex(reply)}")
        replied = _after(after, reply)
        if replied is None:
            out.print("the keystones are captured")
            return
        history.append(replied)


def _problem(file: str, number: int, seconds: float) -> Problem:
    from honte.search.budget import Budget
    from honte.tsumego.open.schedule import solve_position

    setups = list(read_setups(file))
    if not 1 <= number <= len(setups):
        raise InputError(f"{file} holds {len(setups)} problems; there is no number {number}")
    setup = setups[number - 1]
    refuse_broken(setup)
    if setup.keystones is not None and setup.area is not None:
        return setup.problem()
    finding = solve_position(setup, Budget(seconds=seconds))
    if finding is None:
        raise InputError(f"{setup.name}: no group to live or to kill was found")
    return finding.problem


def _ask(prompt: str) -> str | None:
    try:
        return input(prompt).strip().lower()
    except EOFError:
        return None


def _play(problem: Problem, text: str) -> Problem | None:
    from honte.core import TSUMEGO, parse_move
    from honte.core.position import Illegality

    move = parse_move(text, problem.grid)
    if move is None and problem.to_play is problem.attacker and problem.ko is None:
        raise IllegalMove(None, Illegality.PASS_FORBIDDEN, "the attacker may pass only when a ko binds him")
    if move is not None and move not in problem.area:
        raise InputError(f"{move} is outside the boundary")
    problem.position.play(move, TSUMEGO)
    return _after(problem, move)


def _after(problem: Problem, move: Move) -> Problem | None:
    """The problem after a legal move; None when the keystones are gone."""
    position = problem.position.play_unchecked(move)
    keystones = problem.keystones & position.board.stones(problem.defender)
    lost = keystones != problem.keystones if problem.capture.value == "any" else not keystones
    if lost:
        return None
    return replace(
        problem, board=position.board, to_play=position.to_play, ko=position.ko, keystones=keystones
    )


def _answer(problem: Problem, seconds: float) -> Move:
    """The right move, or the most stubborn one."""
    from honte.search.budget import Budget
    from honte.tsumego.proof.solver import solve

    solution = solve(problem, Budget(seconds=seconds), line=True)
    if solution.best:
        return solution.best[0]
    return solution.line[0] if solution.line else solution.move


def _judge(before: Problem, after: Problem | None, seconds: float) -> str:
    """Whether a move kept what was there to be won."""
    from honte.search.budget import Budget
    from honte.tsumego.proof.solver import solve

    if after is None:
        return "right: the keystones are captured"
    mine = solve(before, Budget(seconds=seconds)).first
    theirs = solve(after, Budget(seconds=seconds)).first
    if not mine.proved or not theirs.proved:
        return "not settled in the time given"
    if mine.high >= 7:
        return "there was nothing to win here"
    return "right" if theirs.low > -mine.high else "wrong: now the other side succeeds"
