"""The answer to a small board: margins are Black's, and each is proved or given as bounds."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from honte.core import Move, Position, Rules, vertex


class Progress(NamedTuple):
    """Where a running solution stands: bounds of Black's margin under simple ko, and the line searched."""

    depth: int
    nodes: int
    low: int
    high: int
    line: list[Move]


@dataclass(slots=True)
class MoveValue:
    """What is proved about one move under the asked rule: Black's margin lies within low..high."""

    move: Move
    low: int
    high: int

    @property
    def exact(self) -> bool:
        """Whether the value is proved."""
        return self.low == self.high

    def __str__(self) -> str:
        span = f"{self.low:+d}" if self.exact else f"{self.low:+d}..{self.high:+d}"
        return f"{vertex(self.move)} {span}"


@dataclass(slots=True)
class Solution:
    """The answer to a small board; margins are Black's.

    `low` and `high` bound the value under the asked rule; equal means proved. `simple_low` (L) and
    `simple_high` (U) are the bounds proved under simple ko.
    """

    position: Position
    rules: Rules
    low: int
    high: int
    simple_low: int
    simple_high: int
    moves: list[MoveValue]
    best: list[Move] = field(default_factory=list)
    best_proved: bool = False
    guesses: list[Move] = field(default_factory=list)
    """The likeliest move and its mirror images where no move is proved to be good; `best` is empty then."""
    line: list[Move] = field(default_factory=list)
    nodes: int = 0
    seconds: float = 0.0
    depth: int = 0
    soonest: dict[Move, int] = field(default_factory=dict)
    """For each best move, the depth of its proof minus the depth of the opponent's proof, in plies."""
    repetition: bool = False
    """Whether L < U is final: the result then depends on the rule against repetition."""

    @property
    def proved(self) -> bool:
        """Whether the value is proved."""
        return self.low == self.high

    @property
    def value(self) -> int | None:
        """Black's margin with best play; None while it is open."""
        return self.low if self.proved else None

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "to_play": self.position.to_play.letter,
            "rules": self.rules.name,
            "value": self.value,
            "low": self.low,
            "high": self.high,
            "proved": self.proved,
            "simple_ko": {"L": self.simple_low, "U": self.simple_high},
            "depends_on_repetition": self.repetition,
            "best_moves": [vertex(move) for move in self.best],
            "best_proved": self.best_proved,
            "guess": [vertex(move) for move in self.guesses],
            "moves": [{"move": vertex(each.move), "low": each.low, "high": each.high} for each in self.moves],
            "line": [vertex(move) for move in self.line],
            "depth": self.depth,
            "nodes": self.nodes,
            "seconds": round(self.seconds, 4),
        }
