"""The book against the proof."""

from __future__ import annotations

import pytest

from honte.formats.sgf import parse
from honte.grid import Point
from honte.search.budget import Budget
from honte.tsumego.answer import solve
from honte.tsumego.bookcheck import _missing, by_book, compare, remark, with_book
from honte.tsumego.play import Judgment
from honte.tsumego.problem.book import Book
from honte.tsumego.problem.sgf import setup_of_tree

SHAPE = "PL[B]AW[ab][bb][cb][db][da]AB[ac][bc][cc][dc][ec][eb][ea]"
"""A white straight three in the upper left corner; B9 kills."""
TWO_WAYS = "PL[W]AW[ab][bb][cb][db][eb][ea]AB[ac][bc][cc][dc][ec][fc][fb][fa]"
"""Four points on the edge, White to play: White is alive already, and each inner point makes two eyes."""


@pytest.mark.parametrize(
    ("tree", "expected"),
    [
        ("(;B[ba]C[RIGHT])", ["The book's answer B9 is proved."]),
        (
            "(;B[ca]C[RIGHT])",
            ["The book's move C9 fails: White answers B9.", "A right move that the book does not have: B9."],
        ),
        (";B[ba];W[aa]", ["The book's main move B9 is proved."]),
    ],
)
def test_what_the_comparison_says(tree: str, expected: list[str]) -> None:
    game = parse(f"(;SZ[9]{SHAPE}{tree})")[0]
    book = Book.of(game)
    assert book is not None
    assert compare(book, solve(setup_of_tree(game), Budget(nodes=200_000))) == expected


def test_a_second_answer_that_the_book_does_not_have() -> None:
    game = parse(f"(;SZ[9]{TWO_WAYS}(;W[ba]C[RIGHT]))")[0]
    book = Book.of(game)
    assert book is not None
    lines = compare(book, solve(setup_of_tree(game), Budget(nodes=200_000)))
    assert lines == ["The book's answer B9 is proved.", "A right move that the book does not have: C9."]


def test_without_a_proof_nothing_is_claimed() -> None:
    game = parse(f"(;SZ[9]{SHAPE}(;B[ba]C[RIGHT]))")[0]
    book = Book.of(game)
    assert book is not None
    assert compare(book, solve(setup_of_tree(game), Budget(nodes=0))) == [
        "The book's move B9 is neither proved nor refuted."
    ]


def test_remarks_on_a_move() -> None:
    book = Book.of(parse(f"(;SZ[9]{SHAPE}(;B[ca]C[RIGHT]))")[0])
    assert book is not None
    b9, c9 = Point.parse("B9"), Point.parse("C9")
    assert remark(book, b9, Judgment.RIGHT, None) == "The book does not have this move; it gives C9."
    assert remark(book, c9, Judgment.WRONG, b9) == (
        "The book calls this move right, but it fails: B9 refutes it."
    )
    assert remark(book, c9, Judgment.RIGHT, None) == ""
    assert remark(book, c9, Judgment.UNKNOWN, b9) == "The book calls this move right."


def test_the_book_says_which_of_two_groups_is_meant() -> None:
    """Two straight threes in opposite corners; the book's move is in the lower right one."""
    lower = "AW[sr][rr][qr][pr][ps]AB[sq][rq][qq][pq][oq][or][os]"
    upper = "AW[ab][bb][cb][db][da]AB[ac][bc][cc][dc][ec][eb][ea]"
    for move, corner in (("rs", "T2"), ("ba", "A18")):
        both = f"(;SZ[19]PL[B]AW{lower[2:]}AW{upper[2:]};B[{move}]C[RIGHT])"
        found = by_book(setup_of_tree(parse(both)[0]))
        target = found.keystones or solve(found, Budget(nodes=50_000), explain=False).problem.keystones
        assert Point.parse(corner) in target


def test_the_moves_of_the_book_join_the_area() -> None:
    """The book answers from the outside, where the search needs no point."""
    game = parse(f"(;SZ[9]{SHAPE}(;B[ba]C[RIGHT])(;B[fb];W[ba]))")[0]
    book = Book.of(game)
    assert book is not None
    found = solve(setup_of_tree(game), Budget(nodes=50_000), explain=False).problem
    assert Point.parse("F8") not in found.area
    wider = with_book(found, book)
    assert Point.parse("F8") in wider.area
    assert wider.area >= found.area
    assert with_book(wider, book) is wider


def test_a_long_list_of_right_moves_is_cut() -> None:
    moves = [Point(col, 0) for col in range(6)]
    text = _missing(moves)
    assert text == "6 right moves that the book does not have, among them A1, B1, C1 and D1."
    assert _missing(moves[:2]) == "2 right moves that the book does not have: A1 and B1."
