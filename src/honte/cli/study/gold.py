"""`honte study gold`: the evaluation of GoLD's paper over a folder of problems."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from honte.cli.common import check_seconds, console, print_json
from honte.cli.study import Jobs, Scheduler, check_study, means_for, stopped_text, writing
from honte.errors import InputError

if TYPE_CHECKING:
    from honte.study.gold import Row


def register(app: typer.Typer) -> None:
    """Adds the study."""
    app.command()(gold)


def gold(
    problems: Annotated[Path, typer.Option(help="A folder of problems as SGF, or one file.")],
    out: Annotated[Path, typer.Option(help="Folder for tables and plots; continues a stopped run.")] = Path(
        "study-gold"
    ),
    seconds: Annotated[float, typer.Option(help="Seconds for one search.", callback=check_seconds)] = 10.0,
    depth: Annotated[int, typer.Option(help="Maximum depth of GoLD's search.")] = 12,
    engines: Annotated[str, typer.Option(help="gold, proof, or both.")] = "gold,proof",
    limit: Annotated[int | None, typer.Option(help="At most this many files.")] = None,
    jobs: Jobs = 1,
    scheduler: Scheduler = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Measures both engines on problems: valid moves, times with and without deepening, depth solved.

    Writes tables (CSV, Parquet) and plots (PNG, SVG). Ctrl-C keeps what is finished. Times are cleanest with
    one job.
    Example: [cyan]honte study gold --problems problems/ --out results/[/]
    """
    from honte.study.gold import Plan, by_difficulty, problem_files, run, summary
    from honte.study.output import nothing_to_study

    plan = Plan(seconds, depth, tuple(engines.split(",")))
    files = problem_files(problems)[:limit]
    check_study(out)
    with means_for(out, jobs, scheduler, "problems") as means:
        done = run(files, plan, means)
    rows, faults = [row for file in done for row in file.rows], [file for file in done if file.fault]
    if not rows:
        raise InputError(nothing_to_study(problems, "problem", faults))
    with writing(out):
        written = _write(rows, out)
    found = {engine: summary(rows, engine) for engine in plan.engines}
    tables = {e: by_difficulty([r for r in rows if r.get("engine") == e]) for e in plan.engines}
    if as_json:
        names = [str(path) for path in written]
        print_json({"summary": found, "by_difficulty": tables, "unreadable": len(faults), "written": names})
        return
    _show(rows, found, tables)
    for file in faults:
        console().print(f"{file.name}: {file.fault}", markup=False)
    if left := stopped_text(len(files), len(done)):
        console().print(left)
    console().print(f"see {out}", markup=False)


def _write(rows: Sequence[Row], out: Path) -> list[Path]:
    from honte.study.gold_plots import plot_deepening, plot_depth
    from honte.study.output import write_table

    out.mkdir(parents=True, exist_ok=True)
    return write_table(rows, out, "problems") + plot_depth(rows, out) + plot_deepening(rows, out)


def _show(rows: Sequence[Row], found: dict[str, Row], tables: dict[str, list[Row]]) -> None:
    from rich.box import SIMPLE
    from rich.table import Table

    names = ("depth", "S1", "S2", "T1", "T2", "T3", "T4")
    shown = Table(title="Every problem (times in milliseconds)", box=None, padding=(0, 1))
    shown.add_column("problem", no_wrap=True, max_width=22)
    for name in ("engine", "diff.", *names):
        shown.add_column(name, justify="left" if name == "engine" else "right", no_wrap=True)
    for row in rows:
        cells = [_cell(row.get(name)) for name in names]
        shown.add_row(row["file"].removesuffix(".sgf"), row["engine"], f"{row['difficulty']:.1f}", *cells)
    console().print(shown)
    for engine, table in tables.items():
        ranges = Table("difficulty", "problems", "depth", title=f"Average depth, {engine}", box=SIMPLE)
        for line in table:
            ranges.add_row(f"{line['from']} - {line['to']}", str(line["problems"]), f"{line['depth']:.1f}")
        console().print(ranges)
        total = found[engine]
        console().print(
            f"{engine}: {total['solved']} of {total['problems']} solved, inverted "
            f"{total['solved_inverted']} of {total['inverted']}; median T1 {_cell(total['median_T1'])} ms"
        )


def _cell(value: Any) -> str:
    """A cell of a table. Only times are fractions; they are shown in milliseconds."""
    return "" if value is None else f"{1000 * value:.1f}" if isinstance(value, float) else str(value)
