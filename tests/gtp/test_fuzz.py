"""Random lines never crash the engine: 2,000 of them, real commands with wrong words among them."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from honte.gtp import COMMANDS, Server, Session, Settings

WORDS = st.sampled_from(
    [
        "b",
        "w",
        "B",
        "W",
        "black",
        "white",
        "pass",
        "A1",
        "B2",
        "C3",
        "D4",
        "E5",
        "Z9",
        "T19",
        "0",
        "1",
        "2",
        "3",
        "5",
        "7",
        "-1",
        "1.5",
        "1e9",
        "nan",
        "true",
        "alive",
        "dead",
        "seki",
        "japanese",
        "{}",
        "#",
        "\x07",
        "é",
        "ownership",
        "maxmoves",
        "avoid",
        "interval",
        "A1,B2",
        "resign",
        "distance",
        "no.sgf",
        "absolute",
    ]
)
NAMES = st.sampled_from([name for name in COMMANDS if name not in ("quit", "printsgf")])
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
