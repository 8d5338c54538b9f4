"""Fights, found in owners that the test writes itself: no network takes part."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from review.games import game_of

from honte.core import BLACK, WHITE, Game
from honte.estimate.ownership import Setting
from honte.review.deciding import Result, decide
from honte.review.fights import Fight, find_fights
from honte.review.seeing import Sight, setting_at
from honte.search.budget import Budget
from honte.tsumego.problem import Objective

CORNER = ("A8", "B8", "C8", "D8", "D9")


class Scripted:
    """A model that knows the fate of Black's corner after each move, and calls every other stone alive."""

    name, note = "scripted", ""

    def __init__(self, fates: Sequence[float], passed: float = 0.0) -> None:
        self.fates, self.passed = fates, passed

    def see(self, settings: Sequence[Setting]) -> list[Sight]:
        return [self.sight(setting, self.passed) for setting in settings]

    def sight(self, setting: Setting, fate: float) -> Sight:
        board = setting.board
        owners = np.array([float(board[p] or 0) for p in board.grid.points])
        for vertex in CORNER:
            point = board.grid.parse(vertex)
            owners[point.row * board.grid.cols + point.col] = fate
        return Sight(setting, 0.0, 5.0, 0.5, owners)

    def game(self, game: Game) -> list[Sight]:
        return [self.sight(setting_at(game, n), fate) for n, fate in enumerate(self.fates)]


def fights_of(fates: Sequence[float], passed: float | None = None) -> list[Fight]:
    game = game_of()
    model = Scripted(fates, passed or 0.0)
    return find_fights(game, model.game(game), None if passed is None else model)


STEADY = [0.9] * 12
LOST_AT_8 = [0.9] * 8 + [0.1] + [-0.9] * 3
"""The corner is fine until Black's move 8 leaves it and White's move 9 kills."""


def test_a_group_that_stays_alive_is_no_fight() -> None:
    assert fights_of(STEADY) == []


def test_the_move_that_lost_a_group_is_found() -> None:
    (fight,) = fights_of(LOST_AT_8)
    moment = fight.last
    assert (moment.number, moment.mover, moment.objective) == (8, BLACK, Objective.LIVE)
    assert sorted(map(str, moment.target)) == sorted(CORNER)
    assert moment.heat == pytest.approx(5 * 1.8)
    assert moment.before == pytest.approx(0.9)
    assert moment.after == pytest.approx(-0.9)


def test_a_missed_kill_is_found_for_the_attacker() -> None:
    (fight,) = fights_of([-0.9] * 5 + [0.8] * 7)
    assert (fight.last.number, fight.last.mover, fight.last.objective) == (5, WHITE, Objective.KILL)


def test_chains_that_are_alive_before_and_after_are_safe() -> None:
    (fight,) = fights_of(LOST_AT_8)
    board = game_of().steps[6].position.board
    assert fight.last.safe == board.stones(WHITE) | (board.stones(BLACK) - fight.last.group)


def test_swings_close_to_each_other_are_one_fight_that_is_told_by_the_last() -> None:
    found = fights_of([0.9, 0.9, -0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.1, -0.9, -0.9, -0.9])
    assert len(found) == 1
    assert found[0].last.number == 8
    assert {moment.number for moment in found[0].before(found[0].last)} >= {2, 3}


def test_an_unfinished_game_asks_at_its_end() -> None:
    (fight,) = fights_of([0.9] * 11 + [0.8], passed=-0.9)
    assert fight.last.is_end
    assert fight.last.move == 11


def test_a_group_that_was_lost_already_is_traced_back() -> None:
    """The model sees the death too late, at move 10; the proof finds that move 8 was the last chance."""
    game = game_of()
    fates = [0.9] * 7 + [0.5, 0.5, 0.5, -0.9, -0.9]
    (fight,) = fights_of(fates)
    assert fight.last.number == 10
    earlier = replace(fight.last, move=7, heat=2.0, played=game.steps[7].move)
    found = decide(game, Fight((*fight.moments, earlier)), Budget())
    assert found.verdict is not None
    assert found.later is not None
    assert (found.moment.number, found.verdict.result) == (8, Result.YES)
    assert (found.later.moment.number, found.later.result) == (10, Result.NO)


def test_a_fight_without_nodes_is_open_and_says_so() -> None:
    (fight,) = fights_of(LOST_AT_8)
    found = decide(game_of(), fight, Budget(nodes=0))
    assert found.verdict is not None
    assert found.verdict.result is Result.OPEN
    assert not found.is_decided
