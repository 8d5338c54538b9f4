"""How problems look in a browser: the part of the board, the fade, the marks, files of other programs."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.shipped import FILES
from tests.web.helpers import cell
from tests.web.test_browser_problems import PASTE, SHAPE, note, opened

pytestmark = pytest.mark.browser
Open = Callable[..., Any]
THUMB = 32
"""Pixels of a point on a phone that a thumb hits."""
SEEN = FILES[:: -(-len(FILES) // 20)]
"""Problems that are looked at, evenly spaced over all."""


def corner(open_page: Open, view: str = "desktop") -> Any:
    """A page with a corner of seven lines on a board of 13x13."""
    return opened(open_page, view, Path(__file__).with_name("corner.sgf").read_text(encoding="utf8"))


def test_points_are_big_enough_for_a_thumb(open_page: Open) -> None:
    page = open_page("phone", path="/problems")
    for number, file in enumerate(SEEN):
        text = re.sub(r"GN\[[^]]*\]", "", file.read_text(encoding="utf8"))
        page.evaluate(PASTE, text.replace("SZ[", f"GN[look {number} {file.stem}]SZ["))
        page.get_by_role("heading", name=f"look {number} {file.stem}", exact=True).wait_for()
        if page.locator(".cell").count() > 11 * 11:
            continue  # a problem over the whole of a board
        box = page.locator(".cell").first.bounding_box()
        assert box["width"] >= THUMB, file.stem
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("view", ["desktop", "phone"])
def test_a_corner_is_cropped_with_a_fade(open_page: Open, view: str) -> None:
    page = corner(open_page, view)
    page.locator(".coords").get_by_text("A", exact=True).wait_for()
    assert page.locator("mask[id$=-fade]").count() == 1
    assert page.locator(".lines[mask]").count() == 1
    assert page.locator(".cell").count() < 100
    assert cell(page, "N1").count() == 0, "the far corner is not shown"
    page.get_by_label("Whole board").check()
    page.wait_for_selector('[aria-label^="N1 "]')
    assert page.locator(".cell").count() == 169
    assert page.locator("mask[id$=-fade]").count() == 0
    page.get_by_label("Whole board").uncheck()


def test_a_turned_board_shows_the_same_part(open_page: Open) -> None:
    page = corner(open_page)
    before = page.locator(".cell").evaluate_all("cells => cells.map(c => c.ariaLabel.split(' ')[0]).sort()")
    page.get_by_role("button", name="Turn").click()
    after = page.locator(".cell").evaluate_all("cells => cells.map(c => c.ariaLabel.split(' ')[0]).sort()")
    assert before == after


def test_the_keyboard_stays_in_the_part_that_is_shown(open_page: Open) -> None:
    page = corner(open_page)
    page.keyboard.press("b")
    for _ in range(20):
        page.keyboard.press("ArrowRight")
    for _ in range(20):
        page.keyboard.press("ArrowDown")
    label = page.evaluate("document.activeElement.getAttribute('aria-label')")
    assert label.startswith("G7 ")


def test_keystones_are_marked_lightly_and_the_area_is_only_hinted_at(open_page: Open) -> None:
    page = corner(open_page)
    assert page.locator(".mark.key").count() == 4
    assert page.locator(".mark.star").count() == 0
    faint = page.locator(".chosen.beyond").first
    assert float(faint.evaluate("each => getComputedStyle(each).opacity")) < 0.1
    page.get_by_label("Show the area").check()
    page.wait_for_selector(".chosen.outside")
    page.get_by_label("Show the area").uncheck()


# Files of other programs


@pytest.mark.parametrize("view", ["desktop", "phone"])
def test_a_bare_file_is_understood_and_can_be_changed(open_page: Open, view: str) -> None:
    page = opened(open_page, view, f"(;{SHAPE})")
    page.locator(".turn").get_by_text("Black to kill the 5 stones at A12").wait_for()
    assert page.locator(".mark.key").count() == 5
    page.get_by_role("button", name="Change").click()
    choices = page.get_by_role("list", name="What the problem may be about")
    choices.get_by_text("mark them in the editor").wait_for()
    choices.get_by_role("button").first.click()
    page.locator(".turn").get_by_text("Black to kill the 5 stones at A12").wait_for()


def test_the_book_is_shown_when_asked_and_compared_with_the_proof(open_page: Open) -> None:
    page = opened(open_page, text=f"(;{SHAPE}(;B[ca]C[RIGHT])(;B[aa];W[ba]C[Wrong.]))")
    page.locator(".turn").get_by_text("Black to kill the 5 stones").wait_for()
    cell(page, "C13").click()
    note(page, "The book calls this move right, but it fails: B13 refutes it.")
    page.get_by_role("button", name="Reset").click()
    page.wait_for_selector('[aria-label^="C13 empty"]')
    assert page.locator(".book").count() == 0
    page.get_by_text("Search", exact=True).click()
    page.get_by_role("button", name="Start search").click()
    page.get_by_text("Line: B13").wait_for()
    page.get_by_text("The book’s solution").click()
    page.get_by_text("The book's move C13 fails: White answers B13.").wait_for()
    page.get_by_text("A right move that the book does not have: B13.").wait_for()
    assert page.locator(".book li").count() == 2


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("(;SZ[9]C[no stones])", "The board is empty: there is no group to live or to kill."),
        (
            "(;SZ[9]"
            + "".join(f";{'BW'[n % 2]}[{chr(97 + n % 9)}{chr(97 + n // 9)}]" for n in range(40))
            + ")",
            "This is a game of 40 moves and no problem",
        ),
    ],
)
def test_files_that_are_no_problem_are_refused_in_one_line(open_page: Open, text: str, part: str) -> None:
    page = open_page("desktop", path="/problems")
    page.evaluate(PASTE, text)
    page.locator(".toast").get_by_text(part).wait_for()


WARMING = """() => {
    const note = document.createElement("span");
    note.className = "warming";
    note.innerHTML = "<span class=words>compiling, once</span>";
    document.querySelector(".bar button").before(note); }"""
"""Shows what the bar says while a new server compiles."""


@pytest.mark.parametrize("width", [360, 390, 900, 981, 1181, 1280, 1341, 1421, 1521])
@pytest.mark.parametrize("is_warming", [False, True])
def test_all_modes_fit_the_bar(open_page: Open, width: int, is_warming: bool) -> None:
    page = open_page("desktop", path="/problems")
    page.set_viewport_size({"width": width, "height": 800})
    if is_warming:
        page.evaluate(WARMING)
    assert page.evaluate("document.querySelector('.bar').scrollWidth <= innerWidth")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
