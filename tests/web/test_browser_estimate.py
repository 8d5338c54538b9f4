"""Estimate in a real browser."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

pytestmark = pytest.mark.browser
Open = Callable[..., Any]
PASTE = """text => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', text);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
}"""
GAME = "(;SZ[9]KM[5.5]RU[Chinese]GN[Curve];B[ee];W[ec];B[gc];W[eg];B[gg];W[cf];B[gf];W[cc];B[cd];W[dd])"


@pytest.mark.parametrize("view", ["desktop", "phone"])
def test_slider_views_overlays_and_guessing(open_page: Open, axe: Callable[[Any], None], view: str) -> None:
    page = open_page(view, path="/estimate")
    page.set_default_timeout(40_000)  # kernels may have to be loaded or compiled first
    page.evaluate(PASTE, GAME)
    page.get_by_role("heading", name="Curve").wait_for()
    page.get_by_label("Model").select_option("influence")
    page.wait_for_selector(".chance")
    page.wait_for_selector(".chart .curve", state="attached")  # it may be level, hence without height
    page.get_by_role("button", name="One move back").click()
    page.get_by_text("move 9 of 10").wait_for()
    page.wait_for_url("**move=9")
    axe(page)
    page.get_by_label("Ownership as").select_option("numbers")
    page.wait_for_selector(".mark.label")
    page.get_by_label("Moyo overlay").select_option("pairs")
    page.wait_for_function(
        "[...document.querySelectorAll('.mark.label')].some(e => /^[0-4]{2}$/.test(e.textContent))"
    )
    page.reload()
    page.get_by_text("move 9 of 10").wait_for()
    page.get_by_role("button", name="Guess the score").click()
    page.get_by_label("Points").fill("5")
    page.get_by_role("button", name="Black leads").click()
    page.get_by_text("You said Black by 5.0").wait_for()
    width = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert width == 0, "nothing sticks out to the side"


def test_a_pasted_game_asks_once_for_its_curve(open_page: Open) -> None:
    page = open_page(path="/estimate")
    page.set_default_timeout(40_000)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if request.url.endswith("/curve") else None)
    page.evaluate(PASTE, GAME)
    page.get_by_role("heading", name="Curve").wait_for()
    page.wait_for_selector(".chart .curve", state="attached")
    page.get_by_role("button", name="One move back").click()
    page.get_by_text("move 9 of 10").wait_for()
    assert len(asked) == 1


def test_the_page_and_the_command_show_the_same_sizes(open_page: Open) -> None:
    page = open_page(path="/estimate")
    page.set_default_timeout(40_000)
    page.evaluate(PASTE, GAME)
    page.get_by_role("heading", name="Curve").wait_for()
    with page.expect_response(lambda response: "/moyo?" in response.url) as answered:
        page.get_by_label("Moyo overlay").select_option("pairs")
    totals = answered.value.json()["totals"]
    s, atsumi = ((f"{totals[name]:+g}").replace("-", "−") for name in ("s", "s_atsumi"))
    assert totals["s_atsumi"] != totals["s_dropped"]
    page.get_by_text(f"S {s}, S′ {atsumi}").wait_for()
    page.evaluate(PASTE, GAME.replace("KM[5.5]", "KM[0.5]"))
    page.get_by_text("White is taken to be the stronger player").wait_for()
