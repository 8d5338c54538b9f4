"""Fits the weights of `honte.estimate.doubt` on counted games.

    python benchmarks/fit_count.py TRAIN.npz [--seconds 300] [--first 0] [--out samples.jsonl]
    python benchmarks/fit_count.py --samples samples.jsonl...

TRAIN.npz holds 19x19 games: `moves` (bit 9 White; low bits column * 19 + row from the top, 361 a pass),
`start`, `komi`, `result`, `rules` (0 territory, 1 area). Each game is judged; for every group in doubt both
fates are counted, and when only one of them gives the recorded result the group is a sample with a known
answer. The weights come from a logistic fit; ten-fold cross-validation says how good they are.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from honte.core import BLACK, CHINESE, JAPANESE, WHITE, Game
from honte.estimate.doubt import HIGH, LOW, factors, gather
from honte.estimate.final import REMOVALS, count_with, fates
from honte.estimate.settling import settle_both
from honte.grid import Point, PointSet
from honte.life import pass_alive

PLAYOUTS = 400


def games(data: Any, order: Any) -> Iterator[tuple[int, Game, float]]:
    """The games of a training file in some order, with their results."""
    for number in order:
        rules = (CHINESE if data["rules"][number] else JAPANESE).with_komi(float(data["komi"][number]))
        game = Game(19, rules)
        for code in data["moves"][data["start"][number] : data["start"][number + 1]].tolist():
            color, place = (WHITE if code >> 9 & 1 else BLACK), code & 511
            if game.phase.value != "play":
                break
            game.force(None if place >= 361 else Point(place // 19, 18 - place % 19), color)
        yield int(number), game, float(data["result"][number])


def samples(game: Game, result: float) -> Iterator[dict[str, Any]]:
    """The groups in doubt of one game whose fate the result tells."""
    board = now = game.board
    fixed = (pass_alive(board, BLACK).stones | pass_alive(board, WHITE).stones).mask
    ownership = settle_both(now, PLAYOUTS, seed=1)
    for step, limit in enumerate(REMOVALS):
        low = 0
        for _, mask, life in fates(now, ownership):
            low |= mask if life < limit and not mask & fixed else 0
        if low:
            now = now.with_stones(PointSet(board.grid, low), None)
            ownership = settle_both(now, PLAYOUTS // 2, seed=11 + 10 * step)
    left = fates(now, ownership)
    dead = (board.black_mask | board.white_mask) & ~(now.black_mask | now.white_mask)
    for _, mask, life in left:
        dead |= mask if life < 0 and not mask & fixed else 0
    for group in gather(now, [f for f in left if LOW <= f[2] < HIGH and not f[1] & fixed]):
        lost = count_with(game, dead | group.stones, ownership).margin
        kept = count_with(game, dead & ~group.stones, ownership).margin
        if (abs(lost - result) < 1.3) != (abs(kept - result) < 1.3):
            known = factors(now, group, left, ownership).with_margins(kept, lost)
            alive = abs(kept - result) < 1.3
            yield {"x": known.values(), "alive": alive, "size": group.stones.bit_count()}


def fit(x: Any, y: Any, penalty: float = 0.5) -> Any:
    """Logistic weights by Newton's method; no constant, so that White and Black are treated alike."""
    weights = np.zeros(x.shape[1])
    for _ in range(50):
        chance = 1 / (1 + np.exp(-x @ weights))
        slope = x.T @ (chance - y) + penalty * weights
        bend = (x * (chance * (1 - chance))[:, None]).T @ x + penalty * np.eye(len(weights))
        weights = weights - np.linalg.solve(bend, slope)
    return weights


def cross_validated(x: Any, y: Any, folds: int = 10) -> float:
    """The share of samples that weights fitted on the others get right."""
    order = np.random.default_rng(0).permutation(len(y))
    right = 0
    for fold in range(folds):
        test = order[fold::folds]
        train = np.setdiff1d(order, test)
        right += int(((x[test] @ fit(x[train], y[train]) > 0) == y[test]).sum())
    return right / len(y)


def collect(options: argparse.Namespace) -> list[dict[str, Any]]:
    data = np.load(options.train)
    order = np.random.default_rng(7).permutation(len(data["komi"]))[options.first :]
    found, started, count = [], time.monotonic(), 0
    for number, game, result in games(data, order):
        if options.passed and game.passes < 2:
            continue
        found += [{"game": number, **sample} for sample in samples(game, result)]
        count += 1
        if time.monotonic() - started > options.seconds:
            break
    print(f"{count} games, {len(found)} groups whose fate is known")
    if options.out:
        options.out.write_text("".join(json.dumps(s) + "\n" for s in found), encoding="utf8")
    return found


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("train", nargs="?", type=Path)
    parser.add_argument("--samples", nargs="*", type=Path, default=[])
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--passed", action="store_true", help="only games that ended with passes")
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    found = collect(options) if options.train else []
    for path in options.samples:
        found += [json.loads(line) for line in path.read_text(encoding="utf8").splitlines()]
    x = np.array([s["x"] for s in found])
    y = np.array([s["alive"] for s in found])
    print("by life alone", round(float(((x[:, 0] > 0) == y).mean()), 4))
    print("cross-validated", round(cross_validated(x, y), 4))
    print("weights", np.round(fit(x, y), 2).tolist())


if __name__ == "__main__":
    main()
