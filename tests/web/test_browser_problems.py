"""Problems in a browser: solved, failed and refuted, hints, words, the search one click away."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.web.helpers import cell, press

pytestmark = pytest.mark.browser
Open = Callable[..., Any]
SHIPPED = Path(__file__).parents[2] / "src" / "honte" / "problems"

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
SHAPE = "SZ[13]PL[B]AW[ab][bb][cb][db][da]AB[ac][bc][cc][dc][ec][eb][ea]"
"""A white straight three in the upper left corner of 13x13; B13 kills."""


NUMBERS = itertools.count(1)


def opened(open_page: Open, view: str = "desktop", text: str = STRAIGHT_THREE, **options: Any) -> Any:
    page = open_page(view, path="/problems", **options)
    page.set_default_timeout(60_000)
    name = f"problem {next(NUMBERS)}"
    named = re.sub(r"GN\[[^]]*\]", "", text).replace("SZ[", f"GN[{name} ]SZ[")
    page.evaluate(PASTE, named.replace("name: ", f"name: {name} "))
    page.get_by_role("heading", name=name + " ").wait_for()
    return page


def shipped(open_page: Open, stem: str, view: str = "desktop") -> Any:
    return opened(open_page, view, next(SHIPPED.rglob(f"{stem}*.sgf")).read_text(encoding="utf8"))


def note(page: Any, text: str) -> Any:
    found = page.locator("#panel .note").get_by_text(text)
    found.wait_for()
    return found


# Play


@pytest.mark.parametrize("view", ["desktop", "phone"])
def test_a_problem_is_failed_refuted_and_solved(open_page: Open, view: str) -> None:
    page = opened(open_page, view)
    page.evaluate("document.addEventListener('honte:solved', (event) => (window.heard = event.detail))")
    press(page, view, "A4")
    note(page, "Not this one: White answers B4.")
    page.get_by_role("button", name="Undo").click()
    page.wait_for_selector('[aria-label^="B4 empty"]')
    assert "empty" in (cell(page, "A4").get_attribute("aria-label") or ""), "undo takes back both moves"
    press(page, view, "B4")
    note(page, "Solved: White is dead, and no resistance is left.")
    page.get_by_text("Solved without help, after 1 mistake.").wait_for()
    assert page.locator(".tag", has_text="solved").count() == 1
    heard = page.evaluate("window.heard")
    assert (heard["solved"], heard["helped"], heard["mistakes"]) == (True, False, 1)
    assert heard["seconds"] > 0
    assert heard["id"] in page.url


def test_next_leads_to_the_next_problem_and_on_to_the_address_that_was_given(open_page: Open) -> None:
    page = opened(open_page)
    first = page.url
    press(page, "desktop", "B4")
    page.get_by_role("button", name="Next", exact=True).click()
    page.wait_for_function("before => location.href !== before", arg=first)
    page.wait_for_url("**/problems/*")
    page.goto(f"{first}?next=/editor")
    page.wait_for_selector(".goban")
    page.get_by_role("button", name="Reset").click()
    page.wait_for_selector('[aria-label^="B4 empty"]')
    press(page, "desktop", "B4")
    page.get_by_role("button", name="Next", exact=True).click()
    page.wait_for_url("**/editor/*")


def test_next_leads_from_a_problem_of_no_list_to_a_new_one_of_the_library(open_page: Open) -> None:
    """Another browser, or a phone, knows no list; its last problem has none after it."""
    opened(open_page)
    page = open_page(path="/problems")
    last = page.evaluate("async () => (await (await fetch('/api/problems')).json()).at(-1).id")
    page.goto(f"/problems/{last}")
    page.get_by_role("button", name="Next in the list").wait_for()
    assert page.get_by_role("button", name="Next in the list").is_disabled()
    page.keyboard.press("n")
    page.get_by_role("link", name="New problems: 1 of").wait_for()


@pytest.mark.parametrize("view", ["desktop", "phone"])
def test_the_defender_resists_and_a_person_plays_one_color(open_page: Open, view: str) -> None:
    page = shipped(open_page, "08-bulky-five", view)
    press(page, view, "E5")
    note(page, "Right. White answers D5.")
    press(page, view, "E6")
    note(page, "Solved: White is dead")
    press(page, view, "F5")  # play may go on after the end
    page.wait_for_selector('[aria-label^="F5 black stone"]')


def test_both_sides_by_hand_only_when_asked_for(open_page: Open) -> None:
    page = opened(open_page)
    page.get_by_label("The computer answers").click()
    press(page, "desktop", "A4")
    page.wait_for_selector('[aria-label^="A4 black stone"]')
    press(page, "desktop", "B4")
    page.wait_for_selector('[aria-label^="B4 white stone"]')
    page.get_by_role("button", name="Undo").click()
    page.wait_for_selector('[aria-label^="B4 empty"]')
    page.wait_for_selector('[aria-label^="A4 black stone"]')


# Hints and words


@pytest.mark.parametrize("view", ["desktop", "phone"])
def test_hints_come_in_three_steps_and_show_no_more(open_page: Open, view: str) -> None:
    page = opened(open_page, view)
    page.get_by_role("button", name="Hint").click()
    note(page, "Black can kill without a ko, and one move works.")
    assert page.locator(".chosen.area").count() == 0
    assert page.locator(".heat").count() == 0
    page.get_by_role("button", name="Hint 2 of 3").click()
    note(page, "Look in the marked region.")
    assert page.locator(".chosen.area").count() > 3
    assert page.locator(".heat").count() == 0
    page.get_by_text("Search", exact=True).click()
    assert "B4" not in (page.locator("#panel").text_content() or ""), "no panel has the move"
    page.get_by_role("button", name="Hint 3 of 3").click()
    note(page, "The first move is B4.")
    assert page.locator(".heat.best").count() == 1
    press(page, view, "B4")
    page.get_by_text("Solved with help.").wait_for()
    assert page.locator(".tag", has_text="solved with help").count() == 1


def test_a_lesson_waits_for_the_solution(open_page: Open) -> None:
    page = shipped(open_page, "17-seki")
    page.locator(".turn").get_by_text("Black to kill the 9 stones").wait_for()
    assert page.get_by_text("Seki counts as life").count() == 0
    page.get_by_role("button", name="Seki", exact=True).click()
    note(page, "Solved: White lives in seki.")
    page.get_by_text("Seki counts as life").wait_for()


@pytest.mark.parametrize("view", ["desktop", "phone"])
def test_answers_in_words(open_page: Open, view: str) -> None:
    page = shipped(open_page, "17-seki", view)
    page.get_by_role("button", name="Ko", exact=True).click()
    note(page, "No: that is not the result of best play.")
    page.get_by_role("button", name="Cannot be killed").click()
    note(page, "Solved: Black cannot kill, it is seki.")
    page.get_by_role("button", name="Next", exact=True).wait_for()


@pytest.mark.parametrize("view", ["desktop", "phone"])
def test_a_pass_says_that_no_move_works(open_page: Open, view: str) -> None:
    page = shipped(open_page, "05-square-four", view)
    page.get_by_role("button", name="Pass").click()
    note(page, "Solved: no move works; White is dead, and no resistance is left.")


@pytest.mark.parametrize("view", ["desktop", "phone"])
def test_the_numbers_of_a_solution_survive_moves_on_the_same_point(open_page: Open, view: str) -> None:
    page = shipped(open_page, "30-under-the-stones", view)
    page.get_by_role("button", name="Solution").click()
    text = note(page, "The moves are numbered on the board.").text_content()
    assert re.search(r"\d at \d", text)
    labels = page.locator("text.mark.label").all_text_contents()
    assert "1" in labels
    assert len(labels) == len(set(labels))


# Files of others

BARE = f"(;{SHAPE.replace('PL[B]', '')}C[W to live](;W[ba]C[CORRECT])(;W[aa]))"


@pytest.mark.parametrize("view", ["desktop", "phone"])
def test_a_bare_file_says_at_once_what_it_is_about_and_compares_its_book(open_page: Open, view: str) -> None:
    page = open_page(view, path="/problems")
    page.set_default_timeout(60_000)
    said = page.evaluate_handle(
        """() => { const said = []; new MutationObserver(() => said.push(
            document.querySelector('#panel .note')?.textContent)).observe(
            document.querySelector('#panel'), { subtree: true, childList: true, characterData: true });
            return said; }"""
    )
    page.evaluate(PASTE, BARE.replace("SZ[", f"GN[bare {view}]SZ["))
    page.get_by_role("heading", name=f"bare {view}").wait_for()
    page.locator(".turn").get_by_text("White to save the 5 stones at A12").wait_for()
    words = [text for text in said.json_value() if text]
    assert any(text.startswith("Probably White to save the 5 stones at A12") for text in words), words
    assert "361" not in (page.locator("#panel").text_content() or "")
    page.get_by_text("The book’s solution").click()
    page.locator("#panel").get_by_text("The book's answer B13 is proved.").wait_for()


def test_a_position_without_a_group_at_stake_leads_to_the_editor(open_page: Open) -> None:
    page = opened(open_page, text="(;SZ[9]AB[ca][cb][cc][cd]AW[ga][gb][gc][gd])")
    note(page, "No group to live or to kill was found; mark the stones that are meant")
    page.get_by_role("button", name="Change").click()
    page.get_by_role("button", name="Other stones: mark them in the editor").click()
    page.wait_for_url("**/editor/*")


def test_problems_begin_with_the_library_and_lead_back_to_it(
    open_page: Open, axe: Callable[[Any], None]
) -> None:
    """Somebody who opens a problem of a list sees its place in it, and finds the way back."""
    page = open_page()
    page.goto("/library?collection=shipped%2Fbasic")
    page.get_by_role("button", name="bent three", exact=False).first.click()
    page.wait_for_url("**/problems/*")
    crumb = page.get_by_role("link", name="Basic shapes: 3 of 30")
    crumb.wait_for()
    axe(page)
    page.get_by_role("button", name="Next in the list").click()
    page.get_by_role("link", name="Basic shapes: 4 of 30").wait_for()
    later = page.context.new_page()
    later.goto(page.url)  # a new tab knows the list, too
    later.get_by_role("link", name="Basic shapes: 4 of 30").click()
    later.wait_for_url("**/library?collection=shipped%2Fbasic")


# The search


def test_the_board_stays_calm_while_the_computer_thinks(open_page: Open) -> None:
    page = opened(open_page, text=OPEN_BOARD)
    press(page, "desktop", "E5")
    page.get_by_role("button", name="Show the search").wait_for()
    assert page.locator(".heat").count() == 0
    assert page.locator(".considered").count() == 0
    page.get_by_role("button", name="Show the search").click()
    page.wait_for_selector(".considered tbody tr")
    page.get_by_role("button", name="Hide the search").click()
    page.wait_for_function("() => !document.querySelector('.heat')")
    page.locator("#panel [data-key=thinking]").get_by_role("button", name="Stop").click()
    note(page, "Not decided in the time given.")


def test_a_live_search_is_stopped_half_way(open_page: Open) -> None:
    page = opened(open_page, text=OPEN_BOARD)
    page.get_by_text("Search", exact=True).click()
    page.get_by_role("button", name="Start search").click()
    page.get_by_text("nodes ·").wait_for()
    page.wait_for_selector(".heat")
    rows = page.get_by_role("table", name="Moves being considered").get_by_role("row")
    page.wait_for_function("() => document.querySelectorAll('.considered tbody tr').length > 1")
    assert rows.nth(1).get_by_role("cell").count() == 3, "a verdict so far and two counts"
    page.get_by_role("button", name="Stop").click()
    page.get_by_role("button", name="Start search").wait_for()
    page.get_by_text("not proved").wait_for()


def test_to_the_editor_and_back_nothing_is_asked(open_page: Open) -> None:
    page = opened(open_page)
    page.locator("nav").get_by_role("link", name="Editor").click()
    page.wait_for_url("**/editor/*")
    page.get_by_text("Not a problem yet").wait_for()
    assert page.locator("dialog").count() == 0
    page.locator(".toast").get_by_role("button", name="Edit this one").click()
    page.get_by_text("A valid problem: Black to play and kill").wait_for()
    page.locator("nav").get_by_role("link", name="Problems").click()
    page.wait_for_url("**/problems/*")
    assert page.locator("dialog").count() == 0
    before = page.url
    page.locator(".toast").get_by_role("button", name="Try it").click()
    page.wait_for_function("old => location.href !== old", arg=before)


@pytest.mark.parametrize("view", ["desktop", "phone"])
def test_axe_finds_nothing(open_page: Open, axe: Callable[[Any], None], view: str) -> None:
    scheme = "dark" if view == "phone" else "light"
    page = opened(open_page, view, f"(;{SHAPE}(;B[ba]C[RIGHT]))", color_scheme=scheme)
    page.locator(".turn").get_by_text("Black to kill the 5 stones").wait_for()
    axe(page)
    page.get_by_role("button", name="Change").click()
    page.get_by_role("list", name="What the problem may be about").wait_for()
    page.get_by_text("Search", exact=True).click()
    page.get_by_role("button", name="Start search").click()
    page.get_by_text("Line: B13").wait_for()
    page.get_by_text("The book’s solution").click()
    page.get_by_text("The book's answer B13 is proved.").wait_for()
    axe(page)


JUMP = """Black to play
name: a jump
area: all
. . . . . . .
. O O O O O .
. . B . B . .
. O O O O O .
. . . . . . .
"""


@pytest.mark.parametrize("view", ["desktop", "phone"])
def test_the_person_picks_what_is_at_stake(open_page: Open, axe: Callable[[Any], None], view: str) -> None:
    page = opened(open_page, view, JUMP)
    page.get_by_text("Search", exact=True).click()
    page.get_by_label("What is at stake").select_option("connection")
    stones = page.get_by_label("A stone of each chain, such as D4 F4")
    stones.fill("c3 e3")
    stones.press("Tab")
    page.get_by_role("button", name="Start search").click()
    page.get_by_text("At stake: connection of C3 and E3.").wait_for()
    assert page.get_by_text("Black connects.").count()
    axe(page)
