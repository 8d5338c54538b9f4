"""The engines that the page of a game calls, each behind one function."""

from __future__ import annotations

import random
from typing import Any

from honte.core import Game, vertex
from honte.counting.final import final_count, find_dead
from honte.engine import STRONGEST, choose, dead_stones
from honte.errors import InputError
from honte.grid import PointSet
from honte.scoring import count
from honte.search.budget import Budget

SHOWN = 8
"""Candidate moves of the computer that the page lists."""


def propose_dead(game: Game) -> tuple[PointSet, str]:
    """The stones that the final count takes for dead, and why the game is not finished; empty if it is."""
    found = final_count(game, early=True)
    return found.dead, found.left_open


def computer_move(game: Game, budget: Budget, level: str = STRONGEST) -> dict[str, Any]:
    """The move of the opponent, its chance to win, and each candidate's visits and chance to win.

    `resigns` says that it gives the game up instead of playing `move`.
    """
    choice = choose(game, budget, level=level, seed=random.randrange(2**31))
    shown = [[vertex(each.move), each.visits, round(each.win_rate, 3)] for each in choice.candidates[:SHOWN]]
    return {
        "move": vertex(choice.move),
        "resigns": choice.resigns,
        "win_rate": round(choice.win_rate, 3),
        "candidates": shown,
        "note": choice.note,
    }


def computer_agrees(game: Game) -> bool:
    """Whether the computer agrees to the marked dead stones: a count of its own gives the same margin.

    It has two: with the dead chains that the final count finds, and with those that its network sees.
    """
    marked = count(game).margin
    if marked == count(game, find_dead(game)).margin:
        return True
    try:
        return marked == count(game, dead_stones(game)).margin
    except InputError:  # the network does not know this board
        return False
