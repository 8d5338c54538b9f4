"""What one side reaches when it moves first, and what the results of both sides say of the keystones."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, TypeAlias

from honte.core import Color, Move, vertex
from honte.tsumego.problem import Objective
from honte.tsumego.problem.stake import Stake
from honte.tsumego.proof.prover import MOST_THREATS

Line: TypeAlias = tuple[Move, ...]
"""Moves of both sides in turn."""


class Status(Enum):
    """What the keystones are, whoever moves first."""

    ALIVE = "alive"
    DEAD = "dead"
    SEKI = "seki"
    """Alive without two eyes; named where the standing shapes are recognized, otherwise ALIVE."""
    CONNECTED = "connected"
    """Two chains that cannot be cut."""
    CUT = "cut"
    """Two chains that cannot be connected."""
    KO = "ko"
    UNSETTLED = "unsettled"
    UNKNOWN = "unknown"


class Scope(Enum):
    """How far a proof reaches."""

    BOARD = "board"
    """The whole board, as long as walls with two outside liberties stand."""
    AREA = "area"
    """The area that was searched, with the stones around it taken as safe."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one side reaches when it moves first.

    The *need* of the mover is the least number of ko threats, more than the opponent's, with which the
    mover succeeds: -MOST_THREATS when the mover succeeds against any threats, MOST_THREATS + 1 when no
    number of threats helps. The need is proved to lie between `low` and `high`.
    """

    mover: Color
    objective: Objective
    low: int
    """The mover is proved to fail with fewer threats than this."""
    high: int
    """The mover is proved to succeed with this many; above MOST_THREATS when no success is proved."""
    best: tuple[Move, ...] = ()
    """Moves proved to reach the best proved result, the most natural first."""
    stake: Stake = Stake.LIFE
    """What is at stake, which gives the words."""

    @classmethod
    def unknown(cls, mover: Color, objective: Objective) -> Outcome:
        """The outcome of a question that no search has touched."""
        return cls(mover, objective, -MOST_THREATS, MOST_THREATS + 1)

    @property
    def proved(self) -> bool:
        """Whether the need is known exactly."""
        return self.low == self.high

    @property
    def wins(self) -> bool:
        """Whether the mover is proved to succeed against any threats."""
        return self.high <= -MOST_THREATS

    @property
    def fails(self) -> bool:
        """Whether the mover is proved to fail with any threats."""
        return self.low > MOST_THREATS

    @property
    def is_ko(self) -> bool:
        """Whether the threats of both sides are proved to decide."""
        return self.low > -MOST_THREATS and self.high <= MOST_THREATS

    @property
    def ko_kind(self) -> str:
        """Direct when one threat decides who wins the ko; approach when one side needs several."""
        return "direct" if self.high in (0, 1) else "approach"

    @property
    def first_threat(self) -> Color:
        """Who must find the first outside threat in a ko: the side that loses it without threats."""
        return self.mover if self.high > 0 else self.mover.opponent

    @property
    def result(self) -> str:
        """`win`, `lose`, `ko` or `open`, for the mover."""
        if self.wins:
            return "win"
        if self.fails:
            return "lose"
        return "ko" if self.is_ko and self.proved else "open"

    def record(self) -> dict[str, Any]:
        """A JSON object for programs."""
        is_ko = self.proved and self.is_ko
        return {
            "mover": self.mover.letter,
            "objective": self.objective.value,
            "result": self.result,
            "text": str(self),
            "proved": self.proved,
            "need_low": self.low,
            "need_high": self.high,
            "ko": self.ko_kind if is_ko else None,
            "first_threat": self.first_threat.letter if is_ko else None,
            "best": [vertex(m) for m in self.best],
        }

    def __str__(self) -> str:
        aim, plain = self.stake.verb(self.objective)
        if self.wins:
            return f"{self.mover} {aim}"
        if self.fails:
            return f"{self.mover} cannot {plain}"
        if self.is_ko and self.proved:
            if self.high > 0:
                return f"{self.ko_kind} ko: {self.mover} {aim} with {_threats(self.high)}"
            fewest = _threats(1 - self.high)
            return f"{self.ko_kind} ko: {self.mover} {aim} unless {self.mover.opponent} has {fewest}"
        return f"unknown whether {self.mover} {aim}"


def _threats(count: int) -> str:
    return f"{count} outside threat{'' if count == 1 else 's'}"


def status_of(first: Outcome, second: Outcome | None) -> Status:
    """What the keystones are; needs the outcomes of both sides unless one of them settles it."""
    if first.stake is Stake.CONNECTION:
        found = status_of(replace(first, stake=Stake.LIFE), second)
        return {Status.ALIVE: Status.CONNECTED, Status.DEAD: Status.CUT}.get(found, found)
    by_aim = {o.objective: o for o in (first, second) if o is not None}
    live, kill = by_aim.get(Objective.LIVE), by_aim.get(Objective.KILL)
    if kill is not None and kill.fails:
        return Status.ALIVE
    if live is not None and live.fails:
        return Status.DEAD
    if live is None or kill is None:
        return Status.KO if first.proved and first.is_ko else Status.UNKNOWN
    if live.wins and kill.wins:
        return Status.UNSETTLED
    if live.proved and kill.proved:
        return Status.KO
    return Status.UNKNOWN
