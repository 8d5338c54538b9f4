"""What the index knows of one problem: everything that lists, filters and searches need."""

from __future__ import annotations

from dataclasses import dataclass

from honte.core import BLACK, WHITE, Board
from honte.errors import InputError
from honte.formats.sgf import GameTree
from honte.grid import Grid
from honte.tsumego.problem import Setup, check_board
from honte.tsumego.problem.keys import key_of
from honte.tsumego.problem.levels import guess_level, parse_level
from honte.tsumego.problem.place import place_of
from honte.tsumego.problem.sgf import setup_of_tree

MAX_TEXT = 4000
"""The most characters of a lesson that the index holds; the file has the whole."""
MAX_TITLE = 120
"""The most characters of a title in lists."""
TAG_PROPERTIES = ("TAGS", "GE", "KW")
"""Properties that hold tags: our own, the genre of goproblems, keywords."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One problem as the index holds it."""

    title: str
    """The name in the file; empty when the file gives none."""
    text: str
    """The comment of the root: question and lesson."""
    cols: int
    rows: int
    black: int
    white: int
    """Masks of the stones."""
    to_play: str
    """B or W."""
    aim: str
    """`live` or `kill`; empty when the file does not say."""
    place: str
    level: float | None
    """The number of the rank, see `levels`."""
    graded: bool
    """Whether the file gives the level; otherwise it is a guess."""
    tags: tuple[str, ...]
    key: str
    nodes: int
    """Nodes of the solution tree, the root included."""

    @property
    def board(self) -> Board:
        """The stones."""
        return Board(Grid(self.cols, self.rows), self.black, self.white)


def entry_of(tree: GameTree) -> Entry:
    """Reads the entry of a game tree; raises a GoError with the reason when it is no problem."""
    setup = setup_of_tree(tree)
    refuse(setup, tree)
    root = tree.root
    grid = setup.board.grid
    given = parse_level(root.simple("DI") or "")
    search = setup.extra.get("search") or {}
    return Entry(
        title=setup.name[:MAX_TITLE],
        text=setup.comment[:MAX_TEXT],
        cols=grid.cols,
        rows=grid.rows,
        black=setup.board.black_mask,
        white=setup.board.white_mask,
        to_play=setup.to_play.letter,
        aim=setup.objective.value if setup.objective else "",
        place=place_of(setup.area or setup.keystones or ~setup.board.empty).value,
        level=guess_level(search) if given is None else given,
        graded=given is not None,
        tags=tags_of(tree),
        key=key_of(setup.board, setup.to_play),
        nodes=sum(1 for _ in tree.nodes()),
    )


def refuse(setup: Setup, tree: GameTree | None = None) -> None:
    """Raises a GoError when a setup cannot be a problem: no stones, one color alone, captured chains."""
    board = setup.board
    if not board.black_mask | board.white_mask:
        moves = len(tree.moves()) if tree is not None else 0
        if moves:
            raise InputError(f"a game record of {moves} moves without setup stones; expected a problem")
        raise InputError("no stones: expected a position to live or to kill in")
    for color in (BLACK, WHITE):
        if not board.stones_mask(color):
            raise InputError(f"no {str(color).lower()} stones: expected stones of both colors")
    check_board(board)


def tags_of(tree: GameTree) -> tuple[str, ...]:
    """The tags of a problem, without repetition, in the order of the file."""
    found = []
    for name in TAG_PROPERTIES:
        for value in tree.root.properties.get(name, []):
            found += [tag.strip().lower() for tag in value.replace(";", ",").split(",") if tag.strip()]
    return tuple(dict.fromkeys(found))
