"""The editor: named operations that turn one `Setup` into the next, with undo and redo.

An operation accepts an unfinished problem. It refuses only input that makes no sense on the board, such as
points off the board and sizes out of range. `faults` says why a setup is no valid problem yet.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from honte.core import BLACK, WHITE, Board, Color
from honte.errors import InputError, ProblemError
from honte.grid import Grid, Point, PointSet, Symmetry
from honte.tsumego.problem import Capture, Setup, Threats
from honte.tsumego.problem.text import record_of_setup, setup_of_record

HISTORY = 150
"""Setups that an edit keeps for undo and redo."""


def empty_setup(cols: int, rows: int) -> Setup:
    """An empty board with Black to play."""
    return Setup(board=Board(Grid(cols, rows)), to_play=BLACK)


@dataclass
class Edit:
    """One problem in the making: its history, and the index of the present setup in it."""

    id: str
    history: list[Setup]
    at: int = 0
    version: int = 1
    problem_id: str | None = None
    """The saved problem that this edit was opened from or saved as."""
    saved_as: str | None = None
    """The problem that this edit was saved as: saving again changes it."""
    solved: tuple[dict[str, Any], str] | None = None
    """A setup that was checked, as a record, and its file with the solution."""
    lock: threading.RLock = field(default_factory=threading.RLock, repr=False)

    @property
    def setup(self) -> Setup:
        """The present setup."""
        return self.history[self.at]

    def change(self, setup: Setup) -> None:
        """Makes a setup the present one; setups that could be redone are dropped."""
        if setup == self.setup:
            return
        self.history = [*self.history[: self.at + 1], setup][-HISTORY:]
        self.at = len(self.history) - 1

    def undo(self) -> None:
        """Goes back by one setup."""
        if self.at == 0:
            raise InputError("nothing to undo")
        self.at -= 1

    def redo(self) -> None:
        """Goes forward by one setup."""
        if self.at + 1 == len(self.history):
            raise InputError("nothing to redo")
        self.at += 1

    def record(self) -> dict[str, Any]:
        """A JSON object for the store."""
        return {
            "history": [record_of_setup(setup) for setup in self.history],
            "at": self.at,
            "version": self.version,
            "problem_id": self.problem_id,
            "saved_as": self.saved_as,
            "solved": self.solved,
        }

    @classmethod
    def restored(cls, id: str, record: dict[str, Any]) -> Edit:
        """An edit from the store."""
        history = [setup_of_record(each) for each in record["history"]]
        edit = cls(id, history, record["at"], record["version"], record.get("problem_id"))
        edit.saved_as = record.get("saved_as")
        if solved := record.get("solved"):
            edit.solved = (solved[0], solved[1])
        return edit

    @property
    def solution(self) -> str:
        """The file of the present setup with its solution; empty unless it was checked."""
        if self.solved is None or self.solved[0] != record_of_setup(self.setup):
            return ""
        return self.solved[1]


# Operations: each takes a setup and its arguments and returns the next setup.


@dataclass(frozen=True)
class Arguments:
    """The arguments of an operation; each operation reads the ones it needs."""

    points: tuple[str, ...] = ()
    color: Color | None = None
    text: str = ""
    number: int = 0
    cols: int = 0
    rows: int = 0

    def on(self, grid: Grid) -> PointSet:
        """The points given; raises InputError if there are none."""
        if not self.points:
            raise InputError("this operation needs at least one point")
        return grid.set(grid.parse(text) for text in self.points)

    def rectangle(self, grid: Grid) -> PointSet:
        """All points of the rectangle with the first and the last given point as corners."""
        if not self.points:
            raise InputError("this operation needs at least one point")
        a, b = grid.parse(self.points[0]), grid.parse(self.points[-1])
        cols = range(min(a.col, b.col), max(a.col, b.col) + 1)
        rows = range(min(a.row, b.row), max(a.row, b.row) + 1)
        return grid.set(Point(col, row) for col in cols for row in rows)

    def colored(self) -> Color:
        """The color given; raises InputError if there is none."""
        if self.color is None:
            raise InputError("this operation needs a color: B or W")
        return self.color


def _place(setup: Setup, given: Arguments) -> Setup:
    """Puts stones down; a stone of the same color that is there already is removed."""
    color, points = given.colored(), given.on(setup.board.grid)
    same = points & setup.board.stones(color) - _keys(setup)
    board = setup.board.with_stones(points, color).with_stones(same, None)
    return _on(setup, board, _keys(setup) - points)


def _keystone(setup: Setup, given: Arguments) -> Setup:
    """Puts keystones down; a keystone of the same color becomes a plain stone again."""
    color, points = given.colored(), given.on(setup.board.grid)
    again = points & setup.board.stones(color) & _keys(setup)
    return _on(setup, setup.board.with_stones(points, color), (_keys(setup) | points) - again)


def _key_chain(setup: Setup, given: Arguments) -> Setup:
    """Marks whole chains as keystones, or removes the mark."""
    keys = _keys(setup)
    for point in given.on(setup.board.grid):
        chain = setup.board.chain(point)
        if chain is None:
            raise InputError(f"{point} is empty: a keystone is a stone")
        keys = keys - chain.stones if chain.stones <= keys else keys | chain.stones
    return replace(setup, keystones=keys or None)


def _erase(setup: Setup, given: Arguments) -> Setup:
    points = given.on(setup.board.grid)
    return _on(setup, setup.board.with_stones(points, None), _keys(setup) - points)


def _erase_area(setup: Setup, given: Arguments) -> Setup:
    points = given.rectangle(setup.board.grid)
    return _on(setup, setup.board.with_stones(points, None), _keys(setup) - points)


def _valid(setup: Setup, given: Arguments) -> Setup:
    """Adds points to the area, or removes them if all are in it; a stone brings its whole chain.

    Without an area, the points start one.
    """
    points = given.on(setup.board.grid)
    for point in points:
        chain = setup.board.chain(point)
        points = points if chain is None else points | chain.stones
    return _toggled(setup, points)


def _rectangle(setup: Setup, given: Arguments) -> Setup:
    """Adds a rectangle to the area, or removes it if all of it is in the area."""
    return _toggled(setup, given.rectangle(setup.board.grid))


def _fill(setup: Setup, given: Arguments) -> Setup:
    """Adds the empty region at a point to the area."""
    board = setup.board
    region = given.on(board.grid).flood(board.empty)
    if not region:
        raise InputError("fill needs an empty point")
    return with_area(setup, _area(setup) | region)


def _invert(setup: Setup, _: Arguments) -> Setup:
    area = setup.board.grid.all if setup.area is None else setup.area
    return with_area(setup, ~area)


def _whole(setup: Setup, _: Arguments) -> Setup:
    return replace(setup, area=None)


def _swap(setup: Setup, _: Arguments) -> Setup:
    """Exchanges the colors, the side to play and the threats."""
    threats = Threats(black=setup.threats.white, white=setup.threats.black)
    return replace(
        setup, board=setup.board.swapped(), to_play=setup.to_play.opponent, threats=threats, objective=None
    )


def _moved(setup: Setup, symmetry: Symmetry) -> Setup:
    grid = setup.board.grid
    keys = None if setup.keystones is None else PointSet(grid, symmetry.mask(setup.keystones.mask))
    area = None if setup.area is None else PointSet(grid, symmetry.mask(setup.area.mask))
    return replace(
        setup,
        board=setup.board.transformed(symmetry),
        keystones=keys,
        area=area,
        ko=None if setup.ko is None else symmetry(setup.ko),
        solutions=tuple(symmetry(point) for point in setup.solutions),
    )


def _rotate(setup: Setup, _: Arguments) -> Setup:
    """Turns a square board by a quarter and any other board by a half."""
    grid = setup.board.grid
    if grid.cols != grid.rows:
        return _moved(setup, grid.symmetries[3])
    last = grid.cols - 1
    return _moved(setup, Symmetry(grid, tuple(Point(p.row, last - p.col) for p in grid.points)))


def _flip(setup: Setup, _: Arguments) -> Setup:
    return _moved(setup, setup.board.grid.symmetries[1])


def _reset(setup: Setup, given: Arguments) -> Setup:
    grid = setup.board.grid
    return empty_setup(given.cols or grid.cols, given.rows or grid.rows)


def _to_play(setup: Setup, given: Arguments) -> Setup:
    color = given.colored()
    return setup if color is setup.to_play else replace(setup, to_play=color, ko=None, objective=None)


def _capture(setup: Setup, given: Arguments) -> Setup:
    if given.text not in ("all", "any"):
        raise InputError("capture must be `all` or `any`")
    return replace(setup, capture=Capture(given.text))


def _threats(setup: Setup, given: Arguments) -> Setup:
    if not 0 <= given.number <= 9:
        raise InputError(f"{given.number} ko threats; the number must be between 0 and 9")
    return replace(setup, threats=Threats.of(given.colored(), given.number))


def _name(setup: Setup, given: Arguments) -> Setup:
    return replace(setup, name=given.text.strip()[:80])


def _comment(setup: Setup, given: Arguments) -> Setup:
    return replace(setup, comment=given.text[:2000])


OPERATIONS: dict[str, Callable[[Setup, Arguments], Setup]] = {
    "place": _place, "keystone": _keystone, "key-chain": _key_chain, "erase": _erase,
    "erase-area": _erase_area, "valid": _valid, "rectangle": _rectangle, "fill": _fill,
    "invert": _invert, "whole": _whole, "swap": _swap, "rotate": _rotate, "flip": _flip,
    "reset": _reset, "to-play": _to_play, "capture": _capture, "threats": _threats,
    "name": _name, "comment": _comment,
}  # fmt: skip


def faults(setup: Setup) -> list[str]:
    """The reasons why a setup is no valid problem; empty for a valid one."""
    try:
        setup.problem()
    except ProblemError as error:
        return list(error.reasons)
    return []


def roles(setup: Setup) -> dict[str, str] | None:
    """The defender, the attacker and the goal of the side to play.

    None if there is no keystone, or if the keystones have both colors.
    """
    colors = {setup.board[point] for point in _keys(setup)} - {None}
    if len(colors) != 1:
        return None
    defender = BLACK if BLACK in colors else WHITE
    goal = "live" if setup.to_play is defender else "kill"
    return {"defender": defender.letter, "attacker": defender.opponent.letter, "goal": goal}


def _keys(setup: Setup) -> PointSet:
    return PointSet(setup.board.grid) if setup.keystones is None else setup.keystones


def _area(setup: Setup) -> PointSet:
    return PointSet(setup.board.grid) if setup.area is None else setup.area


def _toggled(setup: Setup, points: PointSet) -> Setup:
    """The setup with points added to its area, or removed from it if all are in it."""
    area = _area(setup)
    return with_area(setup, area - points if points <= area else area | points)


def _on(setup: Setup, board: Board, keys: PointSet) -> Setup:
    """The setup with another board, without its ko and its known solutions."""
    changed = replace(setup, board=board, keystones=keys or None, ko=None, solutions=(), extra={})
    return changed if setup.area is None else with_area(changed, setup.area)


def with_area(setup: Setup, area: PointSet) -> Setup:
    """The setup with another area, extended by the keystones and by every chain that it would cut."""
    area = area | _keys(setup)
    for chain in setup.board.chains():
        if not area.isdisjoint(chain.stones):
            area = area | chain.stones
    return replace(setup, area=area)
