"""Problems: their type, their text and SGF forms, and simple facts about them."""

from honte.tsumego.problem.problem import Capture, Ending, Objective, Problem, Setup, Threats, check_board

__all__ = ["Capture", "Ending", "Objective", "Problem", "Setup", "Threats", "check_board"]
