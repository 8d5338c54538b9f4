"""Levels of problems as ranks of players: 30k, ..., 1k, 1d, ..., 9d, and as numbers to sort and compare.

The number of a rank counts ranks from 30 kyu (0) upward: 1 kyu is 29, 1 dan is 30. A file gives its level in
DI, as goproblems does (`DI[12k]`). Without DI the level is a guess from the effort of the proof in SEARCH.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping

LOWEST, HIGHEST = 0.0, 38.0
"""The numbers of 30 kyu and 9 dan."""
_RANK = re.compile(r"(\d{1,2})(?:\.\d+)?\s*(k|d|kyu|dan)\+?")
GUESS_START, GUESS_STEP = 5.0, 1.9
"""A proof of 8 positions is guessed at 25 kyu; each doubling adds this many ranks."""


def parse_level(text: str) -> float | None:
    """The number of a rank such as `12k` or `3 dan`; None for any other text.

    >>> parse_level("12k"), parse_level("1 dan"), parse_level("hard")
    (18.0, 30.0, None)
    """
    match = _RANK.fullmatch(text.strip().lower())
    if match is None or not int(match[1]):
        return None
    count = int(match[1])
    return _clipped(30.0 - count if match[2].startswith("k") else 29.0 + count)


def level_text(level: float | None) -> str:
    """The rank nearest to a number; empty for None.

    >>> level_text(18.2), level_text(30.0), level_text(None)
    ('12k', '1d', '')
    """
    if level is None:
        return ""
    whole = round(_clipped(level))
    return f"{30 - whole}k" if whole < 30 else f"{whole - 29}d"


def guess_level(search: Mapping[str, str]) -> float | None:
    """The level by the proof: its positions (`effort`), or the depth of GoLD's search; None without both."""
    effort, depth = search.get("effort", ""), search.get("depth", "")
    if effort.isdecimal() and int(effort) > 0:
        return _clipped(GUESS_START + GUESS_STEP * (math.log2(int(effort)) - 3))
    if depth.isdecimal():
        return _clipped(GUESS_START + GUESS_STEP * (int(depth) - 1))
    return None


def _clipped(level: float) -> float:
    return min(HIGHEST, max(LOWEST, level))
