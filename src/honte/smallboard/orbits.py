"""A book followed against every reply, up to symmetry, and judged: does it hold under superko too?

An orbit is a position with the prover to play, together with its images. Heights (plies to a secured
position) fall along every line, so a strategy that has them never repeats a position. Whether a stone of the
prover makes a board that stood before is asked up to symmetry as well: a board counts as the same as its
images. So a book that passes holds, and a book that fails may only bring back an image.
docs/algorithms/smallboard.md has the argument.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from honte.smallboard.book import Book
from honte.smallboard.engine import Engine, State
from honte.smallboard.geometry import geometry
from honte.smallboard.graph import may_return

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FOLLOWERS = 8
"""Different orbits that can come next for which there is room, for each orbit; boards need two to four."""
SLICE = 1 << 18
"""Orbits between two looks at the clock."""
FOUND = 1 << 12
"""Room for the places where secured play might make one board again."""


class Repeat(NamedTuple):
    """Two orbits on one line: the prover's move at `later` makes a board again."""

    earlier: int
    later: int
    after_move: bool
    """Whether the board stood after the prover's move at `earlier`; if not, it stood at `earlier` itself."""


class Orbits:
    """The orbits that a book's moves lead to; `room` is the most that fit."""

    def __init__(self, engine: Engine, book: Book, room: int) -> None:
        import numpy as np

        self.engine = engine
        self.book = book
        self.used = 0
        self.keys = np.zeros(room, np.uint64)
        self.moves = np.zeros(room, np.uint64)
        self.first = np.zeros(room + 1, np.int64)
        self.after = np.zeros(room * FOLLOWERS, np.int32)
        self.hits = np.zeros(len(book), np.bool_)
        self.heights: NDArray[np.uint8] = np.zeros(0, np.uint8)
        self.fault: int | None = None
        """The orbit at which the book has no legal move, if following ended there."""
        self._record = engine.new_record()
        self._slots = np.full(2 << (room - 1).bit_length(), -1, np.int32)

    def follow(self) -> bool:
        """Follows the book from its start; True when it reaches its goal everywhere without a cycle."""
        self.used, done = self._seeds(), 0
        while done < self.used and not self.engine.budget.stopped:
            verdict, used, looked = self._grow(done, min(self.used, done + SLICE))
            self.used = used
            if not verdict:
                return False
            done = looked
        return done == self.used and self._raise()

    def _seeds(self) -> int:
        """Numbers the start, or what the opponent's first move leads to; returns how many."""
        import numpy as np

        from honte.kernels.small.orbits import seed

        own, opp = (np.uint64(mask) for mask in self.book.start)
        turn = np.int64(0 if self.book.prover_first else 1)
        shared = self._record, self.engine.counts
        return int(seed(*shared, own, opp, turn, np.int64(self.book.goal), self._slots, self.keys))

    def _grow(self, done: int, until: int) -> tuple[bool, int, int]:
        import numpy as np

        from honte.kernels.small.certify import FAILS, HOLDS
        from honte.kernels.small.orbits import grow

        book = self.book
        verdict, used, looked = grow(
            self._record, self.engine.counts, book.keys, book.moves, geometry(book.grid).bits, self.hits,
            np.int64(book.rest), np.int64(book.goal), self._slots, self.keys, self.moves, self.first,
            self.after, np.int64(self.used), np.int64(done), np.int64(until),
        )  # fmt: skip
        if verdict == FAILS:
            self.fault = int(looked)
        return bool(verdict == HOLDS), int(used), int(looked)

    def _raise(self) -> bool:
        """Gives every orbit its height; False when some lie on a cycle."""
        import numpy as np

        from honte.kernels.small.orbits import raise_heights

        self.heights, known = np.zeros(self.used, np.uint8), 0
        while known < self.used:
            raised = int(raise_heights(self.first, self.after, np.int64(self.used), self.heights))
            if not raised:
                return False
            known += raised
        return True

    @property
    def complete(self) -> bool:
        """Whether the book was followed to the end everywhere, without a cycle."""
        return bool(self.used) and len(self.heights) == self.used and bool(self.heights.all())

    def used_part(self) -> Book:
        """The book without the entries that no play reaches."""
        return replace(self.book, keys=self.book.keys[self.hits], moves=self.book.moves[self.hits])

    def state_of(self, number: int) -> State:
        """An orbit as a position, in the orientation of its key."""
        masks, key = [0, 0, 0, 0], int(self.keys[number]) >> 1
        for point in self.engine.grid.points:
            masks[key & 3] |= self.engine.grid.bit(point)
            key >>= 2
        return State(masks[1], masks[2], masks[3])

    def children(self, number: int) -> NDArray[np.int32]:
        """The orbits that can come next."""
        return self.after[self.first[number] : self.first[number + 1]]

    def path(self, repeat: Repeat) -> list[int]:
        """The orbits of a shortest way from the earlier to the later one."""
        came_from, ahead = {repeat.earlier: repeat.earlier}, [repeat.earlier]
        for number in ahead:
            for child in self.children(number).tolist():
                if child not in came_from:
                    came_from[child] = number
                    ahead.append(child)
            if repeat.later in came_from:
                break
        path = [repeat.later]
        while path[-1] != repeat.earlier:
            path.append(came_from[path[-1]])
        return path[::-1]

    # Superko

    def repeats(self) -> Iterator[Repeat]:
        """Where a stone of the prover makes an image of a board that stood; ends when the budget does."""
        return self._repeats(self._boards())

    def doubts(self) -> Iterator[int]:
        """Orbits of whose board, or the one after their move, secured play may bring back an image."""
        return self._doubts(self._boards())

    def _boards(self) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
        """Of each orbit the key of its board, of the board after its move, and the doubts about both."""
        import numpy as np

        from honte.kernels.small.orbits import list_boards

        stood, made = np.zeros((2, self.used), np.uint64)
        doubts = np.zeros(self.used, np.uint8)
        list_boards(
            self._record, self.engine.counts, self.keys, self.moves, np.int64(self.used),
            np.int64(self.book.goal), stood, made, doubts,
        )  # fmt: skip
        return stood, made, doubts

    def _repeats(self, boards: tuple[NDArray[Any], NDArray[Any], NDArray[Any]]) -> Iterator[Repeat]:
        import numpy as np

        from honte.kernels.small.orbits import reached

        stood, made, _ = boards
        marks, queue = np.zeros((2, self.used), np.int32)
        epoch = 0
        stones = self.moves[: self.used] != 0
        for each, after_move in ((stood, False), (made, True)):
            pairs = _pairs_of(each, made, self.heights, stones)
            starts = np.flatnonzero(np.diff(pairs[:, 0], prepend=-1))
            for group in np.split(pairs, starts[1:]) if len(pairs) else []:
                if epoch % SLICE == 0 and self.engine.budget.stopped:
                    return
                epoch += 1
                earlier, later = int(group[0, 0]), group[:, 1]
                floor = self.heights[later].min()
                reached(
                    self.first,
                    self.after,
                    self.heights,
                    np.int64(earlier),
                    floor,
                    np.int32(epoch),
                    marks,
                    queue,
                )
                for number in later[marks[later] == epoch].tolist():
                    yield Repeat(earlier, number, after_move)

    def _doubts(self, boards: tuple[NDArray[Any], NDArray[Any], NDArray[Any]]) -> Iterator[int]:
        import numpy as np

        from honte.kernels.small.orbits import suspects

        marks, queue = np.zeros((2, self.used), np.int32)
        found, images = np.zeros((FOUND, 4), np.uint64), np.zeros((8, 2), np.uint64)
        goal, epoch = np.int64(self.book.goal), 0
        for bit, keys in ((1, boards[0]), (2, boards[1])):
            for number in np.flatnonzero(boards[2] & bit).tolist():
                epoch += 1
                if epoch % SLICE == 0 and self.engine.budget.stopped:
                    return
                self._list_images(int(keys[number]), images)
                count = int(suspects(
                    self._record, self.engine.counts, self.keys, self.moves, self.first, self.after,
                    np.int64(number), images, goal, np.int32(epoch), marks, queue, found,
                ))  # fmt: skip
                if count < 0 or any(self._makes(*row) for row in found[:count].tolist()):
                    yield number

    def _list_images(self, key: int, images: NDArray[np.uint64]) -> None:
        """Writes the masks (own, opp) of a board under all symmetries."""
        grid = self.engine.grid
        points = [(point, key >> 1 + 2 * k & 3) for k, point in enumerate(grid.points)]
        for j in range(8):
            symmetry = grid.symmetries[j % len(grid.symmetries)]
            for side in (1, 2):
                images[j, side - 1] = sum(grid.bit(symmetry(point)) for point, code in points if code == side)

    def _makes(self, own: int, opp: int, stood: int, stood_opp: int) -> bool:
        """Whether secured play that starts from own stones may make a board; `opp` surely stand."""
        return own == stood or may_return(self.engine.grid, own, opp, stood, stood_opp)


def _pairs_of(
    before: NDArray[Any], made: NDArray[Any], heights: NDArray[Any], stones: NDArray[Any]
) -> NDArray[np.int64]:
    """Pairs (earlier, later), by earlier: one board stood at the higher one and is made at the lower one."""
    import numpy as np

    order = np.argsort(before, kind="stable")
    boards, starts = np.unique(before[order], return_index=True)
    ends = np.append(starts[1:], len(order))
    highest = np.maximum.reduceat(heights[order], starts)
    place = np.minimum(np.searchsorted(boards, made), len(boards) - 1)
    lower = np.flatnonzero(stones & (boards[place] == made) & (heights < highest[place]))
    pairs = [
        (int(earlier), later)
        for later in lower.tolist()
        for earlier in order[starts[place[later]] : ends[place[later]]]
        if heights[earlier] > heights[later]
    ]
    return np.array(sorted(pairs), np.int64).reshape(-1, 2)
