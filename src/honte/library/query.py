"""Questions to the index: lists with filters, collections with their progress, keys, duplicates."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from honte.core import Board
from honte.errors import InputError
from honte.grid import Grid
from honte.library.database import Database
from honte.library.shapes import Field, Shape
from honte.tsumego.problem.levels import parse_level

PAGE = 60
"""Problems on one page of a list."""
MOST = 1000
"""The most problems that one question returns."""
STATES = {
    "new": "r.key IS NULL",
    "solved": "r.clean > 0",
    "helped": "r.solved > 0 AND r.clean = 0",
    "failed": "r.key IS NOT NULL AND r.solved = 0",
    "mistakes": "r.last_clean = 0",
}
"""What a problem's history may be asked to be."""
SORTS = {
    "file": "p.collection, p.place_in_list",
    "level": "p.level IS NULL, p.level, p.collection, p.place_in_list",
    "hardest": "p.level IS NULL, p.level DESC, p.collection, p.place_in_list",
    "recent": "r.last IS NULL, r.last DESC, p.collection, p.place_in_list",
    "title": "p.title COLLATE NOCASE, p.collection, p.place_in_list",
}
_FROM = (
    " FROM problem p JOIN collection c ON c.id = p.collection JOIN file f ON f.id = p.file"
    " LEFT JOIN training.progress r ON r.key = p.key"
)
_COLUMNS = (
    "p.id, p.title, p.text, p.cols, p.rows, p.black, p.white, p.to_play, p.aim, p.place, p.level, p.graded,"
    " p.tags, p.key, p.nodes, p.number, f.name, c.folder, c.title, c.shipped, r.tries, r.solved, r.clean,"
    " r.last, r.due"
)


@dataclass(frozen=True, slots=True)
class Query:
    """Which problems to list; empty fields ask for nothing."""

    text: str = ""
    """Words that all stand in the title, the lesson, the tags or the name of the collection."""
    collection: str = ""
    aim: str = ""
    place: str = ""
    tag: str = ""
    lowest: str = ""
    highest: str = ""
    """Levels such as `15k`."""
    state: str = ""
    shape: str = ""
    """A pattern of stones, see `shapes`."""
    key: str = ""
    sort: str = "file"
    offset: int = 0
    limit: int = PAGE


@dataclass(frozen=True, slots=True)
class Found:
    """One problem of a list."""

    id: str
    title: str
    text: str
    cols: int
    rows: int
    black: int
    white: int
    to_play: str
    aim: str
    place: str
    level: float | None
    graded: bool
    tags: tuple[str, ...]
    key: str
    nodes: int
    number: int
    """The number in its file, from 1."""
    file: str
    folder: str
    collection: str
    shipped: bool
    tries: int = 0
    solved: int = 0
    clean: int = 0
    last: float | None = None
    due: float | None = None

    @property
    def board(self) -> Board:
        """The stones."""
        return Board(Grid(self.cols, self.rows), self.black, self.white)

    @property
    def state(self) -> str:
        """`new`, `solved`, `helped` or `failed`."""
        if not self.tries:
            return "new"
        return "solved" if self.clean else "helped" if self.solved else "failed"


@dataclass(frozen=True, slots=True)
class Summary:
    """A collection with its numbers."""

    folder: str
    title: str
    note: str
    shipped: bool
    count: int
    solved: int
    tried: int
    lowest: float | None
    highest: float | None
    first: tuple[str, ...]
    """Ids of the first problems, for thumbnails."""
    broken: int
    """Files that cannot be read."""


def find(index: Database, query: Query) -> tuple[list[Found], int]:
    """The problems of one page, and the number of all that match."""
    where, values = _conditions(query)
    order = _order(query)
    limit = max(0, min(query.limit, MOST))
    if query.shape.strip() or query.text.strip():  # one look at every problem gives page and number
        matching = ids(index, query)
        page = matching[query.offset : query.offset + limit]
        return _by_ids(index, page), len(matching)
    # Few questions need all tables: the ids of a page come from the smallest part that answers.
    tables = _tables(where)
    page_tables = _tables(where + order)
    sql = f"SELECT p.id{page_tables}{where}{order} LIMIT ? OFFSET ?"
    page = [row[0] for row in index.rows(sql, [*values, limit, query.offset])]
    return _by_ids(index, page), index.row(f"SELECT COUNT(*){tables}{where}", values)[0]


def ids(index: Database, query: Query) -> list[str]:
    """The ids of all problems that match, in order."""
    where, values = _conditions(query)
    order = _order(query)
    if query.shape.strip():
        return _with_shape(index, query.shape, where, values, order)
    return [row[0] for row in index.rows(f"SELECT p.id{_FROM}{where}{order}", values)]


def one(index: Database, id: str) -> Found | None:
    """The problem with this id; None when there is none."""
    found = _by_ids(index, [id])
    return found[0] if found else None


def starting_with(index: Database, prefix: str) -> list[str]:
    """The ids that start with some letters, at most two of them."""
    return [row[0] for row in index.rows("SELECT id FROM problem WHERE id LIKE ? LIMIT 2", (f"{prefix}%",))]


def with_keys(index: Database, keys: Iterable[str]) -> list[Found]:
    """All problems with one of these keys."""
    wanted = [key for key in dict.fromkeys(keys) if key][:MOST]
    marks = ",".join("?" * len(wanted))
    sql = f"SELECT {_COLUMNS}{_FROM} WHERE p.key IN ({marks}) ORDER BY p.collection, p.place_in_list"
    return [_found(row) for row in index.rows(sql, wanted)]


def duplicates(index: Database) -> list[list[Found]]:
    """Problems that are the same position under symmetry and exchange of colors, in groups."""
    rows = index.rows("SELECT key FROM problem GROUP BY key HAVING COUNT(*) > 1")
    groups: dict[str, list[Found]] = {}
    for start in range(0, len(rows), MOST):
        for found in with_keys(index, (row[0] for row in rows[start : start + MOST])):
            groups.setdefault(found.key, []).append(found)
    return list(groups.values())


def collections(index: Database) -> list[Summary]:
    """All collections: the user's first, then the shipped ones."""
    rows = index.rows(
        "SELECT c.id, c.folder, c.title, c.note, c.shipped, COUNT(p.id), SUM(r.clean > 0), SUM(r.tries > 0),"
        " MIN(p.level), MAX(p.level) FROM collection c LEFT JOIN problem p ON p.collection = c.id"
        " LEFT JOIN training.progress r ON r.key = p.key GROUP BY c.id"
        " ORDER BY c.shipped, c.title COLLATE NOCASE"
    )
    faults = dict(index.rows("SELECT collection, COUNT(*) FROM file WHERE fault != '' GROUP BY collection"))
    found = []
    for id, folder, title, note, shipped, count, solved, tried, lowest, highest in rows:
        first = index.rows("SELECT id FROM problem WHERE collection=? ORDER BY place_in_list LIMIT 4", (id,))
        found.append(
            Summary(
                folder, title, note, bool(shipped), count, solved or 0, tried or 0, lowest, highest,
                tuple(row[0] for row in first), faults.get(id, 0),
            )
        )  # fmt: skip
    return found


def faults(index: Database) -> list[str]:
    """One line for each file that cannot be read, or not as a whole."""
    rows = index.rows(
        "SELECT c.title, f.name, f.fault FROM file f JOIN collection c ON c.id = f.collection"
        " WHERE f.fault != '' ORDER BY c.title, f.name LIMIT ?",
        (MOST,),
    )
    return [f"{title}/{name}: {fault}" for title, name, fault in rows]


def tags(index: Database) -> dict[str, int]:
    """All tags with the number of problems, the most frequent first."""
    counts: dict[str, int] = {}
    for row in index.rows("SELECT tags, COUNT(*) FROM problem WHERE tags != '' GROUP BY tags"):
        for tag in row[0].strip("|").split("|"):
            counts[tag] = counts.get(tag, 0) + row[1]
    return dict(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])))


def _tables(text: str) -> str:
    """The tables that a part of a question names."""
    return _FROM if re.search(r"\b[cfr]\.", text) else " FROM problem p"


def _order(query: Query) -> str:
    if query.sort not in SORTS:
        raise InputError(f"sort {query.sort!r}; known: {', '.join(SORTS)}")
    return f" ORDER BY {SORTS[query.sort]}"


def _conditions(query: Query) -> tuple[str, list[Any]]:
    """The WHERE part of a list and its values."""
    parts: list[str] = []
    values: list[Any] = []
    if query.collection:
        parts.append("p.collection = (SELECT id FROM collection WHERE folder = ?)")
        values.append(query.collection)
    for word in query.text.split():
        parts.append(
            "(p.title || ' ' || p.text || ' ' || p.tags || ' ' || c.title || ' ' || f.name)"
            " LIKE ? ESCAPE '\\'"
        )
        values.append(f"%{_escaped(word)}%")
    for column, value in (("p.aim", query.aim), ("p.place", query.place),
                          ("p.key", query.key)):  # fmt: skip
        if value:
            parts.append(f"{column} = ?")
            values.append(value)
    if query.tag:
        parts.append("p.tags LIKE ? ESCAPE '\\'")
        values.append(f"%|{_escaped(query.tag.lower())}|%")
    for sign, text in ((">=", query.lowest), ("<=", query.highest)):
        if text:
            parts.append(f"p.level {sign} ?")
            values.append(_level(text) + (-0.5 if sign == ">=" else 0.5))
    if query.state:
        if query.state not in STATES:
            raise InputError(f"state {query.state!r}; known: {', '.join(STATES)}")
        parts.append(STATES[query.state])
    return (" WHERE " + " AND ".join(parts) if parts else ""), values


def _escaped(word: str) -> str:
    return word.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")


def _level(text: str) -> float:
    level = parse_level(text)
    if level is None:
        raise InputError(f"level {text!r}; expected a rank such as 15k or 2d")
    return level


def _with_shape(index: Database, pattern: str, where: str, values: list[Any], order: str) -> list[str]:
    shape = Shape.parse(pattern)
    rows = index.rows(f"SELECT p.id, p.cols, p.rows, p.black, p.white{_FROM}{where}{order}", values)
    return [id for id, cols, height, black, white in rows if shape.is_in(_field(cols, height, black, white))]


@lru_cache(maxsize=50_000)
def _field(cols: int, rows: int, black: str, white: str) -> Field:
    return Field.of(Board(Grid(cols, rows), int(black, 16), int(white, 16)))


def _by_ids(index: Database, wanted: list[str]) -> list[Found]:
    marks = ",".join("?" * len(wanted))
    rows = index.rows(f"SELECT {_COLUMNS}{_FROM} WHERE p.id IN ({marks})", wanted)
    by_id = {row[0]: _found(row) for row in rows}
    return [by_id[id] for id in wanted if id in by_id]


def _found(row: tuple[Any, ...]) -> Found:
    fields = list(row)
    fields[5], fields[6] = int(fields[5], 16), int(fields[6], 16)
    fields[11], fields[19] = bool(fields[11]), bool(fields[19])
    fields[12] = tuple(fields[12].strip("|").split("|")) if fields[12] else ()
    for place in (20, 21, 22):
        fields[place] = fields[place] or 0
    return Found(*fields)
