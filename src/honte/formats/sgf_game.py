"""From SGF trees to games and back.

`to_game` plays the main line of a tree, `play_line` any other. Records are not always legal: servers
differ in ko rules, hand-made files have slips. A lenient reading follows the record wherever it can and
reports every fault with its node and move number:

    ko, superko, suicide, a move after the end    the move is played as recorded
    an occupied point, a point off the board      the move is left out
    setup stones after moves                      the game starts afresh from the new board
    setup that leaves a chain without liberties   that node's setup is left out
    unreadable RU, KM, HA, RE, PL                 ignored

A strict reading raises the error of the first one. A file without KM has komi 0. A file without RU is
read under Japanese rules, as most records are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from honte.core.board import BLACK, WHITE, Board, Color
from honte.core.game import Game, Phase, Result
from honte.core.handicap import handicap_points
from honte.core.position import Illegality, Move, vertex
from honte.core.rules import JAPANESE, Rules
from honte.errors import GoError, IllegalMove, InputError, ParseError
from honte.formats.sgf_tree import GameTree, Node
from honte.grid import Grid, PointSet

T = TypeVar("T")

_SKIPPED = (Illegality.OCCUPIED, Illegality.OFF_BOARD)
_RULE_NAMES = {"chinese": "Chinese", "japanese": "Japanese", "aga": "AGA", "new-zealand": "NZ"}


@dataclass(frozen=True, slots=True)
class Report:
    """A fault of a record. The root is node 0; moves count from 1."""

    node: int
    move: int
    text: str

    def __str__(self) -> str:
        return (
            f"node {self.node}, move {self.move}: {self.text}"
            if self.move
            else f"node {self.node}: {self.text}"
        )


def to_game(tree: GameTree, *, lenient: bool = True, rules: Rules | None = None) -> tuple[Game, list[Report]]:
    """Plays the main line; returns the game and what was reported. See the module for leniency.

    `rules` overrides RU; the komi is still KM's.
    """
    reader = _Reader(tree, lenient, rules)
    return reader.game(), reader.reports


@dataclass(frozen=True)
class Line:
    """A game played along some nodes of a tree. Nodes are numbered along the line, the root is 0."""

    game: Game
    start: int
    """The node whose setup the game starts from."""
    nodes: list[int]
    """For each step of the game, the node that holds it."""


def play_line(tree: GameTree, nodes: Sequence[Node], *, rules: Rules | None = None) -> Line:
    """Plays the moves of nodes that follow each other from the root, leniently.

    The result of the record belongs to its main line; here the game stays open.
    """
    reader = _Reader(tree, True, rules, nodes)
    game = reader.game()
    game.result = None
    return Line(game, reader.start, reader.played)


class _Reader:
    """Walks one line, by default the main one, keeping the game and the reports."""

    def __init__(
        self, tree: GameTree, lenient: bool, rules: Rules | None, line: Iterable[Node] | None = None
    ) -> None:
        self.tree, self.lenient = tree, lenient
        self.line = tree.main_line() if line is None else line
        self.start, self.played = 0, list[int]()
        self.reports: list[Report] = []
        self.node_number = self.move_number = 0
        self.grid = tree.grid
        self.rules = self._rules(tree.root, rules)
        self.handicap = self._handicap(tree.root)

    def game(self) -> Game:
        board = Board(self.grid)
        game: Game | None = None
        to_play: Color | None = None
        for number, node in enumerate(self.line):
            self.node_number = number
            if any(name in node.properties for name in ("AB", "AW", "AE", "PL")):
                stood = board if game is None else game.board
                board = self._setup(node, stood)
                to_play = self._player(node) or to_play
                if game is not None and (board != stood or (to_play or game.to_play) is not game.to_play):
                    self._report("setup after moves: the game starts afresh here")
                    game, self.start, self.played = None, number, []
            move = self._move(node)
            if move is None:
                continue
            if game is None:
                game = self._start(board, to_play or move[0], move[0])
                to_play = None
            if self._play(game, *move):
                self.played.append(number)
        game = game or self._start(board, to_play or (WHITE if self.handicap > 1 else BLACK), WHITE)
        self.node_number = self.move_number = 0
        result = self._attempt(lambda: Result.parse(self.tree.root.simple("RE") or ""))
        if result is not None:
            game.finish(result)
        return game

    # Steps of the walk

    def _start(self, board: Board, to_play: Color, first: Color) -> Game:
        if self.handicap > 1 and first is WHITE and board == Board(self.grid):
            self._report("HA without AB: stones are put on the star points")
            board = board.with_stones(handicap_points(self.grid, self.handicap), BLACK)
        game = Game(self.grid, self.rules, board=board, to_play=to_play)
        game.handicap = self.handicap
        return game

    def _setup(self, node: Node, board: Board) -> Board:
        def changed() -> Board:
            after = board
            for name, color in (("AE", None), ("AB", BLACK), ("AW", WHITE)):
                if name in node.properties:
                    after = after.with_stones(node.points(name, self.grid), color)
            return after.checked()

        return self._attempt(changed) or board

    def _move(self, node: Node) -> tuple[Color, Move] | None:
        if "B" not in node.properties and "W" not in node.properties:
            return None
        self.move_number += 1
        if "B" in node.properties and "W" in node.properties:
            self._report("a black and a white move in one node: White's is left out")
        return self._attempt(lambda: node.move(self.grid))

    def _play(self, game: Game, color: Color, move: Move) -> bool:
        """Plays a move as recorded; False when it had to be left out."""
        if game.phase is Phase.COUNTING:
            game.resume()
        reason = game.illegality(move, color)
        if reason is None:
            game.force(move, color)
            return True
        what = f"{color} {vertex(move)} {reason.value}"
        if not self.lenient:
            raise IllegalMove(move, reason, f"node {self.node_number}, move {self.move_number}: {what}")
        skipped = reason in _SKIPPED
        self._report(f"{what}; {'left out' if skipped else 'played as recorded'}")
        if not skipped:
            game.force(move, color)
        return not skipped

    # Root properties

    def _rules(self, root: Node, override: Rules | None) -> Rules:
        name = root.simple("RU") or ""
        stated = name and name.lower() not in ("unknown", "?")
        known = override or (self._attempt(lambda: Rules.named(name)) if stated else None)
        return (known or JAPANESE).with_komi(self._komi(root))

    def _komi(self, root: Node) -> float:
        if not root.simple("KM"):
            return 0.0
        komi = root.number("KM")
        if komi is None or not -400 <= komi <= 1000:
            self._attempt(lambda: _refuse(f"KM[{(root.simple('KM') or '')[:20]}] is not a komi"))
            return 0.0
        # Chinese servers write 3.75 stones as 375 or 3.75: both mean seven and a half points.
        points = komi / 100 if abs(komi) >= 100 else komi
        return points * 2 if points * 4 % 2 == 1 else points

    def _handicap(self, root: Node) -> int:
        stones = root.number("HA") if root.simple("HA") else 0.0
        if stones is None or not 0 <= stones <= self.grid.size or stones % 1:
            self._attempt(lambda: _refuse(f"HA[{(root.simple('HA') or '')[:20]}] is not a handicap"))
            return 0
        return int(stones)

    def _player(self, node: Node) -> Color | None:
        text = node.simple("PL")
        if not text:
            return None
        return self._attempt(lambda: _PLAYERS.get(text.lower()) or Color.parse(text))

    # Reports

    def _report(self, text: str) -> None:
        self.reports.append(Report(self.node_number, self.move_number, text))

    def _attempt(self, action: Callable[[], T]) -> T | None:
        """Runs an action; a GoError is reported when lenient, and raised with its place when strict."""
        try:
            return action()
        except GoError as error:
            if not self.lenient:
                raise ParseError(f"node {self.node_number}: {error}") from error
            self._report(str(error))
            return None


def _refuse(text: str) -> None:
    raise InputError(text)


_PLAYERS = {"1": BLACK, "2": WHITE}


def from_game(game: Game, **properties: str) -> GameTree:
    """The record of a game; `properties` adds root texts such as PB="Shusaku".

    >>> from honte.formats.sgf_tree import to_text
    >>> game = Game(9)
    >>> game.play(game.grid.parse("E5"))
    >>> print(to_text(from_game(game, PB="Shusaku")))
    (;GM[1]FF[4]CA[UTF-8]AP[honte]SZ[9]RU[Chinese]KM[7.5]PB[Shusaku];B[ee])
    """
    root = Node({"GM": ["1"], "FF": ["4"], "CA": ["UTF-8"], "AP": ["honte"]})
    grid, start = game.grid, game.start
    root.properties["SZ"] = [f"{grid.cols}" if grid.cols == grid.rows else f"{grid.cols}:{grid.rows}"]
    root.set_text("RU", _RULE_NAMES.get(game.rules.name, game.rules.name))
    root.properties["KM"] = [f"{game.rules.komi:g}"]
    if game.handicap:
        root.properties["HA"] = [str(game.handicap)]
    root.set_points("AB", start.board.stones(BLACK))
    root.set_points("AW", start.board.stones(WHITE))
    first = game.steps[0].color if game.steps else start.to_play
    if first is not BLACK or start.to_play is not BLACK:
        root.properties["PL"] = [start.to_play.letter]
    if game.result is not None:
        root.properties["RE"] = [str(game.result)]
    for name, text in properties.items():
        root.set_text(name, text)
    node = root
    for step in game.steps:
        node = node.add()
        node.set_move(step.color, step.move, grid)
    return GameTree(root)


def setup_tree(board: Board, to_play: Color | None = None) -> GameTree:
    """A tree that holds one position."""
    grid = board.grid
    game = Game(grid, JAPANESE.with_komi(0), board=board, to_play=to_play)
    return from_game(game)


def marked_points(node: Node, grid: Grid, *names: str) -> PointSet:
    """The points of several markup properties together, such as TR and MA."""
    found = PointSet(grid)
    for name in names:
        found |= node.points(name, grid)
    return found
