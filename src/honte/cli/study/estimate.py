"""`honte study estimate`: paper 000's experiment over a folder of games."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from honte.cli.common import console, print_json
from honte.cli.study import Jobs, Scheduler, check_study, means_for, sgf_files, stopped_text, writing
from honte.errors import InputError

if TYPE_CHECKING:
    from honte.study.estimation import Plan, Row
    from honte.study.measures import Fit
    from honte.study.running import File


def register(app: typer.Typer) -> None:
    """Adds the study."""
    app.command()(estimate)


def estimate(
    games: Annotated[Path, typer.Option(help="A folder of SGF files, or one file.")],
    out: Annotated[Path, typer.Option(help="Folder for tables and plots; continues a stopped run.")] = Path(
        "study-estimate"
    ),
    every: Annotated[int, typer.Option(help="Moves between two estimates.")] = 30,
    models: Annotated[str, typer.Option(help="Models, separated by commas (default: all).")] = "",
    limit: Annotated[int | None, typer.Option(help="At most this many games.")] = None,
    curves: Annotated[int, typer.Option(help="Number of games whose curves are drawn.")] = 3,
    jobs: Jobs = 2,
    scheduler: Scheduler = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Estimates every game at regular moments and compares the estimates with the result.

    Writes the paper's plots (PNG, SVG) and tables (CSV, Parquet). Ctrl-C keeps what is finished.
    Example: [cyan]honte study estimate --games archive/ --out results/[/]
    """
    from honte.study.estimation import Plan, flat_rows, k_table, run, table
    from honte.study.output import nothing_to_study

    files = sgf_files(games)[:limit]
    plan = Plan(tuple(models.split(",")), every) if models else Plan(every=every)
    check_study(out)
    with means_for(out, jobs, scheduler, "games") as means:
        found = run(files, plan, means)
    rows = flat_rows(found)
    if not rows:
        raise InputError(nothing_to_study(games, "game", [game for game in found if game.fault]))
    with writing(out):
        written = _write(rows, found, plan, out, curves)
    judged = table(rows, every)
    faults = sum(game.fault is not None for game in found)
    if as_json:
        print_json(
            {
                "games": len(found) - faults,
                "unreadable": faults,
                "k": k_table(rows, every),
                "models": {m: {str(k): vars_of(f) for k, f in t.items()} for m, t in judged.items()},
                "written": [str(path) for path in written],
            }
        )
        return
    _show(judged)
    _show_k(k_table(rows, every))
    out_console = console()
    studied = f"{len(found) - faults} games studied, {faults} left out; see {out}"
    if left := stopped_text(len(files), len(found)):
        studied += f"\n{left}"
    out_console.print(studied, markup=False)


def vars_of(judged: Fit) -> dict[str, float]:
    """A Fit as plain numbers."""
    return {
        "n": judged.n,
        "mean_error": round(judged.mean_error, 3),
        "winner": round(judged.winner, 4),
        "rho": round(judged.rho, 4),
    }


def _write(rows: list[Row], found: list[File], plan: Plan, out: Path, curves: int) -> list[Path]:
    from honte.study.estimation import k_table
    from honte.study.estimation_plots import plot_errors, plot_game, plot_k
    from honte.study.output import write_table

    written = write_table(rows, out, "estimates")
    written += write_table(k_table(rows, plan.every), out, "k")
    written += plot_errors(rows, plan.every, out)
    written += plot_k(rows, plan.every, out)
    for game in [game for game in found if game.rows][:curves]:
        for model in plan.models:
            written += plot_game(game.rows, model, out, Path(game.name).stem)
    return written


SHOWN = 5
"""Maximum number of moments in a table on the terminal; the files have all."""


def _few(moves: list[int]) -> list[int]:
    step = max(1, -(-len(moves) // SHOWN))
    return moves[step - 1 :: step]


def _show(judged: dict[str, dict[int, Fit]]) -> None:
    from rich.table import Table

    moves = _few(sorted({move for by_move in judged.values() for move in by_move}))
    shown = Table("model", *(f"move {m}" for m in moves), title="mean error, right winner, rank correlation")
    for name, by_move in judged.items():
        cells = [by_move.get(move) for move in moves]
        shown.add_row(name, *(f"{c.mean_error:.1f} {c.winner:.0%} {c.rho:.2f}" if c else "" for c in cells))
    console().print(shown)


def _show_k(lines: list[Row]) -> None:
    from rich.table import Table

    if not lines:
        return
    moves = _few([line["move"] for line in lines])
    shown = Table(
        "",
        *(f"move {m}" for m in moves),
        title="distance model: k, and the error of its territories in points",
    )
    chosen = [line for line in lines if line["move"] in moves]
    shown.add_row("best k, median", *(f"{line['best_k_median']:.2f}" for line in chosen))
    shown.add_row("middle half of games", *(f"{c['best_k_low']:.2f}-{c['best_k_high']:.2f}" for c in chosen))
    for name in ("best", "grown", "conjecture"):
        shown.add_row(f"error with {name} k", *(f"{line[f'{name}_miss']:.1f}" for line in chosen))
    console().print(shown)
