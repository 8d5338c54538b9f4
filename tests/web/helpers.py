"""Steps that several tests share: wait for a search, find a point on the page, play there."""

from __future__ import annotations

import time
from typing import Any

from fastapi.testclient import TestClient


def watched(client: TestClient, id: str) -> dict[str, Any]:
    """The state of a search, read like a page that watches it: a search that nobody watches is stopped."""
    job: dict[str, Any] = client.get(f"/api/jobs/{id}").json()
    # TestClient types app as a bare callable.
    client.app.state.workbench.jobs.get(id).seen = time.monotonic()  # type: ignore[attr-defined]
    return job


def finished(client: TestClient, answer: Any) -> dict[str, Any]:
    """Waits for the search that an answer started, and watches it like a page."""
    assert answer.status_code == 202, answer.text
    id = answer.json()["id"]
    for _ in range(6000):
        job = watched(client, id)
        if job["state"] not in ("waiting", "running"):
            return job
        time.sleep(0.02)
    raise AssertionError("the search did not end")


def cell(page: Any, vertex: str) -> Any:
    return page.locator(f'[role=gridcell][aria-label^="{vertex} "]')


def press(page: Any, view: str, vertex: str) -> None:
    """One move: a click, or two taps."""
    if view == "phone":
        cell(page, vertex).tap()
        page.wait_for_selector(".pending-ring")
        cell(page, vertex).tap()
    else:
        cell(page, vertex).click()


PASTE = """text => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', text);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
}"""
"""Pastes text into the page."""

DROP = """([name, bytes]) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([new Uint8Array(bytes)], name));
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true }));
}"""
"""Drops one file, given by its name and its bytes, on the page."""


def imported(page: Any, text: str, name: str = "") -> str:
    """Opens SGF or a text board on the server; gives the id of the game."""
    made = page.request.post("/api/games/import", data={"text": text, "name": name})
    assert made.status == 201, made.text()
    return str(made.json()["id"])


def made(page: Any, **settings: Any) -> str:
    """Starts a game on the server; gives its id."""
    return str(page.request.post("/api/games", data=settings).json()["id"])
