"""An opponent for whole games."""

from honte.engine.mcts import Candidate, Choice, choose

__all__ = ["Candidate", "Choice", "choose"]
