"""Levels of the opponent, from a beginner to the strongest play; each is a word that a player knows.

The first three levels do not search. They draw a move from the network's likely moves, flattened by a
temperature: the higher the temperature, the more often a level plays what a strong player would not. The
other two search. `benchmarks/opponent.py --levels` lets neighboring levels play each other.
"""

from __future__ import annotations

from dataclasses import dataclass

from honte.errors import InputError


@dataclass(frozen=True, slots=True)
class Level:
    """One level: how a move is drawn, and how far the search goes."""

    name: str
    visits: int | None
    """Visits of the tree search at most; 0 plays without search, None uses the whole budget."""
    temperature: float
    """Moves are drawn with probability ** (1 / temperature); 0 always plays the best move."""
    playouts: int | None
    """Playouts on boards that the network does not know; None uses the whole budget."""


LEVELS = {
    level.name: level
    for level in (
        Level("beginner", 0, 3.0, 100),
        Level("novice", 0, 1.7, 500),
        Level("club player", 0, 0.9, 3_000),
        Level("expert", 24, 0.0, 15_000),
        Level("strongest", None, 0.0, None),
    )
}
STRONGEST = "strongest"


def level_named(name: str) -> Level:
    """The level of a name; raises InputError with the known names.

    >>> level_named("beginner").visits
    0
    """
    found = LEVELS.get(name.strip().lower())
    if found is None:
        raise InputError(f"{name!r} is not a level; expected {', '.join(LEVELS)}")
    return found
