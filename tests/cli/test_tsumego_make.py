"""`honte tsumego generate` and `honte tsumego verify`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tests.cli.conftest import Ran

Honte = Callable[..., Ran]


def test_generate_saves_problems_that_verify_confirms(honte: Honte, tmp_path: Path) -> None:
    out = tmp_path / "new"
    made = honte("tsumego", "generate", "--out", out, "--count", 2, "--place", "corner", "--jobs", 1)
    assert made.status == 0, made.err
    assert "saved corner-0001.sgf: " in made.out
    assert "2 problems saved" in made.out
    checked = honte("tsumego", "verify", out)
    assert checked.status == 0, checked.out
    assert "2 of 2 problems hold" in checked.out
    file = out / "corner-0001.sgf"
    file.write_text(file.read_text().replace("TE[1]", "BM[1]").replace("RIGHT", "WRONG"))
    broken = honte("tsumego", "verify", out, "--no-need", "--json")
    assert broken.status == 1
    assert '"holds": false' in broken.out


def test_bad_input(honte: Honte, tmp_path: Path) -> None:
    missing = honte("tsumego", "generate", "--out", tmp_path / "a", "--from-games", tmp_path / "nothing")
    assert (missing.status, "does not exist" in missing.err) == (2, True)
    empty = honte("tsumego", "verify", tmp_path)
    assert (empty.status, "holds no problem files" in empty.err) == (2, True)
    (tmp_path / "no.sgf").write_text("(;SZ[9])")
    assert honte("tsumego", "verify", tmp_path).status == 1
    (tmp_path / "file").write_text("")
    refused = honte("tsumego", "generate", "--out", tmp_path / "file", "--count", 1)
    assert (refused.status, "cannot write into the folder" in refused.err) == (2, True)


def test_games_without_fights_end(honte: Honte, tmp_path: Path) -> None:
    (tmp_path / "game.sgf").write_text("(;SZ[9];B[ee];W[ec])")
    ran = honte(
        "tsumego", "generate", "--out", tmp_path / "o", "--from-games", tmp_path / "game.sgf", "--jobs", 1
    )
    assert ran.status == 0, ran.err
    assert "0 problems saved" in ran.out
    assert "All games are searched." in ran.out
