"""PDF pages, read back: the table of objects, the pages, the drawing commands."""

from __future__ import annotations

import re
import zlib

from honte.drawing import Glow, Scene, Style
from honte.drawing.pages import A4, fitted, pdf, place, text_width


def page() -> Scene:
    scene = Scene(200, 100, "#ffffff")
    scene.rect((10, 10), (20, 30), Style(fill="#ff0000"))
    scene.circle((50, 50), 10, Style(fill=Glow("#ffffff", "#000000"), stroke="#00ff00", width=2))
    scene.line((0, 0), (200, 100), Style(stroke="#0000ff", width=3, opacity=0.5))
    scene.polygon([(0, 0), (10, 0), (0, 10)], Style(stroke="#000000"), closed=False)
    scene.text((100, 50), "a (b) \\ é 好", 12, "#000000", bold=True)
    return scene


def objects(data: bytes) -> dict[int, bytes]:
    """All objects by number, found through the table at the end of the file, as a viewer finds them."""
    start = int(re.findall(rb"startxref\n(\d+)", data)[-1])
    head = re.match(rb"xref\n0 (\d+)\n", data[start:])
    assert head is not None
    rows = data[start + head.end() :].split(b"\n")[: int(head[1])]
    found = {}
    for number, row in enumerate(rows):
        if row.endswith(b"n "):
            body = data[int(row[:10]) :]
            assert body.startswith(b"%d 0 obj\n" % number)
            found[number] = body[: body.index(b"\nendobj")]
    return found


def contents(data: bytes) -> list[bytes]:
    streams = (body for body in objects(data).values() if b"stream\n" in body)
    return [zlib.decompress(body.split(b"stream\n", 1)[1].rsplit(b"\nendstream", 1)[0]) for body in streams]


def test_each_scene_is_a_page_that_the_table_finds() -> None:
    data = pdf([page(), Scene(*A4)], "a (title)")
    assert data.startswith(b"%PDF-1.4")
    assert data.endswith(b"%%EOF\n")
    bodies = objects(data).values()
    assert sum(b"/Type /Page " in body for body in bodies) == 2
    assert any(b"/Count 2" in body for body in bodies)
    assert any(b"/MediaBox [0 0 595.28 841.89]" in body for body in bodies)
    assert any(b"/Title (a \\(title\\))" in body for body in bodies)


def test_shapes_become_drawing_commands() -> None:
    drawn = contents(pdf([page()]))[0]
    assert b"1.000 0.000 0.000 rg 10.00 10.00 20.00 30.00 re f" in drawn
    assert drawn.count(b" c ") == 4
    assert b"0.000 0.000 0.000 rg 0.000 1.000 0.000 RG 2.000 w 60.00 50.00 m" in drawn
    assert b"/G0 gs\n0.000 0.000 1.000 RG 3.000 w 0.00 0.00 m 200.00 100.00 l S" in drawn
    assert b"0.00 10.00 l S" in drawn
    assert b"/F1 12.000 Tf" in drawn
    assert b"(a \\(b\\) \\\\ \xe9 ?) Tj" in drawn


def test_a_scene_is_placed_and_scaled() -> None:
    whole = Scene(400, 400)
    place(whole, page(), (100, 50), 2)
    drawn = contents(pdf([whole]))[0]
    assert b"120.00 70.00 40.00 60.00 re f" in drawn
    assert b"6.000 w 100.00 50.00 m 500.00 250.00 l S" in drawn
    assert b"24.000 Tf" in drawn


def test_texts_are_measured_and_cut() -> None:
    assert text_width("iiii", 10) < text_width("WWWW", 10)
    assert fitted("short", 10, 100) == "short"
    cut = fitted("a very long title indeed", 10, 60)
    assert cut.endswith("...")
    assert text_width(cut, 10) <= 60
