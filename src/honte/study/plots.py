"""What the plots of all studies share: matplotlib without a window, one look, PNG and SVG files.

matplotlib is an extra (`honte[plots]`) and loads on first use.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from honte.errors import InputError
from honte.whole import whole_file

COLORS = ("#1f5fa8", "#b3372f", "#3a7d44", "#8a5a9e", "#c98a1b", "#5b6770", "#2a9aa5")
"""One color for each model, place or engine of a plot, in this order."""


def pyplot() -> Any:
    """matplotlib's pyplot, drawing into files; raises InputError where matplotlib is not installed."""
    try:
        import matplotlib
    except ImportError:
        raise InputError("plots need matplotlib: pip install 'honte[plots]'") from None
    matplotlib.use("Agg")
    from matplotlib import pyplot

    return pyplot


def new_figure(title: str, x: str, y: str) -> tuple[Any, Any]:
    """An empty figure with one pair of axes, labeled."""
    figure, axes = pyplot().subplots(figsize=(7.2, 4.4), layout="constrained")
    axes.set(title=title, xlabel=x, ylabel=y)
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(axis="y", alpha=0.25)
    return figure, axes


def save(figure: Any, folder: Path, name: str) -> list[Path]:
    """Writes a figure as NAME.png and NAME.svg, closes it, and returns both paths."""
    paths = [folder / f"{name}.{ending}" for ending in ("png", "svg")]
    for path in paths:
        path.parent.mkdir(parents=True, exist_ok=True)
        with whole_file(path) as out:
            figure.savefig(out, dpi=144, format=path.suffix[1:])
    pyplot().close(figure)
    return paths
