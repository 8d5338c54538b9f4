"""Shows on standard error what is being compiled, so that nobody waits without knowing why.

A terminal shows a bar until the work is done. A pipe or file gets one plain line for each stage. Nothing is
shown when the machine code is in the cache.
"""

from __future__ import annotations

import os
import sys
import time
from typing import TYPE_CHECKING

from honte.cli.common import error_console
from honte.kernels.notice import listeners
from honte.search.stages import ALL_SECONDS, Stage, stage_of

if TYPE_CHECKING:
    from rich.progress import Progress

OFFER = f"honte warm compiles everything at once, about {ALL_SECONDS} s"
"""Shown before the first compilation into an empty cache."""


def show_compiling() -> None:
    """Shows from now on what this process compiles, and nothing else does."""
    listeners[:] = [Compiling()]


class Compiling:
    """A listener that shows each stage while it is compiled.

    The processes that a command starts stay silent: their parent speaks.
    """

    def __init__(self) -> None:
        self._process = os.getpid()
        self._spent: dict[Stage, float] = {}
        self._now: tuple[Stage, float] | None = None
        self._bar: Progress | None = None

    def __call__(self, module: str | None) -> None:
        if os.getpid() != self._process:
            return
        if module is None:
            self._end()
        else:
            self._begin(stage_of(module))

    def _begin(self, stage: Stage) -> None:
        if not self._spent and _is_empty_cache():
            _say(OFFER)
        known = stage in self._spent
        self._now = stage, time.monotonic()
        spent = self._spent.setdefault(stage, 0.0)
        self._bar = _started_bar(stage, spent) if sys.stderr.isatty() else None
        if self._bar is None and not known:
            _say(stage.line)

    def _end(self) -> None:
        if self._bar is not None:
            self._bar.stop()
            self._bar = None
        if self._now is not None:
            stage, begun = self._now
            self._spent[stage] += time.monotonic() - begun
            self._now = None


def _say(text: str) -> None:
    error_console().print(f"honte: {text}", markup=False, soft_wrap=True)


def _is_empty_cache() -> bool:
    from honte.kernels.places import readable_roots

    return not any(next(root.rglob("*.nbc"), None) for root in readable_roots())


def _started_bar(stage: Stage, spent: float) -> Progress | None:
    """A bar of the seconds of a stage, or None while the console shows something else that moves."""
    from rich.errors import LiveError
    from rich.progress import BarColumn, Progress, ProgressColumn, Task, TextColumn
    from rich.text import Text

    class Seconds(ProgressColumn):
        """Moves the bar with the clock; the last twentieth stays open until the work is done."""

        def render(self, task: Task) -> Text:
            elapsed = spent + (task.elapsed or 0.0)
            task.completed = min(elapsed, 0.95 * stage.seconds)
            return Text(f"{elapsed:3.0f} s")

    bar = Progress(
        Seconds(), BarColumn(24), TextColumn("{task.description}"), console=error_console(), transient=True
    )
    bar.add_task(stage.line, total=stage.seconds)
    try:
        bar.start()
    except LiveError:
        return None
    return bar
