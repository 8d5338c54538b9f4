"""The compiled board is the twin of Position: same stones, ko, captures, legality, counts."""

import random

import numpy as np
import pytest

from honte.core import BLACK, TSUMEGO, WHITE, Board, KoRule, Position, Rules
from honte.core.arrays import (
    KERNEL_COLOR,
    array_mask,
    board_of,
    cell_of,
    compiled,
    count_paths,
    legal_set,
    mask_array,
    on_board,
    point_at,
    position_of,
)
from honte.errors import IllegalPosition
from honte.grid import Grid, Point
from honte.kernels.go import board as kernels

SHAPES = [
    (1, 1),
    (2, 1),
    (1, 5),
    (2, 2),
    (3, 3),
    (5, 3),
    (4, 7),
    (6, 6),
    (9, 9),
    (13, 13),
    (19, 19),
    (25, 24),
]
NO_SUICIDE = Rules("plain", ko=KoRule.SIMPLE)
SUICIDE = Rules("suicide", ko=KoRule.SIMPLE, suicide=True)


def test_cells_and_points_are_each_other() -> None:
    grid = Grid(25)
    assert [point_at(cell_of(p)) for p in grid] == list(grid)
    assert len({cell_of(p) for p in grid}) == 625
    assert all(0 < cell_of(p) < kernels.CELLS - kernels.STRIDE - 1 for p in grid)


@pytest.mark.parametrize(("cols", "rows"), SHAPES)
def test_masks_and_arrays_are_each_other(cols: int, rows: int) -> None:
    grid = Grid(cols, rows)
    chosen = random.Random(cols * rows)
    points = [p for p in grid if chosen.random() < 0.5]
    mask = grid.set(points).mask
    array = mask_array(grid, mask)
    assert {Point(int(c), int(r)) for r, c in zip(*np.nonzero(array), strict=True)} == set(points)
    assert array_mask(grid, array) == mask


def check_against(boards: np.ndarray, position: Position, rng: random.Random) -> None:
    """Everything the record claims, against the position."""
    grid, board = position.board.grid, position.board
    assert position_of(boards, position.to_play) == position
    assert position_of(boards, position.to_play).ko == position.ko
    record = boards[0]
    listed = record["empty"][: record["empties"]].tolist()
    assert sorted(listed) == sorted(cell_of(p) for p in board.empty)
    assert [int(record["place"][cell]) for cell in listed] == list(range(len(listed)))
    for suicide, rules in ((False, NO_SUICIDE), (True, SUICIDE)):
        assert legal_set(boards, position.to_play, suicide=suicide) == position.legal_moves(rules)
    for point in rng.sample(grid.points, min(grid.size, 6)):
        chain = board.chain(point)
        one = bool(kernels.legal(boards, 0, cell_of(point), KERNEL_COLOR[position.to_play], False))
        assert one == (position.illegality(point, NO_SUICIDE) is None)
        if chain is not None:
            out = np.zeros(700, dtype=np.uint16)
            count = kernels.liberties(boards, 0, cell_of(point), out)
            assert {point_at(cell) for cell in out[:count].tolist()} == set(chain.liberties)
            head = int(record["head"][cell_of(point)])
            assert point_at(head) in chain.stones
            assert int(record["stones"][head]) == len(chain.stones)


@pytest.mark.parametrize(("cols", "rows"), SHAPES)
@pytest.mark.parametrize("rules", [NO_SUICIDE, SUICIDE], ids=["no suicide", "suicide"])
def test_random_games_agree(cols: int, rows: int, rules: Rules) -> None:
    rng = random.Random(f"{cols}x{rows} {rules.suicide}")
    captures = kos = 0
    for _ in range(3 if cols * rows > 100 else 12):
        position = Position.empty(cols, rows)
        boards = compiled(position)
        for _ in range(min(3 * cols * rows, 500)):
            moves = list(position.legal_moves(rules))
            move = rng.choice(moves) if moves and rng.random() < 0.97 else None
            color = position.to_play
            position, captured = position.play_and_captured(move)
            taken = kernels.play(boards, 0, 0 if move is None else cell_of(move), KERNEL_COLOR[color])
            assert taken == len(captured)
            captures += len(captured) > 0
            kos += position.ko is not None
            check_against(boards, position, rng)
    assert captures or cols * rows < 2
    assert kos or min(cols, rows) < 3


@pytest.mark.parametrize(("cols", "rows"), SHAPES)
def test_setup_gives_the_same_record_as_playing(cols: int, rows: int) -> None:
    rng = random.Random(cols * 31 + rows)
    position = Position.empty(cols, rows)
    boards = compiled(position)
    hashes = {int(boards[0]["hash"]): position.board}
    for _ in range(2 * cols * rows):
        moves = list(position.legal_moves(SUICIDE))
        if not moves:
            break
        move = rng.choice(moves)
        kernels.play(boards, 0, cell_of(move), KERNEL_COLOR[position.to_play])
        position = position.play_unchecked(move)
        again = compiled(position)
        for field in ("color", "around"):
            assert (on_board(again, field) == on_board(boards, field)).all()
        assert again[0]["hash"] == boards[0]["hash"]
        assert hashes.setdefault(int(boards[0]["hash"]), position.board) == position.board
    assert len(set(hashes.values())) == len(hashes)


def test_copy_takes_a_move_back() -> None:
    boards = compiled(Position(Board.parse(". X .\nX O .\n. X ."), BLACK), room=2)
    kernels.copy(boards, 0, 1)
    assert kernels.play(boards, 0, cell_of(Point(2, 1)), 1) == 1
    assert board_of(boards, 0) != board_of(boards, 1)
    kernels.copy(boards, 1, 0)
    assert (boards[0].tobytes()) == (boards[1].tobytes())


def test_a_chain_without_liberty_is_refused() -> None:
    with pytest.raises(IllegalPosition):
        compiled(Position(Board.parse("X O\nO .")))


def paths(position: Position, depth: int, rules: Rules, seen: list[object]) -> int:
    """The plain twin of count_paths."""
    if depth == 0:
        return 1
    total = 0
    for move in (None, *position.board.empty):
        if position.illegality(move, rules, seen) is None:
            after = position.play_unchecked(move)
            key = after.board if rules.ko is KoRule.POSITIONAL else after
            ko_free = after if rules.ko is not KoRule.NONE else Position(after.board, after.to_play)
            total += paths(ko_free, depth - 1, rules, [*seen, key])
    return total


@pytest.mark.parametrize("ko", list(KoRule))
@pytest.mark.parametrize("suicide", [False, True])
@pytest.mark.parametrize(
    ("start", "depth"),
    [(". .\n. .", 6), (". . .\n. . .", 4), (". X .\nX O X\n. O .", 5), ("X . O\nX O .", 5)],
)
def test_move_paths_agree_under_every_ko_rule(start: str, depth: int, ko: KoRule, suicide: bool) -> None:
    rules = Rules("test", ko=ko, suicide=suicide)
    for color in (BLACK, WHITE):
        position = Position(Board.parse(start), color)
        first = position.board if ko is KoRule.POSITIONAL else position
        assert count_paths(position, depth, rules) == paths(position, depth, rules, [first])


@pytest.mark.parametrize(
    ("cols", "rows", "depth", "counts"),
    [(2, 2, 8, (6457, 6457, 6049, 6177)), (3, 2, 8, (95813, 94469, 94413, 94413))],
)
def test_known_move_path_counts(cols: int, rows: int, depth: int, counts: tuple[int, ...]) -> None:
    """A signature of all rules, in the order of KoRule; the plain twin agrees with it above."""
    position = Position.empty(cols, rows)
    assert tuple(count_paths(position, depth, Rules("t", ko=ko)) for ko in KoRule) == counts


def test_opening_paths_of_a_full_board() -> None:
    assert count_paths(Position.empty(19), 2, TSUMEGO) == 362 + 361 * 361
