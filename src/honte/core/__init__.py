"""Boards, rules, positions and games."""

from honte.core.board import BLACK, WHITE, Board, Chain, Color
from honte.core.game import Game, Phase, Result
from honte.core.handicap import handicap_points
from honte.core.position import PASS, Illegality, Move, Position, legal_map, parse_move, vertex
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
    "Position",
    "Result",
    "Rules",
    "Scoring",
    "handicap_points",
    "legal_map",
    "parse_move",
    "vertex",
]
