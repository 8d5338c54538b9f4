"""Times other Go libraries on the same tasks in the same run; those that are not installed are left out.

JavaScript: @sabaki/deadstones (Rust compiled to WebAssembly) and @sabaki/go-board, from the folder that
--node-modules or HONTE_NODE_MODULES names. Python: open_spiel (C++) and sgfmill. Each is called as its own
documentation shows, and in its fastest way: open_spiel's random games are also timed inside its C++ search.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

from timing import rate

Play = tuple[int, int, int]
"""A move: 1 for Black or -1 for White, and column and row from the top left, from 0."""


def peer_figures(
    game: Sequence[Play], sgf: Sequence[bytes], seconds: float, node_modules: str | None
) -> dict[str, float]:
    """All rates of all installed peers, per second."""
    figures: dict[str, float] = {}
    figures |= _javascript(game, seconds, node_modules)
    for measure in (_open_spiel, _sgfmill):
        try:
            figures |= measure(game, sgf, seconds)
        except ImportError:
            continue
    return figures


def _javascript(game: Sequence[Play], seconds: float, folder: str | None) -> dict[str, float]:
    folder = folder or os.environ.get("HONTE_NODE_MODULES")
    if folder is None or shutil.which("node") is None:
        return {}
    script = Path(__file__).with_name("peers.js")
    done = subprocess.run(
        ["node", str(script), folder, json.dumps(game), str(seconds)],
        capture_output=True,
        text=True,
        check=True,
    )
    return dict(json.loads(done.stdout))


def _open_spiel(game: Sequence[Play], sgf: Sequence[bytes], seconds: float) -> dict[str, float]:
    import pyspiel

    figures = {}
    for size in (9, 19):
        go = pyspiel.load_game("go", {"board_size": size})
        figures[f"open_spiel playouts {size}"] = rate(_random_game(go), seconds)
        count = 500 if size == 9 else 50

        def rollouts(go: object = go, count: int = count) -> None:
            # A search of one simulation calls its evaluator once, which plays `count` games in C++.
            judge = pyspiel.RandomRolloutEvaluator(n_rollouts=count, seed=1)
            pyspiel.MCTSBot(go, judge, 1.0, 1, 100, False, 1, False).step(go.new_initial_state())

        figures[f"open_spiel C++ rollouts {size}"] = rate(rollouts, seconds, unit=count)
    go = pyspiel.load_game("go", {"board_size": 19})
    state = go.new_initial_state()
    for _, col, row in game:
        state.apply_action((18 - row) * 19 + col)
    figures["open_spiel legal moves"] = rate(state.legal_actions, seconds)
    return figures


def _random_game(go: object) -> Callable[[], None]:
    def play() -> None:
        state = go.new_initial_state()  # type: ignore[attr-defined]  # no type stubs
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))

    return play


def _sgfmill(game: Sequence[Play], sgf: Sequence[bytes], seconds: float) -> dict[str, float]:
    from sgfmill import boards
    from sgfmill import sgf as mill

    figures = {}

    def place() -> None:
        board = boards.Board(19)
        for sign, col, row in game:
            board.play(18 - row, col, "b" if sign > 0 else "w")

    figures["sgfmill placements"] = rate(place, seconds, unit=len(game))

    def read() -> None:
        for data in sgf:
            for node in mill.Sgf_game.from_bytes(data).get_main_sequence():
                node.get_move()

    figures["sgfmill SGF games"] = rate(read, seconds, unit=len(sgf)) if sgf else 0.0
    return {name: value for name, value in figures.items() if value}
