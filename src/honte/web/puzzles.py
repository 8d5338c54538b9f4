"""Problems in play: the setup, the moves tried on it, and whether it was solved.

The rules (`core.Game`) and the problem check each move: only points of the area may be played. A setup
without target or area can be played everywhere; once a search has found both, the puzzle adopts them.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, field, replace
from typing import Any

from honte.core import TSUMEGO, Color, Game, parse_move, vertex
from honte.errors import InputError, ProblemError
from honte.grid import Point
from honte.tsumego.problem import Ending, Problem, Setup, check_board
from honte.tsumego.problem.text import record_of_setup, setup_of_record
from honte.web.errors import WebError

MAX_MOVES = 400
"""Most moves on one problem."""


@dataclass
class Puzzle:
    """One problem and the play on it."""

    id: str
    setup: Setup
    game: Game
    version: int = 1
    solved: bool = False
    """Whether it was ever solved."""
    tries: int = 0
    """How often a first move was answered."""
    source: str = "mine"
    """`starter` for the problems of a new workbench, otherwise `mine`."""
    lock: threading.RLock = field(default_factory=threading.RLock, repr=False)

    @classmethod
    def of(cls, id: str, setup: Setup, source: str = "mine") -> Puzzle:
        """A new puzzle; raises ProblemError with every reason when the setup is no problem."""
        if setup.is_complete:
            setup.problem()
        else:
            check_board(setup.board)
            if setup.board.empty == setup.board.grid.all:
                raise ProblemError(["the board is empty: there is no group to live or to kill"])
        return cls(id, setup, _start(setup), source=source)

    def record(self) -> dict[str, Any]:
        """A JSON object for the store."""
        steps = [*self.game.steps, *self.game.undone]
        return {
            "setup": record_of_setup(self.setup),
            "moves": [step.color.letter + vertex(step.move) for step in steps],
            "played": len(self.game.steps),
            "version": self.version,
            "solved": self.solved,
            "tries": self.tries,
            "source": self.source,
        }

    @classmethod
    def restored(cls, id: str, record: dict[str, Any]) -> Puzzle:
        """A puzzle from the store."""
        setup = setup_of_record(record["setup"])
        game = _start(setup)
        for text in record["moves"]:
            game.force(parse_move(text[1:], game.grid), Color.parse(text[0]))
        while len(game.steps) > record["played"]:
            game.undo()
        return cls(
            id, setup, game, record["version"], record["solved"], record["tries"], record["source"]
        )  # fmt: skip

    # Play

    @property
    def is_found(self) -> bool:
        """Whether target and area are known."""
        return self.setup.is_complete

    def adopt(self, problem: Problem) -> None:
        """Takes target and area from a problem that a search found."""
        self.setup = replace(self.setup, keystones=problem.keystones, area=problem.area)

    def after(self, moves: int | None = None) -> Problem | Ending:
        """The problem after the first `moves` played moves (all by default), or how it ended."""
        problem: Problem | Ending = self.setup.problem()
        for step in self.game.steps[:moves]:
            if isinstance(problem, Ending):
                break
            problem = problem.with_to_play(step.color).after(step.move)
        return problem

    def play(self, text: str, color: Color | None = None) -> None:
        """Plays a move for the side to play; refuses points outside the area and illegal moves."""
        move = parse_move(text, self.game.grid)
        if move is not None and not self.inside(move):
            raise WebError(409, "outside", f"{move} is outside the problem's area")
        if len(self.game.steps) >= MAX_MOVES:
            raise InputError(f"a problem takes at most {MAX_MOVES} moves; reset it")
        self.game.play(move, color)

    def inside(self, point: Point) -> bool:
        """Whether a point is in the area; every point is while no area is known, and once play is over."""
        if not self.is_found:
            return True
        problem = self.after()
        return isinstance(problem, Ending) or point in problem.area

    def switch_turn(self) -> None:
        """Lets the other side play next, by a pass."""
        self.game.force(None, self.game.to_play)

    def reset(self) -> None:
        """Removes all moves."""
        self.game = _start(self.setup)

    def captured(self) -> bool:
        """Whether the attacker has captured what the problem asks for."""
        return self.is_found and self.after() is Ending.CAPTURED


def _start(setup: Setup) -> Game:
    game = Game(rules=TSUMEGO, board=setup.board, to_play=setup.to_play)
    if setup.ko is not None:
        game.start = replace(game.start, ko=setup.ko)
    return game
