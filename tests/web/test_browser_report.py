"""A report in a real browser: nothing for axe to find, no script error, nothing wider than the screen."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from review.games import DIES

from honte.formats.load import load_game
from honte.report import Report, facts_of_file, write
from honte.review import record, review
from honte.search.budget import Budget


@cache
def page_text() -> str:
    loaded = load_game(DIES)
    facts = facts_of_file(loaded, "A game")
    return write(Report(loaded.game, facts, record(review(loaded.game, Budget(), fights=2)), DIES), "html")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 1280])
def test_a_report_is_accessible_and_fits(
    browser: Any, axe: Callable[[Any], None], scheme: str, width: int
) -> None:
    context = browser.new_context(viewport={"width": width, "height": 800}, color_scheme=scheme)
    page = context.new_page()
    page.set_content(page_text())
    page.get_by_role("heading", name="Fights, and what is proved").wait_for()
    axe(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    context.close()
