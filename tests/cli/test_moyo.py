"""`honte moyo`."""

import json
import re
from pathlib import Path

import pytest

from honte.cli.moyo import FIGURE_NAMES, LEGENDS
from honte.moyo.figures import FIGURES
from tests.cli.test_basics import Honte

GAME = "(;SZ[9]KM[5.5];B[cc];W[gc];B[cg];W[gg];B[ee])"
EXAMPLE = Path(__file__).parents[2] / "examples" / "cosmic.sgf"


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "game.sgf"
    path.write_text(GAME)
    return path


def test_a_figure_and_a_summary(honte: Honte, game: Path) -> None:
    ran = honte("moyo", game, "--move", 4)
    assert ran.status == 0
    assert "Enclosed equivalent size after move 4, Black to play" in ran.out
    assert "S  = 0.0" in ran.out
    assert re.search(r"Black's biggest moyo: \d+ points around [A-J]\d, worth \d+\.\d", ran.out)
    assert "White's biggest moyo" in ran.out
    assert "completes it best" in ran.out
    assert "reduces it best" in ran.out


def test_figures_by_name_and_the_papers_coordinates(honte: Honte, game: Path) -> None:
    ran = honte("moyo", game, "--figure", "regions", "--coordinates", "top")
    rows = [line for line in ran.out.splitlines() if line[:2].strip().isdigit()]
    assert rows[0].startswith(" 1 ")
    assert rows[0].count("*") > 0
    assert "Black region of 37 points, family C7 E5 C3" in ran.out
    assert "White region" in ran.out
    assert "points are equally near to both colors" in ran.out


def test_help_names_every_figure() -> None:
    assert ", ".join(FIGURES) == FIGURE_NAMES


def test_pictures(honte: Honte, game: Path, tmp_path: Path) -> None:
    png, svg = tmp_path / "a.png", tmp_path / "a.svg"
    assert honte("moyo", game, "--png", png, "--svg", svg, "--figure", "pairs").status == 0
    assert png.read_bytes().startswith(b"\x89PNG")
    assert "Pairs of cutoff numbers" in svg.read_text()


def test_json(honte: Honte, game: Path) -> None:
    facts = json.loads(honte("moyo", game, "--json").out)
    assert facts["move"] == 5
    assert facts["to_play"] == "W"
    assert facts["s"] > 0
    assert len(facts["rows"]) == 9
    assert {region["color"] for region in facts["regions"]} == {"B", "W"}
    assert facts["moyos"]["B"]["reduced"]["color"] == "W"


def test_the_example_has_a_large_black_moyo(honte: Honte) -> None:
    facts = json.loads(honte("moyo", EXAMPLE, "--json").out)
    assert facts["move"] == 32
    assert facts["moyos"]["B"]["size"] > 80


def test_variations_change_the_answer(honte: Honte) -> None:
    plain = json.loads(honte("moyo", EXAMPLE, "--json").out)["s"]
    for flags in (["--region-decides"], ["--reach", 5], ["--diagonals"], ["--late"], ["--combine"]):
        assert json.loads(honte("moyo", EXAMPLE, "--json", *flags).out)["s"] != plain


def test_an_empty_board(honte: Honte) -> None:
    ran = honte("moyo", "-", stdin=b". . .\n. . .\n. . .\n")
    assert ran.status == 0
    assert "Black has no moyo" in ran.out


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["--figure", "eight"], "known: atsumi"),
        (["--move", "99"], "not in this game of 5 moves"),
        (["--coordinates", "left"], "known: a1, top"),
        (["--reach", "0"], "reach is 0"),
        (["--fade"], "fade needs"),
        (["--theme", "neon"], "theme 'neon'"),
        (["--png", "/no/such/folder/a.png"], "cannot write"),
    ],
)
def test_bad_options(honte: Honte, game: Path, args: list[str], words: str) -> None:
    ran = honte("moyo", game, *args)
    assert ran.status == 2
    assert words in ran.err
    assert ran.err.count("\n") == 1


def test_a_bare_board_of_one_stone_each(honte: Honte) -> None:
    """Sentences fit one point, too."""
    ran = honte("moyo", "-", stdin=b". . . O X .\n. . . O X .\n")
    assert ran.out.startswith("Enclosed equivalent size, Black to play\n")
    assert " 1 points" not in ran.out


def test_bad_files(honte: Honte, tmp_path: Path) -> None:
    assert "no such file" in honte("moyo", tmp_path / "none.sgf").err
    dead = honte("moyo", "-", stdin=b". X .\nX O X\n. X .\n")
    assert dead.status == 2
    assert "has no liberty" in dead.err
    assert honte("moyo", "-", stdin=b"hello there").status == 2


def test_what_is_odd_in_a_record_is_said(honte: Honte) -> None:
    ran = honte("moyo", "-", stdin=b"(;SZ[9];B[cc];W[cc])")
    assert ran.status == 0
    assert "after move 1" in ran.out
    assert ran.err.startswith("honte: note: node 2, move 2: ")
    assert "occupied" in ran.err
    assert "an empty file name" in honte("moyo", "").err


def test_one_s_prime_with_one_sign(honte: Honte) -> None:
    facts = json.loads(honte("moyo", EXAMPLE, "--json").out)
    text = honte("moyo", EXAMPLE).out
    assert text.count("S' = ") == 1
    assert f"S' = {facts['s_atsumi']:+.1f} (" in text
    assert f"S  = {facts['s']:+.1f} (" in text
    assert "Numbers above 0 are points for Black, below 0 for White." in text
    changes = [float(number) for number in re.findall(r"S' changes by (\S+)", text)]
    moves = [facts["moyos"][color][kind] for color in "BW" for kind in ("completed", "reduced")]
    assert changes == [pytest.approx(move["s_atsumi"], abs=0.05) for move in moves]
    assert all((change > 0) is (move["color"] == "B") for change, move in zip(changes, moves, strict=True))


@pytest.mark.parametrize("figure", FIGURES)
def test_every_figure_has_a_legend(honte: Honte, game: Path, figure: str) -> None:
    assert f"X Black  O White  {LEGENDS[figure]}\n" in honte("moyo", game, "--figure", figure).out
