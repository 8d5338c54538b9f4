"""Margins and losses in words, for every front end."""

from __future__ import annotations


def margin_text(margin: int) -> str:
    """A margin in words; positive is Black's.

    >>> margin_text(3), margin_text(-1), margin_text(0)
    ('Black wins by 3', 'White wins by 1', 'a draw')
    """
    if margin == 0:
        return "a draw"
    return f"{'Black' if margin > 0 else 'White'} wins by {abs(margin)}"


def loss_text(move: str, points: int, *, exact: bool = True) -> str:
    """What a move gives away, in words.

    >>> loss_text("C3", 1), loss_text("C3", 4, exact=False), loss_text("C3", 0)
    ('C3 gives away 1 point', 'C3 gives away at least 4 points', 'C3 gives nothing away')
    """
    if not points:
        return f"{move} gives nothing away"
    least = "" if exact else "at least "
    return f"{move} gives away {least}{points} point{'' if points == 1 else 's'}"
