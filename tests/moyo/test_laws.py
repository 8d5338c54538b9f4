"""Paper 001: compiled against plain, symmetry, and the bounds the paper states."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from honte.core import BLACK, CHINESE, TROMP_TAYLOR, WHITE, Board, Color, Position
from honte.formats.load import load_game
from honte.grid import Point
from honte.moyo.atsumi import atsumi
from honte.moyo.regions import distances, nearer_masks, regions
from honte.moyo.size import PAPER, Kind, Moyo, Options, after_moves, move_changes, moyo
from tests.estimate.boards import boards
from tests.moyo.plain_moyo import PlainAtsumi, PlainMoyo

VARIANTS = [
    PAPER,
    Options(region_decides=True),
    Options(reach=4),
    Options(reach=3, fade=True),
    Options(diagonals=True),
    Options(late=True),
    Options(combine=True),
    Options(region_decides=True, reach=2, fade=True, diagonals=True, late=True, combine=True),
]


def same_as_plain(found: Moyo, plain: PlainMoyo) -> None:
    for p in found.grid:
        seen = found.object_at(p)
        assert seen == plain.objects.get(p), p
        if found.board[p] is None:
            assert found.atsumi[p] == plain.atsumi[p] / 10, p
            assert round(100 * found.enclosed_size(p)) == plain.sizes[p], p
        if seen is None:
            pair = (found.cutoff_number(p, BLACK), found.cutoff_number(p, WHITE))
            assert pair == tuple(n / 100 for n in plain.pairs[p]), p
    assert [round(100 * total) for total in found.totals] == [plain.s, plain.s_dropped, plain.s_atsumi]


@settings(max_examples=80, deadline=None)
@given(board=boards(most=11), options=st.sampled_from(VARIANTS))
def test_the_kernels_agree_with_plain_python(board: Board, options: Options) -> None:
    same_as_plain(moyo(board, options), PlainMoyo(board, options))


@settings(max_examples=8, deadline=None)
@given(board=st.sampled_from([19, 25]).flatmap(lambda side: boards(least=side, most=side)))
def test_the_kernels_agree_on_large_boards(board: Board) -> None:
    same_as_plain(moyo(board), PlainMoyo(board))


@settings(max_examples=40, deadline=None)
@given(board=boards(most=11))
def test_groups_agree_with_plain_python(board: Board) -> None:
    plain = {(color, frozenset(stones)) for color, stones in PlainAtsumi(board).groups}
    assert {(group.color, frozenset(group.stones)) for group in atsumi(board).groups} == plain


@settings(max_examples=40, deadline=None)
@given(board=boards(), options=st.sampled_from(VARIANTS), data=st.data())
def test_symmetry(board: Board, options: Options, data: st.DataObject) -> None:
    symmetry = data.draw(st.sampled_from(board.grid.symmetries))
    straight, turned = moyo(board, options), moyo(board.transformed(symmetry), options)
    assert straight.totals == turned.totals
    for p in board.grid:
        assert straight.enclosed_size(p) == turned.enclosed_size(symmetry(p))
        assert straight.atsumi[p] == turned.atsumi[symmetry(p)]
        assert straight.object_at(p) == turned.object_at(symmetry(p))


@settings(max_examples=40, deadline=None)
@given(board=boards(), options=st.sampled_from(VARIANTS))
def test_exchanging_the_colors_exchanges_the_signs(board: Board, options: Options) -> None:
    found, swapped = moyo(board, options), moyo(board.swapped(), options)
    assert tuple(-total for total in found.totals) == swapped.totals
    assert np.array_equal(found.hundredths, -swapped.hundredths)
    assert np.array_equal(found.atsumi.tenths, -swapped.atsumi.tenths)


@settings(max_examples=50, deadline=None)
@given(board=boards(), options=st.sampled_from(VARIANTS))
def test_bounds_of_section_4(board: Board, options: Options) -> None:
    found = moyo(board, options)
    most = 8 if options.diagonals else 4
    for p in board.empty:
        thing = found.object_at(p)
        b, w = found.cutoff_number(p, BLACK), found.cutoff_number(p, WHITE)
        assert b >= 0
        assert w >= 0
        assert b + w <= most
        assert abs(found.enclosed_size(p)) <= 1
        if thing is None and not options.combine:
            assert abs(found.enclosed_size(p)) <= 0.8
            assert 0.1 <= found.share(p, BLACK) <= 0.9
            assert found.share(p, BLACK) + found.share(p, WHITE) == pytest.approx(1)
        if thing is None and options == PAPER:
            assert found.enclosed_size(p) == pytest.approx(2 * found.difference(p) / 10)
        if thing is not None:
            assert abs(found.enclosed_size(p)) == (1.0 if thing.kind is Kind.TERRITORY else 0.8)


@settings(max_examples=40, deadline=None)
@given(board=boards(least=2, most=9))
def test_regions_cover_the_board_once(board: Board) -> None:
    split = regions(board)
    seen = split.equidistant.mask
    for region in split:
        assert not seen & region.area.mask
        seen |= region.area.mask
        assert len(list(region.area.components())) == 1
        assert region.family
        assert region.family <= board.stones(region.color)
    assert seen == board.grid.full_mask


@settings(max_examples=40, deadline=None)
@given(board=boards(least=2, most=9))
def test_regions_follow_the_distances(board: Board) -> None:
    far = board.grid.size
    black, white = distances(board, BLACK), distances(board, WHITE)
    nearer = nearer_masks(board)
    for p in board.empty:
        lead = white.get(p, far) - black.get(p, far)
        assert bool(nearer[BLACK] & board.grid.bit(p)) == (lead > 0)
        assert bool(nearer[WHITE] & board.grid.bit(p)) == (lead < 0)


@settings(max_examples=25, deadline=None)
@given(board=boards(least=2, most=9), color=st.sampled_from([BLACK, WHITE]))
def test_changes_are_those_of_the_boards_after_each_move(board: Board, color: Color) -> None:
    position = Position(board, color)
    after = after_moves(position, rules=TROMP_TAYLOR)
    assert set(after) == set(position.legal_moves(TROMP_TAYLOR))
    assert set(after_moves(position)) == set(position.legal_moves(CHINESE))
    for move, totals in after.items():
        assert totals == moyo(position.play_unchecked(move).board).totals
    changes = move_changes(position)
    gains = [change.by.s_atsumi * color for change in changes]
    assert gains == sorted(gains, reverse=True)


@settings(max_examples=40, deadline=None)
@given(board=boards(least=5, most=13), color=st.sampled_from([BLACK, WHITE]), data=st.data())
def test_a_stone_never_lowers_its_own_cutoff_numbers(board: Board, color: Color, data: st.DataObject) -> None:
    """Where the rays of a point are otherwise equal, a new stone can only add to its color."""
    stone = data.draw(st.sampled_from([*board.empty]))
    more, captured = board.place(stone, color)
    if captured:
        return
    before, after = moyo(board), moyo(more)
    for p in board.empty - board.grid.set([stone]):
        if after.object_at(p) is None and equal_rays(before, after, p, stone):
            assert after.cutoff_number(p, color) >= before.cutoff_number(p, color)
            assert after.cutoff_number(p, color.opponent) <= before.cutoff_number(p, color.opponent)


def equal_rays(before: Moyo, after: Moyo, start: Point, new: Point) -> bool:
    """Whether the objects on a point's row and column are equal, apart from the new stone."""
    cross = (p for p in before.grid if p.col == start.col or p.row == start.row)
    return all(before.object_at(p) == after.object_at(p) for p in cross if p != new)


def test_options_that_make_no_sense() -> None:
    from honte.errors import InputError

    with pytest.raises(InputError, match="reach is 0"):
        Options(reach=0)
    with pytest.raises(InputError, match="fade needs"):
        replace(PAPER, fade=True)


def test_an_endless_reach_is_none() -> None:
    board = Board.parse(". . . X\n. O . .\n. . . .\nX . . .")
    assert moyo(board, Options(reach=10**30)).totals == moyo(board).totals


def test_suicide_is_taken_off_under_rules_that_allow_it() -> None:
    position = Position(Board.parse(". X . .\nX . X .\nX O X .\n. X . ."), WHITE)
    assert position.play_unchecked(Point.parse("B3")).board.white_mask == 0
    for move, totals in after_moves(position, rules=TROMP_TAYLOR).items():
        assert totals == moyo(position.play_unchecked(move).board).totals


def test_signature_of_the_example_opening() -> None:
    """The sum of all totals in tenths over the opening: it changes only when behavior does."""
    example = Path(__file__).parents[2] / "examples" / "cosmic.sgf"
    steps = load_game(example.read_bytes()).game.steps
    totals = [total for step in steps for total in moyo(step.position.board).totals]
    assert sum(round(10 * total) for total in totals) == 13432
