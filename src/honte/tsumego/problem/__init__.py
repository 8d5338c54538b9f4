"""What a problem is: its type, its text and SGF forms, and simple facts about one."""

from honte.tsumego.problem.problem import Capture, Objective, Problem, Setup, Threats, check_board

__all__ = ["Capture", "Objective", "Problem", "Setup", "Threats", "check_board"]
