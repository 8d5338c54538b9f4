"""`honte warm`: compile the kernels ahead of time."""

from __future__ import annotations

from typing import Annotated

import typer

from honte.cli.common import console, error_console, print_json


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
    """Compiles all kernels now, so that no later command has to wait for them.

    Machine code is kept on disk: a second run only loads it. Example: [cyan]honte warm[/]
    """
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    from honte.search.warm import Family, families, warm_all

    register_engines()

    columns = (
        TextColumn("{task.description:<24}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=error_console(), transient=True) as progress:
        bar = progress.add_task("loading", total=len(families()))

        def watch(family: Family, seconds: float | None) -> None:
            progress.update(bar, description=family.name, advance=0 if seconds is None else 1)

        taken = warm_all(watch)
    if as_json:
        print_json({"seconds": {name: round(value, 3) for name, value in taken.items()}})
        return
    out = console()
    for name, value in taken.items():
        out.print(f"{name:<24} {value:6.2f} s")
    out.print(f"{'ready':<24} {sum(taken.values()):6.2f} s")
