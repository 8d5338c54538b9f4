"""One door for every command and page that takes a position: SGF or a text board, recognized by content.

>>> load_position("(;SZ[9];B[ee];W[ec])", move=1).to_play
<Color.WHITE: -1>
>>> load_position(". X .\\nX O .\\n. X .\\nBlack to play").to_play
<Color.BLACK: 1>
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from honte.core.board import STONE_LETTERS, Color
from honte.core.game import Game
from honte.core.position import Position
from honte.core.rules import JAPANESE, Rules
from honte.errors import GoError, InputError
from honte.formats import diagram as diagrams
from honte.formats import sgf
from honte.formats.sgf_encoding import decode
from honte.formats.sgf_tokens import TREE_START


@dataclass(frozen=True)
class Loaded:
    """A game read from a file, with the SGF tree or the text diagram that holds it."""

    game: Game
    reports: list[sgf.Report] = field(default_factory=list)
    tree: sgf.GameTree | None = None
    """The SGF tree; None for a text board."""
    diagram: diagrams.Diagram | None = None
    """The text diagram; None for SGF."""

    @property
    def position(self) -> Position:
        """The position at the end of the game."""
        return self.game.position


def is_sgf(text: str) -> bool:
    """Whether a text is meant as SGF: it holds `(;`, or starts with a parenthesis."""
    return TREE_START.search(text) is not None or text.lstrip().startswith(("(", ";"))


def load_game(
    data: bytes | str,
    *,
    move: int | None = None,
    index: int = 0,
    to_play: Color | None = None,
    rules: Rules | None = None,
    lenient: bool = True,
) -> Loaded:
    """Reads the game in a file: SGF (game number `index`, its first `move` moves) or a text board.

    `to_play` and `rules` override the file. A torn game keeps no other game of its file from being read.
    Raises a GoError that says what is wrong and where.
    """
    text = data if isinstance(data, str) else decode(data)[0]
    loaded = _from_sgf(text, index, rules, lenient) if is_sgf(text) else _from_text(text, rules)
    game = loaded.game
    if move is not None:
        game = game.branch(_within(move, len(game.steps)))
    if to_play is not None and game.to_play is not to_play:
        game = _with_player(game, to_play)
    return Loaded(game, loaded.reports, loaded.tree, loaded.diagram)


def read_source(source: str | bytes | Path | IO[str] | IO[bytes]) -> bytes | str:
    """What a path, an open file, bytes or a text holds; raises InputError for a file that cannot be read.

    A text that is SGF, has several lines, or is one row of a board stands for itself. Any other text is a
    path.

    >>> read_source(". X O")
    '. X O'
    """
    if isinstance(source, bytes):
        return source
    if isinstance(source, str) and _is_content(source):
        return source
    if not isinstance(source, str | Path):
        return source.read()
    try:
        return Path(source).read_bytes()
    except OSError as error:
        raise InputError(f"cannot read {source}: {error.strerror or error}") from None


def _is_content(text: str) -> bool:
    if "\n" in text:
        return True
    return not os.path.exists(text) and (is_sgf(text) or set(text) <= {*STONE_LETTERS, " "})


def load_position(
    data: bytes | str, *, move: int | None = None, to_play: Color | None = None, lenient: bool = True
) -> Position:
    """The position in a file after `move` moves (all by default); see `load_game`."""
    return load_game(data, move=move, to_play=to_play, lenient=lenient).position


def _from_sgf(text: str, index: int, rules: Rules | None, lenient: bool) -> Loaded:
    games = sgf.parse_each(text)
    if not 0 <= index < len(games):
        raise InputError(f"game {index} is not in this file of {len(games)} games (they count from 0)")
    tree = games[index]
    if isinstance(tree, GoError):
        raise tree
    game, reports = sgf.to_game(tree, lenient=lenient, rules=rules)
    return Loaded(game, reports, tree=tree)


def _from_text(text: str, rules: Rules | None) -> Loaded:
    try:
        read = diagrams.parse(text)
    except GoError:
        if "\x00" in text[:1000]:
            raise InputError("this is neither SGF nor a text board") from None
        raise
    rules = JAPANESE.with_komi(0) if rules is None else rules
    game = Game(read.board.grid, rules, board=read.board, to_play=read.to_play)
    for move in read.moves:
        game.play(move)
    return Loaded(game, diagram=read)


def _within(move: int, length: int) -> int:
    """A move number; negative ones count from the end. Raises InputError outside the game."""
    number = move if move >= 0 else length + move
    if not 0 <= number <= length:
        raise InputError(f"move {move} is not in this game of {length} moves")
    return number


def _with_player(game: Game, to_play: Color) -> Game:
    """The same game with the other side to play now: it starts afresh from this board."""
    other = Game(game.grid, game.rules, board=game.board, to_play=to_play)
    other.handicap = game.handicap
    return other
