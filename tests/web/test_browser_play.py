"""Play and Count in a real browser, at desktop and phone width."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.web.helpers import cell, press

pytestmark = pytest.mark.browser
BOTH = pytest.mark.parametrize("view", ["desktop", "phone"])
Open = Callable[..., Any]

KO_GAME = "D5 E5 E6 F6 E4 F4 D3 G5 F5"
"""Black's last move takes one stone at E5, which White may not retake at once."""


PASTE = """text => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', text);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
}"""


def play(page: Any, view: str, moves: str) -> None:
    for vertex in moves.split():
        if vertex == "pass":
            before = page.locator("#panel").inner_text()
            page.get_by_role("button", name="Pass").click()
            page.wait_for_function("old => document.querySelector('#panel').innerText !== old", arg=before)
        else:
            press(page, view, vertex)
            page.wait_for_selector(f'[aria-label^="{vertex} "][aria-label*="stone"]')


def new_game(page: Any, size: int, rules: str, komi: str = "0") -> None:
    page.get_by_role("button", name="New game").click()
    page.get_by_role("button", name=f"{size}×{size}").click()
    page.get_by_label("Rules").select_option(rules)
    page.get_by_label("Komi").fill(komi)
    before = page.url
    page.get_by_role("button", name="Start").click()
    page.wait_for_selector("dialog", state="detached")
    page.wait_for_function("old => location.href !== old", arg=before)
    page.wait_for_function("n => document.querySelectorAll('[role=gridcell]').length === n", arg=size * size)


@BOTH
def test_a_whole_game_with_a_ko_three_passes_dead_chains_and_an_agreed_score(
    open_page: Open, view: str
) -> None:
    page = open_page(view)
    new_game(page, 9, "problem-set")
    play(page, view, KO_GAME)
    assert "takes 1 stone" in page.locator("#panel").inner_text()
    press(page, view, "E5")
    page.locator("#panel").get_by_text("E5 would retake the ko at once.").wait_for()
    assert "empty" in (cell(page, "E5").get_attribute("aria-label") or "")
    play(page, view, "A9 J1")  # a ko threat that is none, and its answer
    play(page, view, "E5")
    page.get_by_role("button", name="Undo").click()
    page.wait_for_selector('[aria-label^="E5 empty"]')
    page.get_by_role("button", name="Redo").click()
    page.wait_for_selector('[aria-label^="E5 white stone"]')
    play(page, view, "pass pass")
    page.get_by_role("button", name="Pass").click()
    page.wait_for_url("**/count/*")
    page.get_by_role("heading", name="Count").wait_for()
    page.locator("#panel .note", has_text="lick a chain").wait_for(timeout=40_000)  # after the proposal
    for vertex in ("A9", "J1"):
        if ", dead" not in (cell(page, vertex).get_attribute("aria-label") or ""):
            cell(page, vertex).tap() if view == "phone" else cell(page, vertex).click()
        page.wait_for_selector(f'[aria-label^="{vertex} "][aria-label*="dead"]')
    label = cell(page, "J1").get_attribute("aria-label")
    find = "document.querySelector('[role=gridcell][aria-label^=\"J1 \"]')"
    page.get_by_role("button", name="Undo").click()
    page.wait_for_function(f"label => {find}.ariaLabel !== label", arg=label)
    page.get_by_role("button", name="Redo").click()
    page.wait_for_selector('[aria-label^="J1 "][aria-label*="dead"]')
    page.get_by_role("button", name="Black: agree").click()
    page.get_by_role("button", name="Black agrees").wait_for()
    page.get_by_role("button", name="White: agree").click()
    page.get_by_text("Both agreed. The game is finished.").wait_for()


@BOTH
def test_reload_and_back_in_the_middle(open_page: Open, view: str) -> None:
    page = open_page(view)
    new_game(page, 9, "chinese")
    play(page, view, "E5 C3")
    address = page.url
    page.reload()
    page.wait_for_selector('[aria-label^="C3 white stone"]')
    page.get_by_role("link", name="Count").click()
    page.wait_for_url("**/count/*")
    page.go_back()
    page.wait_for_url(address)
    page.wait_for_selector('[aria-label^="C3 white stone, last move"]')
    page.go_forward()
    page.get_by_role("button", name="Count now").wait_for()


def test_the_board_stays_where_it_is_when_modes_change(open_page: Open) -> None:
    page = open_page()
    places = set()
    links = page.locator("nav a")
    for number in range(links.count()):
        links.nth(number).click()
        page.wait_for_timeout(200)
        page.wait_for_function(
            "n => document.querySelectorAll('nav a')[n].hasAttribute('aria-current')", arg=number
        )
        page.wait_for_timeout(100)
        if not page.locator("#board").is_visible():  # the library and training use the whole page
            continue
        box = page.locator("#board").bounding_box()
        places.add(tuple(round(box[side]) for side in ("x", "y", "width", "height")))
    assert len(places) == 1


def test_keyboard_alone_plays_a_game(open_page: Open) -> None:
    page = open_page()
    new_game(page, 5, "chinese")
    page.keyboard.press("Tab")
    page.locator('[role=gridcell][tabindex="0"]').focus()
    page.keyboard.press("Enter")
    page.wait_for_selector('[aria-label^="C3 black stone"]')
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    page.wait_for_selector('[aria-label^="D4 white stone"]')
    assert page.evaluate("document.activeElement.ariaLabel").startswith("D4")
    page.keyboard.press("u")
    page.wait_for_selector('[aria-label^="D4 empty"]')
    page.keyboard.press("r")
    page.wait_for_selector('[aria-label^="D4 white stone"]')
    page.keyboard.press("p")
    page.locator("#panel").get_by_text("Black passes").wait_for()
    page.keyboard.press("p")
    page.wait_for_url("**/count/*")
    page.keyboard.press("?")
    page.get_by_role("dialog").wait_for()
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")


def test_a_tap_asks_before_it_plays(open_page: Open) -> None:
    page = open_page("phone")
    new_game(page, 9, "chinese")
    cell(page, "D4").tap()
    page.wait_for_selector(".pending-ring")
    cell(page, "F6").tap()
    page.get_by_text("F6: tap again to play.").first.wait_for()
    assert page.locator('[aria-label*="black stone"]').count() == 0
    cell(page, "F6").tap()
    page.wait_for_selector('[aria-label^="F6 black stone"]')


def test_rotate_mirror_and_coordinates_are_kept(open_page: Open) -> None:
    page = open_page()
    new_game(page, 9, "chinese")
    play(page, "desktop", "B2")
    before = cell(page, "B2").bounding_box()
    page.get_by_role("button", name="Rotate the view").click()
    after = cell(page, "B2").bounding_box()
    assert after["y"] < before["y"] - 200
    assert abs(after["x"] - before["x"]) < 5
    page.get_by_role("button", name="Mirror the view").click()
    assert cell(page, "B2").bounding_box()["x"] > after["x"] + 200
    page.get_by_role("button", name="Coordinates").click()
    page.wait_for_selector(".coords", state="detached")
    page.reload()
    page.wait_for_selector(".goban")
    page.wait_for_selector(".coords", state="detached")
    assert cell(page, "B2").bounding_box()["x"] > before["x"] + 200


def test_pasted_and_dropped_files_open(open_page: Open) -> None:
    page = open_page()
    page.evaluate(PASTE, "(;SZ[13]GN[Pasted];B[gg];W[cc])")
    page.get_by_role("heading", name="Pasted").wait_for()
    assert page.locator("[role=gridcell]").count() == 169
    page.evaluate(
        """text => { const data = new DataTransfer(); data.items.add(new File([text], 'corner.txt'));
        document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true })); }""",
        ". X .\nX O .\n. X .",
    )
    page.get_by_role("heading", name="corner").wait_for()
    page.evaluate(PASTE, "no board at all")
    page.locator(".toast").first.wait_for()


@BOTH
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing(open_page: Open, axe: Callable[[Any], None], view: str, theme: str) -> None:
    page = open_page(view, color_scheme=theme)
    new_game(page, 9, "chinese")
    play(page, view, "E5 C3 pass")
    axe(page)
    page.get_by_role("button", name="Help and keys").click()
    axe(page)
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Count").click()
    page.get_by_role("button", name="Count now").click()
    page.get_by_role("button", name="Black: agree").wait_for()
    axe(page)


BRANCHED = (
    "(;SZ[9]GN[Lesson]C[Black starts.];B[ee]C[Three answers.]"
    "(;W[ec];B[cc])(;W[gc]C[Wide.];B[cg];W[gg])(;W[ce]LB[cc:1]))"
)


@BOTH
def test_variations_by_button_and_by_keyboard(open_page: Open, axe: Callable[[Any], None], view: str) -> None:
    page = open_page(view)
    made = page.request.post("/api/games/import", data={"text": BRANCHED}).json()
    page.goto(f"/play/{made['id']}")
    page.get_by_text("Move 3 of 3").wait_for()
    for _ in range(2):
        page.get_by_role("button", name="Undo").click()
    page.get_by_role("note").get_by_text("Three answers.").wait_for()
    group = page.get_by_role("group", name="Variations")
    assert group.get_by_role("button").all_inner_texts() == ["A\nE7", "B\nG7", "C\nC5"]
    assert sorted(page.locator(".mark.label").all_text_contents()) == ["A", "B", "C"]
    axe(page)
    group.get_by_role("button", name="G7").click()
    page.get_by_role("note").get_by_text("Wide.").wait_for()
    page.get_by_text("Move 2 of 4").wait_for()
    page.get_by_role("button", name="Main line").click()
    page.get_by_text("Move 1 of 3").wait_for()
    page.locator("body").press("ArrowUp")
    page.locator(".btn.picked", has_text="C5").wait_for()
    page.locator("body").press("r")
    page.get_by_role("gridcell", name="C5 white stone").wait_for()
    page.goto(f"/estimate/{made['id']}?move=1")
    page.get_by_role("group", name="Variations").wait_for()
    page.locator("body").press("v")
    page.locator("body").press("ArrowRight")
    page.get_by_role("gridcell", name="E7 white stone").wait_for()
    assert "move=2" in page.url


def test_a_file_in_an_old_encoding_opens(open_page: Open) -> None:
    page = open_page()
    page.get_by_role("button", name="Open…").click()
    with page.expect_file_chooser() as chosen:
        page.get_by_role("button", name="Choose a file").click()
    text = "(;SZ[9]CA[Shift_JIS]GN[名局];B[ee])"
    chosen.value.set_files({"name": "a.sgf", "mimeType": "", "buffer": text.encode("shift_jis")})
    page.get_by_role("heading", name="名局").wait_for()
