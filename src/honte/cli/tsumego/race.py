"""`honte tsumego race`: which of two groups falls first, and how many moves the winner has to spare."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Annotated

import typer

from honte.cli.common import check_seconds, console, print_json
from honte.cli.tsumego.files import read_setups
from honte.errors import InputError, ProblemError

if TYPE_CHECKING:
    from honte.tsumego.race import Race


def register(app: typer.Typer) -> None:
    """Adds the command."""
    app.command()(race)


def race(
    file: Annotated[str, typer.Argument(help="SGF, JSON lines or a text diagram.")],
    black: Annotated[str, typer.Argument(help="A stone of the black group, such as D4.")],
    white: Annotated[str, typer.Argument(help="A stone of the white group, such as E4.")],
    number: Annotated[int, typer.Option(help="Number of the position in the file, from 1.")] = 1,
    seconds: Annotated[float, typer.Option(help="Seconds for all questions.", callback=check_seconds)] = 10.0,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Decides a capturing race: who wins when each side moves first, and with how many moves to spare.

    Example: [cyan]honte tsumego race fight.sgf B8 C8[/]
    """
    from honte.core import Position
    from honte.grid import Point
    from honte.search.budget import Budget, run_threads
    from honte.search.warm import ready
    from honte.tsumego import race as decide

    setups = list(read_setups(file))
    if not 1 <= number <= len(setups):
        raise InputError(f"{file} has {len(setups)} positions; there is no number {number}")
    setup = setups[number - 1]
    points = Point.parse(black), Point.parse(white)
    ready("life and death")
    budget = Budget(seconds=seconds, threads=os.cpu_count() or 1)
    position = Position(setup.board, setup.to_play, setup.ko)
    try:
        found: Race = run_threads(budget, [lambda: decide(position, *points, budget, area=setup.area)])[0]
    except ProblemError as error:
        raise InputError(f"{file}: {error}") from None
    if as_json:
        print_json(found.record())
        return
    out = console()
    out.print(f"Black: {found.black}  White: {found.white}", markup=False)
    out.print(str(found), markup=False)
    out.print(found.holds, markup=False)
