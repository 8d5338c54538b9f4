"""Rename, move, tag and delete; each can be undone, and shipped problems stay as they are."""

from __future__ import annotations

from pathlib import Path

import pytest

from honte.errors import InputError
from honte.library import changes
from honte.library.exporting import one_file, to_folder
from honte.library.importing import Importer
from honte.library.library import Library
from honte.library.query import Found, Query
from tests.library.samples import FOUR, THREE


@pytest.fixture
def mine(library: Library) -> list[Found]:
    """Three problems in one collection, two of them in one file."""
    Importer(library).text(THREE.encode(), "three.sgf", "Mine")
    five = FOUR.replace("AB[ac]", "AB[ac][ii]")
    (library.root / "Mine" / "pair.sgf").write_text(FOUR + five)
    library.sync()
    found = library.find(Query(collection="Mine"))[0]
    assert [each.title for each in found] == ["pair", "pair 2", "three"]
    return found


def state(library: Library) -> dict[str, str]:
    """All own files of the library with their content."""
    files = (path for path in library.root.rglob("*.sgf") if ".undo" not in path.parts)
    return {str(path.relative_to(library.root)): path.read_text() for path in files}


def listed(library: Library, collection: str) -> list[str]:
    return [each.title for each in library.find(Query(collection=collection))[0]]


def test_each_change_can_be_undone(library: Library, mine: list[Found]) -> None:
    before, pair, three = state(library), mine[1], mine[2]
    steps = [
        lambda: changes.rename_collection(library, "Mine", "Yours/Deep"),
        lambda: changes.delete_collection(library, "Mine"),
        lambda: changes.move_problems(library, [three.id, pair.id], "Other"),
        lambda: changes.delete_problems(library, [three.id]),
        lambda: changes.delete_problems(library, [each.id for each in mine]),
        lambda: changes.rename_problem(library, pair.id, "a [new] title"),
        lambda: changes.tag_problem(library, three.id, ["Seki", "corner, big"]),
    ]
    for step in steps:
        token = step()
        assert state(library) != before
        changes.undo(library, token)
        assert state(library) == before
        assert listed(library, "Mine") == ["pair", "pair 2", "three"]
    with pytest.raises(InputError, match="nothing to undo"):
        changes.undo(library)


def test_changes_show_in_lists_at_once(library: Library, mine: list[Found]) -> None:
    changes.move_problems(library, [mine[1].id], "Other")
    assert listed(library, "Other") == ["pair"]
    assert listed(library, "Mine") == ["pair", "three"]
    changes.rename_problem(library, mine[2].id, "a [new] title")
    assert "a [new] title" in listed(library, "Mine")
    changes.tag_problem(library, mine[2].id, ["Seki", "corner, big"])
    assert library.one(mine[2].id).tags == ("seki", "corner  big".replace("  ", " "))
    changes.rename_collection(library, "Mine", "Yours")
    assert len(listed(library, "Yours")) == 2
    changes.delete_collection(library, "Yours")
    assert "Yours" not in [each.folder for each in library.collections()]


def test_deleting_a_collection_leaves_those_below_it(library: Library, mine: list[Found]) -> None:
    Importer(library).text(THREE.encode(), "three.sgf", "Mine/deep")
    before = state(library)
    changes.delete_collection(library, "Mine")
    assert list(state(library)) == ["Mine/deep/three.sgf"]
    changes.undo(library)
    assert state(library) == before


def test_shipped_problems_are_copied_and_never_changed(library: Library) -> None:
    shipped = library.find(Query(text="carpenter"))[0][0]
    changes.move_problems(library, [shipped.id], "Mine")
    assert listed(library, "Mine") == [shipped.title]
    assert library.one(shipped.id)
    for refused in (
        lambda: changes.delete_problems(library, [shipped.id]),
        lambda: changes.rename_problem(library, shipped.id, "x"),
        lambda: changes.delete_collection(library, "shipped/basic"),
        lambda: changes.rename_collection(library, "shipped/basic", "x"),
    ):
        with pytest.raises(InputError, match=r"comes with honte|cannot be renamed"):
            refused()


def test_names_that_are_taken_or_wrong_are_refused(library: Library, mine: list[Found]) -> None:
    changes.make_collection(library, "Other")
    assert ("Other", 0) in [(each.folder, each.count) for each in library.collections()]
    for name in ("Other", "../away", "Mine/inside", ""):
        with pytest.raises(InputError):
            changes.rename_collection(library, "Mine", name)
    with pytest.raises(InputError, match="already"):
        changes.make_collection(library, "Other")
    with pytest.raises(InputError, match="no problem"):
        changes.delete_problems(library, ["0" * 16])
    assert len(mine) == 3


def test_undo_overwrites_nothing(library: Library, mine: list[Found]) -> None:
    changes.delete_problems(library, [mine[2].id])
    (library.root / "Mine" / "three.sgf").write_text(FOUR)
    with pytest.raises(InputError, match=r"three\.sgf is there again"):
        changes.undo(library)
    assert (library.root / "Mine" / "three.sgf").read_text() == FOUR


def test_old_changes_are_dropped(
    library: Library, mine: list[Found], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(changes, "KEPT", 2)
    tokens = [changes.tag_problem(library, mine[2].id, [f"n{n}"]) for n in range(4)]
    assert sorted(path.name for path in (library.root / ".undo").iterdir()) == tokens[2:]
    with pytest.raises(InputError, match="cannot be undone"):
        changes.undo(library, tokens[0])


def test_an_export_reads_back(library: Library, mine: list[Found], tmp_path: Path) -> None:
    again = Library(tmp_path / "other")
    report = Importer(again).text(one_file(library, mine), "all.sgf", "Mine")
    assert (report.saved, report.lines) == (3, [])
    assert sorted(each.key for each in again.find(Query(collection="Mine"))[0]) == sorted(m.key for m in mine)
    assert to_folder(library, mine, tmp_path / "out") == 3
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "pair-2.sgf",
        "pair.sgf",
        "three.sgf",
    ]
    again.close()
