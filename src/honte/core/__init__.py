"""Boards, rules, positions, games, and random games."""

from honte.core.arrays import count_paths
from honte.core.board import BLACK, WHITE, Board, Chain, Color
from honte.core.game import Game, Phase, Result, Step
from honte.core.handicap import handicap_points
from honte.core.position import PASS, Illegality, Move, Position, legal_map, parse_move, vertex
from honte.core.random_games import PlayoutTally, run_playouts
from honte.core.rules import (
    AGA,
    CHINESE,
    JAPANESE,
    NEW_ZEALAND,
    PRESETS,
    PROBLEM_SET,
    TROMP_TAYLOR,
    TSUMEGO,
    Compensation,
    KoRule,
    Rules,
    Scoring,
)

__all__ = [
    "AGA",
    "BLACK",
    "CHINESE",
    "JAPANESE",
    "NEW_ZEALAND",
    "PASS",
    "PRESETS",
    "PROBLEM_SET",
    "TROMP_TAYLOR",
    "TSUMEGO",
    "WHITE",
    "Board",
    "Chain",
    "Color",
    "Compensation",
    "Game",
    "Illegality",
    "KoRule",
    "Move",
    "Phase",
    "PlayoutTally",
    "Position",
    "Result",
    "Rules",
    "Scoring",
    "Step",
    "count_paths",
    "handicap_points",
    "legal_map",
    "parse_move",
    "run_playouts",
    "vertex",
]
