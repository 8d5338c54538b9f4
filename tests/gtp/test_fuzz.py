"""Random lines never crash the engine: 2,000 one by one, 2,000 bytes by bytes through a pipe."""

import random
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from honte.gtp import COMMANDS, Server, Session, Settings
from honte.gtp.protocol import parse

TEXT = """b w B W black white pass A1 B2 C3 D4 E5 Z9 T19 0 1 2 3 5 7 -1 1.5 1e9 nan true alive dead seki
japanese {} # \x07 é ownership maxmoves avoid interval A1,B2 resign distance no.sgf absolute"""
VOCABULARY = TEXT.split()
WORDS = st.sampled_from(VOCABULARY)
HARMLESS = [name for name in COMMANDS if name not in ("quit", "printsgf", "honte-param")]
"""Commands that end no session, write no file and lift no limit."""
NAMES = st.sampled_from([*HARMLESS, "honte-param"])
COMMAND_LINES = st.builds(
    lambda number, name, args: " ".join([number, name, *args]),
    st.sampled_from(["", "1", "42"]),
    NAMES,
    st.lists(WORDS, max_size=4),
)
POINTS = st.sampled_from(["A1", "A2", "B1", "B2", "C3", "pass"])
MOVES = st.builds("play {} {}".format, st.sampled_from("bw"), POINTS)
LINES = st.builds(
    lambda number, name, args: " ".join([number, name, *args]),
    st.sampled_from(["", "1", "42"]),
    NAMES,
    st.lists(WORDS, max_size=4),
)
MOVES = st.builds(
    "play {} {}".format, st.sampled_from("bw"), st.sampled_from(["A1", "A2", "B1", "B2", "C3", "pass"])
)
LINES = st.lists(st.one_of(COMMAND_LINES, MOVES, st.text(max_size=30)), min_size=40, max_size=40)


@settings(max_examples=50, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(LINES)
def test_random_lines_are_answered(lines: list[str]) -> None:
    said: list[str] = []
    chosen = Settings("beginner", seconds=1, visits=2, life_seconds=5, life_nodes=200)
    server = Server(Session(chosen, log=lambda text: pytest.fail(text)), said.append)
    server.answer("boardsize 4")
    for line in lines:
        said.clear()
        server.answer(line)
        whole = "".join(said)
        if whole:
            assert whole[0] in "=?"
            assert whole.endswith("\n\n")
            assert "\n\n" not in whole[:-1]
            assert "an error inside" not in whole


def random_line(chance: random.Random) -> bytes:
    """A command with words of the vocabulary, or any bytes."""
    if chance.random() < 0.2:
        return bytes(chance.randrange(256) for _ in range(chance.randrange(40))).replace(b"\n", b"")
    words = [chance.choice(HARMLESS), *chance.choices(VOCABULARY, k=chance.randrange(4))]
    return " ".join(["7"] * chance.randrange(2) + words).encode()


def test_random_bytes_through_a_pipe(tmp_path: Path) -> None:
    chance = random.Random(1)
    lines = [b"boardsize 4", b"honte-param life_nodes 200", *(random_line(chance) for _ in range(2_000))]
    command = [sys.executable, "-c", "from honte.cli.main import main; main()", "gtp"]
    command += ["--level", "beginner", "--visits", "2", "--seconds", "1"]
    ran = subprocess.run(command, input=b"\n".join(lines), capture_output=True, cwd=tmp_path, check=False)
    assert ran.returncode == 0
    assert b"Traceback" not in ran.stderr
    requests = [parse(line.decode("utf8", "replace")) for line in lines]
    answers = ran.stdout.decode().split("\n\n")
    assert len(answers) - 1 == len([each for each in requests if each is not None])
    assert {answer[0] for answer in answers if answer} == {"=", "?"}
    assert not any("an error inside" in answer for answer in answers)
