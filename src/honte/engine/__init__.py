"""An opponent for whole games, on levels from a beginner to the strongest play."""

from honte.engine.choice import Candidate, Choice
from honte.engine.levels import LEVELS, STRONGEST, Level, level_named
from honte.engine.opponent import choose

__all__ = ["LEVELS", "STRONGEST", "Candidate", "Choice", "Level", "choose", "level_named"]
