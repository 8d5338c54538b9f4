"""Thumbnails: the stones of a problem, cropped, as SVG."""

from __future__ import annotations

from honte.core import Board
from honte.formats.picture import Picture, crop_around
from honte.grid import PointSet
from honte.library.query import Found


def thumbnail(found: Found, theme: str = "wood") -> str:
    """The SVG of a small picture of a problem."""
    return board_picture(found.board, theme)


def board_picture(board: Board, theme: str = "wood", marked: PointSet | None = None) -> str:
    """The SVG of a small picture of a position; `marked` stones have triangles."""
    marks = dict.fromkeys(marked or (), "triangle")
    crop = crop_around(~board.empty, 1)
    return Picture(board, crop=crop, coordinates="none", theme=theme, marks=marks).svg()
