"""The public names of each package: a name that joins or leaves the list is a change for users."""

from __future__ import annotations

import ast
import copy
import importlib
import io
import json
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import honte
from honte.counting import FinalCount
from honte.errors import GoError
from honte.estimate import Ownership, Setting
from honte.formats import Picture, diagram, sgf
from honte.tsumego import Answer, Problem

HOME = Path(__file__).parents[1]


def read_names(text: str) -> dict[str, list[str]]:
    """Packages and their names: a line with a colon opens a package, the lines below it list its names."""
    found: dict[str, list[str]] = {}
    for line in text.splitlines():
        if line.endswith(":"):
            found[line[:-1]] = names = []
        else:
            names += line.split()
    return found


PUBLIC = read_names((HOME / "tests" / "public_names.txt").read_text("utf8"))
"""Every name that users may import, by package, sorted."""


@pytest.mark.parametrize("package", PUBLIC)
def test_the_public_names_are_these(package: str) -> None:
    assert sorted(importlib.import_module(package).__all__) == PUBLIC[package]


@pytest.mark.parametrize("package", PUBLIC)
def test_every_public_name_is_there(package: str) -> None:
    module = importlib.import_module(package)
    missing = [name for name in PUBLIC[package] if not hasattr(module, name)]
    assert missing == []


@pytest.mark.parametrize("package", PUBLIC)
def test_an_import_loads_no_compiler(package: str) -> None:
    """Numba, NumPy and Pillow load on first use, so that every import stays light."""
    code = f"import sys, {package}; print(sorted({{'numba', 'numpy', 'PIL'}} & set(sys.modules)))"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == "[]\n"


# The front door

RECORD = "(;SZ[9]KM[6.5];B[ee];W[ec];B[gc])"
PROBLEM = """
Black to play
. . . W x -
W W W W x -
x x x x x -
"""
FINISHED = """
. X . O .
X X O O O
. X O . O
X X O O .
"""


def test_a_game_loads_from_anything_that_holds_one(tmp_path: Path) -> None:
    path = tmp_path / "(1) game.sgf"
    path.write_text(RECORD)
    with path.open() as text, path.open("rb") as data:
        sources: list[Any] = [RECORD, RECORD.encode(), path, str(path), text, data, io.StringIO(RECORD)]
        games = [honte.load(source) for source in sources]
    assert len(games[0].steps) == 3
    assert games == [games[0]] * len(sources)


def test_a_board_loads_as_text() -> None:
    assert honte.load(". X O .").board == honte.Board.parse(". X O .")
    assert honte.load(". X\nO .\nWhite to play").to_play is honte.WHITE


def test_a_part_of_a_game_loads() -> None:
    assert [len(honte.load(RECORD, move=n).steps) for n in (0, 2, -1)] == [0, 2, 2]
    assert honte.load(RECORD * 2, index=1) == honte.load(RECORD)
    assert honte.load(RECORD, rules=honte.AGA).rules == honte.AGA.with_komi(6.5)


@pytest.mark.parametrize("source", ["nowhere.sgf", Path("nowhere.sgf"), "(;SZ[9];B[zz", "q" * 5000])
def test_what_cannot_be_loaded_is_one_error(source: str | Path) -> None:
    with pytest.raises(honte.GoError):
        honte.load(source)


def test_a_finished_game_is_counted() -> None:
    counted = honte.count(honte.load(FINISHED))
    assert str(counted.score.result) == "W+1"


def test_estimate_is_a_package_and_a_function() -> None:
    import honte.estimate.models

    answer = honte.estimate(honte.load(RECORD), model="distance")
    assert answer == honte.estimate.estimate(honte.load(RECORD), "distance")
    assert honte.estimate.models.MODELS


def test_a_diagram_a_setup_and_a_problem_are_solved() -> None:
    problem = Problem.parse(PROBLEM)
    for asked in (PROBLEM, problem, problem.setup()):
        answer = honte.solve(asked, seconds=20)
        assert (str(answer.move), answer.proved) == ("B3", True)


def test_sgf_text_is_a_problem_too() -> None:
    shape = "SZ[9]AW[ab][bb][cb][db][da]AB[ac][bc][cc][dc][ec][eb][ea]"
    assert str(honte.solve(f"(;{shape}PL[B])", seconds=20).move) == "B9"
    with pytest.raises(GoError, match="holds 2 problems"):
        honte.solve(f"(;{shape})(;{shape})")


def test_unknown_names_are_refused() -> None:
    with pytest.raises(AttributeError, match="nowhere"):
        honte.nowhere  # noqa: B018


def test_strict_types_in_user_code() -> None:
    """Mypy accepts a program that uses the front door, and knows the types of its answers."""
    api = pytest.importorskip("mypy.api")
    report, errors, status = api.run(["--strict", str(HOME / "tests" / "typing_user_code.py")])
    assert (status, errors) == (0, ""), report


# Public values


def values() -> list[Any]:
    game = honte.load(RECORD)
    finished = honte.load(RECORD)
    finished.resign()
    estimate = honte.estimate(game, model="distance")
    problem = Problem.parse(PROBLEM)
    read = diagram.parse("X a\n. O)")
    return [
        honte.BLACK, honte.Point(1, 2), honte.Grid(3, 4), honte.Grid(3).all, game.board, game.position,
        game, finished, honte.CHINESE, honte.Result.parse("B+R"), game.steps[0], estimate, estimate.setting,
        Setting(game.position), Picture(game.board), read, problem, problem.setup(),
        honte.solve(problem), honte.count(honte.load(FINISHED)).score,
        sgf.to_game(sgf.parse(RECORD)[0])[1],
    ]  # fmt: skip


@pytest.mark.parametrize("value", values(), ids=lambda value: type(value).__name__)
def test_values_compare_copy_pickle_and_show_themselves(value: Any) -> None:
    for twin in (copy.copy(value), copy.deepcopy(value), pickle.loads(pickle.dumps(value))):
        assert twin == value
        assert type(twin) is type(value)
        assert repr(twin) == repr(value)
    assert " object at 0x" not in repr(value)
    assert value != "something else"


def test_a_copied_game_goes_its_own_way() -> None:
    for duplicate in (copy.copy, copy.deepcopy, lambda game: pickle.loads(pickle.dumps(game))):
        game = honte.load(RECORD)
        game.undo()
        twin = duplicate(game)
        assert twin.can_redo
        twin.play("A1")
        assert (len(game.steps), len(twin.steps), twin == game) == (2, 3, False)
        assert twin.illegality(honte.Point.parse("A1")) is not None


@pytest.mark.parametrize("name", ["Board", "Position", "Game", "Ownership", "Picture"])
def test_boards_have_pictures_in_a_notebook(name: str) -> None:
    game = honte.load(RECORD)
    picture = Picture(game.board)
    shown: dict[str, Any] = {
        "Board": game.board,
        "Position": game.position,
        "Game": game,
        "Ownership": honte.estimate(game, model="distance"),
        "Picture": picture,
    }
    drawn = shown[name]._repr_svg_()
    assert drawn.startswith("<svg")
    assert (drawn == picture.svg()) == (name in ("Board", "Position", "Picture"))


def test_ownership_is_an_array_with_the_top_row_first() -> None:
    owned = Ownership(Setting(honte.Position.empty(3, 2)), (0.0, 0.1, 0.2, 0.3, 0.4, 0.5))
    assert np.asarray(owned).tolist() == [[0.3, 0.4, 0.5], [0.0, 0.1, 0.2]]
    assert np.asarray(owned, dtype=np.float32).dtype == np.float32
    assert np.array(owned).sum() == pytest.approx(owned.lead)
    assert owned[honte.Point.parse("B2")] == np.asarray(owned)[0, 1]


def test_answers_are_of_these_types() -> None:
    assert isinstance(honte.count(honte.load(FINISHED)), FinalCount)
    assert isinstance(honte.solve(PROBLEM), Answer)


def test_the_example_notebook_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every code cell runs in order; the last line of a cell that shows something has a picture."""
    monkeypatch.chdir(HOME)
    notebook = json.loads((HOME / "examples" / "first_steps.ipynb").read_text("utf8"))
    assert (notebook["nbformat"], len({cell["id"] for cell in notebook["cells"]})) == (
        4,
        len(notebook["cells"]),
    )
    names: dict[str, Any] = {}
    shown = []
    for cell in notebook["cells"]:
        if cell["cell_type"] != "code":
            continue
        assert cell["outputs"] == []
        tree = ast.parse("".join(cell["source"]))
        last = tree.body.pop()
        assert isinstance(last, ast.Expr)
        exec(compile(tree, "notebook", "exec"), names)
        shown.append(eval(compile(ast.Expression(last.value), "notebook", "eval"), names))
    assert len(shown) == 5
    assert all(value._repr_svg_().startswith("<svg") for value in shown)
    assert str(names["answer"].move) == "B3"
