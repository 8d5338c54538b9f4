"""`honte library`: lists, imports, recognizes, changes and undoes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.library.samples import FOUR, GAME, THREE

Run = Callable[..., object]


@pytest.fixture(autouse=True)
def _own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HONTE_DATA", str(tmp_path / "data"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    home = tmp_path / "my book"
    home.mkdir()
    (home / "three.sgf").write_text(THREE)
    (home / "four.sgf").write_text(FOUR)
    return home


def rows(out: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in out.splitlines()]


def test_the_shipped_collections_are_listed_at_the_first_start(honte: Run) -> None:
    ran = honte("library")
    assert ran.status == 0  # type: ignore[attr-defined]
    assert "Basic shapes  30 problems, 0 solved" in ran.out  # type: ignore[attr-defined]


def test_a_collection_is_imported_listed_found_changed_and_exported(honte, folder, tmp_path) -> None:  # type: ignore[no-untyped-def]
    (folder / "game.sgf").write_text(GAME)
    ran = honte("library", "import", folder)
    assert ran.status == 1
    assert "2 problems saved from 3 of 3 files" in ran.out
    assert "game.sgf: a game record of 3 moves without setup stones; expected a problem" in ran.err
    listed = rows(honte("library", "list", "my book", "--json").out)
    assert [(each["title"], each["level"]) for each in listed] == [("four", "12k"), ("three", "")]
    assert "three" in honte("library", "find", folder / "three.sgf").out
    assert honte("library", "find", folder / "game.sgf").status == 1
    three = str(listed[1]["id"])[:8]
    assert honte("library", "move", three, "--to", "Other").status == 0
    assert [each["title"] for each in rows(honte("library", "list", "Other", "--json").out)] == ["three"]
    assert "undone: moved three to Other" in honte("library", "undo").out
    assert honte("library", "tag", three, "bent three", "seki").status == 0
    assert [
        each["title"] for each in rows(honte("library", "list", "--tag", "bent three", "--json").out)
    ] == ["three"]
    assert honte("library", "rename", "my book", "Yours").status == 0
    assert honte("library", "export", "Yours", "-o", tmp_path / "all.sgf").out.startswith(
        "2 problems written"
    )
    assert (tmp_path / "all.sgf").read_text().count("GM[1]") == 2
    assert honte("library", "delete", "Yours").status == 0
    assert honte("library", "list", "Yours").status == 2
    assert honte("library", "undo").status == 0
    assert "Yours  2 problems" in honte("library", "rebuild").out + honte("library").out


def test_a_shape_and_duplicates_are_found(honte, folder) -> None:  # type: ignore[no-untyped-def]
    (folder / "again.sgf").write_text(THREE.replace("GN[three]", "GN[again]"))
    honte("library", "import", folder / "three.sgf", "--to", "A")
    honte("library", "import", folder / "again.sgf", "--to", "B")
    shape = b"-----------\n| . . . O X\n| O O O O X\n"
    ran = honte("library", "list", "--shape", "-", "--json", stdin=shape)
    assert {"three", "again"} <= {each["title"] for each in rows(ran.out)}
    groups = rows(honte("library", "duplicates", "--json").out)
    assert any({"three", "again"} <= {each["title"] for each in group["problems"]} for group in groups)


@pytest.mark.parametrize(
    ("args", "text"),
    [
        (("list", "nowhere"), "there is no collection 'nowhere'"),
        (("list", "--aim", "win"), "aim 'win'; known: live, kill"),
        (("list", "--from", "easy"), "level 'easy'; expected a rank such as 15k or 2d"),
        (("import", "/no/such"), "cannot read /no/such: no such file"),
        (("delete", "zzzz"), "'zzzz' is the start of no id"),
        (("undo",), "there is nothing to undo"),
        (("rename", "Basic shapes", "x"), "'Basic shapes' cannot be renamed"),
        (("export", "Basic shapes", "-o", "/no/such/x.sgf"), "no such folder /no/such"),
    ],
)
def test_bad_input_is_one_line(honte, args, text) -> None:  # type: ignore[no-untyped-def]
    ran = honte("library", *args)
    assert ran.status == 2
    assert text in ran.err
    assert ran.err.count("\n") == 1


def test_a_sheet_is_printed_from_a_collection_and_from_a_file(honte, folder, tmp_path) -> None:  # type: ignore[no-untyped-def]
    target = tmp_path / "sheet.pdf"
    ran = honte("tsumego", "sheet", "Basic shapes", "-o", target, "--limit", "7", "--no-answers")
    assert (ran.status, ran.out) == (0, f"7 problems written to {target}\n")
    assert target.read_bytes().count(b"/Type /Page ") == 2
    ran = honte("tsumego", "sheet", folder / "three.sgf", "-o", target, "--seconds", "20")
    assert ran.out.startswith("1 problem written")
    assert target.read_bytes().count(b"/Type /Page ") == 2
    assert honte("tsumego", "sheet", "Basic shapes", "-o", "x.png").err == "honte: x.png is no .pdf file\n"
    assert "matches" in honte("tsumego", "sheet", "Basic shapes", "-o", target, "--state", "solved").err


def test_a_position_that_is_no_problem_is_left_out_of_a_sheet(honte, tmp_path) -> None:  # type: ignore[no-untyped-def]
    file, target = tmp_path / "two.sgf", tmp_path / "sheet.pdf"
    file.write_text("(;SZ[9]GN[bare])(;SZ[9]GN[three]AW[ab][bb][cb][db][da]AB[ac][bc][cc][dc][ec][eb][ea])")
    ran = honte("tsumego", "sheet", file, "-o", target, "--no-answers")
    assert (ran.status, ran.out) == (0, f"1 problem written to {target}\n")
    assert ran.err == "honte: bare: no stones: expected a position to live or to kill in; left out\n"
    file.write_text("(;SZ[9]GN[bare])")
    assert honte("tsumego", "sheet", file, "-o", target, "--no-answers").status == 2
