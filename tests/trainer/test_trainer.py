"""Reviews move the rating and the schedule; sets, mistakes, statistics; a killed process loses nothing."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from collections import Counter
from itertools import pairwise

import pytest

from honte.errors import InputError
from honte.grid import Point
from honte.library.query import Query
from honte.library.reviews import Review
from honte.search.budget import Budget
from honte.trainer import Rating, Trainer, schedule
from honte.trainer.quiz import CHOICES, after_line, choose_line, question
from honte.trainer.rating import LEAST_DEVIATION, MOST_DEVIATION
from honte.trainer.statistics import statistics
from honte.trainer.trainer import days_until
from honte.tsumego.problem.book import Book

NOON = 1_800_000_000.0 // 86400 * 86400 + 43200
"""A noon in UTC, in seconds since 1970."""
DAY = 86_400.0


def solved(trainer: Trainer, key: str, when: float = NOON, **rest: object) -> object:
    return trainer.note(Review(key, True, time=when, seconds=30, **rest))  # type: ignore[arg-type]


# Rating


def test_a_win_raises_a_loss_lowers_and_the_hard_problem_counts_more() -> None:
    start = Rating(1500, 150)
    assert start.after(1500, won=False).value < 1500 < start.after(1500, won=True).value
    assert start.after(1900, won=True).value > start.after(1100, won=True).value
    assert start.after(1500, won=True).deviation < 150
    sure, guessed = (start.after(1500, won=True, problem_deviation=d).value for d in (50, 300))
    assert sure > guessed


def test_the_rating_finds_the_level_of_a_player() -> None:
    import random

    rng, strong, rating = random.Random(1), Rating(2200, 50), Rating()
    for _ in range(300):
        problem = rating.value + rng.uniform(-300, 300)
        rating = rating.after(problem, won=rng.random() < strong.chance(problem))
    assert abs(rating.value - 2200) < 200
    assert rating.deviation >= LEAST_DEVIATION


def test_a_pause_makes_the_rating_uncertain_and_not_lower() -> None:
    rating = Rating(2000, 50)
    assert rating.rested(30 * DAY) == Rating(2000, rating.rested(30 * DAY).deviation)
    assert 50 < rating.rested(30 * DAY).deviation < rating.rested(10_000 * DAY).deviation == MOST_DEVIATION


def test_glicko_gives_the_figures_of_its_paper() -> None:
    """Glickman's example: 1500 (200) beats 1400 (30) alone."""
    after = Rating(1500, 200).after(1400, won=True, problem_deviation=30)
    assert after.value == pytest.approx(1563.6, abs=0.5)
    assert after.deviation == pytest.approx(175.2, abs=0.5)


# Schedule


def test_a_clean_problem_comes_later_each_time_and_a_mistake_soon() -> None:
    card, when, gaps = None, NOON, []
    for _ in range(5):
        card, due = schedule.after(card, Review("k", True, seconds=30, time=when))
        gaps.append(due - when)
        when = due
    assert all(earlier < later for earlier, later in pairwise(gaps))
    _, soon = schedule.after(card, Review("k", True, mistakes=1, seconds=30, time=when))
    assert soon - when < DAY < gaps[-1]
    assert gaps[0] >= DAY
    _, slow = schedule.after(None, Review("k", True, seconds=500, time=NOON))
    assert slow - NOON >= DAY


def test_help_and_time_are_graded() -> None:
    grades = [
        schedule.grade(Review("k", *rest)).name
        for rest in ((False,), (True, True), (True, False, 5.0), (True, False, 60.0), (True, False, 500.0))
    ]
    assert grades == ["Again", "Again", "Easy", "Good", "Hard"]


def test_dates_are_said_in_words() -> None:
    assert [days_until(NOON + s, NOON) for s in (-5, 70, 7200, 2 * DAY)] == [
        "now",
        "in 1 minute",
        "in 2 hours",
        "in 2 days",
    ]


# Trainer


def test_a_review_moves_the_rating_once_a_day_and_is_in_the_curve(trainer: Trainer) -> None:
    found = next(each for each in trainer.library.find(Query(sort="level"))[0] if each.level is not None)
    first = trainer.note(Review(found.key, True, seconds=20, time=NOON))
    assert first.rated
    assert first.after.value > first.before.value
    again = trainer.note(Review(found.key, True, seconds=20, time=NOON + 60))
    assert not again.rated
    assert trainer.note(Review(found.key, False, time=NOON + DAY)).rated
    assert [when for when, _, _ in trainer.curve()] == [NOON, NOON + DAY]
    assert trainer.rating(NOON + DAY).value < first.after.value


def test_a_quiz_is_noted_and_leaves_progress_and_rating(trainer: Trainer) -> None:
    found = trainer.library.find(Query())[0][0]
    noted = trainer.note(Review(found.key, True, kind="quiz", time=NOON))
    assert (noted.rated, noted.due) == (False, None)
    assert trainer.library.one(found.id).state == "new"
    assert statistics(trainer.library)["quiz"][0].tries == 1


def test_today_stays_the_same_all_day_and_marks_what_is_done(trainer: Trainer) -> None:
    today = trainer.today(now=NOON)
    assert len(today) == 10
    assert {each.reason for each in today} == {"new"}
    level = trainer.rating(NOON).level
    assert all(abs((each.found.level or 0) - level) <= 4 for each in today)
    solved(trainer, today[0].found.key)
    trainer.note(Review(today[1].found.key, False, time=NOON + 60))
    later = trainer.today(now=NOON + 600)
    assert [each.found.key for each in later] == [each.found.key for each in today]
    assert [(each.done, each.clean) for each in later[:3]] == [(True, True), (True, False), (False, False)]


def test_tomorrow_brings_mistakes_back_with_new_problems(trainer: Trainer) -> None:
    today = trainer.today(now=NOON, size=6)
    for each in today[:4]:
        trainer.note(Review(each.found.key, False, time=NOON))
    tomorrow = trainer.today(now=NOON + DAY, size=6)
    assert [each.reason for each in tomorrow] == ["mistake"] * 4 + ["new"] * 2
    assert {each.found.key for each in tomorrow[:4]} == {each.found.key for each in today[:4]}
    wide = trainer.today("shipped/basic", now=NOON + DAY, size=5)
    assert {each.found.folder for each in wide} == {"shipped/basic"}


def test_mistakes_again_until_they_are_clean(trainer: Trainer) -> None:
    first, second, *_ = trainer.library.find(Query())[0]
    trainer.note(Review(first.key, False, time=NOON))
    solved(trainer, second.key, NOON + 1, mistakes=1)
    assert [each.key for each in trainer.mistakes()] == [second.key, first.key]
    solved(trainer, second.key, NOON + 2)
    assert [each.key for each in trainer.mistakes()] == [first.key]


def test_statistics_by_place_aim_and_level(trainer: Trainer) -> None:
    corner = trainer.library.find(Query(place="corner", aim="kill"))[0][0]
    side = trainer.library.find(Query(place="side", aim="live"))[0][0]
    solved(trainer, corner.key)
    trainer.note(Review(corner.key, True, helped=True, time=NOON + 1))
    trainer.note(Review(side.key, False, time=NOON + 2))
    tables = statistics(trainer.library)
    assert [(line.name, line.tries, line.clean, line.seconds) for line in tables["place"]] == [
        ("corner", 2, 1, 30.0),
        ("side", 1, 0, None),
    ]
    assert {line.name for line in tables["aim"]} == {"kill", "live"}
    assert sum(line.tries for line in tables["shape"]) == 3
    assert all(line.name.startswith(("corner, ", "side, ")) for line in tables["shape"])
    assert all(line.name.endswith("room") for line in tables["shape"])
    assert tables["total"][0].share == pytest.approx(1 / 3)
    assert statistics(trainer.library, since=NOON + 2)["total"][0].tries == 1


@pytest.mark.parametrize(
    ("title", "right"),
    [("straight three", "unsettled"), ("square four", "dead"), ("straight four", "alive"), ("seki", "alive")],
)
def test_the_quiz_knows_the_status(trainer: Trainer, title: str, right: str) -> None:
    found = next(each for each in trainer.library.find(Query(text=title))[0] if each.title == title)
    asked = question(trainer.library.setup_of(found), Budget(nodes=2_000_000, threads=1))
    assert asked.right in CHOICES
    assert asked.right == right
    assert "moves first" in asked.reason


def test_the_quiz_asks_about_settled_positions_as_often_as_about_unsettled_ones(trainer: Trainer) -> None:
    """Somebody who always says unsettled must not be right nearly always."""
    rng = random.Random(3)
    right: Counter[str] = Counter()
    shipped = trainer.library.find(Query(collection="shipped/generated", limit=24))[0]
    for found in shipped:
        problem = trainer.library.setup_of(found).problem()
        line = choose_line(problem, Book.of(trainer.library.tree_of(found)), rng)
        asked = question(after_line(problem, line).setup(), Budget(nodes=200_000, threads=1))
        right[asked.right] += 1
    assert right["unsettled"] <= len(shipped) * 0.6
    assert right["dead"] >= 2
    assert right["alive"] >= 2


def test_a_quiz_after_an_impossible_line_is_refused(trainer: Trainer) -> None:
    found = next(each for each in trainer.library.find(Query(text="straight three"))[0])
    problem = trainer.library.setup_of(found).problem()
    with pytest.raises(InputError, match="outside the area"):
        after_line(problem, [Point.parse("A1")])
    assert choose_line(problem, None, random.Random(1)) == ()


TRAIN = """
import sys
from pathlib import Path
from honte.library.library import Library
from honte.library.reviews import Review
from honte.trainer import Trainer
trainer = Trainer(Library(Path(sys.argv[1])))
number = 0
while True:
    number += 1
    noted = trainer.note(Review(f"key {number % 7}", number % 3 > 0, seconds=float(number)))
    print(noted.number, flush=True)
"""


def test_a_killed_training_loses_nothing_that_was_shown_as_saved(trainer: Trainer) -> None:
    command = [sys.executable, "-c", TRAIN, str(trainer.library.folder)]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert running.stdout is not None
    shown = [int(running.stdout.readline()) for _ in range(25)]
    os.kill(running.pid, signal.SIGKILL)
    shown += [int(line) for line in running.stdout.read().splitlines() if line]
    running.wait()
    reviews = trainer.reviews.since()
    assert len(reviews) >= len(shown) == shown[-1]
    assert [review.seconds for review in reviews] == [float(n) for n in range(1, len(reviews) + 1)]
    tries = {f"key {n}": sum(review.key == f"key {n}" for review in reviews) for n in range(7)}
    assert {key: progress.tries for key in tries if (progress := trainer.reviews.progress(key))} == tries
