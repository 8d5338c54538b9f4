"""Paper 000's experiment (section 9): compares estimates every 30 moves with how each game ended.

Each game gives one row for every model and moment, with the estimated territories and margin. The distance
model's rows also hold the confidences x and y, the k that fits the final territories best, and the k that the
move number gives. Several processes or a cluster study games side by side (`honte.study.running`), and a
stopped run continues where it was.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from honte.core.board import BLACK, WHITE
from honte.core.game import Game, Result
from honte.counting.final import find_dead
from honte.errors import InputError
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
from honte.study.running import File, Means, study_files

Row = dict[str, Any]
EVERY = 30
"""Moves between two estimates, as in the paper."""
COLUMNS = {
    "move": int, "length": int, "result": float, "model": str, "margin": float, "error": float,
    "black_territory": float, "white_territory": float, "black_final": float, "white_final": float,
    "x": float, "y": float, "best_k": float, "conjecture_k": float, "grown_k": float,
    "best_miss": float, "conjecture_miss": float, "grown_miss": float,
}  # fmt: skip
"""The columns of a row, after its file."""


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


def study_data(data: bytes, plan: Plan) -> list[Row]:
    """The rows of one file; raises GoError with the reason for leaving it out."""
    loaded = load_game(data)
    recorded = loaded.tree.root.simple("RE") if loaded.tree is not None else None
    result = Result.parse(recorded or "")
    if len(loaded.game.steps) < plan.every:
        raise InputError(f"only {len(loaded.game.steps)} moves")
    return study_game(loaded.game, None if result is None else result.signed_margin, plan)


def run(files: Sequence[Path], plan: Plan, means: Means) -> list[File]:
    """Studies all files whose rows the folder does not hold; see `study_files`."""
    key = {"study": "estimate", "models": ",".join(plan.models), "every": plan.every, "seed": plan.seed}
    return study_files(files, partial(study_data, plan=plan), COLUMNS, key, means)


def flat_rows(games: Iterable[File]) -> list[Row]:
    """One row for each game, move and model, for tables and files."""
    return [row for game in games for row in game.rows]


def moments_of(rows: Sequence[Row], every: int) -> list[int]:
    """The move numbers of the rows, without those of game ends."""
    return sorted({row["move"] for row in rows if row["move"] % every == 0})


def table(rows: Sequence[Row], every: int) -> dict[str, dict[int, Fit]]:
    """For each model and move number how well margins predicted results."""
    grouped: dict[str, dict[int, list[Row]]] = {}
    for row in rows:
        if row["result"] is not None and row["move"] % every == 0:
            grouped.setdefault(row["model"], {}).setdefault(row["move"], []).append(row)
    return {
        name: {
            move: fit([row["margin"] for row in chosen], [row["result"] for row in chosen])
            for move, chosen in sorted(by_move.items())
        }
        for name, by_move in grouped.items()
    }


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
