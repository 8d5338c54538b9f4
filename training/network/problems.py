"""Makes life-and-death problems with proved answers, for the network to learn from.

    python -m training.network.problems --out proofs.npz --seconds 900
    python -m training.network.problems --out fights.npz --seconds 900 --games TRAIN.npz
    python -m training.network.problems --out proofs.npz --join random.npz fights.npz

Needs honte itself. Random enclosed groups, and changes of them, or fights cut out of games are solved in
full: which first moves reach the aim whatever the ko threats, and what becomes of the group. Settled and
trivial random positions are kept too: they teach what lives. A fight is kept for both sides to move.
The archive holds, one row a position on a 19x19 board, from the mover's side and in rows from the top:
`stones` (1 the mover's, 2 the opponent's), `right` and `tried` (first moves that succeed, and all that were
judged; bits packed), `target` (bits packed), and `own` (1 where the target's points end as the mover's,
else 0).
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from honte.grid import Point
from honte.search.budget import Budget
from honte.tsumego.make.claim import MEMORY_MB
from honte.tsumego.make.fights import fights
from honte.tsumego.make.groups import candidate, mutated
from honte.tsumego.problem import Problem
from honte.tsumego.problem.keys import key_of
from honte.tsumego.problem.place import Place
from honte.tsumego.proof.local import TooLarge
from honte.tsumego.proof.solver import Solver
from training.archive import read_records

BOARD = 19
NODES = 20_000
"""Nodes for one position; a position that needs more is left out."""
FRESH = 0.3
"""Share of the tries that begin with a new group instead of a changed one."""
SAVE_SECONDS = 60.0


def label(problem: Problem) -> tuple[set[Point], set[Point], bool] | None:
    """Right moves, judged moves, and whether the target ends as the mover's; None where that is not proved.

    Results that depend on ko threats are left out.
    """
    try:
        solver = Solver(problem, Budget(nodes=NODES, memory_mb=MEMORY_MB))
    except TooLarge:
        return None
    with solver.budget.running():
        mover = problem.to_play
        first = solver.outcome(mover)
        if not (first.wins or first.fails):
            return None
        if first.fails:
            return set(), set(), False
        right, wrong = solver.sort_moves(first)
        if solver.budget.stopped:
            return None
    good = {move for move in right if move is not None}
    judged = good | {move for move in wrong if move is not None}
    return good, judged, True


def tries(seed: int) -> Iterator[tuple[Problem, Place]]:
    """Random problems, each new under symmetry: fresh groups and changes of the last one."""
    rng, seen = random.Random(seed), set()
    base: Problem | None = None
    place = Place.CORNER
    while True:
        if base is None or rng.random() < FRESH:
            place = rng.choice((Place.CORNER, Place.CORNER, Place.SIDE, Place.MIDDLE))
            problem = candidate(rng, place, (3, 16))
        else:
            problem = mutated(rng, base)
        if problem is None or (key := key_of(problem.board, problem.to_play)) in seen:
            continue
        seen.add(key)
        base = problem
        yield problem, place


def fights_of(archive: Path, seed: int) -> Iterator[tuple[Problem, Place]]:
    """Fights out of the games of an archive in random order, each new under symmetry, for either mover."""
    records, rng, seen = read_records(archive), random.Random(seed), set()
    for game in rng.sample(range(len(records)), len(records)):
        for fight in fights(records.played(game), rng):
            for problem in (fight.problem, fight.problem.with_to_play(fight.problem.to_play.opponent)):
                if (key := key_of(problem.board, problem.to_play)) not in seen:
                    seen.add(key)
                    yield problem, Place.CORNER


def row_of(problem: Problem, place: Place) -> tuple[NDArray[np.uint8], ...]:
    """Stones and target of a problem on the 19x19 board, touching the same edges."""
    stones, target = np.zeros((BOARD, BOARD), np.uint8), np.zeros((BOARD, BOARD), np.uint8)
    mover, side = problem.to_play, problem.board.grid.rows
    for point in problem.board.grid:
        color = problem.board[point]
        if color is not None:
            stones[at(point, place, side)] = 1 if color is mover else 2
    for point in problem.keystones:
        target[at(point, place, side)] = 1
    return stones.reshape(-1), target.reshape(-1)


def at(point: Point, place: Place, side: int) -> tuple[int, int]:
    """Where a point of the smaller board lies on the large one: row from the top, and column."""
    row, col = side - 1 - point.row, point.col
    shift = (BOARD - side) // 2
    return row + shift * (place is Place.MIDDLE), col + shift * (place is not Place.CORNER)


def packed(moves: set[Point], place: Place, side: int) -> NDArray[np.uint8]:
    """Points as bits."""
    mask = np.zeros((BOARD, BOARD), np.uint8)
    for point in moves:
        mask[at(point, place, side)] = 1
    return np.packbits(mask.reshape(-1))


def make(source: Iterator[tuple[Problem, Place]], seconds: float, out: Path) -> int:
    """Writes proved positions until the time is over, and every minute; returns their number."""
    rows: list[tuple[NDArray[np.uint8], ...]] = []
    started = saved = time.monotonic()
    for problem, place in source:
        found = label(problem)
        if found is not None:
            stones, target = row_of(problem, place)
            side = problem.board.grid.rows
            right, judged = packed(found[0], place, side), packed(found[1], place, side)
            rows.append((stones, right, judged, np.packbits(target), np.array([found[2]], np.uint8)))
        if rows and time.monotonic() - saved > SAVE_SECONDS:
            save(rows, out)
            saved = time.monotonic()
        if time.monotonic() - started > seconds:
            break
    save(rows, out)
    return len(rows)


def join(parts: list[Path], out: Path) -> int:
    """Writes the rows of several archives as one, in an order that mixes them; returns their number."""
    archives = [np.load(part) for part in parts]
    names = archives[0].files
    columns = {name: np.concatenate([archive[name] for archive in archives]) for name in names}
    order = np.random.default_rng(0).permutation(len(columns["own"]))
    np.savez_compressed(out, **{name: column[order] for name, column in columns.items()})
    return len(order)


def save(rows: list[tuple[NDArray[np.uint8], ...]], out: Path) -> None:
    """Writes all rows; a kill in between leaves the earlier file."""
    names = ("stones", "right", "tried", "target", "own")
    arrays = dict(zip(names, (np.stack(column) for column in zip(*rows, strict=True)), strict=True))
    part = out.with_suffix(".part.npz")
    np.savez_compressed(part, **arrays)
    part.replace(out)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seconds", type=float, default=900.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=Path, help="an archive of games to cut fights out of")
    parser.add_argument("--join", type=Path, nargs="+", help="archives of this program to join into one")
    given = parser.parse_args()
    source = fights_of(given.games, given.seed) if given.games else tries(given.seed)
    count = join(given.join, given.out) if given.join else make(source, given.seconds, given.out)
    print(f"{count} positions in {given.out}")
