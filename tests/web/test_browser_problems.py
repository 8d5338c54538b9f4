"""Problems in a real browser: solved, failed and refuted, watched and stopped."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import pytest

from tests.web.helpers import cell, press

pytestmark = pytest.mark.browser
Open = Callable[..., Any]

PASTE = """text => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', text);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
}"""
STRAIGHT_THREE = """Black to play
name: straight three
. . . W x - -
W W W W x - -
x x x x x - -
- - - - - - -
"""
OPEN_BOARD = """Black to play
name: a long one
area: all
. . . . . . . .
. . W W . . . .
. . W X X X . .
. . W X . X . .
. . . X X . . .
. . . . . . . .
. . . . . . . .
. . . . . . . .
"""


NUMBERS = itertools.count(1)


def opened(open_page: Open, view: str = "desktop", text: str = STRAIGHT_THREE, **options: Any) -> Any:
    page = open_page(view, path="/problems", **options)
    page.set_default_timeout(60_000)
    name = f"problem {next(NUMBERS)}"
    page.evaluate(PASTE, text.replace("name: ", f"name: {name} "))
    page.get_by_role("heading", name=name + " ").wait_for()
    return page


@pytest.mark.parametrize("view", ["desktop", "phone"])
def test_a_problem_is_failed_refuted_and_solved(open_page: Open, view: str) -> None:
    page = opened(open_page, view)
    press(page, view, "A4")
    page.locator("#panel").get_by_text("White B4 refutes it").wait_for()
    page.get_by_role("button", name="Reset").click()
    page.wait_for_selector('[aria-label^="B4 empty"]')
    press(page, view, "B4")
    page.locator("#panel .note").get_by_text("Right").or_(page.get_by_text("Solved.").first).first.wait_for()
    for _ in range(4):
        if page.locator(".tag", has_text="solved").count():
            break
        page.get_by_role("button", name="Solution").click()
        page.wait_for_selector(".mark.label")
        first = page.locator("text.mark.label", has_text="1").first.bounding_box()
        box = page.locator("#board").bounding_box()
        assert box["x"] < first["x"] < box["x"] + box["width"]
        for vertex in ("A4", "C4"):
            if "empty" in (cell(page, vertex).get_attribute("aria-label") or ""):
                press(page, view, vertex)
                break
        page.locator("#panel .note").get_by_text("Solved.").wait_for()
    assert page.locator(".tag", has_text="solved").count() == 1


def test_hints_come_in_steps(open_page: Open) -> None:
    page = opened(open_page)
    page.get_by_role("button", name="Hint").click()
    page.locator("#panel").get_by_text("Look in the marked region.").wait_for()
    assert page.locator(".chosen.area").count() > 0
    page.get_by_role("button", name="Hint").click()
    page.locator("#panel").get_by_text("The first move is B4.").wait_for()


def test_a_live_search_is_stopped_half_way(open_page: Open) -> None:
    page = opened(open_page, text=OPEN_BOARD)
    page.get_by_role("button", name="Start search").click()
    page.get_by_text("nodes ·").wait_for()
    page.wait_for_selector(".heat")
    rows = page.get_by_role("table", name="Moves being considered").get_by_role("row")
    page.wait_for_function("() => document.querySelectorAll('.considered tbody tr').length > 1")
    assert rows.nth(1).get_by_role("cell").count() == 3, "a verdict so far and two counts"
    page.get_by_role("button", name="Stop").click()
    page.get_by_role("button", name="Start search").wait_for()
    page.get_by_text("not proved").wait_for()


def test_from_the_editor_and_back_asks(open_page: Open) -> None:
    page = opened(open_page)
    page.locator("nav").get_by_role("link", name="Editor").click()
    page.get_by_role("button", name="Edit this one").click()
    page.wait_for_url("**/editor/*")
    page.get_by_text("A valid problem: Black to play and kill").wait_for()
    page.locator("nav").get_by_role("link", name="Problems").click()
    page.get_by_role("button", name="Leave it here").click()
    page.wait_for_url("**/problems/*")


@pytest.mark.parametrize("view", ["desktop", "phone"])
def test_axe_finds_nothing(open_page: Open, axe: Callable[[Any], None], view: str) -> None:
    page = opened(open_page, view, color_scheme="dark" if view == "phone" else "light")
    axe(page)
    page.get_by_role("button", name="Start search").click()
    page.get_by_text("Line: B4").wait_for()
    axe(page)
