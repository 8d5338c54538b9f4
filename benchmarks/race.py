"""Measures capturing races and connections: `python benchmarks/race.py [--count N] [--nodes N] [--json]`.

Each race is made at random: two chains side by side in a closed area, with safe stones of both colors around
it. An independent solver that lists every position (`honte.tsumego.verify.oracle`) says who wins when each
side moves first. Printed are the results that agree, those that differ (there must be none), those that stay
open, and the nodes. A race takes a second or more, nearly all of it for the independent solver.

Each connection is two chains of one color on a whole small board, asked through the one door. Its independent
solver (`honte.tsumego.verify.linkoracle`) says whether they get connected when each side moves first.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from contextlib import suppress

from honte.core import Board, Color, Position
from honte.errors import GoError, InputError
from honte.grid import Grid, Point, PointSet
from honte.search.budget import Budget
from honte.tsumego.answer import solve, warm_up
from honte.tsumego.problem import Capture, Problem, Setup, Stake, Threats
from honte.tsumego.proof.prover import MOST_THREATS
from honte.tsumego.race import Race, Winner, race
from honte.tsumego.stakes import connect
from honte.tsumego.verify.linkoracle import LinkOracle
from honte.tsumego.verify.oracle import Oracle

LIMIT = 60_000
"""Most positions of one question for the independent solver."""


def random_race(rng: random.Random) -> tuple[Board, PointSet, Point, Point]:
    """A board, a closed area, and the points of two chains in it that can only live at each other's cost."""
    while True:
        cols, rows = rng.choice([(4, 2), (3, 3), (4, 3), (5, 2)])
        grid = Grid(cols + 2, rows + 2)
        area = PointSet(grid, sum(grid.bit(Point(x, y)) for x in range(cols) for y in range(rows)))
        masks = [0, 0]
        for p in grid:
            if p in area:
                if rng.random() < 0.55:
                    masks[rng.randrange(2)] |= grid.bit(p)
            elif p.col <= cols and p.row <= rows:
                masks[rng.randrange(2)] |= grid.bit(p)
        board = Board(grid, masks[0], masks[1])
        chains = [c for c in board.chains() if c.stones <= area and len(c.stones) > 1]
        black = [c for c in chains if c.color is Color.BLACK]
        white = [c for c in chains if c.color is Color.WHITE]
        if not black or not white or board.faults() or len(area & board.empty) > 7:
            continue
        pairs = [(b, w) for b in black for w in white if b.stones.neighbors() & w.stones]
        cut = [c for c in board.chains() if c.stones & area and not c.stones <= area]
        if pairs and not cut:
            b, w = rng.choice(pairs)
            return board, area, next(iter(b.stones)), next(iter(w.stones))


def truth(board: Board, area: PointSet, mover: Color, chains: dict[Color, PointSet]) -> Winner:
    """Who wins when this side moves first, by the independent solver.

    A win must hold against any number of ko threats, as everywhere here.
    """

    def falls(target: Color, threats: Threats) -> bool:
        return Oracle(Problem(board, chains[target], mover, area, threats=threats), limit=LIMIT).value()

    other = mover.opponent
    most, least = Threats.of(mover, MOST_THREATS), Threats.of(other, MOST_THREATS)
    if falls(other, least):
        return Winner.of(mover)
    if falls(mover, most):
        return Winner.of(other)
    if not falls(other, most) and not falls(mover, least):
        return Winner.BOTH
    return Winner.KO


def judged(rng: random.Random, nodes: int) -> list[tuple[Race, Winner, Winner]]:
    """One random race: what was found and what is true, for each side to move first."""
    while True:
        board, area, black, white = random_race(rng)
        with suppress(InputError, GoError):
            stones = {c: _stones(board, p) for c, p in ((Color.BLACK, black), (Color.WHITE, white))}
            true = [truth(board, area, mover, stones) for mover in Color]
            found = race(Position(board, Color.BLACK), black, white, Budget(nodes=nodes), area=area)
            return [(found, run.winner, t) for run, t in zip((found.first, found.second), true, strict=True)]


def _stones(board: Board, point: Point) -> PointSet:
    chain = board.chain(point)
    assert chain is not None, "the point of a chain"
    return chain.stones


def measure(count: int, nodes: int, seed: int) -> dict[str, float]:
    """Counts over random races; each gives two results."""
    rng = random.Random(seed)
    rows = [judged(rng, nodes) for _ in range(count)]
    runs = [(found, true) for row in rows for _, found, true in row]
    totals = sorted(row[0][0].nodes for row in rows)
    return {
        "races": count,
        "right": sum(found is true for found, true in runs),
        "wrong": sum(found is not true and found is not Winner.OPEN for found, true in runs),
        "open": sum(found is Winner.OPEN for found, _ in runs),
        "won": sum(true in (Winner.BLACK, Winner.WHITE) for _, true in runs),
        "both_live": sum(true is Winner.BOTH for _, true in runs),
        "ko": sum(true is Winner.KO for _, true in runs),
        "median_nodes": totals[len(totals) // 2],
    }


# Connections


def random_link(rng: random.Random) -> tuple[Board, PointSet]:
    """A small board with at most ten empty points, and the stones of two chains of one color."""
    while True:
        grid = Grid(*rng.choice([(4, 3), (4, 4), (5, 3), (5, 4)]))
        masks = [0, 0]
        for p in grid:
            if rng.random() < rng.uniform(0.35, 0.6):
                masks[rng.randrange(2)] |= grid.bit(p)
        board = Board(grid, masks[0], masks[1])
        chains = [chain.stones for chain in board.chains(rng.choice(list(Color)))]
        if not board.faults() and len(chains) >= 2 and len(board.empty) <= 10:
            first, second = rng.sample(chains, 2)
            return board, first | second


def link_truth(board: Board, ends: PointSet, mover: Color, limit: int) -> str:
    """What the mover reaches, by the independent solver: `win`, `lose` or `ko`."""
    problem = Problem(board, ends, mover, board.grid.all, capture=Capture.ANY)
    connects = mover is problem.defender

    def succeeds(favored: Color) -> bool:
        asked = problem.with_threats(Threats.of(favored, MOST_THREATS))
        return LinkOracle(asked, limit=limit).value() == connects

    if succeeds(mover.opponent):
        return "win"
    return "ko" if succeeds(mover) else "lose"


def judged_link(rng: random.Random, nodes: int, limit: int) -> list[tuple[str, str, int, float]]:
    """One random link: what was found, what is true, nodes and seconds, for each side to move first."""
    while True:
        board, ends = random_link(rng)
        with suppress(InputError):
            found = []
            for mover in Color:
                true = link_truth(board, ends, mover, limit)
                answer = solve(
                    Setup(board, mover, ends, stake=Stake.CONNECTION), Budget(nodes=nodes), explain=False
                )
                found.append((answer.first.result, true, answer.nodes, answer.seconds))
            return found


def measure_links(count: int, nodes: int, seed: int, limit: int = LIMIT) -> dict[str, float]:
    """Counts over random connections; each gives two results."""
    rng = random.Random(seed)
    rows = [row for _ in range(count) for row in judged_link(rng, nodes, limit)]
    hard = sorted(row[2] for row in rows)
    seconds = sum(row[3] for row in rows)
    return {
        "links": count,
        "links_right": sum(found == true for found, true, _, _ in rows),
        "links_wrong": sum(found not in (true, "open") for found, true, _, _ in rows),
        "links_open": sum(found == "open" for found, _, _, _ in rows),
        "links_won": sum(true == "win" for _, true, _, _ in rows),
        "links_ko": sum(true == "ko" for _, true, _, _ in rows),
        "links_median_nodes": hard[len(hard) // 2],
        "links_most_nodes": hard[-1],
        "links_nodes_per_s": round(sum(hard) / seconds) if seconds else 0,
    }


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--count", type=int, default=100, help="number of races, and of connections")
    parser.add_argument("--nodes", type=int, default=200_000, help="positions for each of them")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    warm_up()
    connect.warm_up()
    started = time.perf_counter()
    found = measure(arguments.count, arguments.nodes, arguments.seed)
    found |= measure_links(arguments.count, arguments.nodes, arguments.seed)
    found["seconds"] = round(time.perf_counter() - started, 1)
    if arguments.json:
        print(json.dumps(found))
        return
    for name, value in found.items():
        print(f"{name:<20}{value}")


if __name__ == "__main__":
    main()
