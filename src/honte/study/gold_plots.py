"""The plots of GoLD's evaluation: depth against difficulty (6.9), deepening against plain search (6.10)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

from honte.study.gold import PLACES, Row
from honte.study.plots import COLORS, new_figure, save


def fit_line(points: Sequence[tuple[float, float]]) -> tuple[float, float] | None:
    """The slope and intercept of the line of least squares; None for fewer than two different x.

    >>> fit_line([(0, 1), (1, 3), (2, 5)])
    (2.0, 1.0)
    """
    if len({x for x, _ in points}) < 2:
        return None
    n = len(points)
    mean_x, mean_y = sum(x for x, _ in points) / n, sum(y for _, y in points) / n
    spread = sum((x - mean_x) ** 2 for x, _ in points)
    slope = sum((x - mean_x) * (y - mean_y) for x, y in points) / spread
    return slope, mean_y - slope * mean_x


def plot_depth(rows: Sequence[Row], folder: Path) -> list[Path]:
    """Draws figure 6.9: the depth solved against difficulty, for each place on the board."""
    figure, axes = new_figure("Difficulty and depth", "difficulty (log2 of proof nodes)", "depth solved")
    for color, place in zip(COLORS, PLACES, strict=False):
        points = [
            (row["difficulty"], float(row["depth"]))
            for row in rows
            if row.get("engine") == "gold" and row["solved"] and row["place"] == place
        ]
        if not points:
            continue
        label = f"{place} ({len(points)})"
        axes.scatter(*zip(*points, strict=True), s=18, color=color, alpha=0.75, label=label)
        if line := fit_line(points):
            ends = [min(x for x, _ in points), max(x for x, _ in points)]
            axes.plot(ends, [line[0] * x + line[1] for x in ends], color=color)
    axes.set_ylim(bottom=0)
    axes.legend(frameon=False)
    return save(figure, folder, "difficulty-depth")


def plot_deepening(rows: Sequence[Row], folder: Path) -> list[Path]:
    """Draws figure 6.10: time with and without iterative deepening against depth * S1, on a log scale."""
    figure, axes = new_figure(
        "Iterative deepening and plain search", "depth * S1", "seconds to the first move"
    )
    solved = [row for row in rows if row.get("engine") == "gold" and row["solved"]]
    kinds = ((COLORS[0], "T1", "iterative deepening (T1)"), (COLORS[1], "T3", "plain (T3)"))
    for color, name, label in kinds:
        points = [(float(r["depth"] * r["S1"]), r[name]) for r in solved if r[name]]
        if not points:
            continue
        axes.scatter(*zip(*points, strict=True), s=18, color=color, alpha=0.75, label=label)
        if line := fit_line([(x, math.log(y)) for x, y in points]):
            ends = [min(x for x, _ in points), max(x for x, _ in points)]
            axes.plot(ends, [math.exp(line[0] * x + line[1]) for x in ends], color=color)
    axes.set_yscale("log")
    axes.legend(frameon=False)
    return save(figure, folder, "deepening")
