"""SameGame on the page: one board and its moves, alone or against the computer, with undo and redo."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Literal

from honte.errors import InputError
from honte.grid import Point
from honte.samegame import STANDARD, Board, Duel

Variant = Literal["highest", "lowest", "max-min", "more", "fewer"]
"""Alone for the highest or the lowest score; or a duel: on one score, for more points, for fewer points."""
MAX_SIDE = 20
"""Tiles on the longest side of a board."""


@dataclass
class Tiles:
    """A game of SameGame. In a duel the person moves first and the computer second."""

    id: str
    boards: list[Board]
    """The first board, and the board after each move, undone moves included."""
    moves: list[Point] = field(default_factory=list)
    variant: Variant = "highest"
    at: int = 0
    """Number of moves in effect; later moves are undone."""
    version: int = 1
    lock: threading.RLock = field(default_factory=threading.RLock, repr=False)

    @property
    def board(self) -> Board:
        """The board as it stands."""
        return self.boards[self.at]

    @property
    def duel(self) -> Duel | None:
        """The rules of the duel; None for one person alone."""
        return None if self.variant in ("highest", "lowest") else Duel(self.variant)

    @property
    def to_play(self) -> int:
        """0 for the person, 1 for the computer."""
        return self.at % 2 if self.duel is not None else 0

    @property
    def sizes(self) -> list[int]:
        """The number of tiles that each move removed."""
        counts = [board.count for board in self.boards[: self.at + 1]]
        return [before - after for before, after in pairwise(counts)]

    @property
    def scores(self) -> list[int]:
        """One score, or the scores of the person and the computer."""
        points = [STANDARD.points(size) for size in self.sizes]
        over = self.board.is_over
        if self.duel in (None, Duel.MAX_MIN):
            return [sum(points) + (STANDARD.end(self.board) if over else 0)]
        sums = [sum(points[0::2]), sum(points[1::2])]
        if over and self.board.count == 0:
            sums[(self.at - 1) % 2] += STANDARD.clear_bonus
        return sums

    def play(self, point: Point) -> None:
        """Removes the group at a point."""
        board, _ = self.board.remove(point)
        self.boards = [*self.boards[: self.at + 1], board]
        self.moves = [*self.moves[: self.at], point]
        self.at += 1

    def undo(self) -> None:
        """Takes the last move back; in a duel, back to the turn of the person."""
        if self.at == 0:
            raise InputError("nothing to undo")
        self.at -= 1
        if self.duel is not None and self.to_play == 1 and self.at:
            self.at -= 1

    def redo(self) -> None:
        """Repeats the move that was undone last; in a duel, the reply to it, too."""
        if self.at == len(self.moves):
            raise InputError("nothing to redo")
        self.at += 1
        if self.duel is not None and self.to_play == 1 and self.at < len(self.moves):
            self.at += 1

    def record(self) -> dict[str, Any]:
        """A JSON object for the store."""
        return {
            "board": self.boards[0].rows(),
            "moves": [str(move) for move in self.moves],
            "variant": self.variant,
            "at": self.at,
            "version": self.version,
        }

    @classmethod
    def restored(cls, id: str, record: dict[str, Any]) -> Tiles:
        """A game from the store."""
        tiles = cls(id, [Board.of_rows(record["board"])], variant=record["variant"])
        for text in record["moves"]:
            tiles.play(Point.parse(text))
        tiles.at, tiles.version = record["at"], record["version"]
        return tiles
