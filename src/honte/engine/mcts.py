"""An opponent for boards that are too large to solve: Monte-Carlo tree search (`honte.kernels.go.tree`).

It plays for area under the game's komi and never repeats a board of the game. It answers a pass with a
pass when it is ahead and everything is settled; it never resigns. Each thread grows its own tree, and
the visits of all trees are added up. With one thread, a node budget and a seed it is repeatable.
It does not read ladders or life and death beyond what the tree reaches.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from honte.core import PASS, WHITE, Game, Phase
from honte.core.arrays import KERNEL_COLOR, compiled, cut_to_board, point_at
from honte.engine.choice import Candidate, Choice
from honte.errors import InputError
from honte.search.budget import Budget, run_threads
from honte.search.warm import ready, warms

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

NODE_BYTES = 32
"""Bytes of memory counted for one node of a tree."""
SETTLED = 0.9
"""A point is settled when its mean owner, from -1 to +1, is at least this far from 0."""
FEW_VISITS = 50
"""A candidate other than the best is listed only if it has at least this many visits."""


def choose(
    game: Game,
    budget: Budget | None = None,
    *,
    seed: int = 1,
    watch: Callable[[], object] | None = None,
    note: str = "",
) -> Choice:
    """Chooses the most visited move for the side to play; searches for one second without a budget.

    >>> from honte.grid import Grid
    >>> game = Game(Grid(3))
    >>> choice = choose(game, Budget(nodes=300))
    >>> str(choice.move), choice.simulations
    ('B2', 300)
    """
    if game.phase is not Phase.PLAY:
        raise InputError("the game is over: there is no move to choose")
    ready("opponent")
    budget = budget or Budget(seconds=1)
    trees, scratches = _search(game, budget, seed, watch)
    candidates = _candidates(trees)
    ownership = _ownership(game, scratches, trees)
    if not candidates:
        return Choice(PASS, 0.5, 0, (), ownership, note=note)
    best = candidates[0]
    move = PASS if _may_pass(game, ownership) else best.move
    shown = tuple(c for c in candidates if c.visits >= FEW_VISITS or c is best)
    simulations = sum(int(tree[0]["visits"]) for tree in trees)
    return Choice(move, best.win_rate, simulations, shown, ownership, note=note)


def _search(
    game: Game, budget: Budget, seed: int, watch: Callable[[], object] | None
) -> tuple[list[NDArray[Any]], NDArray[Any]]:
    import numpy as np

    from honte.kernels.go import tree as kernels

    start = compiled(game.position)
    history = _history(game)
    room = max(game.grid.size + 2, budget.memory_mb * 2**20 // NODE_BYTES // budget.threads)
    trees = [np.zeros(room, dtype=kernels.NODE) for _ in range(budget.threads)]
    scratches = np.zeros(budget.threads, dtype=kernels.SCRATCH)
    scratches["used"] = 1
    color = KERNEL_COLOR[game.to_play]
    komi = round(2 * (game.rules.komi + game.bonus))

    def task(t: int) -> Callable[[], int]:
        boards = np.concatenate([start, start])
        return lambda: int(
            kernels.search(
                boards, trees[t], scratches, t, color, komi, history, seed + t, room, budget.control
            )
        )

    run_threads(budget, [task(t) for t in range(budget.threads)], watch)
    return trees, scratches


def _history(game: Game) -> NDArray[np.uint64]:
    """The hashes of every board that stood in the game, for superko."""
    import numpy as np

    boards = [game.start.board, *(step.position.board for step in game.steps)]
    keys = {int(compiled(type(game.start)(board))[0]["hash"]) for board in boards}
    return np.array(sorted(keys), dtype=np.uint64)


def _candidates(trees: list[NDArray[Any]]) -> list[Candidate]:
    """First moves by visits, added up over the trees."""
    sums: dict[int, tuple[int, float]] = {}
    for tree in trees:
        first, count = int(tree[0]["first"]), int(tree[0]["count"])
        for child in tree[first : first + count]:
            visits, wins = sums.get(int(child["cell"]), (0, 0.0))
            sums[int(child["cell"])] = (visits + int(child["visits"]), wins + float(child["wins"]))
    ranked = sorted(sums.items(), key=lambda item: (-item[1][0], item[0]))
    return [
        Candidate(point_at(cell) if cell else PASS, visits, wins / visits)
        for cell, (visits, wins) in ranked
        if visits
    ]


def _ownership(game: Game, scratches: NDArray[Any], trees: list[NDArray[Any]]) -> NDArray[np.float64]:
    import numpy as np

    total = scratches["own"].sum(axis=0, dtype=np.float64)
    simulations = max(1, sum(int(tree[0]["visits"]) for tree in trees))
    return cut_to_board(total, game.grid.cols, game.grid.rows) / simulations


def _may_pass(game: Game, ownership: NDArray[np.float64]) -> bool:
    """Whether to answer a pass with a pass: everything but dame is settled and the count wins."""
    import numpy as np

    if game.passes == 0:
        return False
    unsettled = np.abs(ownership) < SETTLED
    margin = float(np.sign(ownership)[~unsettled].sum()) - game.rules.komi - game.bonus
    lead = -margin if game.to_play is WHITE else margin
    return lead > int(unsettled.sum())


@warms("opponent", seconds=3)
def warm_up() -> None:
    """Compiles the search."""
    choose(Game(2), Budget(nodes=3, memory_mb=1))
