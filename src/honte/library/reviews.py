"""The log of solved and failed problems: append-only, on disk before anybody is shown that it is saved.

A review names its problem by key, so it survives renames, moves and a new index, and the same problem in two
collections has one history. `progress` holds one row for each problem, written in the same transaction.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from honte.library.database import Database

VERSION = 1
_SCHEMA = """
CREATE TABLE review (
    id INTEGER PRIMARY KEY AUTOINCREMENT, time REAL NOT NULL, key TEXT NOT NULL, kind TEXT NOT NULL,
    solved INTEGER NOT NULL, helped INTEGER NOT NULL, seconds REAL NOT NULL, mistakes INTEGER NOT NULL,
    level REAL, rating REAL, deviation REAL, more TEXT NOT NULL DEFAULT '{}'
);
CREATE INDEX review_key ON review (key);
CREATE INDEX review_time ON review (time);
CREATE TABLE progress (
    key TEXT PRIMARY KEY, tries INTEGER NOT NULL, solved INTEGER NOT NULL, clean INTEGER NOT NULL,
    last REAL NOT NULL, last_clean INTEGER NOT NULL, due REAL, card TEXT
) WITHOUT ROWID;
CREATE TABLE daily (
    day TEXT NOT NULL, collection TEXT NOT NULL, size INTEGER NOT NULL, keys TEXT NOT NULL,
    PRIMARY KEY (day, collection, size)
) WITHOUT ROWID
"""


@dataclass(frozen=True, slots=True)
class Review:
    """One attempt at one problem."""

    key: str
    solved: bool
    helped: bool = False
    """Whether a hint or the solution was shown before it was solved."""
    seconds: float = 0.0
    mistakes: int = 0
    """Wrong moves before it was solved."""
    kind: str = "solve"
    """`solve` for play on the board, `quiz` for the question alive, dead, unsettled or ko."""
    time: float = field(default_factory=time.time)
    """Seconds since 1970."""
    level: float | None = None
    """The level of the problem when it was solved."""
    rating: float | None = None
    deviation: float | None = None
    """The player's rating after this review, and how far it may be off."""
    more: Mapping[str, Any] = field(default_factory=dict)

    @property
    def clean(self) -> bool:
        """Whether it was solved without help and without a wrong move."""
        return self.solved and not self.helped and not self.mistakes


@dataclass(frozen=True, slots=True)
class Progress:
    """What all reviews of one problem come to."""

    key: str
    tries: int
    solved: int
    clean: int
    last: float
    last_clean: bool
    due: float | None
    card: dict[str, Any] | None
    """The state of the problem in the scheduler."""


class Reviews:
    """The log on disk."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.database = Database(path, _SCHEMA, VERSION, durable=True)

    def add(self, review: Review, due: float | None = None, card: Mapping[str, Any] | None = None) -> int:
        """Appends a review and updates the progress of its problem; returns the number of the review.

        `due` is when the problem comes again, `card` the scheduler's state; both stay when not given. A quiz
        leaves the progress as it is.
        """
        with self.database.writing() as db:
            added = db.execute(
                "INSERT INTO review (time, key, kind, solved, helped, seconds, mistakes, level, rating,"
                " deviation, more) VALUES (?,?,?,?,?,?,?,?,?,?,?)",
                (review.time, review.key, review.kind, review.solved, review.helped, review.seconds,
                 review.mistakes, review.level, review.rating, review.deviation,
                 json.dumps(dict(review.more))),
            )  # fmt: skip
            if review.kind != "quiz":
                db.execute(
                    "INSERT INTO progress VALUES (?,1,?,?,?,?,?,?) ON CONFLICT (key) DO UPDATE SET"
                    " tries=tries+1, solved=solved+excluded.solved, clean=clean+excluded.clean,"
                    " last=excluded.last, last_clean=excluded.last_clean, due=COALESCE(excluded.due, due),"
                    " card=COALESCE(excluded.card, card)",
                    (review.key, review.solved, review.clean, review.time, review.clean, due,
                     None if card is None else json.dumps(dict(card))),
                )  # fmt: skip
        return added.lastrowid or 0

    def progress(self, key: str) -> Progress | None:
        """What is known about one problem; None when it was never tried."""
        row = self.database.row("SELECT * FROM progress WHERE key=?", (key,))
        return None if row is None else _progress(row)

    def due(self, before: float, limit: int = 1000) -> list[Progress]:
        """Problems to repeat by this time, the longest overdue first."""
        rows = self.database.rows(
            "SELECT * FROM progress WHERE due IS NOT NULL AND due <= ? ORDER BY due LIMIT ?", (before, limit)
        )
        return [_progress(row) for row in rows]

    def mistakes(self, limit: int = 1000) -> list[Progress]:
        """Problems whose last attempt was not clean, the latest first."""
        rows = self.database.rows(
            "SELECT * FROM progress WHERE last_clean=0 ORDER BY last DESC LIMIT ?", (limit,)
        )
        return [_progress(row) for row in rows]

    def since(self, start: float = 0.0) -> list[Review]:
        """All reviews from a time on, oldest first."""
        rows = self.database.rows(
            "SELECT key, solved, helped, seconds, mistakes, kind, time, level, rating, deviation, more"
            " FROM review WHERE time >= ? ORDER BY id",
            (start,),
        )
        return [_review(row) for row in rows]

    def last_rated(self) -> Review | None:
        """The latest review that moved the rating."""
        row = self.database.row(
            "SELECT key, solved, helped, seconds, mistakes, kind, time, level, rating, deviation, more"
            " FROM review WHERE rating IS NOT NULL ORDER BY id DESC LIMIT 1"
        )
        return None if row is None else _review(row)

    def close(self) -> None:
        """Closes the file."""
        self.database.close()


def _review(row: tuple[Any, ...]) -> Review:
    key, solved, helped, seconds, mistakes, kind, when, level, rating, deviation, more = row
    return Review(
        key,
        bool(solved),
        bool(helped),
        seconds,
        mistakes,
        kind,
        when,
        level,
        rating,
        deviation,
        json.loads(more),
    )


def _progress(row: tuple[Any, ...]) -> Progress:
    key, tries, solved, clean, last, last_clean, due, card = row
    return Progress(
        key, tries, solved, clean, last, bool(last_clean), due, None if card is None else json.loads(card)
    )
