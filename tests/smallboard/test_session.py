"""Playing, quizzing and explaining, as conversations."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

import pytest

from honte.core import BLACK, WHITE, Board, Phase, Position, vertex
from honte.errors import IllegalMove
from honte.grid import Grid, Point
from honte.search.budget import Budget
from honte.smallboard.answer import solve
from honte.smallboard.explain import Teacher, boards_of
from honte.smallboard.quiz import questions
from honte.smallboard.session import play_session, quiz_session
from honte.smallboard.solver import POSITIONAL, SIMPLE

CRITICAL = Board.parse(
    """
    . O O X .
    O O X X X
    X X . X .
    O O O X X
    . . O X .
    """
)


def answers(*texts: str) -> Callable[[str], str | None]:
    lines: Iterator[str] = iter(texts)
    return lambda prompt: next(lines, None)


def test_lesson_shows_the_punishment() -> None:
    position = Position(Board.parse(". X O .\nX X O O\n. X O .\nX X O O"), BLACK)
    teacher = Teacher(position, nodes=200_000, seconds=None)
    right = teacher.solve(position)
    assert right.proved
    lesson = teacher.lesson(position, Point.parse("A4"))
    assert lesson.loses is not None
    assert lesson.loses >= 8
    assert lesson.line[0] == Point.parse("A4")
    assert len(boards_of(position, lesson.line)) == len(lesson.line)
    with pytest.raises(IllegalMove):
        teacher.lesson(position, Point.parse("B4"))


def test_line_keeps_the_value_to_the_end() -> None:
    position = next(questions(Grid(4), seed=4, empties=6)).position
    teacher = Teacher(position, SIMPLE, nodes=500_000, seconds=None)
    value = teacher.solve(position).value
    line = teacher.line(position)
    assert value is not None
    for move in line:
        position = position.play_unchecked(move)
        assert teacher.solve(position).value == value


def test_the_line_spends_what_the_answer_leaves() -> None:
    """One budget holds for the value and the line together."""
    budget = Budget(nodes=40_000, memory_mb=16)
    answer = solve(Position.empty(2, 5), POSITIONAL, budget, line=True)
    assert answer.proved
    assert answer.line
    assert budget.visited < 60_000
    short = Budget(nodes=1_000, memory_mb=16)
    assert not solve(Position.empty(2, 5), POSITIONAL, short, line=True).line
    assert short.visited < 20_000


def test_quiz_positions_have_one_best_move() -> None:
    for question in islice(questions(Grid(4), seed=2, empties=6), 3):
        assert question.solution.best == [question.answer]
        assert question.solution.best_proved
    again = next(questions(Grid(4), seed=2, empties=6))
    assert again.position == next(questions(Grid(4), seed=2, empties=6)).position


def test_quiz_session_counts() -> None:
    first = next(questions(Grid(4), seed=2))
    said: list[str] = []
    right, asked = quiz_session(
        Grid(4), POSITIONAL, 2, answers(str(first.answer), "Z9", "quit"), lambda text: said.append(text)
    )
    assert (right, asked) == (1, 2)
    assert any("right" in text for text in said)


def test_playing_3x3_from_the_center_wins_everything() -> None:
    said: list[str] = []
    teacher = Teacher(Position.empty(3), nodes=200_000, seconds=None)
    game = play_session(
        teacher, Position.empty(3), answers("B2", "why A1", "why C3", "hint", "C9", "quit"), said.append
    )
    assert game.moves[0] == Point.parse("B2")
    assert len(game.moves) >= 2
    assert any("gives" in text or "in time" in text for text in said)
    assert any("best:" in text for text in said)


def test_play_ends_by_passes() -> None:
    board = Board.parse(". X O .\nX X O O\n. X O .")
    said: list[str] = []
    game = play_session(
        Teacher(Position(board, BLACK), nodes=50_000, seconds=None),
        Position(board, BLACK),
        answers("pass"),
        said.append,
    )
    assert game.phase is not Phase.PLAY
    assert said[-1] == "a draw"


def test_critical_point_case() -> None:
    for color in (BLACK, WHITE):
        answer = Teacher(Position(CRITICAL, color), nodes=2_000_000, seconds=None).solve(
            Position(CRITICAL, color)
        )
        assert answer.proved
        assert [vertex(move) for move in answer.best]
