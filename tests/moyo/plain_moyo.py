"""Paper 001 in plain Python, point by point and without regard to speed.

It is written from the definitions in the docstrings of `honte.moyo`, group by group and ray by ray. The
compiled kernels must agree with it on every board. It shares only the constants with them.
"""

from __future__ import annotations

from collections import deque
from fractions import Fraction
from itertools import combinations, pairwise

from honte.core import BLACK, WHITE, Board, Color
from honte.grid import Point, PointSet
from honte.moyo import atsumi as definition
from honte.moyo import size as moyo

DIRECTIONS = ((0, -1), (0, 1), (-1, 0), (1, 0))
DIAGONALS = ((1, 1), (1, -1), (-1, 1), (-1, -1))


def neighbors(board: Board, p: Point) -> list[Point]:
    around = (Point(p.col + dx, p.row + dy) for dx, dy in DIRECTIONS)
    return [q for q in around if q in board.grid]


def touches(board: Board, p: Point, color: Color) -> bool:
    return any(board[q] is color for q in neighbors(board, p))


def corridors(a: Point, b: Point) -> list[tuple[definition.Link, list[Point]]]:
    """The links that two stones may have, with the points between them."""
    found = []
    dx, dy = b.col - a.col, b.row - a.row
    for link in definition.LINKS:
        long, short = link.far
        if {abs(dx), abs(dy)} != {long, short} or abs(dx) + abs(dy) != long + short:
            continue
        sx, sy = (1 if dx >= 0 else -1), (1 if dy >= 0 else -1)
        upright = abs(dy) == long
        points = [
            Point(a.col + sx * u, a.row + sy * v) if upright else Point(a.col + sx * v, a.row + sy * u)
            for v, u in link.corridor
        ]
        found.append((link, points))
    return found


class PlainAtsumi:
    """Atsumi by the six steps of the definition."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.lines: dict[Color, dict[Point, int]] = {BLACK: {}, WHITE: {}}
        self.groups: list[tuple[Color, set[Point]]] = []
        for color in (BLACK, WHITE):
            self._link(color)
        for p in self.lines[BLACK].keys() & self.lines[WHITE].keys():
            del self.lines[BLACK][p], self.lines[WHITE][p]
        reaches = [
            (color, len(group), self.degrees(color, group, definition.LAST_DEGREE))
            for color, group in self.groups
        ]
        self.tenths = {p: self._ordinary(p, reaches) for p in board.empty}
        for color in (BLACK, WHITE):
            for p, value in self.lines[color].items():
                self.tenths[p] = color * value
        for color in (BLACK, WHITE):
            self._loose_territory(color)
        if board.black_mask and board.white_mask:
            for color in (BLACK, WHITE):
                self._solid_territory(color)

    def _link(self, color: Color) -> None:
        groups = [set(chain.stones) for chain in self.board.chains(color)]
        for a, b in combinations(self.board.stones(color), 2):
            for link, points in corridors(a, b):
                if any(self.board[p] is not None for p in points):
                    continue
                touched = [p for p in points if touches(self.board, p, color.opponent)]
                if touched and not link.tough:
                    continue
                for p in points:
                    if p not in touched:
                        self.lines[color][p] = max(self.lines[color].get(p, 0), link.value)
                one = next(g for g in groups if a in g)
                two = next(g for g in groups if b in g)
                if one is not two:
                    one |= two
                    groups.remove(two)
        self.groups += [(color, group) for group in groups]

    def degrees(self, color: Color, stones: set[Point], limit: int) -> dict[Point, int]:
        """Dame degrees of one group."""
        found = dict.fromkeys(stones, 0)
        queue = deque(stones)
        while queue:
            p = queue.popleft()
            for q in neighbors(self.board, p):
                free = self.board[q] is None and q not in self.lines[color.opponent]
                if free and q not in found and found[p] < limit:
                    found[q] = found[p] + 1
                    queue.append(q)
        return found

    @staticmethod
    def _ordinary(point: Point, reaches: list[tuple[Color, int, dict[Point, int]]]) -> int:
        strongest = {BLACK: definition.BACKGROUND, WHITE: definition.BACKGROUND}
        for color, stones, degrees in reaches:
            degree = degrees.get(point)
            if degree:
                row = max(k for k, least in enumerate(definition.GROUP_CLASSES) if stones >= least)
                strongest[color] = max(strongest[color], definition.POTENTIAL[row][degree - 1])
        b, w = strongest[BLACK], strongest[WHITE]
        tenths = Fraction(10 * abs(b - w), b + w)
        size = min(int(tenths + Fraction(1, 2)), definition.MOST_ORDINARY)
        return size if b > w else -size

    def _gaps(self, color: Color) -> set[Point]:
        """Points between low stones and the edge with no enemy around."""
        found: set[Point] = set()
        for stone in self.board.stones(color):
            for dx, dy in DIRECTIONS:
                way = []
                p = Point(stone.col + dx, stone.row + dy)
                while p in self.board.grid:
                    way.append(p)
                    p = Point(p.col + dx, p.row + dy)
                if len(way) < definition.EDGE_LINE and all(self._quiet(p, color) for p in way):
                    found |= set(way)
        return found

    def _quiet(self, p: Point, color: Color) -> bool:
        if self.board[p] is not None:
            return False
        around = [Point(p.col + dx, p.row + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
        return all(self.board[q] is not color.opponent for q in around if q in self.board.grid)

    def _loose_territory(self, color: Color) -> None:
        grid = self.board.grid
        walls = grid.set({*self.lines[color], *self._gaps(color)})
        reach = self.degrees(color, set(self.board.stones(color)), definition.ENCLOSED_DEGREE)
        for part in (self.board.empty - walls).components():
            border = part.neighbors()
            closed = border and all(q in walls or self.board[q] is color for q in border)
            if closed and all(p in reach for p in part):
                self.tenths.update(dict.fromkeys(part, color * definition.TERRITORY))
        full = color * definition.TERRITORY
        inner = [p for p in walls if all(self._inside(q, color, walls) for q in neighbors(self.board, p))]
        self.tenths.update(dict.fromkeys(inner, full))

    def _inside(self, p: Point, color: Color, walls: PointSet) -> bool:
        if self.board[p] is not None:
            return self.board[p] is color
        return p in walls or self.tenths[p] == color * definition.TERRITORY

    def _solid_territory(self, color: Color) -> None:
        for part in self.board.empty.components():
            if part.neighbors() <= self.board.stones(color):
                self.tenths.update(dict.fromkeys(part, color * definition.TERRITORY))


class PlainMoyo:
    """Cutoff objects, numbers and sizes straight from section 4."""

    def __init__(self, board: Board, options: moyo.Options = moyo.PAPER) -> None:
        self.board = board
        self.options = options
        self.atsumi = PlainAtsumi(board).tenths
        self.objects: dict[Point, tuple[Color, moyo.Kind]] = {}
        self._cutoffs()
        self._legs()
        self._spans()
        self.pairs = {p: self._numbers(p) for p in board.empty if p not in self.objects}
        self.sizes = {p: self._size(p) for p in board.empty}
        self.s = sum(self.sizes.values())
        self.s_dropped = sum(size for p, size in self.sizes.items() if not self.atsumi[p])
        self.s_atsumi = sum(10 * self.atsumi[p] or size for p, size in self.sizes.items())

    def _cutoffs(self) -> None:
        for p in self.board.grid:
            color = self.board[p]
            if color is not None:
                self.objects[p] = (color, moyo.Kind.STONE)
            elif abs(self.atsumi[p]) >= definition.CUTOFF:
                whole = abs(self.atsumi[p]) == definition.TERRITORY
                kind = moyo.Kind.TERRITORY if whole else moyo.Kind.CUTOFF_POINT
                self.objects[p] = (BLACK if self.atsumi[p] > 0 else WHITE, kind)

    def _candidates(self) -> list[tuple[Color, int, Point, list[Point]]]:
        """(color, edge, stone, the way to the edge) of every leg that nothing blocks."""
        found = []
        for color in (BLACK, WHITE):
            for stone in self.board.stones(color):
                for edge, (dx, dy) in enumerate(DIRECTIONS):
                    way, p = [], Point(stone.col + dx, stone.row + dy)
                    while p in self.board.grid:
                        way.append(p)
                        p = Point(p.col + dx, p.row + dy)
                    blocked = any(self._enemy(q, color) for q in way)
                    if len(way) < moyo.MAX_LEG and not blocked:
                        found.append((color, edge, stone, way))
        return found

    def _enemy(self, p: Point, color: Color) -> bool:
        return p in self.objects and self.objects[p][0] is not color

    def _legs(self) -> None:
        self.feet: dict[int, dict[int, Color]] = {edge: {} for edge in range(4)}
        candidates = self._candidates()
        valid = [
            leg
            for leg in candidates
            if not any(
                other[0] is not leg[0] and len(other[3]) <= len(leg[3]) and set(other[3]) & set(leg[3])
                for other in candidates
            )
        ]
        for color, edge, stone, way in valid:
            for p in way:
                self.objects.setdefault(p, (color, moyo.Kind.LEG))
            self.feet[edge][stone.col if edge < 2 else stone.row] = color

    def _spans(self) -> None:
        grid = self.board.grid
        for edge, feet in self.feet.items():
            places = sorted(feet)
            for a, b in pairwise(places):
                color = feet[a]
                if feet[b] is not color or b - a - 1 > moyo.MAX_SPAN:
                    continue
                strips = [self._strip(edge, i) for i in range(a + 1, b)]
                stones = any(self.board[p] is color.opponent for strip in strips for p in strip)
                line = [strip[0] for strip in strips]
                taken = any(self.board[p] is not None or self._enemy(p, color) for p in line)
                if not stones and not taken:
                    for p in line:
                        self.objects.setdefault(p, (color, moyo.Kind.SPAN))
        assert all(p in grid for p in self.objects)

    def _strip(self, edge: int, place: int) -> list[Point]:
        """The first four points inward from one place of an edge."""
        cols, rows = self.board.grid.cols, self.board.grid.rows
        lines = {
            0: [Point(place, i) for i in range(4)],
            1: [Point(place, rows - 1 - i) for i in range(4)],
            2: [Point(i, place) for i in range(4)],
            3: [Point(cols - 1 - i, place) for i in range(4)],
        }
        return [p for p in lines[edge] if p in self.board.grid]

    def _numbers(self, start: Point) -> tuple[int, int]:
        """Cutoff numbers of Black and White, in hundredths."""
        count = {BLACK: 0, WHITE: 0}
        for dx, dy in DIRECTIONS + (DIAGONALS if self.options.diagonals else ()):
            p, steps = Point(start.col + dx, start.row + dy), 1
            while p in self.board.grid and p not in self.objects:
                p, steps = Point(p.col + dx, p.row + dy), steps + 1
            if p in self.board.grid:
                reach = self.options.reach
                near = reach is None or steps <= reach
                faded = 100 * reach // steps if reach and self.options.fade else 0
                count[self.objects[p][0]] += 100 if near else faded
        return count[BLACK], count[WHITE]

    def _size(self, p: Point) -> int:
        if p in self.objects:
            color, kind = self.objects[p]
            return color * (moyo.TERRITORY_SIZE if kind is moyo.Kind.TERRITORY else moyo.OBJECT_SIZE)
        b, w = self.pairs[p]
        difference = abs(b - w) // (2 if self.options.diagonals else 1)
        curve = moyo.LATE if self.options.late else moyo.LINEAR
        low = min(difference // 100, 3)
        part = Fraction(difference - 100 * low, 100)
        size = int(curve[low] * (1 - part) + curve[low + 1] * part + Fraction(1, 2))
        size = size if b > w else -size
        if self.options.region_decides and size * self._nearer(p) < 0:
            size = -size
        if self.options.combine:
            size = self._combined(size, 10 * self.atsumi[p])
        return size

    def _nearer(self, start: Point) -> int:
        """1 or -1 for the color that is nearer through vacant points; 0 on an equidistance line."""
        frontier, seen = [start], {start}
        while frontier:
            met = {int(self.board[q] or 0) for p in frontier for q in neighbors(self.board, p)}
            if {1, -1} & met:
                return 0 if {1, -1} <= met else 1 if 1 in met else -1
            frontier = [
                q
                for q in {q for p in frontier for q in neighbors(self.board, p)}
                if self.board[q] is None and q not in seen
            ]
            seen |= set(frontier)
        return 0

    @staticmethod
    def _combined(size: int, other: int) -> int:
        if size * other > 0:
            both = abs(size) + abs(other) - (abs(size * other) + 50) // 100
            return both if size > 0 else -both
        return size + other
