"""Parts of a budget: how long one question among several may take, in seconds and in nodes."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from honte.kernels.control import ENOUGH, NODE_LIMIT
from honte.search.budget import Budget


@dataclass(frozen=True, slots=True)
class Effort:
    """A part of a budget: it ends at a time of the budget's clock and at a number of its nodes.

    None means no bound of that kind.
    """

    budget: Budget
    end_seconds: float | None
    end_nodes: int | None

    @classmethod
    def whole(cls, budget: Budget) -> Effort:
        """The effort that is a whole budget."""
        return cls(budget, budget.seconds, budget.nodes)

    def part(self, share: float) -> Effort:
        """A share of what is left of this effort."""
        seconds, nodes = self.seconds, self.nodes
        return Effort(
            self.budget,
            None if seconds is None else self.budget.elapsed + seconds * share,
            None if nodes is None else self.budget.visited + int(nodes * share),
        )

    def at_most(self, nodes: int) -> Effort:
        """The same effort with at most `nodes` more nodes."""
        end = self.budget.visited + nodes
        if self.end_nodes is not None:
            end = min(end, self.end_nodes)
        return Effort(self.budget, self.end_seconds, end)

    @property
    def seconds(self) -> float | None:
        """Seconds left."""
        if self.end_seconds is None:
            return None
        return max(0.0, self.end_seconds - self.budget.elapsed)

    @property
    def nodes(self) -> int | None:
        """Nodes left."""
        return None if self.end_nodes is None else max(0, self.end_nodes - self.budget.visited)

    @property
    def over(self) -> bool:
        """Whether the effort is spent or its budget stopped."""
        return self.budget.stopped or self.seconds == 0.0 or self.nodes == 0

    @contextmanager
    def bounded(self) -> Iterator[None]:
        """Bounds the kernels that run inside the `with` block: by the node limit, and by a timer."""
        control = self.budget.control
        control[ENOUGH] = 0
        control[NODE_LIMIT] = 0 if self.end_nodes is None else self.end_nodes
        timer = None
        if self.seconds is not None and self.seconds < self.budget.remaining:
            timer = threading.Timer(self.seconds, control.__setitem__, (ENOUGH, 1))
            timer.daemon = True
            timer.start()
        try:
            yield
        finally:
            if timer is not None:
                timer.cancel()
