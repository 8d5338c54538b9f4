"""The drawing scene: both back ends, checked by reading back what they drew."""

from __future__ import annotations

import io
from xml.etree import ElementTree

import pytest
from PIL import Image

from honte.drawing import Glow, Scene, Style, gif, mix, paint, regular_polygon, rgb
from honte.errors import InputError

SVG = "{http://www.w3.org/2000/svg}"


def sample() -> Scene:
    scene = Scene(100, 60, "#ffffff", title='a < "b" & c')
    scene.rect((0, 0), (50, 60), Style(fill="#ff0000"))
    scene.circle((75, 30), 15, Style(fill="#000000", stroke="#00ff00", width=4))
    scene.circle((25, 30), 10, Style(fill=Glow("#ffffff", "#202020")))
    scene.line((0, 55), (100, 55), Style(stroke="#0000ff", width=6))
    scene.polygon(regular_polygon((50, 12), 10, 3), Style(fill="#00ffff", opacity=0.5))
    scene.text((75, 30), "<&>", 8, "#ffffff", bold=True)
    return scene


def test_png_has_the_right_colors() -> None:
    image = Image.open(io.BytesIO(sample().png(scale=2)))
    assert image.size == (200, 120)
    assert image.getpixel((4, 4)) == (255, 0, 0)
    assert image.getpixel((180, 8)) == (255, 255, 255)
    assert image.getpixel((150 - 26, 60)) == (0, 0, 0)
    assert image.getpixel((150 - 30, 60)) == (0, 255, 0)
    assert image.getpixel((60, 110)) == (0, 0, 255)
    light, rim = image.getpixel((44, 54)), image.getpixel((66, 66))
    assert light[0] > rim[0] + 40  # the glow falls from the upper left
    half = image.getpixel((104, 24))
    assert 110 <= half[0] <= 140  # half a cyan over white


def test_edges_are_smooth() -> None:
    image = paint(sample(), 2)
    grays = {image.getpixel((x, 60)) for x in range(116, 184)}
    assert len(grays) > 6


def test_svg_is_valid_and_escaped() -> None:
    root = ElementTree.fromstring(sample().svg())
    assert root.find(f"{SVG}title").text == 'a < "b" & c'
    assert [e.text for e in root.iter(f"{SVG}text")] == ["<&>"]
    tags = [e.tag.removeprefix(SVG) for e in root]
    assert tags == ["title", "defs", "rect", "rect", "circle", "circle", "line", "polygon", "text"]


def test_gif_frames() -> None:
    scenes = [Scene(20, 20, color) for color in ("#ff0000", "#00ff00", "#0000ff")]
    image = Image.open(io.BytesIO(gif(scenes, [100, 200, 300])))
    assert image.n_frames == 3
    seen = []
    for frame in range(3):
        image.seek(frame)
        seen.append((image.convert("RGB").getpixel((5, 5)), image.info["duration"]))
    assert seen == [((255, 0, 0), 100), ((0, 255, 0), 200), ((0, 0, 255), 300)]


def test_bad_input() -> None:
    for code in ("red", "#12", "#gggggg", "#-1234"):
        with pytest.raises(InputError):
            rgb(code)
    with pytest.raises(InputError):
        Scene(1000, 1000).png(scale=100)
    with pytest.raises(InputError):
        Scene(10, 10).png(scale=0)
    with pytest.raises(InputError):
        gif([])
    with pytest.raises(InputError):
        gif([Scene(10, 10), Scene(20, 10)])
    assert (rgb("#abc"), mix("#000", "#fff", 0.5)) == ((170, 187, 204), "#808080")
