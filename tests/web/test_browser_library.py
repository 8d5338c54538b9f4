"""The library in a real browser: found, filtered, opened, imported, changed and undone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.library.samples import FOUR, GAME, THREE

pytestmark = pytest.mark.browser
Open = Callable[..., Any]


def opened(open_page: Open, view: str = "desktop", path: str = "/library", **options: Any) -> Any:
    page = open_page(view, **options)
    page.goto(path)
    return page


@pytest.mark.parametrize("view", ["desktop", "phone"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing(open_page: Open, axe: Callable[[Any], None], view: str, theme: str) -> None:
    page = opened(open_page, view, color_scheme=theme)
    page.get_by_role("link", name="Basic shapes").wait_for()
    axe(page)
    page.get_by_role("link", name="Basic shapes").click()
    page.get_by_role("heading", name="30 problems").wait_for()
    axe(page)


@pytest.mark.parametrize("path", ["/library", "/train"])
def test_a_page_that_is_slow_to_come_says_so(open_page: Open, path: str) -> None:
    page, held = open_page(), []
    page.route("**/api/library/collections", lambda route: held.append(route))
    page.goto(path)
    page.get_by_text("Reading the problems…").wait_for()
    held[0].continue_()
    page.get_by_role("heading", name=path[1:].capitalize(), exact=True).wait_for()
    assert page.get_by_text("Reading the problems…").count() == 0


@pytest.mark.parametrize("view", ["desktop", "phone"])
def test_a_problem_is_found_by_words_and_opened_on_the_board(open_page: Open, view: str) -> None:
    page = opened(open_page, view)
    page.get_by_role("searchbox").fill("carpenter")
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="1 problem", exact=True).wait_for()
    page.get_by_role("button", name="carpenter's square").click()
    page.wait_for_url("**/problems/*")
    page.get_by_role("heading", name="carpenter's square").wait_for()
    assert page.locator("#board").is_visible()
    page.go_back()
    page.get_by_role("heading", name="1 problem", exact=True).wait_for()


def test_filters_stay_in_the_address(open_page: Open) -> None:
    page = opened(open_page, "desktop")
    page.get_by_label("Place").select_option("side")
    page.get_by_role("heading", name="problems").first.wait_for()
    page.get_by_label("Aim").select_option("live")
    page.wait_for_url("**/library?place=side&aim=live")
    page.reload()
    page.get_by_label("Aim").wait_for()
    assert page.get_by_label("Aim").input_value() == "live"
    assert page.locator("button.card").count() > 3


def test_files_are_imported_with_a_report_and_a_collection_is_deleted_and_back(
    open_page: Open, tmp_path: Path
) -> None:
    page = opened(open_page, "desktop")
    for name, text in (("one.sgf", THREE), ("two.sgf", FOUR), ("game.sgf", GAME)):
        (tmp_path / name).write_text(text)
    page.get_by_role("button", name="Import…").click()
    page.get_by_label("Collection").fill("Mine")
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Choose files").click()
    chooser.value.set_files([tmp_path / name for name in ("one.sgf", "two.sgf", "game.sgf")])
    page.locator("#panel").get_by_text("2 problems saved").wait_for()
    page.get_by_text("1 cannot be used", exact=True).click()
    page.get_by_text("game.sgf: a game record of 3 moves").wait_for()
    page.evaluate("document.querySelector('main').scrollTop = 500")
    page.get_by_role("link", name="Mine").click()
    page.get_by_role("heading", name="2 problems").wait_for()
    page.wait_for_function("document.querySelector('main').scrollTop === 0")
    assert page.locator("#panel").get_by_text("2 problems saved").count() == 0, "the report stays behind"
    page.get_by_role("button", name="Delete").click()
    page.get_by_text("Mine is deleted.").wait_for()
    page.get_by_role("heading", name="Library").wait_for()
    assert page.get_by_role("link", name="Mine").count() == 0
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("link", name="Mine").wait_for()


DROP = """files => {
    const dataTransfer = new DataTransfer();
    for (const [name, text] of files) dataTransfer.items.add(new File([text], name));
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true }));
}"""


def test_files_dropped_on_the_page_are_imported_into_their_collections(open_page: Open) -> None:
    page = opened(open_page)
    page.get_by_role("link", name="Basic shapes").wait_for()
    page.evaluate(DROP, [["dropped one.sgf", THREE], ["dropped two.sgf", FOUR + GAME]])
    page.locator("#panel").get_by_text("2 problems saved").wait_for()
    page.get_by_role("link", name="dropped one").wait_for()
    page.get_by_role("link", name="dropped two").wait_for()
    page.get_by_text("1 cannot be used", exact=True).wait_for()


def test_problems_are_chosen_moved_renamed_and_deleted_with_undo(open_page: Open) -> None:
    page = opened(open_page, "desktop", "/library?collection=shipped%2Fbasic")
    page.get_by_role("button", name="Choose").click()
    page.get_by_role("button", name="tutorial: two eyes").click()
    page.get_by_role("button", name="bent three", exact=False).first.click()
    assert page.get_by_role("button", name="Delete").is_disabled()
    page.get_by_role("button", name="Move…").click()
    page.get_by_label("Collection, old or new").fill("Chosen")
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Moved to Chosen.").wait_for()
    page.goto("/library?collection=Chosen")
    page.get_by_role("button", name="Choose").click()
    page.get_by_role("button", name="tutorial: two eyes").click()
    page.get_by_role("button", name="Rename…").click()
    page.get_by_role("textbox", name="Title").fill("my first")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("button", name="my first").wait_for()
    page.get_by_role("button", name="Choose").click()
    page.get_by_role("button", name="my first").click()
    page.get_by_role("button", name="Delete").last.click()
    page.get_by_text("1 problem deleted.").wait_for()
    page.get_by_role("button", name="Undo").last.click()
    page.get_by_role("button", name="my first").wait_for()


def test_a_position_is_looked_up_and_a_shape_found(open_page: Open) -> None:
    page = opened(open_page, "desktop")
    page.get_by_role("button", name="Which problem is this?").click()
    page.get_by_label("SGF or text board").fill(
        "(;SZ[19]PL[W]AB[ac][bc][cc][dc][ec][eb][ea]AW[ab][bb][cb][db][da])"
    )
    page.get_by_role("button", name="Look it up").click()
    page.get_by_role("heading", name="This position is").wait_for()
    page.get_by_role("button", name="tutorial: two eyes").first.wait_for()
    page.get_by_text("Search by shape").click()
    page.get_by_label("Shape").fill("-----------\n| . . . O X\n| O O O O X")
    page.get_by_role("button", name="Find the shape").click()
    page.wait_for_url("**/library?shape=*")
    page.get_by_role("button", name="tutorial: two eyes").first.wait_for()
    assert page.locator("button.card").count() < 10
