"""The engines the page can call, each behind one function."""

from __future__ import annotations

from typing import Any

from honte.core import Game, vertex
from honte.counting.final import find_dead
from honte.engine.mcts import choose
from honte.grid import PointSet
from honte.web.jobs import Job


def propose_dead(game: Game) -> PointSet:
    """The chains that settling playouts take for dead."""
    return find_dead(game)


def computer_move(job: Job, game: Game) -> dict[str, Any]:
    """The move of the strongest engine there is for this board."""
    choice = choose(game, job.budget)
    shown = [[vertex(each.move), each.visits, round(each.win_rate, 3)] for each in choice.candidates[:8]]
    return {"move": vertex(choice.move), "win_rate": round(choice.win_rate, 3), "candidates": shown}
