"""The trainer of one library: notes what was solved, and chooses what to solve next.

A review, the new rating and the next date are written in one transaction before `note` returns, so a killed
program loses nothing that it has shown as saved.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from honte.library import query
from honte.library.library import Library
from honte.library.query import Found, Query
from honte.library.reviews import Progress, Review
from honte.trainer import schedule
from honte.trainer.rating import DAY, GRADED_DEVIATION, GUESSED_DEVIATION, Rating, rating_of_level
from honte.tsumego.problem.levels import HIGHEST

SIZE = 10
"""Problems of one day, unless asked for otherwise."""
NEAR = 4.0
"""New problems are at most this many ranks from the player's, as long as there are enough of them."""
UNKNOWN = 8.0
"""A problem without a level is taken as this many ranks from the player's."""
DUE_SHARE = 0.7
"""Largest part of a day's set that repeats old problems while there are new ones."""


@dataclass(frozen=True, slots=True)
class Noted:
    """What became of a review."""

    number: int
    """The number of the review in the log."""
    before: Rating
    after: Rating
    rated: bool
    """Whether the review moved the rating: the first try of a day at a problem with a level does."""
    due: float | None
    """When the problem comes again, in seconds since 1970; None for a quiz."""


@dataclass(frozen=True, slots=True)
class Daily:
    """One problem of today's set."""

    found: Found
    reason: str
    """`new`, `again` (due by the schedule) or `mistake` (due, and not clean the last time)."""
    done: bool
    clean: bool
    """Whether the last try of today was clean."""


class Trainer:
    """Training on a library."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self.reviews = library.reviews

    # Notes

    def note(self, review: Review) -> Noted:
        """Writes a review with the new rating and the next date."""
        with self.reviews.database.writing():
            progress = self.reviews.progress(review.key)
            before = self.rating(review.time)
            found = next(iter(query.with_keys(self.library.index, [review.key])), None)
            after = self._rated(review, found, progress, before)
            due, card = None, None
            if review.kind == "solve":
                card, due = schedule.after(progress.card if progress else None, review)
            if found is not None:
                review = replace(review, level=found.level)
            if after is not None:
                review = replace(review, rating=after.value, deviation=after.deviation)
            number = self.reviews.add(review, due, card)
        return Noted(number, before, after or before, after is not None, due)

    def _rated(
        self, review: Review, found: Found | None, progress: Progress | None, before: Rating
    ) -> Rating | None:
        """The rating after a review; None when the review does not count for it."""
        again = progress is not None and _day(progress.last) == _day(review.time)
        if review.kind != "solve" or found is None or found.level is None or again:
            return None
        deviation = GRADED_DEVIATION if found.graded else GUESSED_DEVIATION
        return before.after(rating_of_level(found.level), won=review.clean, problem_deviation=deviation)

    def rating(self, now: float | None = None) -> Rating:
        """The rating at a time, now by default."""
        last = self.reviews.last_rated()
        if last is None or last.rating is None or last.deviation is None:
            return Rating()
        return Rating(last.rating, last.deviation).rested((time.time() if now is None else now) - last.time)

    def curve(self) -> list[tuple[float, float, float]]:
        """The rating over time: seconds since 1970, points, deviation."""
        return [
            (review.time, review.rating, review.deviation)
            for review in self.reviews.since()
            if review.rating is not None and review.deviation is not None
        ]

    # Sets

    def today(self, collection: str = "", size: int = SIZE, now: float | None = None) -> list[Daily]:
        """Today's set: the same list all day; problems that were done stay in it and are marked."""
        now = time.time() if now is None else now
        day = _day(now)
        with self.reviews.database.writing() as db:
            row = db.execute(
                "SELECT keys FROM daily WHERE day=? AND collection=? AND size=?", (day, collection, size)
            ).fetchone()
            chosen = json.loads(row[0]) if row else self._choose(collection, size, now)
            if row is None and chosen:
                db.execute("INSERT INTO daily VALUES (?,?,?,?)", (day, collection, size, json.dumps(chosen)))
        return self._daily(chosen, now, collection)

    def mistakes(self, collection: str = "", size: int = SIZE) -> list[Found]:
        """Problems whose last try was not clean, the latest first."""
        keys = [progress.key for progress in self.reviews.mistakes()]
        return self._found(keys, collection)[:size]

    def due(self, collection: str = "", now: float | None = None) -> list[Found]:
        """Problems that are due by the schedule, the longest overdue first."""
        keys = [progress.key for progress in self.reviews.due(time.time() if now is None else now)]
        return self._found(keys, collection)

    def fresh(self, collection: str, size: int, seed: str, now: float | None = None) -> list[Found]:
        """New problems near the player's level; the same seed chooses the same ones."""
        found, _ = self.library.find(
            Query(collection=collection, state="new", sort="level", limit=query.MOST)
        )
        rng = random.Random(seed)
        rng.shuffle(found)
        level = self.rating(now).level
        near = [each for each in found if each.level is not None and abs(each.level - level) <= NEAR]
        rest = sorted(
            (each for each in found if each not in near),
            key=lambda each: UNKNOWN if each.level is None else abs(each.level - level),
        )
        chosen = list({each.key: each for each in (*near, *rest)}.values())[:size]
        return sorted(chosen, key=lambda each: HIGHEST if each.level is None else each.level)

    def _choose(self, collection: str, size: int, now: float) -> list[str]:
        """The keys of a new set: what is due, then new problems; more of one when the other falls short."""
        due = [each.key for each in self.due(collection, now)]
        fresh = [each.key for each in self.fresh(collection, size, f"{_day(now)} {collection}", now)]
        old = due[: max(int(size * DUE_SHARE), size - len(fresh))]
        return list(dict.fromkeys([*old, *fresh]))[:size]

    def _daily(self, keys: Sequence[str], now: float, collection: str) -> list[Daily]:
        start = _midnight(now)
        last = {review.key: review for review in self.reviews.since(start) if review.kind == "solve"}
        before = {each.key for each in self.reviews.since() if each.time < start and each.kind != "quiz"}
        unclean = {each.key for each in self.reviews.mistakes()}
        found = []
        for each in self._found(keys, collection):
            reason = "new" if each.key not in before else "mistake" if each.key in unclean else "again"
            review = last.get(each.key)
            found.append(Daily(each, reason, review is not None, review is not None and review.clean))
        return found

    def _found(self, keys: Sequence[str], collection: str = "") -> list[Found]:
        """One problem for each key, in the order of the keys; keys that the library has lost are left out."""
        by_key: dict[str, Found] = {}
        for each in query.with_keys(self.library.index, keys):
            if not collection or each.folder == collection:
                by_key.setdefault(each.key, each)
        return [by_key[key] for key in keys if key in by_key]


def _day(when: float) -> str:
    return datetime.fromtimestamp(when).date().isoformat()


def _midnight(when: float) -> float:
    return datetime.fromtimestamp(when).replace(hour=0, minute=0, second=0, microsecond=0).timestamp()


def days_until(due: float, now: float | None = None) -> str:
    """When something is due, in words.

    >>> days_until(1000.0, 400.0), days_until(3 * 86400.0, 0.0)
    ('in 10 minutes', 'in 3 days')
    """
    seconds = due - (time.time() if now is None else now)
    for unit, length in (("day", DAY), ("hour", 3600.0), ("minute", 60.0)):
        if (count := round(seconds / length)) >= 1:
            return f"in {count} {unit}{'' if count == 1 else 's'}"
    return "now"
