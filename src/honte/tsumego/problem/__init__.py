"""What a problem is: its type, its text and SGF forms, and simple facts about one."""

from honte.tsumego.problem.problem import Capture, Ending, Objective, Problem, Setup, Threats, check_board

__all__ = ["Capture", "Ending", "Objective", "Problem", "Setup", "Threats", "check_board"]
