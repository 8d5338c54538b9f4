"""`honte review` and `honte report` from the command line."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from review.games import DIES


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "dies.sgf"
    path.write_text(DIES, encoding="utf8")
    return str(path)


def test_text_for_people(honte: Callable[..., Any], file: str) -> None:
    ran = honte("review", file)
    assert ran.status == 0
    assert "Could Black have saved the 5 stones at A8 at move 8? Proved: yes, at B9" in ran.out
    assert "The moves that lost most (estimates):" in ran.out


def test_json_and_csv_for_programs(honte: Callable[..., Any], file: str) -> None:
    found = json.loads(honte("review", file, "--json", "--fights", 1).out)
    assert (found["file"], found["length"], found["fights"][0]["best"]) == (file, 11, ["B9"])
    rows = list(csv.DictReader(io.StringIO(honte("review", file, "--csv", "--fights", 0).out)))
    assert [row["move"] for row in rows] == [str(n) for n in range(1, 12)]
    assert rows[0]["vertex"] == "C3"


def test_a_broken_file_is_reported_and_skipped(honte: Callable[..., Any], file: str, tmp_path: Path) -> None:
    (tmp_path / "broken.sgf").write_text("(;SZ[9];B[ee", encoding="utf8")
    ran = honte("review", str(tmp_path), "--json", "--fights", 0)
    assert ran.status == 1
    assert len(ran.out.splitlines()) == 1
    assert "broken.sgf" in ran.err
    assert "1 of 2 reviewed, 1 unreadable" in ran.err


def test_a_report_is_written_beside_nothing_else(
    honte: Callable[..., Any], file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = honte("report", file, "--fights", 1)
    assert ran.status == 0
    assert "wrote dies.html" in ran.out
    assert "Proved: yes, at B9" in (tmp_path / "dies.html").read_text("utf8")
    assert honte("report", file, "-f", "md", "-o", "x.md", "--fights", 0).status == 0
    assert (tmp_path / "x.md").read_text("utf8").startswith("# dies")


def test_a_folder_has_an_index(honte: Callable[..., Any], tmp_path: Path) -> None:
    games = tmp_path / "games"
    games.mkdir()
    for name in ("one", "two"):
        (games / f"{name}.sgf").write_text("(;SZ[5];B[cc];W[bb])", encoding="utf8")
    (games / "bad.sgf").write_text("(;SZ[", encoding="utf8")
    out = tmp_path / "out"
    ran = honte("report", str(games), "-o", str(out), "--fights", 0)
    assert ran.status == 1
    assert "2 of 3 written, 1 unreadable" in ran.out
    assert sorted(p.name for p in out.iterdir()) == ["index.html", "one.html", "two.html"]
    assert 'href="one.html"' in (out / "index.html").read_text("utf8")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [(["--format", "pdf"], "expected html, md, json"), (["-o", "/no/such/folder/x.html"], "no such folder"),
     (["--fights", "-1"], "fights"), (["--seconds", "nan"], "seconds")],
)  # fmt: skip
def test_bad_usage_is_one_line(honte: Callable[..., Any], file: str, arguments: list[str], said: str) -> None:
    ran = honte("report", file, *arguments)
    assert ran.status == 2
    assert said in ran.err
    assert len(ran.err.strip().splitlines()) == 1


def test_a_missing_file_and_an_empty_one(honte: Callable[..., Any], tmp_path: Path) -> None:
    assert honte("review", tmp_path / "none.sgf").status == 2
    empty = tmp_path / "empty.sgf"
    empty.write_text("", encoding="utf8")
    assert honte("report", empty).status == 2
