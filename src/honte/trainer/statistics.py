"""What was solved: by shape, place, aim, level and tag.

A try is clean without help and without a wrong move.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from statistics import median

from honte.core import Board, Color
from honte.library import query
from honte.library.library import Library
from honte.library.query import Found
from honte.library.reviews import Review
from honte.tsumego.open.areas import find_area
from honte.tsumego.open.readings import find_readings
from honte.tsumego.problem import Setup
from honte.tsumego.problem.levels import level_text

BAND = 5
"""Ranks in one line of the table of levels."""
GROUPS = ("shape", "place", "aim", "level", "tag")
ROOMS = ((6, "small room"), (12, "medium room"))
"""Most free points around the group at stake, and what such a room is called; more is a large room."""
SHAPES_KEPT = 20_000
"""Problems whose shape is remembered."""


@dataclass(frozen=True, slots=True)
class Line:
    """The tries of one kind of problem."""

    name: str
    tries: int
    clean: int
    seconds: float | None
    """The median of the clean tries; None when no time was taken."""

    @property
    def share(self) -> float:
        """The part of the tries that was clean, from 0 to 1."""
        return self.clean / self.tries if self.tries else 0.0


def statistics(library: Library, since: float = 0.0) -> dict[str, list[Line]]:
    """Tables by group, and `total` with one line, and `quiz` with one line for the status quiz."""
    reviews = library.reviews.since(since)
    played = [review for review in reviews if review.kind == "solve"]
    quizzes = [review for review in reviews if review.kind == "quiz"]
    keys = list(dict.fromkeys(review.key for review in played))
    found: dict[str, Found] = {}
    for start in range(0, len(keys), query.MOST):
        found.update(
            {each.key: each for each in query.with_keys(library.index, keys[start : start + query.MOST])}
        )
    tables = {name: _table(played, found, _NAMES[name]) for name in GROUPS}
    tables["total"] = [_line("all", played)]
    tables["quiz"] = [_line("status quiz", quizzes)]
    return tables


def _band(found: Found) -> list[str]:
    if found.level is None:
        return ["without a level"]
    low = int(found.level // BAND) * BAND
    return [f"{level_text(low)} to {level_text(low + BAND - 1)}"]


def _shape(found: Found) -> list[str]:
    return [f"{found.place}, {_room(found.board, found.to_play)}"]


@lru_cache(maxsize=SHAPES_KEPT)
def _room(board: Board, to_play: str) -> str:
    """How much room the group at stake has: free points that its attacker leaves it."""
    readings = find_readings(Setup(board, Color.parse(to_play)))
    if not readings:
        return "no group at stake"
    area = find_area(board, readings[0].target, readings[0].defender)
    free = len(area & board.empty)
    return next((name for most, name in ROOMS if free <= most), "large room")


_NAMES: dict[str, Callable[[Found], Iterable[str]]] = {
    "shape": _shape,
    "place": lambda found: [found.place],
    "aim": lambda found: [found.aim or "not given"],
    "level": _band,
    "tag": lambda found: found.tags,
}


def _table(
    reviews: list[Review], found: dict[str, Found], names: Callable[[Found], Iterable[str]]
) -> list[Line]:
    groups: dict[str, list[Review]] = {}
    for review in reviews:
        if review.key in found:
            for name in names(found[review.key]):
                groups.setdefault(name, []).append(review)
    lines = [_line(name, members) for name, members in groups.items()]
    return sorted(lines, key=lambda line: -line.tries)


def _line(name: str, reviews: list[Review]) -> Line:
    clean = [review for review in reviews if review.clean]
    times = [review.seconds for review in clean if review.seconds > 0]
    return Line(name, len(reviews), len(clean), median(times) if times else None)
