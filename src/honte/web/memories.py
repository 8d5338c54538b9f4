"""What searches remember of the problems that people play now."""

from __future__ import annotations

import threading
from collections import OrderedDict

from honte.tsumego.proof.memory import Memory

MOST_MEMORIES = 2
"""Problems whose searches are remembered; each takes a table of MEMORY_MB."""
MEMORY_MB = 64
"""Megabytes of one table."""


class Memories:
    """The memories of the problems that were asked about last; a problem that is left alone loses its own."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Memory] = OrderedDict()
        self._lock = threading.Lock()

    def of(self, id: str) -> Memory:
        """The memory of a problem."""
        with self._lock:
            memory = self._kept.pop(id, None)
            if memory is None:
                while len(self._kept) >= MOST_MEMORIES:
                    self._kept.popitem(last=False)
                memory = Memory(MEMORY_MB)
            self._kept[id] = memory
            return memory
