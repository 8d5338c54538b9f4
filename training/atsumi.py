"""Measures the constants of atsumi on records: `python -m training.atsumi TRAIN.npz --games 600`.

Three tables, each beside what `honte.moyo.atsumi` uses:
1. how often the line between two linked stones held to the end of the game (LINKS),
2. the mean final owner of points that only one color reaches, by group and dame degree (POTENTIAL),
3. calibration: the mean final owner of all points with a given atsumi.

A game counts when the automatic count of its last position comes within four points of its result;
dead chains are those that random playouts give to the other side. Stones that die later are taken off
before anything is measured: atsumi does not ask whether stones live.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np

from honte.core import BLACK, WHITE, Board, Position
from honte.core.arrays import mask_array
from honte.core.random_games import run_playouts
from honte.estimate.playouts import likely_dead
from honte.grid import Point
from honte.kernels.maps import atsumi as kernels
from honte.moyo import atsumi as model
from honte.scoring import area_score
from training.archive import POINTS, owners, read_records

MOMENTS = (30, 50, 70)
Tally = dict[tuple, list[float]]


class Sample(NamedTuple):
    """A board without the stones that died later, and who owned each point in the end (by row, col)."""

    board: Board
    owner: np.ndarray


def labeled(path: Path, games: int, seed: int) -> Iterator[Sample]:
    """Samples from randomly chosen games whose count agrees with their result."""
    records = read_records(path)
    for game in np.random.default_rng(seed).permutation(len(records))[:games].tolist():
        boards = list(records.boards(game))
        owner = final_owners(boards[-1], seed=game)
        if abs(owner.sum() - records.komi[game] - records.result[game]) <= 4:
            for move in MOMENTS:
                if move <= len(boards):
                    yield Sample(survivors(boards[move - 1], owner), owner)


def final_owners(board: Board, seed: int) -> np.ndarray:
    """The owner of each point of a finished board, dead chains found by playouts: -1, 0 or 1."""
    likely = run_playouts(Position(board), 64, seed=seed).ownership
    dead = likely_dead(board, likely, below=0.0)
    return owners(board, dead.mask, area_score(board, dead)).astype(np.int64)


def survivors(board: Board, owner: np.ndarray) -> Board:
    """The stones that stood, or whose points their color owned, in the end."""
    black, white = (model.point_set(board.grid, owner == color) for color in (BLACK, WHITE))
    stones = board.black_mask & black.mask, board.white_mask & white.mask
    return Board(board.grid, *stones)


def add(tally: Tally, key: tuple, values: np.ndarray | float) -> None:
    tally[key][0] += float(np.sum(values))
    tally[key][1] += np.size(values)


def tally_links(sample: Sample, tally: Tally) -> None:
    """Counts links and those through which the opponent never passed."""
    board, owner = sample
    for link in model.LINKS:
        for far, corridor in model.oriented(link):
            for color in (BLACK, WHITE):
                for stone in board.stones(color):
                    other = Point(stone.col + far[1], stone.row + far[0])
                    if other not in board.grid or board[other] is not color:
                        continue
                    between = [Point(stone.col + dc, stone.row + dr) for dr, dc in corridor]
                    if any(board[p] is not None for p in between):
                        continue
                    near = board.grid.set(between).neighbors() & board.stones(color.opponent)
                    lost = [owner[p.row, p.col] == -color for p in between]
                    add(tally, (link.name, bool(near)), float(not passes(link, lost)))


def passes(link: model.Link, lost: list[bool]) -> bool:
    """Whether the opponent owns a way through a corridor."""
    if link.name in ("diagonal", "knight"):
        return all(lost)
    if link.name == "large knight":
        return (lost[0] and lost[2]) or (lost[1] and lost[3])
    return any(lost)


def tally_degrees(sample: Sample, tally: Tally) -> None:
    """The owner of points that one color alone reaches, by class of group and dame degree."""
    board, owner = sample
    work, width = model.load(board)
    kernels.find_atsumi(work, width, *model.tables())
    lone = {
        color: model.plane(board.grid, work, kernels.DEGREE + (color is BLACK)) > model.LAST_DEGREE
        for color in (BLACK, WHITE)
    }  # DEGREE + 1 is White's: points that the opponent does not reach
    atsumi = model.plane(board.grid, work, kernels.ATSUMI)
    for color in (BLACK, WHITE):
        best, which = np.zeros_like(owner), np.zeros_like(owner)
        for k, least in enumerate(model.GROUP_CLASSES):
            most = model.GROUP_CLASSES[k + 1] - 1 if k + 1 < len(model.GROUP_CLASSES) else POINTS
            kernels.spread(work, width, int(color), least, most, model.LAST_DEGREE, work[kernels.MARK])
            degree = model.plane(board.grid, work, kernels.MARK)
            for n in range(1, model.LAST_DEGREE + 1):
                better = (degree == n) & (model.POTENTIAL[k][n - 1] > best)
                best[better], which[better] = model.POTENTIAL[k][n - 1], 10 * (k + 1) + n
        for k in range(len(model.GROUP_CLASSES)):
            for n in range(1, model.LAST_DEGREE + 1):
                chosen = lone[color] & (which == 10 * (k + 1) + n) & (abs(atsumi) < model.CUTOFF)
                add(tally, (k, n), owner[chosen] * color)


def tally_values(sample: Sample, tally: Tally) -> None:
    """The owner of all points by their atsumi, White's turned round."""
    tenths = model.atsumi(sample.board).tenths
    vacant = mask_array(sample.board.grid, sample.board.empty_mask) == 1
    for value in range(model.TERRITORY + 1):
        for sign in (1, -1):
            add(tally, (value,), sample.owner[vacant & (tenths == sign * value)] * sign)


def mean(entry: list[float]) -> float:
    return entry[0] / entry[1] if entry[1] else 0.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("records", type=Path)
    parser.add_argument("--games", type=int, default=600)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--json", action="store_true", help="end with one JSON object")
    chosen = parser.parse_args()
    links, degrees, values = (defaultdict(lambda: [0.0, 0.0]) for _ in range(3))
    count = 0
    for sample in labeled(chosen.records, chosen.games, chosen.seed):
        count += 1
        tally_links(sample, links)
        tally_degrees(sample, degrees)
        tally_values(sample, values)
    print(f"{count} positions\n\nlink           untouched  touched   in use")
    for link in model.LINKS:
        free, touched = links[link.name, False], links[link.name, True]
        print(f"{link.name:<14} {mean(free):9.2f} {mean(touched):8.2f} {link.value / 10:8.1f}")
    print("\nmean owner by group and degree, and the potential it asks for (in use)")
    for k, row in enumerate(model.POTENTIAL):
        cells = [(min(0.95, mean(degrees[k, n])), used) for n, used in enumerate(row, 1)]
        print(" ".join(f"{m:6.2f} {100 * (1 + m) / (1 - m):4.0f} ({used})" for m, used in cells))
    print("\natsumi and mean owner")
    print(" ".join(f"{key[0] / 10:.1f}:{mean(entry):.2f}" for key, entry in sorted(values.items())))
    if chosen.json:
        tables = {"links": links, "degrees": degrees, "values": values}
        plain = {name: {str(k): mean(v) for k, v in table.items()} for name, table in tables.items()}
        print(json.dumps({"positions": count, **plain}))


if __name__ == "__main__":
    main()
