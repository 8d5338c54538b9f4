"""Static facts about the local board that the search carries from one position to the next."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress

import numpy as np
import pytest

from honte.errors import InputError
from honte.kernels.local.static import (
    MOST_NAKADE,
    eye_room,
    is_alive,
    last_space,
    life_sources,
    may_live,
    secure,
    secure_after,
)
from honte.tsumego.proof.local import LocalBoard
from honte.tsumego.proof.prover import Prover, State
from tests.tsumego.random_problems import random_problem


def games(seed: int) -> Iterator[tuple[Prover, State]]:
    """Positions of random games on random small problems."""
    rng = random.Random(seed)
    for _ in range(40):
        prover = None
        while prover is None:
            with suppress(InputError):
                problem = random_problem(rng)
                if LocalBoard.fits(problem):
                    prover = Prover(problem, memory_mb=1, free_pass=True)
        state = prover.start(rng.choice(list(type(problem.to_play))))
        for _ in range(20):
            yield prover, state
            moves = [child for child in prover.children(state) if not child.fallen]
            if not moves:
                break
            state = rng.choice(moves).state


def words(state: State) -> tuple[np.uint64, np.uint64, int]:
    return np.uint64(state.attacker), np.uint64(state.defender), state.meta >> 16 & 0xFFFF


@pytest.mark.parametrize("seed", range(6))
def test_carried_facts_equal_computed_facts(seed: int) -> None:
    joined = closed = 0
    for prover, state in games(seed):
        region = prover.local.region[0]
        attacker, defender, keys = words(state)
        safe, touched = (np.uint64(mask) for mask in secure(region, attacker))
        sources = np.uint64(life_sources(region, defender, attacker, keys))
        room = np.uint64(int(region.full) & ~int(safe) & ~int(touched))
        wide = int(last_space(region, defender, keys, room)).bit_count() > MOST_NAKADE
        for child in prover.children(state):
            if child.move is None or child.fallen:
                continue
            move = prover.local.index(child.move)
            a, d, left = words(child.state)
            if state.meta & 1:
                assert secure_after(region, a, safe, touched, move) == secure(region, a)
                joined += int(touched) >> move & 1
                if wide and d == defender and not int(touched) >> move & 1:
                    assert not eye_room(region, d, a, left)[1]
            else:
                assert secure(region, a) == (safe, touched)
                if a == attacker and not may_live(region, defender, sources, move):
                    assert not is_alive(region, d, a, left)
                closed += is_alive(region, d, a, left)
    assert joined > 0
    assert closed > 0
