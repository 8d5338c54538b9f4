"""The documentation site: built from pages and docstrings, no broken link, nothing fetched to view it."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from html import unescape
from pathlib import Path
from urllib.parse import unquote

import pytest

HOME = Path(__file__).parents[1]
LINK = re.compile(r'<a\b[^>]*\bhref="(?!https?:|mailto:)([^"]*)"')
PLACE = re.compile(r'\b(?:id|name)="([^"]+)"')
FETCHED = re.compile(r'<(?:script|img|link|iframe)\b[^>]*(?:src|href)="(https?:[^"]*)"')


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


def test_the_reference_has_the_public_names(site: Path) -> None:
    import honte.tsumego

    page = (site / "reference" / "tsumego.html").read_text("utf8")
    modules = {path.stem for path in (HOME / "src" / "honte" / "tsumego").glob("*.py")}
    names = set(honte.tsumego.__all__) - modules  # a module of the same name hides a function from the reader
    assert {name for name in names if f">{name}<" not in re.sub(r"\s+", "", page)} == set()


def test_nothing_is_fetched_from_elsewhere(site: Path) -> None:
    pages = [page.read_text("utf8") for page in site.glob("**/*.html")]
    assert [address for page in pages for address in FETCHED.findall(page)] == []


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
