"""The record of a game: the whole tree of an SGF file, and the one line of it that the board shows.

A table plays one line forward and back; its record holds all lines. After every change `follow` compares
the moves played with the tree. A move that the tree has leads into that variation, and redo plays its
continuation. Any other move becomes a new variation. So no move that was imported or played is lost.
Everything else in the file (comments, marks, unknown properties) is written back unchanged.

`annotating` removes and reorders variations and edits comments and marks. A setup in the middle of a line
starts the game again there (see `formats.sgf_game`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from honte.core import Color, Game, Move, Result, Rules, vertex
from honte.errors import GoError, InputError
from honte.formats.sgf import GameTree, Node, from_game, parse, play_line, to_text
from honte.grid import Grid

_NOTHING: Mapping[str, str] = {}
_SHAPES = {"TR": "triangle", "SQ": "square", "CR": "circle", "MA": "cross"}


@dataclass(frozen=True)
class Choice:
    """A move that follows in the record, and its node."""

    color: Color
    move: Move
    node: Node


@dataclass
class Record:
    """A tree, the line in it, and for each move of the line its node."""

    tree: GameTree
    line: list[Node]
    kept: bool
    """Whether the tree holds more than the moves of the game, so that the store must keep it, too."""
    start: int = 0
    """Index in the line of the node where the game starts."""
    nodes: list[int] = field(default_factory=list)
    """For each move of the line, the index of its node in the line."""
    moves: list[tuple[Color, Move]] = field(default_factory=list)
    changed: bool = False
    """Whether the tree differs from its stored copy."""

    # Making one

    @classmethod
    def of_game(cls, game: Game, texts: Mapping[str, str] = _NOTHING) -> Record:
        """The record of a game that came from no file; `texts` are properties of its root."""
        tree = from_game(game.branch(0), **texts)
        record = cls(tree, [tree.root], kept=False)
        record.follow(game)
        return record

    @classmethod
    def of_tree(cls, tree: GameTree, turns: Sequence[Sequence[int]] = ()) -> Record:
        """A tree with a line: it follows first variations except at `turns`, pairs of depth and number."""
        if "CA" in tree.root:
            tree.root.properties["CA"] = ["UTF-8"]  # the encoding in which `text` is written
        line, where = [tree.root], {turn[0]: turn[1] for turn in turns}
        while line[-1].children:
            children = line[-1].children
            line.append(children[min(where.get(len(line), 0), len(children) - 1)])
        record = cls(tree, line, kept=True, changed=True)
        record._replay()
        return record

    def body(self) -> dict[str, Any]:
        """A JSON object for the store: the whole tree as text."""
        return {"sgf": to_text(self.tree)}

    @classmethod
    def restored(cls, body: dict[str, Any], turns: Sequence[Sequence[int]]) -> Record:
        """A record from the store."""
        record = cls.of_tree(parse(body["sgf"])[0], turns)
        record.changed = False
        return record

    @property
    def turns(self) -> list[list[int]]:
        """Where the line takes a variation other than the first: pairs of depth and number."""
        pairs = zip(self.line, self.line[1:], strict=False)
        numbers = (_index(above.children, node) for above, node in pairs)
        return [[depth, number] for depth, number in enumerate(numbers, 1) if number]

    # A position of the line, given by the number of moves before it

    def choices(self, move: int) -> list[Choice]:
        """The moves that follow, the main one first; a node without a move is skipped for those below it."""
        return self._reach(move)[0]

    def _reach(self, move: int) -> tuple[list[Choice], dict[Node, Node]]:
        """The choices, and the parent of each node on the way to one of them."""
        found: list[Choice] = []
        here = self.here(move)[0]
        above = dict.fromkeys(here.children, here)
        stack = here.children[::-1]
        while stack:
            node = stack.pop()
            try:
                played = node.move(self.tree.grid)
            except GoError:
                continue
            if played is not None:
                found.append(Choice(*played, node))
            else:
                above |= dict.fromkeys(node.children, node)
                stack += node.children[::-1]
        return found, above

    def on_line(self, choice: Choice, move: int) -> bool:
        """Whether the line takes this choice."""
        return move < len(self.nodes) and self.line[self.nodes[move]] is choice.node

    def comment(self, move: int) -> str:
        """The comments of a position, separated by empty lines."""
        texts = (node.text("C") for node in self.here(move))
        return "\n\n".join(text.strip() for text in texts if text and text.strip())

    def marks(self, move: int) -> dict[str, dict[str, str]]:
        """Triangles, squares, circles, crosses and labels by vertex, in the form that the page draws."""
        grid, marks = self.tree.grid, dict[str, dict[str, str]]()
        for node in self.here(move):
            for name, shape in _SHAPES.items():
                marks |= {str(point): {"type": shape} for point in _points(node, name, grid)}
            marks |= _labels(node, grid)
        return marks

    @property
    def is_main(self) -> bool:
        """Whether the line is the main line."""
        return not (self.kept and self.turns)

    def here(self, move: int) -> list[Node]:
        """The nodes of a position: the node of its last move and the nodes after it without a move."""
        first = self.nodes[move - 1] if move else self.start
        last = self.nodes[move] if move < len(self.nodes) else len(self.line)
        return self.line[first:last]

    # Changing the line

    def take(self, move: int, number: int | None, rules: Rules) -> Game:
        """Goes into variation `number` after `move` moves, and returns the game there.

        For None it goes back to the main line, where the present line leaves it.
        """
        if number is None:
            main = list(self.tree.main_line())
            depth = sum(a is b for a, b in zip(self.line, main, strict=False)) - 1
            self.line = main
        else:
            choices, above = self._reach(move)
            if not 0 <= number < len(choices):
                raise InputError(f"variation {number} does not exist; this position has {len(choices)}")
            self._turn(move, choices[number].node, above)
            depth = len(self.line) - 1
        return self.replayed(depth, rules)

    def replayed(self, depth: int, rules: Rules) -> Game:
        """Takes the line to its end along first variations; the game stands at its node `depth`."""
        self._to_the_end()
        game = self._replay(rules)
        go_back(game, sum(node <= depth for node in self.nodes))
        return game

    def follow(self, game: Game) -> Game:
        """Takes the moves of a game up into the tree.

        Returns the game; if its line goes on in the tree, redo plays the continuation.
        """
        wanted = [(step.color, step.move) for step in (*game.steps, *game.undone)]
        if wanted == self.moves:
            return game
        shared = next(
            (i for i, pair in enumerate(zip(wanted, self.moves, strict=False)) if pair[0] != pair[1]),
            min(len(wanted), len(self.moves)),
        )
        for number in range(shared, len(wanted)):
            self._step(number, *wanted[number], game.grid)
        length = len(self.line)
        self._to_the_end()
        if len(self.line) == length and len(self.moves) == len(wanted):
            return game
        again = self._replay(game.rules)
        go_back(again, len(game.steps))
        again.resumed_at, again.handicap = game.resumed_at, game.handicap
        return again

    def _step(self, number: int, color: Color, move: Move, grid: Grid) -> None:
        choices, above = self._reach(number)
        for choice in choices:
            if (choice.color, choice.move) == (color, move):
                self._turn(number, choice.node, above)
                break
        else:
            here = self.here(number)
            node = here[-1].add()
            node.set_move(color, move, grid)
            first = self.nodes[number - 1] if number else self.start
            self.line = [*self.line[: first + len(here)], node]
            self.kept = self.kept or len(here[-1].children) > 1
            self.changed = True
        self.nodes = [*self.nodes[:number], len(self.line) - 1]
        self.moves = [*self.moves[:number], (color, move)]

    def _turn(self, move: int, node: Node, above: dict[Node, Node]) -> None:
        """Cuts the line at a position and extends it to a node below, along `above`."""
        first = self.nodes[move - 1] if move else self.start
        way = [node]
        while (node := above[node]) is not self.line[first]:
            way.append(node)
        self.line = [*self.line[: first + 1], *way[::-1]]

    def _to_the_end(self) -> None:
        while self.line[-1].children:
            self.line.append(self.line[-1].children[0])

    def _replay(self, rules: Rules | None = None) -> Game:
        played = play_line(self.tree, self.line, rules=rules)
        self.start, self.nodes = played.start, played.nodes
        self.moves = [(step.color, step.move) for step in played.game.steps]
        if rules is not None:
            played.game.rules = rules  # the komi of the table
        return played.game

    # Writing

    def text(self, result: Result | None) -> str:
        """The whole tree as SGF, with `result` where the file has another result or none."""
        root = Node(dict(self.tree.root.properties))
        root.children, root.spelling = self.tree.root.children, self.tree.root.spelling
        if result is not None and str(result) != _result(root):
            root.set_text("RE", str(result))
        return to_text(GameTree(root))


def go_back(game: Game, move: int) -> None:
    """Undoes moves until at most `move` are left."""
    while len(game.steps) > move:
        game.undo()


def _index(nodes: Sequence[Node], node: Node) -> int:
    return next(number for number, each in enumerate(nodes) if each is node)


def _points(node: Node, name: str, grid: Grid) -> list[Any]:
    try:
        return list(node.points(name, grid))
    except GoError:
        return []  # marks off the board are kept but not shown


def _labels(node: Node, grid: Grid) -> dict[str, dict[str, str]]:
    try:
        return {vertex(p): {"type": "label", "label": text[:4]} for p, text in node.labels(grid).items()}
    except GoError:
        return {}


def _result(root: Node) -> str | None:
    try:
        found = Result.parse(root.simple("RE") or "")
    except GoError:
        return None
    return None if found is None else str(found)
