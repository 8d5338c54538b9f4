"""Books under superko: a book is followed against every reply, and mended where it makes a board twice.

A proof under simple ko may bring a board back although another move wins too. `certified` looks for such
places in a book, gives it other moves there, proved by search, and follows the whole book again. What it
certifies is the book as it is written: the last look at it asks no search.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from honte.core import BLACK, Board, Position
from honte.smallboard.book import Book, entries_of, entry_of
from honte.smallboard.engine import Engine, State
from honte.smallboard.geometry import geometry
from honte.smallboard.graph import Graph
from honte.smallboard.laws import SIMPLE
from honte.smallboard.superko import Strategy

if TYPE_CHECKING:
    from honte.grid import Point

ROOM = 1 << 24
"""The most positions, images under symmetries counted apart, when a book is followed; a power of two."""
IMAGES = 16
"""Positions for which there is room for each entry of a book: eight images with either side to play."""
MENDS = 12
"""How often a book is given other moves, until it makes no promise under superko."""
TRY_NODES = 2_000_000
"""The most nodes spent on one other move."""
LONGER = 12
"""Plies by which the line after another move may be longer."""
MEND_ROOM = 1 << 18
"""Positions for which there is room in the strategy after another move."""


class Followed(Graph):
    """The graph of a book's moves against every reply."""

    def __init__(self, engine: Engine, goal: int, room: int = ROOM) -> None:
        super().__init__(engine, goal, room)
        self._hits: Any = None

    def follow(self, book: Book) -> bool:
        """Follows a book from its start; True when it reaches its goal everywhere without a cycle."""
        import numpy as np

        from honte.kernels.small.certify import FULL, HOLDS
        from honte.kernels.small.follow import follow

        self._index[:] = -1
        self._hits = np.zeros(len(book), np.bool_)
        verdict, used = follow(
            self._record, self.engine.counts, book.keys, book.moves, geometry(book.grid).bits, self._hits,
            np.uint64(book.start[0]), np.uint64(book.start[1]), np.int64(0 if book.prover_first else 1),
            self.goal, self.nodes, self._index,
        )  # fmt: skip
        self.used = int(used)
        self.full = bool(verdict == FULL)
        return bool(verdict == HOLDS)

    def used_part(self, book: Book) -> Book:
        """A followed book without the entries that no play reaches."""
        return replace(book, keys=book.keys[self._hits], moves=book.moves[self._hits])

    def state_of(self, number: int) -> State:
        """A position of the graph."""
        node = self.nodes[number]
        first = bool(node["turn"] == 0)
        return State(int(node["own"]), int(node["opp"]), int(node["ko"]), prover_first=first)


def certified(book: Book, engine: Engine, room: int = ROOM) -> Book:
    """The book, mended if need be, with its promise under superko; the book as it was when that fails."""
    followed = Followed(engine, book.goal, min(room, 1 << (IMAGES * len(book)).bit_length()))
    mended, tried = book, set[tuple[int, int]]()
    for _ in range(MENDS):
        if not followed.follow(mended):
            break
        faults = list(followed.repeats())
        if engine.budget.stopped:
            break
        if not faults:
            sound = next(followed.doubts(), None) is None and not engine.budget.stopped
            return replace(followed.used_part(mended), superko=True) if sound else book
        better = mend(followed, mended, faults, tried)
        if better is None:
            break
        mended = better
    return book


def mend(
    followed: Followed, book: Book, faults: list[tuple[int, int]], tried: set[tuple[int, int]]
) -> Book | None:
    """Gives a followed book another move for each pair (earlier, later) of one board.

    None when there is none for some pair. `tried` holds the entries that were given up; it grows.
    """
    import numpy as np

    grid, changed, more = book.grid, dict[int, int](), []
    for earlier, later in faults:
        path = followed.path(earlier, later)
        turns = [number for number in reversed(path[:-1]) if followed.nodes["turn"][number] == 0]
        if any(_entry(followed, number)[0] in changed for number in turns):
            continue
        other = next(_others(followed, turns, tried), None)
        if other is None:
            return None
        tried.add(_entry(followed, other.number))
        state = followed.state_of(other.number)
        key, code = entry_of(grid, state.own, state.opp, state.ko, other.move)
        changed[key] = code
        more.append(entries_of(grid, other.strategy))
    # Where several say something of a position, the first counts.
    keys = np.concatenate([np.array([*changed], np.uint64), book.keys, *(each[0] for each in more)])
    moves = np.concatenate([np.array([*changed.values()], np.uint8), book.moves, *(each[1] for each in more)])
    keys, places = np.unique(keys, return_index=True)
    return replace(book, keys=keys, moves=moves[places])


class Other(NamedTuple):
    """Another move that wins at a position, and how it goes on."""

    number: int
    move: Point
    strategy: Strategy


def _others(followed: Followed, numbers: list[int], tried: set[tuple[int, int]]) -> Iterator[Other]:
    """Other moves that win at some of the positions, those with the shortest lines first."""
    for longer in range(0, LONGER + 1, 2):
        for number in numbers:
            depth = int(followed.nodes["height"][number]) - 1 + longer
            for move, child in _moves(followed, number, tried):
                strategy = _proved(followed, child, depth)
                if strategy is not None:
                    yield Other(number, move, strategy)


def _moves(followed: Followed, number: int, tried: set[tuple[int, int]]) -> Iterator[tuple[Point, State]]:
    """The prover's moves at a position, except the book's and those given up, and where they lead."""
    state, grid = followed.state_of(number), followed.engine.grid
    ko = grid.point_of(state.ko.bit_length() - 1) if state.ko else None
    position = Position(Board(grid, state.own, state.opp), BLACK, ko)
    given_up = tried | {_entry(followed, number)}
    for point in position.legal_moves(SIMPLE):
        if entry_of(grid, state.own, state.opp, state.ko, point) not in given_up:
            after = position.play_unchecked(point)
            banned = 0 if after.ko is None else grid.bit(after.ko)
            yield point, State(after.board.black_mask, after.board.white_mask, banned, prover_first=False)


def _proved(followed: Followed, child: State, depth: int) -> Strategy | None:
    """The strategy by which the prover reaches the goal within `depth` plies; None when there is none."""
    engine, goal = followed.engine, int(followed.goal)
    if engine.prove(child, goal, depth, TRY_NODES).value < goal:
        return None
    strategy = Strategy(engine, goal, MEND_ROOM)
    return strategy if strategy.walk(child, depth, merge=True) else None


def _entry(followed: Followed, number: int) -> tuple[int, int]:
    """Key and code of the book's move at a position."""
    state, reply = followed.state_of(number), int(followed.nodes["reply"][number])
    move = followed.engine.grid.point_of(reply.bit_length() - 1) if reply else None
    return entry_of(followed.engine.grid, state.own, state.opp, state.ko, move)
