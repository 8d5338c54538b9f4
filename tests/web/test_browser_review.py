"""The first screen, and the review of a game in a real browser."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.web.helpers import PASTE, cell, imported

pytestmark = pytest.mark.browser
Open = Callable[..., Any]
BRANCHED = (
    "(;SZ[9]GN[Lesson]PB[Kuro]BR[3k]PW[Shiro]DT[2026-11-18]RE[W+R];B[ee]C[Three answers.](;W[ec];B[cc])"
    "(;W[gc]C[Wide.];B[cg];W[gg])(;W[ce]LB[cc:1]))"
)


def reviewed(open_page: Open, view: str = "desktop", text: str = BRANCHED, **options: Any) -> Any:
    page = open_page(view, **options)
    page.goto(f"/review/{imported(page, text)}")
    page.wait_for_selector("#tree svg")
    return page


def place(page: Any, text: str) -> None:
    page.locator(".place", has_text=text).wait_for()


# The first screen


@pytest.mark.parametrize("view", ["desktop", "phone"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_first_screen_invites(open_page: Open, axe: Callable[[Any], None], view: str, theme: str) -> None:
    page = open_page(view, path="/", color_scheme=theme)
    names = page.get_by_role("list", name="What you can do").locator("b").all_inner_texts()
    for name in (
        "Play the computer", "Review a game", "Open a file",
        "Today’s problems", "Learn 5×5", "Make a problem",
    ):  # fmt: skip
        assert name in names
    axe(page)


def test_the_first_screen_leads_everywhere(open_page: Open) -> None:
    page = open_page(path="/")
    page.get_by_role("button", name="An example game").click()
    page.get_by_role("heading", name="An example game").wait_for()
    place(page, "Start, 63 moves")
    page.get_by_role("link", name="honte, start page").click()
    page.get_by_role("link", name="Continue the last game").click()
    page.get_by_role("heading", name="An example game").wait_for()
    page.goto("/")
    page.get_by_role("button", name="An example problem").click()
    page.get_by_role("heading", name="carpenter").wait_for()
    page.goto("/")
    page.get_by_role("button", name="Learn 5×5").click()
    page.wait_for_url("**/small/*")
    page.wait_for_function("() => document.querySelectorAll('[role=gridcell]').length === 25")
    page.goto("/")
    page.get_by_role("button", name="Play the computer").click()
    assert page.get_by_label("Opponent").input_value() == "W"
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Open a file").click()
    page.get_by_label("SGF or text board").fill(BRANCHED)
    page.get_by_role("button", name="Open", exact=True).click()
    page.wait_for_url("**/review/*")


def test_help_says_what_each_mode_is_for(open_page: Open) -> None:
    page = open_page(path="/count")
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog")
    dialog.get_by_text("Count a finished game: dead stones are proposed").wait_for()
    dialog.get_by_text("The other modes").click()
    assert dialog.locator(".modes-help dt").count() == 10


# A game


@pytest.mark.parametrize("view", ["desktop", "phone"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing(open_page: Open, axe: Callable[[Any], None], view: str, theme: str) -> None:
    page = reviewed(open_page, view, color_scheme=theme)
    page.get_by_text("All games").click()
    axe(page)


def test_an_opened_game_is_stepped_by_keys_and_wheel(open_page: Open) -> None:
    page = open_page()
    page.evaluate(PASTE, BRANCHED)
    page.wait_for_url("**/review/*")
    place(page, "Move 3 of 3: C7")
    page.get_by_text("White wins by resignation").wait_for()
    page.keyboard.press("ArrowLeft")
    place(page, "Move 2 of 3: E7")
    page.get_by_text("White wins by resignation").wait_for()
    page.locator("#board").hover()
    page.mouse.wheel(0, -120)
    place(page, "Move 1 of 3: E5")
    assert page.get_by_label("Comment").input_value() == "Three answers."
    page.keyboard.press("v")
    page.keyboard.press("ArrowRight")
    place(page, "Move 2 of 4: G7")
    page.keyboard.press("Home")
    place(page, "Start, 4 moves")
    cell(page, "E5").click()
    place(page, "Move 1 of 4")
    page.keyboard.press("ArrowRight")
    place(page, "Move 2 of 4: G7")


def test_the_tree_is_drawn_and_clicked(open_page: Open) -> None:
    page = reviewed(open_page)
    assert page.locator("#tree svg").get_attribute("aria-label") == "Game tree: 8 positions, 3 lines"
    before = page.locator("#tree .here").get_attribute("cx")
    page.locator("#tree svg").click(position={"x": 14 + 22 * 2, "y": 14 + 22})
    page.wait_for_function(
        "old => document.querySelector('#tree .here').getAttribute('cx') !== old", arg=before
    )
    place(page, "Move 2 of")
    page.get_by_role("button", name="Main line", exact=True).wait_for()


def test_thousands_of_positions_are_drawn(open_page: Open, axe: Callable[[Any], None]) -> None:
    lines = "".join(f"(;W[{chr(97 + n % 19)}{chr(97 + n // 19)}];B[sa];W[sb];B[sc])" for n in range(1, 300))
    page = reviewed(open_page, text=f"(;SZ[19];B[jj]{lines})")
    assert "1198 positions, 299 lines" in (page.locator("#tree svg").get_attribute("aria-label") or "")
    assert page.locator("#tree svg *").count() < 20, "few shapes, however many nodes"
    axe(page)


def test_comments_marks_and_variations_are_written_and_kept(open_page: Open) -> None:
    page = reviewed(open_page)
    page.keyboard.press("ArrowLeft")
    place(page, "Move 2 of 3")
    page.get_by_label("Comment").fill("Too narrow?")
    page.get_by_label("Comment").blur()
    page.get_by_role("button", name="Triangle").click()
    cell(page, "C3").click()
    page.wait_for_selector(".mark.triangle")
    page.keyboard.press("a")
    cell(page, "D4").click()
    page.locator(".mark.label", has_text="A").wait_for()
    page.keyboard.press("m")
    cell(page, "F6").click()
    place(page, "Move 3 of 3: F6")
    page.reload()
    page.wait_for_selector("#tree svg")
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector(".mark.triangle")
    assert page.get_by_label("Comment").input_value() == "Too narrow?"
    page.keyboard.press("ArrowRight")
    place(page, "Move 3 of 3: F6")
    page.get_by_role("button", name="Delete from here").click()
    place(page, "Move 2 of 3: E7")
    page.wait_for_selector('[aria-label^="F6 empty"]')
    page.locator(".toast").get_by_role("button", name="Undo").click()
    place(page, "Move 3 of 3: F6")
    page.get_by_role("button", name="Make it the main line").click()
    page.get_by_role("button", name="Main line", exact=True).wait_for(state="detached")


def test_move_numbers_are_shown(open_page: Open) -> None:
    page = reviewed(open_page)
    page.get_by_label("Move numbers").check()
    page.wait_for_selector(".mark.label.numbered")
    assert page.locator(".mark.label.numbered").all_text_contents().count("1") == 1
    page.get_by_label("Move numbers").uncheck()


def test_players_date_and_result_are_changed(open_page: Open) -> None:
    page = reviewed(open_page)
    page.locator(".facts-box", has_text="Kuro 3k").wait_for()
    page.locator(".facts-box", has_text="2026-11-18").wait_for()
    page.get_by_role("button", name="Change names, date and result").click()
    page.get_by_label("White’s rank").fill("1d")
    page.get_by_label("Result", exact=True).fill("B+1")
    page.get_by_role("button", name="Save").click()
    page.locator(".facts-box", has_text="Shiro 1d").wait_for()
    page.locator(".facts-box", has_text="Black wins by 1 point").wait_for()
    page.get_by_role("button", name="Change names, date and result").click()
    page.get_by_label("Result", exact=True).fill("nobody")
    page.get_by_role("button", name="Save").click()
    page.locator(".toast").get_by_text("'nobody' is no result").wait_for()


def test_games_are_listed_renamed_and_deleted(open_page: Open) -> None:
    page = reviewed(open_page, text=BRANCHED.replace("Lesson", "To be renamed"))
    page.get_by_text("All games").click()
    page.get_by_role("button", name="Rename To be renamed").click()
    page.get_by_label("Title").fill("Renamed at last")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("heading", name="Renamed at last").wait_for()
    page.get_by_role("button", name="Delete Renamed at last").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    page.get_by_role("heading", name="Renamed at last").wait_for(state="detached")
    assert page.get_by_role("link", name="Renamed at last").count() == 0


REVIEW = {
    "cols": 9, "rows": 9, "rules": "chinese", "komi": 7.5, "handicap": 0, "result": "W+R", "length": 3,
    "model": "network", "note": "", "stage": "done",
    "curve": [[-1, 4, 0.4], [0, 4, 0.5], [-3, 4, 0.3], [2, 4, 0.6]],
    "moves": [
        {"move": n, "color": "BWB"[n - 1], "vertex": vertex, "lost": lost, "likely": 0.1,
         "would": [["G3", 0.6], [vertex, 0.1]], "line": ["G3", "C3"]}
        for n, vertex, lost in ((1, "E5", 0.0), (2, "E7", 1.0), (3, "C7", 6.2))
    ],
    "worst": [3, 2],
    "fights": [
        {"number": 1, "title": "White's stone at E7", "heat": 9, "color": "W", "group": ["E7"], "move": 3,
         "at_end": False, "mover": "B", "aim": "kill", "target": ["E7"], "played": "C7", "result": "yes",
         "question": "Could Black have killed it?", "answer": "Proved: yes, at E8.", "holds": "board",
         "best": ["E8"], "guess": None, "line": ["E8"], "area": [], "before": 50, "after_played": 90,
         "waiting": False, "after": None, "later": None, "nodes": 100,
         "text": ["Could Black have killed White's stone at E7 at move 3?", "Proved: yes, at E8."],
         "sgf": "(;SZ[9]PL[B]AB[ac][bc][cc][dc][db][da]AW[ab][bb][cb])"},
    ],
}  # fmt: skip
"""A review as the server gives it; what the engine finds is tested with the engine."""


def test_findings_are_shown_and_a_fight_becomes_a_problem(
    open_page: Open, axe: Callable[[Any], None]
) -> None:
    page = open_page()
    page.route(
        lambda url: url.endswith("/review") and "/api/" in url,
        lambda route: route.fulfill(json={"review": REVIEW}),
    )
    page.goto(f"/review/{imported(page, BRANCHED)}")
    worst = page.get_by_role("list", name="Moves that lost most")
    worst.wait_for()
    assert worst.get_by_role("button").all_inner_texts()[0].split("\n")[-1] == "−6.2 points"
    assert "−1 point" in worst.inner_text()
    worst.get_by_role("button").first.click()
    place(page, "Move 2 of 3")
    page.locator(".heat-text", has_text="60%").wait_for()
    page.get_by_text("Black played C7 here and lost about 6.2 points.").wait_for()
    page.locator(".chart").click(position={"x": 2, "y": 30})
    place(page, "Start, 3 moves")
    page.get_by_text("Proved: yes, at E8.").wait_for()
    page.get_by_role("button", name="Move 3").click()
    page.locator(".heat.win").wait_for()
    axe(page)
    page.get_by_role("button", name="Make it a problem").click()
    page.wait_for_url("**/problems/*")
    page.locator(".turn", has_text="Black").wait_for()


def test_a_game_is_reviewed(open_page: Open) -> None:
    page = reviewed(open_page, text="(;SZ[9]KM[5.5]RU[Chinese]GN[Short];B[ee];W[ec];B[gc];W[aa];B[gg];W[cf])")
    page.set_default_timeout(90_000)
    page.get_by_role("button", name="Review this game").click()
    page.wait_for_selector(".chart .curve", state="attached")
    page.get_by_role("list", name="Moves that lost most").get_by_role("button").first.wait_for()
    page.get_by_role("button", name="Stop").wait_for(state="detached")
    page.reload()
    page.get_by_role("list", name="Moves that lost most").get_by_role("button").first.wait_for()
