"""An opponent for whole games, on levels from a beginner to the strongest play; and analysis of positions."""

from honte.engine.analysis import Analysis, analyze
from honte.engine.choice import Candidate, Choice
from honte.engine.levels import LEVELS, STRONGEST, Level, level_named
from honte.engine.opponent import choose
from honte.engine.rival import analyze_with_katago, choose_with_katago
from honte.engine.standing import dead_stones

__all__ = [
    "LEVELS",
    "STRONGEST",
    "Analysis",
    "Candidate",
    "Choice",
    "Level",
    "analyze",
    "analyze_with_katago",
    "choose",
    "choose_with_katago",
    "dead_stones",
    "level_named",
]
