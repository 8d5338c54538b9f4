"""Checking problems again: what a changed file breaks is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from honte.formats.sgf import GameTree, parse, to_text
from honte.tsumego.make.generate import generate
from honte.tsumego.make.judge import Made
from honte.tsumego.make.recheck import recheck
from honte.tsumego.problem.place import Place

BASIC = Path(__file__).parents[3] / "src" / "honte" / "problems" / "basic"


@pytest.fixture(scope="module")
def made() -> Made:
    return next(generate(5, Place.CORNER, 200))


def copied(made: Made) -> GameTree:
    return parse(to_text(made.tree))[0]


def test_a_made_problem_holds(made: Made) -> None:
    found = recheck(copied(made))
    assert (found.answer, found.unique, found.needed, found.tree) == (True, True, True, True), found.faults


def test_a_wrong_answer_is_named(made: Made) -> None:
    tree = copied(made)
    for child in tree.root.children:
        for node in GameTree(child).nodes():
            node.properties.pop("C", None)
        if "TE" in child:
            child.properties.pop("TE")
        else:
            child.properties = {k: v for k, v in child.properties.items() if k != "BM"} | {"TE": ["1"]}
    found = recheck(tree, needed=False)
    assert found.answer is False
    assert "the file says" in found.faults[0]
    assert not found.holds(needed=False)


def test_a_stone_too_many_is_named(made: Made) -> None:
    tree = copied(made)
    far = "gg"
    tree.root.properties["AB"] = [*tree.root.properties["AB"], far]
    found = recheck(tree)
    assert found.needed is False
    assert "is not needed" in " ".join(found.faults)


def test_need_that_stays_open_is_no_fault_of_the_stone(made: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("honte.tsumego.make.recheck.NEED_NODES", 1)
    found = recheck(copied(made))
    assert found.needed is None
    assert "may not be needed: open" in " ".join(found.faults)


def test_a_line_without_its_end_is_named(made: Made) -> None:
    tree = copied(made)
    node = tree.root.children[0]
    while node.children:
        node = node.children[0]
    node.properties.pop("C")
    assert recheck(tree, needed=False).tree is False


def test_lessons_have_right_answers_without_being_unique() -> None:
    tree = parse((BASIC / "05-square-four.sgf").read_bytes())[0]
    found = recheck(tree, needed=False)
    assert found.answer
    assert found.tree
    assert found.holds(unique=False, needed=False)


def test_a_file_without_a_target_is_no_problem() -> None:
    found = recheck(parse("(;SZ[9]AB[aa][ab]AW[ba][bb])")[0])
    assert found.answer is False
    assert "no target" in found.faults[0]
