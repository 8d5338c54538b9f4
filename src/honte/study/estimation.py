"""Paper 000's experiment (section 9): compares estimates every 30 moves with how each game ended.

Each game gives one row for every model and moment, with the estimated territories and margin. The distance
model's rows also hold the confidences x and y, the k that fits the final territories best, and the k that the
move number gives. Several processes study games side by side. Each finished game is a line of `games.jsonl`,
so a stopped run continues where it was.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from honte.core.board import BLACK, WHITE
from honte.core.game import Game, Result
from honte.counting.final import find_dead
from honte.errors import GoError, InputError
from honte.estimate.clearing import without_dead
from honte.estimate.distance import (
    Distances,
    best_k,
    conjectured_k,
    grown_k,
    squared_error,
    territory_targets,
)
from honte.estimate.models import MODELS, estimate, model_named
from honte.estimate.ownership import Setting
from honte.formats.load import load_game
from honte.study.measures import Fit, fit, quantile

Row = dict[str, Any]
EVERY = 30
"""Moves between two estimates, as in the paper."""
DONE = "games.jsonl"
"""The file of finished games in the folder of a run."""


@dataclass(frozen=True)
class Plan:
    """The models and moments to study of each game."""

    models: tuple[str, ...] = tuple(MODELS)
    every: int = EVERY
    seed: int = 1

    def __post_init__(self) -> None:
        for name in self.models:
            model_named(name)
        if self.every < 1:
            raise InputError(f"every {self.every} moves; expected 1 or more")


def study_game(game: Game, result: float | None, plan: Plan) -> list[Row]:
    """All rows of one game; `result` is the recorded margin, Black positive, komi included.

    The territories to predict are those of the last position, without the stones that `honte.counting`
    finds dead.
    """
    targets = territory_targets(game.board, find_dead(game, seed=plan.seed))
    length = len(game.steps)
    moments = [*range(plan.every, length, plan.every), length]
    return [
        {"move": move, "length": length, "result": result, **row}
        for move in moments
        for row in _moment(Setting.of(game, move), targets, length, plan)
    ]


def _moment(setting: Setting, targets: tuple[float, float], length: int, plan: Plan) -> Iterator[Row]:
    board, _ = without_dead(setting, seed=plan.seed)
    theory = _theory(Distances.of(board).totals(), targets, setting, length)
    for name in plan.models:
        answer = estimate(setting, name, seed=plan.seed)
        yield {
            "model": name,
            "margin": answer.margin,
            "error": answer.error,
            "black_territory": answer.territory(BLACK),
            "white_territory": answer.territory(WHITE),
            "black_final": targets[0],
            "white_final": targets[1],
            **(theory if name == "distance" else dict.fromkeys(theory)),
        }


def _theory(
    totals: tuple[float, float], targets: tuple[float, float], setting: Setting, length: int
) -> dict[str, float]:
    """The three k of one moment, and the square root of the paper's L(k) for each."""
    best = best_k(*totals, *targets)
    ks = {
        "best": best,
        "conjecture": conjectured_k(best, setting.moves, length),
        "grown": grown_k(setting.moves, setting.grid.size),
    }
    misses = {f"{name}_miss": squared_error(k, *totals, *targets) ** 0.5 for name, k in ks.items()}
    return {"x": totals[0], "y": totals[1], **{f"{name}_k": k for name, k in ks.items()}, **misses}


def study_file(path: Path, plan: Plan) -> Row:
    """The rows of one file, or its `fault` in words."""
    try:
        loaded = load_game(path.read_bytes())
        recorded = loaded.tree.root.simple("RE") if loaded.tree is not None else None
        result = Result.parse(recorded or "")
        if len(loaded.game.steps) < plan.every:
            return {"file": path.name, "fault": f"only {len(loaded.game.steps)} moves"}
        margin = result.signed_margin if result is not None else None
        return {"file": path.name, "rows": study_game(loaded.game, margin, plan)}
    except GoError as fault:
        return {"file": path.name, "fault": str(fault)}


def run(
    files: Sequence[Path],
    plan: Plan,
    folder: Path,
    *,
    jobs: int = 2,
    watch: Callable[[int, int], object] | None = None,
) -> list[Row]:
    """Studies all files whose rows `folder` does not hold, and returns the games that it then holds.

    `watch` gets the number of finished games and of all. Ctrl-C ends the run and keeps what is finished;
    another call continues.
    """
    folder.mkdir(parents=True, exist_ok=True)
    store = folder / DONE
    done = {row["file"]: row for row in _finished(store, plan)}
    todo = [path for path in files if path.name not in done]
    if watch is not None:
        watch(len(files) - len(todo), len(files))
    with ProcessPoolExecutor(jobs) as pool, store.open("a", encoding="utf8") as out:
        waiting: set[Future[Row]] = set()
        queue = iter(todo)
        try:
            for finished in _completed(pool, queue, plan, waiting, jobs):
                done[finished["file"]] = finished
                out.write(json.dumps({"plan": _plan_key(plan), **finished}) + "\n")
                out.flush()
                if watch is not None:
                    watch(len(done), len(files))
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
    return [done[path.name] for path in files if path.name in done]


def _completed(
    pool: ProcessPoolExecutor, queue: Iterator[Path], plan: Plan, waiting: set[Future[Row]], jobs: int
) -> Iterator[Row]:
    """Finished games in the order in which they finish; at most twice `jobs` wait in the pool."""
    while True:
        for path in queue:
            waiting.add(pool.submit(study_file, path, plan))
            if len(waiting) >= 2 * jobs:
                break
        if not waiting:
            return
        ready, _ = wait(waiting, return_when=FIRST_COMPLETED)
        waiting -= ready
        for future in ready:
            yield future.result()


def _plan_key(plan: Plan) -> list[Any]:
    return [list(plan.models), plan.every, plan.seed]


def _finished(store: Path, plan: Plan) -> Iterator[Row]:
    """The games that an earlier run of the same plan finished; a line cut short does not count."""
    if not store.exists():
        return
    for line in store.read_text(encoding="utf8").splitlines():
        try:
            row = json.loads(line)
        except json.JSONDecodeError:
            continue
        if row.pop("plan", None) == _plan_key(plan):
            yield row


def flat_rows(games: Iterable[Row]) -> list[Row]:
    """One row for each game, move and model, for tables and files."""
    return [{"file": game["file"], **row} for game in games for row in game.get("rows", ())]


def moments_of(rows: Sequence[Row], every: int) -> list[int]:
    """The move numbers of the rows, without those of game ends."""
    return sorted({row["move"] for row in rows if row["move"] % every == 0})


def table(rows: Sequence[Row], every: int) -> dict[str, dict[int, Fit]]:
    """For each model and move number how well margins predicted results."""
    found: dict[str, dict[int, Fit]] = {}
    for name in dict.fromkeys(row["model"] for row in rows):
        for move in moments_of(rows, every):
            chosen = [
                row
                for row in rows
                if row["model"] == name and row["move"] == move and row["result"] is not None
            ]
            if chosen:
                judged = fit([row["margin"] for row in chosen], [row["result"] for row in chosen])
                found.setdefault(name, {})[move] = judged
    return found


def k_table(rows: Sequence[Row], every: int) -> list[Row]:
    """For each move number the quartiles of the best k, and the median error of each k's territories."""
    chosen = [row for row in rows if row["model"] == "distance"]
    found = []
    for move in moments_of(chosen, every):
        here = [row for row in chosen if row["move"] == move]
        line: Row = {"move": move, "games": len(here)}
        for share, name in ((0.25, "low"), (0.5, "median"), (0.75, "high")):
            line[f"best_k_{name}"] = quantile([row["best_k"] for row in here], share)
        for name in ("best", "grown", "conjecture"):
            line[f"{name}_miss"] = quantile([row[f"{name}_miss"] for row in here], 0.5)
        found.append(line)
    return found
