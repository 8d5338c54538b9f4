"""GoLD's fifteen eye shapes, from the single point to the rabbity six, and one matcher for them.

From Haris, *Go - Project* (2019), sections 4.2.1 and 5.2. A pattern is a short text drawing: `.` a point
of the eye space, `*` a vital one, `X` the defender's wall, `?` a point that does not matter (the corners
of the wall, which may be missing). Side and corner forms need not be drawn: they are the same drawing cut
off at the board's edge, where `s` and `S` stand for (vital) points that must lie on the side, `c` and `C`
for ones in the corner. Each form comes in eight orientations and for either color: 16 variations.

What a shape is worth follows from its vital points. `spare` says how many of them the attacker may hold
while the defender, to play, still makes two eyes: -1 never (square four), 0 unsettled (straight three),
1 alive (straight four). Two corner forms are worth less than elsewhere: the bent four whose bend is in
the corner, and the rectangular six.

The matcher does not find eye spaces of more than six points, shapes outside the fifteen, or walls that
are not closed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from honte.core import Board, Color
from honte.grid import Grid, Point, PointSet

BOX = 6
"""Shapes fit into a box of this many columns and rows; their signature has one bit for each cell."""
EYES = frozenset(".*sScC")
"""The letters of a drawing that stand for points of the eye space."""
VITAL = frozenset("*SC")
"""The letters of a drawing that stand for vital points."""

SHAPES: dict[str, tuple[int, str]] = {
    "single point": (-1, "?X?/X.X/?X?"),
    "two points": (-1, "?XX?/X..X/?XX?"),
    "straight three": (0, "?XXX?/X.*.X/?XXX?"),
    "bent three": (0, "?X??/X.X?/X*.X/?XX?"),
    "straight four": (1, "?XXXX?/X.**.X/?XXXX?"),
    "bent four": (1, "?X???/X.XX?/X**.X/?XXX?"),
    "zigzag four": (1, "?XX??/X.*X?/?X*.X/??XX?"),
    "square four": (-1, "?XX?/X..X/X..X/?XX?"),
    "pyramid four": (0, "?XXX?/X.*.X/?X.X?/??X??"),
    "straight five": (2, "?XXXXX?/X.***.X/?XXXXX?"),
    "long bent five": (2, "?X????/X.XXX?/X***.X/?XXXX?"),
    "bulky five": (0, "?XX??/X..X?/X.*.X/?XXX?"),
    "crossed five": (0, "??X??/?X.X?/X.*.X/?X.X?/??X??"),
    "rectangular six": (1, "?XXX?/X.*.X/X.*.X/?XXX?"),
    "rabbity six": (0, "?XX??/X..X?/X.*.X/?X.X?/??X??"),
}
"""Name, spare and drawing (rows from the top, parted by `/`) of each pattern."""
WEAK_IN_CORNER = {"bent four": 0, "rectangular six": 0}
"""The spare of shapes whose bend or end lies in the corner itself."""


class Step(NamedTuple):
    """One point of a pattern relative to its anchor: what must stand there, and on which edge."""

    dx: int
    dy: int
    letter: str


@dataclass(frozen=True)
class Variant:
    """A pattern in one form and one orientation."""

    name: str
    form: str
    """`middle`, `side` or `corner`."""
    spare: int
    steps: tuple[Step, ...]
    """From the anchor, which is the lowest, then leftmost point of the eye space."""
    drawing: tuple[str, ...]

    @property
    def signature(self) -> int:
        """The signature of the eye space; see `signature`."""
        return signature([(s.dx, s.dy) for s in self.steps if s.letter in EYES])


@dataclass(frozen=True)
class Match:
    """A pattern found on a board."""

    variant: Variant
    color: Color
    space: PointSet
    vital: PointSet
    held: PointSet
    """Vital points that the attacker already holds."""
    wall: PointSet
    complete: bool
    """Whether the wall has all its corner stones."""

    @property
    def margin(self) -> int:
        """Above 0: two eyes whoever plays; 0: two eyes for the defender to play; below: one eye."""
        return self.variant.spare - len(self.held)

    def eyes(self, *, defender_to_play: bool) -> int:
        """How many eyes the space makes by the book."""
        return 2 if self.margin > 0 or (self.margin == 0 and defender_to_play) else 1


# Forms and orientations


def signature(cells: list[tuple[int, int]]) -> int:
    """One int for a set of cells, wherever it lies."""
    left, low = min(x for x, _ in cells), min(y for _, y in cells)
    return sum(1 << (y - low) * BOX + (x - left) for x, y in cells)


def _turned(rows: tuple[str, ...]) -> tuple[str, ...]:
    return tuple("".join(row[col] for row in reversed(rows)) for col in range(len(rows[0])))


def orientations(rows: tuple[str, ...]) -> list[tuple[str, ...]]:
    """The distinct drawings of a pattern turned and mirrored, at most eight."""
    found: list[tuple[str, ...]] = []
    for start in (rows, tuple(row[::-1] for row in rows)):
        turned = start
        for _ in range(4):
            if turned not in found:
                found.append(turned)
            turned = _turned(turned)
    return found


def forms(rows: tuple[str, ...]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """A drawing as it is, cut off below by the side, and cut off below and at the left by a corner."""
    yield "middle", rows
    seen: set[tuple[str, ...]] = set()
    for turned in orientations(rows):
        side = (*turned[:-2], turned[-2].replace(".", "s").replace("*", "S"))
        corner = tuple(_on_left(row) for row in side)
        corner = (*corner[:-1], corner[-1][0].replace("s", "c").replace("S", "C") + corner[-1][1:])
        for form, cut in (("side", side), ("corner", corner)):
            if cut not in seen:
                seen.add(cut)
                yield form, cut


def _on_left(row: str) -> str:
    """A row without its first point, the next one on the side."""
    return row[1].replace(".", "s").replace("*", "S") + row[2:]


@cache
def variants() -> tuple[Variant, ...]:
    """Every pattern in every form and orientation."""
    found: dict[tuple[Step, ...], Variant] = {}
    for name, (spare, text) in SHAPES.items():
        for form, rows in forms(tuple(text.split("/"))):
            worth = spare
            if name in WEAK_IN_CORNER and any(ch in "cC" for row in rows for ch in row):
                bend = name != "bent four" or any("C" in row for row in rows)
                worth = WEAK_IN_CORNER[name] if bend else spare
            for drawing in orientations(rows):
                steps = _steps(drawing)
                found.setdefault(steps, Variant(name, form, worth, steps, drawing))
    return tuple(found.values())


def _steps(drawing: tuple[str, ...]) -> tuple[Step, ...]:
    cells = [
        (col, len(drawing) - 1 - row, ch) for row, line in enumerate(drawing) for col, ch in enumerate(line)
    ]
    y0, x0 = min((y, x) for x, y, ch in cells if ch in EYES)
    return tuple(sorted((Step(x - x0, y - y0, ch) for x, y, ch in cells), key=lambda s: (s.letter == "?", s)))


@cache
def by_signature() -> dict[int, tuple[Variant, ...]]:
    """Variants by the signature of their eye space."""
    found: dict[int, list[Variant]] = {}
    for variant in variants():
        found.setdefault(variant.signature, []).append(variant)
    return {key: tuple(value) for key, value in found.items()}


# Matching


def matches(board: Board, color: Color) -> Iterator[Match]:
    """Every pattern that a color has on a board.

    A pattern needs a closed eye space, so only regions without stones of the color can match: each is
    looked up by its signature, then checked point by point.

    >>> board = Board.parse('''
    ... . . X O
    ... X X X O
    ... O O O O
    ... ''')
    >>> found = next(matches(board, Color.BLACK))
    >>> found.variant.name, found.variant.form, found.eyes(defender_to_play=True)
    ('two points', 'corner', 1)
    """
    grid = board.grid
    for region in grid.component_masks(grid.full_mask & ~board.stones_mask(color)):
        if region.bit_count() > 6:
            continue
        cells = PointSet(grid, region)
        points = list(cells)
        for variant in by_signature().get(_signature_of(points), ()):
            if _fits(board, color, variant, points[0]):
                yield _match(board, color, variant, points[0], cells)
                break


def _signature_of(points: list[Point]) -> int:
    cells = [(p.col, p.row) for p in points]
    wide = max(x for x, _ in cells) - min(x for x, _ in cells)
    high = max(y for _, y in cells) - min(y for _, y in cells)
    return signature(cells) if max(wide, high) < BOX else 0


def _fits(board: Board, color: Color, variant: Variant, anchor: Point) -> bool:
    return all(_step_fits(board, color, step, anchor) for step in variant.steps)


def _step_fits(board: Board, color: Color, step: Step, anchor: Point) -> bool:
    grid, letter = board.grid, step.letter
    point = Point(anchor.col + step.dx, anchor.row + step.dy)
    if letter == "?":
        return True
    if point not in grid:
        return False
    if letter == "X":
        return board[point] is color
    if letter in "sScC" and _edges(grid, point) < (2 if letter in "cC" else 1):
        return False
    return board[point] is not color


def _edges(grid: Grid, point: Point) -> int:
    """How many edges of the board a point touches: 0 in the middle, 1 on a side, 2 in a corner."""
    return (point.col in (0, grid.cols - 1)) + (point.row in (0, grid.rows - 1))


def _match(board: Board, color: Color, variant: Variant, anchor: Point, space: PointSet) -> Match:
    grid = board.grid

    def at(letters: frozenset[str]) -> PointSet:
        points = (Point(anchor.col + s.dx, anchor.row + s.dy) for s in variant.steps if s.letter in letters)
        return grid.set(p for p in points if p in grid)

    vital = at(VITAL)
    own = board.stones(color)
    return Match(
        variant,
        color,
        space,
        vital,
        vital & board.stones(color.opponent),
        at(frozenset("X")),
        at(frozenset("?")) <= own,
    )
