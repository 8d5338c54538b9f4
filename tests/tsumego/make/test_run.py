"""Runs of the generator: saved at once, resumed, each problem once; a killed run loses nothing it showed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from honte.errors import InputError
from honte.formats.sgf import parse
from honte.tsumego.make.recheck import recheck
from honte.tsumego.make.run import Limits, Run
from honte.tsumego.make.store import Store
from honte.tsumego.make.work import Piece, game_pieces, random_pieces
from honte.tsumego.problem.place import Place

RUN = """
import sys
from pathlib import Path
from honte.tsumego.make.run import Limits, Run
from honte.tsumego.make.store import Store
from honte.tsumego.make.work import random_pieces
from honte.tsumego.problem.place import Place
Run(Store(Path(sys.argv[1])), Limits(), lambda file, kept: print(file.name, flush=True)).go(
    random_pieces(1, [Place.CORNER]))
"""


def made(folder: Path, count: int, seed: int = 1) -> tuple[Run, list[str]]:
    store = Store(folder)
    shown: list[str] = []
    run = Run(store, Limits(count=count), lambda file, _: shown.append(file.name))
    run.go(random_pieces(seed, [Place.CORNER]))
    store.close()
    return run, shown


def test_a_run_saves_what_it_shows_and_goes_on(tmp_path: Path) -> None:
    run, shown = made(tmp_path, 3)
    assert run.saved == 3
    assert sorted(file.name for file in tmp_path.glob("*.sgf")) == sorted(shown)
    again, more = made(tmp_path, 2)
    assert again.saved == 2
    assert not set(more) & set(shown)
    assert len(Store(tmp_path).keys) == 5, "no problem twice"
    for file in tmp_path.glob("*.sgf"):
        tree = parse(file.read_bytes())[0]
        assert tree.root.simple("DI")
        assert tree.root.simple("SO") == "made by honte: built at random"
        assert recheck(tree).holds(), recheck(tree).faults


def test_a_killed_run_loses_nothing_that_was_shown_as_saved(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", RUN, str(tmp_path)], stdout=subprocess.PIPE, text=True
    ) as run:
        assert run.stdout is not None
        shown = [run.stdout.readline().strip() for _ in range(2)]
        os.kill(run.pid, signal.SIGKILL)
    for name in shown:
        assert parse((tmp_path / name).read_bytes())
    left = {file.name for file in tmp_path.glob("*.sgf")}
    assert set(shown) <= left
    again, _ = made(tmp_path, 1)
    assert again.saved == 1
    assert len(Store(tmp_path).keys) == len(left) + 1


def test_pieces_that_are_done_are_not_done_again(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.finish(Piece(1, 0, Place.CORNER))
    store.close()
    assert Piece(1, 0, Place.CORNER).name in Store(tmp_path).done
    assert Piece(1, 1, Place.CORNER).name not in Store(tmp_path).done


def test_games_that_cannot_be_read_are_left_out(tmp_path: Path) -> None:
    (tmp_path / "broken.sgf").write_bytes(b"(;GM[1")
    (tmp_path / "one.sgf").write_text("(;SZ[9];B[ee])" * 5)
    pieces = list(game_pieces(1, sorted(tmp_path.glob("*.sgf"))))
    assert {Path(piece.file).name for piece in pieces} == {"one.sgf"}
    assert len(pieces) == 2


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="cannot write into the folder"):
        Store(tmp_path / "file")
