"""The plots of paper 000, section 9: one game's curves, error and k against the move number."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from honte.study.estimation import Row, moments_of
from honte.study.measures import quantile
from honte.study.plots import COLORS, new_figure, save

BLUE, RED = "#1f5fa8", "#b3372f"
"""The colors of Black's and White's curves, as in the paper."""


def plot_game(rows: Sequence[Row], model: str, folder: Path, name: str) -> list[Path]:
    """Draws one game: both sides' estimated territories, and dashed their final territories."""
    chosen = [row for row in rows if row["model"] == model]
    figure, axes = new_figure(f"{name}: {model}", "moves played", "territory")
    moves = [row["move"] for row in chosen]
    for side, color, label in (("black", BLUE, "Black"), ("white", RED, "White")):
        axes.plot(moves, [row[f"{side}_territory"] for row in chosen], "o-", color=color, label=label)
        axes.axhline(chosen[0][f"{side}_final"], color=color, linestyle="--", linewidth=1)
    axes.set_ylim(bottom=0)
    axes.legend(frameon=False)
    return save(figure, folder, f"games/{name}-{model}")


def plot_errors(rows: Sequence[Row], every: int, folder: Path) -> list[Path]:
    """Draws the error of the margin against the move number: medians, and the first model's quartiles."""
    rows = [row for row in rows if row["result"] is not None]
    moves = moments_of(rows, every)
    figure, axes = new_figure("Error of the estimates", "moves played", "error of the margin (points)")
    names = list(dict.fromkeys(row["model"] for row in rows))
    for name, color in zip(names, COLORS, strict=False):
        errors = {move: _errors(rows, name, move) for move in moves}
        known = [move for move in moves if len(errors[move]) > 1]
        axes.plot(
            known, [quantile(errors[m], 0.5) for m in known], "o-", color=color, label=name, markersize=3
        )
        if name == names[0]:
            low, high = ([quantile(errors[m], q) for m in known] for q in (0.25, 0.75))
            axes.fill_between(known, low, high, color=color, alpha=0.15, linewidth=0)
    axes.set_ylim(bottom=0)
    if names:  # games without a counted result have no error to draw
        axes.legend(frameon=False)
    return save(figure, folder, "error")


def _errors(rows: Sequence[Row], model: str, move: int) -> list[float]:
    return [
        abs(row["margin"] - row["result"]) for row in rows if row["model"] == model and row["move"] == move
    ]


def plot_k(rows: Sequence[Row], every: int, folder: Path) -> list[Path]:
    """Draws the best k against the move number, with its spread, beside the k that the estimator uses."""
    chosen = [row for row in rows if row["model"] == "distance"]
    if not chosen:
        return []
    moves = moments_of(chosen, every)
    figure, axes = new_figure("The k that fits the final territories", "moves played", "k")
    best = {move: [row["best_k"] for row in chosen if row["move"] == move] for move in moves}
    known = [move for move in moves if len(best[move]) > 1]
    for low, high, alpha in ((0.05, 0.95, 0.10), (0.25, 0.75, 0.22)):
        bounds = ([quantile(best[m], q) for m in known] for q in (low, high))
        axes.fill_between(known, *bounds, color=BLUE, alpha=alpha, linewidth=0)
    axes.plot(known, [quantile(best[m], 0.5) for m in known], "o-", color=BLUE, label="best k, median")
    grown = {row["move"]: row["grown_k"] for row in chosen}
    axes.plot(known, [grown[m] for m in known], "--", color=RED, label="k(m) as the estimator uses it")
    written = [quantile([r["conjecture_k"] for r in chosen if r["move"] == m], 0.5) for m in known]
    axes.plot(known, written, ":", color=RED, label="second conjecture, median")
    axes.set_ylim(bottom=0)
    axes.legend(frameon=False)
    return save(figure, folder, "k")
