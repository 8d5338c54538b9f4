"""The problems under problems/ are what they say: proved again, walked through, no two the same."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from honte.core import Position
from honte.core.rules import TSUMEGO
from honte.formats.sgf import GameTree, Node, parse
from honte.search.budget import Budget
from honte.tsumego.answer import Answer
from honte.tsumego.make.judge import status_of
from honte.tsumego.make.recheck import recheck
from honte.tsumego.problem import Problem
from honte.tsumego.problem.keys import key_of
from honte.tsumego.problem.levels import parse_level
from honte.tsumego.problem.place import Place, place_of
from honte.tsumego.problem.sgf import setup_of_tree
from honte.tsumego.proof.solver import Solver
from tests.shipped import spread

ROOT = Path(__file__).parents[2] / "src" / "honte" / "problems"
FILES = sorted(ROOT.rglob("*.sgf"))
NODES = 5_000_000
MADE = ("games", "generated")
"""Folders of problems that the generator made."""


def name_of(file: Path) -> str:
    return f"{file.parent.name}-{file.stem}"


@cache
def tree_of(file: Path) -> GameTree:
    return parse(file.read_bytes())[0]


def problem_of(file: Path) -> Problem:
    return setup_of_tree(tree_of(file)).problem()


def test_the_folder_is_complete() -> None:
    basic = [file for file in FILES if file.parent.name == "basic"]
    assert len(basic) == 30
    assert sum("tutorial" in file.stem for file in basic) == 1
    made = Counter((file.parent.name, file.stem.split("-")[0]) for file in FILES if file.parent.name in MADE)
    assert set(made) == {(folder, place.value) for folder in MADE for place in Place}
    assert all(sum(made[folder, place.value] for folder in MADE) >= 200 for place in Place)
    assert sum(made["games", place.value] for place in Place) >= sum(made.values()) / 2
    for folder in ("basic", *MADE):
        assert "CC0" in (ROOT / folder / "SOURCE").read_text(encoding="utf8")


def test_the_page_counts_what_is_there() -> None:
    page = (ROOT / "README.md").read_text(encoding="utf8")
    for folder in MADE:
        count = Counter(file.stem.split("-")[0] for file in FILES if file.parent.name == folder)
        words = (
            f"{count['corner']} in the corner, {count['side']} on the side, {count['middle']} in the middle"
        )
        assert f"| {sum(count.values())} |" in page
        assert words in page


def test_made_problems_are_graded_and_say_where_they_come_from() -> None:
    for file in FILES:
        if file.parent.name in MADE:
            root = tree_of(file).root
            assert parse_level(root.simple("DI") or "") is not None, file
            source = root.simple("SO") or ""
            words = "of game" if file.parent.name == "games" else "built at random"
            assert source.startswith("made by honte: "), file
            assert words in source, file
            assert place_of(problem_of(file).area).value == file.stem.split("-")[0]


def test_levels_go_from_25_kyu_to_dan() -> None:
    texts = (tree_of(file).root.simple("DI") or "" for file in FILES if file.parent.name in MADE)
    levels = Counter(text if text.endswith("d") else f"{int(text[:-1]) // 5 * 5}k" for text in texts)
    assert all(levels[band] >= 20 for band in ("25k", "20k", "15k", "10k", "5k"))
    assert sum(count for band, count in levels.items() if band.endswith("d")) >= 9


def test_no_two_are_the_same() -> None:
    keys = Counter(key_of(problem_of(file).board, problem_of(file).to_play) for file in FILES)
    assert [key for key, count in keys.items() if count > 1] == []


@pytest.mark.parametrize("file", spread(FILES))
def test_proved_again(file: Path) -> None:
    setup = setup_of_tree(tree_of(file))
    problem = setup.problem()
    solver = Solver(problem, Budget(nodes=NODES, memory_mb=64))
    with solver.budget.running():
        first, second = solver.outcome(problem.to_play), solver.outcome(problem.to_play.opponent)
        right, wrong = solver.sort_moves(first)
    assert first.proved
    assert second.proved
    assert status_of(Answer.about(problem, first, second=second)) == setup.extra["status"]
    assert setup.objective is problem.objective
    moves = {move for move in right if move is not None} if first.best else set()
    assert set(setup.solutions) == moves
    if file.parent.name in MADE:
        assert first.wins
        assert second.wins
        assert len(moves) == 1
        shown = {child.move(problem.grid) for child in tree_of(file).root.children}
        assert {(problem.to_play, move) for move in (*right, *wrong) if move is not None} == shown


SAMPLE = [file for file in FILES if file.parent.name in MADE][::25]


@pytest.mark.parametrize("file", SAMPLE, ids=name_of)
def test_a_made_problem_holds_on_the_whole_board_and_needs_every_stone(file: Path) -> None:
    found = recheck(tree_of(file))
    assert found.holds(), found.faults


@pytest.mark.slow
@pytest.mark.parametrize("file", [file for file in FILES if file.parent.name in MADE], ids=name_of)
def test_every_made_problem_needs_every_stone(file: Path) -> None:
    found = recheck(tree_of(file))
    assert found.holds(), found.faults


@pytest.mark.parametrize("file", spread(FILES))
def test_every_line_is_legal_and_ends_as_it_says(file: Path) -> None:
    problem = problem_of(file)
    assert (tree_of(file).root.text("C") or "").startswith(f"{problem.to_play} to {problem.objective.value}.")
    stack: list[tuple[Node, Position]] = [(child, problem.position) for child in tree_of(file).root.children]
    while stack:
        node, position = stack.pop()
        color, move = node.move(problem.grid) or (None, None)
        assert color is position.to_play
        assert move is None or move in problem.area
        position = position.play(move, TSUMEGO)
        captured = problem.keystones.isdisjoint(position.board.stones(problem.defender))
        comment = node.text("C") or ""
        if captured:
            assert not node.children
            assert "Captured" in comment or "Dead" in comment
        if not node.children:
            assert comment.startswith(("RIGHT", "WRONG"))
            assert not (captured and "Alive" in comment)
        stack += [(child, position) for child in node.children]
