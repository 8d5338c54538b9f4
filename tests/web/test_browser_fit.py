"""How the page fits windows, titles and fonts; one button leads; words are explained on the spot."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.web.helpers import cell, imported
from tests.web.test_browser_problems import OPEN_BOARD, opened

pytestmark = pytest.mark.browser
Open = Callable[..., Any]
BOARD_MODES = ("play", "review", "count", "estimate", "small", "problems", "editor", "samegame")
WINDOWS = {
    "landscape": (844, 390), "zoom 200 %": (640, 400), "small": (320, 640), "phone": (390, 844),
    "tablet": (768, 1024), "desktop": (1280, 800), "large": (1920, 1080),
}  # fmt: skip
LARGEST = 200_000
"""Bytes of the first page without compression: its styles, scripts and font."""
LONG = "Ear-reddening" * 12
SIDEWAYS = """() => [...document.querySelectorAll("button, a, input, select, h1, h2, p")].filter((each) => {
    const box = each.getBoundingClientRect();
    if (!box.width || !box.height || each.closest(".skip, .unseen, nav")) return false;
    return box.right > innerWidth + 1 || box.left < -1;
}).map((each) => each.outerHTML.slice(0, 120))"""
"""What sticks out of the window."""


def sized(open_page: Open, window: str, path: str) -> Any:
    page = open_page(path=path)
    width, height = WINDOWS[window]
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_timeout(150)
    return page


@pytest.mark.parametrize("window", WINDOWS)
def test_every_mode_fits_the_window(open_page: Open, window: str) -> None:
    page = sized(open_page, window, "/play")
    width, height = WINDOWS[window]
    for mode in BOARD_MODES:
        page.goto(f"/{mode}")
        page.wait_for_selector(".goban")
        page.wait_for_selector("#panel h1")
        page.wait_for_timeout(100)
        assert page.evaluate(SIDEWAYS) == [], mode
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), mode
        side = page.locator("#board").bounding_box()["width"]
        assert side >= 0.7 * min(width, height), f"{mode}: the board is {side} wide"
        clipped = page.evaluate(
            "(bar => bar.scrollWidth - bar.clientWidth)(document.querySelector('#toolbar'))"
        )
        assert clipped <= 0, f"{mode}: a button of the toolbar is cut off"


@pytest.mark.parametrize("window", ["small", "desktop"])
def test_a_long_title_stays_inside(open_page: Open, window: str) -> None:
    page = sized(open_page, window, "/play")
    text = f"(;SZ[9]GN[{LONG}]PB[{LONG}]PW[{LONG}];B[ee];W[cc];B[gc])"
    id = imported(page, text)
    imported(page, text)
    for mode in ("play", "review", "count", "estimate"):
        page.goto(f"/{mode}/{id}")
        page.wait_for_selector("#panel h1")
        page.wait_for_timeout(200)
        for summary in page.locator("#panel details > summary").all():
            summary.click()
        assert page.evaluate(SIDEWAYS) == [], mode
        inside = page.evaluate(
            """() => { const panel = document.querySelector("#panel");
            return panel.scrollWidth <= panel.clientWidth; }"""
        )
        assert inside, mode


def test_headings_have_the_font_that_ships(open_page: Open) -> None:
    page = open_page(path="/play")
    page.evaluate("document.fonts.ready")
    assert page.evaluate("document.fonts.check('600 26px \"honte serif\"', 'Play 5×5')")
    loaded = page.evaluate("[...document.fonts].filter((each) => each.status === 'loaded').length")
    assert loaded == 1
    family = page.locator("h1").evaluate("each => getComputedStyle(each).fontFamily")
    assert family.startswith('"honte serif"')


def test_the_first_page_is_small(open_page: Open) -> None:
    page = open_page(path="/")
    page.wait_for_load_state("networkidle")
    sizes = page.evaluate(
        """() => performance.getEntries().filter((each) => each.name.match(/static|\\/$/))
            .map((each) => [each.name, each.decodedBodySize ?? 0])"""
    )
    assert any("serif.woff2" in name for name, _ in sizes)
    assert 50_000 < sum(size for _, size in sizes) < LARGEST, (
        "bytes of the page, its styles, scripts and font"
    )


def test_one_button_leads(open_page: Open) -> None:
    page = open_page(path="/play")
    finished = imported(page, "(;SZ[9]RE[B+R];B[ee];W[cc];B[gc])")
    passed = imported(page, "(;SZ[9]RU[Chinese];B[ee];W[cc];B[];W[])")
    for path in [f"/{mode}" for mode in BOARD_MODES] + [
        f"/play/{finished}",
        f"/play/{passed}",
        f"/count/{passed}",
    ]:
        page.goto(path)
        page.wait_for_selector("#panel h1")
        page.wait_for_timeout(150)
        assert page.locator(".btn.primary:visible").count() <= 1, path


def test_one_point_is_one_point(open_page: Open) -> None:
    page = open_page(path="/editor")
    page.get_by_role("button", name="Area", exact=True).click()
    cell(page, "A1").click()
    page.get_by_text("Area: 1 point", exact=True).wait_for()
    id = imported(page, "(;SZ[9]RE[B+1];B[ee];W[cc];B[gc])")
    page.goto(f"/play/{id}")
    page.get_by_text("Black wins by 1 point", exact=True).wait_for()
    id = imported(page, "(;SZ[9]RE[W+3.5];B[ee];W[cc];B[gc])")
    page.goto(f"/play/{id}")
    page.get_by_text("White wins by 3.5 points", exact=True).wait_for()


# Words


def test_words_of_the_moyo_paper_are_explained_on_the_spot(
    open_page: Open, axe: Callable[[Any], None]
) -> None:
    page = open_page(path="/estimate")
    page.goto(f"/estimate/{imported(page, '(;SZ[9];B[ee];W[cc];B[gc];W[gg])')}")
    page.get_by_label("Moyo overlay").select_option("pairs")
    for word, part in (
        ("S", "sum over the vacant points"),
        ("S′", "corrected by atsumi"),
        ("Cutoff pairs", "four directions"),
    ):
        page.locator("#panel").get_by_role("button", name=word, exact=True).click()
        page.get_by_role("tooltip").get_by_text(part).wait_for()
        page.keyboard.press("Escape")
        page.get_by_role("tooltip").wait_for(state="hidden")
    page.locator("#panel").get_by_role("button", name="S", exact=True).click()
    axe(page)


def test_keystones_are_explained_in_the_editor(open_page: Open) -> None:
    page = open_page("phone", path="/editor")
    page.locator("#panel").get_by_role("button", name="keystones", exact=False).first.click()
    page.get_by_role("tooltip").get_by_text("the stones a problem is about").wait_for()


def test_the_numbers_of_a_search_are_explained(open_page: Open) -> None:
    page = opened(open_page, text=OPEN_BOARD)
    page.get_by_text("Search", exact=True).click()
    page.get_by_role("button", name="Start search").click()
    page.locator("#panel").get_by_role("button", name="to win", exact=False).first.click()
    page.get_by_role("tooltip").get_by_text("still to be decided").wait_for()
