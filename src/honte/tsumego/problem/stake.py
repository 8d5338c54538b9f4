"""What is at stake in a position: the life of a group, the capture of a chain, a race, a connection."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from honte.errors import InputError

if TYPE_CHECKING:
    from honte.tsumego.problem.problem import Objective


class Stake(Enum):
    """What a problem is about.

    The value is the word for it, as in `what is at stake: life of the 4 stones at C3`.
    """

    LIFE = "life"
    """A surrounded group: two eyes, seki or a way out, or death."""
    CAPTURE = "capture"
    """A chain in the open that is short of liberties: it is caught, or it gets away."""
    RACE = "race"
    """Two groups of both colors, of which only one can be saved, or both in seki."""
    CONNECTION = "connection"
    """Two chains of one color: they become one chain, or are kept apart."""

    @classmethod
    def parse(cls, word: str) -> Stake:
        """The stake with this name; raises InputError for any other word."""
        try:
            return cls(word.strip().lower())
        except ValueError:
            known = ", ".join(stake.value for stake in cls)
            raise InputError(f"{word!r} is nothing that can be at stake; known: {known}") from None

    def verb(self, objective: Objective) -> tuple[str, str]:
        """What a side does that wants this: as in `Black kills`, and as in `Black cannot kill`."""
        return _VERBS[self, objective.value]


_VERBS = {
    (Stake.LIFE, "live"): ("lives", "live"),
    (Stake.LIFE, "kill"): ("kills", "kill"),
    (Stake.CAPTURE, "live"): ("saves the stones", "save the stones"),
    (Stake.CAPTURE, "kill"): ("captures", "capture"),
    (Stake.RACE, "live"): ("saves the stones", "save the stones"),
    (Stake.RACE, "kill"): ("wins the race", "win the race"),
    (Stake.CONNECTION, "live"): ("connects", "connect"),
    (Stake.CONNECTION, "kill"): ("cuts", "cut"),
}
