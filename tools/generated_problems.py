"""Makes the problems under src/honte/problems/generated: `python tools/generated_problems.py`.

It draws many problems with `honte.tsumego.make.generate`, block by block, into a pool folder, where a
stopped run continues. Then it chooses problems from easy to hard, no two alike, as many to live as to kill
where the pool has enough. The same seed and number of blocks give the same files.
"""

from __future__ import annotations

import argparse
import math
import sys
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from honte.formats.sgf import Collection, GameTree, parse, serialize
from honte.grid import Grid, PointSet
from honte.search.budget import Budget
from honte.tsumego.gold import Settings, depth_solved, gold
from honte.tsumego.make.generate import Made, Place, canonical, generate
from honte.tsumego.problem import Problem
from honte.tsumego.problem.sgf import right_first_moves, setup_of_tree
from honte.tsumego.proof.prover import MOST_THREATS
from honte.tsumego.proof.solver import Solver

WANTED = {Place.MIDDLE: 30, Place.SIDE: 21, Place.CORNER: 21}
"""The number of problems to choose for each place."""
BLOCK = 60
"""Problems that are tried in one block."""
UNLIKE = 7
"""The least number of points in which two chosen problems of one place differ, however they are turned."""
GOLD_NODES = 200_000
"""Nodes for GoLD's search, which gives the depth at which it solves the problem."""
PROOF_NODES = 2_000_000
"""Nodes for one proof when a chosen problem is proved again."""
Layers = tuple[int, int, int]
"""The masks of the area, of the defender's stones and of the attacker's."""


@dataclass(frozen=True, eq=False)
class Entry:
    """A problem of the pool, with its number there."""

    tree: GameTree
    number: int

    @cached_property
    def problem(self) -> Problem:
        """The problem of the tree."""
        return setup_of_tree(self.tree).problem()

    @cached_property
    def effort(self) -> int:
        """The nodes that its proof took."""
        return int(setup_of_tree(self.tree).extra["search"]["effort"])

    @property
    def lives(self) -> bool:
        """Whether the objective is to live."""
        return self.problem.objective.value == "live"

    @cached_property
    def views(self) -> list[Layers]:
        """The problem turned and mirrored in every way, moved to the lower left."""
        problem, grid = self.problem, self.problem.grid
        area = problem.area.mask
        own = problem.board.stones_mask(problem.defender) & area
        other = problem.board.stones_mask(problem.attacker) & area
        return [_pushed(grid, *(s.mask(mask) for mask in (area, own, other))) for s in grid.symmetries]


def _pushed(grid: Grid, area: int, own: int, other: int) -> Layers:
    points = list(PointSet(grid, area))
    step = min(p.row for p in points) * grid.stride + min(p.col for p in points)
    return area >> step, own >> step, other >> step


def difference(a: Entry, b: Entry) -> int:
    """The least number of points in which two problems differ, over all symmetries and shifts by one."""
    stride = a.problem.grid.stride
    first = a.views[0]
    return min(
        _distance(first, (x << left, y << left, z << left), right)
        for x, y, z in b.views
        for left, right in ((0, 0), (1, 0), (stride, 0), (0, 1), (0, stride))
    )


def _distance(a: Layers, b: Layers, shift: int) -> int:
    """The number of points where area, defender or attacker differ, with the first shifted."""
    p, q, r = (mask << shift for mask in a)
    return ((p ^ b[0]) | (q ^ b[1]) | (r ^ b[2])).bit_count()


# The pool


def pool_file(folder: Path, place: Place, seed: int, block: int) -> Path:
    """The file of one block."""
    return folder / f"{place.value}-{seed}-{block:03}.sgf"


def fill_block(folder: Path, place: Place, seed: int, block: int) -> None:
    """Draws one block, unless its file exists."""
    file = pool_file(folder, place, seed, block)
    if file.exists():
        return
    trees = [_labeled(made) for made in generate(f"{seed}.{block}", place, BLOCK)]
    file.write_bytes(serialize(Collection(trees)) if trees else b"")
    print(f"{place.value} {block}: {len(trees)}", file=sys.stderr)


def _labeled(made: Made) -> GameTree:
    made.tree.root.properties["SEARCH"] = [f"effort:{made.effort}"]
    return made.tree


def read_pool(folder: Path, place: Place, seed: int, blocks: int) -> list[Entry]:
    """The problems of all blocks, each once."""
    found: dict[object, Entry] = {}
    for block in range(blocks):
        data = pool_file(folder, place, seed, block).read_bytes()
        for number, tree in enumerate(parse(data) if data else ()):
            entry = Entry(tree, block * BLOCK + number)
            found.setdefault(canonical(entry.problem), entry)
    return list(found.values())


# Choosing


def choose(pool: list[Entry], count: int) -> list[Entry]:
    """Chooses `count` problems, spread evenly over the logarithm of their effort, no two alike."""
    low = math.log(min(e.effort for e in pool) + 1)
    high = math.log(max(e.effort for e in pool) + 1)
    chosen: list[Entry] = []
    for step in range(count):
        target = low + (high - low) * step / max(1, count - 1)
        too_many_live = 2 * sum(e.lives for e in chosen) > len(chosen)
        rest = [e for e in pool if e not in chosen]
        rest.sort(
            key=lambda e: (
                abs(math.log(e.effort + 1) - target) + (0.7 if e.lives == too_many_live else 0.0),
                e.number,
            )
        )
        fitting = (e for e in rest if all(difference(e, other) >= UNLIKE for other in chosen))
        found = next((e for e in fitting if holds(e)), None)
        if found is None:
            raise SystemExit(f"only {len(chosen)} of {count} problems found: draw more blocks")
        chosen.append(found)
    return sorted(chosen, key=lambda e: (e.effort, e.number))


@cache
def holds(entry: Entry) -> bool:
    """Whether every claim is proved again, for each number of ko threats with an empty table."""
    problem = entry.problem
    return all(
        Solver(problem, Budget(nodes=PROOF_NODES, memory_mb=16)).succeeds(mover, threats)
        for mover in (problem.to_play, problem.to_play.opponent)
        for threats in (-MOST_THREATS, -2, -1, 0)
    )


def finished(entry: Entry, name: str) -> GameTree:
    """The tree with its name, its text, and the depth at which GoLD's search solves the problem."""
    problem, root = entry.problem, entry.tree.root
    root.set_text("C", f"{problem.to_play} to {problem.objective.value}.")
    opinion = gold(problem, Settings(depth=None), Budget(nodes=GOLD_NODES))
    depth = depth_solved(opinion, right_first_moves(entry.tree))
    if depth is not None:
        root.properties["SEARCH"].append(f"depth:{depth}")
    root.set_text("GN", name)
    return entry.tree


def main() -> None:
    """Fills the pool, chooses, and writes the files."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--out", type=Path, default=Path("src/honte/problems/generated"))
    parser.add_argument("--pool", type=Path, default=Path("build/pool"))
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--blocks", type=int, default=16)
    parser.add_argument("--only-fill", help="only draw the blocks FIRST:END of the pool")
    options = parser.parse_args()
    options.pool.mkdir(parents=True, exist_ok=True)
    first, last = map(int, (options.only_fill or f"0:{options.blocks}").split(":"))
    for place in WANTED:
        for block in range(first, last):
            fill_block(options.pool, place, options.seed, block)
    if options.only_fill:
        return
    options.out.mkdir(parents=True, exist_ok=True)
    for place, count in WANTED.items():
        pool = read_pool(options.pool, place, options.seed, options.blocks)
        print(f"{place.value}: {len(pool)} problems", file=sys.stderr)
        for number, entry in enumerate(choose(pool, count), 1):
            name = f"{place.value} {number:02}"
            tree = finished(entry, name)
            (options.out / f"{name.replace(' ', '-')}.sgf").write_bytes(serialize(tree))


if __name__ == "__main__":
    main()
