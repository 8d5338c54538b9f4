"""KataGo as the opponent and as the analyst, where the user has it; answers are those of honte's search."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

from honte.core import PASS, Game, Move, Phase
from honte.engine.analysis import Analysis
from honte.engine.choice import Candidate, Choice
from honte.engine.opponent import HOPELESS, HOPELESS_LEAD, RESIGNS_AFTER, Watch
from honte.errors import InputError
from honte.katago import load
from honte.katago.process import Answer
from honte.katago.queries import from_top, read_move
from honte.search.budget import Budget

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

VISITS = 100
"""Visits for a move without any limit."""
MOST_VISITS = 1_000_000
"""Visits for a move that is limited by its seconds alone."""
EVERY = 0.5
"""Seconds between two reports to a watcher."""


def choose_with_katago(game: Game, budget: Budget | None = None, *, watch: Watch | None = None) -> Choice:
    """KataGo's move for the side to play, within the seconds and visits of the budget.

    It resigns as honte's own opponent does. Raises InputError when KataGo is missing or fails.
    """
    seen = analyze_with_katago(
        game,
        budget or Budget(nodes=VISITS),
        None if watch is None else lambda found: watch(lambda: found.candidates),
        every=EVERY,
    )
    legal = [each for each in seen.candidates if game.illegality(each.move) is None]
    move = legal[0].move if legal else PASS
    return Choice(
        move, seen.win_rate, seen.visits, tuple(legal), seen.ownership, _resigns(game, seen), "KataGo's move"
    )


def analyze_with_katago(
    game: Game,
    budget: Budget,
    watch: Callable[[Analysis], object] | None = None,
    *,
    every: float = EVERY,
    only: Callable[[Move], bool] = lambda move: True,
) -> Analysis:
    """What KataGo thinks of every candidate; arguments and answer are those of `analyze`."""
    if game.phase is not Phase.PLAY:
        raise InputError("the game is over: there is nothing to analyze")
    legal: list[Move] = [*game.legal_moves, PASS]
    allowed = [move for move in legal if only(move)]
    if not allowed:
        raise InputError("no move is left to analyze")
    with budget.running():
        seconds = None if math.isinf(budget.remaining) else budget.remaining
        answer = load().ask_game(
            game,
            visits=budget.nodes or (VISITS if seconds is None else MOST_VISITS),
            seconds=seconds,
            partial=None if watch is None else lambda part: watch(_analysis(game, part)),
            every=None if watch is None else every,
            stopped=lambda: budget.stopped,
            allowed=allowed if len(allowed) < len(legal) else None,
        )
    return _analysis(game, answer)


def _analysis(game: Game, answer: Answer) -> Analysis:
    """KataGo's answer, which counts for Black, for the side to play."""
    if answer.get("noResults"):
        return Analysis((), 0, 0.5, None, _owners(game, [0.0] * game.grid.size))
    try:
        found = tuple(_candidate(game, each) for each in answer["moveInfos"] if each["visits"])
        root, sign = answer["rootInfo"], int(game.to_play)
        chance = float(root["winrate"])
        return Analysis(
            found,
            int(root["visits"]),
            chance if sign > 0 else 1 - chance,
            sign * float(root["scoreLead"]),
            _owners(game, answer.get("ownership") or [0.0] * game.grid.size),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise InputError(f"KataGo's answer cannot be read: {error!r}") from None


def _candidate(game: Game, info: Answer) -> Candidate:
    sign, chance = int(game.to_play), float(info["winrate"])
    line = tuple(read_move(text, game.grid) for text in info["pv"])
    return Candidate(
        move=read_move(info["move"], game.grid),
        visits=int(info["visits"]),
        win_rate=chance if sign > 0 else 1 - chance,
        prior=float(info["prior"]),
        lead=sign * float(info["scoreLead"]),
        line=line,
    )


def _owners(game: Game, values: list[float]) -> NDArray[np.float64]:
    return from_top(game.grid, values).reshape(game.grid.rows, game.grid.cols).astype(float)


def _resigns(game: Game, seen: Analysis) -> bool:
    """Whether a game is clearly lost, late, and by far."""
    if len(game.steps) < RESIGNS_AFTER * game.grid.size or game.passes or seen.lead is None:
        return False
    return seen.win_rate <= HOPELESS and -seen.lead >= HOPELESS_LEAD * game.grid.cols
