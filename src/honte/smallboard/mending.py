"""Books under superko: a book is followed against every reply, and mended where it makes a board twice.

A proof under simple ko may bring a board back although another move wins too. `certified` looks for such
places in a book, gives it other moves there, proved by search, and follows the whole book again. What it
certifies is the book as it is written: the last look at it asks no search.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from honte.core import BLACK, Board, Position
from honte.grid import PointSet
from honte.smallboard.book import Book, entries_of, entry_of
from honte.smallboard.engine import Engine, State
from honte.smallboard.geometry import geometry
from honte.smallboard.graph import Graph
from honte.smallboard.laws import SIMPLE
from honte.smallboard.orbits import Orbits, Repeat
from honte.smallboard.superko import Strategy

if TYPE_CHECKING:
    from honte.grid import Grid, Point, Symmetry

ROOM = 1 << 24
"""The most positions of a strategy from which a book is made; a power of two."""
UNWRITTEN = 8
"""Orbits for each entry of a book that leaves its last moves to the rule; in other books it is one."""
SPARE = 1 << 12
"""Room for orbits beyond that."""
MENDS = 12
"""How often a book is given other moves, until it makes no promise under superko."""
TRY_NODES = 2_000_000
"""The most nodes spent on one other move."""
LONGER = 12
"""Plies by which the line after another move may be longer."""
MEND_ROOM = 1 << 18
"""Positions for which there is room in the strategy after another move."""


def followed(book: Book, engine: Engine) -> Orbits:
    """The orbits of a book, which is `complete` unless the book fails."""
    orbits = Orbits(engine, book, len(book) * (UNWRITTEN if book.rest > 1 else 1) + SPARE)
    orbits.follow()
    return orbits


def certified(book: Book, engine: Engine) -> Book:
    """The book, mended if need be, with its promise under superko; the book as it was when that fails."""
    mended, tried = book, set[tuple[int, int]]()
    for _ in range(MENDS if book.prover_first else 0):
        orbits = followed(mended, engine)
        if not orbits.complete:
            break
        faults, sound = real_faults(orbits)
        if sound:
            return replace(orbits.used_part(), superko=True)
        better = mend(orbits, faults, tried) if faults and not engine.budget.stopped else None
        if better is None:
            break
        mended = better
    return book


def real_faults(orbits: Orbits) -> tuple[list[Repeat], bool]:
    """Boards that come back, images apart, and whether the book holds: none does, in secured play neither."""
    followed, clear = Followed(orbits.engine, orbits.book), dict[int, bool]()

    def is_clear(number: int) -> bool:
        if number not in clear:
            clear[number] = followed.clear_after(orbits.state_of(number))
        return clear[number]

    faults = [repeat for repeat in orbits.repeats() if not is_clear(repeat.earlier)]
    sound = not faults and all(is_clear(number) for number in orbits.doubts())
    return faults, sound and not orbits.engine.budget.stopped


class Followed(Graph):
    """What follows one position of a book, images apart."""

    def __init__(self, engine: Engine, book: Book) -> None:
        super().__init__(engine, book.goal, MEND_ROOM)
        self.book = book

    def follow(self, state: State) -> bool:
        """Follows the book from a position, the prover to play; False when it fails or is too large."""
        import numpy as np

        from honte.kernels.small.certify import FULL, HOLDS
        from honte.kernels.small.follow import follow

        self._index[:] = -1
        book, masks = self.book, (np.uint64(mask) for mask in (state.own, state.opp, state.ko))
        verdict, used = follow(
            self._record, self.engine.counts, book.keys, book.moves, geometry(book.grid).bits,
            np.int64(book.rest), *masks, self.goal, self.nodes, self._index,
        )  # fmt: skip
        self.used = int(used)
        self.full = bool(verdict == FULL)
        return bool(verdict == HOLDS)

    def clear_after(self, state: State) -> bool:
        """Whether no board comes back after a position, whatever way the board lies."""
        return all(self.follow(image) and self.sound for image in images_of(self.engine.grid, state))


def images_of(grid: Grid, state: State) -> set[State]:
    """A position under all symmetries of its board."""

    def image(symmetry: Symmetry, mask: int) -> int:
        return sum(grid.bit(symmetry(point)) for point in PointSet(grid, mask))

    return {
        replace(state, own=image(each, state.own), opp=image(each, state.opp), ko=image(each, state.ko))
        for each in grid.symmetries
    }


def mend(orbits: Orbits, faults: list[Repeat], tried: set[tuple[int, int]]) -> Book | None:
    """Gives a followed book another move for each board that comes back.

    None when there is none for some board. `tried` holds the entries that were given up; it grows.
    """
    import numpy as np

    book, changed, more = orbits.book, dict[int, int](), []
    for fault in faults:
        turns = orbits.path(fault)[::-1][: -1 if fault.after_move else None]
        if any(_entry(orbits, number)[0] in changed for number in turns):
            continue
        other = next(_others(orbits, turns, tried), None)
        if other is None:
            return None
        tried.add(_entry(orbits, other.number))
        state = orbits.state_of(other.number)
        key, code = entry_of(book.grid, state.own, state.opp, state.ko, other.move)
        changed[key] = code
        more.append(entries_of(book.grid, other.strategy))
    # Where several say something of a position, the first counts.
    keys = np.concatenate([np.array([*changed], np.uint64), book.keys, *(each[0] for each in more)])
    moves = np.concatenate([np.array([*changed.values()], np.uint8), book.moves, *(each[1] for each in more)])
    keys, places = np.unique(keys, return_index=True)
    return replace(book, keys=keys, moves=moves[places])


class Other(NamedTuple):
    """Another move that wins at an orbit, and how it goes on."""

    number: int
    move: Point
    strategy: Strategy


def _others(orbits: Orbits, numbers: list[int], tried: set[tuple[int, int]]) -> Iterator[Other]:
    """Other moves that win at some of the orbits, those with the shortest lines first."""
    for longer in range(0, LONGER + 1, 2):
        for number in numbers:
            depth = int(orbits.heights[number]) - 1 + longer
            for move, child in _moves(orbits, number, tried):
                strategy = _proved(orbits, child, depth)
                if strategy is not None:
                    yield Other(number, move, strategy)


def _moves(orbits: Orbits, number: int, tried: set[tuple[int, int]]) -> Iterator[tuple[Point, State]]:
    """The prover's moves at an orbit, except the book's and those given up, and where they lead."""
    state, grid = orbits.state_of(number), orbits.engine.grid
    ko = grid.point_of(state.ko.bit_length() - 1) if state.ko else None
    position = Position(Board(grid, state.own, state.opp), BLACK, ko)
    given_up = tried | {_entry(orbits, number)}
    for point in position.legal_moves(SIMPLE):
        if entry_of(grid, state.own, state.opp, state.ko, point) not in given_up:
            after = position.play_unchecked(point)
            banned = 0 if after.ko is None else grid.bit(after.ko)
            yield point, State(after.board.black_mask, after.board.white_mask, banned, prover_first=False)


def _proved(orbits: Orbits, child: State, depth: int) -> Strategy | None:
    """The strategy by which the prover reaches the goal within `depth` plies; None when there is none."""
    engine, goal = orbits.engine, orbits.book.goal
    if engine.prove(child, goal, depth, TRY_NODES).value < goal:
        return None
    strategy = Strategy(engine, goal, MEND_ROOM)
    return strategy if strategy.walk(child, depth, merge=True) else None


def _entry(orbits: Orbits, number: int) -> tuple[int, int]:
    """Key and code of the prover's move at an orbit."""
    state, reply = orbits.state_of(number), int(orbits.moves[number])
    move = orbits.engine.grid.point_of(reply.bit_length() - 1) if reply else None
    return entry_of(orbits.engine.grid, state.own, state.opp, state.ko, move)
