"""Imports: what is saved, what is reported, and what a killed or refused import leaves behind."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from honte.errors import InputError
from honte.formats.sgf import parse
from honte.library import files as file_names
from honte.library import query
from honte.library.files import clean_name, collection_name
from honte.library.importing import Importer, Report
from honte.library.library import Library
from honte.library.migrating import OWN, file_documents
from honte.library.query import Query
from honte.library.store import Store
from honte.tsumego.problem.sgf import setup_of_tree
from honte.tsumego.problem.text import record_of_setup
from tests.library.samples import FOUR, GAME, THREE, lock

WHITE_THREE = (
    THREE.replace("AB[", "A?[").replace("AW[", "AB[").replace("A?[", "AW[").replace("PL[B]", "PL[W]")
)


GOPROBLEMS = """(;FF[4]GM[1]SZ[19]ST[2]GN[Prob 1234]DI[15k]DP[32]SO[someone]AW[bq][cq][dq][eq][er][es][br]
AB[ap][bp][cp][dp][ep][fp][fq][fr][fs]C[Black to play and kill](;B[cs];W[bs];B[dr]C[RIGHT])(;B[dr];W[cs]))"""
OGS = """(;FF[4]CA[UTF-8]GM[1]GN[Corner life]PC[https://example.org/puzzle/1]PB[Black]PW[White]SZ[9]
AB[bg][cg][dg][ah]AW[bf][cf][df][ef][eg][eh][ei]C[Black to live.](;B[bi];W[bh];B[ch]C[CORRECT])(;B[ch]))"""
BOOK = """(;GM[1]FF[4]SZ[19]GN[One]AB[br][cr][dr][ds]AW[aq][bq][cq][dq][er][es][eq]PL[B]C[black to play])
(;GM[1]FF[4]SZ[19]GN[Two]AB[da][db][cb][bb][ab]AW[ea][eb][ec][dc][cc][bc][ac])"""


def test_files_of_other_sources_are_imported_with_what_they_say(library: Library, tmp_path: Path) -> None:
    for name, text in (("goproblems", GOPROBLEMS), ("ogs", OGS), ("book", BOOK)):
        (tmp_path / f"{name}.sgf").write_text(text, encoding="utf8")
    report = Importer(library).paths([tmp_path], "Foreign")
    assert (report.saved, report.failed, report.lines) == (4, 0, [])
    found = {each.title: each for each in library.find(Query(collection="Foreign"))[0]}
    assert set(found) == {"Prob 1234", "Corner life", "One", "Two"}
    assert (found["Prob 1234"].level, found["Prob 1234"].graded) == (15.0, True)
    tree = library.tree_of(found["Prob 1234"])
    assert tree.root.properties["DP"] == ["32"]
    assert len(tree.root.children) == 2


def test_a_folder_becomes_collections_and_a_game_is_reported(library: Library, folder: Path) -> None:
    report = Importer(library).paths([folder], "Mine")
    assert (report.saved, report.failed, report.files) == (2, 1, 3)
    assert report.lines == [
        f"{folder}/game.sgf: a game record of 3 moves without setup stones; expected a problem"
    ]
    assert {"Mine", "Mine/deep"} <= {each.folder for each in library.collections()}
    four = library.find(Query(collection="Mine/deep"))[0][0]
    assert (four.title, four.level, four.graded, four.tags) == ("four", 18.0, True, ("life and death",))


def test_unknown_properties_and_the_solution_survive(library: Library, folder: Path) -> None:
    (folder / "three.sgf").write_text(THREE.replace("GN[", "XY[kept]GN["))
    Importer(library).paths([folder], "Mine")
    tree = library.tree_of(library.find(Query(collection="Mine"))[0][0])
    assert tree.root.properties["XY"] == ["kept"]
    assert [child.first("C") for child in tree.root.children] == ["RIGHT"]


def test_importing_again_saves_nothing_twice(library: Library, folder: Path) -> None:
    Importer(library).paths([folder], "Mine")
    again = Importer(library).paths([folder], "Mine")
    assert (again.saved, again.repeated) == (0, 2)


def test_the_same_problem_with_exchanged_colors_is_a_duplicate(library: Library) -> None:
    importer = Importer(library)
    importer.text((THREE + WHITE_THREE).encode(), "both.sgf", "Mine")
    assert (importer.report.saved, importer.report.repeated) == (1, 1)
    Importer(library).text(WHITE_THREE.encode(), "w.sgf", "Other")
    groups = query.duplicates(library.index)
    assert {
        each.folder
        for each in next(g for g in groups if g[0].key == library.find(Query(collection="Mine"))[0][0].key)
    } >= {"Mine", "Other"}
    skipped = Importer(library, skip_known=True).text(THREE.encode(), "w.sgf", "Third")
    assert (skipped.saved, skipped.known) == (0, 1)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("(;SZ[9])", "no stones"),
        (GAME, "a game record of 3 moves"),
        ("(;SZ[9]HA[2]AB[cc][gg];W[ee])", "no white stones"),
        ("(;SZ[9]AB[aa]AW[ab][ba]PL[B])", "liberty|liberties"),
        ("hello", "no game found"),
        ("", "an empty file"),
        ("(;SZ[99]AB[aa])", "out of range"),
        ("(;SZ[9]AB[zz]AW[aa])", "not a point"),
    ],
)
def test_what_is_no_problem_is_one_line_and_the_next_file_is_saved(
    library: Library, tmp_path: Path, text: str, reason: str
) -> None:
    (tmp_path / "a.sgf").write_text(text)
    (tmp_path / "b.sgf").write_text(THREE)
    report = Importer(library).paths([tmp_path / "a.sgf", tmp_path / "b.sgf"], "Mine")
    assert (report.saved, report.failed) == (1, 1)
    line = report.lines[0].split(": ", 1)[1]
    assert "\n" not in line
    assert any(each in line for each in reason.split("|"))


def test_a_hundred_thousand_nodes_of_variations_are_a_problem_like_any_other(library: Library) -> None:
    tree = THREE.removesuffix(")") + "".join(f"(;W[ca];B[{chr(97 + n % 9)}i])" for n in range(50_000)) + ")"
    report = Importer(library).text(tree.encode(), "large.sgf", "Mine")
    assert report.lines == []
    assert library.find(Query(collection="Mine"))[0][0].nodes == 100_002


def test_records_and_diagrams_are_imported_as_sgf(library: Library, tmp_path: Path) -> None:
    import json

    record = json.dumps(record_of_setup(setup_of_tree(parse(THREE)[0])) | {"difficulty": "7d"})
    (tmp_path / "a.jsonl").write_text(f"{record}\nno json\n")
    (tmp_path / "b.txt").write_text(
        "Black to play\nname: square\n. . W x\n. . W x\nW W W x\nx x x x\n- - - -"
    )
    report = Importer(library).paths([tmp_path], "Mine")
    assert (report.saved, report.failed) == (2, 1)
    assert report.lines[0].startswith(f"{tmp_path}/a.jsonl line 2: ")
    levels = {each.title: each.level for each in library.find(Query(collection="Mine"))[0]}
    assert levels == {"three": 36.0, "square": None}


def test_a_full_disk_ends_the_import_and_keeps_what_was_saved(
    library: Library, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("honte.library.importing.BATCH", 1)
    whole = file_names._placed

    def full(spare: Path, target: Path) -> bool:
        if "three" in target.name:
            raise OSError(errno.ENOSPC, "No space left on device")
        return whole(spare, target)

    monkeypatch.setattr(file_names, "_placed", full)
    report = Importer(library).paths([folder / "deep" / "four.sgf", folder / "three.sgf"], "Mine")
    assert report.saved == 1
    assert report.stopped == f"cannot write to {library.root / 'Mine'}: the disk is full"
    assert library.find(Query(collection="Mine"))[1] == 1
    assert not list(library.root.rglob("*.new"))


def test_a_locked_folder_is_one_line(library: Library, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lock(monkeypatch, folder / "deep")
    report = Importer(library).paths([folder], "Mine")
    assert report.saved == 1
    assert f"{folder}/deep: the folder cannot be read: no permission" in report.lines


IMPORT = """
import sys
from pathlib import Path
from honte.library import importing
from honte.library.library import Library
importing.BATCH = 20
library = Library(Path(sys.argv[1]))
importer = importing.Importer(library, tell=lambda report: print(report.saved, flush=True))
importer.paths([sys.argv[2]], "Mine")
print("done", flush=True)
"""


def test_a_killed_import_loses_nothing_that_was_shown_as_saved(library: Library, tmp_path: Path) -> None:
    home = tmp_path / "many"
    home.mkdir()
    points = [chr(97 + col) + chr(97 + row) for col in range(4, 9) for row in range(4, 9)]
    count = 0
    for first in points:
        for second in points[points.index(first) + 1 :]:
            (home / f"{count}.sgf").write_text(
                THREE.replace("AB[", f"AB[{first}][{second}][").replace("AW[", "AW[ag][")
            )
            count += 1
    command = [sys.executable, "-c", IMPORT, str(library.folder), str(home)]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert running.stdout is not None
    shown = 0
    for line in running.stdout:
        shown = int(line)
        if shown >= 60:
            break
    os.kill(running.pid, signal.SIGKILL)
    running.wait()
    rest = [int(line) for line in running.stdout.read().split() if line.isdigit()]
    shown = max([shown, *rest])
    assert 60 <= shown < count, "the import must be killed under way"
    assert library.find(Query(collection="Mine", limit=1000))[1] >= shown
    for each in library.find(Query(collection="Mine", limit=1000))[0]:
        assert library.setup_of(each).board == each.board
    library.sync()
    again = Importer(library).paths([home], "Mine")
    saved = library.find(Query(collection="Mine"))[1]
    assert again.repeated + again.saved == count
    assert saved + again.repeated - shown >= again.repeated
    fresh = Library(library.folder)
    fresh.sync()
    assert fresh.find(Query(collection="Mine"))[1] == saved
    fresh.close()


def test_names_of_collections_are_names_of_folders() -> None:
    assert collection_name(" Cho / elementary ") == "Cho/elementary"
    assert clean_name('a:b*?"<>|c') == "a b c"
    for bad in ("", "..", "a//b", "shipped", "Shipped/x", "a/b/c/d/e", "/etc"):
        with pytest.raises(InputError):
            collection_name(bad)


def test_documents_of_the_workbench_are_filed_once_with_their_progress(library: Library) -> None:
    store = Store(None)
    setup = record_of_setup(setup_of_tree(parse(FOUR)[0]))
    store.put("problem", "a", {"setup": setup, "source": "mine", "solved": True, "tries": 2}, title="old")
    store.put("problem", "b", {"setup": setup, "source": "starter", "solved": False, "tries": 0})
    store.put("problem", "c", {"setup": {"size": 0}, "source": "mine", "solved": False, "tries": 0})
    assert file_documents(store, library) == 1
    mine = library.find(Query(collection=OWN))[0]
    assert [(each.title, each.state) for each in mine] == [("old", "solved")]
    assert file_documents(store, library) == 0
    assert isinstance(Importer(library).report, Report)


def test_a_filed_document_keeps_the_solution_of_its_file(library: Library) -> None:
    store = Store(None)
    text = THREE.replace(";B[ba]C[RIGHT])", "(;B[ba]C[RIGHT])(;B[aa];W[ba]))")
    setup = record_of_setup(setup_of_tree(parse(text)[0]))
    body = {"setup": setup, "source": "mine", "solved": False, "tries": 0, "file": text}
    store.put("problem", "a", body, title="with a book")
    assert file_documents(store, library) == 1
    [found] = library.find(Query(collection=OWN))[0]
    assert len(library.tree_of(found).root.children) == 2
