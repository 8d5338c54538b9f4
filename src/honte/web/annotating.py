"""Changes of a record by hand: comments, marks, names and results, variations cut and brought back.

Every function changes the tree of a `Record` and marks it as changed, so that the store keeps it. What a
position says stands on the node of its last move; a number of moves names a position of the present line.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from honte.core import Game, Rules
from honte.errors import GoError, InputError
from honte.formats.sgf import Node
from honte.formats.sgf_tokens import escape, point_text
from honte.grid import Grid, Point
from honte.web.record import Record

SHAPES = {"triangle": "TR", "square": "SQ", "circle": "CR", "cross": "MA"}
"""Marks by the names that the page has for them, and the properties of SGF."""
FACTS = {
    "title": "GN", "black": "PB", "white": "PW", "black_rank": "BR", "white_rank": "WR",
    "date": "DT", "event": "EV", "place": "PC", "result": "RE",
}  # fmt: skip
"""What a record says of the whole game: names of the page, and the properties of the root."""


@dataclass(frozen=True)
class Cut:
    """A variation that was taken out: where it was, so that it can come back."""

    above: Node
    number: int
    node: Node


# The tree as the page draws it


def drawn_tree(record: Record) -> dict[str, Any]:
    """All nodes in order, the parent before its children, and the node of every position of the line.

    A node is `[parent, move, words]`: the number of its parent (-1 for the root), color and vertex ("" for a
    node without a move), and whether it has a comment or marks.
    """
    numbers, nodes = dict[Node, int](), list[list[Any]]()
    stack: list[tuple[Node, int]] = [(record.tree.root, -1)]
    grid = record.tree.grid
    while stack:
        node, parent = stack.pop()
        number = numbers[node] = len(nodes)
        nodes.append([parent, _move_text(node, grid), int(_says(node))])
        stack += [(child, number) for child in reversed(node.children)]
    line = [numbers[record.line[record.start]], *(numbers[record.line[index]] for index in record.nodes)]
    return {"nodes": nodes, "line": line}


def _move_text(node: Node, grid: Grid) -> str:
    try:
        played = node.move(grid)
    except GoError:
        return ""
    if played is None:
        return ""
    color, move = played
    return color.letter + ("pass" if move is None else str(move))


def _says(node: Node) -> bool:
    return any(name in node for name in ("C", "LB", *SHAPES.values()))


def go_to_node(record: Record, number: int, rules: Rules) -> Game:
    """Takes the line through a node, named by its number in `drawn_tree`; the game stands there."""
    above, stack, count = dict[Node, Node](), [record.tree.root], 0
    while stack:
        node = stack.pop()
        if count == number:
            return _through(record, node, above, rules)
        count += 1
        above |= dict.fromkeys(node.children, node)
        stack += node.children[::-1]
    raise InputError(f"node {number} does not exist; the record has {count}")


def _through(record: Record, node: Node, above: dict[Node, Node], rules: Rules) -> Game:
    way = [node]
    while way[-1] in above:
        way.append(above[way[-1]])
    record.line = way[::-1]
    depth = len(record.line) - 1
    return record.replayed(depth, rules)


# Words and marks of a position


def set_comment(record: Record, move: int, text: str) -> None:
    """Puts a comment on a position; an empty one takes it off."""
    first, *rest = record.here(move)
    for node in rest:
        node.properties.pop("C", None)
    if text.strip():
        first.set_text("C", text.strip())
    else:
        first.properties.pop("C", None)
    _changed(record)


def set_mark(record: Record, move: int, point: Point, kind: str, label: str = "") -> None:
    """Puts a mark on a point of a position, instead of the one that is there; "" takes it off."""
    if kind not in (*SHAPES, "label", ""):
        raise InputError(f"{kind!r} is no mark; there are {', '.join(SHAPES)} and label")
    if kind == "label" and not label.strip():
        raise InputError("a label needs a letter or a number")
    grid, nodes = record.tree.grid, record.here(move)
    for node in nodes:
        for name in SHAPES.values():
            if name in node:
                node.set_points(name, node.points(name, grid) - grid.set([point]))
        _set_labels(node, {p: t for p, t in node.labels(grid).items() if p != point}, grid)
    first = nodes[0]
    if kind == "label":
        _set_labels(first, {**first.labels(grid), point: label.strip()[:4]}, grid)
    elif kind:
        name = SHAPES[kind]
        first.set_points(name, first.points(name, grid) | grid.set([point]))
    _changed(record)


def _set_labels(node: Node, labels: dict[Point, str], grid: Grid) -> None:
    if labels:
        node.properties["LB"] = [
            f"{point_text(point, grid)}:{escape(text, composed=True)}" for point, text in labels.items()
        ]
    else:
        node.properties.pop("LB", None)


# Facts about the game


def facts(record: Record) -> dict[str, str]:
    """What the root says of the game, by the names of FACTS; without what it does not say."""
    root = record.tree.root
    found = {name: root.simple(key) for name, key in FACTS.items()}
    return {name: text for name, text in found.items() if text}


def set_facts(record: Record, given: dict[str, str]) -> None:
    """Writes facts into the root; an empty text takes one out."""
    root = record.tree.root
    for name, text in given.items():
        if text.strip():
            root.set_text(FACTS[name], text.strip())
        else:
            root.properties.pop(FACTS[name], None)
    _changed(record)


# Variations


def cut(record: Record, move: int, rules: Rules) -> tuple[Game, Cut]:
    """Takes the last move of a position out, with everything after it; the game stands before it."""
    if move == 0:
        raise InputError("the start of the game cannot be deleted")
    index = record.nodes[move - 1]
    above, node = record.line[index - 1], record.line[index]
    number = next(n for n, child in enumerate(above.children) if child is node)
    del above.children[number]
    record.line = record.line[:index]
    _changed(record)
    return record.replayed(index - 1, rules), Cut(above, number, node)


def bring_back(record: Record, taken: Cut, rules: Rules) -> Game:
    """Puts a variation back where it was; the game stands on it."""
    taken.above.children.insert(taken.number, taken.node)
    _changed(record)
    above = {child: node for node in record.tree.nodes() for child in node.children}
    return _through(record, taken.node, above, rules)


def make_main(record: Record) -> None:
    """Makes the present line the main line: at every branch its move becomes the first."""
    for above, node in zip(record.line, record.line[1:], strict=False):
        above.children.sort(key=lambda child: child is not node)
    _changed(record)


def _changed(record: Record) -> None:
    record.kept = record.changed = True
