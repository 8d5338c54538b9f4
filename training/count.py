"""Fits the fate network of counting and the weights of groups in doubt, on an archive of counted games.

    python -m training.count TRAIN.npz

TRAIN.npz is an archive as `training.archive` describes it. It takes less than an hour on two cores:

1. Games are played out and labeled (`training.labels`); --cache keeps the result.
2. The network of `honte.counting.fate_network` is fitted to the final owner of each point.
3. The weights of `honte.counting.doubt` are fitted to groups of games that took no part in step 2.

All weights go to `src/honte/counting/weights.npz`. The same archive and options give the same weights on
one machine.
"""

from __future__ import annotations

import argparse
import math
import os
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from honte.core import Game
from honte.counting import fate_network
from honte.counting.doubt import DOUBT, FAR_ODDS, factors, gather, rivals
from honte.counting.evidence import collect_evidence, union
from honte.counting.final import count_with, turn_of
from honte.counting.judging import chain_lives, fate_of, with_fates
from honte.kernels.maps.factors import chain_means, components, neighbor_table
from training.adam import mean_gradients, pace
from training.archive import POINTS, SIDE, Array, Records, kept, read_records
from training.backward import Network
from training.command import PACKAGE, command
from training.labels import AGREED, CHANGED, NEAR, PLAYOUTS, UNKNOWN, collect

ASIDE = 8
"""Every eighth game takes no part in fitting the network. Half of these fit the groups in doubt."""
CACHED = 4
"""Boards that one thread works on together; their layers fit the processor's cache."""
OWNERS = ("own_first", "their_first", "settled", "tactical")
"""The fields of owners by playouts, in 127ths."""


# Games


def choose(records: Records, games: int) -> Array:
    """The games to take: first those that ended with a pass, because they are finished, then others."""
    order = np.random.default_rng(7).permutation(len(records))
    passed = (records.cells[records.start[1:] - 1] == 0)[order]
    return np.concatenate([order[passed], order[~passed]])[:games]


def gather_games(path: Path, games: int, jobs: int) -> dict[str, Array]:
    """The labeled games of an archive, by `jobs` processes."""
    chosen = choose(read_records(path), games)
    parts = [(path, chosen[first : first + 100]) for first in range(0, len(chosen), 100)]
    started, found = time.monotonic(), []
    with ProcessPoolExecutor(jobs) as pool:
        for part in pool.map(collect, parts):
            found.append(part)
            if len(found) % 10 == 0:
                print(f"{time.monotonic() - started:6.0f} s  {len(found)} of {len(parts)} parts", flush=True)
    return {name: np.concatenate([part[name] for part in found]) for name in found[0]}


# The network


def view_of(data: dict[str, Array], row: int) -> fate_network.View:
    """The network's input of one game, from Black's side."""
    owners = (data[name][row].astype(np.float32) / 127 for name in OWNERS)
    flags = (data["forever"][row], data["removed"][row])
    return fate_network.View(data["stones"][row], *owners, *flags, int(data["turn"][row]))


def batch_of(data: dict[str, Array], rows: Array, rng: np.random.Generator) -> tuple[Array, Array, Array]:
    """The factors, components and owners of some boards, each from a side drawn at random."""
    near = neighbor_table(SIDE, SIDE)
    factors = np.empty((len(rows), POINTS, fate_network.inputs()), np.float32)
    ids = np.empty((len(rows), POINTS), np.int32)
    owner = np.empty((len(rows), POINTS), np.float32)
    for k, row in enumerate(rows):
        view, sign = view_of(data, row), 1
        if rng.random() < 0.5:
            view, sign = view.swapped(), -1
        factors[k], ids[k] = fate_network.view_factors(view, near, SIDE, SIDE)
        owner[k] = data["owner"][row] * sign
    return factors, ids, owner


def slopes(network: Network, factors: Array, ids: Array, owner: Array) -> tuple[dict[str, Array], float]:
    """The gradients of the mean cross entropy of each point's owner, and that mean."""
    odds, kept = network.forward(factors, ids)
    target = (owner + 1) / 2
    entropy = float((np.logaddexp(0, odds) - target * odds).mean())
    slope = ((1 / (1 + np.exp(-odds)) - target) / odds.size).astype(np.float32)
    return network.backward(slope, ids, kept), entropy


def train(data: dict[str, Array], options: argparse.Namespace) -> Network:
    """Fits the network by Adam, with a rate that falls along a cosine."""
    rows = np.nonzero((data["kind"] != UNKNOWN) & (data["game"] % ASIDE != 0))[0]
    network = Network(options.width, options.layers, fate_network.inputs())
    rng, size = np.random.default_rng(3), options.batch
    total, step, started = int(options.epochs * len(rows) / size), 0, time.monotonic()
    entropies: list[float] = []
    pool = ThreadPoolExecutor(options.jobs)
    while step < total:
        order = rng.permutation(rows)
        for first in range(0, len(order) - size + 1, size):
            batch = batch_of(data, order[first : first + size], rng)
            cuts = [tuple(a[k : k + CACHED] for a in batch) for k in range(0, size, CACHED)]
            parts = list(pool.map(lambda cut: slopes(network, *cut), cuts))
            grads = mean_gradients([part[0] for part in parts])
            network.improve(grads, options.rate * pace(step, step / total))
            entropies.append(float(np.mean([p[1] for p in parts])))
            step += 1
            if step % 500 == 0:
                mean, gone = np.mean(entropies[-500:]), time.monotonic() - started
                print(f"{gone:6.0f} s  step {step}/{total}  entropy {mean:.5f}", flush=True)
            if step >= total:
                break
    return network


def wrong_boards(data: dict[str, Array], network: Network) -> str:
    """One line: how many games that took no part have a chain misjudged, by the kind of their label."""
    near = neighbor_table(SIDE, SIDE)
    counts = {AGREED: [0, 0], CHANGED: [0, 0]}
    for row in np.nonzero((data["kind"] != UNKNOWN) & (data["game"] % ASIDE == 0))[0]:
        view, odds = view_of(data, row), 0.0
        for side, sign in ((view, 1), (view.swapped(), -1)):
            factors, ids = fate_network.view_factors(side, near, SIDE, SIDE)
            odds = odds + sign * network.forward(factors[None], ids[None])[0][0]
        stones = data["stones"][row]
        parts, count = components(stones, near)
        mean = chain_means(parts, count, np.asarray(odds, np.float32))[parts]
        dead = ((stones == 1) & (mean < 0) | (stones == 2) & (mean > 0)) & (data["forever"][row] == 0)
        counts[int(data["kind"][row])][0] += 1
        counts[int(data["kind"][row])][1] += bool((dead != (data["dead"][row] == 1)).any())
    (agreed, spoiled), (changed, missed) = counts[AGREED], counts[CHANGED]
    return (
        f"of {agreed} games that playouts count right the network misjudges {spoiled}; "
        f"of {changed} that they count wrong, {missed}"
    )


# Groups in doubt


def samples(game: Game, result: float) -> Iterator[tuple[tuple[float, ...], bool]]:
    """The groups in doubt of one game that live or die by its result: factors, and whether they live."""
    evidence = collect_evidence(game.board.checked(), PLAYOUTS)
    lives = chain_lives(evidence, turn_of(game))
    doubtful = [fate for fate in lives if abs(fate[2]) < DOUBT and not fate[1] & evidence.forever]
    dead = union(mask for _, mask, life in lives if life < 0)

    def margin(lost: int, ownership: NDArray[np.float64]) -> float:
        return count_with(game, lost, ownership).margin

    groups = gather(game.board, doubtful)
    for group in groups:
        known = factors(game.board, group, lives, evidence.settled)
        against = union(other.stones for other in rivals(game.board, group, groups))
        kept, lost = (
            abs(margin(fate_of(dead, group, against, alive=alive), evidence.settled) - result) < NEAR
            for alive in (True, False)
        )
        if kept != lost:
            yield with_fates(group, known, dead, against, evidence, margin).values(), kept


def fit(x: Array, y: Array, penalty: float = 1.0) -> Array:
    """Logistic weights without a constant, by Newton's method, drawn toward the network's odds alone."""
    home = np.zeros(x.shape[1])
    home[0] = FAR_ODDS
    weights = home.copy()
    for _ in range(50):
        chance = 1 / (1 + np.exp(-x @ weights))
        slope = x.T @ (chance - y) + penalty * (weights - home)
        bend = (x * (chance * (1 - chance))[:, None]).T @ x + penalty * np.eye(len(weights))
        weights = weights - np.linalg.solve(bend, slope)
    return weights


def cross_validated(x: Array, y: Array, folds: int = 10) -> float:
    """The share of samples that weights fitted on the other folds get right."""
    order = np.random.default_rng(0).permutation(len(y))
    right = 0
    for fold in range(folds):
        test = order[fold::folds]
        known = np.setdiff1d(order, test)
        right += int(((x[test] @ fit(x[known], y[known]) > 0) == y[test]).sum())
    return right / len(y)


def samples_of(task: tuple[Path, Array]) -> list[tuple[tuple[float, ...], bool]]:
    """The samples of some games of an archive."""
    records = read_records(task[0])
    return [s for n in task[1].tolist() for s in samples(records.played(n), float(records.result[n]))]


def fit_doubt(path: Path, games: Array, jobs: int, trust: Array) -> Array:
    """The weights of groups in doubt, from games that took no part in fitting the network.

    The weights are `trust`, the network's odds alone, unless all factors together are right more often by at
    least two standard errors.
    """
    parts = [(path, games[k :: 4 * jobs]) for k in range(4 * jobs)]
    with ProcessPoolExecutor(jobs) as pool:
        found = [sample for part in pool.map(samples_of, parts) for sample in part]
    x, y = np.array([s[0] for s in found]), np.array([s[1] for s in found])
    weights = fit(x, y)
    alone, together = float(((x[:, 0] > 0) == y).mean()), cross_validated(x, y)
    print(f"{len(games)} games, {len(y)} groups in doubt whose fate is known")
    print(f"right by the network alone: {alone:.4f}; by all factors, cross-validated: {together:.4f}")
    print("weights", np.round(weights, 2).tolist(), flush=True)
    clearly = 2.0 * math.sqrt(alone * (1.0 - alone) / len(y))
    return weights if together > alone + clearly else trust


def main() -> None:
    """Runs the three steps."""
    parser = command("count", __doc__)
    parser.add_argument("archive", type=Path, help="counted games, as training.archive describes them")
    parser.add_argument("--games", type=int, default=9000, help="number of games")
    parser.add_argument("--cache", type=Path, help="file that keeps the labeled games; read if it exists")
    parser.add_argument("--width", type=int, default=32, help="numbers at each point of a layer")
    parser.add_argument("--layers", type=int, default=6, help="number of residual layers")
    parser.add_argument("--epochs", type=float, default=18.0, help="passes over all games")
    parser.add_argument("--batch", type=int, default=16, help="games in one step")
    parser.add_argument("--rate", type=float, default=0.003, help="greatest rate of Adam's steps")
    parser.add_argument("--jobs", type=int, default=2, help="processes and threads")
    weights = PACKAGE / "counting" / fate_network.WEIGHTS
    parser.add_argument("--out", type=Path, default=weights, help="file for the weights")
    parser.add_argument(
        "--only-doubt", action="store_true", help="fit step 3 alone; the network stays as it is"
    )
    options = parser.parse_args()
    data = kept(options.cache, lambda: gather_games(options.archive, options.games, options.jobs))
    kinds = np.bincount(data["kind"], minlength=3)
    print(f"{kinds.sum()} games: {kinds[AGREED]} agree, {kinds[CHANGED]} with fates changed", flush=True)
    if options.only_doubt:
        shipped = dict(np.load(options.out))
        small = {name: weight for name, weight in shipped.items() if name != "doubt"}
    else:
        network = train(data, options)
        print(wrong_boards(data, network), flush=True)
        small = {name: weight.astype(np.float16) for name, weight in network.weights.items()}
    trust = np.zeros(6, np.float16)
    trust[0] = FAR_ODDS
    np.savez_compressed(options.out, doubt=trust, **small)
    os.environ["HONTE_COUNT_WEIGHTS"] = str(options.out)
    fate_network.weights.cache_clear()
    aside = data["game"][data["game"] % (2 * ASIDE) == ASIDE]
    np.savez_compressed(options.out, doubt=fit_doubt(options.archive, aside, options.jobs, trust), **small)


if __name__ == "__main__":
    main()
