"""Makes a book of a strategy that solve.cu has written: python tools/retrograde/book.py --help

A strategy file has a line for each position in which the prover is to play: the position (own stones,
the opponent's, the point banned by ko or 31, in one number), the move (a point, or the number of points
for a pass), and the plies to the end of the strategy. Lines are sorted by position; the file holds their
number and then nine columns of bytes: seven of the steps from each position to the next, the moves, the
plies (0: not known). Points are numbered row by row, without gaps. Positions with a move that secures
the goal are left out, as in every book. Files with the ending .xz are unpacked.
"""

from __future__ import annotations

import argparse
import lzma
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from honte.errors import InputError
from honte.grid import Grid
from honte.smallboard.book import Book, entries_from
from honte.smallboard.checker import check, check_by_games

STONES = np.uint64(0x1FFFFFF)
RULE = 5
"""The most plies before the end that a book leaves to the rule of `honte.kernels.small.finish`."""


def bit_of(numbers: NDArray[Any], size: int) -> NDArray[np.uint64]:
    """The mask of each numbered point; 0 for numbers of no point."""
    shift = np.minimum(numbers, size - 1).astype(np.uint64)
    return np.where(numbers < size, np.uint64(1) << shift, np.uint64(0))


def spread(grid: Grid, masks: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Masks of points numbered without gaps, as masks of a grid."""
    result = np.zeros_like(masks)
    for number, point in enumerate(grid.points):
        result += (masks >> np.uint64(number) & np.uint64(1)) * np.uint64(grid.bit(point))
    return result


def read_strategy(path: Path) -> tuple[NDArray[np.uint64], NDArray[np.uint8], NDArray[np.uint8]]:
    """Positions, moves and plies to the end."""
    data = path.read_bytes()
    content = np.frombuffer(lzma.decompress(data) if path.suffix == ".xz" else data, np.uint8)
    columns = content[8:].reshape(9, int(content[:8].view(np.uint64)[0]))
    steps = np.zeros(columns.shape[1], np.uint64)
    for number, column in enumerate(columns[:7]):
        steps |= column.astype(np.uint64) << np.uint64(8 * number)
    return np.cumsum(steps, dtype=np.uint64), columns[7], columns[8]


def book_of_strategy(path: Path, side: int, goal: int, own: int, opp: int) -> Book:
    """The book of a strategy file; it begins before the prover's one stone `own`, with `opp` on the board."""
    grid = Grid(side, side)
    key, moves, plies = read_strategy(path)
    rest = int(plies.min()) - 2 if plies.size else 1
    if not 0 < rest <= RULE:
        raise InputError(f"{path} must go on to {RULE} plies before the end; it stops at {rest}")
    ban, move = (key >> np.uint64(50)).astype(np.int64), moves.astype(np.int64)
    masks = (key & STONES, key >> np.uint64(25) & STONES, bit_of(ban, grid.size), bit_of(move, grid.size))
    first, before = spread(grid, np.array([own, opp], np.uint64))
    columns = [
        np.append(spread(grid, mask), last)
        for mask, last in zip(masks, (np.uint64(0), before, np.uint64(0), first), strict=True)
    ]
    return Book(grid, goal, (0, int(before)), *entries_from(grid, *columns), rest=rest)


def main() -> None:
    """Reads a strategy, writes the book and checks it."""
    parser = argparse.ArgumentParser(
        description="Makes and checks a book of a strategy that solve.cu has written."
    )
    parser.add_argument("strategy", type=Path)
    parser.add_argument("--side", type=int, default=5)
    parser.add_argument("--goal", type=int, default=25)
    parser.add_argument("--own", type=lambda text: int(text, 0), default=0x1000, help="the prover's stone")
    parser.add_argument("--opp", type=lambda text: int(text, 0), default=0, help="the opponent's stones")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--games", type=int, default=0, help="check by random games instead of every reply")
    options = parser.parse_args()
    book = book_of_strategy(options.strategy, options.side, options.goal, options.own, options.opp)
    book.save(options.out)
    if options.games:
        fault = check_by_games(book, options.games)
    else:
        visited, fault = check(book)
        print(f"{visited:,} positions checked")
    print(f"{len(book):,} positions in {options.out}: {fault or 'no fault'}")


if __name__ == "__main__":
    main()
