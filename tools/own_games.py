"""Games of the shipped network with itself, full of fights and mistakes, as material for new problems.

    python tools/own_games.py --out FOLDER --side 13 --batches 4

Both sides draw their moves from the network's policy. Each player of each game has a temperature of its own
(how boldly it departs from the likeliest move) and a rate of slips: moves near the last one, drawn evenly.
With `--part corner|side|middle` all moves lie on one part of the board, so that a game is one fight. A game
ends after `--moves` moves at the latest. Each batch is one SGF file; a stopped run goes on with the next one.
`honte tsumego generate --from-games FOLDER` takes fights out of these games.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
from dataclasses import dataclass
from pathlib import Path

from honte.core import Color, Move, Position
from honte.formats.sgf_tokens import point_text
from honte.grid import Grid, Point, PointSet
from honte.network import Network, Prediction, View

BATCH = 64
"""Games that are played at once."""
TEMPERATURES = (0.6, 1.4)
"""Least and greatest temperature of a player: 1 draws moves as often as the network expects them."""
SLIPS = (0.0, 0.12)
"""Least and greatest share of a player's moves that are slips."""
NEAR = 2
"""Columns and rows between a slip and the last move, at most."""
PARTS = ("all", "corner", "side", "middle")


@dataclass
class Own:
    """One game in play."""

    view: View
    part: PointSet
    heat: dict[Color, float]
    slips: dict[Color, float]
    rng: random.Random
    moves: list[Move]
    over: bool = False

    @classmethod
    def begin(cls, side: int, part: str, seed: str) -> Own:
        """A game on an empty board, with players drawn by the seed."""
        rng = random.Random(seed)
        grid = Grid(side)
        heat = {color: rng.uniform(*TEMPERATURES) for color in Color}
        slips = {color: rng.uniform(*SLIPS) for color in Color}
        return cls(View(Position.empty(side)), part_of(grid, part, rng), heat, slips, rng, [])

    def advance(self, said: Prediction) -> None:
        """Plays one move; two passes end the game."""
        move = self._choose(said)
        self.over = move is None and bool(self.moves) and self.moves[-1] is None
        self.moves.append(move)
        self.view = self.view.after(move)

    def _choose(self, said: Prediction) -> Move:
        mover, last = self.view.position.to_play, self.moves[-1] if self.moves else None
        liked = [(m, p) for m, p in said.moves() if m is None or m in self.part]
        if last is not None and self.rng.random() < self.slips[mover]:
            close = [m for m, _ in liked if m is not None and _is_near(m, last)]
            if close:
                return self.rng.choice(close)
        if not liked:
            return None
        weights = [math.exp(math.log(p) / self.heat[mover]) for _, p in liked]
        return self.rng.choices([m for m, _ in liked], weights)[0]

    def sgf(self, name: str) -> str:
        """The record of the game."""
        grid = self.part.grid
        nodes = (
            f";{'BW'[number % 2]}[{'' if move is None else point_text(move, grid)}]"
            for number, move in enumerate(self.moves)
        )
        return f"(;GM[1]FF[4]AP[honte]SZ[{grid.cols}]KM[6.5]GN[{name}]{''.join(nodes)})"


def _is_near(move: Point, last: Point) -> bool:
    return abs(move.col - last.col) <= NEAR and abs(move.row - last.row) <= NEAR


def part_of(grid: Grid, part: str, rng: random.Random) -> PointSet:
    """The points of a part of the board; where it lies and how large it is differs from game to game."""
    if part == "all":
        return grid.all
    side = grid.cols
    wide, high = rng.randint(7, min(10, side - 4)), rng.randint(6, min(9, side - 4))
    left = 0 if part == "corner" else rng.randint(2, side - wide - 2)
    low = rng.randint(2, side - high - 2) if part == "middle" else 0
    return grid.set(p for p in grid if left <= p.col < left + wide and low <= p.row < low + high)


def play_batch(network: Network, options: argparse.Namespace, batch: int) -> str:
    """The records of one batch of games."""
    name = f"{options.side}-{options.part}-{options.seed}-{batch}"
    games = [Own.begin(options.side, options.part, f"{name}.{number}") for number in range(BATCH)]
    for _ in range(options.moves):
        running = [game for game in games if not game.over]
        for game, said in zip(running, network.predict([g.view for g in running]), strict=True):
            game.advance(said)
    return "\n".join(game.sgf(f"{name}.{number}") for number, game in enumerate(games)) + "\n"


def main() -> None:
    """Plays batches until there are enough; those whose file exists are not played again."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--batches", type=int, default=16, help=f"batches of {BATCH} games")
    parser.add_argument("--side", type=int, default=19)
    parser.add_argument("--moves", type=int, default=240, help="most moves of a game")
    parser.add_argument("--part", choices=PARTS, default="all")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    network = Network()
    for batch in range(options.batches):
        file = options.out / f"{options.side}-{options.part}-{options.seed}-{batch:03}.sgf"
        if file.exists():
            continue
        part = file.with_suffix(".part")
        part.write_text(play_batch(network, options, batch), encoding="ascii")
        part.replace(file)
        print(f"{file.name}: {BATCH} games", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
