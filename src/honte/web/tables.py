"""Games in use: one `Table` each, kept in memory while in use and always on disk (see `documents`).

`Tables` adds three things to plain documents: it takes new moves up into the tree of variations, writes
that tree beside the game, and keeps encoded answers until the next change.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar

from honte.core import Board, Color, Game, Phase, Result, Rules, parse_move, vertex
from honte.errors import InputError
from honte.formats.sgf import GameTree
from honte.library.store import Document, Store
from honte.web.annotating import Cut
from honte.web.counting import Counting, points
from honte.web.documents import Documents, new_id
from honte.web.record import Record, go_back

T = TypeVar("T")
LIVE_TABLES = 256
"""Games that stay in memory."""
MAX_MOVES = 3000
"""Moves of the longest game that the workbench keeps."""


def root_texts(title: str, players: dict[str, str]) -> dict[str, str]:
    """The title and the players as properties of an SGF root."""
    texts = {"GN": title, "PB": players.get("B"), "PW": players.get("W")}
    return {name: text for name, text in texts.items() if text}


@dataclass
class Table:
    """One game with its variations, its players and its counting phase."""

    id: str
    game: Game
    tree: Record
    """All variations, and the line among them that the game follows."""
    title: str = ""
    players: dict[str, str] = field(default_factory=dict)
    """Names by color letter."""
    opponent: dict[str, Any] | None = None
    """The color that the computer plays and its seconds for a move; None for two people."""
    counting: Counting = field(default_factory=Counting)
    ended: str | None = None
    """How the game ended; it stays while the board shows an earlier position."""
    cuts: list[Cut] = field(default_factory=list, repr=False)
    """Variations that were deleted since the server was started, the last one last."""
    version: int = 1
    lock: threading.RLock = field(default_factory=threading.RLock, repr=False)
    cached: dict[str, bytes] = field(default_factory=dict, repr=False)
    """Encoded answers; the next change replaces this dictionary by an empty one."""

    # Play

    @property
    def computer(self) -> Color | None:
        """The color that the computer plays; None for two people."""
        return None if self.opponent is None else Color.parse(self.opponent["color"])

    def play(self, text: str) -> None:
        """Plays a vertex or a pass for the side to play; the pass that ends play opens the count."""
        self.game.play(parse_move(text, self.game.grid))
        if self.game.phase is Phase.COUNTING:
            self.counting.open(self.game)

    @property
    def result(self) -> Result | None:
        """How the game ended, wherever the board stands."""
        return Result.parse(self.ended) if self.ended else self.game.result

    def reach_end(self) -> None:
        """At the end of its main line, a game that had ended is over again."""
        if self.ended and not self.game.can_redo and self.tree.is_main:
            self.game.result = self.result

    def line(self) -> Game:
        """The whole line of the game, undone moves included, as a game of its own."""
        with self.lock:
            game = self.game.branch()
            for step in self.game.undone:
                game.force(step.move, step.color)
            return game

    # Storage

    def record(self) -> dict[str, Any]:
        """A JSON object for the store: everything needed to play the game again."""
        game = self.game
        steps = [*game.steps, *game.undone]
        return {
            "cols": game.grid.cols,
            "rows": game.grid.rows,
            "rules": game.rules.name,
            "komi": game.rules.komi,
            "handicap": game.handicap,
            "start": str(game.start.board),
            "to_play": game.start.to_play.letter,
            "moves": [step.color.letter + vertex(step.move) for step in steps],
            "played": len(game.steps),
            "resumed_at": game.resumed_at,
            "dead": [str(point) for point in game.dead],
            "result": None if game.result is None else str(game.result),
            "ended": self.ended,
            "players": self.players,
            "opponent": self.opponent,
            "counting": self.counting.record(),
            "turns": self.tree.turns if self.tree.kept else None,
            "version": self.version,
        }

    @classmethod
    def restored(
        cls, id: str, title: str, record: dict[str, Any], tree: dict[str, Any] | None = None
    ) -> Table:
        """The table from the store; `tree` is the stored body of its variations, if it has any."""
        rules = Rules.named(record["rules"]).with_komi(record["komi"])
        game = Game(rules=rules, board=Board.parse(record["start"]), to_play=Color.parse(record["to_play"]))
        game.handicap = record["handicap"]
        for text in record["moves"]:
            if game.phase is not Phase.PLAY:
                game.resume()
            game.force(parse_move(text[1:], game.grid), Color.parse(text[0]))
        go_back(game, record["played"])
        game.resumed_at = record["resumed_at"]
        game.dead = points(game, record["dead"])
        game.result = Result.parse(record["result"]) if record["result"] else None
        texts = root_texts(title, record["players"])
        return cls(
            id,
            game,
            Record.of_game(game, texts) if tree is None else Record.restored(tree, record["turns"] or []),
            title,
            players=record["players"],
            opponent=record["opponent"],
            counting=Counting.restored(record.get("counting", {})),
            ended=record.get("ended", record["result"]),
            version=record["version"],
        )


class Tables(Documents[Table]):
    """All games of the workbench, and the encoded answers that pages ask for repeatedly."""

    def __init__(self, store: Store) -> None:
        super().__init__(store, "game", self._restored, LIVE_TABLES)

    def _restored(self, stored: Document) -> Table:
        tree = self.store.get("tree", stored.id) if stored.body.get("turns") is not None else None
        return Table.restored(stored.id, stored.title, stored.body, None if tree is None else tree.body)

    def create(
        self, game: Game, *, title: str = "", opponent: dict[str, Any] | None = None,
        players: dict[str, str] | None = None, tree: GameTree | None = None,
    ) -> Table:  # fmt: skip
        """A new table on disk; `tree` is the file that the game was read from."""
        players = players or {}
        record = Record.of_tree(tree) if tree else Record.of_game(game, root_texts(title, players))
        ended = None if game.result is None else str(game.result)
        table = Table(new_id(), game, record, title, players=players, opponent=opponent, ended=ended)
        return self.add(table, title)

    @contextmanager
    def change(self, id: str, version: int | None = None) -> Iterator[Table]:
        """Locks the table, takes new moves up into its tree, and writes both."""
        with super().change(id, version) as table:
            try:
                yield table
                if len(table.game.steps) > MAX_MOVES:
                    table.game.undo()
                    raise InputError(f"a game has at most {MAX_MOVES} moves here")
                table.game = table.tree.follow(table.game)
                if table.game.result is not None:
                    table.ended = str(table.game.result)
            finally:
                table.cached = {}  # an answer still in the making goes into the old dictionary

    def delete(self, id: str) -> None:
        """Removes a game, its tree and its review for good."""
        super().delete(id)
        for beside in ("tree", "review"):
            self.store.delete(beside, id)

    def _parts(self, table: Table) -> list[tuple[str, dict[str, Any], str]]:
        parts = super()._parts(table)
        return [("tree", table.tree.body(), ""), *parts] if table.tree.kept and table.tree.changed else parts

    def _save(self, table: Table) -> None:
        super()._save(table)
        table.tree.changed = False

    # Answers

    def ready(self, id: str, what: str) -> bytes | None:
        """An answer that is encoded already, else None; takes no lock, so the event loop may call it."""
        table = self._live.get(id)
        return None if table is None else table.cached.get(what)

    def encoded(self, id: str, what: str, make: Callable[[Table], bytes]) -> bytes:
        """An encoded answer about a table, made once per change; `make` runs under the lock."""
        return self.worked_out(id, what, make, bytes)

    def worked_out(self, id: str, what: str, look: Callable[[Table], T], make: Callable[[T], bytes]) -> bytes:
        """As `encoded`, for slow answers: `look` holds the lock, `make` works on what `look` returned."""
        table = self.open(id)
        found = table.cached.get(what)
        if found is not None:
            return found
        with table.lock:
            cached, seen = table.cached, look(table)
        found = cached[what] = make(seen)
        return found
