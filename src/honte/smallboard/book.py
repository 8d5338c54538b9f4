"""Books: proved strategies on disk, one move for every position the winner can meet.

A walk through a finished proof makes a book (`making`): for each position in which the prover is to
play, up to symmetry, it holds the prover's move. It is a certificate, not a cache of opinions:
`checker.check` replays it against every reply with the rules of `honte.core` alone. Shipped books lie
beside this module; `python benchmarks/smallboard.py --book 3x5:15 --out FILE.npz` makes another.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from honte.core import BLACK, PASS, Board, Color, Move, Position
from honte.errors import InputError
from honte.grid import Grid, Point, PointSet
from honte.search.budget import Budget
from honte.smallboard.engine import Engine, State
from honte.smallboard.graph import Graph
from honte.smallboard.holding import Holding
from honte.smallboard.laws import SIMPLE
from honte.smallboard.plain import area_margin
from honte.whole import whole_file

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FOLDER = Path(__file__).parent / "books"
"""The folder of the shipped books."""
PASS_CODE = 255
"""A pass in `Book.moves`; a point is its number, row by row from the lower left."""


@dataclass(frozen=True)
class Book:
    """A strategy: from `start` the prover (as Black) gets at least `goal`."""

    grid: Grid
    goal: int
    start: tuple[int, int]
    """Masks of the starting board, the prover's first."""
    keys: NDArray[np.uint64]
    moves: NDArray[np.uint8]
    prover_first: bool = True
    endless: bool = False
    """Whether play that never ends counts for the prover: what a `Holding` shows, not the proof of a
    margin."""
    superko: bool = False
    """Whether the strategy, from any of its positions on, never makes a board for the second time."""
    rest: int = 1
    """Plies from the end that are not written: a stone that secures the goal (1), or up to 5 by the rule of
    `honte.kernels.small.finish`."""

    def __len__(self) -> int:
        return len(self.keys)

    def move(self, position: Position, prover: Color = BLACK) -> tuple[bool, Move]:
        """(whether the book has the position, the prover's move there); the prover must be to play."""
        import numpy as np

        board = position.board
        if position.to_play is not prover or not self.fits(board.grid):
            return False, None
        if board.grid is not self.grid:
            known, move = self.move(turned(position), prover)
            return known, None if move is None else Point(move.row, move.col)
        ko = 0 if position.ko is None else self.grid.bit(position.ko)
        key, symmetry = _key(self.grid, board.stones_mask(prover), board.stones_mask(prover.opponent), ko)
        at = int(np.searchsorted(self.keys, np.uint64(key)))
        if at == len(self.keys) or int(self.keys[at]) != key:
            return False, None
        code = int(self.moves[at])
        if code == PASS_CODE:
            return True, None
        return True, self.grid.symmetries[symmetry].inverse(self.grid.points[code])

    def fits(self, grid: Grid) -> bool:
        """Whether the book is about boards of this shape, upright or turned."""
        return {grid.cols, grid.rows} == {self.grid.cols, self.grid.rows}

    def leads_to(self, position: Position, prover: Color) -> bool:
        """Whether the prover comes to a position, the opponent to play, by a move of the book.

        Moves that capture stones are not looked for.
        """
        board = position.board
        if position.ko is not None or not self.fits(board.grid):
            return False
        for point in board.stones(prover):
            before = Position(board.with_stones(board.grid.set([point]), None), prover)
            if self.move(before, prover) == (True, point):
                return True
        return False

    def promises(self, position: Position, prover: Color, engine: Engine) -> bool:
        """Whether the strategy takes the prover to its goal from a position, with either side to play."""
        if self.endless or not self.fits(position.board.grid):
            return False
        if position.to_play is prover:
            known = self.move(position, prover)[0] or self._secured(position, prover, engine)
            return known or self.finish(position, prover, engine) is not None
        after = [position.play_unchecked(point) for point in position.legal_moves(SIMPLE)]
        if area_margin(position.board) * prover < self.goal:
            after.append(position.play_unchecked(PASS))
        return all(self.promises(child, prover, engine) for child in after)

    def _secured(self, position: Position, prover: Color, engine: Engine) -> bool:
        """Whether the prover, to play, has secured the goal."""
        held = engine.held(position.board.stones_mask(prover))
        return position.ko is None and 2 * held - self.grid.size >= self.goal

    def finish(self, position: Position, prover: Color, engine: Engine) -> tuple[Move] | None:
        """The move of the rule near the end, where the book is silent; None for none."""
        board = position.board
        ko = 0 if position.ko is None else board.grid.bit(position.ko)
        state = State(board.stones_mask(prover), board.stones_mask(prover.opponent), ko)
        return engine.finish(state, self.goal, self.rest)

    def save(self, path: Path) -> None:
        """Writes the book to a file."""
        import numpy as np

        with whole_file(path) as out:
            np.savez_compressed(
                out, shape=np.array([self.grid.cols, self.grid.rows, self.goal]),
                kind=np.array([self.prover_first, self.endless, self.superko]),
                start=np.array(self.start, np.uint64), rest=np.array(self.rest),
                keys=self.keys, moves=self.moves,
            )  # fmt: skip

    @staticmethod
    def load(path: Path) -> Book:
        """Reads a book from a file; raises InputError when it is none."""
        import numpy as np

        try:
            with np.load(path) as data:
                cols, rows, goal = (int(x) for x in data["shape"])
                own, opp = (int(x) for x in data["start"])
                kind = data["kind"].tolist() if "kind" in data else (True, False)
                rest = int(data["rest"]) if "rest" in data else 1
                entries = data["keys"], data["moves"]
                return replace(Book(Grid(cols, rows), goal, (own, opp), *entries, *kind), rest=rest)
        except (OSError, KeyError, ValueError) as error:
            raise InputError(f"{path} is not a book: {error}") from None


@cache
def shipped(grid: Grid) -> tuple[Book, ...]:
    """The books for a grid, upright or turned, that come with honte."""
    small, large = sorted((grid.cols, grid.rows))
    paths = sorted(FOLDER.glob(f"{small}x{large}*.npz"))
    return tuple(book for path in paths if (book := Book.load(path)).fits(grid))


def turned(position: Position) -> Position:
    """The position with columns and rows exchanged.

    >>> print(turned(Position(Board.parse("X . .\\n. . O"), BLACK)).board)
    O .
    . .
    . X
    """
    board, ko = position.board, position.ko
    grid = Grid(board.grid.rows, board.grid.cols)

    def across(mask: int) -> int:
        return sum(grid.bit(Point(point.row, point.col)) for point in PointSet(board.grid, mask))

    turned_ko = None if ko is None else Point(ko.row, ko.col)
    return Position(
        Board(grid, across(board.black_mask), across(board.white_mask)), position.to_play, turned_ko
    )


def book_move(position: Position) -> tuple[bool, Move]:
    """(whether a shipped book has the position or its rule ends the game, the move) for the side to play."""
    books, prover = shipped(position.board.grid), position.to_play
    for book in books:
        known, move = book.move(position, prover)
        if known:
            return True, move
    for book in books:
        ending = book.finish(position, prover, _engine(position.board.grid)) if book.rest > 1 else None
        if ending:
            return True, ending[0]
    return False, None


@cache
def _engine(grid: Grid) -> Engine:
    """An engine for the rules of books; it never searches."""
    return Engine(grid, Budget(memory_mb=1))


def _key(grid: Grid, own: int, opp: int, ko: int) -> tuple[int, int]:
    """The least two-bit number of a board over its symmetries, and the symmetry that gives it."""
    best, which = -1, 0
    for j, symmetry in enumerate(grid.symmetries):
        number = 0
        for code, mask in ((1, own), (2, opp), (3, ko)):
            for bit in grid.masks_of(mask):
                point = symmetry(grid.point_of(bit.bit_length() - 1))
                number += code << 2 * (point.row * grid.cols + point.col)
        if best < 0 or number < best:
            best, which = number, j
    return best, which


def entry_of(grid: Grid, own: int, opp: int, ko: int, move: Move) -> tuple[int, int]:
    """The entry (key, code) of one position and the prover's move there."""
    key, symmetry = _key(grid, own, opp, ko)
    if move is None:
        return key, PASS_CODE
    image = grid.symmetries[symmetry](move)
    return key, image.row * grid.cols + image.col


def book_of_holding(holding: Holding) -> Book:
    """The strategy that keeps a goal from the prover forever, taken from a thorough `Holding`."""
    state, grid = holding.state, holding.engine.grid
    opp, own, ko, reply = holding.replies()
    entries = entries_from(grid, own, opp, ko, reply)
    return Book(
        grid, 1 - holding.goal, (state.opp, state.own), *entries,
        prover_first=not state.prover_first, endless=True,
    )  # fmt: skip


def entries_of(grid: Grid, graph: Graph) -> tuple[NDArray[np.uint64], NDArray[np.uint8]]:
    """Keys and moves of the positions of a strategy in which the prover is to play."""
    from honte.kernels.small.certify import CLOSED

    nodes = graph.nodes[: graph.used]
    chosen = nodes[(nodes["turn"] == 0) & (nodes["state"] == CLOSED)]
    return entries_from(grid, *(chosen[name] for name in ("own", "opp", "ko", "reply")))


def entries_from(
    grid: Grid, own: NDArray[Any], opp: NDArray[Any], ko: NDArray[Any], reply: NDArray[Any]
) -> tuple[NDArray[np.uint64], NDArray[np.uint8]]:
    """Sorted keys and moves of many positions at once (masks; a reply of 0 is a pass)."""
    import numpy as np

    numbers, codes = _numbered(grid, own, opp, ko, reply)
    keys, places = np.unique(numbers, return_index=True)
    return keys, codes[places]


def _numbered(
    grid: Grid, own: NDArray[Any], opp: NDArray[Any], ko: NDArray[Any], reply: NDArray[Any]
) -> tuple[NDArray[np.uint64], NDArray[np.uint8]]:
    """Key and move of each of many positions: see `_key`."""
    import numpy as np

    best = np.full(len(own), np.iinfo(np.uint64).max, np.uint64)
    codes = np.full(len(own), PASS_CODE, np.uint8)
    for symmetry in grid.symmetries:
        numbers, images = np.zeros_like(best), np.full_like(codes, PASS_CODE)
        for point in grid.points:
            bit, image = np.uint64(grid.bit(point)), symmetry(point)
            rank = image.row * grid.cols + image.col
            for code, masks in ((1, own), (2, opp), (3, ko)):
                numbers += (masks & bit != 0) * np.uint64(code << 2 * rank)
            images[reply == bit] = rank
        better = numbers < best
        best[better], codes[better] = numbers[better], images[better]
    return best, codes
