"""Collections in which some games are torn: each game by itself, or the error that keeps it unread.

A game is torn when its end is missing: the next game then starts inside it. Reading goes on at the next
line that starts a game: `(;` and a property that stands in the first node of a game (GM, FF, SZ and others).
"""

from __future__ import annotations

import re
from itertools import pairwise

from honte.errors import ParseError
from honte.formats.sgf_encoding import decode
from honte.formats.sgf_tree import GameTree, parse

_GAME_START = re.compile(
    r"^[ \t]*\(\s*;\s*(?:AP|CA|CP|DT|EV|FF|GM|GN|HA|KM|PB|PC|PW|RE|RU|SO|ST|SZ|US)\s*\[", re.MULTILINE
)


def parse_each(data: bytes | str) -> list[GameTree | ParseError]:
    """Every game of a file, and a ParseError with line and column in the place of a torn one.

    Raises that error when the file has no game that can be read.

    >>> found = parse_each("(;SZ[9];B[ee])\\n(;SZ[9];B[e\\n(;SZ[9];B[cc])")
    >>> [type(each).__name__ for each in found]
    ['GameTree', 'ParseError', 'GameTree']
    """
    try:
        games = list(parse(data))
    except ParseError:
        found = _by_lines(data)
        if not any(isinstance(each, GameTree) for each in found):
            raise
        return found
    return _by_lines(data) if _swallowed(games) else [*games]


def _swallowed(games: list[GameTree]) -> bool:
    """Whether a value that was never closed has taken in the start of the next game."""
    return any(
        _GAME_START.search(value) is not None and value.rindex("[") > value.rfind("\\]")
        for game in games
        for node in game.nodes()
        for values in node.properties.values()
        for value in values
        if "(" in value and "[" in value
    )


def _by_lines(data: bytes | str) -> list[GameTree | ParseError]:
    """Reads the pieces from each line that starts a game to the next such line."""
    text = data if isinstance(data, str) else decode(data)[0]
    starts = [match.start() for match in _GAME_START.finditer(text)]
    found: list[GameTree | ParseError] = []
    for start, end in pairwise([*starts, len(text)]):
        try:
            found += parse(text[start:end])
        except ParseError as error:
            lines = text.count("\n", 0, start)
            where = f"line {error.line}, column {error.column}: "
            found.append(ParseError(str(error).removeprefix(where), error.line + lines, error.column))
    return found
