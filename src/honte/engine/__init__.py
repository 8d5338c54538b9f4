"""An opponent for whole games, on levels from a beginner to the strongest play."""

from honte.engine.choice import Candidate, Choice
from honte.engine.levels import LEVELS, STRONGEST, Level, level_named
from honte.engine.opponent import choose
from honte.engine.standing import dead_stones

__all__ = ["LEVELS", "STRONGEST", "Candidate", "Choice", "Level", "choose", "dead_stones", "level_named"]
