"""Whole games against GNU Go through the referee: no protocol error, no illegal move, the same score."""

import os
import shutil
import sys

import pytest

from honte.core import BLACK, CHINESE, WHITE
from tools.referee import Engine, Fault, Match, play_game

GNUGO = shutil.which("gnugo") or shutil.which("gnugo", path="/usr/games")
OPTIONS = (
    "--mode",
    "gtp",
    "--chinese-rules",
    "--positional-superko",
    "--level",
    "1",
    "--seed",
    "1",
    "--never-resign",
)

needs_gnugo = pytest.mark.skipif(GNUGO is None, reason="gnugo is not installed (Debian: apt install gnugo)")


def honte(*options: str) -> Engine:
    code = "from honte.cli.main import main; main()"
    return Engine([sys.executable, "-c", code, "gtp", *options], {**os.environ})


def gnugo() -> Engine:
    assert GNUGO is not None
    return Engine([GNUGO, *OPTIONS])


def played(size: int, visits: int, *, first: bool) -> Match:
    ours, theirs = honte("--visits", str(visits), "--seed", "1", "--no-resign"), gnugo()
    try:
        match = play_game(*((ours, theirs) if first else (theirs, ours)), size, CHINESE.with_komi(5.5))
        assert ours.close() == 0
        theirs.close()
        return match
    finally:
        for engine in (ours, theirs):
            engine.process.kill()


def check(match: Match, size: int) -> None:
    assert len(match.game.steps) > size * size // 3
    if match.ended == "passes":
        assert match.scores[BLACK] is not None
        assert match.scores[WHITE] is not None


@needs_gnugo
def test_a_game_on_7x7() -> None:
    check(played(7, 4, first=True), 7)


@needs_gnugo
@pytest.mark.slow
@pytest.mark.parametrize("first", [True, False])
@pytest.mark.parametrize(("size", "visits"), [(9, 32), (13, 8), (19, 8)])
def test_games_on_large_boards(size: int, visits: int, *, first: bool) -> None:
    check(played(size, visits, first=first), size)


def test_the_referee_sees_faults() -> None:
    loose = "import sys\nfor line in sys.stdin:\n    word = line.split()\n"
    says = loose + "    print('=' + word[0] + (' A1' if word[1] == 'genmove' else '') + '\\n', flush=True)\n"
    with pytest.raises(Fault, match="A1: is occupied"):
        play_game(Engine([sys.executable, "-c", says]), Engine([sys.executable, "-c", says]), 5)
    formless = loose + "    print('hello\\n', flush=True)\n"
    with pytest.raises(Fault, match="answers 'boardsize 5' with 'hello'"):
        play_game(Engine([sys.executable, "-c", formless]), Engine([sys.executable, "-c", says]), 5)
    gone = "raise SystemExit"
    with pytest.raises((Fault, BrokenPipeError)):
        play_game(Engine([sys.executable, "-c", gone]), Engine([sys.executable, "-c", says]), 5)
