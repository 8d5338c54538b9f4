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

from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from honte.core import TSUMEGO, Board, Color, Move, Position, vertex
from honte.errors import ProblemError
from honte.grid import Point, PointSet
from honte.search.budget import Budget
from honte.search.effort import Effort
from honte.tsumego.answer import Answer, Scope, solve
from honte.tsumego.problem import Setup

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


def race(
    position: Position, black: Point, white: Point, budget: Budget, *, area: PointSet | None = None
) -> Race:
    """Decides the race between the black chain at one point and the white chain at another.

    Without an area each question finds its own. Raises ProblemError when a point holds no stone of its color.

    >>> board = Board.parse('''
    ... . X O . X .
    ... . X O . X .
    ... . X O O X .
    ... O O X O X .
    ... . O X X X .
    ... O O X . . .
    ... . O X . . .
    ... ''')
    >>> found = race(Position(board, Color.BLACK), Point.parse("B7"), Point.parse("C7"), Budget(nodes=50_000))
    >>> print(found)
    Black first: Black wins at D6
    White first: Black wins
    Black has 1 move to spare
    """
    stones = _chains(position.board, black, white)
    questions = _Questions(stones, area, Effort.whole(budget))
    with budget.running():
        visited = budget.visited
        first = questions.run(position)
        second = questions.run(position.with_to_play(position.to_play.opponent))
        found = Race(stones[Color.BLACK], stones[Color.WHITE], first, second)
        if found.winner in (Winner.BLACK, Winner.WHITE):
            color = Color.BLACK if found.winner is Winner.BLACK else Color.WHITE
            found = replace(found, spare=questions.spare(position.with_to_play(color.opponent), color))
        return replace(found, nodes=budget.visited - visited)


def _chains(board: Board, black: Point, white: Point) -> dict[Color, PointSet]:
    """The stones of both groups; raises ProblemError when one is not there."""
    found: dict[Color, PointSet] = {}
    reasons = []
    for color, point in ((Color.BLACK, black), (Color.WHITE, white)):
        chain = board.chain(point) if point in board.grid else None
        if chain is None or chain.color is not color:
            reasons.append(f"no {color.name.lower()} stone at {point}")
        else:
            found[color] = chain.stones
    if reasons:
        raise ProblemError(reasons)
    return found


class _Questions:
    """The questions of one race, asked within one effort."""

    def __init__(self, stones: dict[Color, PointSet], area: PointSet | None, effort: Effort) -> None:
        self.stones = stones
        self.area = area
        self.effort = effort
        self.searched = next(iter(stones.values())) if area is None else area
        """All points that a question has searched so far."""

    def ask(self, position: Position, target: Color) -> Answer:
        """What the side to play reaches about the group of one color."""
        keystones = self.stones[target] & position.board.stones(target)
        setup = Setup(position.board, position.to_play, keystones, self.area, ko=position.ko)
        answer = solve(setup, self.effort.part(QUESTION_SHARE), explain=False)
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
        if attack.first.wins:
            return Run(mover, Winner.of(mover), attack.move, attack.scope)
        defense = self.ask(position, mover)
        if defense.first.fails:
            return Run(mover, Winner.of(mover.opponent), None, defense.scope)
        if defense.first.wins and attack.first.fails:
            scope = Scope.BOARD if attack.scope is defense.scope is Scope.BOARD else Scope.AREA
            return Run(mover, Winner.BOTH, defense.move, scope)
        decided = attack.proved and defense.proved
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
