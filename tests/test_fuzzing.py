"""No input breaks a door: random bytes, and known inputs with parts exchanged, cut or repeated."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.fuzzing import SEEDS, TARGETS

EXAMPLES = int(os.environ.get("HONTE_FUZZ_EXAMPLES", "0"))
"""Tries of each door, where another number than the usual is wanted."""
USUAL = {"sgf": 300, "diagrams": 300, "gtp": 40, "samegame": 300, "http": 60}
FOUND = {
    "diagrams": [b"size: 9", b"A B C"],
    "sgf": [
        b"(;AL[(;SZ[9]GOAL[(;(ZS[90T];W[ba\xfb\xfb\xfb\xfb\xfb])(;W[abgb18030T])];b[c\xa3\xd7,\xc4\xa8\xa4\x9c\x9c\x99)"
        b"(;W[aa:cc]))",
        b"(;C[\x88dd])",
    ],
}
"""Inputs that once broke a door."""


def changed(name: str) -> st.SearchStrategy[bytes]:
    """Seeds of a door, cut into pieces that are put together anew, with random bytes between."""
    pieces = sorted({seed[at : at + size] for seed in SEEDS[name] for size in (1, 5, 20, 200)
                     for at in range(0, len(seed), max(size // 2, 1))})  # fmt: skip
    part = st.one_of(st.sampled_from(pieces), st.sampled_from(pieces), st.binary(max_size=3))
    edited = st.builds(
        lambda seed, at, cut, new: seed[: at % len(seed)] + new + seed[at % len(seed) + cut :],
        st.sampled_from(SEEDS[name]), st.integers(0, 999), st.integers(0, 9), part,
    )  # fmt: skip
    return st.one_of(edited, st.lists(part, max_size=30).map(b"".join), st.binary(max_size=60))


@pytest.mark.parametrize("name", TARGETS)
def test_any_input_is_answered_or_refused(name: str) -> None:
    @settings(
        max_examples=EXAMPLES or USUAL[name],
        deadline=None,
        derandomize=not EXAMPLES,
        suppress_health_check=list(HealthCheck),
    )
    @given(changed(name))
    def tried(data: bytes) -> None:
        TARGETS[name](data)

    tried()


@pytest.mark.parametrize("name", TARGETS)
def test_the_seeds_are_answered(name: str) -> None:
    for data in (*SEEDS[name], *FOUND.get(name, ())):
        TARGETS[name](data)
