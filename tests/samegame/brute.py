"""An independent SameGame: plain lists, no table but a dictionary, written without looking at honte's.

A position is a tuple of strings, one for each column from the bottom; values are found by playing out
every move.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

Columns = tuple[str, ...]


def moves(columns: Columns) -> list[tuple[int, Columns]]:
    """Every move as (size, columns after it)."""
    seen: set[tuple[int, int]] = set()
    found = []
    for x, column in enumerate(columns):
        for y, color in enumerate(column):
            if (x, y) in seen:
                continue
            group = {(x, y)}
            edge = [(x, y)]
            while edge:
                a, b = edge.pop()
                for p, q in ((a + 1, b), (a - 1, b), (a, b + 1), (a, b - 1)):
                    inside = 0 <= p < len(columns) and 0 <= q < len(columns[p])
                    if inside and columns[p][q] == color and (p, q) not in group:
                        group.add((p, q))
                        edge.append((p, q))
            seen |= group
            if len(group) > 1:
                rest = (
                    "".join(c for q, c in enumerate(col) if (p, q) not in group)
                    for p, col in enumerate(columns)
                )
                found.append((len(group), tuple(col for col in rest if col)))
    return found


def best_score(
    columns: Columns, points: Callable[[int], int], bonus: int, penalty: Callable[[int], int],
    choose: Callable[..., int] = max,
) -> int:  # fmt: skip
    """The best (or with choose=min the lowest) score from a position to the end."""

    @cache
    def value(here: Columns) -> int:
        nexts = moves(here)
        if not nexts:
            tiles = "".join(here)
            return bonus if not here else -sum(penalty(tiles.count(c)) for c in set(tiles))
        return choose(points(size) + value(after) for size, after in nexts)

    return value(columns)


def duel_value(
    columns: Columns, variant: str, points: Callable[[int], int], bonus: int, turn: int = 0
) -> int:
    """The duel's outcome for player 0 by full minimax.

    max-min: the one score. more, fewer: player 0's score minus player 1's; the last mover gets the bonus.
    """

    @cache
    def outcome(here: Columns, player: int) -> int:
        nexts = moves(here)
        if not nexts:
            return 0
        results = []
        for size, after in nexts:
            gained = points(size) + (bonus if not after else 0)
            if variant != "max-min" and player == 1:
                gained = -gained
            results.append(gained + outcome(after, 1 - player))
        wants_high = (player == 0) == (variant != "fewer")
        return max(results) if wants_high else min(results)

    return outcome(columns, turn)
