"""SGF as a tree: reading, changing and writing files without knowing the game.

A `Node` holds its properties in the order of the file, each with its raw values; names are matched by
their capital letters, as the old `Black[dd]` of FF[1] needs, and written back as they were spelled.
What a property means is asked for by `text`, `points`, `move` and friends. Nothing here recurses, so a
file nested ten thousand variations deep is an ordinary file.

Not kept: white space between properties. Read leniently: anything before the first `(;` and between
trees. Everything else that is not SGF raises one ParseError with line and column.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import overload

from honte.core.board import BLACK, WHITE, Color
from honte.core.position import Move
from honte.errors import InputError, ParseError
from honte.formats import sgf_tokens
from honte.formats.sgf_encoding import codec_name, decode
from honte.grid import MAX_SIDE, Grid, Point, PointSet

NODES_PER_LINE = 10
"""The most nodes that are written on one line of a file."""
Properties = dict[str, list[str]]


class Node:
    """One node: ordered properties with raw values, and the variations that follow.

    >>> node = Node()
    >>> node.set_text("C", "a [good] move")
    >>> node.properties, node.text("C")
    ({'C': ['a [good\\\\] move']}, 'a [good] move')
    """

    __slots__ = ("children", "properties", "spelling")

    def __init__(self, properties: Properties | None = None) -> None:
        self.properties: Properties = {} if properties is None else properties
        self.children: list[Node] = []
        self.spelling: dict[str, str] | None = None
        """Names that were not written in plain capitals."""

    def __contains__(self, name: str) -> bool:
        return name in self.properties

    def __repr__(self) -> str:
        return f"<Node {_node_text(self)[:60]}>"

    def first(self, name: str) -> str | None:
        """The first raw value of a property."""
        values = self.properties.get(name)
        return values[0] if values else None

    def text(self, name: str) -> str | None:
        """The meaning of a text property."""
        raw = self.first(name)
        return None if raw is None else sgf_tokens.unescape(raw)

    def simple(self, name: str) -> str | None:
        """The meaning of a one-line text property: line breaks are spaces."""
        text = self.text(name)
        return None if text is None else text.replace("\n", " ").strip()

    def number(self, name: str) -> float | None:
        """A number with a decimal point or comma; None when the property is missing or no number."""
        try:
            return float((self.simple(name) or "").replace(",", "."))
        except ValueError:
            return None

    def points(self, name: str, grid: Grid) -> PointSet:
        """A point list, compressed or not; raises ParseError for points off the board."""
        return sgf_tokens.parse_points(self.properties.get(name, []), grid)

    def labels(self, grid: Grid) -> dict[Point, str]:
        """The labels of LB by point."""
        pairs = (sgf_tokens.split_composed(raw) for raw in self.properties.get("LB", []))
        return {
            sgf_tokens.parse_point(pair[0], grid): sgf_tokens.unescape(pair[1])
            for pair in pairs
            if pair is not None
        }

    def move(self, grid: Grid) -> tuple[Color, Move] | None:
        """The move of this node; raises ParseError for a point off the board."""
        for name, color in (("B", BLACK), ("W", WHITE)):
            values = self.properties.get(name)
            if values:
                return color, sgf_tokens.parse_move(values[0], grid)
        return None

    def set_text(self, name: str, text: str) -> None:
        """Sets a text property; brackets and backslashes are escaped."""
        self.properties[name] = [sgf_tokens.escape(text)]

    def set_points(self, name: str, points: PointSet) -> None:
        """Sets a point list; an empty one removes the property."""
        self.properties.pop(name, None)
        if points:
            self.properties[name] = [sgf_tokens.point_text(p, points.grid) for p in points]

    def set_move(self, color: Color, move: Move, grid: Grid) -> None:
        """Sets the move of this node: B or W."""
        self.properties[color.letter] = [sgf_tokens.move_text(move, grid)]

    def add(self, child: Node | None = None) -> Node:
        """Appends a variation and returns it."""
        child = Node() if child is None else child
        self.children.append(child)
        return child


class GameTree:
    """One game of a file, from its root node."""

    __slots__ = ("root",)

    def __init__(self, root: Node | None = None) -> None:
        self.root = Node() if root is None else root

    @property
    def grid(self) -> Grid:
        """The board of SZ: `19`, or `19:13` for columns and rows; 19x19 without one."""
        raw = self.root.simple("SZ") or "19"
        first, _, second = raw.partition(":")
        try:
            cols, rows = int(first), int(second or first)
        except ValueError:
            raise ParseError(f"SZ[{raw[:20]}] is not a board size") from None
        if not (1 <= cols <= MAX_SIDE and 1 <= rows <= MAX_SIDE):
            raise InputError(f"a {cols}x{rows} board is out of range; sides go from 1 to {MAX_SIDE}")
        return Grid(cols, rows)

    def main_line(self) -> Iterator[Node]:
        """The root and the first variation of each node after it."""
        node = self.root
        yield node
        while node.children:
            node = node.children[0]
            yield node

    def nodes(self) -> Iterator[Node]:
        """All nodes, each before its variations, in the order of the file."""
        stack = [self.root]
        while stack:
            node = stack.pop()
            yield node
            stack.extend(reversed(node.children))

    def moves(self) -> list[tuple[Color, Move]]:
        """The moves of the main line as the file has them; nothing is checked but the board's size."""
        grid = self.grid
        return [move for node in self.main_line() if (move := node.move(grid)) is not None]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, GameTree):
            return NotImplemented
        pairs = [(self.root, other.root)]
        while pairs:
            a, b = pairs.pop()
            if list(a.properties.items()) != list(b.properties.items()) or a.spelling != b.spelling:
                return False
            if len(a.children) != len(b.children):
                return False
            pairs.extend(zip(a.children, b.children, strict=True))
        return True

    __hash__ = None  # type: ignore[assignment]  # nodes compare by content and change


class Collection(Sequence[GameTree]):
    """The games of one file and the encoding it was in.

    >>> games = parse("(;SZ[9];B[ee](;W[ec])(;W[cc]))")
    >>> print(serialize(games).decode(), end="")
    (;SZ[9];B[ee](;W[ec])(;W[cc]))
    """

    def __init__(self, trees: Iterable[GameTree] = (), encoding: str = "utf-8") -> None:
        self.trees = list(trees)
        self.encoding = encoding

    @overload
    def __getitem__(self, index: int) -> GameTree: ...
    @overload
    def __getitem__(self, index: slice) -> list[GameTree]: ...
    def __getitem__(self, index: int | slice) -> GameTree | list[GameTree]:
        return self.trees[index]

    def __len__(self) -> int:
        return len(self.trees)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Collection) and self.trees == other.trees

    __hash__ = None  # type: ignore[assignment]  # nodes compare by content and change


# Reading


def parse(data: bytes | str) -> Collection:
    """Reads all games of a file; raises ParseError with line and column."""
    if isinstance(data, str):
        return Collection(_parse_trees(data.removeprefix("\ufeff")), "utf-8")
    text, encoding = decode(data)
    try:
        return Collection(_parse_trees(text), encoding)
    except ParseError:
        if encoding.startswith("utf") or data.isascii():
            raise
        try:  # a wrong guess can swallow a bracket into a character: Latin-1 swallows nothing
            return Collection(_parse_trees(data.decode("latin-1")), "latin-1")
        except ParseError:
            pass
        raise


def _parse_trees(text: str) -> list[GameTree]:
    trees: list[GameTree] = []
    start = sgf_tokens.TREE_START.search(text)
    if start is None:
        what = "an empty file" if not text.strip() else "no game found"
        raise sgf_tokens.error_at(text, 0, f"{what}; SGF starts with '(;'")
    while start is not None:
        tree, end = _parse_tree(text, start.start())
        trees.append(tree)
        start = sgf_tokens.TREE_START.search(text, end)
    return trees


def _parse_tree(text: str, offset: int) -> tuple[GameTree, int]:
    """Reads one tree from its opening parenthesis; returns it and where it ends."""
    node = above = Node()  # stands over the root, so that the root is a child like any other
    stack: list[Node] = []
    values: list[str] = []
    inside = False  # whether a property may come: not after a parenthesis
    for match in sgf_tokens.TOKEN.finditer(text, offset):
        semicolon, name, value, more, structure, _ = match.groups()
        if semicolon is not None or structure == ";":
            child = Node()
            node.children.append(child)
            node, inside, values = child, True, []
        if name is not None:
            if not inside:
                raise sgf_tokens.error_at(text, match.start(), f"property {name[:20]} outside a node")
            values = _add_property(node, name, value)
        elif more is not None:
            if not values:
                raise sgf_tokens.error_at(text, match.start(), "a value without a property")
            values.append(more)
        elif structure == "(":
            stack.append(node)
            inside, values = False, []
        elif structure == ")":
            if node is stack[-1]:
                raise sgf_tokens.error_at(text, match.start(), "a variation without a node")
            node = stack.pop()
            inside, values = False, []
            if not stack:
                return GameTree(above.children[0]), match.end()
        elif structure is None:
            raise _unexpected(text, match.start())
    raise sgf_tokens.error_at(text, len(text), "the file ends inside a game; expected ')'")


def _add_property(node: Node, name: str, value: str) -> list[str]:
    """Adds a property; one that comes twice gets the values of both. Returns its value list."""
    properties = node.properties
    if name not in properties and name.isupper():
        values = properties[name] = [value]
        return values
    key = name
    if not name.isupper():
        key = "".join(ch for ch in name if not ch.islower()) or name.upper()
        if node.spelling is None:
            node.spelling = {}
        node.spelling.setdefault(key, name)
    values = properties.setdefault(key, [])
    values.append(value)
    return values


def _unexpected(text: str, offset: int) -> ParseError:
    ch = text[offset]
    if unclosed := re.compile(r"[A-Za-z0-9]*\s*\[").match(text, offset):
        return sgf_tokens.error_at(text, unclosed.end() - 1, "a value that is never closed; expected ']'")
    if ch.isascii() and ch.isalpha():
        return sgf_tokens.error_at(text, offset, "a property without a value; expected '['")
    return sgf_tokens.error_at(text, offset, f"unexpected {ch!r}; expected a property, ';', '(' or ')'")


# Writing


def serialize(games: Collection | GameTree, encoding: str | None = None) -> bytes:
    """The file of a collection or a single game, in its encoding; raises InputError for an unknown one.

    Text that the encoding cannot hold, or that would be read back as something else, turns the whole file
    into UTF-8, and CA says so.
    """
    games = games if isinstance(games, Collection) else Collection([games], encoding or "utf-8")
    wanted = codec_name(encoding) if encoding else games.encoding
    if wanted is None:
        raise InputError(f"{encoding!r} is not a text encoding")
    if encoding is not None:
        _declare(games, encoding)
    text = _whole_text(games)
    try:
        data = text.encode(wanted)
    except UnicodeEncodeError:
        data = None
    if data is None or not (data.isascii() or wanted.startswith("utf") or _reads_as(data, text)):
        _declare(games, "UTF-8")
        return _whole_text(games).encode("utf-8")
    return data


def _whole_text(games: Collection) -> str:
    return "".join(to_text(tree) + "\n" for tree in games)


def _reads_as(data: bytes, text: str) -> bool:
    """Whether a file without a sure encoding is understood as the text that it was written from."""
    try:
        return _whole_text(parse(data)) == text
    except ParseError:
        return False


def _declare(games: Collection, encoding: str) -> None:
    for tree in games:
        tree.root.properties["CA"] = [encoding]
    games.encoding = codec_name(encoding) or games.encoding


def to_text(tree: GameTree) -> str:
    """One game as text; a few nodes to a line."""
    out: list[str] = ["("]
    stack: list[Node | str] = [tree.root]
    in_line = 0
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            out.append(item)
            in_line = 0
            continue
        if in_line == NODES_PER_LINE:
            out.append("\n")
            in_line = 0
        out.append(_node_text(item))
        in_line += 1
        if len(item.children) == 1:
            stack.append(item.children[0])
            continue
        for child in reversed(item.children):
            stack += [")", child, "("]
    return "".join(out) + ")"


def _node_text(node: Node) -> str:
    spelling = node.spelling or {}
    parts = [";"]
    for name, values in node.properties.items():
        parts.append(spelling.get(name, name))
        parts.extend(f"[{value}]" for value in values)
    return "".join(parts)
