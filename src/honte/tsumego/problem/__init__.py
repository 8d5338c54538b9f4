"""Problems: their type, their text and SGF forms, and simple facts about them."""

from honte.tsumego.problem.problem import Capture, Ending, Objective, Problem, Setup, Threats, check_board
from honte.tsumego.problem.stake import Stake

__all__ = ["Capture", "Ending", "Objective", "Problem", "Setup", "Stake", "Threats", "check_board"]
