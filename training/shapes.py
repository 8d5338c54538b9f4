"""Fits the cost of each 3x3 shape of moves in life and death: `python -m training.shapes`.

It draws random enclosed groups with `honte.tsumego.make.generate`, solves them for both sides, and counts
for every proved position the moves that decided it, those that were refuted, and those that stayed unknown.
A shape's cost says how much rarer than usual its moves decide, in doublings of the odds, from 0 to 8.
Turned and mirrored shapes share their counts. The costs go to `src/honte/tsumego/proof/shapes.npz`. The
same seed and number of searches give the same file.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np

from honte.kernels.local.dfpn import SHAPES
from honte.search.budget import Budget
from honte.tsumego.make.groups import candidate
from honte.tsumego.problem.place import Place
from honte.tsumego.proof.prover import Prover
from training.command import PACKAGE, command
from training.lessons import teach

FEWEST_EMPTY = 9
"""The least number of points to play on in a group that is solved."""
POINTS = (8, 17)
"""The least and greatest size of the areas that are drawn, in points."""
NODES = 20_000
"""Nodes for each search."""
LEAST_WORK = 3
"""Positions with fewer nodes below them teach nothing."""
ASIDE = 0.3
"""The part of a refuted move that an unknown move counts for."""
PRIOR = 20.0
"""The number of moves with the usual success that every shape starts with."""
HEAD_START = 1.5
"""Doublings above the usual odds from which on a move costs nothing."""
MOST = 8
"""The greatest cost."""


def lessons(seed: int, searches: int) -> np.ndarray[Any, Any]:
    """The numbers of moves that decided, were refuted and stayed unknown, by [kind, side, shape]."""
    rng = random.Random(seed)
    counts = np.zeros((3, 2, SHAPES), np.int64)
    done = 0
    while done < searches:
        problem = candidate(rng, rng.choice(list(Place)), POINTS)
        if problem is None or len(problem.valid_points) < FEWEST_EMPTY:
            continue
        for color in (problem.attacker, problem.defender):
            prover = Prover(problem, memory_mb=16)
            prover.costs = np.zeros((2, SHAPES), np.int8)  # the fit must not learn from the costs that ship
            prover.prove(prover.start(color), Budget(nodes=NODES))
            generation = int(prover.local.region[0].generation)
            teach(prover.local.region, prover.table, generation, LEAST_WORK, *counts)
            done += 1
    return counts


def same_shapes() -> np.ndarray[Any, Any]:
    """For every shape the least code of its eight turned and mirrored forms."""
    codes = np.arange(SHAPES)
    neighbors = [codes >> 2 * k & 3 for k in range(8)]
    least = codes
    for turn in range(4):
        for sign in (1, -1):
            form = sum(neighbors[sign * (k + 2 * turn) % 8] << 2 * k for k in range(8))
            least = np.minimum(least, form)
    return least


def costs(counts: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The table of costs by [side, shape] that the search reads."""
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
    """Collects lessons and writes the costs."""
    parser = command("shapes", __doc__)
    parser.add_argument("--seed", type=int, default=11, help="seed of the groups")
    parser.add_argument("--searches", type=int, default=20_000, help="number of searches")
    table_file = PACKAGE / "tsumego" / "proof" / "shapes.npz"
    parser.add_argument("--out", type=Path, default=table_file, help="file for the costs")
    options = parser.parse_args()
    table = costs(lessons(options.seed, options.searches))
    np.savez_compressed(options.out, costs=table)
    print(f"{options.out}: {options.out.stat().st_size} bytes, costs {np.bincount(table.ravel())}")


if __name__ == "__main__":
    main()
