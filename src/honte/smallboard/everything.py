"""Long proofs that can be stopped and taken up again, such as "Black gets the whole 5x5 board".

A `Campaign` deepens one claim by one prover. Its table is the state of the work: saved to a file and
loaded again, it carries everything learned so far, so the proof can run in slices. Each depth that is
searched to its end is reported with its nodes and seconds.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from honte.core import BLACK, Position
from honte.errors import InputError
from honte.grid import Point
from honte.search.budget import Budget, run_threads
from honte.smallboard.book import Book, entry_of
from honte.smallboard.engine import Engine, State
from honte.smallboard.making import book_of
from honte.smallboard.mending import certified
from honte.whole import whole_file, write_whole


@dataclass(slots=True)
class DepthReport:
    """One depth of a campaign: whether it gave the proof, and what it cost over all slices."""

    depth: int
    proved: bool
    value: int
    nodes: int
    seconds: float


class Campaign:
    """One claim ("from this position `goal` can be forced by Black"), pursued in slices."""

    def __init__(
        self,
        position: Position,
        goal: int,
        budget: Budget,
        checkpoint: Path | None = None,
        first_depth: int = 2,
    ) -> None:
        board = position.board.checked()
        self.budget = budget
        self.goal = goal
        self.checkpoint = checkpoint
        self.state = State(
            board.black_mask, board.white_mask, 0 if position.ko is None else board.grid.bit(position.ko),
            prover_first=position.to_play is BLACK,
        )  # fmt: skip
        self.engine = Engine(board.grid, budget)
        self.depth = first_depth | 1 if self.state.prover_first else first_depth + first_depth % 2
        self.reports: list[DepthReport] = []
        self.spent_nodes = 0
        self.spent_seconds = 0.0
        if checkpoint is not None and checkpoint.exists():
            self._load(checkpoint)

    @property
    def proved(self) -> bool:
        """Whether the claim is proved."""
        return bool(self.reports) and self.reports[-1].proved

    def run(self, tell: Callable[[DepthReport], object] | None = None) -> bool:
        """Deepens until the claim is proved or the budget ends, then saves the checkpoint.

        Calls `tell` with the report of each finished depth.
        """
        run_threads(self.budget, [lambda: self._deepen(tell)])
        if self.checkpoint is not None:
            self._save(self.checkpoint)
        return self.proved

    def _deepen(self, tell: Callable[[DepthReport], object] | None) -> None:
        while not self.proved and not self.budget.stopped and self.depth < 100:
            started = self.budget.elapsed
            answer = self.engine.prove(self.state, self.goal, self.depth)
            self.spent_nodes += answer.nodes
            self.spent_seconds += self.budget.elapsed - started
            if not answer.complete:
                break
            report = DepthReport(
                self.depth, answer.value >= self.goal, answer.value, self.spent_nodes,
                round(self.spent_seconds, 2),
            )  # fmt: skip
            self.reports.append(report)
            self.spent_nodes, self.spent_seconds = 0, 0.0
            self.depth += 2
            if tell is not None:
                tell(report)

    def book(self, before: Position, move: Point) -> Book | None:
        """The proved strategy as a book that starts one move earlier, with the prover's `move`.

        None when nothing is proved yet or the strategy is too large to walk.
        """
        import numpy as np

        if not self.proved:
            return None
        with self.budget.running():
            rest = book_of(self.engine, self.state, self.goal, self.reports[-1].depth, limit=1 << 24)
        if rest is None:
            return None
        board = before.board
        first = entry_of(board.grid, board.black_mask, board.white_mask, 0, move)
        keys = np.append(rest.keys, np.uint64(first[0]))
        moves = np.append(rest.moves, np.uint8(first[1]))
        order = np.argsort(keys)
        start = (board.black_mask, board.white_mask)
        return certified(Book(board.grid, self.goal, start, keys[order], moves[order]), self.engine)

    # Checkpoints

    def _claim(self) -> dict[str, Any]:
        grid = self.engine.grid
        return {"grid": [grid.cols, grid.rows], "goal": self.goal, **asdict(self.state)}

    def _save(self, path: Path) -> None:
        import numpy as np

        facts = {
            "claim": self._claim(), "depth": self.depth, "nodes": self.spent_nodes,
            "seconds": self.spent_seconds, "reports": [asdict(report) for report in self.reports],
        }  # fmt: skip
        with whole_file(path) as out:
            np.save(out, self.engine.table)
        write_whole(path.with_suffix(".json"), json.dumps(facts).encode())

    def _load(self, path: Path) -> None:
        import numpy as np

        try:
            facts = json.loads(path.with_suffix(".json").read_text(encoding="utf8"))
            table = np.load(path)
        except (OSError, ValueError) as error:
            raise InputError(f"cannot resume {path}: {error}") from None
        if facts["claim"] != self._claim():
            raise InputError(f"{path} belongs to another claim: {facts['claim']}")
        self.engine.table = table
        self.depth = facts["depth"]
        self.spent_nodes, self.spent_seconds = facts["nodes"], facts["seconds"]
        self.reports = [DepthReport(**report) for report in facts["reports"]]
