"""Problem sheets: six on a page, answers at the end with numbered moves."""

from __future__ import annotations

from dataclasses import replace

from honte.formats.sgf import parse
from honte.grid import Point
from honte.library.sheets import Item, _answer_picture, line_of, sheet
from honte.search.budget import Budget
from honte.tsumego.answer import solve
from honte.tsumego.problem.book import Book
from honte.tsumego.problem.sgf import setup_of_tree
from tests.drawing.test_pages import contents, objects
from tests.library.samples import FOUR, THREE


def item(text: str = THREE, title: str = "three") -> Item:
    setup = setup_of_tree(parse(text)[0])
    return Item(setup, title, 18.0)


def solved(text: str = THREE) -> Item:
    each = item(text)
    return replace(each, answer=solve(each.setup, Budget(nodes=500_000, threads=1)))


def test_six_problems_a_page_and_twelve_answers() -> None:
    data = sheet([item()] * 14, "My sheet")
    pages = [body for body in objects(data).values() if b"/Type /Page " in body]
    assert len(pages) == 3 + 2
    first, *_, last = contents(data)
    assert first.count(b"Black to kill") == 6
    assert b"(three, 12k)" in first
    assert b"(My sheet: answers)" in last
    assert b"(5 of 5)" in last
    assert len(contents(sheet([item()] * 14, "x", answers=False))) == 3


def test_the_answer_has_numbered_moves_and_says_what_they_reach() -> None:
    each = solved()
    assert line_of(each)[0] == Point.parse("B9")
    picture, words = _answer_picture(each)
    assert picture.numbers[Point.parse("B9")] == 1
    assert words.startswith("Black kills")


def test_without_a_proof_the_answer_of_the_file_is_marked() -> None:
    picture, words = _answer_picture(item())
    assert dict(picture.numbers) == {Point.parse("B9"): 1}
    assert words == "the file gives B9; not proved"
    bare = item(FOUR.replace(";B[ba]", ""))
    assert _answer_picture(bare)[1] == "not solved in the time given"


def test_an_unmarked_main_line_of_the_file_is_its_answer_and_a_guess_is_marked() -> None:
    tree = parse(FOUR.replace(";B[ba]", ";B[ba];W[ca];B[aa]"))[0]
    each = Item(setup_of_tree(tree), "four", book=Book.of(tree))
    picture, words = _answer_picture(each)
    assert len(picture.numbers) == 3
    assert words == "the file gives B9; not proved"
    open_one = solve(setup_of_tree(tree), Budget(nodes=1, threads=1))
    guessed = Item(each.setup, "four", answer=replace(open_one, guess=Point.parse("B9")))
    assert _answer_picture(guessed)[1] == "a guess; not proved"


def test_a_problem_without_a_right_move_says_so() -> None:
    each = solved(FOUR)
    assert line_of(each) == ()
    assert "Black cannot kill" in _answer_picture(each)[1]
