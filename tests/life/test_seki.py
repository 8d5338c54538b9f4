"""Standard sekis, and what only looks like one."""

import pytest

from honte.core import Board
from honte.life.seki import find_seki

NO_EYES = """
. O X . O X .
O O X . O X X
. O X O O X .
O O O X X X X
"""
STRAIGHT_THREE_KILLED = """
. O . X O .
X X X X O .
O O O O O .
. . . . . .
"""
FOUR_WITH_TWO_KILLED = """
. O O . X O .
X X X X X O .
O O O O O O .
. . . . . . .
"""
FIVE_WITH_THREE = """
. O O O . X O .
X X X X X X O .
O O O O O O O .
. . . . . . . .
"""


@pytest.mark.parametrize(
    ("diagram", "count"),
    [
        (NO_EYES, 1),
        (STRAIGHT_THREE_KILLED, 0),
        (FOUR_WITH_TWO_KILLED, 0),
        (FIVE_WITH_THREE, 1),
    ],
    ids=["no eyes", "nakade of one", "nakade of two", "five with three inside"],
)
def test_sekis(diagram: str, count: int) -> None:
    board = Board.parse(diagram)
    assert len(list(find_seki(board))) == count
    assert len(list(find_seki(board.swapped()))) == count
