"""Changes made problems until they are hard: `python tools/harder_problems.py --out FOLDER --least 1d`.

Starts from the problems of folders, the hardest and the least tried first. One or two points are changed at a
time. A change that lowers the level by little may stay, so that a climb is not stuck at once; the hardest
problem on the way counts. What rises far enough is pruned, proved and given its tree as by `honte tsumego
generate`, and saved at once. Each start gives one problem at most, so that they differ.
`tools/shipped_problems.py --add FOLDER` chooses among them.
"""

from __future__ import annotations

import argparse
import math
import random
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from honte.core import Move
from honte.formats.sgf import parse, serialize
from honte.tsumego.make.generate import MOST_EASIER
from honte.tsumego.make.grade import NODES as COUNTED
from honte.tsumego.make.grade import fitted, level, network_features
from honte.tsumego.make.groups import mutated
from honte.tsumego.make.judge import Made, finish, pruned, rated
from honte.tsumego.make.work import labeled
from honte.tsumego.problem import Objective, Problem
from honte.tsumego.problem.keys import key_of
from honte.tsumego.problem.levels import level_text, parse_level
from honte.tsumego.problem.place import Place, place_of
from honte.tsumego.problem.sgf import setup_of_tree

START = 18.0
"""Least level of a problem to start from: 12 kyu."""
ROUND = 0.5
"""What a level may fall short of the rank that it reads as."""
PATIENCE = 250
"""Changes, most of them no problems at all, without a higher level after which a climb ends."""
LOSS = 0.4
"""Mean of what a change may lower the level by, in ranks."""
AMONG = 8
"""Starts that are drawn for a climb; the best of them is taken."""
WORN = 1.5
"""Ranks that a start is put back by each climb from it."""
NODES = 300_000
"""Nodes for each claim on the way: those of dan level take more than 100,000."""
START_NODES = 1_000_000
"""Nodes for the claim of a start."""
ENOUGH = 2.0
"""Levels above the least one at which a climb ends: harder ones have larger trees and longer proofs."""
SPARE = 0.7
"""Levels above the least one from which stones are taken off, which makes problems easier."""
ORDERS = 2
"""Orders in which stones are taken off."""
NEED_NODES = 3_000_000
"""Nodes for the need of each stone."""


@dataclass
class Line:
    """One start and the hardest problem that climbs from it came to."""

    problem: Problem
    level: float
    climbs: int = 0

    @property
    def hope(self) -> float:
        """What speaks for the next climb from here."""
        return self.level - WORN * self.climbs


def starts(folders: list[Path], place: Place | None) -> Iterator[Line]:
    """The problems of these folders that are hard enough to start from."""
    for folder in folders:
        for file in sorted(folder.glob("*.sgf")):
            tree = parse(file.read_bytes())[0]
            rank = parse_level(tree.root.simple("DI") or "")
            problem = setup_of_tree(tree).problem()
            if rank is not None and rank >= START and place in (None, place_of(problem.area)):
                yield Line(problem, rank)


def climb(line: Line, rng: random.Random, seen: set[str], least: float) -> tuple[Problem, Move, float]:
    """The hardest problem that changes lead to, with its right move and its level.

    One of the least level or above counts when its solution tree is small enough.
    """
    problem = line.problem
    move, most = rated(problem, START_NODES)
    here = level(problem, (move,)) if move is not None else 0.0
    best, quiet = (problem, move, here), 0
    while move is not None and quiet <= PATIENCE and best[2] < least + ENOUGH:
        quiet += 1
        changed = _new(problem, rng, seen)
        if changed is None or ceiling(changed, move) < here:
            continue
        found, nodes = rated(changed, NODES)
        if found is None or nodes < most // MOST_EASIER:
            continue
        rank = level(changed, (found,))
        if rank < here - rng.expovariate(1 / LOSS) or (rank >= least and finish(changed, found) is None):
            continue
        problem, move, here, most = changed, found, rank, nodes
        if rank > best[2]:
            best, quiet = (changed, found, rank), 0
    return best


def ceiling(problem: Problem, move: Move) -> float:
    """The level with this right move if the proof were as large as the grader counts: what the network says
    decides, and costs less than the proof.
    """
    room, stones = float(len(problem.valid_points)), float(len(~problem.board.empty & problem.area.dilate()))
    kills = float(problem.objective is Objective.KILL)
    proof = [math.log2(COUNTED), 1.0, math.log2(COUNTED / 10), 0.0, 0.0, room, stones, room, 1.0, kills]
    return fitted().of([*proof, *network_features(problem, (move,))])


def _new(problem: Problem, rng: random.Random, seen: set[str]) -> Problem | None:
    """A change of the problem at the same place that was not looked at before."""
    changed = mutated(rng, problem)
    if changed is None or place_of(changed.area) is not place_of(problem.area):
        return None
    key = key_of(changed.board, changed.to_play)
    if key in seen:
        return None
    seen.add(key)
    return changed


def hardest(problem: Problem, move: Move, rng: random.Random) -> tuple[Made | None, float]:
    """The hardest of what is left when stones that are not needed are taken off in several orders.

    The network sees each of them differently.
    """
    best: tuple[Made | None, float] = None, 0.0
    stones = list(~problem.board.empty)
    for _ in range(ORDERS):
        first = problem.grid.set(rng.sample(stones, len(stones) // 2))
        made = pruned(problem, move, first, NEED_NODES)
        rank = 0.0 if made is None else level(made.problem, made.answer.best)
        if rank > best[1]:
            best = made, rank
    return best


def save(made: Made, rank: float, folder: Path) -> None:
    """Writes a problem under the name of its key."""
    task = f"{made.problem.to_play} to {made.problem.objective.value}"
    tree = labeled(made, "built at random", task, level_text(rank))
    (folder / f"{made.place.value}-{made.key[:12]}.sgf").write_bytes(serialize(tree))


def options_of() -> argparse.Namespace:
    """The options; `least` as a number."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    default = [Path("src/honte/problems/generated"), Path("src/honte/problems/games")]
    parser.add_argument("--start", type=Path, nargs="+", default=default, help="folders of made problems")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--least", default="1d", help="the least level that is kept")
    parser.add_argument("--place", choices=[place.value for place in Place], help="only problems there")
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--seed", default="1")
    options = parser.parse_args()
    rank = parse_level(options.least)
    if rank is None:
        parser.error(f"{options.least!r} is no level such as 3k")
    options.least = rank - ROUND
    return options


def main() -> None:
    """Climbs from one start after the other until the time is over."""
    options = options_of()
    options.out.mkdir(parents=True, exist_ok=True)
    rng, seen = random.Random(options.seed), set[str]()
    lines = list(starts(options.start, Place(options.place) if options.place else None))
    end = time.monotonic() + 60 * options.minutes
    while lines and time.monotonic() < end:
        line = max(rng.sample(lines, min(AMONG, len(lines))), key=lambda each: each.hope)
        problem, move, top = climb(line, rng, seen, options.least)
        hard = problem is not line.problem and top >= options.least + SPARE
        line.problem, line.level, line.climbs = problem, top, line.climbs + 1
        made, found = hardest(problem, move, rng) if hard else (None, 0.0)
        if made is not None and found >= options.least:
            save(made, found, options.out)
            lines.remove(line)
        kept = "not kept" if made is None else level_text(found)
        print(f"{place_of(problem.area).value} {level_text(top)}: {kept}", flush=True)


if __name__ == "__main__":
    main()
