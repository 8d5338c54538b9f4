"""Fits the learned estimator and the scales and errors of all estimators, on an archive of counted games.

    python -m training.estimate TRAIN.npz

TRAIN.npz is an archive as `training.archive` describes it. It takes less than an hour on two cores:

1. Positions with labels are collected (`training.positions`); --cache keeps them.
2. The network of `honte.estimate.learned` is fitted.
3. Every model's scale and error at each stage are measured on games that took no part in step 2.

The results go to `src/honte/estimate/weights.npz` and `calibration.json`. The same archive and options give
the same weights on one machine, unless --minutes ends step 2; other processors round differently.
"""

from __future__ import annotations

import json
import math
import os
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path

import numpy as np

from honte.core import BLACK, CHINESE, WHITE, Board, Position
from honte.core.arrays import array_mask
from honte.estimate import learned
from honte.estimate.distance import MOVES_PER_POINT
from honte.estimate.models import CALIBRATION, MODELS
from honte.estimate.ownership import Setting
from honte.grid import Grid
from honte.study.measures import fit, quantile
from training.adam import mean_gradients, pace
from training.archive import SIDE, Array, Records, kept, read_records
from training.backward import Network, batches, loss_and_slope
from training.command import PACKAGE, command
from training.positions import sample_games

ASIDE = 10
"""Every tenth game takes no part in fitting the weights."""
FIRST_MOVE = 20
"""Positions before this move are not fitted on: they say nothing about the result."""
CACHED = 4
"""Boards that one thread works on together. With more, the layers leave the cache and take twice as long."""
STAGES = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.1)
"""The stages of the game, in parts of its usual length, at which scales and errors are measured."""
WIDTH_OF_STAGE = 0.1
"""Positions up to this far from a stage count for it."""
ALLOWANCE = 1.2
"""The factor by which errors are widened: games from elsewhere are less even than those of one archive."""
LEAST_SCALE = 0.02
"""The least scale; a margin of zero would name no winner."""


def collect(path: Path, moments: int, playouts: int, jobs: int, games: int | None = None) -> dict[str, Array]:
    """Labeled positions of all games, or of the first `games`: `moments` of each."""
    records = read_records(path)
    number = min(len(records), games or len(records))
    parts = [np.arange(k, number, 4 * jobs) for k in range(4 * jobs)]
    with ProcessPoolExecutor(jobs) as pool:
        found = list(pool.map(_collect_part, [(path, part, moments, playouts) for part in parts]))
    data = {name: np.concatenate([each[name] for each in found]) for name in found[0]}
    return add_margins(data, records)


def _collect_part(task: tuple[Path, Array, int, int]) -> dict[str, Array]:
    path, games, moments, playouts = task
    return sample_games(read_records(path), games, moments, playouts, seed=1 + int(games[0]))


def add_margins(data: dict[str, Array], records: Records) -> dict[str, Array]:
    """The positions with the final margin before komi, the recorded result and the komi of their games."""
    game = data["game"]
    return {
        **data,
        "margin": (records.result + records.komi)[game].astype(np.float32),
        "result": records.result[game],
        "komi": records.komi[game],
    }


def train(
    data: dict[str, Array],
    *,
    width: int,
    layers: int,
    epochs: float,
    rate: float,
    minutes: float = math.inf,
    jobs: int = 1,
    start: Path | None = None,
    size: int = 32,
) -> Network:
    """Fits the network by Adam, with a rate that falls along a cosine over `epochs` or `minutes`.

    The fit ends with whichever ends first. It begins from the weights in the file `start`, if given.
    """
    chosen = np.nonzero((data["game"] % ASIDE != 0) & (data["move"] >= FIRST_MOVE))[0]
    network, rng = Network(width, layers), np.random.default_rng(3)
    if start is not None:
        network.weights = {name: w.astype(np.float32) for name, w in np.load(start).items()}
    total, step, started = int(epochs * len(chosen) / size), 0, time.monotonic()
    pool = ThreadPoolExecutor(jobs)
    entropies: list[float] = []
    misses: list[float] = []
    gone = 0.0
    while gone < 1:
        for batch in batches(data, rng.permutation(chosen), size, network.near):
            gone = max(step / total, (time.monotonic() - started) / 60 / minutes)
            if gone >= 1:
                break
            found = list(pool.map(lambda part: slopes(network, part), split(batch)))
            network.improve(mean_gradients([part[0] for part in found]), rate * pace(step, gone))
            entropies.append(float(np.mean([part[1] for part in found])))
            misses.append(float(np.mean([part[2] for part in found])))
            step += 1
            if step % 500 == 0:
                print(
                    f"{time.monotonic() - started:6.0f} s  step {step}/{total}"
                    f"  entropy {np.mean(entropies[-500:]):.4f}  margin off by {np.mean(misses[-500:]):.2f}",
                    flush=True,
                )
    return network


def split(batch: dict[str, Array]) -> list[dict[str, Array]]:
    """A batch in equal parts that fit a processor's cache."""
    parts = max(1, len(batch["margin"]) // CACHED)
    return [{name: array[k::parts] for name, array in batch.items()} for k in range(parts)]


def slopes(network: Network, batch: dict[str, Array]) -> tuple[dict[str, Array], float, float]:
    """The gradients of a batch, its mean entropy of a point, and its mean error of the margin."""
    logits, kept = network.forward(np.ascontiguousarray(batch["factors"]), np.ascontiguousarray(batch["ids"]))
    entropy, miss, slope = loss_and_slope(logits, batch["owner"], batch["labeled"], batch["margin"])
    labeled = entropy[batch["labeled"]]
    grads = network.backward(slope, np.ascontiguousarray(batch["ids"]), kept)
    return grads, float(labeled.mean()) if len(labeled) else 0.0, float(np.abs(miss).mean())


def calibrate(data: dict[str, Array], count: int, jobs: int) -> dict[str, dict[str, list[list[float]]]]:
    """Each model's scale and error at each stage, on `count` positions of games that took no part."""
    aside = np.nonzero(data["game"] % ASIDE == 0)[0]
    aside = np.random.default_rng(5).permutation(aside)[:count]
    stage = data["move"][aside] / (MOVES_PER_POINT * SIDE * SIDE)
    tasks = [(name, {k: v[aside] for k, v in data.items()}) for name in MODELS]
    with ProcessPoolExecutor(jobs) as pool:
        leads = dict(zip(MODELS, pool.map(_leads, tasks), strict=True))
    return {
        name: table_of(name, lead - data["komi"][aside], data["result"][aside], stage)
        for name, lead in leads.items()
    }


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


def _leads(task: tuple[str, dict[str, Array]]) -> Array:
    """A model's lead on every position."""
    name, data = task
    grid, found = Grid(SIDE), []
    for stones, color, move in zip(data["stones"], data["color"], data["move"], strict=True):
        shape = stones.reshape(SIDE, SIDE)
        board = Board(grid, array_mask(grid, shape == 1), array_mask(grid, shape == 2))
        setting = Setting(Position(board, BLACK if color == 1 else WHITE), CHINESE, int(move))
        found.append(MODELS[name].estimate(setting).lead)
    return np.array(found)


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs the three steps."""
    parser = command("estimate", __doc__)
    parser.add_argument("archive", type=Path, help="counted games, as training.archive describes them")
    parser.add_argument("--cache", type=Path, help="file that keeps the positions; read if it exists")
    parser.add_argument("--moments", type=int, default=8, help="positions taken from each game")
    parser.add_argument("--playouts", type=int, default=64, help="random games for each position")
    parser.add_argument("--width", type=int, default=40, help="numbers at each point of a layer")
    parser.add_argument("--layers", type=int, default=8, help="number of residual layers")
    parser.add_argument("--epochs", type=float, default=2.5, help="passes over all positions")
    parser.add_argument("--minutes", type=float, default=30.0, help="minutes after which the fit ends")
    parser.add_argument("--rate", type=float, default=0.0025, help="greatest rate of Adam's steps")
    parser.add_argument("--start", type=Path, help="weights to begin from, of the same width and layers")
    parser.add_argument(
        "--out", type=Path, default=PACKAGE / "estimate", help="folder for weights and calibration"
    )
    parser.add_argument("--games", type=int, help="number of games; all without it")
    parser.add_argument("--jobs", type=int, default=2, help="processes and threads")
    parser.add_argument(
        "--calibrate-on", type=int, default=2400, help="number of positions for scales and errors"
    )
    parser.add_argument(
        "--only-calibrate", action="store_true", help="run step 3 alone; the weights stay as they are"
    )
    options = parser.parse_args(arguments)

    data = kept(
        options.cache,
        lambda: collect(options.archive, options.moments, options.playouts, options.jobs, options.games),
    )
    print(f"{len(data['game'])} positions, {data['labeled'].mean():.0%} with owners", flush=True)
    if not options.only_calibrate:
        network = train(
            data,
            width=options.width,
            layers=options.layers,
            epochs=options.epochs,
            rate=options.rate,
            minutes=options.minutes,
            jobs=options.jobs,
            start=options.start,
        )
        small = {name: weight.astype(np.float16) for name, weight in network.weights.items()}
        np.savez_compressed(options.out / learned.WEIGHTS, **small)
        learned.weights.cache_clear()
    os.environ["HONTE_WEIGHTS"] = str(options.out / learned.WEIGHTS)
    tables = calibrate(data, options.calibrate_on, options.jobs)
    text = json.dumps({"stage": "moves / (0.76 x points)", "models": tables}, indent=1)
    (options.out / CALIBRATION).write_text(text + "\n", encoding="utf8")


if __name__ == "__main__":
    main()
