"""Reports: one page that stands alone, the same in Markdown and JSON, safe against odd names."""

from __future__ import annotations

import json
import re
from functools import cache
from html.parser import HTMLParser
from typing import Any
from urllib.parse import unquote

import pytest
from review.games import DIES

from honte.core import Game
from honte.errors import InputError
from honte.formats.load import load_game
from honte.formats.sgf import parse
from honte.report import Facts, Line, Report, facts_of_file, index_markdown, index_page, write
from honte.report.curve import curve_svg
from honte.report.words import result_text
from honte.review import record, review
from honte.search.budget import Budget
from honte.tsumego.problem.sgf import read_problems

NAMED = DIES.replace("SZ[9]", "SZ[9]PB[Anna]BR[3d]PW[<script>alert(1)</script>]DT[2026-01-02]RE[W+R]", 1)


@cache
def made(text: str = NAMED) -> Report:
    loaded = load_game(text)
    facts = facts_of_file(loaded, "file")
    found = review(loaded.game, Budget(), fights=3)
    return Report(loaded.game, facts, record(found, facts.name), text)


class Links(HTMLParser):
    """Collects what a page refers to, and the ids that it has."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, str]] = []
        self.ids: set[str] = set()
        self.tags: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        for name, value in attrs:
            if name in ("href", "src") and value is not None:
                self.found.append((tag, value))
            if name == "id" and value is not None:
                self.ids.add(value)


def links(page: str) -> Links:
    reader = Links()
    reader.feed(page)
    return reader


def test_the_page_needs_nothing_else() -> None:
    found = links(write(made(), "html"))
    assert not {"script", "link", "img", "iframe"} & set(found.tags)
    for _, target in found.found:
        assert target.startswith(("data:", "#")), target
    assert {target[1:] for _, target in found.found if target.startswith("#")} <= found.ids
    assert "@import" not in write(made(), "html")
    assert "url(" not in write(made(), "html")


def test_the_page_says_what_is_proved_and_what_is_estimated() -> None:
    page = write(made(), "html")
    assert "Could Black have saved the 5 stones at A8 at move 8?" in page
    assert "Proved: yes, at B9, on the whole board." in page
    assert "Estimate of the network" in page
    assert "White wins by resignation" in page
    assert "Anna (3d)" in page
    assert "2026-01-02" in page


def test_names_are_text_and_never_markup() -> None:
    page = write(made(), "html")
    assert "<script" not in page
    assert "&lt;script&gt;" in page
    assert "\\<script\\>" in write(made(), "md")


def test_the_files_inside_the_page_are_the_game_and_its_problems() -> None:
    inside = [unquote(to.partition(",")[2]) for _, to in links(write(made(), "html")).found if "data:" in to]
    assert inside[0] == NAMED
    problems = read_problems(inside[1])
    assert [len(each.solutions) for each in problems] == [1] * len(problems)
    assert len(parse(inside[1])) == len(made().problems) >= 1


def test_every_diagram_is_well_formed() -> None:
    from xml.etree import ElementTree

    drawings = re.findall(r"<svg.*?</svg>", write(made(), "html"), re.DOTALL)
    assert len(drawings) >= len(made().worst) + len(made().fights) + 2
    for drawing in drawings:
        ElementTree.fromstring(drawing)


def test_json_holds_the_review() -> None:
    found = json.loads(write(made(), "json"))
    assert found["review"]["fights"][0]["result"] == "yes"
    assert found["players"]["B"] == "Anna (3d)"
    assert found["sums"]["B"]["moves"] + found["sums"]["W"]["moves"] == 11


def test_an_unknown_form_is_refused() -> None:
    with pytest.raises(InputError, match="pdf"):
        write(made(), "pdf")


@pytest.mark.parametrize("text", ["(;SZ[19])", "(;SZ[9];B[])", "(;SZ[9];B[ee];W[];B[])", "(;SZ[21];B[aa])"])
@pytest.mark.parametrize("form", ["html", "md", "json"])
def test_odd_games_have_reports(text: str, form: str) -> None:
    assert write(made(text), form)


def test_a_counted_game_shows_its_count() -> None:
    rows = "\n".join([". X O . ."] * 5)
    game = Game(board=load_game(rows).game.board)
    game.play(None)
    game.play(None)
    found = Report(game, Facts(), record(review(game, Budget(), fights=0)))
    assert found.count is not None
    assert "By the count White wins by" in write(found, "html")
    resigned = made()
    assert resigned.count is None, "a resigned game is not counted"


def test_the_index_lists_every_game_once() -> None:
    lines = [Line.of(made(), "a b.html"), Line.of(made("(;SZ[9];B[])"), "c.html")]
    page = index_page(lines, "Games")
    assert [to for _, to in links(page).found] == ["a%20b.html", "c.html"]
    assert "2 games" in page
    assert index_markdown(lines, "Games").count("](") == 2


@pytest.mark.parametrize(
    ("result", "words"),
    [("W+R", "White wins by resignation"), ("B+1", "Black wins by 1 point"), ("B+", "Black wins"),
     ("0", "Draw"), ("W+T", "White wins on time"), ("Void", "Void"), ("B+2.5", "Black wins by 2.5 points")],
)  # fmt: skip
def test_results_in_words(result: str, words: str) -> None:
    assert result_text(result) == words


def test_the_curve_keeps_inside_its_frame() -> None:
    values: list[list[float]] = [[0.0, 5.0, 0.5], [500.0, 30.0, 1.0], [-500.0, 30.0, 0.0]]
    drawn = curve_svg(values)
    numbers: Any = [float(y) for y in re.findall(r",(-?[\d.]+)", drawn.split("polyline")[1])]
    assert all(0 <= y <= 240 for y in numbers)
