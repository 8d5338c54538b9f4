"""Collections of games in which some are torn."""

from __future__ import annotations

import pytest

import honte
from honte.errors import ParseError
from honte.formats.sgf import GameTree, parse, parse_each

GOOD = "(;GM[1]SZ[9];B[ee](;W[cc])(;W[gg];B[aa]))"


def kinds(text: str) -> str:
    return "".join("g" if isinstance(each, GameTree) else "-" for each in parse_each(text))


@pytest.mark.parametrize(
    ("torn", "line"),
    [
        ("(;GM[1]SZ[9];B[e", 2),  # inside a value: the next game ends it
        ("(;GM[1]SZ[9];B[ee]", 3),  # inside a game
        ("(;GM[1]SZ[9];B[ee]C[a comment that\n goes on", 2),
        ("(;GM[1]SZ[9];B[ee](;W[cc]", 3),  # inside a variation
        ("(;GM[1]SZ[9];B", 2),
    ],
)
def test_a_torn_game_is_told_and_the_others_are_read(torn: str, line: int) -> None:
    text = f"{GOOD}\n{torn}\n{GOOD}\n"
    found = parse_each(text)
    assert kinds(text) == "g-g"
    assert found[0] == found[2] == parse(GOOD)[0]
    assert isinstance(found[1], ParseError)
    assert found[1].line in (line, line + torn.count("\n"))
    assert parse_each(text.encode())[2] == found[2]


def test_a_torn_last_game() -> None:
    assert kinds(f"{GOOD}\n{GOOD[:20]}") == "g-"


def test_a_file_without_a_whole_game_is_an_error() -> None:
    for text in (GOOD[:20], f"{GOOD[:20]}\n{GOOD[:25]}", "no game", ""):
        with pytest.raises(ParseError):
            parse_each(text)


def test_whole_files_are_read_as_ever() -> None:
    """Variations on their own lines, and games in comments, are no torn games."""
    lines = GOOD.replace("(;W", "\n(;W")
    quoted = "(;GM[1]SZ[9]C[compare\n(;GM[1\\]SZ[9\\];B[aa\\])\nwith this];B[ee])"
    for text in (lines, quoted, f"{lines}\n{quoted}", GOOD * 3):
        assert parse_each(text) == list(parse(text))


def test_load_reads_beside_a_torn_game() -> None:
    text = f"(;SZ[9];B[e\n{GOOD}\n"
    assert len(honte.load(text, index=1).moves) == 2
    with pytest.raises(ParseError, match="line 1"):
        honte.load(text)
