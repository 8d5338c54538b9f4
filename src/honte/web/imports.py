"""Files that become problems: SGF with one problem or many, diagrams, any text board.

A problem that cannot be read is refused in one line and does not keep the others from being read.
"""

from __future__ import annotations

from dataclasses import replace

from honte.errors import GoError, ProblemError
from honte.formats.load import is_sgf
from honte.formats.sgf import GameTree, parse, to_text
from honte.tsumego.bookcheck import by_book
from honte.tsumego.problem.book import kept_tree
from honte.tsumego.problem.sgf import setup_of_tree
from honte.web.documents import new_id
from honte.web.puzzles import Puzzle
from honte.web.routes.editor import read_setup

MAX_IMPORT = 500
"""Most problems that one file may add."""


def read_puzzles(text: str) -> list[Puzzle | str]:
    """The problems of a file, each as a puzzle or as the line that refuses it.

    Raises the error itself when the file holds one problem only.
    """
    if not is_sgf(text):
        return [Puzzle.of(new_id(), read_setup(text))]
    trees = parse(text)
    if len(trees) == 1:
        return [puzzle_of_tree(trees[0])]
    found: list[Puzzle | str] = []
    for number, tree in enumerate(trees[:MAX_IMPORT], 1):
        try:
            found.append(puzzle_of_tree(tree))
        except GoError as error:
            found.append(f"problem {number}: {error}")
    if len(trees) > MAX_IMPORT:
        found.append(f"the file has {len(trees)} problems; the page takes the first {MAX_IMPORT}")
    if not any(isinstance(each, Puzzle) for each in found):
        raise ProblemError([str(found[0])])
    return found


def puzzle_of_tree(tree: GameTree, id: str | None = None, source: str = "mine", name: str = "") -> Puzzle:
    """The puzzle of one game tree, with its solution tree; raises a GoError when it is no problem.

    `name` is its name when the file gives none.
    """
    setup = by_book(setup_of_tree(tree))
    setup = setup if setup.name else replace(setup, name=name)
    kept, left_out = kept_tree(tree)
    note = f"The file's solution has {left_out:,} more positions than the page keeps." if left_out else ""
    return Puzzle.of(id or new_id(), setup, source, file=to_text(kept), note=note)
