"""Thumbnails: the stones of a problem, cropped, as SVG."""

from __future__ import annotations

from honte.formats.picture import Picture, crop_around
from honte.library.query import Found


def thumbnail(found: Found, theme: str = "wood") -> str:
    """The SVG of a small picture of a problem."""
    board = found.board
    return Picture(board, crop=crop_around(~board.empty, 1), coordinates="none", theme=theme).svg()
