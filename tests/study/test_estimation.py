"""The estimation study: rows, resuming, faults, tables, files."""

import csv
from pathlib import Path

import pytest

from honte.core import CHINESE, TSUMEGO, Board, Game
from honte.errors import GoError, InputError
from honte.formats import sgf
from honte.study.estimation import Plan, flat_rows, k_table, run, study_data, study_game, table
from honte.study.measures import fit, quantile, ranks, spearman
from honte.study.output import write_table
from honte.study.running import Means

PLAN = Plan(("distance", "influence"), every=10)


def small_game(seed: int, moves: int = 34) -> Game:
    import random

    rng, game = random.Random(seed), Game(7, CHINESE)
    for _ in range(moves):
        game.play(rng.choice(list(game.position.legal_moves(TSUMEGO))))
    return game


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    where = tmp_path_factory.mktemp("games")
    for seed in range(4):
        tree = sgf.from_game(small_game(seed), RE=f"B+{seed + 1}.5")
        (where / f"game{seed}.sgf").write_text(sgf.to_text(tree), encoding="utf8")
    (where / "short.sgf").write_text("(;SZ[7];B[aa];W[bb])", encoding="utf8")
    (where / "torn.sgf").write_text("(;SZ[7];B[aa", encoding="utf8")
    return where


def test_rows_of_one_game() -> None:
    rows = study_game(small_game(1), 3.5, PLAN)
    assert [row["move"] for row in rows if row["model"] == "distance"] == [10, 20, 30, 34]
    for row in rows:
        assert row["result"] == 3.5
        assert 0 <= row["black_territory"] <= 98
        assert (row["best_k"] is None) == (row["model"] != "distance")
        if row["model"] == "distance":
            assert row["best_miss"] <= row["grown_miss"] + 1e-9
            assert row["best_miss"] <= row["conjecture_miss"] + 1e-9


def test_files_that_cannot_be_studied_say_why(folder: Path) -> None:
    with pytest.raises(InputError, match="only 2 moves"):
        study_data((folder / "short.sgf").read_bytes(), PLAN)
    with pytest.raises(GoError):
        study_data((folder / "torn.sgf").read_bytes(), PLAN)


def test_a_stopped_study_goes_on(folder: Path, tmp_path: Path) -> None:
    files = sorted(folder.glob("*.sgf"))
    first = run(files[:2], PLAN, Means(tmp_path))
    seen: list[tuple[int, int]] = []
    everything = run(files, PLAN, Means(tmp_path, watch=lambda done, total: seen.append((done, total))))
    assert seen[0] == (2, 6)
    assert seen[-1] == (6, 6)
    assert everything[:2] == first
    assert run(files, PLAN, Means(tmp_path)) == everything
    assert [file.fault is not None for file in everything] == [False] * 4 + [True] * 2
    with pytest.raises(InputError, match="holds results of another run"):
        run(files[:1], Plan(("distance",), every=10), Means(tmp_path))


def test_ctrl_c_keeps_what_is_finished(folder: Path, tmp_path: Path) -> None:
    def stop(done: int, total: int) -> None:
        if done == 2:
            raise KeyboardInterrupt

    files = sorted(folder.glob("*.sgf"))
    assert len(run(files, PLAN, Means(tmp_path, watch=stop))) == 2
    assert len(run(files, PLAN, Means(tmp_path))) == 6


def test_tables_and_files(folder: Path, tmp_path: Path) -> None:
    games = run(sorted(folder.glob("game*.sgf")), PLAN, Means(tmp_path))
    rows = flat_rows(games)
    judged = table(rows, PLAN.every)
    assert judged["distance"][10].n == 4
    assert list(judged["distance"]) == [10, 20, 30]
    lines = k_table(rows, PLAN.every)
    assert [line["move"] for line in lines] == [10, 20, 30]
    assert all(line["best_k_low"] <= line["best_k_median"] <= line["best_k_high"] for line in lines)
    written = write_table(rows, tmp_path, "estimates")
    with written[0].open(encoding="utf8") as file:
        assert len(list(csv.DictReader(file))) == len(rows)
    assert write_table([], tmp_path, "none") == []


def test_bad_plans() -> None:
    with pytest.raises(InputError):
        Plan(every=0)
    with pytest.raises(InputError, match="known:"):
        Plan(("no such",))


def test_measures() -> None:
    assert spearman([1, 2, 3, 4], [10, 20, 30, 40]) == 1
    assert spearman([1, 2, 3, 4], [4, 3, 2, 1]) == -1
    assert spearman([1, 1, 1], [1, 2, 3]) == 0
    assert ranks([3.0, 1.0, 2.0]) == [3, 1, 2]
    assert fit([], []).n == 0
    assert fit([0.0, 2.0], [5.0, -1.0]).winner == 0.25
    assert quantile([5.0], 0.9) == 5.0


def test_final_territories_are_counted_without_the_dead() -> None:
    board = Board.parse(
        """
        . . X O . . .
        . . X O . . .
        X X X O O O O
        . X . X O . .
        . X X X O . X
        X . X O O . .
        . X X O . O .
        """
    )
    row = study_game(Game(board=board, rules=CHINESE), None, Plan(("influence",)))[0]
    assert (row["black_final"], row["white_final"]) == (9, 7 + 6 + 2)  # the dead stone at G3 counts twice
