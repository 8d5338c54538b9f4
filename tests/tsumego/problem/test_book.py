"""Files of other programs: their stones, their solution trees, and what is refused."""

from __future__ import annotations

import pytest

from honte.core import BLACK, WHITE
from honte.errors import ParseError
from honte.formats.sgf import GameTree, Node, parse, to_text
from honte.grid import Point
from honte.tsumego.problem.book import MOST_LINES, MOST_NODES, Book, kept_tree
from honte.tsumego.problem.sgf import read_problems

SHAPE = "AW[ab][bb][cb][db][da]AB[ac][bc][cc][dc][ec][eb][ea]"
"""A white straight three in the upper left corner."""


@pytest.mark.parametrize(
    ("text", "right", "marked"),
    [
        (f"(;SZ[9]{SHAPE}(;B[ba]C[RIGHT])(;B[aa];W[ba]))", "B9", True),
        (f"(;SZ[9]{SHAPE}(;B[aa];W[ba]C[Wrong.])(;B[ba]C[CORRECT well done]))", "B9", True),
        (f"(;SZ[9]{SHAPE}PL[B];B[ba];W[aa];B[ca])", "B9", False),
        (f"(;SZ[9]{SHAPE}(;B[aa]BM[1];W[ba])(;B[ba]TE[1]))", "B9", True),
        (f"(;SZ[9];{SHAPE};B[ba]C[RIGHT])", "B9", True),
    ],
    ids=["goproblems", "ogs", "main line", "marks", "stones in the second node"],
)
def test_trees_of_other_programs(text: str, right: str, marked: bool) -> None:
    setup = read_problems(text)[0]
    assert (setup.to_play, len(setup.board.stones(WHITE))) == (BLACK, 5)
    book = Book.of(parse(text)[0])
    assert book is not None
    assert (book.right, book.marked) == ((Point.parse(right),), marked)


def test_lines_with_their_verdicts_and_comments() -> None:
    text = f"(;SZ[9]{SHAPE}(;B[ba];W[aa];B[ca]C[RIGHT. Dead.])(;B[aa];W[ba]C[Wrong. Two eyes.])(;B[ca]))"
    book = Book.of(parse(text)[0])
    assert book is not None
    assert [(len(line.moves), line.right, line.comment) for line in book.lines] == [
        (3, True, "RIGHT. Dead."),
        (2, False, "Wrong. Two eyes."),
        (1, None, ""),
    ]


def test_a_file_without_moves_has_no_book() -> None:
    assert Book.of(parse(f"(;SZ[9]{SHAPE})")[0]) is None


@pytest.mark.parametrize(
    ("comment", "color"),
    [("White to move", WHITE), ("Black to play and live", BLACK), ("White first", WHITE)],
)
def test_words_say_who_plays(comment: str, color: object) -> None:
    assert read_problems(f"(;SZ[9]{SHAPE}C[{comment}])")[0].to_play is color


def test_stones_may_be_taken_off_again_before_the_first_move() -> None:
    setup = read_problems(f"(;SZ[9]{SHAPE};AE[ea]AW[ee];B[ba])")[0]
    assert setup.board[Point.parse("E9")] is None
    assert setup.board[Point.parse("E5")] is WHITE


def test_marks_on_both_colors_name_no_target() -> None:
    assert read_problems(f"(;SZ[9]{SHAPE}TR[ab][ac])")[0].keystones is None


def test_dimmed_points_that_cut_a_chain_are_no_area() -> None:
    setup = read_problems(f"(;SZ[9]{SHAPE}TR[ab]DD[ab][ii])")[0]
    assert setup.keystones is not None
    assert setup.area is None


def test_a_whole_game_is_refused_in_one_line() -> None:
    moves = "".join(f";{'BW'[n % 2]}[{chr(97 + n % 9)}{chr(97 + n // 9)}]" for n in range(60))
    with pytest.raises(ParseError, match=r"^problem 1: this is a game of 60 moves and no problem; .*$"):
        read_problems(f"(;SZ[9]AB[cc][gg]{moves})")


def test_a_hundred_thousand_nodes_are_cut_to_a_book() -> None:
    """One half in one deep line, one half side by side."""
    root = Node({"SZ": ["9"], "AB": ["aa"], "AW": ["ba"]})
    node = root
    for number in range(50_000):
        node = node.add(Node({"BW"[number % 2]: [""]}))
        root.add(Node({"B": ["cc"]}))
    again = parse(to_text(GameTree(root)))[0]
    kept, left_out = kept_tree(again)
    assert sum(1 for _ in kept.nodes()) == MOST_NODES
    assert left_out == 100_001 - MOST_NODES
    book = Book.of(again)
    assert book is not None
    assert len(book.lines) == MOST_LINES


def test_a_kept_tree_has_everything_of_a_small_file() -> None:
    tree = parse(f"(;SZ[9]{SHAPE}XX[kept](;Black[ba]C[RIGHT])(;B[aa];W[ba]))")[0]
    assert kept_tree(tree) == (tree, 0)
