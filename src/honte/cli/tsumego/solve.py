"""`honte tsumego solve`: status, right moves and refutations of problems in files and folders."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from honte.cli.common import console, error_console, print_json
from honte.cli.tsumego.files import problem_files, read_setups, refuse_broken
from honte.errors import InputError, ProblemError

if TYPE_CHECKING:
    from honte.search.budget import Budget
    from honte.tsumego.answer import Answer
    from honte.tsumego.gold import Opinion
    from honte.tsumego.problem import Setup
    from honte.tsumego.proof.watch import Watch


def register(app: typer.Typer) -> None:
    """Adds the command."""
    app.command()(solve)


def solve(
    files: Annotated[list[str], typer.Argument(help="SGF, JSON lines, text diagrams, or folders of them.")],
    seconds: Annotated[float, typer.Option(help="Seconds for each problem.")] = 10.0,
    nodes: Annotated[
        int | None, typer.Option(help="Positions for each problem; with one thread the answer is repeatable.")
    ] = None,
    threads: Annotated[
        int | None, typer.Option(help="Threads for each problem; all cores by default.")
    ] = None,
    engine: Annotated[str, typer.Option(help="proof, or gold for GoLD's own search.")] = "proof",
    both_sides: Annotated[
        bool, typer.Option("--both-sides", help="Also ask what the other side reaches by moving first.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object for each problem.")] = False,
    png: Annotated[
        Path | None, typer.Option(help="Draw the answer to this file; for several problems to this folder.")
    ] = None,
) -> None:
    """Solves life-and-death problems: the result, every right first move, why other moves fail.

    The solver finds target and area when the file does not give them. Ctrl-C prints what it has found so far.
    Example: [cyan]honte tsumego solve corner.sgf --both-sides[/]
    """
    from honte.cli.tsumego.show import draw, show_answer, show_opinion
    from honte.search.budget import Budget
    from honte.tsumego.answer import Answer
    from honte.tsumego.proof.watch import Watch

    if engine not in ("proof", "gold"):
        raise InputError(f"{engine!r} is not an engine; known: proof, gold")
    setups = [setup for name in problem_files(files) for setup in read_setups(name)]
    for setup in setups:
        refuse_broken(setup)
    watch = Watch()
    for number, setup in enumerate(_shown(setups, watch)):
        budget = Budget(seconds=seconds, nodes=nodes, threads=threads or os.cpu_count() or 1)
        found = _one(setup, budget, watch, engine, both_sides)
        if as_json:
            print_json(found.record())
        else:
            if number:
                console().print()
            show_answer(found) if isinstance(found, Answer) else show_opinion(found)
        if png is not None:
            draw(found, png, several=len(setups) > 1)
        if _interrupted(budget):
            raise typer.Exit(130)


def _one(setup: Setup, budget: Budget, watch: Watch, engine: str, both_sides: bool) -> Answer | Opinion:
    """Searches one problem in a thread of its own, so that Ctrl-C keeps what it has found."""
    from honte.search.budget import run_threads
    from honte.search.warm import ready
    from honte.tsumego.answer import solve as solve_setup
    from honte.tsumego.gold import gold, problem_for_gold

    watch.task = "getting ready"
    ready("GoLD's search" if engine == "gold" else "life and death")

    def run() -> Answer | Opinion:
        if engine == "gold":
            return gold(problem_for_gold(setup), budget=budget)
        return solve_setup(setup, budget, watch, both_sides=both_sides)

    try:
        return run_threads(budget, [run])[0]
    except ProblemError as error:
        raise InputError(f"{setup.name}: {error}") from None


def _interrupted(budget: Budget) -> bool:
    """Whether Ctrl-C ended a search before its limits."""
    return budget.stopped and budget.remaining > 0 and (budget.nodes is None or budget.visited < budget.nodes)


def _shown(setups: list[Setup], watch: Watch) -> Iterator[Setup]:
    """Yields the problems one by one; a bar shows the number, the name and what the search is doing."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, SpinnerColumn, Task
    from rich.text import Text

    class Doing(ProgressColumn):
        def render(self, task: Task) -> Text:
            return Text(f"{task.description}: {watch.task}" if watch.task else task.description)

    columns = (SpinnerColumn(), BarColumn(), MofNCompleteColumn(), Doing())
    with Progress(*columns, console=error_console(), transient=True) as progress:
        task = progress.add_task("solving", total=len(setups))
        for number, setup in enumerate(setups):
            progress.update(task, completed=number, description=f"solving {setup.name}")
            yield setup
