"""`honte study moyo`: how S and S' relate to final results over a folder of games."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from honte.cli.common import console, print_json
from honte.cli.study import Jobs, Scheduler, check_study, means_for, sgf_files, stopped_text, writing
from honte.errors import InputError

if TYPE_CHECKING:
    from honte.study.moyo import Judged, Studied


def register(app: typer.Typer) -> None:
    """Adds the study."""
    app.command()(moyo)


def moyo(
    games: Annotated[Path, typer.Option(help="A folder of SGF files, or one file.")],
    out: Annotated[Path, typer.Option(help="Folder for table and plot; continues a stopped run.")] = Path(
        "study-moyo"
    ),
    moves: Annotated[str, typer.Option(help="Move numbers, separated by commas.")] = "20,40,60,80,100",
    side: Annotated[int, typer.Option(help="Only boards with this side; 0 takes all.")] = 19,
    limit: Annotated[int | None, typer.Option(help="At most this many files.")] = None,
    jobs: Jobs = 2,
    scheduler: Scheduler = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Compares the moyo evaluations of opening and middle game with results.

    Takes counted even games only. Ctrl-C keeps what is finished.
    Example: [cyan]honte study moyo --games archive/[/]
    """
    from honte.study.moyo import Plan, plots, study, table
    from honte.study.output import write_table

    plan = Plan(_numbers(moves), side)
    files = sgf_files(games)[:limit]
    check_study(out)
    with means_for(out, jobs, scheduler, "games") as means:
        found = study(files, plan, means)
    if not found.rows:
        raise InputError(f"{games}: no game to study ({_left_out(found)})")
    judged = table(found.rows)
    with writing(out):
        out.mkdir(parents=True, exist_ok=True)
        written = [*write_table(found.rows, out, "moyo"), *plots(found.rows, out)]
    if as_json:
        measures = {
            name: {str(move): _plain(each) for move, each in by_move.items()}
            for name, by_move in judged.items()
        }
        print_json({"games": found.games, "left_out": found.left_out, "measures": measures})
        return
    _show(judged)
    left = f"; left out: {_left_out(found)}" if found.left_out else ""
    lines = [f"{found.games} games{left}", *(f"wrote {path}" for path in written)]
    lines += filter(None, [stopped_text(len(files), found.games + sum(found.left_out.values()))])
    console().print("\n".join(lines), markup=False)


def _numbers(text: str) -> tuple[int, ...]:
    try:
        return tuple(sorted({int(part) for part in text.split(",")}))
    except ValueError:
        raise InputError(f"moves {text!r}; expected numbers like 20,40,60") from None


def _left_out(found: Studied) -> str:
    return ", ".join(f"{count} {why}" for why, count in found.left_out.items()) or "none"


def _plain(judged: Judged) -> dict[str, float]:
    return {
        "n": judged.raw.n,
        "mean_error": round(judged.raw.mean_error, 3),
        "winner": round(judged.raw.winner, 4),
        "rho": round(judged.raw.rho, 4),
        "slope": round(judged.slope, 4),
        "line_error": round(judged.line.mean_error, 3),
        "line_winner": round(judged.line.winner, 4),
        "line_rho": round(judged.line.rho, 4),
    }


def _show(judged: dict[str, dict[int, Judged]]) -> None:
    _print_table(judged, "measure less komi: mean error, right winner, rank correlation", _raw)
    _print_table(judged, "best line: slope, mean error, right winner", _line)


def _print_table(judged: dict[str, dict[int, Judged]], title: str, cell: Callable[[Judged], str]) -> None:
    from rich.table import Table

    moves = sorted({move for by_move in judged.values() for move in by_move})
    shown = Table("measure", *(f"move {move}" for move in moves), title=title)
    for name, by_move in judged.items():
        shown.add_row(name, *(cell(by_move[move]) if move in by_move else "" for move in moves))
    console().print(shown)


def _raw(judged: Judged) -> str:
    return f"{judged.raw.mean_error:.1f} {judged.raw.winner:.0%} {judged.raw.rho:+.2f}"


def _line(judged: Judged) -> str:
    return f"{judged.slope:+.2f} {judged.line.mean_error:.1f} {judged.line.winner:.0%}"
