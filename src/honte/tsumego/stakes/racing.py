"""Capturing races: which of two groups falls first, and how many moves the winner has to spare.

A race is two questions of life and death at once: can Black capture the white group, can White capture the
black one? Both are asked at the one door (`honte.tsumego.answer.solve`), for each side to move first. A
group that is captured has lost; if neither can be captured, both live, in seki or with eyes. Where only a
ko decides, the race is called a ko.

The winner has a move to spare if the race is won even when the other side moves first, and n moves if it is
won after n moves of the other side in a row in the areas that were searched. Each is a proof of its own, at
most MOST_SPARE deep.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, Generic, Protocol, TypeVar

from honte.core import TSUMEGO, Color, Move, Position, vertex
from honte.errors import ProblemError
from honte.grid import PointSet
from honte.search.effort import Effort
from honte.tsumego.problem import Problem, Setup
from honte.tsumego.proof.outcome import Outcome, Scope

MOST_SPARE = 3
"""Most moves to spare that are looked for."""
QUESTION_SHARE = 0.4
"""Fraction of the remaining effort spent on one question."""


class Winner(Enum):
    """Who wins a race."""

    BLACK = "black"
    WHITE = "white"
    BOTH = "both live"
    KO = "ko"
    OPEN = "not decided"

    @classmethod
    def of(cls, color: Color) -> Winner:
        """The win of one side."""
        return cls.BLACK if color is Color.BLACK else cls.WHITE


@dataclass(frozen=True, slots=True)
class Run:
    """The race when one side moves first."""

    mover: Color
    winner: Winner
    move: Move
    """The move that wins, or that makes both live; None when there is none or nothing is decided."""
    scope: Scope
    """Where the result holds: on the whole board, or in the areas that were searched."""

    def __str__(self) -> str:
        start = f"{self.mover} first"
        match self.winner:
            case Winner.OPEN:
                return f"{start}: not decided in the effort given"
            case Winner.KO:
                return f"{start}: a ko decides"
            case Winner.BOTH:
                return f"{start}: both live{self._at}"
            case _:
                name = self.winner.value.capitalize()
                return f"{start}: {name} wins{self._at if self.winner is Winner.of(self.mover) else ''}"

    @property
    def _at(self) -> str:
        return f" at {vertex(self.move)}" if self.move is not None else ""


@dataclass(frozen=True, slots=True)
class Race:
    """What is proved about two groups that try to capture each other."""

    black: PointSet
    white: PointSet
    first: Run
    """The side to play moves first."""
    second: Run
    """The other side moves first."""
    spare: int = 0
    """Moves that the winner has to spare: how often in a row the winner may play elsewhere and still win, as
    far as it is proved. 0 when who moves first decides, or nobody wins."""
    nodes: int = 0

    @property
    def winner(self) -> Winner:
        """Who wins whoever moves first; OPEN when that depends or is not decided."""
        same = self.first.winner is self.second.winner
        return self.first.winner if same else Winner.OPEN

    @property
    def holds(self) -> str:
        """A sentence on where the results hold."""
        decided = [run for run in (self.first, self.second) if run.winner is not Winner.OPEN]
        if not decided:
            return "Nothing is proved yet: it needs more time."
        where = "inside the areas that were searched, with the stones around them safe"
        if all(run.scope is Scope.BOARD for run in decided):
            where = "on the whole board"
        what = "Proved" if len(decided) == 2 else f"With {decided[0].mover} first it is proved"
        return f"{what} {where}."

    def other(self, color: Color) -> PointSet:
        """The group that races with the group of this color."""
        return self.white if color is Color.BLACK else self.black

    def __str__(self) -> str:
        lines = [str(self.first), str(self.second)]
        if self.spare:
            more = " or more" if self.spare == MOST_SPARE else ""
            moves = "move" if self.spare == 1 else "moves"
            lines.append(f"{self.winner.value.capitalize()} has {self.spare}{more} {moves} to spare")
        return "\n".join(lines)

    def record(self) -> dict[str, Any]:
        """A JSON object for programs."""
        return {
            "black": [str(p) for p in self.black],
            "white": [str(p) for p in self.white],
            "runs": [
                {
                    "mover": run.mover.letter,
                    "winner": run.winner.value,
                    "move": None if run.move is None else vertex(run.move),
                    "holds": run.scope.value,
                }
                for run in (self.first, self.second)
            ],
            "spare": self.spare,
            "nodes": self.nodes,
        }


class Told(Protocol):
    """What a race wants to know of an answer; `honte.tsumego.answer.Answer` is one."""

    @property
    def first(self) -> Outcome: ...
    @property
    def problem(self) -> Problem: ...
    @property
    def scope(self) -> Scope: ...
    @property
    def move(self) -> Move: ...


Answer = TypeVar("Answer", bound=Told)


def groups_of(setup: Setup) -> dict[Color, PointSet]:
    """The two groups of a race, which a setup gives as keystones of both colors; raises ProblemError."""
    target, board = setup.keystones or setup.board.grid.set(), setup.board
    reasons = [
        f"no stone at {p}: it is empty, or its stone is already captured" for p in target & board.empty
    ]
    found = {}
    for color in Color:
        chains = [c.stones.mask for c in board.chains(color) if not c.stones.isdisjoint(target)]
        found[color] = PointSet(board.grid, sum(chains))
        if not chains and not reasons:
            reasons.append(f"a race needs stones of both colors, and no {color.name.lower()} stone is given")
    if reasons:
        raise ProblemError(reasons)
    return found


class Racing(Generic[Answer]):
    """The questions of one race, asked within one effort."""

    def __init__(
        self,
        stones: dict[Color, PointSet],
        area: PointSet | None,
        effort: Effort,
        door: Callable[[Setup, Effort], Answer],
        safe: PointSet | None = None,
    ) -> None:
        self.stones = stones
        self.safe = safe
        """Stones around the race that are taken as safe, in a game."""
        self.door = door
        """Who answers one question of life and death."""
        self.told: dict[Color, Answer] = {}
        """The answer that tells most about the first race of each mover."""
        self.area = area
        self.effort = effort
        self.searched = next(iter(stones.values())) if area is None else area
        """All points that a question has searched so far."""

    def race(self, position: Position) -> Race:
        """The whole race: each side first, and the moves to spare."""
        first = self.run(position)
        second = self.run(position.with_to_play(position.to_play.opponent))
        found = Race(self.stones[Color.BLACK], self.stones[Color.WHITE], first, second)
        if found.winner in (Winner.BLACK, Winner.WHITE):
            color = Color.BLACK if found.winner is Winner.BLACK else Color.WHITE
            found = replace(found, spare=self.spare(position.with_to_play(color.opponent), color))
        return found

    def ask(self, position: Position, target: Color) -> Answer:
        """What the side to play reaches about the group of one color."""
        keystones = self.stones[target] & position.board.stones(target)
        setup = Setup(position.board, position.to_play, keystones, self.area, ko=position.ko, safe=self.safe)
        answer = self.door(setup, self.effort.part(QUESTION_SHARE))
        if self.area is None:
            self.searched |= answer.problem.area
        return answer

    def fallen(self, position: Position, target: Color) -> bool:
        """Whether a stone of this group is gone from the board."""
        return not self.stones[target] <= position.board.stones(target)

    def run(self, position: Position) -> Run:
        """Who wins when the side to play moves first."""
        mover = position.to_play
        attack = self.ask(position, mover.opponent)
        self.told.setdefault(mover, attack)
        if attack.first.wins:
            return Run(mover, Winner.of(mover), attack.move, attack.scope)
        defense = self.ask(position, mover)
        if not attack.first.best and self.told[mover] is attack:
            self.told[mover] = defense
        if defense.first.fails:
            return Run(mover, Winner.of(mover.opponent), None, defense.scope)
        if defense.first.wins and attack.first.fails:
            scope = Scope.BOARD if attack.scope is defense.scope is Scope.BOARD else Scope.AREA
            return Run(mover, Winner.BOTH, defense.move, scope)
        decided = attack.first.proved and defense.first.proved
        return Run(mover, Winner.KO if decided else Winner.OPEN, None, Scope.AREA)

    def spare(self, position: Position, winner: Color) -> int:
        """How many moves in a row the side to play may add before the winner, next, no longer wins.

        It is known that the winner wins when the other side moves first once.
        """
        points, boards = self.searched, [position]
        for count in range(1, MOST_SPARE):
            boards = [after for board in boards for after in self._added(board, winner, points)]
            if not boards or not all(self.still_wins(board, winner) for board in boards):
                return count
        return MOST_SPARE

    def _added(self, position: Position, winner: Color, points: PointSet) -> list[Position]:
        """The positions after one more move of the losing side in the area, with that side to play again."""
        found = []
        for point in points & position.board.empty:
            if position.illegality(point, TSUMEGO) is None:
                found.append(position.play_unchecked(point).with_to_play(winner.opponent))
        return found

    def still_wins(self, position: Position, winner: Color) -> bool:
        """Whether the winner still wins when the other side, to play, moves once more."""
        if self.fallen(position, winner):
            return False
        if self.effort.over:
            return False
        return self.run(position).winner is Winner.of(winner)
