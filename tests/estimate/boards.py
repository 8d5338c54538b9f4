"""Boards for hypothesis: random stones, without chains that have no liberty."""

from __future__ import annotations

from hypothesis import strategies as st

from honte.core import BLACK, WHITE, Board
from honte.grid import Grid, PointSet


@st.composite
def boards(draw: st.DrawFn, least: int = 1, most: int = 13) -> Board:
    """Any legal board, from empty to crowded."""
    grid = Grid(draw(st.integers(least, most)), draw(st.integers(least, most)))
    every = draw(st.integers(2, 12))
    seed = draw(st.integers(0, 2**32 - 1))
    black = white = 0
    for p in grid:
        seed = (seed * 6364136223846793005 + 1442695040888963407) % 2**64
        value = seed >> 40
        if value % every == 0:
            if value // every % 2:
                black |= grid.bit(p)
            else:
                white |= grid.bit(p)
    return without_dead(Board(grid, black, white))


def without_dead(board: Board) -> Board:
    """Takes chains without liberties off until the board is legal."""
    while board.faults():
        for color in (BLACK, WHITE):
            gone = PointSet(board.grid)
            for chain in board.chains(color):
                gone = gone if chain.liberties else gone | chain.stones
            board = board.with_stones(gone, None)
    return board
