"""SameGame for two: three variants, exact where the board is small enough.

- `MAX_MIN`: there is one score; the first player wants it high, the second player low.
- `MORE`: each player has a score; the higher score wins.
- `FEWER`: each player has a score; the lower score wins.

Players alternate, nobody may pass, and the game ends when no group is left. The clearing bonus belongs
to the move that empties the board: to the one score, or to the player who makes that move (a gain in
`MORE`, a loss in `FEWER`). A penalty for tiles left counts in the one score; with two scores it counts
for nobody.

The search is alpha-beta with a table. It deepens one move at a time until every line reaches the end
(then the answer is proved) or the budget is spent. A position at the depth limit is valued as if the
players took its present groups in turn, so endgames become exact.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import partial
from typing import Any

from honte.errors import InputError
from honte.grid import Point
from honte.samegame.board import Board, move_text
from honte.samegame.exact import ExactSearch, Stakes
from honte.samegame.scoring import STANDARD, Scoring
from honte.search.budget import Budget, run_threads


class Duel(Enum):
    """A two-player variant; the value is its name on the command line."""

    MAX_MIN = "max-min"
    MORE = "more"
    FEWER = "fewer"

    @property
    def stakes(self) -> Stakes:
        """What a move, the clearing bonus and the end are worth to each side, for the search."""
        if self is Duel.MAX_MIN:
            return Stakes((1, -1), (1, -1), flip=True)
        sign = 1 if self is Duel.MORE else -1
        return Stakes((sign, sign), (0, 0), flip=True)


@dataclass(frozen=True)
class DuelAnswer:
    """The value of a position and how to play it."""

    outcome: int
    """MAX_MIN: the points still to come. Otherwise: the first player's points to come minus the second
    player's."""
    move: Point | None
    """A best move for the player to move; None when the game is over."""
    line: tuple[Point, ...]
    """Best play from here, as far as it is known."""
    proved: bool
    depth: int
    """The depth of the last finished search, in moves."""
    nodes: int
    seconds: float

    def to_json(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "outcome": self.outcome,
            "proved": self.proved,
            "move": move_text(self.move) if self.move else None,
            "line": [move_text(move) for move in self.line],
            "depth": self.depth,
            "nodes": self.nodes,
            "seconds": round(self.seconds, 3),
        }


class DuelGame:
    """A two-player game with undo.

    >>> game = DuelGame(Board.parse("112\\n122"), Duel.MORE)
    >>> game.play(Point(0, 0)); game.play(Point(0, 0))
    >>> game.scores, game.winner
    ([1, 1001], 1)
    """

    def __init__(self, board: Board, variant: Duel, scoring: Scoring = STANDARD) -> None:
        self.variant, self.scoring = variant, scoring
        self._boards = [board]
        self._points: list[int] = []
        self.moves: list[Point] = []

    @property
    def board(self) -> Board:
        """The present board."""
        return self._boards[-1]

    @property
    def to_play(self) -> int:
        """0 for the first player, 1 for the second."""
        return len(self.moves) % 2

    @property
    def is_over(self) -> bool:
        """Whether no move is left."""
        return self.board.is_over

    def play(self, move: Point) -> None:
        """Plays for the player to move; raises IllegalMove."""
        board, size = self.board.remove(move)
        self._points.append(self.scoring.points(size) + (0 if board.count else self.scoring.clear_bonus))
        self._boards.append(board)
        self.moves.append(move)

    def undo(self) -> None:
        """Takes one move back; raises InputError at the start."""
        if not self.moves:
            raise InputError("nothing to undo")
        for each in (self._boards, self._points, self.moves):
            each.pop()

    @property
    def scores(self) -> list[int]:
        """[the one score] for MAX_MIN, otherwise both players' scores."""
        if self.variant is Duel.MAX_MIN:
            end = self.scoring.end(self.board) if self.is_over and self.board.count else 0
            return [sum(self._points) + end]
        return [sum(self._points[0::2]), sum(self._points[1::2])]

    @property
    def winner(self) -> int | None:
        """The winner's number once the game is over; None before, on a tie, and for MAX_MIN."""
        if not self.is_over or self.variant is Duel.MAX_MIN or self.scores[0] == self.scores[1]:
            return None
        return int((self.scores[0] > self.scores[1]) != (self.variant is Duel.MORE))


def solve_duel(
    board: Board,
    variant: Duel,
    *,
    to_play: int = 0,
    scoring: Scoring = STANDARD,
    budget: Budget | None = None,
) -> DuelAnswer:
    """Best play for both sides; `proved` says whether the search reached every end.

    >>> answer = solve_duel(Board.parse("1122\\n3311\\n1133"), Duel.MORE)
    >>> answer.outcome, answer.proved
    (996, True)
    """
    budget = budget or Budget()
    if board.is_over:
        return DuelAnswer(
            0 if board.count == 0 else _over(board, variant, scoring), None, (), True, 0, 0, 0.0
        )
    engine = ExactSearch(board, scoring, variant.stakes, budget.memory_mb)
    engine.run(board, Budget(), depth=0)  # loads the kernel before the clock starts
    tasks = [partial(_deepen, engine, board, variant, to_play, scoring, budget)]
    [answer] = run_threads(budget, tasks)
    return answer


def _over(board: Board, variant: Duel, scoring: Scoring) -> int:
    return scoring.end(board) if variant is Duel.MAX_MIN else 0


def _deepen(
    search: ExactSearch, board: Board, variant: Duel, side: int, scoring: Scoring, budget: Budget
) -> DuelAnswer:
    """Searches one move deeper at a time until every line ends or the budget does."""
    sign = -1 if (side == 1) != (variant is Duel.FEWER) else 1
    greedy = max(board.groups(), key=lambda group: group.size * search.stakes.gain[side])
    value, move, depth, proved = 0, greedy.move, 0, False
    for limit in range(1, board.count // 2 + 2):
        if budget.stopped:
            break
        found = search.run(board, budget, side=side, depth=limit)
        if found.stopped:
            break
        value, move, depth, proved = found.value, found.move or move, limit, found.complete
        if proved:
            break
    line = search.line(board, value, scoring, budget, side) if proved else [move]
    return DuelAnswer(
        sign * value, move, tuple(line) or (move,), proved, depth, budget.visited, budget.elapsed
    )
