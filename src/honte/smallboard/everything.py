"""Takes the whole board: proves it for a first stone, and writes the strategy as a book.

A `Conquest` finds the won positions backwards from the end (`backward`). Its folder holds what each sweep
found, so it goes on where it was stopped. On two cores 5x5 takes about an hour, 8 GB of memory for the sweeps
and 15 GB for the strategy, and 20 GB of disk.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from honte.errors import InputError
from honte.grid import Grid, Point
from honte.search.budget import Budget
from honte.smallboard.backward import Backward
from honte.smallboard.book import Book
from honte.smallboard.engine import Engine
from honte.smallboard.extraction import Deltas, Extraction, Watch, opened
from honte.smallboard.mending import certified
from honte.whole import write_whole

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

ROOM = 1 << 26
"""The most positions, up to symmetry, of a strategy."""
WAITING = 2
"""The most cubes, of one number of stones each, that wait to be packed."""


@dataclass(frozen=True, slots=True)
class SweepReport:
    """One sweep: how many positions it found, up to symmetry, and what is answered since."""

    moves: int
    """Moves of the prover within which these positions are won."""
    found: int
    answered: int
    """Replies to the first stone that lose the whole board."""
    seconds: float


class Conquest:
    """One claim: a stone on `first`, which is never lost, takes all points of an empty board."""

    def __init__(self, grid: Grid, first: Point, folder: Path, budget: Budget) -> None:
        if first not in grid.points:
            raise InputError(f"{first} is not on a {grid.cols}x{grid.rows} board")
        self.grid, self.first, self.budget = grid, first, budget
        self.reports: list[SweepReport] = []
        self._stone = 1 << grid.points.index(first)
        self._log = folder / "sweeps.json"
        self._deltas = Deltas(folder)
        self._sweeps = Backward(grid, self._stone, budget)
        if self._log.exists():
            self._load()

    @property
    def proved(self) -> bool:
        """Whether every reply to the first stone loses the whole board."""
        return self._answered(0) == self.grid.size - 1

    @property
    def ended(self) -> bool:
        """Whether the last sweep found nothing new, so that no other will."""
        return bool(self.reports) and not self.reports[-1].found

    def _answered(self, opp: int) -> int:
        """How many replies lose, the opponent having `opp` (a mask without gaps) before."""
        rest = ((1 << self.grid.size) - 1) & ~(self._stone | opp)
        points = (1 << p for p in range(self.grid.size) if rest >> p & 1)
        return sum(self._sweeps.won(self._stone, opp | point) for point in points)

    def run(self, tell: Callable[[SweepReport], object] | None = None, *, whole: bool = False) -> bool:
        """Sweeps until the claim is proved (with `whole`, until nothing new is found), or the budget ends.

        Calls `tell` with the report of each sweep. A sweep that was stopped is done again by the next
        `Conquest` on the same folder; this one cannot go on.
        """
        with self.budget.running():
            while not (self.ended or self.budget.stopped or (self.proved and not whole)):
                started = time.monotonic()
                found = self._sweep()
                if found is None:
                    break
                seconds = round(time.monotonic() - started, 1)
                report = SweepReport(self._sweeps.number, found, self._answered(0), seconds)
                self.reports.append(report)
                self._save()
                if tell is not None:
                    tell(report)
        return self.proved

    def _sweep(self) -> int | None:
        """One sweep, what it finds kept in the folder; returns the number of positions, None if stopped."""
        number, waiting = self._sweeps.number + 1, list[Future[None]]()
        before = self._sweeps.bans.copy()
        with ThreadPoolExecutor(2) as packer:

            def keep(part: str, bits: NDArray[np.uint64]) -> None:
                while len(waiting) >= WAITING:
                    waiting.pop(0).result()
                waiting.append(packer.submit(self._deltas.write, number, part, bits))

            found = self._sweeps.sweep(lambda stones, bits: keep(f"{stones:02d}", bits))
            before ^= self._sweeps.bans
            keep("bans", before)
            for each in waiting:
                each.result()
        return None if self.budget.stopped else found

    def answers(self) -> dict[Point, bool]:
        """By a stone of the opponent on the empty board: does `first`, as the answer, take everything?

        One point of each set of images has an entry. False may become True with more sweeps, until
        `ended`; then it is certain that the first stone cannot be kept and take everything.
        """
        return {point: self._wins_after(point) for point in self._others()}

    def book(self, watch: Watch | None = None) -> Book | None:
        """The proved strategy; None when none is, or a sweep was stopped. Ends the work on this claim."""
        if not self.proved or self.budget.stopped:
            return None
        engine, stone = Engine(self.grid, Budget(memory_mb=8)), self.grid.bit(self.first)
        extraction = Extraction(engine, self._sweeps, self._deltas, ROOM)
        if not extraction.run(stone, watch):
            return None
        return certified(opened(extraction.book(stone), self.first), engine)

    def _others(self) -> list[Point]:
        """One point of each set of images, the first stone's left out."""
        points, maps = self.grid.points, [s for s in self.grid.symmetries if s(self.first) == self.first]
        return [p for p in points if p != self.first and p == min(each(p) for each in maps)]

    def _wins_after(self, point: Point) -> bool:
        """Whether the first stone takes everything as an answer to a stone on `point`."""
        opp = 1 << self.grid.points.index(point)
        return self._sweeps.won(self._stone, opp) and self._answered(opp) == self.grid.size - 2

    # The folder

    def _claim(self) -> dict[str, Any]:
        return {"grid": [self.grid.cols, self.grid.rows], "first": str(self.first)}

    def _save(self) -> None:
        facts = {"claim": self._claim(), "reports": [asdict(report) for report in self.reports]}
        write_whole(self._log, json.dumps(facts).encode())

    def _load(self) -> None:
        try:
            facts = json.loads(self._log.read_text(encoding="utf8"))
        except (OSError, ValueError) as error:
            raise InputError(f"cannot resume {self._log}: {error}") from None
        if facts["claim"] != self._claim():
            raise InputError(f"{self._log} belongs to another claim: {facts['claim']}")
        self.reports = [SweepReport(**report) for report in facts["reports"]]
        for report in self.reports:
            self._deltas.toggle(report.moves, self._sweeps.layers, self._sweeps.plane, self._sweeps.bans)
        self._sweeps.number = len(self.reports)
