"""The engines that the page of a game calls, each behind one function."""

from __future__ import annotations

from typing import Any

from honte.core import Game, vertex
from honte.counting.final import find_dead
from honte.engine.mcts import choose
from honte.grid import PointSet
from honte.search.budget import Budget

SHOWN = 8
"""Candidate moves of the computer that the page lists."""


def propose_dead(game: Game) -> PointSet:
    """The stones that the final count takes for dead."""
    return find_dead(game)


def computer_move(game: Game, budget: Budget) -> dict[str, Any]:
    """The move of the tree search, its chance to win, and each candidate's visits and chance to win."""
    choice = choose(game, budget)
    shown = [[vertex(each.move), each.visits, round(each.win_rate, 3)] for each in choice.candidates[:SHOWN]]
    return {"move": vertex(choice.move), "win_rate": round(choice.win_rate, 3), "candidates": shown}
