"""Playing and replaying SameGame: undo and redo, and the verifier of move lists."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from honte.errors import IllegalMove, InputError
from honte.grid import Point
from honte.samegame.board import Board
from honte.samegame.scoring import STANDARD, Scoring


class Game:
    """One player's game with undo and redo.

    >>> from honte.samegame import parse_move
    >>> game = Game(Board.parse("112\\n122"))
    >>> game.play(parse_move("1,1"))
    1
    >>> game.play(parse_move("1,1"))
    1
    >>> game.score, game.is_over
    (1002, True)
    >>> game.undo(); game.score
    1
    """

    def __init__(self, board: Board, scoring: Scoring = STANDARD) -> None:
        self.scoring = scoring
        self._boards = [board]
        self._moves: list[Point] = []
        self._sizes: list[int] = []
        self._now = 0

    @property
    def board(self) -> Board:
        """The present board."""
        return self._boards[self._now]

    @property
    def moves(self) -> tuple[Point, ...]:
        """The moves that led here; moves taken back are not among them."""
        return tuple(self._moves[: self._now])

    @property
    def sizes(self) -> tuple[int, ...]:
        """The sizes of the groups removed so far."""
        return tuple(self._sizes[: self._now])

    @property
    def points(self) -> int:
        """Points of the moves so far, without the end's bonus or penalty."""
        return sum(map(self.scoring.points, self.sizes))

    @property
    def is_over(self) -> bool:
        """Whether no move is left."""
        return self.board.is_over

    @property
    def score(self) -> int:
        """Points so far; once the game is over, with the end's bonus or penalty."""
        return self.points + (self.scoring.end(self.board) if self.is_over else 0)

    def play(self, move: Point) -> int:
        """Plays a move and returns its points; undone moves are forgotten. Raises IllegalMove."""
        after, size = self.board.remove(move)
        del self._boards[self._now + 1 :], self._moves[self._now :], self._sizes[self._now :]
        self._boards.append(after)
        self._moves.append(move)
        self._sizes.append(size)
        self._now += 1
        return self.scoring.points(size)

    def undo(self) -> None:
        """Takes the last move back; raises InputError at the start."""
        if self._now == 0:
            raise InputError("nothing to undo")
        self._now -= 1

    def redo(self) -> None:
        """Plays the move again that was undone last; raises InputError when there is none."""
        if self._now == len(self._moves):
            raise InputError("nothing to redo")
        self._now += 1


@dataclass(frozen=True)
class Replay:
    """A move list that was played out and found legal."""

    boards: tuple[Board, ...]
    """The positions: the start and one after each move."""
    moves: tuple[Point, ...]
    sizes: tuple[int, ...]
    score: int
    is_over: bool

    @property
    def cleared(self) -> bool:
        """Whether no tile is left at the end."""
        return self.boards[-1].count == 0


def replay(board: Board, moves: Sequence[Point], scoring: Scoring = STANDARD) -> Replay:
    """Plays a move list; raises IllegalMove naming the first step that is not legal.

    >>> replay(Board.parse("11\\n12"), [Point(0, 0)]).score
    1
    >>> replay(Board.parse("11\\n12"), [Point(0, 0), Point(0, 0)])
    Traceback (most recent call last):
    honte.errors.IllegalMove: step 2: 1,1 is a single tile; a move takes two or more
    """
    game = Game(board, scoring)
    for step, move in enumerate(moves, 1):
        try:
            game.play(move)
        except IllegalMove as error:
            raise IllegalMove(move, error.reason, f"step {step}: {error}") from None
        except InputError as error:
            raise IllegalMove(move, "off the board", f"step {step}: {error}") from None
    return Replay(tuple(game._boards), game.moves, game.sizes, game.score, game.is_over)
