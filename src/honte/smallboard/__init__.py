"""Perfect play on small boards: value, best moves and best line; each is proved or marked as open.

    solve, Solution             a position within a budget
    Teacher, Lesson             further questions about one board: best lines, what a move gives away
    play_session, quiz_session  a game and a quiz in a terminal
    Oracle, PlainSolver         independent answers: whole tables up to 4x4, and a slow search with history
    Book, Conquest              proved strategies on disk, and proofs of a whole board, in slices

>>> from honte.core import Position
>>> solve(Position.empty(3)).value
9
"""

from honte.smallboard.answer import solve
from honte.smallboard.book import Book, book_move
from honte.smallboard.everything import Conquest, SweepReport
from honte.smallboard.explain import Lesson, Teacher, boards_of
from honte.smallboard.laws import KO_RULES, POSITIONAL, SIMPLE, SITUATIONAL, check_rules, rules_named
from honte.smallboard.making import make_book
from honte.smallboard.oracle import Oracle, oracle_of
from honte.smallboard.plain import OutOfNodes, PlainSolver, area_margin
from honte.smallboard.quiz import Question, questions
from honte.smallboard.session import play_session, quiz_session
from honte.smallboard.solution import MoveValue, Progress, Solution

__all__ = [
    "KO_RULES",
    "POSITIONAL",
    "SIMPLE",
    "SITUATIONAL",
    "Book",
    "Conquest",
    "Lesson",
    "MoveValue",
    "Oracle",
    "OutOfNodes",
    "PlainSolver",
    "Progress",
    "Question",
    "Solution",
    "SweepReport",
    "Teacher",
    "area_margin",
    "boards_of",
    "book_move",
    "check_rules",
    "make_book",
    "oracle_of",
    "play_session",
    "questions",
    "quiz_session",
    "rules_named",
    "solve",
]
