"""The book: the solution tree that a problem file brings along, kept as it is and read as lines of play.

Nothing here is proved. `honte.tsumego.bookcheck` compares the book with a proof.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from honte.core import Color, Move
from honte.formats.sgf import GameTree, Node
from honte.grid import Point
from honte.tsumego.problem.sgf import is_right, play_begins, right_first_moves

MOST_NODES = 2000
"""Nodes of a solution tree that are kept; a book on one problem has fewer."""
MOST_LINES = 60
"""Lines of play of a book that are listed."""


@dataclass(frozen=True, slots=True)
class BookLine:
    """One line of a book from the first move to its end."""

    moves: tuple[Move, ...]
    first: Color
    right: bool | None
    """Whether the book calls the line right; None when it does not say."""
    comment: str


@dataclass(frozen=True, slots=True)
class Book:
    """What a file says about the solution of its problem."""

    right: tuple[Point, ...]
    """First moves that the book gives as right; the first move of its main line when nothing is marked."""
    marked: bool
    """Whether the book marks right moves."""
    lines: tuple[BookLine, ...]
    """The lines of the tree, at most MOST_LINES."""

    @classmethod
    def of(cls, tree: GameTree) -> Book | None:
        """The book of a file, read from the nodes that `kept_tree` keeps; None when the file has no moves."""
        tree, _ = kept_tree(tree)
        lines = tuple(line for line, _ in zip(_lines(tree), range(MOST_LINES), strict=False))
        if not lines:
            return None
        right = tuple(right_first_moves(tree))
        main = lines[0].moves[0]
        if right or main is None:
            return cls(right, bool(right), lines)
        return cls((main,), False, lines)


def _lines(tree: GameTree) -> Iterator[BookLine]:
    """The lines of a tree in the order of the file."""
    grid = tree.grid
    stack: list[tuple[Node, tuple[Node, ...]]] = [
        (child, (child,)) for child in reversed(play_begins(tree).children)
    ]
    while stack:
        node, path = stack.pop()
        stack += [(child, (*path, child)) for child in reversed(node.children)]
        if node.children:
            continue
        moves = [move for each in path if (move := each.move(grid)) is not None]
        if moves:
            comment = next((text for each in reversed(path) if (text := each.text("C"))), "")
            yield BookLine(tuple(move for _, move in moves), moves[0][0], _verdict(path), comment)


def _verdict(path: tuple[Node, ...]) -> bool | None:
    """What the marks along a line say of it."""
    if any("BM" in node for node in path):
        return False
    if any(is_right(node) for node in path):
        return True
    text = path[-1].text("C") or ""
    return False if text.lstrip().lower().startswith(("wrong", "incorrect")) else None


def kept_tree(tree: GameTree, most: int = MOST_NODES) -> tuple[GameTree, int]:
    """A copy of a tree with the `most` nodes nearest to the root, and the number of nodes left out."""
    root = _copy(tree.root)
    level = [(tree.root, root)]
    kept, left_out = 1, 0
    while level:
        following = []
        for node, copy in level:
            for child in node.children:
                if kept >= most:
                    left_out += sum(1 for _ in GameTree(child).nodes())
                    continue
                kept += 1
                following.append((child, copy.add(_copy(child))))
        level = following
    return GameTree(root), left_out


def _copy(node: Node) -> Node:
    copy = Node({name: list(values) for name, values in node.properties.items()})
    copy.spelling = None if node.spelling is None else dict(node.spelling)
    return copy
