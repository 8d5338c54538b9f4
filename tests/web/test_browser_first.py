"""A new user's first visit to Problems: the library's first problem is on the board, not an empty list."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from honte.web.app import create_app
from tests.web.conftest import VIEWS

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("view", ["desktop", "phone"])
def test_the_first_problem_of_the_library_is_on_the_board(
    browser: Any, running: Callable[[Any], Any], tmp_path: Path, view: str
) -> None:
    with running(create_app(tmp_path / "workbench.sqlite3", warm=False)) as address:
        context = browser.new_context(base_url=address, **VIEWS[view])
        page = context.new_page()
        page.goto("/problems")
        page.get_by_role("link", name="Basic shapes: 1 of 30").wait_for()
        page.get_by_role("button", name="Next in the list").click()
        page.get_by_role("link", name="Basic shapes: 2 of 30").wait_for()
        second = page.url
        page.goto("/problems")
        page.wait_for_url(second)  # the problem that was opened last
        context.close()
