"""Measures the speed of the rules: playouts, legal moves, SGF, placements; peers in the same run.

    python benchmarks/rules.py --games FOLDER_OF_SGF --peers --node-modules FOLDER

Prints a table; with --json the last line is one JSON object. Tests never assert on seconds; a test checks the
`signature`, a digest of the playouts.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Sequence
from pathlib import Path

from peers import Play, peer_figures
from timing import rate

from honte.core import BLACK, TSUMEGO, Board, Position
from honte.core.arrays import KERNEL_COLOR, compiled
from honte.core.random_games import run_playouts
from honte.formats.load import load_game
from honte.grid import Grid, Point
from honte.search.budget import Budget

RATIOS = (
    ("playouts 19", "deadstones playouts 19", 12),
    ("playouts 19", "open_spiel playouts 19", 60),
    ("playouts 19", "open_spiel C++ rollouts 19", None),
    ("playouts 9", "deadstones playouts 9", 7),
    ("playouts 9", "open_spiel playouts 9", 30),
    ("playouts 9", "open_spiel C++ rollouts 9", None),
    ("playouts 19, two threads", "playouts 19", 1.7),
    ("legal moves", "open_spiel legal moves", 1),
    ("legal moves", "go-board legal moves", 1),
    ("SGF games", "sgfmill SGF games", None),
    ("placements", "sgfmill placements", None),
    ("placements", "go-board placements", None),
)
"""Our rate, the rate to compare it with, and the ratio aimed at."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument(
        "--games", type=Path, help="a folder of SGF files; the first long 19x19 game gives the position"
    )
    parser.add_argument("--seconds", type=float, default=3.0, help="seconds for each rate")
    parser.add_argument("--peers", action="store_true", help="time the installed peers too")
    parser.add_argument("--node-modules", help="folder from which npm packages resolve")
    parser.add_argument("--json", action="store_true", help="one JSON object as the last line")
    options = parser.parse_args(arguments)

    files = [path.read_bytes() for path in sorted(options.games.glob("*.sgf"))] if options.games else []
    game = opening(files)
    figures = own_figures(game, files, options.seconds)
    if options.peers:
        figures |= peer_figures(game, files, options.seconds, options.node_modules)
    ratios = {
        f"{ours} / {theirs}": figures[ours] / figures[theirs]
        for ours, theirs, _ in RATIOS
        if ours in figures and theirs in figures
    }
    show(figures, ratios)
    if options.json:
        print(json.dumps({"per_second": figures, "ratios": ratios, "signature": signature()}))


def own_figures(game: Sequence[Play], files: Sequence[bytes], seconds: float) -> dict[str, float]:
    """Our rates, per second."""
    figures = {}
    for size, count in ((9, 20_000), (19, 4_000)):
        position = Position.empty(size)
        figures[f"playouts {size}"] = rate(lambda p=position, n=count: run_playouts(p, n), seconds, count)
    figures["playouts 19, two threads"] = rate(
        lambda: run_playouts(Position.empty(19), 8_000, budget=Budget(threads=2)), seconds, 8_000
    )
    figures["legal moves"] = legal_move_rate(game, seconds)
    if files:
        figures["SGF games"] = rate(lambda: read_all(files), seconds, len(files))
        figures["SGF games, moves played"] = rate(lambda: play_all(files), seconds, len(files))
    figures["placements"] = rate(lambda: place_all(game), seconds, len(game))
    return figures


def legal_move_rate(game: Sequence[Play], seconds: float) -> float:
    """Generations of all legal moves of a position per second."""
    import numpy as np

    from honte.kernels.go import board as kernels

    position = Position.empty(19)
    for _, col, row in game:
        position = position.play_unchecked(Point(col, 18 - row))
    boards, color = compiled(position), KERNEL_COLOR[position.to_play]
    out = np.empty(kernels.POINTS + 1, dtype=np.uint16)

    def generate() -> None:
        for _ in range(100):
            kernels.legal_moves(boards, 0, color, False, out)

    return rate(generate, seconds, 100)


def read_all(files: Sequence[bytes]) -> None:
    """Reads SGF files without playing their moves."""
    from honte.formats import sgf

    for data in files:
        sgf.parse(data)


def play_all(files: Sequence[bytes]) -> None:
    """Reads SGF files and plays their moves under the rules, superko included."""
    for data in files:
        load_game(data)


def place_all(game: Sequence[Play]) -> Board:
    """Places the stones of a game on the plain `Board`."""
    board = Board(Grid(19))
    for sign, col, row in game:
        board, _ = board.place(Point(col, 18 - row), BLACK if sign > 0 else BLACK.opponent)
    return board


def opening(files: Sequence[bytes], length: int = 100) -> list[Play]:
    """The first moves of the first 19x19 game that is long enough and without handicap; else random moves."""
    for data in files:
        game = load_game(data).game
        moves = [(step.color, step.move) for step in game.steps[:length]]
        plays = [(int(c), m.col, 18 - m.row) for c, m in moves if m is not None]
        if game.grid is Grid(19) and len(plays) == length and not game.start.board.black_mask:
            return plays
    rng, position, plays = random.Random(1), Position.empty(19), list[Play]()
    for _ in range(length):
        move = rng.choice(list(position.legal_moves(TSUMEGO)))
        plays.append((int(position.to_play), move.col, 18 - move.row))
        position = position.play_unchecked(move)
    return plays


def signature() -> str:
    """The digests of playouts with fixed seeds; they change only when the playouts change."""
    return " ".join(run_playouts(Position.empty(size), 200, seed=7).digest for size in (9, 19))


def show(figures: dict[str, float], ratios: dict[str, float]) -> None:
    """Prints rates and ratios as tables."""
    from rich.console import Console
    from rich.table import Table

    console = Console()
    table = Table("what", "per second", title="Rates")
    for name, value in figures.items():
        table.add_row(name, f"{value:,.0f}")
    console.print(table)
    aims = {f"{ours} / {theirs}": aim for ours, theirs, aim in RATIOS}
    table = Table("ratio", "times", "aim", title="Ratios")
    for name, value in ratios.items():
        table.add_row(name, f"{value:.1f}", f"{aims[name]:g}" if aims[name] else "")
    console.print(table)


if __name__ == "__main__":
    main()
