"""The report of a game: its facts, its review and its final count, ready to be written as a page.

A report is made from a review as plain values (`honte.review.record`), so that a kept review can be written
again without a search.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from honte.core import BLACK, WHITE, Board, Game, Position
from honte.counting.final import FinalCount, final_count
from honte.errors import GoError
from honte.report.facts import Facts

FORMATS = ("html", "md", "json")
"""The forms in which a report can be written."""


class Sums(NamedTuple):
    """One side's moves in figures."""

    moves: int
    lost: float
    """Points lost in all moves together."""
    agreed: int
    """Moves that were the model's first choice."""
    known: int
    """Moves for which the model had a choice."""


@dataclass(frozen=True)
class Report:
    """Everything that a page about a game shows."""

    game: Game
    facts: Facts
    review: Mapping[str, Any]
    """A review as `honte.review.record` gives it."""
    sgf: str = ""
    """The record of the game as SGF text; empty for none."""

    @cached_property
    def count(self) -> FinalCount | None:
        """The final count; None where the game was not played to its end or cannot be counted."""
        result = self.game.result
        if result is not None and result.margin is None:
            return None
        if not self.game.passes and (result is None or result.margin is None):
            return None
        try:
            return final_count(self.game)
        except GoError:
            return None

    @property
    def moves(self) -> list[Mapping[str, Any]]:
        """The judged moves."""
        return list(self.review["moves"])

    @property
    def worst(self) -> list[Mapping[str, Any]]:
        """The moves that lost most, the worst first."""
        return [self.review["moves"][number - 1] for number in self.review["worst"]]

    @property
    def fights(self) -> list[Mapping[str, Any]]:
        """The fights that were looked at: settled ones first, then those with a part proof, by heat."""
        looked = [fight for fight in self.review["fights"] if not fight["waiting"]]
        return sorted(looked, key=lambda fight: (not fight["firm"], fight["result"] == "open"))

    @property
    def settled(self) -> int:
        """The number of fights that a proof settles."""
        return sum(fight["firm"] for fight in self.fights)

    @property
    def problems(self) -> list[Mapping[str, Any]]:
        """The fights that became problems."""
        return [fight for fight in self.fights if fight["sgf"]]

    def board(self, move: int) -> Board:
        """The board after this many moves."""
        return self.position(move).board

    def position(self, move: int) -> Position:
        """The position after this many moves, with the side that moved next to play."""
        game = self.game
        position = game.start if move == 0 else game.steps[move - 1].position
        if move < len(game.steps):
            position = position.with_to_play(game.steps[move].color)
        return position

    def sums(self, color: str) -> Sums:
        """The figures of one side, given by its letter."""
        own = [each for each in self.moves if each["color"] == color]
        known = [each for each in own if each["would"]]
        agreed = sum(each["would"][0][0] == each["vertex"] for each in known)
        return Sums(len(own), sum(each["lost"] for each in own), agreed, len(known))

    def as_dict(self) -> dict[str, Any]:
        """The report as one JSON object."""
        facts, count = self.facts, self.count
        return {
            "name": facts.name,
            "players": {"B": facts.black, "W": facts.white},
            "result": facts.result or None,
            **facts.others,
            "count": None if count is None else count.score.as_dict(),
            "sums": {c.letter: self.sums(c.letter)._asdict() for c in (BLACK, WHITE)},
            "review": dict(self.review),
        }
