"""What `honte review` and `honte report` share: options, and the review of one game with progress."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from honte.cli.common import check_seconds, error_console

if TYPE_CHECKING:
    from honte.core import Game
    from honte.review import Review

Fights = Annotated[
    int, typer.Option(min=0, max=100, help="Look at this many fights at most, the hottest first; 0 for none.")
]
Seconds = Annotated[
    float | None,
    typer.Option(
        callback=check_seconds, help="Stop each review after this many seconds (default: no limit)."
    ),
]
Threads = Annotated[int | None, typer.Option(min=1, help="Cores to use (default: all).")]
ModelName = Annotated[str, typer.Option("--model", help="Who judges: network, or katago if you have it.")]


class Limits(NamedTuple):
    """Who judges, and how far a review goes."""

    model: str
    fights: int
    seconds: float | None
    threads: int | None


def reviewed(game: Game, name: str, limits: Limits) -> tuple[Review, bool]:
    """Reviews one game and shows how far it is; says also whether Ctrl-C ended it, with what was there."""
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn

    from honte.review import model_for, review
    from honte.search.budget import Budget, run_threads
    from honte.search.warm import ready

    model = model_for(game, limits.model)
    if limits.fights:
        ready("life and death")
    budget = Budget(seconds=limits.seconds, threads=limits.threads or os.cpu_count() or 1)
    latest: list[Review] = []
    out = error_console()
    columns = (SpinnerColumn(), BarColumn(), TextColumn("{task.description}", markup=False))
    with Progress(*columns, console=out, transient=True, disable=not out.is_terminal) as progress:
        task = progress.add_task(name, total=None)

        def watch() -> None:
            if latest:
                text, done, total = _stage(latest[-1])
                progress.update(task, description=f"{name}: {text}", completed=done, total=total)

        run = [lambda: review(game, budget, fights=limits.fights, model=model, tell=latest.append)]
        found = run_threads(budget, run, watch)[0]
    return found, budget.stopped and budget.remaining > 0


def quietly_reviewed(game: Game, limits: Limits) -> Review:
    """Reviews one game without progress, in one of many processes."""
    from honte.review import model_for, review
    from honte.search.budget import Budget
    from honte.search.warm import ready

    model = model_for(game, limits.model)
    if limits.fights:
        ready("life and death")
    budget = Budget(seconds=limits.seconds, threads=limits.threads or 1)
    return review(game, budget, fights=limits.fights, model=model)


def _stage(found: Review) -> tuple[str, int, int]:
    """What a review is doing, how far it is, and of how much."""
    from honte.review import Stage

    moves = len(found.game.steps)
    if found.stage is Stage.MOVES:
        return f"move {len(found.moves)} of {moves}", len(found.moves), moves
    decided = sum(fight.verdict is not None for fight in found.fights)
    return f"fight {decided} of {len(found.fights)}", decided, len(found.fights)
