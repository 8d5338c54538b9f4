"""Measures the constants of atsumi on counted games: `python -m training.atsumi TRAIN.npz --games 600`.

It prints three tables, each with the constants that `honte.moyo.atsumi` uses, and writes no file:

1. the share of links through which the opponent did not pass by the end of the game (LINKS),
2. the mean final owner of points that only one color reaches, by group and dame degree (POTENTIAL),
3. calibration: the mean final owner of all points with a given atsumi.

TRAIN.npz is an archive as `training.archive` describes it. A game takes part when the count of its last
position is within four points of its result; dead chains are those that random playouts give to the other
side. Stones that die later are taken off first, because atsumi treats all stones as alive.
"""

from __future__ import annotations

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
from training.command import command

MOMENTS = (30, 50, 70)
"""Move numbers whose positions are measured."""
AGREES = 4
"""A game takes part when its count is at most this many points off its result."""
PLAYOUTS = 64
"""Random games that find the dead chains of a finished board."""
Tally = dict[tuple, list[float]]
"""Sums and counts by key."""


class Sample(NamedTuple):
    """A board without the stones that died later, and the final owner of each point, by [row, col]."""

    board: Board
    owner: np.ndarray


def labeled(path: Path, games: int, seed: int) -> Iterator[Sample]:
    """The samples of randomly chosen games whose count agrees with their result."""
    records = read_records(path)
    for game in np.random.default_rng(seed).permutation(len(records))[:games].tolist():
        boards = list(records.boards(game))
        owner = final_owners(boards[-1], seed=game)
        if abs(owner.sum() - records.komi[game] - records.result[game]) <= AGREES:
            for move in MOMENTS:
                if move <= len(boards):
                    yield Sample(survivors(boards[move - 1], owner), owner)


def final_owners(board: Board, seed: int) -> np.ndarray:
    """The owner of each point of a finished board: 1 Black, -1 White, 0 nobody; playouts find the dead."""
    likely = run_playouts(Position(board), PLAYOUTS, seed=seed).ownership
    dead = likely_dead(board, likely, below=0.0)
    return owners(board, dead.mask, area_score(board, dead)).astype(np.int64)


def survivors(board: Board, owner: np.ndarray) -> Board:
    """The board without the stones whose points their color did not own in the end."""
    black, white = (model.point_set(board.grid, owner == color) for color in (BLACK, WHITE))
    stones = board.black_mask & black.mask, board.white_mask & white.mask
    return Board(board.grid, *stones)


def add(tally: Tally, key: tuple, values: np.ndarray | float) -> None:
    """Adds values to the sum and the count of a key."""
    tally[key][0] += float(np.sum(values))
    tally[key][1] += np.size(values)


def tally_links(sample: Sample, tally: Tally) -> None:
    """Counts links, and those that held, by name and by whether an opponent's stone touches the corridor."""
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
    """Whether the opponent owned a way through a corridor, from who `lost` each of its points."""
    if link.name in ("diagonal", "knight"):
        return all(lost)
    if link.name == "large knight":
        return (lost[0] and lost[2]) or (lost[1] and lost[3])
    return any(lost)


def tally_degrees(sample: Sample, tally: Tally) -> None:
    """Adds the owners of points that one color alone reaches, by class of group and dame degree."""
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
    """Adds the owners of all points by the size of their atsumi, positive for the color that has it."""
    tenths = model.atsumi(sample.board).tenths
    vacant = mask_array(sample.board.grid, sample.board.empty_mask) == 1
    for value in range(model.TERRITORY + 1):
        for sign in (1, -1):
            add(tally, (value,), sample.owner[vacant & (tenths == sign * value)] * sign)


def mean(entry: list[float]) -> float:
    """The mean of a tally's entry; 0 for none."""
    return entry[0] / entry[1] if entry[1] else 0.0


def main() -> None:
    """Prints the three tables."""
    parser = command("atsumi", __doc__)
    parser.add_argument("archive", type=Path, help="counted games, as training.archive describes them")
    parser.add_argument("--games", type=int, default=600, help="number of games")
    parser.add_argument("--seed", type=int, default=7, help="seed that chooses the games")
    parser.add_argument("--json", action="store_true", help="end with one JSON object")
    chosen = parser.parse_args()
    links, degrees, values = (defaultdict(lambda: [0.0, 0.0]) for _ in range(3))
    count = 0
    for sample in labeled(chosen.archive, chosen.games, chosen.seed):
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
