"""GoLD's eye shapes against the exact small game of `life.eyes`, and the matcher against all variations."""

from __future__ import annotations

from itertools import combinations

import pytest

from honte.core import BLACK, WHITE, Board, Color
from honte.grid import Grid, Point
from honte.life.eyes import shape_eyes
from honte.life.patterns import EYES, SHAPES, VITAL, matches, orientations, signature, variants


def drawn(name: str) -> tuple[str, ...]:
    return tuple(SHAPES[name][1].split("/"))


def board_of(rows: tuple[str, ...], color: Color = BLACK, *, corners: bool = True) -> Board:
    """The drawing as a board: wall of one color, the rest empty or the other color's."""
    other = "O" if color is BLACK else "X"
    own = "X" if color is BLACK else "O"
    text = "\n".join(rows)
    for letter in EYES:
        text = text.replace(letter, ".")
    return Board.parse(text.replace("X", "Z").replace("?", "Z" if corners else other).replace("Z", own))


def test_there_are_fifteen() -> None:
    assert len(SHAPES) == 15
    assert [len([c for c in SHAPES[n][1] if c in EYES]) for n in ("single point", "rabbity six")] == [1, 6]
    signatures = {frozenset(signature(_cells(rows)) for rows in orientations(drawn(name))) for name in SHAPES}
    assert len(signatures) == 15


def _cells(rows: tuple[str, ...]) -> list[tuple[int, int]]:
    return [(col, -row) for row, line in enumerate(rows) for col, ch in enumerate(line) if ch in EYES]


@pytest.mark.parametrize("name", SHAPES)
def test_worth_agrees_with_the_exact_game(name: str) -> None:
    """Whatever vital points the attacker holds: the pattern's eyes are those of exact play."""
    rows = drawn(name)
    board = board_of(rows)
    match = next(matches(board, BLACK))
    grid, space = board.grid, match.space.mask
    for count in range(len(match.vital) + 1):
        for held in combinations(match.vital, count):
            caught = grid.set(held)
            found = next(matches(board.with_stones(caught, WHITE), BLACK))
            first, second, _ = shape_eyes(grid, space & ~caught.mask, caught.mask)
            assert found.eyes(defender_to_play=True) == first, (held, "defender first")
            assert found.eyes(defender_to_play=False) == second, (held, "attacker first")


@pytest.mark.parametrize("name", [name for name, (spare, _) in SHAPES.items() if spare == 0])
def test_vital_points_are_where_exact_play_wants_them(name: str) -> None:
    match = next(matches(board_of(drawn(name)), BLACK))
    _, _, vital = shape_eyes(match.space.grid, match.space.mask, 0)
    assert vital == match.vital.mask


@pytest.mark.parametrize("color", [BLACK, WHITE])
def test_every_variation_is_found(color: Color) -> None:
    """Each form in each orientation, for each color, put where it belongs on a 9x9 board."""
    grid = Grid(9)
    kinds = set()
    for variant in variants():
        board, anchor = _placed(variant.steps, grid, color)
        found = [m for m in matches(board, color) if m.space and anchor in m.space]
        assert len(found) == 1
        match = found[0]
        assert (match.variant.name, match.variant.form) == (variant.name, variant.form), variant.drawing
        letters = {(s.dx, s.dy): s.letter for s in variant.steps}
        wanted = {Point(anchor.col + x, anchor.row + y) for (x, y), ch in letters.items() if ch in VITAL}
        assert set(match.vital) == wanted
        kinds.add((variant.name, variant.form))
    assert len(kinds) == 45


def _placed(steps: tuple[tuple[int, int, str], ...], grid: Grid, color: Color) -> tuple[Board, Point]:
    """A board with the wall of a variant; forms of side and corner are pushed to their edges."""
    eyes = [(dx, dy) for dx, dy, ch in steps if ch in EYES]
    flagged = {(dx, dy): ch for dx, dy, ch in steps}
    for col in range(9):
        for row in range(9):
            cells = [(col + dx, row + dy) for dx, dy in eyes]
            if not all(0 <= x < 9 and 0 <= y < 9 for x, y in cells):
                continue
            points = {(col + dx, row + dy): ch for (dx, dy), ch in flagged.items() if ch != "?"}
            if not all(0 <= x < 9 and 0 <= y < 9 for x, y in points):
                continue
            edges = {xy: (xy[0] in (0, 8)) + (xy[1] in (0, 8)) for xy in points}
            need = {xy: 2 if ch in "cC" else 1 if ch in "sS" else 0 for xy, ch in points.items()}
            if all(edges[xy] >= need[xy] for xy in points) and _closed(cells, points):
                wall = grid.set(Point(*xy) for xy, ch in points.items() if ch == "X")
                return Board(grid).with_stones(wall, color), Point(col, row)
    raise AssertionError(f"no place for {steps}")


def _closed(cells: list[tuple[int, int]], points: dict[tuple[int, int], str]) -> bool:
    around = {(x + dx, y + dy) for x, y in cells for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0))} - set(
        cells
    )
    return all(points.get(xy) == "X" or not (0 <= xy[0] < 9 and 0 <= xy[1] < 9) for xy in around)


def test_open_or_foreign_shapes_are_not_found() -> None:
    board = Board.parse("X X X X .\nX . . . .\nX X X X .\n. . . . .")
    assert list(matches(board, BLACK)) == []
    assert list(matches(Board(9), BLACK)) == []


def test_missing_corner_stones_are_told() -> None:
    rows = drawn("pyramid four")
    assert next(matches(board_of(rows), BLACK)).complete
    assert not next(matches(board_of(rows, corners=False), BLACK)).complete


def test_corner_forms_that_are_weaker() -> None:
    bent = next(matches(Board.parse("X X . .\n. X X X\n. . . X"), BLACK))
    assert (bent.variant.name, bent.variant.form, bent.margin) == ("bent four", "corner", 0)
    end = next(matches(Board.parse("X X X X\nX X . X\n. . . X"), BLACK))
    assert (end.variant.name, end.variant.form, end.margin) == ("bent four", "corner", 1)
