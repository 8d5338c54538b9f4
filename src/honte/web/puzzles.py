"""Problems in play: the setup, the moves tried on it, and what is known of its solution.

Moves are checked by the rules (`core.Game`) and by the problem: only points of the area may be
played. What the solver found is kept with the problem, keyed by the position it was asked about.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, field, replace
from typing import Any

from honte.core import TSUMEGO, Color, Game, parse_move, vertex
from honte.errors import InputError
from honte.grid import Point
from honte.tsumego.problem import Problem, Setup
from honte.tsumego.problem.text import record_of_setup, setup_of_record
from honte.web.errors import WebError

MAX_MOVES = 400


@dataclass
class Puzzle:
    """One problem and the play on it."""

    id: str
    setup: Setup
    game: Game
    version: int = 1
    solved: bool = False
    """Whether it was ever solved without a hint."""
    tries: int = 0
    source: str = "mine"
    lock: threading.RLock = field(default_factory=threading.RLock, repr=False)

    @classmethod
    def of(cls, id: str, setup: Setup, source: str = "mine") -> Puzzle:
        setup.problem()  # refuses what is no problem, with every reason
        return cls(id, setup, _start(setup), source=source)

    def record(self) -> dict[str, Any]:
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
    def problem(self) -> Problem:
        return self.setup.problem()

    def position(self) -> Problem | None:
        """The problem as it stands after the moves played; None once the keystones are captured."""
        problem = self.problem
        board = self.game.board
        keys = problem.keystones & board.stones(problem.defender)
        if not keys:
            return None
        position = self.game.position
        return replace(
            problem, board=board, keystones=keys, to_play=position.to_play, ko=position.ko, name=""
        )  # fmt: skip

    def play(self, text: str, color: Color | None = None) -> None:
        """Plays a move for the side to play; refuses points outside the area and illegal ones."""
        move = parse_move(text, self.game.grid)
        if move is not None and not self.inside(move):
            raise WebError(409, "outside", f"{move} is outside the problem's area")
        if len(self.game.steps) >= MAX_MOVES:
            raise InputError(f"{MAX_MOVES} moves are enough; reset the problem")
        self.game.play(move, color)

    def inside(self, point: Point) -> bool:
        return self.setup.area is None or point in self.setup.area

    def switch_turn(self) -> None:
        """Lets the other side play now: a pass that only changes whose turn it is."""
        self.game.force(None, self.game.to_play)

    def reset(self) -> None:
        self.game = _start(self.setup)

    def captured(self) -> bool:
        """Whether what the attacker wants has been taken: all keystones, or any where that is enough."""
        problem = self.problem
        left = problem.keystones & self.game.board.stones(problem.defender)
        return not left or (problem.capture.value == "any" and left != problem.keystones)


def _start(setup: Setup) -> Game:
    game = Game(rules=TSUMEGO, board=setup.board, to_play=setup.to_play)
    if setup.ko is not None:
        game.start = replace(game.start, ko=setup.ko)
    return game
