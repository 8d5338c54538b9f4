"""`honte train`: problems are played, noted, repeated; the quiz; statistics."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from honte.cli.train import Training
from honte.core import vertex
from honte.library.importing import Importer
from honte.library.library import Library
from honte.library.query import Query
from honte.trainer import Trainer
from tests.library.samples import THREE


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Library:
    """A library with one problem of our own: straight three in the corner, Black to kill at B9."""
    monkeypatch.setenv("HONTE_DATA", str(tmp_path / "data"))
    found = Library(tmp_path / "data")
    Importer(found).text(THREE.replace("GN[", "DI[20k]GN[").encode(), "three.sgf", "Mine")
    return found


def test_a_problem_is_solved_saved_and_done_for_today(honte: Any, library: Library) -> None:
    ran = honte("train", "Mine", stdin=b"b9\nnext\n")
    assert ran.status == 0
    assert "Problem 1 of 1: three (Mine, 20k)" in ran.out
    assert "Solved without help" in ran.out
    assert "Saved. It comes again in" in ran.out
    assert "Your rating: " in ran.out
    assert [(review.solved, review.mistakes) for review in library.reviews.since()] == [(True, 0)]
    assert "today's set is done" in honte("train", "Mine").out
    assert "no new problem is left" in honte("train", "Mine", "--more").out
    assert "Problem 1 of 10" in honte("train", "--more", stdin=b"quit\n").out


def test_a_mistake_comes_again_and_statistics_show_it(honte: Any, library: Library) -> None:
    ran = honte("train", "Mine", stdin=b"a9\nundo\nb9\nquit\n")
    assert "Not this one" in ran.out
    assert "after 1 mistake" in ran.out
    assert "three" in honte("train", "--mistakes", stdin=b"quit\n").out
    honte("train", "--mistakes", stdin=b"b9\nnext\n")
    assert "no mistakes are left" in honte("train", "--mistakes").out
    found = json.loads(honte("train", "--stats", "--json").out)
    assert found["tables"]["total"] == [
        {"name": "all", "tries": 2, "clean": 1, "seconds": pytest.approx(0, abs=600)}
    ]
    assert len(found["curve"]) == 1
    assert "by place: corner" in honte("train", "--stats").out


def test_a_try_that_is_left_counts_and_one_not_begun_does_not(honte: Any, library: Library) -> None:
    honte("train", "Mine", stdin=b"quit\n")
    assert library.reviews.since() == []
    honte("train", "Mine", stdin=b"a9\nquit\n")
    assert [review.solved for review in library.reviews.since()] == [False]


def test_the_timer_makes_a_late_solution_a_mistake(honte: Any, library: Library) -> None:
    ran = honte("train", "Mine", "--timer", "0.000001", stdin=b"b9\nnext\n")
    assert "which counts as a mistake" in ran.out
    assert [review.clean for review in library.reviews.since()] == [False]


def test_every_variation_must_be_answered_before_it_is_saved(library: Library) -> None:
    """The J group: after the main line, White's other threatening replies come one by one."""
    library.sync()
    found = next(each for each in library.find(Query(text="J group"))[0] if each.title == "J group")
    sitting = Training(Trainer(library), found, seconds=20, timer=0, every=True)
    variations = 0
    while not sitting.over:
        before = len(sitting.waiting)
        sitting.act(vertex(sitting.solved().best[0]))
        assert sitting.progress.mistakes == 0
        variations += len(sitting.waiting) < before
        assert (sitting.noted is None) == (not sitting.over)
    assert variations >= 1
    assert [review.clean for review in library.reviews.since()] == [True]


def test_the_quiz_asks_for_the_status(honte: Any, library: Library) -> None:
    ran = honte("train", "Mine", "--quiz", stdin=b"maybe\nunsettled\n")
    assert "'maybe' is no answer; expected alive, dead, unsettled, ko" in ran.out
    is_right = "Right. Black kills when Black moves first" in ran.out
    assert is_right or "No: dead." in ran.out, "at the start, or after the right move of the file"
    assert [(review.kind, review.solved) for review in library.reviews.since()] == [("quiz", is_right)]
    assert "No: " in honte("train", "Mine", "--quiz", stdin=b"alive\n").out


def test_bad_input_is_one_line(honte: Any, library: Library) -> None:
    ran = honte("train", "nowhere")
    assert (ran.status, ran.err) == (2, "honte: there is no collection 'nowhere'\n")
