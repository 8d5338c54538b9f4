"""What a game record says of itself: players, ranks, date, event, place and result."""

from __future__ import annotations

from dataclasses import dataclass, field

from honte.core import Game
from honte.formats.load import Loaded
from honte.formats.sgf import GameTree

MOST = 120
"""Characters of a fact that are kept."""
_TEXTS = {"date": "DT", "event": "EV", "round": "RO", "place": "PC"}


@dataclass(frozen=True, slots=True)
class Facts:
    """The head of a report."""

    black: str = ""
    white: str = ""
    title: str = ""
    result: str = ""
    """As the record says it; empty when it says none."""
    others: dict[str, str] = field(default_factory=dict)
    """Date, event, round and place, as far as the record has them."""

    @property
    def name(self) -> str:
        """The game in one line: its title, or its players."""
        if self.title:
            return self.title
        return f"{self.black or 'Black'} against {self.white or 'White'}"


def facts_of(game: Game, tree: GameTree | None, name: str = "") -> Facts:
    """Reads the facts of a record; `name` is the title when the record has neither title nor players."""
    if tree is None:
        return Facts(title=name, result="" if game.result is None else str(game.result))
    root = tree.root

    def text(key: str) -> str:
        return " ".join((root.simple(key) or "").split())[:MOST]

    def player(key: str, rank: str, side: str) -> str:
        name = text(key) or (side if text(rank) else "")
        return f"{name} ({text(rank)})" if text(rank) else name

    black, white = player("PB", "BR", "Black"), player("PW", "WR", "White")
    title = text("GN") or ("" if black or white else name)
    others = {what: text(key) for what, key in _TEXTS.items() if text(key)}
    result = str(game.result) if game.result is not None else text("RE")
    return Facts(black, white, title, result, others)


def facts_of_file(loaded: Loaded, name: str = "") -> Facts:
    """The facts of a game that was read from a file."""
    return facts_of(loaded.game, loaded.tree, name)
