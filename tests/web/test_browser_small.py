"""Small board in a real browser: what is not proved is shown as bounds, and everything fits its point."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

pytestmark = pytest.mark.browser
Open = Callable[..., Any]
TURNS = {"A1": "E5", "A2": "E4", "B2": "D4", "C1": "C5", "C2": "C4", "A5": "E1"}
"""Points of the empty 5x5 board that a half turn exchanges."""


def values(page: Any, size: str) -> None:
    before = page.url
    page.get_by_role("button", name=size, exact=True).click()
    page.wait_for_function("old => location.href !== old", arg=before)
    cols = int(size[0])
    page.wait_for_function("n => document.querySelectorAll('[role=gridcell]').length === n", arg=cols * cols)
    page.get_by_role("button", name="Value of every move").click()
    page.get_by_role("button", name="Hide values").wait_for(timeout=90_000)


def test_a_ring_marks_the_proved_move_and_unproved_values_are_bounds(open_page: Open) -> None:
    page = open_page("phone", path="/small")
    values(page, "5×5")
    page.wait_for_selector(".heat-text")
    assert page.locator(".heat.best").count() == 1, (
        "only the center of the empty 5x5 board is proved to be best"
    )
    page.get_by_text("A ring marks a move that is proved; others may be as good.").wait_for()
    said = page.locator("[role=gridcell]").evaluate_all(
        """cells => Object.fromEntries(cells.map((each) =>
            [each.ariaLabel.split(" ")[0], each.ariaLabel.split("worth ")[1]]))"""
    )
    assert all(said[one] == said[other] for one, other in TURNS.items())
    wide = page.locator(".heat-text").evaluate_all(
        """texts => { const disc = document.querySelector(".heat").getBoundingClientRect().width;
        const isWide = (text) => text.getBoundingClientRect().width > disc;
        return texts.filter(isWide).map((text) => text.textContent); }"""
    )
    assert wide == []


def test_a_proved_best_move_has_a_ring(open_page: Open) -> None:
    page = open_page(path="/small")
    values(page, "3×3")
    assert page.locator(".heat.best").count() == 1
    assert page.get_by_text("Which move is best is not proved.").count() == 0
