"""The plain twin of `board.cpp`: the same codes from a short board in Python. Tests hold the two together."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


class PlainBoard:
    """Stones as a flat list: 0 empty, 1 Black, 2 White; `ko` is where the mover may not retake."""

    def __init__(self, side: int) -> None:
        self.side = side
        self.stones = [0] * (side * side)
        self.ko: int | None = None

    def near(self, point: int) -> list[int]:
        row, col = divmod(point, self.side)
        around = [(row, col + 1), (row, col - 1), (row + 1, col), (row - 1, col)]
        return [r * self.side + c for r, c in around if 0 <= r < self.side and 0 <= c < self.side]

    def chain(self, point: int) -> tuple[set[int], set[int]]:
        """The stones of a chain and its liberties."""
        stones, liberties, open_points = {point}, set(), [point]
        while open_points:
            for each in self.near(open_points.pop()):
                if self.stones[each] == 0:
                    liberties.add(each)
                elif self.stones[each] == self.stones[point] and each not in stones:
                    stones.add(each)
                    open_points.append(each)
        return stones, liberties

    def play(self, point: int, color: int) -> bool:
        """Plays a move with its captures; False, and nothing changes, where it is illegal."""
        if self.stones[point] or point == self.ko:
            return False
        self.stones[point] = color
        captured: set[int] = set()
        for each in self.near(point):
            if self.stones[each] == 3 - color:
                stones, liberties = self.chain(each)
                captured |= set() if liberties else stones
        for each in captured:
            self.stones[each] = 0
        stones, liberties = self.chain(point)
        if not liberties:
            self.stones[point] = 0
            return False
        alone = len(captured) == 1 and len(stones) == 1 and liberties == captured
        self.ko = next(iter(captured)) if alone else None
        return True

    def codes(self) -> NDArray[np.uint8]:
        """The codes of `board.cpp`."""
        codes = np.zeros(len(self.stones), dtype=np.uint8)
        for point, color in enumerate(self.stones):
            if color:
                codes[point] = (color - 1) * 4 + min(4, len(self.chain(point)[1]))
        if self.ko is not None:
            codes[self.ko] = 9
        return codes


def replay_game(moves: NDArray[np.uint16], side: int) -> NDArray[np.uint8]:
    """Codes before every move of a legal game and after its last."""
    board = PlainBoard(side)
    rows = [board.codes()]
    for ply, move in enumerate(moves):
        if move >= side * side:
            board.ko = None
        elif not board.play(int(move), 1 + ply % 2):
            raise ValueError(f"move {ply + 1} is illegal")
        rows.append(board.codes())
    return np.stack(rows)
