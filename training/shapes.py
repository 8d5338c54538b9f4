"""Fits how much moves of each 3x3 shape promise: `python -m training.shapes`.

Draws random enclosed groups with `honte.tsumego.make.generate`, solves them for both sides, and counts for
every proved position which moves decided it, which were refuted and which were left aside. A shape's
cost is how much rarer than usual it decides, on a scale of doublings, from 0 to 8; shapes that are the
same turned or mirrored share their counts. The same seed and number give the same file.
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path
from typing import Any

import numpy as np

from honte.kernels.local.dfpn import SHAPES
from honte.search.budget import Budget
from honte.tsumego.make.generate import Place, candidate
from honte.tsumego.proof.prover import Prover
from training.lessons import teach

FEWEST_EMPTY = 9
POINTS = (8, 17)
NODES = 20_000
LEAST_WORK = 3
ASIDE = 0.3
"""How much a move that was left aside counts as one that was refuted."""
PRIOR = 20.0
"""Every shape starts as if it had been seen so often with the usual success."""
HEAD_START = 1.5
"""Doublings above the usual at which a move costs nothing."""
MOST = 8


def lessons(seed: int, searches: int) -> np.ndarray[Any, Any]:
    """Counts [decided, refuted, left aside] by side and shape."""
    rng = random.Random(seed)
    counts = np.zeros((3, 2, SHAPES), np.int64)
    done = 0
    while done < searches:
        problem = candidate(rng, rng.choice(list(Place)), POINTS)
        if problem is None or len(problem.valid_points) < FEWEST_EMPTY:
            continue
        for color in (problem.attacker, problem.defender):
            prover = Prover(problem, memory_mb=16)
            prover.costs = np.zeros((2, SHAPES), np.int8)  # what is fitted must not teach itself
            prover.prove(prover.start(color), Budget(nodes=NODES))
            generation = int(prover.local.region[0].generation)
            teach(prover.local.region, prover.table, generation, LEAST_WORK, *counts)
            done += 1
    return counts


def same_shapes() -> np.ndarray[Any, Any]:
    """For every shape the least of its eight turned and mirrored forms."""
    codes = np.arange(SHAPES)
    neighbors = [codes >> 2 * k & 3 for k in range(8)]
    least = codes
    for turn in range(4):
        for sign in (1, -1):
            form = sum(neighbors[sign * (k + 2 * turn) % 8] << 2 * k for k in range(8))
            least = np.minimum(least, form)
    return least


def costs(counts: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The table that the search reads."""
    least = same_shapes()
    table = np.zeros((2, SHAPES), np.int8)
    for side in range(2):
        good, other = np.zeros(SHAPES), np.zeros(SHAPES)
        np.add.at(good, least, counts[0, side])
        np.add.at(other, least, counts[1, side] + ASIDE * counts[2, side])
        usual = good.sum() / (good.sum() + other.sum())
        rate = ((good + PRIOR * usual) / (good + other + PRIOR))[least]
        doublings = np.log2(rate / (1 - rate)) - np.log2(usual / (1 - usual))
        table[side] = np.clip(np.round(HEAD_START - doublings), 0, MOST)
    return table


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--searches", type=int, default=20_000)
    parser.add_argument("--out", type=Path, default=Path("src/honte/tsumego/proof/shapes.npz"))
    options = parser.parse_args()
    table = costs(lessons(options.seed, options.searches))
    np.savez_compressed(options.out, costs=table)
    print(f"{options.out}: {options.out.stat().st_size} bytes, costs {np.bincount(table.ravel())}")


if __name__ == "__main__":
    main()
