"""Fitting the choice of readings: halves, weights, tables."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from honte.tsumego.open.choose import FEATURES, features
from training.choice import GROUPS, MARKS, Record, fit, half_of, is_right, table, write_between


def records(count: int = 40) -> list[Record]:
    """Problems in which the proof with the higher stakes is right."""
    found = []
    for number in range(count):
        stakes = (1.0, 0.1) if number % 3 else (0.2, 1.0)
        candidates = [
            {"features": features(1, share, 0.1), "right": share == max(stakes)} for share in stakes
        ]
        found.append(
            {"id": str(number), "set": "ours", "half": half_of(str(number)), "candidates": candidates}
        )
    return found


def test_the_fit_finds_what_decides() -> None:
    weights = fit(records())
    assert weights[FEATURES.index("share of the stakes")] > 1
    assert all(is_right(each, weights) for each in records())


def test_a_feature_that_is_left_out_has_no_weight() -> None:
    weights = fit(records(), ("share of the stakes",))
    assert weights[FEATURES.index("share of the stakes")] == 0
    assert not all(is_right(each, weights) for each in records())


def test_a_problem_without_candidates_is_wrong() -> None:
    assert not is_right({"candidates": []}, np.ones(len(FEATURES)))


def test_the_table_has_a_line_for_each_group_and_goes_into_a_page(tmp_path: Path) -> None:
    lines = table(records())
    assert len(lines) == 2 + len(GROUPS) + 1
    halves = [sum(half_of(str(n)) == half for n in range(40)) for half in (0, 1)]
    assert lines[2] == f"| all | {halves[0]} | {halves[1]} |"
    page = tmp_path / "page.md"
    page.write_text("before\n" + "\n".join(MARKS) + "\nafter\n", encoding="utf8")
    for _ in range(2):
        write_between(page, lines)
    text = page.read_text(encoding="utf8")
    assert text.startswith("before\n")
    assert text.endswith("after\n")
    assert text.count("| all |") == 1
