"""Archives of counted 19x19 games, read once for all programs that fit on them.

An archive is an .npz file of five arrays. `moves` holds all games one after another, a number a move: bit 9
is set for White, the low bits are column * 19 + row from the top, and 361 is a pass. `start` holds where
each game's moves begin, with one entry more at the end. `komi`, `result` (Black's margin with komi) and
`rules` (0 territory, 1 area) hold one number a game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from honte.core import BLACK, CHINESE, JAPANESE, WHITE, Board, Color, Game, Move, Phase, Rules
from honte.core.arrays import STRIDE, mask_array, point_at
from honte.grid import Grid
from honte.scoring import Score

Array = NDArray[Any]
SIDE = 19
POINTS = SIDE * SIDE
PASS = POINTS
WHITE_BIT = 1 << 9


@dataclass(frozen=True)
class Records:
    """The games of an archive, with moves as cells and colors of the compiled board; cell 0 is a pass."""

    cells: NDArray[np.uint16]
    colors: NDArray[np.uint8]
    start: NDArray[np.int64]
    komi: NDArray[np.float32]
    result: NDArray[np.float32]
    rules: NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.komi)

    def span(self, game: int) -> slice:
        """Where the moves of one game stand in `cells` and `colors`."""
        return slice(int(self.start[game]), int(self.start[game + 1]))

    def length(self, game: int) -> int:
        """The number of moves of one game, passes included."""
        return int(self.start[game + 1] - self.start[game])

    def rules_of(self, game: int) -> Rules:
        """Chinese or Japanese rules with the komi of one game."""
        return (CHINESE if self.rules[game] else JAPANESE).with_komi(float(self.komi[game]))

    def moves(self, game: int) -> Iterator[tuple[Color, Move]]:
        """The moves of one game; a pass is None."""
        span = self.span(game)
        for cell, color in zip(self.cells[span].tolist(), self.colors[span].tolist(), strict=True):
            yield (BLACK if color == 1 else WHITE), point_at(cell) if cell else None

    def boards(self, game: int) -> Iterator[Board]:
        """The board after each move of one game. Legality is not checked."""
        board = Board(Grid(SIDE))
        for color, move in self.moves(game):
            if move is not None:
                board, _ = board.place(move, color)
            yield board

    def played(self, game: int) -> Game:
        """One game with all its moves up to the passes that end it."""
        played = Game(SIDE, self.rules_of(game))
        for color, move in self.moves(game):
            if played.phase is not Phase.PLAY:
                break
            played.force(move, color)
        return played


def read_records(path: Path) -> Records:
    """Reads an archive."""
    with np.load(path) as file:
        moves = file["moves"]
        point = (moves & (WHITE_BIT - 1)).astype(np.int64)
        col, row = point // SIDE, SIDE - 1 - point % SIDE
        cells = np.where(point == PASS, 0, (row + 1) * STRIDE + col + 1).astype(np.uint16)
        colors = np.where(moves & WHITE_BIT, 2, 1).astype(np.uint8)
        return Records(cells, colors, file["start"], file["komi"], file["result"], file["rules"])


def owners(board: Board, dead_mask: int, score: Score) -> NDArray[np.int8]:
    """The owner of each point of a counted board (1 Black, -1 White, 0 nobody), shape (rows, cols)."""
    black = mask_array(board.grid, board.black_mask & ~dead_mask | score.black_points.mask)
    white = mask_array(board.grid, board.white_mask & ~dead_mask | score.white_points.mask)
    return black.astype(np.int8) - white.astype(np.int8)


def kept(cache: Path | None, collect: Callable[[], dict[str, Array]]) -> dict[str, Array]:
    """The arrays in `cache`, if that file exists; else collects them and writes them there."""
    if cache is not None and cache.exists():
        return dict(np.load(cache))
    data = collect()
    if cache is not None:
        np.savez(cache, **data)
    return data
