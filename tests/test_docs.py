"""README and docs are run: every Python example in them must do what it shows."""

import doctest
import re
from pathlib import Path

import pytest

HOME = Path(__file__).parents[1]
PAGES = sorted(
    path for path in [HOME / "README.md", *HOME.glob("docs/**/*.md")] if ">>> " in path.read_text("utf8")
)
FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS


@pytest.mark.parametrize("document", PAGES, ids=lambda path: path.name)
def test_examples_in_a_page(document: Path) -> None:
    failures, tried = doctest.testfile(
        str(document), module_relative=False, optionflags=FLAGS, encoding="utf8"
    )
    assert tried > 0
    assert failures == 0


def pages_with_links() -> list[Path]:
    return [*HOME.glob("*.md"), *HOME.glob("docs/**/*.md")]


@pytest.mark.parametrize("document", pages_with_links(), ids=lambda path: path.name)
def test_links_between_pages_lead_somewhere(document: Path) -> None:
    for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", document.read_text("utf8")):
        if "://" not in target:
            assert (document.parent / target).exists(), f"{document.name} links to {target}"
