"""Tells listeners that a kernel is being compiled. Imports no Numba.

A kernel that is not in the cache makes its caller wait. `honte.search.stages` has the words for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

listeners: list[Callable[[str | None], object]] = []
"""Called with the module of a kernel before it is compiled, and with None after it."""


@contextmanager
def compiling(module: str) -> Iterator[None]:
    """Tells all listeners that a kernel of a module is compiled inside the block."""
    for listen in listeners:
        listen(module)
    try:
        yield
    finally:
        for listen in listeners:
            listen(None)
