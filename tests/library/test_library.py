"""Collections, lists, search, recognizing positions; the index follows the files."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from honte.core import Board
from honte.errors import InputError
from honte.formats.sgf import parse
from honte.library import query
from honte.library.importing import Importer
from honte.library.library import Library
from honte.library.pictures import thumbnail
from honte.library.query import Query
from honte.library.reviews import Review
from honte.tsumego.problem.sgf import setup_of_tree
from tests.library.samples import THREE, lock

SHIPPED = Path(__file__).parents[2] / "src" / "honte" / "problems"


def titles(library: Library, question: Query) -> list[str]:
    return [each.title for each in library.find(question)[0]]


def test_every_shipped_problem_is_there_at_the_first_start_with_its_lesson(library: Library) -> None:
    files = len(list(SHIPPED.rglob("*.sgf")))
    assert sum(each.count for each in library.collections()) == library.find(Query())[1] == files > 100
    tutorial = library.find(Query(text="tutorial two eyes"))[0][0]
    assert "two separate eyes" in tutorial.text
    assert tutorial.shipped
    assert library.setup_of(tutorial).solutions


def test_lists_are_narrowed_by_each_field(library: Library) -> None:
    assert titles(library, Query(text="carpenter")) == ["carpenter's square"]
    assert titles(library, Query(text="100%")) == []
    corner = library.find(Query(place="corner", aim="kill", lowest="15k", highest="5k", limit=1000))[0]
    assert corner
    for each in corner:
        assert (each.place, each.aim) == ("corner", "kill")
        assert 14.5 <= (each.level or 0) <= 25.5
    levels = [each.level for each in library.find(Query(sort="level", lowest="30k", limit=1000))[0]]
    assert levels == sorted(levels, key=lambda level: level or 0)
    first, count = library.find(Query(limit=5))
    rest, same = library.find(Query(offset=5, limit=1000))
    assert len(first) == 5
    assert count == same == len(first) + len(rest)
    assert not {each.id for each in first} & {each.id for each in rest}


def test_unknown_words_of_a_question_are_refused(library: Library) -> None:
    for question, reason in ((Query(state="x"), "state 'x'"), (Query(sort="x"), "sort 'x'"),
                             (Query(lowest="x"), "expected a rank")):  # fmt: skip
        with pytest.raises(InputError, match=reason):
            library.find(question)


def test_progress_is_part_of_lists_and_belongs_to_the_position(library: Library, folder: Path) -> None:
    Importer(library).paths([folder], "Mine")
    three = library.find(Query(collection="Mine"))[0][0]
    library.reviews.add(Review(three.key, solved=True, mistakes=1))
    assert library.one(three.id).state == "helped"
    library.reviews.add(Review(three.key, solved=True))
    assert titles(library, Query(state="solved")) == ["three"]
    mine = next(each for each in library.collections() if each.folder == "Mine")
    assert (mine.count, mine.solved, mine.tried) == (1, 1, 1)


def test_a_position_is_recognized_turned_exchanged_on_another_board_and_beside_others(
    library: Library,
) -> None:
    found = library.find(Query(text="carpenter"))[0][0]
    turned = found.board.transformed(found.board.grid.symmetries[5]).swapped()
    assert [match.found.id for match in library.which(turned) if match.exact] == [found.id]
    busy = setup_of_tree(
        parse("(;SZ[19]PL[B]AB[ac][bc][cc][dc][ec][eb][ea][qq]AW[ab][bb][cb][db][da][oq])")[0]
    )
    Importer(library).text(THREE.encode(), "three.sgf", "Mine")
    matches = library.which(busy.board, busy.to_play)
    assert [match.found.title for match in matches if not match.exact and match.found.folder == "Mine"] == [
        "three"
    ]
    assert library.which(Board(19)) == []


def test_the_index_follows_files_that_come_change_and_go(library: Library) -> None:
    home = library.root / "By hand"
    home.mkdir()
    (home / "a.sgf").write_text(THREE)
    (home / "b.sgf").write_text("(;broken")
    library.sync()
    mine = next(each for each in library.collections() if each.folder == "By hand")
    assert (mine.count, mine.broken) == (1, 1)
    assert query.faults(library.index)[0].startswith("By hand/b.sgf: line 1")
    (home / "a.sgf").write_text(THREE.replace("three", "another"))
    library.sync()
    assert titles(library, Query(collection="By hand")) == ["another"]
    shutil.rmtree(home)
    library.sync()
    assert "By hand" not in [each.folder for each in library.collections()]


def test_a_lazy_look_sees_files_that_come_and_go_at_once(library: Library) -> None:
    home = library.root / "By hand"
    home.mkdir()
    (home / "a.sgf").write_text(THREE)
    assert library.sync(lazily=True) == 1
    assert library.sync(lazily=True) == 0
    (home / "a.sgf").write_text(THREE.replace("three", "edited"))
    assert library.sync(lazily=True) == 0
    assert library.sync() == 1
    (home / "a.sgf").rename(home / "b.sgf")
    assert library.sync(lazily=True) == 1
    assert [each.file for each in library.find(Query(collection="By hand"))[0]] == ["b.sgf"]


def test_a_lost_broken_or_newer_index_is_built_again_and_progress_stays(
    library: Library, folder: Path
) -> None:
    Importer(library).paths([folder], "Mine")
    ids = {each.id for each in library.find(Query(limit=1000))[0]}
    three = library.find(Query(text="three", collection="Mine"))[0][0]
    library.reviews.add(Review(three.key, solved=True))
    path = library.index.path
    with library.index.writing() as db:
        db.execute("PRAGMA user_version=99")
    library.close()
    for harm in (lambda: None, lambda: path.write_bytes(b"no database" * 500), path.unlink):
        for ending in ("-wal", "-shm"):
            Path(f"{path}{ending}").unlink(missing_ok=True)
        harm()
        again = Library(library.folder)
        again.sync()
        assert {each.id for each in again.find(Query(limit=1000))[0]} == ids
        assert again.one(three.id).state == "solved"
        again.close()


def test_a_folder_without_permission_is_one_line_and_the_rest_is_there(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    locked = library.root / "Locked"
    locked.mkdir()
    (locked / "a.sgf").write_text(THREE)
    library.sync()
    lock(monkeypatch, locked)
    library.sync()
    assert library.troubles == [f"cannot read the folder {locked}: Permission denied"]
    assert library.find(Query())[1] > 100
    assert titles(library, Query(collection="Locked")) == ["three"]


def test_a_full_disk_leaves_what_the_index_knows(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise InputError("cannot write the index: the disk is full")

    (library.root / "New").mkdir()
    (library.root / "New" / "a.sgf").write_text(THREE)
    monkeypatch.setattr("honte.library.index.put_files", full)
    assert library.sync() == 0
    assert library.troubles == ["cannot write the index: the disk is full"]
    assert library.find(Query())[1] > 100


def test_two_processes_fill_one_library(library: Library, tmp_path: Path) -> None:
    (tmp_path / "a.sgf").write_text(THREE)
    code = (
        "import sys; from pathlib import Path; from honte.library.library import Library;"
        "from honte.library.importing import Importer; l = Library(Path(sys.argv[1])); l.sync();"
        "[Importer(l).paths([sys.argv[2]], f'{sys.argv[3]} {n}') for n in range(20)]"
    )
    command = [sys.executable, "-c", code, str(library.folder), str(tmp_path / "a.sgf")]
    running = [subprocess.Popen([*command, name]) for name in ("left", "right")]
    assert [process.wait(60) for process in running] == [0, 0]
    assert library.find(Query(text="three", limit=1000))[1] >= 40


def test_a_thumbnail_is_a_small_picture(library: Library) -> None:
    found = library.find(Query(text="tutorial"))[0][0]
    svg = thumbnail(found)
    assert svg.startswith("<svg")
    assert svg.count("<circle") >= bin(found.black | found.white).count("1")
