"""Games in a real browser: what new users stumbled over in Play, Count and Estimate."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest

from tests.web.helpers import DROP, cell, imported, made

pytestmark = pytest.mark.browser
Open = Callable[..., Any]

LOPSIDED = (
    "(;SZ[9]KM[5.5]RU[Chinese]GN[Lopsided]"
    + "".join(
        f";B[{black}];W[{white}]"
        for black, white in zip(
            ("ee", "ec", "eg", "ce", "ge", "gc"), ("aa", "ia", "ai", "ii", "ab", "ba"), strict=True
        )
    )
    + ")"
)
"""White gives every move away: Black's chance grows."""
TAKEN = "(;SZ[9]KM[5.5]RU[Japanese]GN[Taken];B[ba];W[aa];B[ab];W[ee];B[ef];W[ed])"
"""Black's third move takes one stone."""


def width_of(page: Any, selector: str) -> float:
    return float(page.locator(selector).bounding_box()["width"])


# Estimate


def test_the_bar_of_chances_follows_the_move(open_page: Open) -> None:
    page = open_page()
    page.goto(f"/estimate/{imported(page, LOPSIDED)}?move=1")
    page.wait_for_selector(".chance span")
    page.get_by_label("Model").select_option("distance")
    for move in (1, 12):
        page.locator("input[type=range]").fill(str(move))
        page.wait_for_selector(".big:not(.stale)")
        page.get_by_text(f"move {move} of 12").wait_for()
        page.wait_for_timeout(300)
        said = page.locator(".chance").get_attribute("aria-label") or ""
        percent = float(said.split()[2])
        shown = 100 * width_of(page, ".chance span") / width_of(page, ".chance")
        assert abs(shown - percent) < 3, said


def test_scrubbing_shows_estimates_on_the_way(open_page: Open) -> None:
    page = open_page()
    page.goto(f"/estimate/{imported(page, LOPSIDED)}?move=1")
    page.wait_for_selector(".big:not(.stale)")
    page.route("**/estimate?move=*", lambda route: (time.sleep(0.06), route.continue_()))
    shown = page.evaluate(
        """async () => {
            const slider = document.querySelector("input[type=range]");
            const seen = new Set();
            for (let step = 0; step < 60; step++) {
                slider.value = 2 + (step % 10);
                slider.dispatchEvent(new Event("input", { bubbles: true }));
                await new Promise((resolve) => setTimeout(resolve, 40));
                seen.add(document.querySelector(".big").textContent);
            }
            return seen.size;
        }"""
    )
    assert shown > 1, "the estimate changes while the slider moves"


def test_keys_work_while_the_slider_has_the_focus(open_page: Open) -> None:
    page = open_page()
    page.goto(f"/estimate/{imported(page, LOPSIDED)}?move=5")
    page.get_by_text("move 5 of 12").wait_for()
    slider = page.locator("input[type=range]")
    slider.focus()
    page.keyboard.press("u")
    page.get_by_text("move 4 of 12").wait_for()
    assert slider.input_value() == "4"
    page.keyboard.press("ArrowRight")  # the slider's own key
    page.get_by_text("move 5 of 12").wait_for()
    page.goto(f"/play/{imported(page, LOPSIDED)}")
    slider = page.locator("input[type=range]")
    slider.focus()
    page.keyboard.press("u")
    page.get_by_text("Move 11 of 12").wait_for()
    assert slider.input_value() == "11"
    page.keyboard.press("?")
    page.get_by_role("dialog").wait_for()


def test_a_guess_needs_points_and_shows_what_counts(open_page: Open) -> None:
    page = open_page()
    page.goto(f"/estimate/{imported(page, TAKEN)}")
    page.wait_for_selector(".big:not(.stale)")
    page.get_by_role("button", name="Guess the score").click()
    question = page.locator("form")
    assert page.locator(".paint").count() == 0
    assert question.get_by_role("row", name="Prisoners").get_by_role("cell").all_inner_texts() == ["1", "0"]
    assert question.get_by_role("row", name="Komi").get_by_role("cell").all_inner_texts() == ["–", "5.5"]
    page.get_by_role("button", name="White leads").click()
    page.wait_for_timeout(300)
    assert question.is_visible(), "an empty field is no guess"
    page.get_by_label("Points").fill("2.5")
    page.get_by_role("button", name="White leads").click()
    page.get_by_text("You said White by 2.5").wait_for()
    page.wait_for_selector(".paint")
    assert page.locator(".paint").count() > 20, "the map is shown with the answer"
    page.get_by_role("button", name="Another").click()
    page.get_by_role("button", name="It is even").click()
    page.get_by_text("You said even").wait_for()


# Play


def test_undo_while_the_computer_thinks(open_page: Open) -> None:
    page = open_page()
    opponent = {"color": "W", "level": "beginner", "seconds": 0.2}
    page.goto(f"/play/{made(page, cols=9, opponent=opponent)}")
    page.wait_for_selector('[aria-label^="E5 empty"]')
    page.route(
        "**/api/jobs/*",
        lambda route: route.abort() if route.request.method == "DELETE" else route.continue_(),
    )
    page.route("**/undo", lambda route: (page.wait_for_timeout(2500), route.continue_()))
    cell(page, "E5").click()
    page.get_by_text("The computer is thinking").wait_for()
    page.get_by_role("button", name="Undo").click()
    page.locator(".turn", has_text="Black to play").wait_for(timeout=20_000)
    page.wait_for_selector('[aria-label^="E5 empty"]')
    page.wait_for_timeout(500)
    assert page.locator('[role=gridcell][aria-label*="stone"]').count() == 0
    assert page.locator(".toast").count() == 0
    page.unroute("**/undo")
    cell(page, "C3").click()
    page.locator('[role=gridcell][aria-label*="white stone"]').wait_for()


def test_the_computer_moves_on_request_after_its_first_move_was_undone(open_page: Open) -> None:
    page = open_page()
    opponent = {"color": "B", "level": "beginner", "seconds": 0.2}
    page.goto(f"/play/{made(page, cols=9, opponent=opponent)}")
    page.locator('[role=gridcell][aria-label*="black stone"]').wait_for()
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Let the computer move").click()
    page.locator('[role=gridcell][aria-label*="black stone"]').wait_for()


def test_a_new_game_has_the_komi_of_its_rules(open_page: Open) -> None:
    page = open_page()
    page.goto(f"/play/{made(page, cols=9, komi=0.5, handicap=3)}")
    page.get_by_role("button", name="New game").click()
    assert page.get_by_label("Komi").input_value() == "7.5"
    page.get_by_label("Handicap").select_option("3")
    assert page.get_by_label("Komi").input_value() == "0.5"
    page.get_by_label("Handicap").select_option("0")
    assert page.get_by_label("Komi").input_value() == "7.5"
    page.get_by_label("Rules").select_option("japanese")
    assert page.get_by_label("Komi").input_value() == "6.5"


def test_resigning_asks_nothing_and_can_be_undone(open_page: Open) -> None:
    page = open_page()
    page.goto(f"/play/{imported(page, LOPSIDED)}")
    page.get_by_role("button", name="Resign").click()
    page.locator(".turn", has_text="wins by resignation").wait_for()
    assert page.locator("dialog").count() == 0
    assert page.locator(".btn.primary").count() == 1
    page.locator(".toast").get_by_role("button", name="Undo").click()
    page.locator(".turn", has_text="Black to play").wait_for()


def test_a_picture_dropped_on_the_page_is_refused_in_plain_words(open_page: Open) -> None:
    page = open_page()
    page.evaluate(DROP, ["photo.png", [137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13]])
    page.locator(".toast").get_by_text("photo.png is a picture. A board opens from SGF or text.").wait_for()
    page.evaluate(DROP, ["game.zip", [80, 75, 3, 4, 0, 0, 0, 8]])
    page.locator(".toast").get_by_text("game.zip is neither SGF nor text.").wait_for()


# Count

WALLS = """
. X . . O . . . .
X X . . O . . . .
. . . . O . . . .
O O O O O . . . .
. . . . . . . . .
X X X X X X X X X
. . . . . . . . .
. . . . O . . . .
. . . . . . . . .
"""
"""White's wall in the upper left holds a black chain; Black's wall below holds a white stone."""


def counted(page: Any, text: str = WALLS) -> None:
    page.goto(f"/count/{imported(page, text, 'walls')}")
    page.get_by_role("button", name="Count now").click()
    page.locator("#panel .note", has_text="lick a chain").wait_for(timeout=60_000)


def test_neutral_points_are_quiet_and_explained(open_page: Open) -> None:
    page = open_page()
    counted(page)
    page.wait_for_selector(".territory.dame")
    color = page.locator(".territory.dame").first.evaluate("each => getComputedStyle(each).fill")
    red, green, blue = (int(part) for part in color.split("(")[1].split(")")[0].split(",")[:3])
    assert red - min(green, blue) < 60, "no alarming red"
    legend = page.get_by_role("list", name="Signs on the board")
    for word in ("Black’s", "White’s", "neutral", "dead"):
        assert word in legend.inner_text()


def mark(page: Any, vertex: str, state: str) -> None:
    label = cell(page, vertex).get_attribute("aria-label") or ""
    if (", dead" in label) != (state == "dead"):
        cell(page, vertex).click()
    page.wait_for_function(
        """([vertex, dead]) => document.querySelector(`[role=gridcell][aria-label^="${vertex} "]`)
            .ariaLabel.includes(", dead") === dead""",
        arg=[vertex, state == "dead"],
    )


def test_a_chain_inside_a_dead_wall_lives(open_page: Open) -> None:
    page = open_page()
    counted(page)
    mark(page, "E6", "alive")
    mark(page, "B9", "dead")
    mark(page, "E6", "dead")
    assert ", dead" not in (cell(page, "B9").get_attribute("aria-label") or "")
    page.get_by_role("button", name="Undo").click()
    page.wait_for_selector('[aria-label^="B9 black stone, dead"]')
    mark(page, "E2", "dead")
    assert ", dead" in (cell(page, "B9").get_attribute("aria-label") or ""), "another place stays as it is"
