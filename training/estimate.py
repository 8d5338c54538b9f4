"""Fits the scale and the error of every classical estimator at each stage of the game, on counted games.

    python -m training.estimate TRAIN.npz

TRAIN.npz is an archive as `training.archive` describes it. One position of each game is estimated by every
model; the scale of a stage is the one with the least mean error, and the error holds two results out of
three. The results go to `src/honte/estimate/calibration.json`. The network says its margin and its error
itself (`python -m training.network.train`). It takes some minutes on two cores.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple

import numpy as np

from honte.core import BLACK, CHINESE, WHITE, Position
from honte.estimate.models import CALIBRATION, DEFAULT, MODELS, stage_of
from honte.estimate.ownership import Setting
from honte.study.measures import fit, quantile
from training.archive import Array, Records, read_records
from training.command import PACKAGE, command

STAGES = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.1)
"""The stages of the game, in parts of its usual length, at which scales and errors are measured."""
WIDTH_OF_STAGE = 0.1
"""Positions up to this far from a stage count for it."""
ALLOWANCE = 1.2
"""The factor by which errors are widened: games from elsewhere are less even than those of one archive."""
LEAST_SCALE = 0.02
"""The least scale; a margin of zero would name no winner."""


class Sample(NamedTuple):
    """A position of a game, and what the game came to."""

    setting: Setting
    komi: float
    result: float


def sample(records: Records, game: int, rng: np.random.Generator) -> Sample:
    """A random position of one game."""
    at = int(rng.integers(1, records.length(game) + 1))
    boards = records.boards(game)
    board = [next(boards) for _ in range(at)][-1]
    mover = WHITE if next(color for color, _ in records.moves(game)) is BLACK else BLACK
    mover = mover if at % 2 else mover.opponent
    setting = Setting(Position(board, mover), CHINESE, at)
    return Sample(setting, float(records.komi[game]), float(records.result[game]))


def calibrate(samples: Sequence[Sample], jobs: int) -> dict[str, dict[str, list[list[float]]]]:
    """The scale and error of each classical model at each stage."""
    stage = np.array([stage_of(each.setting) for each in samples])
    komi, result = (np.array([getattr(each, name) for each in samples]) for name in ("komi", "result"))
    names = [name for name in MODELS if name != DEFAULT]
    with ProcessPoolExecutor(jobs) as pool:
        leads = dict(zip(names, pool.map(_leads, names, [samples] * len(names)), strict=True))
    return {name: table_of(name, lead - komi, result, stage) for name, lead in leads.items()}


def table_of(name: str, raw: Array, result: Array, stage: Array) -> dict[str, list[list[float]]]:
    """The scale and error of one model's raw margins at each stage; the scale never falls."""
    near = {center: np.abs(stage - center) < WIDTH_OF_STAGE for center in STAGES}
    centers = [center for center in STAGES if near[center].sum() >= 3]
    counts = [int(near[center].sum()) for center in centers]
    scales = rising([_best_scale(raw[near[c]], result[near[c]]) for c in centers], counts)
    errors = []
    for center, scale in zip(centers, scales, strict=True):
        here = near[center]
        judged = fit((scale * raw[here]).tolist(), result[here].tolist())
        left = np.abs(scale * raw[here] - result[here]).tolist()
        errors.append(round(ALLOWANCE * quantile(left, 0.683), 2))
        print(f"{name:16} stage {center:.1f}  scale {scale:.2f}  {judged}", flush=True)
    return {
        "scale": [[c, round(v, 3)] for c, v in zip(centers, scales, strict=True)],
        "error": [[c, v] for c, v in zip(centers, errors, strict=True)],
    }


def _best_scale(raw: Array, result: Array) -> float:
    """The scale with the least mean absolute error."""
    tries = np.arange(LEAST_SCALE, 1.5, 0.02)
    return float(tries[np.argmin([np.abs(s * raw - result).mean() for s in tries])])


def rising(values: Sequence[float], weights: Sequence[int]) -> list[float]:
    """The nearest sequence that never falls: neighbors in falling order share their weighted mean."""
    pools: list[tuple[float, int, int]] = []
    for value, weight in zip(values, weights, strict=True):
        pools.append((value, weight, 1))
        while len(pools) > 1 and pools[-2][0] > pools[-1][0]:
            (a, m, i), (b, n, j) = pools[-2:]
            pools[-2:] = [((a * m + b * n) / (m + n), m + n, i + j)]
    return [value for value, _, length in pools for _ in range(length)]


def _leads(name: str, samples: Sequence[Sample]) -> Array:
    """A model's lead on every position."""
    return np.array([MODELS[name].estimate(each.setting).lead for each in samples])


def main(arguments: Sequence[str] | None = None) -> None:
    """Samples positions, estimates them and writes the calibration."""
    parser = command("estimate", __doc__)
    parser.add_argument("archive", type=Path, help="counted games, as training.archive describes them")
    parser.add_argument(
        "--out", type=Path, default=PACKAGE / "estimate" / CALIBRATION, help="file for the calibration"
    )
    parser.add_argument("--games", type=int, default=2400, help="number of games; one position of each")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    options = parser.parse_args(arguments)
    records, rng = read_records(options.archive), np.random.default_rng(5)
    chosen = rng.permutation(len(records))[: options.games]
    tables = calibrate([sample(records, int(game), rng) for game in chosen], options.jobs)
    text = json.dumps({"stage": "moves / (0.76 x points)", "models": tables}, indent=1)
    options.out.write_text(text + "\n", encoding="utf8")


if __name__ == "__main__":
    main()
