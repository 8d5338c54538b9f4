"""Pictures of boards: what is drawn, where, and that every theme and size works."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from PIL import Image

from honte.core import WHITE, Board
from honte.errors import InputError
from honte.formats.outline import outline
from honte.formats.picture import CELL, Picture, Region, crop_around
from honte.formats.themes import THEMES
from honte.grid import Grid, Point

SVG = "{http://www.w3.org/2000/svg}"
BOARD = Board.parse(". . . . .\n. X . . .\n. . O . .\n. . . . .\n. . . . .")


def texts(picture: Picture) -> list[str]:
    return [e.text or "" for e in ElementTree.fromstring(picture.svg()).iter(f"{SVG}text")]


def pixel(picture: Picture, vertex: str, dx: float = 0, dy: float = 0) -> tuple[int, int, int]:
    """The color at a point, in a PNG of 30 pixels a cell; dx, dy in cells to the right and down."""
    image = Image.open(io.BytesIO(picture.png(30)))
    margin = (image.width - 4 * 30) / 2
    point = Point.parse(vertex)
    x, y = margin + (point.col + dx) * 30, margin + (4 - point.row + dy) * 30
    color = image.getpixel((int(x), int(y)))
    assert isinstance(color, tuple)
    return color[0], color[1], color[2]


def test_stones_are_where_they_should_be() -> None:
    picture = Picture(BOARD)
    assert pixel(picture, "B4") == (0, 0, 0)
    assert pixel(picture, "C3") == (255, 255, 255)
    assert pixel(picture, "B4", 0.6, 0.5) == (255, 255, 255)
    around = [sum(pixel(picture, "D2", step / 30, step / 30)) for step in (-1, 0, 1)]
    assert min(around) < 400  # lines cross here


def test_ownership_and_heat() -> None:
    picture = Picture(BOARD, ownership={Point.parse("D2"): 1.0, Point.parse("B2"): -1.0}, theme="wood")
    assert sum(pixel(picture, "D2")) < 100
    assert sum(pixel(picture, "B2")) > 700
    warm = Picture(BOARD, heat={Point.parse("D2"): 1.0})
    red, _, blue = pixel(warm, "D2", 0.2, 0.2)
    assert red > blue + 80


def test_letters_and_numbers() -> None:
    picture = Picture(BOARD, labels={Point.parse("A1"): "a"}, numbers={Point.parse("B4"): 12}, title="<t>")
    assert set(texts(picture)) >= {"a", "12", "<t>"}


def test_both_ways_of_counting_rows() -> None:
    def rows(style: str) -> list[str]:
        return [text for text in texts(Picture(Board(Grid(2, 5)), coordinates=style)) if text.isdigit()]

    assert rows("a1")[::2] == ["1", "2", "3", "4", "5"]
    assert rows("top")[::2] == ["5", "4", "3", "2", "1"]
    assert rows("none") == []
    assert "I" not in texts(Picture(Board(19)))
    assert "J" in texts(Picture(Board(19)))


def test_crop() -> None:
    whole, part = Picture(Board(19)), Picture(Board(19), crop=(Point(0, 0), Point(5, 3)))
    assert part.scene().width == pytest.approx(whole.scene().width - 13 * CELL)
    assert "19" not in texts(part)
    assert crop_around(Grid(19).set([Point(3, 3)])) == (Point(0, 0), Point(5, 5))
    assert crop_around(Grid(19).set([Point(9, 9)]), 3) == (Point(6, 6), Point(12, 12))
    assert crop_around(Grid(19).set([])) is None


def test_outline_is_closed_and_long() -> None:
    ring = [Point(c, r) for c in range(3) for r in range(3) if (c, r) != (1, 1)]
    lines = outline(ring)
    assert sum(abs(a - c) + abs(b - d) for (a, b), (c, d) in lines) == 16
    assert len(lines) == 8


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("size", [(1, 1), (9, 9), (25, 3)])
def test_everything_at_once(theme: str, size: tuple[int, int]) -> None:
    grid = Grid(*size)
    point = Point(0, 0)
    picture = Picture(
        Board(grid),
        last=point,
        marks={point: "cross"},
        labels={point: "long label"},
        ghosts={point: WHITE},
        heat=dict.fromkeys(grid, 0.3),
        ownership=dict.fromkeys(grid, -0.4),
        regions=[Region(grid.all, label="A")],
        dimmed=grid.all,
        theme=theme,
    )
    ElementTree.fromstring(picture.svg())
    assert picture.png(12)[:4] == b"\x89PNG"


@pytest.mark.parametrize(
    "options",
    [
        {"theme": "nope"},
        {"coordinates": "z9"},
        {"crop": (Point(0, 0), Point(9, 9))},
        {"labels": {Point(7, 7): "x"}},
        {"marks": {Point(0, 0): "star"}},
    ],
)
def test_bad_input(options: dict[str, Any]) -> None:
    with pytest.raises(InputError):
        Picture(BOARD, **options).svg()


def test_bytes_by_name() -> None:
    assert Picture(BOARD).to_bytes("a.svg").startswith(b"<svg")
    assert Picture(BOARD).to_bytes("a.PNG").startswith(b"\x89PNG")


def test_save_writes_the_file(tmp_path: Path) -> None:
    Picture(BOARD).save(tmp_path / "a.svg")
    Picture(BOARD).save(str(tmp_path / "a.PNG"), 12)
    assert (tmp_path / "a.svg").read_bytes() == Picture(BOARD).to_bytes("a.svg")
    assert (tmp_path / "a.PNG").read_bytes() == Picture(BOARD).png(12)


@pytest.mark.parametrize("name", ["a.bmp", "svg", "a", "nowhere/a.svg"])
def test_save_refuses(name: str, tmp_path: Path) -> None:
    with pytest.raises(InputError):
        Picture(BOARD).save(tmp_path / name)
    assert list(tmp_path.iterdir()) == []
