"""Verdicts on chains: by playouts and the network together, by playouts alone, and what each verdict says."""

from __future__ import annotations

import re

import numpy as np
import pytest

from honte.core import BLACK, WHITE, Board
from honte.counting.evidence import play_out
from honte.counting.judging import DOUBT, NETWORK_WEIGHT, PASS_ALIVE, PLAYOUT_ODDS, judge
from honte.counting.whole_board import WholeBoard
from honte.grid import Point

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
LONE = BOARD.grid.bit(Point.parse("G3"))


@pytest.fixture
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("honte.counting.judging.whole_board", lambda board: None)


def test_playouts_take_clearly_dead_stones_off() -> None:
    lives, owners = play_out(BOARD, 100)
    fate = {mask: life for _, mask, life in lives}
    assert fate[LONE] < 0
    assert all(life > 0.5 for mask, life in fate.items() if mask != LONE)
    assert owners.shape == (7, 7)
    assert abs(owners[2, 6] + 1) < 0.1, "the point of the dead stone is White's"


def test_chains_that_are_fixed_stay() -> None:
    fate = {mask: life for _, mask, life in play_out(BOARD, 100)[0]}
    fixed = {mask: life for _, mask, life in play_out(BOARD, 100, fixed=LONE)[0]}
    assert fate.keys() == fixed.keys()
    assert fate[LONE] < fixed[LONE] < 0, "taken off, it is surely White's; fixed, it sometimes lives"


def test_one_color_alone_lives() -> None:
    ((only,), _) = judge(Board(5).place(Point.parse("C3"), BLACK)[0])
    assert (only.alive, only.reason) == (True, PASS_ALIVE)


def checked(words: str) -> None:
    verdicts, ownership = judge(BOARD, playouts=100)
    dead = [v for v in verdicts if not v.alive]
    assert [str(v.stones) for v in dead] == ["{G3}"]
    assert re.fullmatch(words, dead[0].reason)
    assert all((v.sure == 1) == (v.reason == PASS_ALIVE) for v in verdicts)
    assert ownership.shape == (7, 7)
    assert {v.color for v in verdicts} == {BLACK, WHITE}


def test_verdicts_say_why() -> None:
    checked(r"dead: network and playouts together give it \d % to live")


@pytest.mark.usefixtures("no_network")
def test_without_the_network_playouts_judge() -> None:
    checked(r"dead: playouts give it \d % to live")


@pytest.mark.parametrize(("owner", "played"), [(-0.9, 0.5), (0.1, -0.2), (0.5, 0.0), (1.0, -1.0)])
def test_the_log_odds_of_both_witnesses_add_up(
    monkeypatch: pytest.MonkeyPatch, owner: float, played: float
) -> None:
    board = Board(19).place(Point.parse("C3"), BLACK)[0].place(Point.parse("Q16"), WHITE)[0]
    owners, by_playouts = np.full((19, 19), owner), np.full((19, 19), played)
    monkeypatch.setattr("honte.counting.judging.whole_board", lambda board: WholeBoard(owners, 0.0))
    monkeypatch.setattr("honte.counting.evidence.settle_both", lambda board, playouts, seed: by_playouts)
    odds = 2 * NETWORK_WEIGHT * np.arctanh(min(0.9999, owner)) + PLAYOUT_ODDS * played
    black, white = judge(board)[0]
    assert black.alive == (odds > 0) != white.alive
    assert black.sure == pytest.approx(min(0.99, abs(np.tanh(odds / 2))))
    word = "in doubt" if black.sure < DOUBT else "alive" if black.alive else "dead"
    percent = round(50 * (1 + np.tanh(odds / 2)))
    assert black.reason == f"{word}: network and playouts together give it {percent} % to live"


@pytest.mark.parametrize("lives", [True, False])
@pytest.mark.parametrize("network", [True, False])
def test_a_given_fate_overrules(monkeypatch: pytest.MonkeyPatch, *, lives: bool, network: bool) -> None:
    if not network:
        monkeypatch.setattr("honte.counting.judging.whole_board", lambda board: None)
    given = {LONE: lives}
    (verdict,) = [v for v in judge(BOARD, playouts=60, forced=given)[0] if v.stones.mask == LONE]
    assert (verdict.alive, verdict.sure, verdict.reason) == (lives, 1.0, "as given")
