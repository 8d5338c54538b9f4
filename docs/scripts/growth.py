"""Writes docs/results/growth.md and its pictures from what `benchmarks/growth.py` has measured.

python docs/scripts/growth.py
"""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any, NamedTuple

DOCS = Path(__file__).parents[1]
SOURCE, TARGET, PICTURES = DOCS / "results" / "growth.json", DOCS / "results" / "growth.md", DOCS / "pictures"


class Measure(NamedTuple):
    """One measure of the file: its heading, what x and y are, and how it grows."""

    title: str
    x: str
    y: str
    """The field that is fitted: nodes or seconds."""
    exponential: bool
    """Whether cost is multiplied by a factor for each step of x, or is a power of x."""
    wall: float
    """The cost that counts as the wall, in units of y; 0 for none in sight."""
    wall_words: str
    note: str
    straight: bool = False
    """Whether cost is a fixed part and a part for each unit of x, shown as a straight line."""


MEASURES = {
    "life_and_death": Measure(
        "Life and death, by empty points of the area", "empty points", "nodes", True, 3e6,
        "about ten seconds of one core",
        "Random enclosed groups in a corner, none chosen by its answer; at most 300,000 positions.\n"
        "An answer has every right move and every refutation.",
    ),
    "small_boards": Measure(
        "Small boards, by points of the empty board", "points", "nodes", True, 1e10,
        "ten billion positions, some two hours of one core",
        "Positions until Black's forced score is proved, without books. The seconds of 3x3 were repeated on\n"
        "19 November 2026 with everything loaded.",
    ),
    "playouts": Measure("Playouts, by points of the board", "points", "seconds", False, 0, "",
                        "One random game from the empty board."),
    "network": Measure("The network, by points of the board", "points", "seconds", False, 0, "",
                       "One position of the middle game."),
    "moyo": Measure("Moyo, by points of the board", "points", "seconds", False, 0, "",
                    "One evaluation of a board that is a fifth full."),
    "games": Measure("Reading games, by their number", "games", "seconds", False, 0, "",
                     "SGF games of 100 moves on 19x19, read and replayed by the rules."),
    "problems": Measure("Importing problems, by their number", "problems", "seconds", False, 0, "",
                        "Files of one problem each, checked, copied and indexed."),
    "workers": Measure("Big collections, by their workers", "workers", "seconds", False, 0, "",
                       "Processor seconds of all processes together for 100 shipped problems. Each further\n"
                       "worker adds the seconds of its start; the problems stay the same. What workers gain\n"
                       "by the clock: [measured figures](../results.md#big-collections).", straight=True),
    "players": Measure("A server for a club, by its players", "players", "seconds", False, 1.0,
                       "one core, because one thread answers",
                       "Processor seconds of the server for each second, if everybody moves twice a second\n"
                       "on 19x19. Measured on a crowded machine, with ten programs for each core."),
}  # fmt: skip
HEAD = """# How cost grows

`python benchmarks/growth.py` measures; `python docs/scripts/growth.py` writes this page and its pictures.
Positions searched do not depend on the machine. Seconds are processor seconds on a busy machine of two cores,
which may be up to three times those of an idle one. The column *grows* is the slope of the line of least
squares through the logarithms, by positions where positions were counted, otherwise by seconds. For workers
it is a straight line through the seconds themselves. Small searches have a fixed part in their seconds, so
the slope of seconds is lower than that of positions. The *wall* is the size at which the line of *grows*
reaches the cost named beside it. It is a forecast, not a measurement. How much workers gain and how long
players wait by the clock must be measured on an idle machine, by `python benchmarks/many.py` and
`python benchmarks/web.py --club --players 200`.

| what | grows | in seconds | wall |
|---|---|---|---|
"""


def slope(measure: Measure, rows: list[dict[str, Any]], y: str = "") -> tuple[float, float]:
    """Slope and height of the line through the logarithms of y, by default the measure's own.

    x is taken as it is where growth is exponential, and both are where the line is straight.

    >>> line = slope(MEASURES["games"], [{"x": 1, "seconds": 2.0}, {"x": 10, "seconds": 20.0}])
    >>> round(line[0], 6)
    1.0
    >>> line = slope(MEASURES["workers"], [{"x": 1, "seconds": 15.0}, {"x": 3, "seconds": 23.0}])
    >>> [round(each, 6) for each in line]
    [4.0, 11.0]
    """
    y = y or measure.y
    points = [
        (
            row["x"] if measure.exponential or measure.straight else math.log(row["x"]),
            row[y] if measure.straight else math.log(row[y]),
        )
        for row in rows
        if row[y] > 0
    ]
    mean_x, mean_y = (sum(each) / len(points) for each in zip(*points, strict=True))
    over = sum((x - mean_x) * (y - mean_y) for x, y in points)
    steep = over / sum((x - mean_x) ** 2 for x, _ in points)
    return steep, mean_y - steep * mean_x


def growth(measure: Measure, rows: list[dict[str, Any]], y: str = "") -> str:
    """The slope in words.

    >>> growth(MEASURES["workers"], [{"x": 1, "seconds": 15.0}, {"x": 3, "seconds": 23.0}])
    '11.0 s and 4.0 s more for each of the workers'
    """
    steep, height = slope(measure, rows, y)
    if measure.straight:
        return f"{height:.1f} s and {steep:.1f} s more for each of the {measure.x}"
    if measure.exponential:
        return f"{math.exp(2 * steep):.1f} times for two more {measure.x}"
    return f"with the power {steep:.2f} of the {measure.x}"


def in_seconds(measure: Measure, rows: list[dict[str, Any]]) -> str:
    """The slope of the seconds where that of positions is shown first."""
    return growth(measure, rows, "seconds") if measure.y == "nodes" else "the same"


def wall(measure: Measure, rows: list[dict[str, Any]]) -> str:
    """Where the line reaches what is too much, in words."""
    if not measure.wall:
        return "none in sight"
    steep, height = slope(measure, rows)
    reached = (math.log(measure.wall) - height) / steep
    size = reached if measure.exponential else round(math.exp(reached), -1)
    return f"{size:.0f} {measure.x}: {measure.wall_words}"


def section(name: str, measure: Measure, rows: list[dict[str, Any]]) -> str:
    """Table and picture of one measure."""
    columns = [key for key in ("n", "proved", "nodes", "most", "seconds") if key in rows[0]]
    words = {"n": "groups", "nodes": "positions, median", "most": "one in ten needs more than"}
    head = f"| {measure.x} | " + " | ".join(words.get(key, key) for key in columns) + " |\n"
    lines = [
        f"| {row.get('name', row['x'])} | " + " | ".join(_figure(row[key]) for key in columns) + " |\n"
        for row in rows
    ]
    line = f"|{'---|' * (len(columns) + 1)}\n"
    picture = f"![{measure.title}](../pictures/growth-{name}.svg)"
    return f"\n## {measure.title}\n{measure.note}\n\n{picture}\n\n{head}{line}{''.join(lines)}"


def _figure(value: float) -> str:
    return f"{value:,}" if isinstance(value, int) else f"{value:.3g}" if value >= 1e-3 else f"{value:.2e}"


def written() -> str:
    """The page."""
    held = json.loads(SOURCE.read_text("utf8"))
    chosen = {name: measure for name, measure in MEASURES.items() if name in held}
    table = "".join(
        f"| {measure.title} | {growth(measure, held[name])} | {in_seconds(measure, held[name])} "
        f"| {wall(measure, held[name])} |\n"
        for name, measure in chosen.items()
    )
    return HEAD + table + "".join(section(name, measure, held[name]) for name, measure in chosen.items())


def draw(name: str, measure: Measure, rows: list[dict[str, Any]]) -> None:
    """The picture of one measure: points and the fitted line."""
    from honte.study.plots import COLORS, new_figure, pyplot

    figure, axes = new_figure(measure.title, measure.x, "positions" if measure.y == "nodes" else "seconds")
    steep, height = slope(measure, rows)
    xs = [row["x"] for row in rows]
    ends = [min(xs), max(xs)]
    if measure.straight:
        line = [height + steep * x for x in ends]
    else:
        line = [math.exp(height + steep * (x if measure.exponential else math.log(x))) for x in ends]
    axes.plot(ends, line, color=COLORS[1], linewidth=1, label=growth(measure, rows))
    axes.plot(xs, [row[measure.y] for row in rows], "o", color=COLORS[0])
    if measure.straight:
        axes.set_ylim(bottom=0)
    else:
        axes.set_yscale("log")
    if not measure.exponential and not measure.straight:
        axes.set_xscale("log")
    axes.legend(frameon=False)
    pyplot().rcParams["svg.hashsalt"] = name
    figure.savefig(PICTURES / f"growth-{name}.svg", metadata={"Date": None})
    pyplot().close(figure)


if __name__ == "__main__":
    for key, rows in json.loads(SOURCE.read_text("utf8")).items():
        draw(key, MEASURES[key], rows)
    TARGET.write_text(written(), encoding="utf8")
