"""Positions and games as KataGo reads them, and KataGo's answers as honte's types.

Black is positive everywhere: honte starts KataGo with `reportAnalysisWinratesAs=BLACK`. KataGo counts under
the rules of the game; its lead includes komi, honte's predictions do not.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from honte.core import BLACK, WHITE, Board, Game, KoRule, Position, Rules, Scoring, vertex
from honte.errors import InputError
from honte.grid import Grid, Point
from honte.katago.process import Answer, Query
from honte.network import Prediction

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LARGEST = 19
"""The largest board side of the usual KataGo."""
SMALLEST = 2
WIDEST_KOMI = 150.0
LOGISTIC = math.sqrt(3) / math.pi
"""The scale of a logistic distribution with standard deviation 1."""
SURE = 1e-6
"""Chances to win are kept this far from 0 and 1."""


def check(grid: Grid) -> None:
    """Raises InputError for a board that KataGo does not take."""
    if not (SMALLEST <= grid.cols <= LARGEST and SMALLEST <= grid.rows <= LARGEST):
        raise InputError(
            f"KataGo takes boards from {SMALLEST}x{SMALLEST} to {LARGEST}x{LARGEST}, "
            f"not {grid.cols}x{grid.rows}"
        )


def rules_record(rules: Rules) -> dict[str, Any]:
    """Rules in KataGo's words; handicap points are part of the komi that is sent."""
    ko = {KoRule.POSITIONAL: "POSITIONAL", KoRule.SITUATIONAL: "SITUATIONAL"}.get(rules.ko, "SIMPLE")
    area = rules.scoring is Scoring.AREA
    return {
        "ko": ko,
        "scoring": "AREA" if area else "TERRITORY",
        "tax": "NONE" if area else "SEKI",
        "suicide": rules.suicide,
        "hasButton": False,
        "whiteHandicapBonus": "0",
        "friendlyPassOk": True,
    }


def komi_sent(rules: Rules, bonus: float = 0.0) -> float:
    """Komi and handicap points as KataGo takes them: half points between -150 and 150."""
    return max(-WIDEST_KOMI, min(WIDEST_KOMI, round(2 * (rules.komi + bonus)) / 2))


def position_query(position: Position, rules: Rules, bonus: float = 0.0) -> Query:
    """A bare position. A ko ban holds for the first move of the search."""
    query = _base(position.board, rules, bonus) | {
        "initialPlayer": position.to_play.letter,
        "moves": [],
    }
    if position.ko is not None:
        ban = {"player": position.to_play.letter, "moves": [str(position.ko)], "untilDepth": 1}
        query["avoidMoves"] = [ban]
    return query


def game_query(game: Game) -> Query:
    """A game with its whole history. The side to play at the end is the game's."""
    return _base(game.start.board, game.rules, game.bonus) | {
        "initialPlayer": game.start.to_play.letter,
        "moves": [[step.color.letter, vertex(step.move)] for step in game.steps],
    }


def _base(board: Board, rules: Rules, bonus: float) -> Query:
    grid = board.grid
    check(grid)
    stones = [[c.letter, str(p)] for c in (BLACK, WHITE) for p in board.stones(c)]
    return {
        "initialStones": stones,
        "rules": rules_record(rules),
        "komi": komi_sent(rules, bonus),
        "boardXSize": grid.cols,
        "boardYSize": grid.rows,
        "includeOwnership": True,
        "includePolicy": True,
    }


# Answers


def prediction(position: Position, answer: Answer, komi: float) -> Prediction:
    """An answer as the type of `honte.network`; `komi` is what was sent.

    Raises InputError when a field is missing or has another size than the board.
    """
    import numpy as np

    grid = position.board.grid
    try:
        root = answer["rootInfo"]
        policy = np.maximum(np.array(answer["policy"], dtype=np.float32), 0)
        lead, deviation = float(root["scoreLead"]) + komi, float(root["scoreStdev"])
        chance = float(root["winrate"])
        owners = from_top(grid, answer["ownership"])
        points = from_top(grid, policy[:-1])
    except (KeyError, TypeError, ValueError) as error:
        raise InputError(f"KataGo's answer cannot be read: {error!r}") from None
    whole = np.append(points, policy[-1])
    return Prediction(
        position=position,
        policy=(whole / max(float(whole.sum()), 1e-9)).astype(np.float32),
        owners=owners,
        margin=lead,
        error=deviation,
        lead=lead,
        spread=spread_of(lead - komi, chance, deviation),
    )


def from_top(grid: Grid, values: Iterable[float]) -> NDArray[np.float32]:
    """Values by rows from the top of the board as values by rows from the lower left."""
    import numpy as np

    return np.array(list(values), dtype=np.float32).reshape(grid.rows, grid.cols)[::-1].reshape(-1).copy()


def spread_of(margin: float, chance: float, deviation: float) -> float:
    """The spread with which a margin gives this chance to win; from the deviation where none does.

    >>> round(spread_of(5.0, 0.9, 10.0), 2)
    2.28
    """
    odds = math.log(max(SURE, min(1 - SURE, chance)) / max(SURE, 1 - min(1 - SURE, chance)))
    if margin * odds > 0:
        return min(200.0, max(0.05, margin / odds))
    return max(0.05, LOGISTIC * deviation)


def read_move(text: str, grid: Grid) -> Point | None:
    """A move of KataGo's: a vertex or a pass."""
    return None if text.lower() == "pass" else grid.parse(text)
