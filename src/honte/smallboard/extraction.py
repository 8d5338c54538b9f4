"""A book out of the sweeps of `backward`: the shortest win, written as one move for each position.

A sweep's new positions are kept, packed, in a folder or in memory. Taken off again one sweep after the other,
they tell how many moves each position needs.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from honte.grid import Point
from honte.smallboard.backward import Backward
from honte.smallboard.book import PASS_CODE, Book, entry_of
from honte.smallboard.engine import Engine

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SHORT = 3
"""Moves of the prover that the rule of `honte.kernels.small.finish` finds; no move is written for them."""
PIECE = 1 << 24
"""Bytes that are packed at once."""
Watch = Callable[[int, int, int], object]


class Deltas:
    """What each sweep found, packed, one file for each number of stones and one for the bans."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder

    def _file(self, sweep: int, part: str) -> Path:
        return self.folder / f"{sweep:02d}-{part}.z"

    def write(self, sweep: int, part: str, bits: NDArray[np.uint64]) -> None:
        """Keeps the new bits of a sweep: `part` is a number of stones, or "bans"."""
        packer = zlib.compressobj(1)
        raw = memoryview(bits.data).cast("B")
        with self._file(sweep, part).open("wb") as out:
            for at in range(0, len(raw), PIECE):
                out.write(packer.compress(raw[at : at + PIECE]))
            out.write(packer.flush())

    def toggle(self, sweep: int, layers: list[int], plane: NDArray[Any], bans: NDArray[Any]) -> None:
        """Puts a sweep's new bits into a plane and its bans, or takes them off again."""
        for stones, base in enumerate(layers):
            self._toggle(self._file(sweep, f"{stones:02d}"), plane, base)
        self._toggle(self._file(sweep, "bans"), bans, 0)

    def _toggle(self, file: Path, target: NDArray[Any], at: int) -> None:
        import numpy as np

        if not file.exists():
            return
        for piece in _unpacked(file):
            bits = np.frombuffer(piece, np.uint64)
            target[at : at + bits.size] ^= bits
            at += bits.size


def _unpacked(file: Path) -> Iterator[bytes]:
    """The content of a packed file, in pieces of whole words."""
    unpacker = zlib.decompressobj()
    with file.open("rb") as source:
        rest = b""
        while block := source.read(PIECE >> 4):
            while block:
                piece = rest + unpacker.decompress(block, PIECE)
                block = unpacker.unconsumed_tail
                whole = len(piece) & ~7
                yield piece[:whole]
                rest = piece[whole:]


@dataclass
class Knowledge:
    """What is known to be won by some number of moves."""

    plane: NDArray[np.uint64]
    bans: NDArray[np.uint64]

    def copy(self) -> Knowledge:
        """The same in arrays of its own."""
        return Knowledge(self.plane.copy(), self.bans.copy())


class Extraction:
    """Writes a strategy; `room` is the most positions, up to symmetry, that it may come to.

    Positions that need few moves are left to the rule of `finish`. The few that it misses are written.
    """

    def __init__(self, engine: Engine, sweeps: Backward, deltas: Deltas, room: int) -> None:
        import numpy as np

        self.engine, self.sweeps, self.deltas = engine, sweeps, deltas
        self.goal = np.int64(sweeps.grid.size)
        self.used = 0
        self.keys, self.moves = np.zeros(room, np.uint64), np.zeros(room, np.uint64)
        self.written = np.zeros(room, np.bool_)
        self._slots = np.full(2 << (room - 1).bit_length(), -1, np.int32)
        self._record = engine.new_record()

    def run(self, own: int, watch: Watch | None = None) -> bool:
        """Follows the strategy from the stones `own`, the opponent to play; False without room.

        Takes the sweeps apart. `watch` hears after each number of moves how many positions there are, and
        how many of them are written.
        """
        import numpy as np

        from honte.kernels.small.orbits import enter_replies

        self.used = int(enter_replies(
            self._record, self.engine.counts, self._slots, self.keys, np.int64(0), np.uint64(own),
            np.uint64(0), np.uint64(0), self.goal,
        ))  # fmt: skip
        last = self.sweeps.number
        near = Knowledge(self.sweeps.plane, self.sweeps.bans)
        short = near.copy()
        for sweep in range(last, SHORT, -1):
            self._take_off(short, sweep)
        self._take_off(near, last)
        less = near.copy()
        self._take_off(less, last - 1)
        for moves in range(last, 0, -1):
            plies = 2 * SHORT - 1 if moves <= SHORT else 0
            if not self._advance(near, less, short, plies):
                return False
            if watch is not None:
                watch(moves, self.used, int(self.written[: self.used].sum()))
            self._take_off(near, moves - 1)
            self._take_off(less, moves - 2)
        return True

    def _take_off(self, known: Knowledge, sweep: int) -> None:
        if sweep > 0:
            self.deltas.toggle(sweep, self.sweeps.layers, known.plane, known.bans)

    def _advance(self, near: Knowledge, less: Knowledge, short: Knowledge, plies: int) -> bool:
        import numpy as np

        from honte.kernels.small.strategy import FULL, STUCK, advance

        verdict, used = advance(
            self._record, self.engine.counts, self.sweeps.space, near.plane, near.bans, less.plane, less.bans,
            short.plane, short.bans, self._slots, self.keys, self.written, self.moves, np.int64(self.used),
            np.int64(plies), self.goal,
        )  # fmt: skip
        if verdict == STUCK:
            raise AssertionError(f"no winning move at position {used}, key {int(self.keys[used])}")
        self.used = int(used)
        return bool(verdict != FULL)

    def book(self, own: int) -> Book:
        """The strategy as a book that begins with the opponent's move against the stones `own`."""
        import numpy as np

        grid = self.engine.grid
        chosen = np.flatnonzero(self.written[: self.used])
        keys, moves = self.keys[chosen] >> np.uint64(1), np.full(len(chosen), PASS_CODE, np.uint8)
        for rank, point in enumerate(grid.points):
            moves[self.moves[chosen] == np.uint64(grid.bit(point))] = rank
        order = np.argsort(keys)
        return Book(
            grid, grid.size, (own, 0), keys[order], moves[order], prover_first=False, rest=2 * SHORT - 1
        )


def opened(book: Book, stone: Point) -> Book:
    """A book that begins with the opponent's move, begun one stone of the prover earlier."""
    import numpy as np

    (own, opp), grid = book.start, book.grid
    before = own & ~grid.bit(stone)
    key, move = entry_of(grid, before, opp, 0, stone)
    keys, moves = np.append(book.keys, np.uint64(key)), np.append(book.moves, np.uint8(move))
    order = np.argsort(keys)
    return replace(book, start=(before, opp), keys=keys[order], moves=moves[order], prover_first=True)
