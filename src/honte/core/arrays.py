"""The border between `Position` and the compiled board of `honte.kernels.go.board`.

Positions become arrays of board records here and come back. Numba is imported by the functions, not
by the module: `import honte` stays light.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from honte.core.board import BLACK, WHITE, Board, Color, board_unchecked
from honte.core.position import Position
from honte.core.rules import KoRule, Rules
from honte.grid import Grid, Point, PointSet
from honte.search.warm import warms

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

STRIDE = 26
"""Cells from one row to the next: `honte.kernels.go.board.STRIDE`, without importing it."""

KERNEL_COLOR = {BLACK: 1, WHITE: 2}
KO_RULES = {KoRule.NONE: 0, KoRule.SIMPLE: 1, KoRule.POSITIONAL: 2, KoRule.SITUATIONAL: 3}


def cell_of(point: Point) -> int:
    """The cell of a point in the compiled board."""
    return (point.row + 1) * STRIDE + point.col + 1


def point_at(cell: int) -> Point:
    """The point of a cell; `cell_of` backwards."""
    row, col = divmod(cell - 1, STRIDE)
    return Point(col, row - 1)


def mask_array(grid: Grid, mask: int) -> NDArray[np.uint8]:
    """A mask as an array of 0 and 1, shape (rows, cols), row 0 at the bottom."""
    import numpy as np

    size = grid.rows * grid.stride
    packed = np.frombuffer(mask.to_bytes((size + 7) // 8, "little"), dtype=np.uint8)
    bits = np.unpackbits(packed, count=size, bitorder="little")
    return bits.reshape(grid.rows, grid.stride)[:, : grid.cols]


def array_mask(grid: Grid, array: NDArray[Any]) -> int:
    """The mask of an array's nonzero entries; `mask_array` backwards."""
    import numpy as np

    bits = np.zeros((grid.rows, grid.stride), dtype=np.uint8)
    bits[:, : grid.cols] = array != 0
    return int.from_bytes(np.packbits(bits.reshape(-1), bitorder="little").tobytes(), "little")


def stones_array(board: Board) -> NDArray[np.uint8]:
    """0 empty, 1 Black, 2 White; shape (rows, cols), row 0 at the bottom."""
    return mask_array(board.grid, board.black_mask) + 2 * mask_array(board.grid, board.white_mask)


def compiled(position: Position, room: int = 1) -> NDArray[Any]:
    """An array of `room` board records, the first of which holds the position and its ko.

    Raises IllegalPosition when a chain has no liberty.
    """
    import numpy as np

    from honte.kernels.go import board as kernels

    board = position.board.checked()
    boards = np.zeros(room, dtype=kernels.BOARD)
    stones = np.ascontiguousarray(stones_array(board)).reshape(-1)
    kernels.setup(boards, 0, board.grid.cols, board.grid.rows, stones)
    if position.ko is not None:
        boards[0]["ko"] = cell_of(position.ko)
    return boards


def on_board(boards: NDArray[Any], field: str, i: int = 0) -> NDArray[Any]:
    """One field of a board record as an array of shape (rows, cols), row 0 at the bottom."""
    cols, rows = int(boards[i]["cols"]), int(boards[i]["rows"])
    return cut_to_board(boards[i][field], cols, rows)


def cut_to_board(cells: NDArray[Any], cols: int, rows: int) -> NDArray[Any]:
    """The cells on the board, out of an array over all cells; shape (rows, cols)."""
    return cells[STRIDE + 1 :][: rows * STRIDE].reshape(rows, STRIDE)[:, :cols]


def board_of(boards: NDArray[Any], i: int = 0) -> Board:
    """The stones of one board record."""
    grid = Grid(int(boards[i]["cols"]), int(boards[i]["rows"]))
    color = on_board(boards, "color", i)
    return board_unchecked(grid, array_mask(grid, color == 1), array_mask(grid, color == 2))


def position_of(boards: NDArray[Any], to_play: Color, i: int = 0) -> Position:
    """The position of one board record."""
    ko = int(boards[i]["ko"])
    return Position(board_of(boards, i), to_play, point_at(ko) if ko else None)


def legal_set(boards: NDArray[Any], to_play: Color, *, suicide: bool = False, i: int = 0) -> PointSet:
    """All legal points of one board record under simple ko."""
    import numpy as np

    from honte.kernels.go import board as kernels

    out = np.empty(kernels.POINTS + 1, dtype=np.uint16)
    count = kernels.legal_moves(boards, i, KERNEL_COLOR[to_play], suicide, out)
    grid = Grid(int(boards[i]["cols"]), int(boards[i]["rows"]))
    return grid.set(point_at(cell) for cell in out[:count].tolist())


def count_paths(position: Position, depth: int, rules: Rules) -> int:
    """How many sequences of `depth` legal moves (passes included) start here: Go's perft.

    >>> from honte.core.rules import TROMP_TAYLOR
    >>> [count_paths(Position.empty(2), depth, TROMP_TAYLOR) for depth in range(4)]
    [1, 5, 21, 73]
    """
    from honte.kernels.go import perft

    boards = compiled(position, depth + 1)
    color = KERNEL_COLOR[position.to_play]
    return int(perft.count_paths(boards, color, depth, KO_RULES[rules.ko], rules.suicide))


@warms("Go board", seconds=2)
def warm_up() -> None:
    """Calls every board kernel once, so that it is compiled."""
    import numpy as np

    from honte.kernels.go import board as kernels

    boards = compiled(Position.empty(2), 2)
    kernels.clear(boards, 0, 2, 2)
    kernels.copy(boards, 0, 1)
    cell = cell_of(Point(0, 0))
    kernels.legal(boards, 0, cell, 1, False)
    kernels.play(boards, 0, cell, 1)
    kernels.liberties(boards, 0, cell, np.zeros(4, dtype=np.uint16))
    legal_set(boards, WHITE)
