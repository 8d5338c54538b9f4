"""Training in a real browser: a set is begun, a problem solved and saved, the quiz answered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.web.helpers import press

pytestmark = pytest.mark.browser
Open = Callable[..., Any]


def opened(open_page: Open, view: str = "desktop", path: str = "/train", **options: Any) -> Any:
    page = open_page(view, **options)
    page.set_default_timeout(60_000)
    page.goto(path)
    return page


def choose_basic(page: Any) -> None:
    """Makes the basic shapes the set of today, all that are not learned yet."""
    page.get_by_label("Collection").select_option("shipped/basic")
    with page.expect_response("**/api/train?collection=shipped%2Fbasic&size=30"):
        page.get_by_label("Problems a day").select_option("30")
    page.get_by_role("heading", name="problems done").wait_for()
    page.get_by_role("button", name="J group").wait_for()


@pytest.mark.parametrize("view", ["desktop", "phone"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing(open_page: Open, axe: Callable[[Any], None], view: str, theme: str) -> None:
    page = opened(open_page, view, color_scheme=theme)
    page.locator("button.card").first.wait_for()
    axe(page)
    page.get_by_role("link", name="Status quiz").click()
    page.locator("img.quiz").wait_for()
    axe(page)


@pytest.mark.parametrize("view", ["desktop", "phone"])
def test_a_problem_of_the_set_is_solved_saved_and_marked(
    open_page: Open, axe: Callable[[Any], None], view: str
) -> None:
    page = opened(open_page, view)
    choose_basic(page)
    page.get_by_role("button", name="straight three Black to kill").click()
    bar = page.get_by_role("region", name="Training")
    bar.get_by_text("Problem 1 of").wait_for()
    axe(page)
    with page.expect_response("**/api/train/reviews") as saved:
        press(page, view, "E5")
    assert saved.value.status == 201
    bar.get_by_text("Saved. Again in").wait_for()
    bar.get_by_role("button", name="Next").click()
    bar.get_by_text("Problem 2 of").wait_for()
    page.goto("/train")
    page.get_by_role("button", name="straight three").get_by_text("solved").first.wait_for()
    page.goto("/library?state=solved")
    page.get_by_role("button", name="straight three").first.wait_for()


def test_the_timer_runs_out_and_a_left_problem_is_a_mistake(open_page: Open) -> None:
    page = opened(open_page)
    page.get_by_label("Collection").select_option("shipped/generated")
    page.get_by_label("Time for a problem").select_option("30")
    page.get_by_role("button", name="Start").or_(page.get_by_role("button", name="Go on")).click()
    bar = page.get_by_role("region", name="Training")
    bar.get_by_text("0:2").wait_for()
    page.get_by_role("button", name="Hint").click()
    page.locator("#panel").get_by_text("work").first.wait_for()
    with page.expect_response("**/api/train/reviews") as saved:
        bar.get_by_role("button", name="Next").click()
    assert saved.value.request.post_data_json["solved"] is False
    page.goto("/train")
    page.get_by_role("button", name="Mistakes again").click()
    page.wait_for_url("**/problems/*")


def test_every_variation_is_answered_before_the_try_is_saved(open_page: Open) -> None:
    """The J group: White has other replies that threaten to live."""
    page = opened(open_page)
    choose_basic(page)
    page.get_by_label("Every variation").check()
    page.get_by_role("button", name="J group").click()
    bar = page.get_by_role("region", name="Training")
    bar.get_by_text("Problem 1 of").wait_for()
    notes = []
    page.on("request", lambda each: notes.append(each.url) if each.url.endswith("/reviews") else None)
    seen = set()
    for _ in range(30):
        if bar.get_by_text("Saved").count():
            break
        solve(page)
        seen.add(page.url)
        if "variation" in bar.inner_text():
            assert notes == []
    bar.get_by_text("Saved. Again in").wait_for()
    assert len(seen) >= 2
    assert len(notes) == 1


def solve(page: Any) -> None:
    """Plays a move that the server proves to be right, and waits until the page has settled."""
    id = page.url.split("/problems/")[1].split("?")[0]
    best = page.evaluate(BEST, id)
    if best is None:
        page.wait_for_timeout(500)
        return
    page.locator(f'[role=gridcell][aria-label^="{best} "]').click()
    page.wait_for_timeout(1500)


BEST = """async id => {
    const state = await (await fetch(`/api/problems/${id}`)).json();
    if (state.over || state.done || state.to_play !== state.player) return null;
    const body = { method: "POST", headers: { "Content-Type": "application/json" }, body: '{"seconds": 30}' };
    const job = await (await fetch(`/api/problems/${id}/solve`, body)).json();
    for (;;) {
        const now = await (await fetch(`/api/jobs/${job.id}`)).json();
        if (!["waiting", "running"].includes(now.state)) return now.answer?.best[0] ?? null;
        await new Promise(resolve => setTimeout(resolve, 100));
    }
}"""


def test_the_quiz_is_answered(open_page: Open) -> None:
    page = opened(open_page, path="/train?quiz=1")
    page.get_by_role("button", name="unsettled").click()
    page.get_by_text("moves first").wait_for()
    page.get_by_role("button", name="Next question").click()
    page.get_by_role("button", name="alive").wait_for()
    assert page.get_by_text("moves first.").count() == 0
