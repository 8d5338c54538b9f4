"""`honte tsumego solve`: status, right moves and refutations of problems in files and folders."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from honte.cli.common import console, error_console, print_json, write_bytes
from honte.cli.tsumego.files import problem_files, read_setups, refuse_broken
from honte.errors import InputError

if TYPE_CHECKING:
    from honte.core import Move
    from honte.search.budget import Budget
    from honte.tsumego.open.schedule import Finding
    from honte.tsumego.problem import Problem, Setup
    from honte.tsumego.proof.solver import Solution


def register(app: typer.Typer) -> None:
    app.command()(solve)


def solve(
    files: Annotated[list[str], typer.Argument(help="SGF, JSON lines, text diagrams, or folders of them.")],
    seconds: Annotated[float, typer.Option(help="Time for each problem.")] = 10.0,
    threads: Annotated[int, typer.Option(help="Threads for each problem.")] = 1,
    engine: Annotated[str, typer.Option(help="proof, or gold for GoLD's own search.")] = "proof",
    both_sides: Annotated[
        bool, typer.Option("--both-sides", help="Let the other side move first too.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a problem.")] = False,
    png: Annotated[Path | None, typer.Option(help="A picture; a folder when there are several.")] = None,
) -> None:
    """Solves life-and-death problems: who lives, every right first move, why the others fail.

    Target and boundary are found when the file does not give them.
    Example: [cyan]honte tsumego solve corner.sgf --both-sides[/]
    """
    if engine not in ("proof", "gold"):
        raise InputError(f"{engine!r} is not an engine; known: proof, gold")
    setups = [setup for name in problem_files(files) for setup in read_setups(name)]
    for setup in setups:
        refuse_broken(setup)
    for number, setup in enumerate(_shown(setups), 1):
        record = _one(setup, seconds, threads, engine, both_sides)
        _report(record, as_json=as_json, first=number == 1)
        if png is not None:
            _draw(record, png, several=len(setups) > 1)


def _shown(setups: list[Setup]) -> Iterator[Setup]:
    """The problems one by one, with a bar that says how far and which."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn

    columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=error_console(), transient=True) as progress:
        task = progress.add_task("solving", total=len(setups))
        for number, setup in enumerate(setups):
            progress.update(task, completed=number, description=f"solving {setup.name}")
            yield setup


def _one(setup: Setup, seconds: float, threads: int, engine: str, both_sides: bool) -> Mapping[str, Any]:
    from honte.search.budget import Budget

    budget = Budget(seconds=seconds, threads=threads)
    if engine == "gold":
        return solve_gold(setup, budget)
    return solve_setup(setup, budget, both_sides=both_sides)


def solve_setup(setup: Setup, budget: Budget, *, both_sides: bool = False) -> dict[str, Any]:
    """One problem by proof: found by itself where needed, then every first move."""
    from honte.tsumego.proof.solver import solve as solve_problem

    notes: list[str] = []
    finding = spent = None
    if setup.keystones is not None and setup.area is not None:
        problem = setup.problem()
    else:
        finding, spent, budget = _find(setup, budget)
        problem = finding.problem
        notes.append(f"read as: {finding.reading.objective.value}, {finding.reading.reason}")
    solution = solve_problem(problem, budget, both_sides=both_sides, all_moves=True, line=True)
    if finding is not None and spent is not None:
        _take_over(solution, finding)
        solution.nodes += spent.visited
        solution.seconds = spent.elapsed
        if not finding.holds_everywhere and (solution.proved or solution.best):
            notes.append(
                "the answer holds inside the boundary that was searched, with the stones around it safe"
            )
        if solution.refutations and finding.holds_everywhere and not finding.sealed:
            notes.append("other moves are refuted inside the boundary only")
    if solution.status.value == "alive" and solution.first.objective.value == "live":
        notes.append("the target is alive already")
    return {**solution.record(), "engine": "proof", "notes": notes, "_solution": solution}


def _find(setup: Setup, budget: Budget) -> tuple[Finding, Budget, Budget]:
    """The problem of a bare position by half of the budget; that half, whose clock goes on, and the rest."""
    from honte.search.budget import Budget
    from honte.tsumego.open.schedule import solve_position

    def share(seconds: float | None, nodes: int | None) -> Budget:
        return Budget(seconds, nodes, budget.memory_mb, budget.threads)

    half = share(
        None if budget.seconds is None else budget.seconds / 2,
        None if budget.nodes is None else budget.nodes // 2,
    )
    finding = solve_position(setup, half)
    if finding is None:
        raise InputError(f"{setup.name}: no group to live or to kill was found")
    left = share(
        None if budget.seconds is None else max(0.0, budget.seconds - half.elapsed),
        None if budget.nodes is None else max(1, budget.nodes - half.visited),
    )
    return finding, half, left


def _take_over(solution: Solution, finding: Finding) -> None:
    """Puts what all areas together say in place of what the last one says of itself.

    An area's refutation of life is none while a wider one is open or there is a way out, and of the moves
    that kill in it only some may kill in its cage.
    """
    from honte.tsumego.problem import Objective

    first, again = finding.solution.first, solution.first
    if first.best and first.high <= again.high:
        here = again.best if first.high == again.high and not finding.caged else ()
        solution.first = replace(first, best=tuple(dict.fromkeys([*first.best, *here])))
    elif not again.best:
        solution.first = first
        if not first.proved:
            solution.guess = finding.move
            solution.refutations = {} if first.objective is Objective.LIVE else solution.refutations
    if solution.line and solution.line[0] not in solution.best and not solution.first.fails:
        solution.line = ()


def solve_gold(setup: Setup, budget: Budget) -> dict[str, Any]:
    """One problem by GoLD's own search, on the boundary that the file gives or that is found."""
    from honte.tsumego.gold import gold
    from honte.tsumego.open.growing import problems_of
    from honte.tsumego.open.readings import find_readings

    if setup.keystones is not None and setup.area is not None:
        problem = setup.problem()
    else:
        found = [p for reading in find_readings(setup)[:1] for p in problems_of(setup, reading)]
        if not found:
            raise InputError(f"{setup.name}: no group to live or to kill was found")
        problem = found[0]
    answer = gold(problem, budget=budget)
    verdict = {True: "alive", False: "dead", None: "unknown"}[answer.alive]
    notes = [] if answer.proved else ["GoLD's opinion, not a proof"]
    return {**answer.record(), "status": verdict, "text": str(answer), "notes": notes, "_problem": problem}


# Showing


def _report(record: Mapping[str, Any], *, as_json: bool, first: bool) -> None:
    if as_json:
        print_json({key: value for key, value in record.items() if not key.startswith("_")})
        return
    out = console()
    if not first:
        out.print()
    solution: Solution | None = record.get("_solution")
    problem: Problem = record["_problem"] if solution is None else solution.problem
    out.print(f"[bold]{record['name'] or 'problem'}[/]")
    out.print(_diagram(problem, None if solution is None else solution.move))
    if solution is None:
        out.print(record["text"])
    else:
        _explain(solution)
    for note in record["notes"]:
        out.print(f"[dim]{note}[/]")


def _explain(solution: Solution) -> None:
    from honte.core import vertex
    from honte.tsumego.proof.solver import Status

    out = console()
    known = "" if solution.status is Status.UNKNOWN else f"{solution.status.value}: "
    out.print(f"{known}{solution.first}" + ("" if solution.proved else " (not proved)"))
    if solution.second is not None:
        out.print(f"other side first: {solution.second}")
    if solution.best:
        out.print(f"right: {', '.join(vertex(m) for m in solution.best)}")
    elif solution.move is not None:
        out.print(f"best guess: {vertex(solution.move)}")
    if solution.line:
        out.print(f"line: {' '.join(vertex(m) for m in solution.line)}")
    for move, answer in solution.refutations.items():
        reply = " ".join(vertex(m) for m in answer)
        out.print(f"  {vertex(move)} fails" + (f" to {reply}" if reply else ": nothing more is needed"))
    out.print(f"[dim]{solution.nodes:,} positions in {solution.seconds:.2f} s[/]")


def _diagram(problem: Problem, move: Move) -> str:
    """The problem's part of the board, with the move as `*`."""
    from honte.core import BLACK
    from honte.formats.picture import crop_around
    from honte.grid import Point

    grid, board = problem.grid, problem.board
    corners = crop_around(problem.area | problem.keystones, 1)
    low, high = corners if corners is not None else (Point(0, 0), Point(grid.cols - 1, grid.rows - 1))

    def letter(point: Point) -> str:
        color = board[point]
        if point == move:
            return "*"
        if color is None:
            return "." if point in problem.area else "-"
        black, white = ("B", "W") if point in problem.keystones else ("X", "O")
        return black if color is BLACK else white

    rows = []
    for row in range(high.row, low.row - 1, -1):
        points = " ".join(letter(Point(col, row)) for col in range(low.col, high.col + 1))
        rows.append(f"{row + 1:3} {points}")
    names = " ".join(str(Point(col, 0))[0] for col in range(low.col, high.col + 1))
    return "\n".join([*rows, f"    {names}"])


def _draw(record: Mapping[str, Any], target: Path, *, several: bool) -> None:
    """A picture of the answer: right moves numbered by circle, wrong ones crossed."""
    from honte.formats.picture import Picture, crop_around

    solution: Solution | None = record.get("_solution")
    problem: Problem = record["_problem"] if solution is None else solution.problem
    marks = dict.fromkeys(problem.keystones, "triangle")
    if solution is not None:
        marks |= {m: "cross" for m in solution.refutations if m is not None}
        marks |= {m: "circle" for m in solution.best if m is not None}
    picture = Picture(
        problem.board,
        marks=marks,
        dimmed=~problem.area,
        crop=crop_around(problem.area | problem.keystones, 2),
        title=str(record["name"]),
    )
    name = str(target / f"{record['name'] or 'problem'}.png") if several else str(target)
    if several:
        target.mkdir(parents=True, exist_ok=True)
    write_bytes(name, picture.save(name))
