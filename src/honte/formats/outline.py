"""The border of a set of points, as lines between the corners of their cells."""

from __future__ import annotations

from collections.abc import Sequence

from honte.grid import Point


def outline(points: Sequence[Point]) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """The border of a set of cells as long straight lines between cell corners."""
    inside = set(points)
    edges: list[tuple[tuple[int, int], tuple[int, int]]] = []
    for across in (False, True):
        units: set[tuple[int, int]] = set()  # (line, place along it)
        for col, row in inside:
            line, place = (row, col) if across else (col, row)
            for side in (0, 1):
                other = Point(col, row + 2 * side - 1) if across else Point(col + 2 * side - 1, row)
                if other not in inside:
                    units.add((line + side, place))
        for line, place in sorted(units):
            if (line, place - 1) in units:
                continue
            end = place
            while (line, end) in units:
                end += 1
            edges.append(((place, line), (end, line)) if across else ((line, place), (line, end)))
    return edges
