"""Counting finished boards when the dead stones are known, and agreeing on which are dead."""

from honte.scoring.agreement import Agreement, State, chain_at, chains_at, count, score_board
from honte.scoring.area import Region, area_score, check_dead, enclosed_value, regions
from honte.scoring.score import Score, Side
from honte.scoring.territory import Holdings, holdings, problem_set_score, territory_score

__all__ = [
    "Agreement",
    "Holdings",
    "Region",
    "Score",
    "Side",
    "State",
    "area_score",
    "chain_at",
    "chains_at",
    "check_dead",
    "count",
    "enclosed_value",
    "holdings",
    "problem_set_score",
    "regions",
    "score_board",
    "territory_score",
]
