"""SameGame on the page: one board, its moves, alone or against the computer, all undoable."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from honte.errors import InputError
from honte.grid import Point
from honte.samegame import STANDARD, Board, Duel

VARIANTS = ("highest", "lowest", "max-min", "more", "fewer")
"""Alone for the highest or lowest score; against the computer on one score, for more, for fewer."""
MAX_SIDE = 20


@dataclass
class Tiles:
    """A game of SameGame. In duels the person is the first player, the computer the second."""

    id: str
    boards: list[Board]
    moves: list[Point] = field(default_factory=list)
    variant: str = "highest"
    at: int = 0
    """Moves that stand; those after it are undone."""
    version: int = 1
    lock: threading.RLock = field(default_factory=threading.RLock, repr=False)

    @property
    def board(self) -> Board:
        return self.boards[self.at]

    @property
    def duel(self) -> Duel | None:
        return None if self.variant in ("highest", "lowest") else Duel(self.variant)

    @property
    def to_play(self) -> int:
        return self.at % 2 if self.duel is not None else 0

    @property
    def sizes(self) -> list[int]:
        """How many tiles each move took."""
        counts = [board.count for board in self.boards[: self.at + 1]]
        return [before - after for before, after in pairwise(counts)]

    @property
    def scores(self) -> list[int]:
        """The one score, or the person's and the computer's."""
        points = [STANDARD.points(size) for size in self.sizes]
        over = self.board.is_over
        if self.duel in (None, Duel.MAX_MIN):
            return [sum(points) + (STANDARD.end(self.board) if over else 0)]
        sums = [sum(points[0::2]), sum(points[1::2])]
        if over and self.board.count == 0:
            sums[(self.at - 1) % 2] += STANDARD.clear_bonus
        return sums

    def play(self, point: Point) -> None:
        board, _ = self.board.remove(point)
        self.boards = [*self.boards[: self.at + 1], board]
        self.moves = [*self.moves[: self.at], point]
        self.at += 1

    def undo(self) -> None:
        """One move back; in duels back to the person's turn."""
        if self.at == 0:
            raise InputError("nothing to undo")
        self.at -= 1
        if self.duel is not None and self.to_play == 1 and self.at:
            self.at -= 1

    def redo(self) -> None:
        if self.at == len(self.moves):
            raise InputError("nothing to redo")
        self.at += 1
        if self.duel is not None and self.to_play == 1 and self.at < len(self.moves):
            self.at += 1

    def record(self) -> dict[str, Any]:
        return {
            "board": self.boards[0].rows(),
            "moves": [str(move) for move in self.moves],
            "variant": self.variant,
            "at": self.at,
            "version": self.version,
        }

    @classmethod
    def restored(cls, id: str, record: dict[str, Any]) -> Tiles:
        tiles = cls(id, [Board.of_rows(record["board"])], variant=record["variant"])
        for text in record["moves"]:
            tiles.play(Point.parse(text))
        tiles.at, tiles.version = record["at"], record["version"]
        return tiles
