"""A server in a thread, clients for it, and browser pages at desktop and phone width."""

from __future__ import annotations

import os
import shutil
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from fastapi.testclient import TestClient

from honte.web.app import create_app

FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip
VIEWS: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": {"width": 1280, "height": 800}},
    "phone": {
        "viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True,
        "device_scale_factor": 2,
    },
}  # fmt: skip
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def chromium() -> str | None:
    return os.environ.get("HONTE_CHROMIUM") or next((p for n in NAMES if (p := shutil.which(n))), None)


@contextmanager
def _running(app: Any) -> Iterator[str]:
    """Runs an application on a free port and yields its address."""
    listener = socket.socket(proto=socket.IPPROTO_TCP)
    listener.bind(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=1))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(10)


@pytest.fixture(scope="session")
def running() -> Callable[[Any], Any]:
    """Runs an application on a free port while its block lasts."""
    return _running


@pytest.fixture
def client() -> Iterator[TestClient]:
    """The application in memory, called directly."""
    with TestClient(create_app(warm=False), base_url="http://127.0.0.1", raise_server_exceptions=False) as c:
        yield c


@pytest.fixture(scope="session")
def workbench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A real server on the loopback, shared by the browser tests."""
    database: Path = tmp_path_factory.mktemp("workbench") / "workbench.sqlite3"
    with _running(create_app(database, warm=False)) as address:
        yield address


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    path = chromium()
    if path is None:
        if os.environ.get("HONTE_REQUIRE_CHROMIUM") == "1":
            pytest.fail("no Chromium was found, and HONTE_REQUIRE_CHROMIUM is 1")
        pytest.skip("NO CHROMIUM FOUND: the browser tests did not run")
    return {"executable_path": path, "args": FLAGS}


@pytest.fixture
def open_page(browser: Any, workbench: str) -> Iterator[Callable[..., Any]]:
    """Opens a page at a width; a script error or a request to another site fails the test."""
    contexts, faults = [], []

    def opened(view: str = "desktop", path: str = "/play", **options: Any) -> Any:
        context = browser.new_context(base_url=workbench, **VIEWS[view], **options)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(30_000)
        page.on("pageerror", lambda error: faults.append(f"script error: {error}"))
        page.on(
            "request",
            lambda request: (
                None
                if request.url.startswith((workbench, "data:", "blob:"))
                else faults.append(f"request to {request.url}")
            ),
        )
        page.goto(path)
        page.wait_for_selector("#panel h1" if path == "/" else ".goban")
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not faults


@pytest.fixture
def axe() -> Callable[[Any], None]:
    """Checks a page with axe-core; a development package has the script."""
    import axe_playwright_python

    script = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf8")

    def check(page: Any) -> None:
        page.wait_for_timeout(300)  # while something fades in, axe reads wrong colors
        page.evaluate(script)
        found = page.evaluate("axe.run()")
        faults = [
            f"{fault['id']}: {fault['help']}: {[node['html'][:160] for node in fault['nodes'][:3]]}"
            for fault in found["violations"]
        ]
        assert not faults, "\n".join(faults)

    return check


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Gives a browser test two more tries: a busy machine may be too slow for a page once, not thrice."""
    for item in items:
        if item.get_closest_marker("browser"):
            item.add_marker(pytest.mark.flaky(reruns=2, only_rerun=["Error"]))
