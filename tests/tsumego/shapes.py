"""Diagrams that several tests share."""

from __future__ import annotations

STRAIGHT_THREE = """
Black to play
. . . W x -
W W W W x -
x x x x x -
"""
"""White's eye space of three points in the corner: B3 is vital for both sides."""
