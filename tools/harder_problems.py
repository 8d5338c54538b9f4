"""Changes made problems until they are hard: `python tools/harder_problems.py --out FOLDER --least 3k`.

Starts from the hardest problems of a folder. One or two points are changed at a time, and a change that does
not lower the level stays. What rises far enough is pruned, proved and given its tree as by `honte tsumego
generate`, and saved at once. `tools/shipped_problems.py --random FOLDER` chooses among them.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator
from pathlib import Path

from honte.core import Move
from honte.formats.sgf import parse, serialize
from honte.tsumego.make.generate import CLIMB_NODES, MOST_EASIER
from honte.tsumego.make.grade import level
from honte.tsumego.make.groups import mutated
from honte.tsumego.make.judge import Made, pruned, rated
from honte.tsumego.make.work import labeled
from honte.tsumego.problem import Problem
from honte.tsumego.problem.levels import level_text, parse_level
from honte.tsumego.problem.place import place_of
from honte.tsumego.problem.sgf import setup_of_tree

START = 23.0
"""Least level of a problem to start from: 7 kyu."""
ROUND = 0.4
"""What a level may fall short of the rank that it reads as."""
SPARE = 2.0
"""Levels above the least one at which the changes end: taking stones off makes problems easier."""
STEPS = 400
"""Most changes of one problem."""
PATIENCE = 60
"""Changes without a higher level after which the next problem is tried."""
NEED_NODES = 3_000_000
"""Nodes for the need of each stone."""


def starts(folders: list[Path]) -> Iterator[Problem]:
    """The problems of these folders that are hard enough to start from."""
    for folder in folders:
        for file in sorted(folder.glob("*.sgf")):
            tree = parse(file.read_bytes())[0]
            rank = parse_level(tree.root.simple("DI") or "")
            if rank is not None and rank >= START:
                yield setup_of_tree(tree).problem()


def harder(problem: Problem, rng: random.Random, least: float) -> tuple[Problem, Move, float]:
    """The hardest problem that changes lead to, with its right move and its level."""
    move, most = rated(problem, CLIMB_NODES)
    top, quiet = level(problem, (move,)) if move else 0.0, 0
    for _ in range(STEPS if move else 0):
        changed = mutated(rng, problem)
        quiet += 1
        if quiet > PATIENCE or top >= least + SPARE:
            break
        if changed is None or place_of(changed.area) is not place_of(problem.area):
            continue
        found, nodes = rated(changed, CLIMB_NODES)
        if found is None or nodes < most // MOST_EASIER:
            continue
        rank = level(changed, (found,))
        if (rank, nodes) >= (top, most):
            quiet = quiet if rank == top else 0
            problem, move, top, most = changed, found, rank, nodes
    return problem, move, top


def save(made: Made, folder: Path, least: float) -> float:
    """Writes a problem under the name of its key and gives its level; easier ones are not written."""
    found = level(made.problem, made.answer.best)
    if found >= least:
        task = f"{made.problem.to_play} to {made.problem.objective.value}"
        tree = labeled(made, "built at random", task, level_text(found))
        (folder / f"{made.place.value}-{made.key[:12]}.sgf").write_bytes(serialize(tree))
    return found


def main() -> None:
    """Tries the problems in turn, in random order, until the time is over."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    default = [Path("src/honte/problems/generated"), Path("src/honte/problems/games")]
    parser.add_argument("--start", type=Path, nargs="+", default=default, help="folders of made problems")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--least", default="1d", help="the least level that is kept")
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--seed", default="1")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    rank = parse_level(options.least)
    if rank is None:
        parser.error(f"{options.least!r} is no level such as 3k")
    least = rank - ROUND
    rng, base = random.Random(options.seed), list(starts(options.start))
    end = time.monotonic() + 60 * options.minutes
    while base and time.monotonic() < end:
        problem, move, top = harder(rng.choice(base), rng, least)
        made = pruned(problem, move, nodes=NEED_NODES) if top >= least else None
        kept = "not kept" if made is None else level_text(save(made, options.out, least))
        print(f"{place_of(problem.area).value} {level_text(top)}: {kept}", flush=True)


if __name__ == "__main__":
    main()
