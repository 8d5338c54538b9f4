"""`honte tsumego solve`: status, right moves and refutations of problems in files and folders."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from honte.cli.batch import EXIT_HELP, Batch, Csv, Json, files_of
from honte.cli.common import check_seconds, error_console
from honte.cli.mapping import Jobs, Out, Over, Pieces, Scheduler, check_out, map_out
from honte.cli.tsumego.files import ENDINGS, Source, read_source, refuse_broken, sources
from honte.errors import InputError, ProblemError

if TYPE_CHECKING:
    from honte.search.budget import Budget
    from honte.tsumego.answer import Answer
    from honte.tsumego.gold import Opinion
    from honte.tsumego.problem import Setup
    from honte.tsumego.proof.watch import Watch


COLUMNS = {
    "file": str, "problem": int, "name": str, "engine": str, "stake": str, "result": str, "status": str,
    "proved": bool, "move": str, "best": str, "nodes": int, "seconds": float,
}  # fmt: skip
"""The columns of a table of answers."""

StakeName = Annotated[
    str | None, typer.Option(help="What is at stake: life, capture, race or connection; found by default.")
]
Target = Annotated[
    str | None, typer.Option(help="The stones at stake, such as D4 or D4,F4; instead of the file's.")
]


def register(app: typer.Typer) -> None:
    """Adds the command."""
    app.command(epilog=EXIT_HELP)(solve)


def solve(
    files: Annotated[list[str], typer.Argument(help="SGF, JSON lines, text diagrams, or folders of them.")],
    seconds: Annotated[float, typer.Option(help="Seconds for each problem.", callback=check_seconds)] = 10.0,
    nodes: Annotated[
        int | None, typer.Option(help="Positions for each problem; with one thread the answer is repeatable.")
    ] = None,
    threads: Annotated[
        int | None, typer.Option(min=1, help="Threads for each problem; all cores by default.")
    ] = None,
    engine: Annotated[str, typer.Option(help="proof, or gold for GoLD's own search.")] = "proof",
    stake: StakeName = None,
    target: Target = None,
    both_sides: Annotated[
        bool, typer.Option("--both-sides", help="Also ask what the other side reaches by moving first.")
    ] = False,
    as_json: Json = False,
    as_csv: Csv = False,
    png: Annotated[
        Path | None, typer.Option(help="Draw the answer to this file; for several problems to this folder.")
    ] = None,
    out: Out = None,
    jobs: Jobs = None,
    scheduler: Scheduler = None,
) -> None:
    """Solves problems of life and death, captures, races and connections: the result, every right first
    move, why other moves fail.

    The solver finds target and area when the file does not give them, and names what is at stake. For a
    connection give a stone of each of two chains, for a race one of each color. Ctrl-C prints what it has
    found so far. Takes every problem of a collection. Reports a broken one, skips it, and ends with a
    summary. Examples: [cyan]honte tsumego solve corner.sgf --both-sides[/],
    [cyan]honte tsumego solve book/ --out answers.parquet[/],
    [cyan]honte tsumego solve fight.sgf --stake connection --target D4,F4[/]
    """
    from honte.cli.tsumego.show import draw
    from honte.search.budget import Budget
    from honte.tsumego.proof.watch import Watch

    if engine not in ("proof", "gold"):
        raise InputError(f"{engine!r} is not an engine; known: proof, gold")
    over = check_out(out, jobs, scheduler, json=as_json, csv=as_csv, png=png)
    if over is not None:
        _map(files, Asked(seconds, nodes, threads or 1, engine, both_sides, stake, target), over)
        return
    watch = Watch()
    with Batch(files, "solved", as_json=as_json, as_csv=as_csv, endings=ENDINGS, what="problem") as batch:
        read = _read(batch, stake, target)
        batch.check_pictures(png)
        for source, setup in _shown(read, watch):
            budget = Budget(seconds=seconds, nodes=nodes, threads=threads or os.cpu_count() or 1)
            found = None
            with batch.attempt(source.where):
                found = _one(setup, budget, watch, engine, both_sides)
                _answer(batch, source, setup, found)
                if png is not None:
                    draw(found, png, several=not batch.alone)
            if found is not None and _interrupted(budget):  # an error stops the budget, too
                raise KeyboardInterrupt


def _read(batch: Batch, stake: str | None, target: str | None) -> list[tuple[Source, Setup]]:
    """All problems that can be read and that are valid; the batch reports and counts the others."""
    found: list[Source] = []
    for file in batch.files:
        inside: list[Source] = []
        with batch.attempt(file, "unreadable"):
            inside = sources(file)
        batch.alone = batch.alone and len(inside) <= 1
        batch.total += max(1, len(inside))
        found += inside
    read = []
    for source in found:
        with batch.attempt(source.where, "unreadable"):
            setup = with_question(read_source(source), stake, target)
            refuse_broken(setup)
            read.append((source, setup))
    return read


def with_question(setup: Setup, stake: str | None, target: str | None) -> Setup:
    """The setup with the stake and the target that the command names, where it names them."""
    from dataclasses import replace

    from honte.tsumego.problem import Stake

    if target is not None:
        points = setup.board.grid.set(
            setup.board.grid.parse(word) for word in target.replace(",", " ").split()
        )
        setup = replace(setup, keystones=points, area=None)
    return setup if stake is None else replace(setup, stake=Stake.parse(stake))


def _answer(batch: Batch, source: Source, setup: Setup, found: Answer | Opinion) -> None:
    """Prints one answer and counts it: solved when its result is known, proved when it is proved."""
    from honte.cli.tsumego.show import show_answer, show_opinion
    from honte.tsumego.answer import Answer
    from honte.tsumego.bookcheck import compare_moves

    record: dict[str, Any] = {"file": source.file, "problem": source.number, **found.record()}
    if isinstance(found, Answer):
        compared = compare_moves(setup.solutions, found) if setup.solutions else []
        record |= {"compared": compared} if compared else {}
        text, solved = partial(show_answer, found, compared), found.first.result != "open"
    else:
        text, solved = partial(show_opinion, found), found.alive is not None
    words = [word for word, is_so in (("solved", solved), ("proved", found.proved)) if is_so]
    batch.show(source.where, record, _row(record), text, *(words or ["open"]))


def _row(record: dict[str, Any]) -> dict[str, Any]:
    """One row of a table."""
    return {key: record.get(key) for key in COLUMNS} | {"best": " ".join(record.get("best", []))}


class Asked(NamedTuple):
    """What is asked of each problem of a big collection."""

    seconds: float
    nodes: int | None
    threads: int
    engine: str
    both_sides: bool
    stake: str | None
    target: str | None


def _map(files: list[str], asked: Asked, over: Over) -> None:
    """Solves the problems of a big collection, on many cores or machines."""
    pieces = Pieces(files_of(files, ENDINGS, "problem"), sources)
    work = partial(rows_of_source, asked=asked)
    plan = {"command": "tsumego solve", **asked._asdict()}
    prepare = partial(_make_ready, asked.engine)
    map_out(pieces, work, COLUMNS, plan, over, "answered", count=_words, prepare=prepare)


def rows_of_source(source: Source, asked: Asked) -> list[dict[str, Any]]:
    """The row of one problem, in whatever process it is solved."""
    from honte.search.budget import Budget
    from honte.tsumego.proof.watch import Watch

    setup = with_question(read_source(source), asked.stake, asked.target)
    refuse_broken(setup)
    budget = Budget(seconds=asked.seconds, nodes=asked.nodes, threads=asked.threads)
    found = _one(setup, budget, Watch(), asked.engine, asked.both_sides)
    return [_row(found.record())]


def _words(rows: list[dict[str, Any]]) -> list[str]:
    return ["proved"] if rows[0]["proved"] else ["open"] if rows[0]["result"] == "open" else []


def _one(setup: Setup, budget: Budget, watch: Watch, engine: str, both_sides: bool) -> Answer | Opinion:
    """Searches one problem in a thread of its own, so that Ctrl-C keeps what it has found."""
    from honte.search.budget import run_threads
    from honte.tsumego.answer import solve as solve_setup
    from honte.tsumego.gold import gold, problem_for_gold

    watch.task = "getting ready"
    _make_ready(engine)

    def run() -> Answer | Opinion:
        if engine == "gold":
            return gold(problem_for_gold(setup), budget=budget)
        return solve_setup(setup, budget, watch, both_sides=both_sides)

    try:
        return run_threads(budget, [run])[0]
    except ProblemError as error:
        raise InputError(f"{setup.name}: {error}") from None


def _make_ready(engine: str) -> None:
    """Compiles or loads the kernels of an engine, before any clock starts."""
    import honte.tsumego.answer
    import honte.tsumego.gold  # noqa: F401  these register their kernels
    from honte.search.warm import ready

    ready("GoLD's search" if engine == "gold" else "life and death")


def _interrupted(budget: Budget) -> bool:
    """Whether Ctrl-C ended a search before its limits."""
    return budget.stopped and budget.remaining > 0 and (budget.nodes is None or budget.visited < budget.nodes)


def _shown(read: list[tuple[Source, Setup]], watch: Watch) -> Iterator[tuple[Source, Setup]]:
    """Yields the problems one by one; a bar shows the number, the name and what the search is doing."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, SpinnerColumn, Task
    from rich.text import Text

    class Doing(ProgressColumn):
        def render(self, task: Task) -> Text:
            return Text(f"{task.description}: {watch.task}" if watch.task else task.description)

    columns = (SpinnerColumn(), BarColumn(), MofNCompleteColumn(), Doing())
    out = error_console()
    with Progress(*columns, console=out, transient=True, disable=not out.is_terminal) as progress:
        task = progress.add_task("solving", total=len(read))
        for number, (source, setup) in enumerate(read):
            progress.update(task, completed=number, description=f"solving {setup.name}")
            yield source, setup
