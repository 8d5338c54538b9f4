"""Live games: one `Table` each, kept in memory while in use and on disk always.

Every change goes through `Tables.change`, which holds the table's lock, refuses a stale version
(two tabs, a double click), takes up new moves into the tree of variations, and writes everything
before anything is answered.
"""

from __future__ import annotations

import base64
import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar

from honte.core import BLACK, Board, Color, Game, Phase, Result, Rules, parse_move, vertex
from honte.errors import InputError
from honte.formats.sgf import GameTree
from honte.grid import Grid
from honte.library.store import Store
from honte.web.counting import Counting, points
from honte.web.errors import not_found, stale
from honte.web.record import Record

T = TypeVar("T")
LIVE_TABLES = 256
"""Tables held in memory; older ones are read back from disk when asked for."""
MAX_MOVES = 3000


def new_id() -> str:
    """Ten letters and digits that nobody guesses."""
    return base64.b32encode(secrets.token_bytes(10)).decode().lower()[:12]


def root_texts(title: str, players: dict[str, str]) -> dict[str, str]:
    """Names as SGF's root has them."""
    texts = {"GN": title, "PB": players.get("B"), "PW": players.get("W")}
    return {name: text for name, text in texts.items() if text}


@dataclass
class Table:
    """One game, who sits at it, and what the page needs besides."""

    id: str
    game: Game
    tree: Record
    """All variations, and which of them the game is."""
    title: str = ""
    players: dict[str, str] = field(default_factory=dict)
    opponent: dict[str, Any] | None = None
    """The color the computer plays and its settings; None for two people."""
    counting: Counting = field(default_factory=Counting)
    version: int = 1
    lock: threading.RLock = field(default_factory=threading.RLock, repr=False)
    cached: dict[str, bytes] = field(default_factory=dict, repr=False)
    """Answers already encoded, forgotten at the next change."""

    def record(self) -> dict[str, Any]:
        """What is written to disk: enough to play the game again."""
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
        """The table as it was written; `tree` is the body of its record, when it has one."""
        rules = Rules.named(record["rules"]).with_komi(record["komi"])
        game = Game(rules=rules, board=Board.parse(record["start"]), to_play=Color.parse(record["to_play"]))
        game.handicap = record["handicap"]
        for text in record["moves"]:
            if game.phase is not Phase.PLAY:
                game.resume()
            game.force(parse_move(text[1:], game.grid), Color.parse(text[0]))
        while len(game.steps) > record["played"]:
            game.undo()
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
            version=record["version"],
        )


class Tables:
    """All games of the workbench."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._live: OrderedDict[str, Table] = OrderedDict()
        self._lock = threading.Lock()

    def create(
        self, game: Game, *, title: str = "", opponent: dict[str, Any] | None = None,
        players: dict[str, str] | None = None, tree: GameTree | None = None,
    ) -> Table:  # fmt: skip
        """A new table; `tree` is the file that the game was read from."""
        players = players or {}
        record = Record.of_tree(tree) if tree else Record.of_game(game, root_texts(title, players))
        table = Table(new_id(), game, record, title, opponent=opponent, players=players)
        self._keep(table)
        self._save(table)
        return table

    def open(self, id: str) -> Table:
        """The table with this id, from memory or disk."""
        with self._lock:
            if (table := self._live.get(id)) is not None:
                self._live.move_to_end(id)
                return table
        document = self.store.get("game", id) if len(id) <= 32 else None
        if document is None:
            raise not_found("game", id)
        tree = self.store.get("tree", id) if document.body.get("turns") is not None else None
        body = None if tree is None else tree.body
        return self._keep(Table.restored(id, document.title, document.body, body))

    def delete(self, id: str) -> None:
        """Removes a game for good."""
        with self._held(id) as table:
            with self._lock:
                self._live.pop(table.id, None)
            self.store.delete("game", id)
            self.store.delete("tree", id)

    @contextmanager
    def change(self, id: str, version: int | None = None) -> Iterator[Table]:
        """The table, locked; what was done to it is written when the block ends well."""
        with self._held(id) as table:
            if version is not None and version != table.version:
                raise stale()
            try:
                yield table
                if len(table.game.steps) > MAX_MOVES:
                    table.game.undo()
                    raise InputError(f"a game ends at {MAX_MOVES} moves here")
                table.game = table.tree.follow(table.game)
                table.version += 1
                self._save(table)
            finally:
                table.cached = {}  # whoever is still working out an answer fills the old one

    @contextmanager
    def _held(self, id: str) -> Iterator[Table]:
        """The table with its lock, sure to be the one in use: it may have been dropped while we waited."""
        while True:
            table = self.open(id)
            with table.lock:
                if self._live.get(id) is table:
                    yield table
                    return

    def ready(self, id: str, what: str) -> bytes | None:
        """An answer that is encoded already; waits for nobody, so that the event loop may ask."""
        table = self._live.get(id)
        return None if table is None else table.cached.get(what)

    def encoded(self, id: str, what: str, make: Callable[[Table], bytes]) -> bytes:
        """An encoded answer about a table, made once per change; `make` holds the table, so it is quick."""
        return self.worked_out(id, what, make, bytes)

    def worked_out(self, id: str, what: str, look: Callable[[Table], T], make: Callable[[T], bytes]) -> bytes:
        """As `encoded`, for slow answers: `look` holds the table, `make` works on what it took from it."""
        table = self.open(id)
        found = table.cached.get(what)
        if found is not None:
            return found
        with table.lock:
            cached, seen = table.cached, look(table)
        found = cached[what] = make(seen)
        return found

    def _keep(self, table: Table) -> Table:
        with self._lock:
            table = self._live.setdefault(table.id, table)
            self._live.move_to_end(table.id)
            while len(self._live) > LIVE_TABLES:
                oldest = next(iter(self._live.values()))
                if not oldest.lock.acquire(blocking=False):
                    break  # in use: it will be dropped next time
                try:
                    del self._live[oldest.id]
                finally:
                    oldest.lock.release()
        return table

    def _save(self, table: Table) -> None:
        if table.tree.kept and table.tree.changed:  # first: what the game's record points into
            self.store.put("tree", table.id, table.tree.body())
            table.tree.changed = False
        self.store.put("game", table.id, table.record(), title=table.title)


def new_game(
    grid: Grid, rules: Rules, handicap: int = 0, board: Board | None = None, to_play: Color = BLACK
) -> Game:
    """A game on an empty board, with handicap stones, or from a position."""
    if board is not None:
        return Game(rules=rules, board=board, to_play=to_play)
    return Game(grid, rules, handicap=handicap)
