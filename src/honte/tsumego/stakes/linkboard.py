"""Two chains that one side wants to join, in the form of the compiled search.

A link is asked on an area. What lies around the area is frozen, in one of three ways (`Around`). Each of the
two chains is one bit, however many stones it has, because the game ends when one of them is captured.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from honte.core import Color
from honte.grid import Grid, Point
from honte.tsumego.problem import Problem
from honte.tsumego.proof.local import MAX_POINTS, PASS_MOVE, TooLarge

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Around(Enum):
    """Whose the points around the area are; stones of the cutter there are always safe."""

    GIVEN = "given"
    """Empty points are the cutter's, stones of the connector are safe: as in a problem with an area."""
    CUTTER = "cutter"
    """All are the cutter's: a connection shown here holds on the whole board."""
    CONNECTOR = "connector"
    """All are the connector's, and connected: a cut shown here holds wherever the walls stand."""


@dataclass(frozen=True)
class LinkBoard:
    """Nodes in bit order and the record that the kernels take. The connector is the kernels' attacker.

    The first two nodes are the chains. A node is the mask of its points on the grid: one point of the area,
    or a chain of the connector around it.
    """

    problem: Problem
    nodes: tuple[int, ...]
    points: tuple[Point, ...]
    """A point of each node."""
    region: NDArray[np.void]
    attacker: int
    defender: int
    keys: int
    """Bits of the chains that stand; the kernels of life and death want some."""

    @classmethod
    def of(cls, problem: Problem, around: Around) -> LinkBoard:
        """Builds the form of a problem whose keystones are two chains; raises TooLarge if it does not fit."""
        import numpy as np

        from honte.kernels.local.board import REGION

        grid, board = problem.grid, problem.board
        connector = board.stones_mask(problem.defender)
        ends = [part for part in grid.component_masks(connector) if part & problem.keystones.mask]
        assert len(ends) == 2, "a link has two chains"
        area, hostile, friends = _frozen(problem, around)
        free = area & ~(ends[0] | ends[1])
        inside = sorted(grid.masks_of(free), key=lambda bit: _far(grid, ends, bit))
        nodes = (*ends, *inside, *friends)
        if len(nodes) > MAX_POINTS:
            raise TooLarge(f"the area has {len(nodes)} points; a connection takes up to {MAX_POINTS}")

        def local(mask: int) -> int:
            return sum(1 << i for i, node in enumerate(nodes) if node & mask)

        region = np.zeros(1, dtype=REGION).view(np.recarray)
        record = region[0]
        for i, node in enumerate(nodes):
            record.neighbors[i] = local(grid.neighbors_mask(node) & ~node)
        record.keys[0], record.keys[1] = 1, 2
        record.key_count = 2
        record.full = (1 << len(nodes)) - 1
        record.wall = local(sum(friends))
        record.ally = local(grid.neighbors_mask(hostile))
        record.points = len(nodes)
        own = 3 | local(connector & free) | local(sum(friends))
        points = tuple(grid.point_of(node.bit_length() - 1) for node in nodes)
        cutter = local(board.stones_mask(problem.attacker) & free)
        return cls(problem, nodes, points, region, own, cutter, 3)

    @property
    def grid(self) -> Grid:
        """The grid of the problem's board."""
        return self.problem.grid

    def favored(self, color: Color | None) -> int:
        """The code for the side with outside ko threats: 0 nobody, 1 the connector, 2 the cutter."""
        return 0 if color is None else 1 if color is self.problem.defender else 2

    def index(self, point: Point | None) -> int:
        """The bit of a point; PASS_MOVE for None, -1 when it is not in the area."""
        if point is None:
            return PASS_MOVE
        bit = self.grid.bit(point)
        return next((i for i, node in enumerate(self.nodes) if node & bit), -1)

    def point(self, index: int) -> Point | None:
        """The point of a bit; None for PASS_MOVE."""
        return None if index == PASS_MOVE else self.points[index]


def _frozen(problem: Problem, around: Around) -> tuple[int, int, list[int]]:
    """The area without safe stones of the cutter, all points that are safely the cutter's, and the chains
    of the connector around the area."""
    grid, board, area = problem.grid, problem.board, problem.area.mask
    connector, cutter = board.stones_mask(problem.defender), board.stones_mask(problem.attacker)
    outside = grid.neighbors_mask(area) & ~area
    friends: list[int] = []
    hostile = cutter & outside
    match around:
        case Around.GIVEN:
            hostile |= outside & board.empty_mask
            friends = [part for part in grid.component_masks(connector & ~area) if part & outside]
        case Around.CUTTER:
            hostile = outside
        case Around.CONNECTOR:
            rest = grid.all.mask & ~area & ~cutter
            friends = [rest] if rest & outside else []
    safe = grid.flood_mask(grid.dilate_mask(hostile) & cutter & area, cutter & area)
    return area & ~safe, hostile | safe, friends


def _far(grid: Grid, ends: list[int], bit: int) -> int:
    """How far a point is from both chains, so that ties in the search try the points between them first."""
    here = grid.point_of(bit.bit_length() - 1)

    def to(mask: int) -> int:
        points = (grid.point_of(stone.bit_length() - 1) for stone in grid.masks_of(mask))
        return min(abs(p.col - here.col) + abs(p.row - here.row) for p in points)

    return to(ends[0]) + to(ends[1])
