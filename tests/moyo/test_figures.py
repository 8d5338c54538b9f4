"""The paper's figures as text and pictures."""

import pytest

from honte.core import BLACK, WHITE, Board, Position
from honte.errors import InputError
from honte.grid import Point
from honte.moyo.figures import FIGURES, figure, figures, vertex_in
from honte.moyo.size import best_near, move_changes, moyo

BOARD = Board.parse("""
. . . . . . . . .
. . . . . . . . .
. . X . . . O . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . X . . . O . .
. . . . . . . . .
. . . . . . . . .
""")


def rows(name: str) -> list[str]:
    return [" ".join(row) for row in figure(name, moyo(BOARD)).rows()]


def test_atsumi_in_tenths_with_territory_as_squares() -> None:
    assert rows("atsumi")[:3] == [
        "■ ■ 4 3 . -3 -4 □ □",
        "■ ■ 5 2 . -2 -5 □ □",
        "4 5 X 3 . -3 O -5 -4",
    ]


def test_regions_with_an_equidistance_line() -> None:
    assert rows("regions")[2] == "■ ■ X ■ * □ O □ □"
    assert set(rows("regions")) == {"■ ■ ■ ■ * □ □ □ □", "■ ■ X ■ * □ O □ □"}


def test_objects_in_the_papers_letters() -> None:
    assert rows("objects")[0] == "■ ■ # . . . @ □ □"
    assert rows("objects")[2] == "# # X . . . O @ @"
    assert rows("objects")[4] == "& . . . . . . . !!"


def test_pairs_and_differences() -> None:
    assert rows("pairs")[4] == ". 31 31 11 11 11 13 13 ."
    assert rows("difference")[4] == ". 2 2 . . . -2 -2 ."


def test_sizes() -> None:
    assert rows("size")[4] == "8 4 4 . . . -4 -4 -8"
    assert rows("size")[0][:5] == "■ ■ 8"


def test_both_styles_of_coordinates() -> None:
    shown = figure("size", moyo(BOARD))
    assert shown.text().splitlines()[1].startswith(" 9 ")
    assert shown.text("top").splitlines()[1].startswith(" 1 ")
    assert shown.text().splitlines()[0].split() == list("ABCDEFGHJ")
    assert vertex_in(Point.parse("C3"), 9, "top") == "C7"
    with pytest.raises(InputError, match="known: a1, top"):
        shown.text("left")


def test_every_figure_can_be_drawn() -> None:
    for shown in figures(BOARD):
        picture = shown.picture("top")
        assert picture.png(8).startswith(b"\x89PNG")
        drawn = picture.svg()
        assert shown.title in drawn
        white = [mark for mark in shown.marks.values() if mark.color is WHITE and mark.text.isdigit()]
        assert ('font-style="italic"' in drawn) == bool(white or shown.name in ("objects",))


def test_black_is_upright_and_white_leans() -> None:
    picture = figure("size", moyo(BOARD)).picture()
    assert picture.slanted is not None
    assert Point.parse("G5") in picture.slanted
    assert Point.parse("C5") not in picture.slanted


def test_an_unknown_figure_names_the_known_ones() -> None:
    with pytest.raises(InputError, match="known: atsumi, regions"):
        figure("eight", moyo(BOARD))
    assert list(FIGURES) == ["atsumi", "regions", "objects", "pairs", "difference", "size"]


def test_frameworks_are_sorted_and_leave_territory_out() -> None:
    found = moyo(BOARD)
    for color in (BLACK, WHITE):
        sizes = [framework.size for framework in found.frameworks(color)]
        assert sizes == sorted(sizes, reverse=True)
        assert sizes[0] > 0
        for framework in found.frameworks(color):
            assert framework.points.isdisjoint(found.atsumi.territory(color))
            assert all(found.enclosed_size(p) * color >= 0.4 for p in framework.points)


def test_completing_and_reducing_moves_are_the_best_nearby() -> None:
    found = moyo(BOARD)
    framework = found.frameworks(BLACK)[0]
    near = framework.points.dilate().dilate()
    for color in (BLACK, WHITE):
        changes = move_changes(Position(BOARD, color))
        best = best_near(changes, found, framework)
        assert best is not None
        assert best.move in near
        assert found.enclosed_size(best.move) >= 0
        rivals = [c for c in changes if c.move in near and found.enclosed_size(c.move) >= 0]
        assert best.by.s_atsumi * color == max(c.by.s_atsumi * color for c in rivals)
    assert best_near([], found, framework) is None
