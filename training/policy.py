"""Fits the policy of life and death: which moves are likely to decide a position.

    python -m training.policy TRAIN.npz

TRAIN.npz is an archive as `training.archive` describes it. It takes ten minutes on two cores:

1. Surrounded groups from the games and random enclosed groups of `honte.tsumego.make.generate` are solved
   within a number of nodes. Each proved position of a search is a lesson: some of its moves decide it.
2. The network of `honte.kernels.local.policy` is fitted to name a deciding move.

The weights go to `src/honte/tsumego/proof/policy.npz`. Step 1 ends by the clock, so two runs with one seed
may differ.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from pathlib import Path

import numpy as np

from honte.core import BLACK, WHITE
from honte.kernels.local.board import VIEW
from honte.kernels.local.policy import CODES, FINE, HIDDEN, STATES
from honte.search.budget import Budget
from honte.tsumego.make.groups import candidate
from honte.tsumego.open.growing import problems_of
from honte.tsumego.open.readings import find_readings
from honte.tsumego.problem import Problem, Setup
from honte.tsumego.problem.place import Place
from honte.tsumego.proof.local import SIGHT
from honte.tsumego.proof.prover import Prover
from training.adam import Adam
from training.archive import Array, Records, kept, read_records
from training.command import PACKAGE, command
from training.lessons import moves_of

NODES = 60_000
"""Nodes for each search."""
POSITIONS = 150
"""Positions taken from one search, on average."""
LEAST_WORK = 5
"""Positions with fewer nodes below them teach nothing."""
EMPTY = (7, 24)
"""The least and greatest number of points to play on."""
FIRST_MOVE = 50
"""Positions of games are taken from this move on."""
FROM_GAMES = 0.6
"""The share of groups that come from games."""
ASIDE = 0.5
"""The part of a refuted move that an unknown move counts for."""
ROWS = 6_000_000
"""The greatest number of moves that one process collects."""
BATCH = 192
"""Positions in one step of the fit."""
RATE = 0.004
"""The rate of the first step; it falls linearly."""


# Lessons


def fights(records: Records, rng: random.Random) -> Iterator[Problem]:
    """Surrounded groups of random positions of the games, each on one of its areas."""
    while True:
        game = rng.randrange(len(records))
        length = records.length(game)
        if length <= FIRST_MOVE:
            continue
        move = rng.randrange(FIRST_MOVE, length)
        board = next(islice(records.boards(game), move - 1, None))
        for color in (BLACK, WHITE):
            setup = Setup(board=board, to_play=color)
            readings = [r for r in find_readings(setup) if r.defender is color]
            for reading in rng.sample(readings, min(2, len(readings))):
                areas = [
                    p for p in problems_of(setup, reading) if EMPTY[0] <= len(p.valid_points) <= EMPTY[1]
                ]
                if areas:
                    yield rng.choice(areas)


def enclosed(rng: random.Random) -> Iterator[Problem]:
    """Random enclosed groups with enough points to play on."""
    while True:
        problem = candidate(rng, rng.choice(list(Place)), (9, 20))
        if problem is not None and len(problem.valid_points) >= EMPTY[0]:
            yield problem


def collect(task: tuple[Path, int, float]) -> dict[str, Array]:
    """The lessons of one process: codes and labels of moves, and where each position's moves end."""
    path, seed, minutes = task
    rng = random.Random(seed)
    sources = fights(read_records(path), rng), enclosed(rng)
    codes, labels = np.zeros((ROWS, CODES), np.uint8), np.zeros(ROWS, np.uint8)
    sides, ends = np.zeros(ROWS // 8, np.uint8), np.zeros(ROWS // 8, np.int64)
    row = end = 0
    over = time.monotonic() + 60 * minutes
    while time.monotonic() < over and row + 10_000 < ROWS:
        from_game = rng.random() < FROM_GAMES
        problem = next(sources[0] if from_game else sources[1])
        for color in (problem.attacker, problem.defender):
            prover = Prover(problem, memory_mb=16, free_pass=from_game)
            prover.prove(prover.start(color), Budget(nodes=NODES))
            chance = max(1, min(1000, 1000 * POSITIONS * 8 // max(1, prover.nodes)))
            generation = int(prover.local.region[0].generation)
            row, end = moves_of(
                prover.local.region, prover.table, generation, LEAST_WORK, chance, rng.randrange(1 << 30),
                codes, labels, sides, ends, row, end,
            )  # fmt: skip
    return {"codes": codes[:row], "labels": labels[:row], "sides": sides[:end], "ends": ends[:end]}


def collect_all(tasks: list[tuple[Path, int, float]]) -> dict[str, Array]:
    """The lessons of all processes together."""
    with ProcessPoolExecutor(len(tasks)) as pool:
        return join(list(pool.map(collect, tasks)))


def join(parts: list[dict[str, Array]]) -> dict[str, Array]:
    """One set of lessons from those of several processes."""
    offsets = np.cumsum([0, *(len(part["labels"]) for part in parts)])
    data = {name: np.concatenate([part[name] for part in parts]) for name in ("codes", "labels", "sides")}
    data["ends"] = np.concatenate(
        [part["ends"] + offset for part, offset in zip(parts, offsets, strict=False)]
    )
    return data


# The fit


def turned() -> Array:
    """The order of the codes for each of the eight ways to turn and mirror the board."""
    orders = []
    for way in range(8):

        def move(x: int, y: int, way: int = way) -> tuple[int, int]:
            x, y = (-x if way & 1 else x), (-y if way & 2 else y)
            return (y, x) if way & 4 else (x, y)

        orders.append([*(SIGHT.index(move(x, y)) for x, y in SIGHT), VIEW, VIEW + 1])
    return np.array(orders)


class Network:
    """One side's weights and the state of their fit."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.weights = {
            "enter": (rng.standard_normal((CODES * STATES, HIDDEN)) * 0.15).astype(np.float32),
            "bias": np.zeros(HIDDEN, np.float32),
            "leave": (rng.standard_normal(HIDDEN) * 0.1).astype(np.float32),
        }
        self.adam = Adam(self.weights)

    def forward(self, codes: Array) -> tuple[Array, Array, Array]:
        """The one-hot inputs, the hidden layer before the cut at zero, and the promise of each move."""
        inputs = np.zeros((len(codes), CODES * STATES), np.float32)
        inputs[np.arange(len(codes))[:, None], codes + np.arange(CODES) * STATES] = 1
        hidden = inputs @ self.weights["enter"] + self.weights["bias"]
        return inputs, hidden, np.maximum(hidden, 0) @ self.weights["leave"]

    def improve(self, inputs: Array, hidden: Array, slope: Array, rate: float) -> None:
        """Takes one step of Adam, from the gradient of the loss at the promises."""
        down = slope[:, None] * self.weights["leave"] * (hidden > 0)
        grads = {
            "enter": inputs.T @ down,
            "bias": down.sum(axis=0),
            "leave": np.maximum(hidden, 0).T @ slope,
        }
        self.adam.improve(self.weights, grads, rate)


def batch_of(data: dict[str, Array], positions: Array, order: Array) -> tuple[Array, Array, Array, Array]:
    """The codes and labels of some positions' moves, the position of each row, and where each starts."""
    last = data["ends"][positions]
    first = np.where(positions > 0, data["ends"][positions - 1], 0)
    counts = last - first
    starts = np.concatenate([[0], np.cumsum(counts)[:-1]])
    rows = np.repeat(first - starts, counts) + np.arange(counts.sum())
    codes = data["codes"][rows][:, order].astype(np.int64)
    return codes, data["labels"][rows], np.repeat(np.arange(len(positions)), counts), starts


def loss_and_slope(promise: Array, labels: Array, owner: Array, starts: Array) -> tuple[float, Array]:
    """The mean cross entropy of naming a deciding move, and its gradient; unknown moves weigh ASIDE."""
    weight = np.where(labels == 0, ASIDE, 1.0)
    share = np.exp(promise - np.maximum.reduceat(promise, starts)[owner]) * weight
    total = np.add.reduceat(share, starts)
    good = share * (labels == 1)
    right = np.add.reduceat(good, starts)
    slope = (share / total[owner] - good / right[owner]) / len(starts)
    return float(np.log(total / right).mean()), slope.astype(np.float32)


def fit(data: dict[str, Array], side: int, epochs: int, seed: int) -> Network:
    """The network of one side; every fortieth position takes no part and is reported on."""
    rng = np.random.default_rng(seed)
    network, orders = Network(rng), turned()
    mine = np.nonzero(data["sides"] == side)[0]
    aside, mine = mine[::40], np.delete(mine, slice(None, None, 40))
    steps = epochs * (len(mine) // BATCH)
    for _ in range(epochs):
        rng.shuffle(mine)
        for first in range(0, len(mine) - BATCH + 1, BATCH):
            codes, labels, owner, starts = batch_of(
                data, mine[first : first + BATCH], orders[rng.integers(8)]
            )
            inputs, hidden, promise = network.forward(codes)
            _, slope = loss_and_slope(promise, labels, owner, starts)
            network.improve(inputs, hidden, slope, RATE * (1 - network.adam.steps / steps) + 1e-5)
    report(data, aside, network, "attacker" if side else "defender")
    return network


def report(data: dict[str, Array], positions: Array, network: Network, name: str) -> None:
    """Prints how high the best deciding move ranks on positions that took no part."""
    codes, labels, owner, starts = batch_of(data, positions, turned()[0])
    promise = network.forward(codes)[2]
    loss, _ = loss_and_slope(promise, labels, owner, starts)
    best = np.maximum.reduceat(np.where(labels == 1, promise, -np.inf), starts)
    rank = np.add.reduceat((promise > best[owner]).astype(np.int64), starts)
    shares = "  ".join(f"among {k}: {np.mean(rank < k):.1%}" for k in (1, 3, 5, 8))
    print(f"{name}: loss {loss:.3f}  {shares}  of {len(starts)} positions", flush=True)


def whole_numbers(networks: list[Network]) -> dict[str, Array]:
    """The weights in whole numbers, as the kernel takes them."""
    weights = np.zeros((2, CODES + 1, STATES, HIDDEN))
    for side, network in enumerate(networks):
        weights[side, :CODES] = network.weights["enter"].reshape(CODES, STATES, HIDDEN)
        weights[side, CODES, 0] = network.weights["bias"]
    leave = np.stack([network.weights["leave"] for network in networks])
    return {
        "weights": np.round(weights * FINE).astype(np.int16),
        "leave": np.round(leave * FINE).astype(np.int16),
    }


def main() -> None:
    """Collects lessons and fits both sides' networks."""
    parser = command("policy", __doc__)
    parser.add_argument("archive", type=Path, help="counted games, as training.archive describes them")
    parser.add_argument("--minutes", type=float, default=9.0, help="minutes for collecting")
    parser.add_argument("--epochs", type=int, default=10, help="passes over all lessons")
    parser.add_argument("--jobs", type=int, default=2, help="processes that collect")
    parser.add_argument("--seed", type=int, default=11, help="seed of the groups and of the fit")
    parser.add_argument("--cache", type=Path, help="file that keeps the lessons; read if it exists")
    weights = PACKAGE / "tsumego" / "proof" / "policy.npz"
    parser.add_argument("--out", type=Path, default=weights, help="file for the weights")
    options = parser.parse_args()
    tasks = [(options.archive, options.seed + job, options.minutes) for job in range(options.jobs)]
    data = kept(options.cache, lambda: collect_all(tasks))
    print(f"{len(data['ends'])} positions, {len(data['labels'])} moves", flush=True)
    networks = [fit(data, side, options.epochs, options.seed + side) for side in (0, 1)]
    np.savez_compressed(options.out, **whole_numbers(networks))
    print(f"{options.out}: {options.out.stat().st_size} bytes")


if __name__ == "__main__":
    main()
