"""The documentation site: built from pages and docstrings, no broken link, nothing fetched to view it.

Whether an address elsewhere still answers is not tested: the tests use no network. `ELSEWHERE` lists all of
them, so that a person can try them before a release.
"""

from __future__ import annotations

import importlib
import inspect
import json
import os
import re
import shutil
import subprocess
import sys
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest

HOME = Path(__file__).parents[1]
LINK = re.compile(r'<a\b[^>]*\bhref="(?!https?:|mailto:)([^"]*)"')
PLACE = re.compile(r'\b(?:id|name)="([^"]+)"')
FETCHED = re.compile(
    r"<(?:script|img|link|iframe|source|video|audio|object|embed|use|image|track)\b"
    r"[^>]*\b(?:src|srcset|href|data|poster)=[\"']?((?:https?:)?//[^\"' >]*)"
)
STYLED = re.compile(r"(?:\burl\(\s*|@import\s+)[\"']?\s*((?:https?:)?//[^\"')\s;]*)")
LOADS = re.compile(
    r'class="(?:[^"]* )?(?:mermaid|glightbox|pyodide)[ "]|data-md-component="source"|data-md-exec'
)
"""What makes the script of the theme fetch a library or the facts of a repository from another host."""
WRITTEN = re.compile(r"\]\((https?:[^)\s]*)|<(https?:[^>\s]*)>")
ELSEWHERE = {
    "https://distributed.dask.org",
    "https://github.com/SabakiHQ/Sabaki",
    "https://github.com/lightvector/KataGo",
    "https://github.com/open-spaced-repetition/py-fsrs",
    "https://github.com/sanderland/katrain",
    "https://goproblems.com",
    "https://online-go.com",
    "https://parquet.apache.org",
    "https://pipx.pypa.io",
    "https://www.glicko.net/glicko/glicko.pdf",
    "https://www.gnu.org/software/gnugo/",
}
"""Every address of another host to which a page of the docs has a link."""
CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
VIEWER = """
import json, sys
from playwright.sync_api import sync_playwright
with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path=sys.argv[1], args=["--no-sandbox"])
    page, asked = browser.new_page(), []
    page.on("request", lambda request: asked.append(request.url))
    for address in sys.argv[2:]:
        page.goto(address, wait_until="load", timeout=300_000)
        page.wait_for_timeout(500)
    browser.close()
print(json.dumps(asked))
"""
"""Opens pages in a browser and prints the address of every request."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built in a folder of its own with every warning taken as an error."""
    pytest.importorskip("zensical", reason="the site is built by honte[docs]")
    folder = tmp_path_factory.mktemp("site")
    shutil.copytree(HOME / "docs", folder / "docs")
    for name in ("src", "tools"):
        (folder / name).symlink_to(HOME / name)
    (folder / "mkdocs.yml").write_text((HOME / "mkdocs.yml").read_text("utf8"), "utf8")
    command = [sys.executable, "-m", "zensical", "build", "--strict"]
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return folder / "site"


def test_every_page_is_there(site: Path) -> None:
    pages = {page.relative_to(HOME / "docs").with_suffix(".html") for page in HOME.glob("docs/**/*.md")}
    assert {page.relative_to(site) for page in site.glob("**/*.html")} >= pages


@pytest.mark.parametrize("page", sorted(HOME.glob("docs/reference/*.md")), ids=lambda page: page.stem)
def test_the_reference_has_what_a_package_exports_and_how_it_is_called(site: Path, page: Path) -> None:
    found = re.search(r"^::: ([\w.]+)$", page.read_text("utf8"), flags=re.MULTILINE)
    if found is None:
        assert page.stem == "index"
        return
    package = importlib.import_module(found[1])
    values = {name: getattr(package, name) for name in getattr(package, "__all__", ())}
    names = {name for name, value in values.items() if inspect.isclass(value) or inspect.isfunction(value)}
    text = (site / "reference" / f"{page.stem}.html").read_text("utf8")
    assert names - {place.rpartition(".")[2] for place in PLACE.findall(text)} == set()
    words = set(re.findall(r"\w+", unescape(re.sub("<[^>]*>", "", text))))
    assert {name: missing for name in names if (missing := parameters_of(values[name]) - words)} == {}


def parameters_of(value: Any) -> set[str]:
    """The names by which a function is called, or a value of a class is made."""
    call = vars(value).get("__init__") if inspect.isclass(value) else value
    if not inspect.isfunction(call) or getattr(value, "_is_protocol", False):
        return set()
    return set(inspect.signature(call).parameters) - {"self"}


def test_nothing_is_fetched_from_elsewhere(site: Path) -> None:
    pages = [page.read_text("utf8") for page in site.glob("**/*.html")]
    assert [address for page in pages for address in FETCHED.findall(page)] == []
    assert [found[0] for page in pages for found in LOADS.finditer(page)] == []


def test_styles_fetch_nothing_from_elsewhere(site: Path) -> None:
    styles = [each.read_text("utf8") for kind in ("css", "html", "svg") for each in site.glob(f"**/*.{kind}")]
    assert any("url(" in text for text in styles)
    assert [address for text in styles for address in STYLED.findall(text)] == []


def test_what_counts_as_fetched() -> None:
    page = '<img alt="a" src="https://a.example/b.png"> <script async src=//b.example/c.js></script>'
    assert FETCHED.findall(page) == ["https://a.example/b.png", "//b.example/c.js"]
    style = "a { background: url( 'https://a.example/b.png') } @import \"//b.example/c.css\";"
    assert STYLED.findall(style) == ["https://a.example/b.png", "//b.example/c.css"]
    assert (
        STYLED.findall("a { background: url(\"data:image/svg+xml,<svg xmlns='http://www.w3.org/'>\") }") == []
    )
    assert LOADS.search('<pre class="wide mermaid">')
    assert not LOADS.search('<pre class="wide">')


def viewed(program: str, *words: str) -> str:
    """What a program prints that opens pages in Chromium."""
    pytest.importorskip("playwright", reason="pages are opened by Playwright")
    names = (os.environ.get("HONTE_CHROMIUM", ""), *CHROMIUM)
    chromium = next((path for name in names if name and (path := shutil.which(name))), None)
    if chromium is None:
        pytest.skip("NO CHROMIUM FOUND: the site was not opened in a browser")
    command = [sys.executable, "-c", program, chromium, *words]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def test_a_browser_that_shows_pages_asks_no_other_host(site: Path) -> None:
    pages = ("index.html", "tutorial.html", "results/growth.html", "reference/tsumego.html")
    asked = json.loads(viewed(VIEWER, *((site / page).as_uri() for page in pages)))
    assert len(asked) > len(pages)
    assert [address for address in asked if urlsplit(address).scheme not in ("file", "data", "blob")] == []


SEARCH = """
import functools, http.server, json, sys, threading
from playwright.sync_api import sync_playwright
handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=sys.argv[2])
handler.func.log_message = lambda *given: None
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path=sys.argv[1], args=["--no-sandbox"])
    page, asked = browser.new_page(), []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"http://127.0.0.1:{server.server_port}/index.html", timeout=300_000)
    page.locator(".md-search__button").click()
    page.keyboard.type("seki")
    page.get_by_text("find_seki").first.wait_for(timeout=300_000)
    browser.close()
print(json.dumps(asked))
"""
"""Serves the site to a browser, and searches it for a word."""


def test_the_search_of_a_served_site_finds_a_word_and_asks_no_other_host(site: Path) -> None:
    asked = json.loads(viewed(SEARCH, str(site)))
    assert {
        urlsplit(address).hostname for address in asked if not address.startswith(("data:", "blob:"))
    } == {"127.0.0.1"}


def test_links_to_elsewhere_are_listed_and_well_formed() -> None:
    texts = [page.read_text("utf8") for page in HOME.glob("docs/**/*.md")]
    found = {one or other for text in texts for one, other in WRITTEN.findall(text)}
    assert found == ELSEWHERE
    for address in found:
        parts = urlsplit(address)
        assert parts.scheme == "https", address
        assert re.fullmatch(r"(?:[a-z0-9-]+\.)+[a-z]{2,}", parts.hostname or ""), address
        assert re.fullmatch(r"[\w./~%-]*", parts.path), address


def test_every_link_leads_to_a_page_and_a_place(site: Path) -> None:
    places = {page: set(PLACE.findall(page.read_text("utf8"))) for page in site.glob("**/*.html")}
    broken = []
    for page in places:
        for link in LINK.findall(page.read_text("utf8")):
            path, _, place = unquote(unescape(link)).partition("#")
            start = site if path.startswith("/") else page.parent  # the page of errors is served anywhere
            to = (start / path.split("?")[0].lstrip("/")).resolve() if path else page
            to = to / "index.html" if to.is_dir() else to
            if not to.exists() or (place and to in places and place not in places[to]):
                broken.append(f"{page.relative_to(site)}: {link}")
    assert broken == []
