"""Reviews of games: what each move lost, which groups were in danger, and proofs of what was possible.

review, Review              a game judged move by move, its fights found and decided
record, rows                the same as JSON and as rows of CSV
problem_sgf                 a decided fight as a problem for the library
"""

from honte.review.deciding import Decided, Result, Verdict, decide
from honte.review.fights import Fight, Moment, find_fights
from honte.review.judging import Judged
from honte.review.record import record, rows
from honte.review.review import Review, Stage, review
from honte.review.seeing import Model, Sight, model_for
from honte.review.taking import problem_of, problem_sgf

__all__ = [
    "Decided",
    "Fight",
    "Judged",
    "Model",
    "Moment",
    "Result",
    "Review",
    "Sight",
    "Stage",
    "Verdict",
    "decide",
    "find_fights",
    "model_for",
    "problem_of",
    "problem_sgf",
    "record",
    "review",
    "rows",
]
