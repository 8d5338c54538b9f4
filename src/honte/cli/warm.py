"""`honte warm`: compile the kernels ahead of time."""

from __future__ import annotations

import os
import time
from typing import Annotated

import typer

from honte.cli.common import console, error_console, print_json

PROCESSES = 2
"""The most processes that compile at the same time; each needs about 400 MB of memory."""


def register(app: typer.Typer) -> None:
    """Adds `honte warm`."""
    app.command()(warm)


def register_engines() -> None:
    """Imports every module that registers kernels to compile."""
    import honte.core.arrays
    import honte.core.random_games
    import honte.counting.judging
    import honte.engine.mcts
    import honte.estimate.models
    import honte.moyo.size
    import honte.samegame.solver
    import honte.smallboard.solver
    import honte.tsumego.answer
    import honte.tsumego.gold  # noqa: F401  each import registers its family


def warm(
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Compiles all kernels now on two processor cores, so that no later command has to wait for them.

    Machine code is kept on disk: a second run only loads it. Example: [cyan]honte warm[/]
    """
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    from honte.kernels.notice import listeners
    from honte.search.warm import families, warm_all

    listeners.clear()  # this command has a bar of its own
    register_engines()
    columns = (
        TextColumn("{task.description:<36}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    started = time.perf_counter()
    with Progress(*columns, console=error_console(), transient=True) as progress:
        bar = progress.add_task("loading", total=len(families()))
        heard: dict[str, float | None] = {}

        def watch(name: str, seconds: float | None) -> None:
            heard[name] = seconds
            running = ", ".join(name for name, taken in heard.items() if taken is None)
            ended = sum(taken is not None for taken in heard.values())
            progress.update(bar, description=f"compiling {running}", completed=ended)

        taken = warm_all(watch, processes=min(PROCESSES, os.cpu_count() or 1), load=register_engines)
    whole = time.perf_counter() - started
    if as_json:
        seconds = {name: round(value, 3) for name, value in taken.items()}
        print_json({"seconds": seconds, "wall_seconds": round(whole, 3)})
        return
    out = console()
    for name, value in taken.items():
        out.print(f"{name:<24} {value:6.2f} s")
    out.print(f"{'all of it':<24} {whole:6.2f} s")
