"""The evidence of playouts, the fate network and the verdicts: laws, and what each verdict says."""

from __future__ import annotations

import re

import numpy as np
import pytest

from honte.core import BLACK, WHITE, Board
from honte.counting import fate_network
from honte.counting.doubt import gather
from honte.counting.evidence import Evidence, collect_evidence, fates, union, without
from honte.counting.fate_network import View, black_view, inputs, log_odds, view_factors
from honte.counting.judging import PASS_ALIVE, _reason, chain_lives, judge, weigh
from honte.counting.whole_board import WholeBoard
from honte.grid import Point
from honte.kernels.maps.factors import neighbor_table

BOARD = Board.parse(
    """
    . . X O . . .
    . . X O . O .
    X X X O O . .
    . X . X O . .
    . X X X O . X
    X . X O O . .
    . X X O . O .
    """
)


def swapped(evidence: Evidence) -> Evidence:
    """The evidence with the colors exchanged."""
    removed = tuple((color.opponent, mask, life) for color, mask, life in evidence.removed)
    return Evidence(
        evidence.board.swapped(),
        evidence.now.swapped(),
        -evidence.white_first,
        -evidence.black_first,
        -evidence.settled,
        -evidence.tactical,
        evidence.forever,
        removed,
    )


@pytest.fixture(scope="module")
def evidence() -> Evidence:
    return collect_evidence(BOARD, 100)


def test_clearly_dead_stones_are_taken_off(evidence: Evidence) -> None:
    lone = BOARD.grid.bit(Point.parse("G3"))
    assert union(mask for _, mask, _ in evidence.removed) == lone
    assert evidence.now == without(BOARD, lone)
    assert evidence.board == BOARD
    life = {mask: life for _, mask, life in fates(BOARD, evidence.settled)}
    assert life[lone] < 0


def test_a_given_fate_is_kept() -> None:
    lone = BOARD.grid.bit(Point.parse("G3"))
    kept = collect_evidence(BOARD, 60, forced={lone: True})
    assert not kept.removed
    gone = collect_evidence(BOARD, 60, forced={lone: False})
    assert gone.board == without(BOARD, lone)


def test_one_color_alone_is_never_taken_off() -> None:
    board = Board.parse("X . . .\n. . . .\n. . X .")
    assert collect_evidence(board, 40).now == board


@pytest.mark.parametrize("turn", [-1, 0, 1])
def test_exchanging_the_colors_exchanges_the_answer(evidence: Evidence, turn: int) -> None:
    odds = log_odds(evidence, turn)
    assert odds.shape == (7, 7)
    np.testing.assert_allclose(log_odds(swapped(evidence), -turn), -odds, atol=1e-4)


def test_a_view_swapped_twice_is_the_same(evidence: Evidence) -> None:
    view = black_view(evidence, 1)
    for one, two in zip(view.swapped().swapped(), view, strict=True):
        np.testing.assert_array_equal(one, two)
    assert view.swapped().turn == -1


@pytest.mark.parametrize(("cols", "rows"), [(7, 7), (5, 3), (1, 2)])
def test_factors_on_any_board(cols: int, rows: int) -> None:
    size = cols * rows
    stones = np.zeros(size, np.uint8)
    stones[0] = 1
    half = np.full(size, 0.5, np.float32)
    flags = np.zeros(size, np.uint8)
    view = View(stones, half, -half, half, half, flags, flags, 0)
    found, ids = view_factors(view, neighbor_table(cols, rows), cols, rows)
    assert found.shape == (size, inputs())
    assert np.isfinite(found).all()
    assert len(ids) == size


def test_the_lone_stone_is_dead_and_the_walls_live(evidence: Evidence) -> None:
    lone = BOARD.grid.bit(Point.parse("G3"))
    lives = {mask: life for _, mask, life in chain_lives(evidence)}
    assert lives[lone] < -0.9
    assert all(life > 0.5 for mask, life in lives.items() if mask != lone)


def test_verdicts_say_why() -> None:
    verdicts, ownership = judge(BOARD, playouts=100)
    dead = [v for v in verdicts if not v.alive]
    assert [str(v.stones) for v in dead] == ["{G3}"]
    words = r"dead: networks and playouts together give it \d % to live; it survives \d+ of 100 playouts"
    assert re.fullmatch(words, dead[0].reason)
    assert all((v.sure == 1) == (v.reason == PASS_ALIVE) for v in verdicts)
    assert ownership.shape == (7, 7)
    assert {v.color for v in verdicts} == {BLACK, WHITE}


def blank(board: Board, settled: float) -> Evidence:
    """Evidence in which every playout gives every point the same mean owner."""
    owners = np.full((board.grid.rows, board.grid.cols), settled)
    return Evidence(board, board, owners, owners, owners, owners, 0, ())


@pytest.mark.parametrize(("side", "playouts_count"), [(9, True), (19, False)])
def test_playouts_count_beside_the_network_on_small_boards_only(
    monkeypatch: pytest.MonkeyPatch, side: int, playouts_count: bool
) -> None:
    monkeypatch.setattr("honte.counting.judging.whole_board", lambda board: None)
    monkeypatch.setattr(
        "honte.counting.judging.fate_network.log_odds", lambda evidence, turn: np.zeros((side, side))
    )
    board = Board(side).place(Point.parse("C3"), BLACK)[0]
    ((_, _, life),) = chain_lives(blank(board, 0.9))
    assert (life > 0.5) == playouts_count
    assert playouts_count or life == 0.0


def test_chains_that_fare_alike_are_judged_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    board = Board(19)
    for vertex in ("C3", "E3"):
        board = board.place(Point.parse(vertex), BLACK)[0]
    odds = np.zeros((19, 19))
    odds[2, 2], odds[2, 4] = 3.0, -1.0  # the network gives C3 life and E3 death
    monkeypatch.setattr("honte.counting.judging.whole_board", lambda board: None)
    monkeypatch.setattr("honte.counting.judging.fate_network.log_odds", lambda evidence, turn: odds)
    together = [life for _, _, life in chain_lives(blank(board, 0.1))]
    assert together[0] == together[1] > 0
    sure = blank(board, 0.95)  # what playouts are sure of is judged chain by chain
    apart = [life for _, _, life in chain_lives(sure)]
    assert min(apart) < 0 < max(apart)


@pytest.mark.parametrize(("owner", "lives"), [(-0.9, False), (0.5, True), (1.0, True)])
def test_the_log_odds_of_both_networks_add_up(
    monkeypatch: pytest.MonkeyPatch, owner: float, *, lives: bool
) -> None:
    board = Board(19).place(Point.parse("C3"), BLACK)[0]
    odds, owners = np.full((19, 19), 1.0), np.full((19, 19), owner)
    monkeypatch.setattr("honte.counting.judging.fate_network.log_odds", lambda evidence, turn: odds)
    monkeypatch.setattr("honte.counting.judging.whole_board", lambda board: WholeBoard(owners, 0.0))
    ((_, _, life),) = chain_lives(blank(board, 0.95))
    assert (life > 0) == lives
    if owner < 1:
        assert np.arctanh(life) == pytest.approx(0.5 + np.arctanh(owner))


def test_a_race_is_decided_together(monkeypatch: pytest.MonkeyPatch) -> None:
    board = Board(19).place(Point.parse("C3"), BLACK)[0].place(Point.parse("D3"), WHITE)[0]
    black, white = (board.grid.bit(Point.parse(v)) for v in ("C3", "D3"))
    lives = [(BLACK, black, 0.3), (WHITE, white, -0.3)]
    groups = gather(board, lives)
    weights = {**fate_network.weights(), "doubt": np.array([6.0, 0, 0, 0, 0, 1.0])}
    monkeypatch.setattr("honte.counting.judging.fate_network.weights", lambda: weights)

    def margin(dead: int, ownership: object) -> float:
        return 90.0 if dead & white else -1.0  # close if Black's stone dies instead

    chances = {g.color: c for g, c in weigh(groups, lives, blank(board, 0.0), margin)}
    alone = {g.color: c for g, c in weigh(groups, lives, blank(board, 0.0), None)}
    assert chances[BLACK] + chances[WHITE] == pytest.approx(1.0)
    assert chances[BLACK] < alone[BLACK]


@pytest.mark.parametrize(
    ("chance", "sure", "begin"),
    [(0.04, 0.97, "dead: "), (0.996, 0.99, "alive: "), (0.46, 0.08, "in doubt: ")],
)
def test_the_reason_names_network_and_playouts(chance: float, sure: float, begin: str) -> None:
    board = Board(19).place(Point.parse("C3"), BLACK)[0]
    chain = next(iter(board.chains()))
    reason = _reason(chain, chance, sure, blank(board, -0.76))
    percent = round(100 * chance)
    assert reason == f"{begin}the networks give it {percent} % to live; it survives 12 of 100 playouts"
