"""SameGame boards as SVG or PNG, and a solution as an animated GIF.

Each color has its own hue and its own mark, so the colors differ without color vision, too. A light rim
around a group shows the move that removes it.
"""

from __future__ import annotations

from collections.abc import Sequence

from honte.drawing import Scene, Style, gif, mix, regular_polygon
from honte.errors import InputError
from honte.grid import Point
from honte.samegame.board import Board
from honte.samegame.game import replay
from honte.samegame.scoring import STANDARD, Scoring

CELL = 28.0
MARGIN = 22.0
CAPTION = 30.0
BACKGROUND, FRAME, INK = "#f7f5f0", "#e6e1d6", "#4a463e"
HUES = (
    "#d1495b", "#2e86ab", "#edae49", "#4c9f70", "#7d5ba6", "#e07a5f", "#5c6b73", "#b5838d", "#1d9a8a",
)  # fmt: skip
"""The fills of colors 1 to 9; they differ in lightness, too."""
LONGEST_MS, FRAME_MS, LAST_MS = 60_000, 450, 2500
"""Milliseconds of an animation: at most in all, for a frame, for the last frame."""


def draw(board: Board, *, caption: str = "", marked: Sequence[Point] = (), coordinates: bool = True) -> Scene:
    """A picture of a board; the group of each marked point gets a rim.

    >>> draw(Board.parse("12\\n11")).svg().count("<rect") > 4
    True
    """
    width = board.cols * CELL + 2 * MARGIN
    height = board.height * CELL + 2 * MARGIN + (CAPTION if caption else 0)
    scene = Scene(width, height, BACKGROUND, title=caption or f"SameGame board, {board.count} tiles")
    scene.rect((MARGIN, MARGIN), (board.cols * CELL, board.height * CELL), Style(fill=FRAME), 6)
    lit = {point for mark in marked for point in board.group(mark).points}
    for point, color in board:
        _tile(scene, board, point, color, lit=point in lit)
    if coordinates:
        _coordinates(scene, board)
    if caption:
        scene.text((width / 2, height - MARGIN - 2), caption, 14, INK)
    return scene


def _corner(board: Board, point: Point) -> tuple[float, float]:
    return MARGIN + point.col * CELL, MARGIN + (board.height - 1 - point.row) * CELL


def _tile(scene: Scene, board: Board, point: Point, color: int, *, lit: bool) -> None:
    x, y = _corner(board, point)
    hue = HUES[color - 1]
    scene.rect((x + 1, y + 1), (CELL - 2, CELL - 2), Style(fill=hue), 5)
    center = (x + CELL / 2, y + CELL / 2)
    _mark(scene, center, color, Style(fill=mix(hue, "#ffffff", 0.45)))
    if lit:
        rim = Style(stroke="#ffffff", width=3)
        scene.rect((x + 2, y + 2), (CELL - 4, CELL - 4), rim, 4)


def _mark(scene: Scene, center: tuple[float, float], color: int, style: Style) -> None:
    """A small shape of its own for each color: a disc, or a polygon with 3 to 6 corners, up or turned."""
    if color == 1:
        scene.circle(center, CELL * 0.17, style)
        return
    sides = (color - 2) % 4 + 3
    turn = 3.14159265 / sides if color > 5 else 0.0
    scene.polygon(regular_polygon(center, CELL * 0.2, sides, turn), style)


def _coordinates(scene: Scene, board: Board) -> None:
    """Columns along the bottom and rows along the left, from 1; every second one on large boards."""
    step = 1 if max(board.cols, board.height) <= 20 else 2
    for col in range(0, board.cols, step):
        x = MARGIN + (col + 0.5) * CELL
        scene.text((x, MARGIN + board.height * CELL + 9), str(col + 1), 9, INK)
    for row in range(0, board.height, step):
        _, y = _corner(board, Point(0, row))
        scene.text((MARGIN - 10, y + CELL / 2), str(row + 1), 9, INK)


def animate(board: Board, moves: Sequence[Point], scoring: Scoring = STANDARD) -> list[Scene]:
    """A scene before each move with its group marked, and one of the end; raises IllegalMove."""
    played = replay(board, moves, scoring)
    scenes, points = [], 0
    for step, (here, move, size) in enumerate(zip(played.boards[:-1], moves, played.sizes, strict=True), 1):
        gain = scoring.points(size)
        text = f"move {step} of {len(moves)}: {size} tiles, {points} + {gain}"
        scenes.append(draw(here, caption=text, marked=[move]))
        points += gain
    end = "cleared" if played.cleared else f"{played.boards[-1].count} tiles left"
    scenes.append(draw(played.boards[-1], caption=f"{len(moves)} moves, {end}: {played.score} points"))
    return scenes


def animated_gif(board: Board, moves: Sequence[Point], scoring: Scoring = STANDARD) -> bytes:
    """The animation as a GIF file that repeats."""
    scenes = animate(board, moves, scoring)
    if len(scenes) > 1000:
        raise InputError(f"an animation of {len(scenes)} pictures is too long")
    each = min(FRAME_MS, LONGEST_MS // len(scenes))
    return gif(scenes, [each] * (len(scenes) - 1) + [LAST_MS])
