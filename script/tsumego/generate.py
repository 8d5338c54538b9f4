"""Makes the problems under problems/generated: `python script/tsumego/generate.py --out problems/generated`.

Draws many problems with `honte.tsumego.generate`, then chooses from easy to hard, no two alike, as many
to live as to kill where there are enough. The same seed and number of tries give the same files.
"""

from __future__ import annotations

import argparse
import math
import sys
from pathlib import Path

from honte.formats.sgf import GameTree, serialize
from honte.grid import Grid
from honte.search.budget import Budget
from honte.tsumego.alphabeta import Settings, depth_solved, gold
from honte.tsumego.generate import Made, Place, generate

WANTED = {Place.MIDDLE: 30, Place.SIDE: 21, Place.CORNER: 21}
UNLIKE = 7
"""Points in which any two chosen problems of one place differ, however they are turned."""
GOLD_NODES = 400_000


def difference(a: Made, b: Made) -> int:
    """In how many points two problems differ at least, over all symmetries, shifts and colors."""
    grid = a.problem.grid
    best = grid.size
    for shift in _shifts(grid):
        first = _layers(a, grid, None)
        for symmetry in range(8):
            for flip in (False, True):
                second = _layers(b, grid, (symmetry, flip, shift))
                if second is not None:
                    best = min(best, _distance(first, second))
    return best


Layers = tuple[int, int, int]


def _layers(made: Made, grid: Grid, change: tuple[int, bool, int] | None) -> Layers | None:
    """Area, defender's and attacker's stones inside it, turned and pushed to the lower left."""
    problem = made.problem
    area = problem.area.mask
    masks = [
        area,
        problem.board.stones_mask(problem.defender) & area,
        problem.board.stones_mask(problem.attacker) & area,
    ]
    if change is not None:
        masks = [grid.symmetries[change[0]].mask(mask) for mask in masks]
    low = min(p.row for p in _points(grid, masks[0]))
    left = min(p.col for p in _points(grid, masks[0]))
    step = low * grid.stride + left
    moved = [mask >> step for mask in masks]
    if change is not None and change[2]:
        moved = [mask << change[2] for mask in moved]
    return moved[0], moved[1], moved[2]


def _points(grid: Grid, mask: int):  # type: ignore[no-untyped-def]
    return [grid.point_of(bit.bit_length() - 1) for bit in grid.masks_of(mask)]


def _shifts(grid: Grid) -> list[int]:
    return [0, 1, grid.stride]


def _distance(a: Layers, b: Layers) -> int:
    """Points where area, defender or attacker are not the same."""
    return ((a[0] ^ b[0]) | (a[1] ^ b[1]) | (a[2] ^ b[2])).bit_count()


def choose(pool: list[Made], count: int) -> list[Made]:
    """`count` problems spread evenly over the logarithm of their effort, no two alike."""
    pool = sorted(pool, key=lambda m: (m.effort, m.seed))
    low, high = math.log(pool[0].effort + 1), math.log(pool[-1].effort + 1)
    chosen: list[Made] = []
    for step in range(count):
        target = low + (high - low) * step / max(1, count - 1)
        lives = sum(m.problem.objective.value == "live" for m in chosen)
        ranked = sorted(
            (m for m in pool if m not in chosen),
            key=lambda m: (
                abs(math.log(m.effort + 1) - target)
                + (0.7 if (m.problem.objective.value == "live") == (lives * 2 > len(chosen)) else 0.0),
                m.seed,
            ),
        )
        found = next((m for m in ranked if all(difference(m, other) >= UNLIKE for other in chosen)), None)
        if found is None:
            raise SystemExit(f"only {len(chosen)} of {count} problems: give more tries")
        chosen.append(found)
    return sorted(chosen, key=lambda m: (m.effort, m.seed))


def finished(made: Made, name: str) -> GameTree:
    """The tree with its name, its text, and the depth at which GoLD's search solves it."""
    problem, root = made.problem, made.tree.root
    aim = "live" if problem.objective.value == "live" else "kill"
    root.set_text("GN", name)
    root.set_text("C", f"{problem.to_play} to {aim}.")
    search = {"effort": str(made.effort)}
    right = {move for move in made.solution.best if move is not None}
    answer = gold(problem, Settings(depth=None), Budget(nodes=GOLD_NODES))
    depth = depth_solved(answer, right)
    if depth is not None:
        search["depth"] = str(depth)
    root.properties["SEARCH"] = [f"{key}:{value}" for key, value in search.items()]
    return made.tree


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--out", type=Path, default=Path("problems/generated"))
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--tries", type=int, default=1000)
    parser.add_argument("--place", choices=[place.value for place in Place])
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    for place, count in WANTED.items():
        if options.place in (None, place.value):
            pool = list(generate(options.seed, place, options.tries))
            print(f"{place.value}: {len(pool)} problems in {options.tries} tries", file=sys.stderr)
            for number, made in enumerate(choose(pool, count), 1):
                name = f"{place.value} {number:02}"
                tree = finished(made, name)
                (options.out / f"{name.replace(' ', '-')}.sgf").write_bytes(serialize(tree))


if __name__ == "__main__":
    main()
