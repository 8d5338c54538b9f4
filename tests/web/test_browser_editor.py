"""The editor in a real browser: a problem made, saved, opened again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sgfmill import sgf

from tests.web.helpers import cell

pytestmark = pytest.mark.browser
Open = Callable[..., Any]


def put(page: Any, brush: str, points: str) -> None:
    page.get_by_role("group", name="Brush").get_by_role("button", name=brush, exact=True).click()
    for vertex in points.split():
        cell(page, vertex).click()
        page.wait_for_selector(f'[role=gridcell][aria-label^="{vertex} "][aria-label*="stone"]')


def drag(page: Any, start: str, end: str) -> None:
    a, b = cell(page, start).bounding_box(), cell(page, end).bounding_box()
    page.mouse.move(a["x"] + a["width"] / 2, a["y"] + a["height"] / 2)
    page.mouse.down()
    page.mouse.move(b["x"] + b["width"] / 2, b["y"] + b["height"] / 2, steps=6)
    page.mouse.up()


def make(page: Any) -> None:
    put(page, "Black keystone", "A2 B2 C2 D2 D1")
    put(page, "White", "A3 B3 C3 D3 E3 E2 E1")
    page.get_by_role("button", name="Area", exact=True).click()
    drag(page, "A1", "D2")
    page.wait_for_selector('[aria-label^="A2 "][aria-label*="playable"]')
    page.get_by_text("A valid problem: Black to play and live").wait_for()


def test_a_problem_is_made_saved_and_opened_by_another_library(open_page: Open, tmp_path: Path) -> None:
    page = open_page(path="/editor")
    make(page)
    assert "keystone, playable" in (cell(page, "A2").get_attribute("aria-label") or "")
    page.get_by_role("group", name="Plays first").get_by_role("button", name="White").click()
    page.get_by_text("White to play and kill").wait_for()
    page.keyboard.press("u")
    page.get_by_text("Black to play and live").wait_for()
    with page.expect_download() as download:
        page.get_by_role("link", name="SGF").click()
    path = tmp_path / "problem.sgf"
    download.value.save_as(path)
    black, white, _ = sgf.Sgf_game.from_bytes(path.read_bytes()).get_root().get_setup_stones()
    assert (len(black), len(white)) == (5, 7)
    page.reload()
    page.get_by_text("A valid problem: Black to play and live").wait_for()


def test_saving_and_trying_make_one_problem(open_page: Open) -> None:
    page = open_page(path="/editor")
    make(page)
    problems = lambda: [each["id"] for each in page.request.get("/api/problems").json()]  # noqa: E731
    before = set(problems())
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Saved with your problems.").first.wait_for()
    page.get_by_role("button", name="Save").click()
    page.wait_for_timeout(300)
    page.get_by_role("button", name="Try it").click()
    page.wait_for_url("**/problems/*")
    assert len(set(problems()) - before) == 1


def test_a_checked_problem_is_written_with_its_solution(open_page: Open, tmp_path: Path) -> None:
    page = open_page(path="/editor")
    page.set_default_timeout(60_000)
    make(page)
    page.get_by_role("button", name="Check it").click()
    page.get_by_text("The only right move is").wait_for()
    with page.expect_download() as download:
        page.get_by_role("link", name="SGF").click()
    path = tmp_path / "problem.sgf"
    download.value.save_as(path)
    root = sgf.Sgf_game.from_bytes(path.read_bytes()).get_root()
    right = [node for node in root if node.has_property("TE")]
    assert len(right) == 1
    assert len(root) > 2, "wrong moves are refuted"


@pytest.mark.parametrize("view", ["desktop", "phone"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing(open_page: Open, axe: Callable[[Any], None], view: str, theme: str) -> None:
    page = open_page(view, path="/editor", color_scheme=theme)
    put(page, "Black keystone", "A2 B2")
    axe(page)
