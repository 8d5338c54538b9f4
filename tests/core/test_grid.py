"""Points, grids, masks and symmetries."""

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honte.errors import InputError, ParseError
from honte.grid import Grid, Point, PointSet

SHAPES = st.tuples(st.integers(1, 9), st.integers(1, 9))


@st.composite
def point_sets(draw: st.DrawFn) -> PointSet:
    grid = Grid(*draw(SHAPES))
    return grid.set(draw(st.lists(st.sampled_from(grid.points))))


def test_vertices_skip_the_letter_i() -> None:
    assert [str(Point(col, 0)) for col in range(25)][7:10] == ["H1", "J1", "K1"]
    assert Point.parse(" z25 ") == Point(24, 24)


@pytest.mark.parametrize("text", ["", "I5", "D", "4", "D0", "D-1", "D4x", "44", "²3", "D٣", "D" + "9" * 5000])
def test_bad_vertices_are_refused(text: str) -> None:
    with pytest.raises(ParseError):
        Point.parse(text)


def test_points_left_of_the_board_do_not_take_the_last_letter() -> None:
    assert str(Point(-1, 3)) == "(-1)4"


def test_vertices_off_the_board_name_the_board() -> None:
    with pytest.raises(InputError, match="T19 is not on a 9x9 board"):
        Grid(9).parse("T19")


@pytest.mark.parametrize("shape", [(0, 5), (5, 0), (-1, 3), (51, 5)])
def test_grids_out_of_range(shape: tuple[int, int]) -> None:
    with pytest.raises(InputError, match="out of range"):
        Grid(*shape)


def test_one_grid_per_shape_even_through_copies() -> None:
    grid = Grid(7, 5)
    assert pickle.loads(pickle.dumps(grid)) is grid
    assert copy.deepcopy(grid) is grid


@given(SHAPES)
def test_a_vertex_reads_back(shape: tuple[int, int]) -> None:
    grid = Grid(*shape)
    assert [grid.parse(str(point)) for point in grid] == list(grid)


@given(point_sets())
def test_spreading_is_what_it_says(points: PointSet) -> None:
    near = {q for p in points for q in points.grid if abs(p.col - q.col) + abs(p.row - q.row) == 1}
    assert set(points.dilate()) == near | set(points)
    assert set(points.neighbors()) == near - set(points)


@given(point_sets())
def test_components_partition_and_do_not_touch(points: PointSet) -> None:
    parts = list(points.components())
    assert sum(map(len, parts)) == len(points)
    for part in parts:
        assert part.neighbors().isdisjoint(points)
        assert points.grid.set([next(iter(part))]).flood(points) == part


@given(point_sets())
def test_symmetries_are_the_grid_s_automorphisms(points: PointSet) -> None:
    grid = points.grid
    assert len({s.image for s in grid.symmetries}) <= len(grid.symmetries)
    assert len(grid.symmetries) == (8 if grid.cols == grid.rows else 4)
    for symmetry in grid.symmetries:
        image = PointSet(grid, symmetry.mask(points.mask))
        assert PointSet(grid, symmetry.mask(points.dilate().mask)) == image.dilate()
        assert symmetry.inverse.mask(image.mask) == points.mask


@given(point_sets(), st.data())
def test_set_algebra(points: PointSet, data: st.DataObject) -> None:
    other = points.grid.set(data.draw(st.lists(st.sampled_from(points.grid.points))))
    assert set(points | other) == set(points) | set(other)
    assert set(points & other) == set(points) & set(other)
    assert set(points - other) == set(points) - set(other)
    assert set(points ^ other) == set(points) ^ set(other)
    assert set(~points) == set(points.grid) - set(points)
    assert (points <= other) == (set(points) <= set(other))
    assert points.isdisjoint(other) == set(points).isdisjoint(other)


def test_star_points_of_common_boards() -> None:
    assert [len(Grid(n).star_points) for n in (5, 7, 8, 9, 11, 13, 15, 19)] == [0, 4, 4, 5, 5, 5, 9, 9]
    assert Point.parse("K10") in Grid(19).star_points


def test_lines_count_from_the_edge() -> None:
    grid = Grid(9, 5)
    assert [grid.line(Point.parse(v)) for v in ("A1", "B2", "E3", "J5")] == [1, 2, 3, 1]
    assert grid.edge_mask == grid.set(p for p in grid if grid.line(p) == 1).mask
