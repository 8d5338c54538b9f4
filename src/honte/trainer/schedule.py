"""When a problem comes again: spaced repetition by the `fsrs` library (FSRS, J. Ye and others)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import TYPE_CHECKING, Any

from honte.library.reviews import Review

if TYPE_CHECKING:
    from fsrs import Rating, Scheduler

RETENTION = 0.9
"""A problem comes again when the chance to remember it has fallen to this."""
STEPS = (timedelta(minutes=10),)
"""A problem that was not clean comes again after this time, once; a clean one after days."""
QUICK, SLOW = 10.0, 120.0
"""A clean solution within QUICK seconds counts as easy, one that takes longer than SLOW as hard."""


@cache
def _scheduler() -> Scheduler:
    from fsrs import Scheduler

    return Scheduler(
        desired_retention=RETENTION, learning_steps=STEPS, relearning_steps=STEPS, enable_fuzzing=False
    )


def grade(review: Review) -> Rating:
    """FSRS's grade of a review: help and wrong moves count as forgotten."""
    from fsrs import Rating

    if not review.clean:
        return Rating.Again
    if 0 < review.seconds <= QUICK:
        return Rating.Easy
    return Rating.Hard if review.seconds > SLOW else Rating.Good


def after(card: Mapping[str, Any] | None, review: Review) -> tuple[dict[str, Any], float]:
    """The scheduler's state of the problem after a review, and when it is due, in seconds since 1970."""
    from fsrs import Card, Rating

    old = Card() if card is None else Card.from_dict(dict(card))  # type: ignore[arg-type]
    when = datetime.fromtimestamp(review.time, UTC)
    given = grade(review)
    if card is None and given is Rating.Hard:
        given = Rating.Good  # the first time everybody has to think
    new, _ = _scheduler().review_card(old, given, when)
    return dict(new.to_dict()), new.due.timestamp()
