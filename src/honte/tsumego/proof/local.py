"""A problem in the form of the compiled search: the area in one 64-bit word, everything else fixed.

The area's points get bits in the order of their distance to the keystones. Attacker chains inside the
area that touch something safe are safe themselves and take no bits. For areas of more than 64 points
`LocalBoard.of` raises TooLarge; callers choose a smaller area or answer "unknown".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from honte.core import Color
from honte.errors import InputError
from honte.grid import Grid, Point
from honte.tsumego.problem import Capture, Problem

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MAX_POINTS = 64
"""Most points of an area: one bit of a word for each."""
MAX_KEYS = 16
"""Most keystone chains of a problem: one bit of a packed position for each."""
NO_KO = 64
"""The bit number that stands for no ko point."""
PASS_MOVE = 64
"""The bit number that stands for a pass."""
_CLOCKWISE = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
SIGHT = (
    *((x, y) for y in range(-2, 3) for x in range(-2, 3) if (x, y) != (0, 0)),
    *((0, 3), (3, 0), (0, -3), (-3, 0)),
)
"""Steps (columns, rows) from a move to the points that the policy sees."""


class TooLarge(InputError):
    """The area does not fit the compiled board."""

    code = "too_large"


@dataclass(frozen=True)
class LocalBoard:
    """Points in bit order and the record that the kernels take."""

    problem: Problem
    points: tuple[Point | None, ...]
    """The point of each bit; None for bits that the area does not use."""
    region: NDArray[np.void]
    attacker: int
    defender: int
    keys: int
    key_masks: tuple[int, ...]
    """The stones of each keystone chain at the start, as masks of the grid."""

    @classmethod
    def of(cls, problem: Problem, *, escape: bool = False, places: Sequence[Point] = ()) -> LocalBoard:
        """Builds the form of a problem; raises TooLarge when it does not fit.

        `places` are points with their bits, in order; other points get the bits after them. With `escape`
        the empty points around the area are the defender's: a target that connects with them is saved.
        """
        import numpy as np

        from honte.kernels.local.board import REGION

        grid, board = problem.grid, problem.board
        area, walls = _freeze(problem, escape=escape)
        inside = _ordered(problem, area)
        if len(inside) > MAX_POINTS:
            raise TooLarge(f"the area has {len(inside)} points; the proof solver takes up to {MAX_POINTS}")
        order = [*places, *(p for p in inside if p not in set(places))]
        index = {p: i for i, p in enumerate(order) if grid.bit(p) & area}
        points = tuple(p if p in index else None for p in order)
        if len(points) > MAX_POINTS:
            raise TooLarge("the points of this area and of earlier ones are too many for one table")
        allies = (board.stones_mask(problem.defender) | (board.empty_mask if escape else 0)) & ~area

        def local(mask: int) -> int:
            return sum(1 << i for p, i in index.items() if grid.bit(p) & mask)

        region = np.zeros(1, dtype=REGION).view(np.recarray)
        record = region[0]
        for p, i in index.items():
            record.neighbors[i] = local(grid.neighbors_mask(grid.bit(p)))
        bits = list(index.values())
        record.ring[bits] = _around(grid, index, _CLOCKWISE, allies)
        record.sight[bits] = _around(grid, index, SIGHT, allies, board.empty_mask & ~area)
        chains = _key_chains(problem)
        if len(chains) > MAX_KEYS:
            raise TooLarge(f"{len(chains)} keystone chains; the proof solver takes up to {MAX_KEYS}")
        for i, chain in enumerate(chains):
            record.keys[i] = local(chain)
        record.full = sum(1 << i for i in bits)
        record.wall = local(grid.neighbors_mask(walls))
        record.ally = local(grid.neighbors_mask(allies))
        record.points = len(points)
        record.key_count = len(chains)
        record.capture_any = problem.capture is Capture.ANY
        attacker = local(board.stones_mask(problem.attacker))
        defender = local(board.stones_mask(problem.defender))
        return cls(problem, points, region, attacker, defender, (1 << len(chains)) - 1, tuple(chains))

    @staticmethod
    def fits(problem: Problem) -> bool:
        """Whether the compiled board takes the problem, without building it."""
        area, _ = _freeze(problem)
        return area.bit_count() <= MAX_POINTS and len(_key_chains(problem)) <= MAX_KEYS

    def favored(self, color: Color | None) -> int:
        """The code for the side with outside ko threats: 0 nobody, 1 the attacker, 2 the defender."""
        return 0 if color is None else 1 if color is self.problem.attacker else 2

    @property
    def grid(self) -> Grid:
        """The grid of the problem's board."""
        return self.problem.grid

    def index(self, point: Point | None) -> int:
        """The bit of a point; PASS_MOVE for None, -1 when it is not in the area."""
        if point is None:
            return PASS_MOVE
        try:
            return self.points.index(point)
        except ValueError:
            return -1

    def point(self, index: int) -> Point | None:
        """The point of a bit; None for PASS_MOVE."""
        return None if index == PASS_MOVE else self.points[index]


def _freeze(problem: Problem, *, escape: bool = False) -> tuple[int, int]:
    """The area without safe attacker chains, and all points that are safely the attacker's."""
    grid, board = problem.grid, problem.board
    area = problem.area.mask
    attacker = board.stones_mask(problem.attacker)
    walls = (attacker | (0 if escape else board.empty_mask)) & ~area
    safe = grid.flood_mask(grid.dilate_mask(walls) & attacker, attacker) & area
    return area & ~safe, walls | safe


def _around(
    grid: Grid, index: dict[Point, int], steps: tuple[tuple[int, int], ...], allies: int, outside: int = 0
) -> list[list[int]]:
    """The points at these steps from each point of the area: bits, or codes for what is outside the area.

    `allies` are safe points of the defender, `outside` are empty points; all others are the attacker's.
    """
    from honte.kernels.local.board import EDGE, FRIENDLY, HOSTILE, OUTSIDE

    def code(x: int, y: int) -> int:
        if not (0 <= x < grid.cols and 0 <= y < grid.rows):
            return EDGE
        p = Point(x, y)
        if p in index:
            return index[p]
        bit = grid.bit(p)
        return FRIENDLY if bit & allies else OUTSIDE if bit & outside else HOSTILE

    return [[code(p.col + dx, p.row + dy) for dx, dy in steps] for p in index]


def _key_chains(problem: Problem) -> list[int]:
    grid, stones = problem.grid, problem.board.stones_mask(problem.defender)
    chains: list[int] = []
    for part in grid.component_masks(stones):
        if part & problem.keystones.mask:
            chains.append(part)
    return chains


def _ordered(problem: Problem, area: int) -> tuple[Point, ...]:
    """The area's points, nearest to the keystones first, so that ties in the search try them first."""
    grid = problem.grid
    reached = problem.keystones.mask & area
    layers = [reached]
    while True:
        grown = grid.dilate_mask(reached) & area
        if grown == reached:
            break
        layers.append(grown & ~reached)
        reached = grown
    layers.append(area & ~reached)
    order: list[Point] = []
    for layer in layers:
        order += [grid.point_of(bit.bit_length() - 1) for bit in grid.masks_of(layer)]
    return tuple(order)
