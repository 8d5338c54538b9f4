"""Measures the moyo evaluation: `python benchmarks/moyo.py [--games DIR] [--json]`.

It prints the milliseconds for atsumi, for regions, for one evaluation of a board, and for the evaluation of
every legal move, on 19x19 positions: every 20th of the example opening, or every 20th up to move 200 of the
games in a folder. `signature` is a sum over the example's evaluations; it changes only when behavior does.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from timing import rate

from honte.core import CHINESE, Position
from honte.formats.load import load_game
from honte.moyo.atsumi import atsumi
from honte.moyo.regions import regions
from honte.moyo.size import after_moves, moyo

EXAMPLE = Path(__file__).parents[1] / "examples" / "cosmic.sgf"


def positions(folder: Path | None, limit: int = 40) -> list[Position]:
    """The positions to measure on: after every 20th move of up to `limit` games."""
    files = [EXAMPLE] if folder is None else sorted(folder.glob("*.sgf"))
    found: list[Position] = []
    for path in files:
        steps = load_game(path.read_bytes()).game.steps
        if steps and steps[0].position.board.grid.cols == 19:
            found += [step.position for step in steps[19:200:20]]
            limit -= 1
        if not limit:
            break
    return found


def signature() -> int:
    """The sum of S and both S', in tenths, over all positions of the example opening."""
    steps = load_game(EXAMPLE.read_bytes()).game.steps
    return sum(round(10 * total) for step in steps for total in moyo(step.position.board).totals)


def measure(chosen: list[Position], seconds: float) -> dict[str, float]:
    """The mean seconds of each kind of work on a position."""
    works = {
        "atsumi_s": lambda: [atsumi(position.board) for position in chosen],
        "regions_s": lambda: [regions(position.board) for position in chosen],
        "evaluation_s": lambda: [moyo(position.board) for position in chosen],
        "all_moves_s": lambda: [after_moves(position, rules=CHINESE) for position in chosen[:20]],
    }
    sizes = {name: min(20, len(chosen)) if name == "all_moves_s" else len(chosen) for name in works}
    return {name: 1 / rate(work, seconds, sizes[name]) for name, work in works.items()}


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--games", type=Path, help="a folder of SGF games")
    parser.add_argument("--seconds", type=float, default=3.0, help="seconds for each kind of work")
    parser.add_argument("--json", action="store_true", help="end with one JSON object")
    chosen = parser.parse_args()
    boards = positions(chosen.games)
    figures = measure(boards, chosen.seconds)
    for name, value in figures.items():
        print(f"{name:<14} {1000 * value:9.3f} ms")
    if chosen.json:
        facts = {"positions": len(boards), "signature": signature()}
        print(json.dumps({**facts, **{name: round(value, 7) for name, value in figures.items()}}))


if __name__ == "__main__":
    main()
