"""The diagrams of a report: a move with the line that was better, a fight with its proof, the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from honte.core import BLACK, Position
from honte.counting.picture import count_picture
from honte.formats.picture import Picture, Region, crop_around
from honte.grid import Grid, Point, PointSet
from honte.report.report import Report

WHOLE_SIDE = 13
"""Boards up to this side are shown whole."""
AROUND = 4
"""Points around what a diagram is about."""
LINE = 9
"""Moves of a line that a diagram numbers."""
AREA = "#4c78a8"
"""The tint of the area in which a proof holds."""


def move_picture(report: Report, move: Mapping[str, Any]) -> Picture:
    """The position before a move: the line that was better is numbered, the move played has a cross."""
    position = report.position(move["move"] - 1)
    line = move["line"] or [first[0] for first in move["would"][:1]]
    picture = _with_line(position, line)
    return _framed(picture, [move["vertex"], *line[:1]], position.board.grid, cross=move["vertex"])


def fight_picture(report: Report, fight: Mapping[str, Any]) -> Picture:
    """The position of a fight: its stones have triangles, the area of the proof is tinted, right play is
    numbered, the move played has a cross."""
    position = report.position(fight["move"] - 1)
    position = position.with_to_play(BLACK if fight["mover"] == "B" else BLACK.opponent)
    grid = position.board.grid
    line = [fight["guess"]] if fight["guess"] else fight["line"] or fight["best"][:1]
    picture = _with_line(position, [] if fight["result"] in ("no", "open") else line)
    area = _points(grid, fight["area"])
    target = _points(grid, fight["target"])
    marks = dict.fromkeys((point for point in target if picture.board[point] is not None), "triangle")
    labels = dict.fromkeys(_points(grid, [fight["guess"]] if fight["guess"] else []), "?")
    regions = (Region(area, AREA),) if area and len(area) < grid.size else ()
    shown = [*fight["group"], *fight["target"], *fight["area"], *line[:LINE]]
    picture = Picture(picture.board, marks=marks, numbers=picture.numbers, labels=labels, regions=regions)
    near = fight["played"] if _is_near(grid, fight["played"], shown) else None
    return _framed(picture, [*shown, *([near] if near else [])], grid, cross=near)


def _is_near(grid: Grid, played: str | None, shown: Sequence[str]) -> bool:
    """Whether the move that was played is near enough to be shown."""
    found = _points(grid, [played] if played else [])
    corners = crop_around(_points(grid, shown), AROUND)
    if not found or corners is None:
        return False
    low, high = corners
    point = next(iter(found))
    return low.col <= point.col <= high.col and low.row <= point.row <= high.row


def end_picture(report: Report) -> Picture:
    """The end of the game: the count where there is one, otherwise the last position."""
    if report.count is not None:
        return count_picture(report.count, title="")
    steps = report.game.steps
    return Picture(report.game.board, last=steps[-1].move if steps else None)


def _with_line(position: Position, line: Sequence[str]) -> Picture:
    """The board after a line, each of its stones with its number; it ends where it cannot be played."""
    grid = position.board.grid
    numbers: dict[Point, int] = {}
    for number, text in enumerate(line[:LINE], 1):
        found = _points(grid, [text])
        point = next(iter(found), None)
        if point is None:
            position = position.play_unchecked(None)
            continue
        if point not in position.board.empty:
            break
        position = position.play_unchecked(point)
        numbers[point] = number
        numbers = {p: n for p, n in numbers.items() if position.board[p] is not None}
    return Picture(position.board, numbers=numbers)


def _framed(picture: Picture, shown: Sequence[str], grid: Grid, *, cross: str | None) -> Picture:
    """The picture cropped around what it shows, with a cross on an empty point."""
    free = (p for p in _points(grid, [cross] if cross else []) if picture.board[p] is None)
    crossed = dict.fromkeys(free, "cross")
    small = max(grid.cols, grid.rows) <= WHOLE_SIDE
    crop = None if small else crop_around(_points(grid, shown), AROUND)
    return replace(picture, marks={**picture.marks, **crossed}, crop=crop)


def _points(grid: Grid, texts: Sequence[str]) -> PointSet:
    return grid.set(grid.parse(text) for text in texts if text != "pass")
