"""Zones of lives: what lies outside them does not matter, by the oracle."""

from __future__ import annotations

import random
from contextlib import suppress
from dataclasses import replace

import numpy as np
import pytest

from honte.core import WHITE
from honte.errors import GoError, InputError
from honte.search.budget import Budget
from honte.tsumego.problem import Capture, Problem
from honte.tsumego.proof.prover import Prover, Verdict
from honte.tsumego.verify.check import SolverAdviser
from honte.tsumego.verify.oracle import Oracle, PlainGame, State
from tests.tsumego.random_problems import enclosed_problem, random_oracle, random_problem
from tests.tsumego.shapes import STRAIGHT_THREE

TWO_EYES = """
White to play
. B . B o -
B B B B o -
o o o o o -
"""
LOW = np.uint64(0xFFFFFFFF)


class From(Oracle):
    """The oracle of a problem from another position of its board."""

    def __init__(self, oracle: Oracle, state: State, limit: int) -> None:
        self.given = state
        super().__init__(oracle.problem, limit, free_pass=oracle.free_pass)

    def _first_state(self) -> State:
        return self.given


class Lives:
    """The lives that a search of a game's problem has stored, with their zones."""

    def __init__(self, game: PlainGame, nodes: int = 100_000) -> None:
        self.game = game
        self.prover = prover = Prover(game.problem, memory_mb=1, free_pass=game.free_pass)
        start = prover.start(None, game.favored, game.start.threats)
        prover.prove(start, Budget(nodes=nodes))
        table, generation = prover.table, prover.local.region[0].generation
        mine = table["meta"] >> np.uint64(40) == np.uint64(generation)
        lives = mine & (table["numbers"] & LOW == 0) & (table["path"] == 0)
        self.entries = table[lives & (table["extra"] >> np.uint64(32) == 0)]

    def mask(self, word: int) -> int:
        """The grid's mask of some bits of the local board."""
        points = enumerate(self.prover.local.points)
        return sum(self.game.grid.bit(p) for i, p in points if p is not None and word >> i & 1)

    def state(self, entry: np.void) -> State:
        """The position of an entry."""
        start, meta, local = self.game.start, int(entry["meta"]), self.prover.local
        area = self.mask(int(local.region[0].full))
        keys = sum(mask for i, mask in enumerate(local.key_masks) if meta >> 16 >> i & 1)
        ko = meta >> 1 & 127
        return State(
            attacker=self.mask(int(entry["attacker"])) & area | start.attacker & ~area,
            defender=self.mask(int(entry["defender"])) | start.defender & ~area,
            keys=keys,
            attacker_to_play=bool(meta & 1),
            ko=0 if ko == 64 else self.mask(1 << ko),
            threats=meta >> 8 & 255,
        )

    def elsewhere(self, entry: np.void, rng: random.Random) -> State | None:
        """The position with more attacker stones and fewer defender chains elsewhere; None if illegal."""
        state, zone = self.state(entry), self.mask(int(entry["zone"]))
        area = self.mask(int(self.prover.local.region[0].full))
        grid, attacker, defender, keys = self.game.grid, state.attacker, state.defender, state.keys
        for chain in grid.component_masks(defender):
            if not chain & zone and not chain & ~area and rng.random() < 0.3:
                defender, keys = defender & ~chain, keys & ~chain
        for point in grid.masks_of(area & ~zone & ~attacker & ~defender):
            attacker |= point if rng.random() < 0.5 else 0
        changed = state._replace(attacker=attacker, defender=defender, keys=keys)
        if changed == state or state.ko & attacker:
            return None
        assert keys, "a zone of a life holds keystones"
        assert keys == state.keys or self.game.problem.capture is Capture.ALL
        return changed if self.stand(changed) else None

    def stand(self, state: State) -> bool:
        """Whether every chain has a liberty or stones outside the area."""
        grid, empty = self.game.grid, ~(state.attacker | state.defender)
        chains = [*grid.component_masks(state.attacker), *grid.component_masks(state.defender)]
        return all(c & ~self.game.area or grid.neighbors_mask(c) & empty for c in chains)


def compare_elsewhere(seed: int, count: int, limit: int) -> int:
    """Compares stored lives of random problems in other surroundings with the oracle; returns how many."""
    rng = random.Random(seed)
    tried = 0
    for _ in range(count):
        oracle = random_oracle(rng, limit)
        lives = Lives(oracle)
        for entry in rng.sample(list(lives.entries), min(6, len(lives.entries))):
            for _ in range(4):
                state = lives.elsewhere(entry, rng)
                if state is None:
                    continue
                with suppress(InputError):  # too many positions
                    assert not From(oracle, state, 3 * limit).value(), f"{oracle.problem}\n{state}"
                    tried += 1
    return tried


def test_no_stored_life_of_a_wider_area_dies_elsewhere() -> None:
    """A capture that the search proves uses no zone of a life, so it would refute one."""
    saved = 0
    for seed in range(15):
        rng = random.Random(seed)
        lives = Lives(PlainGame(enclosed_problem(rng, (9, 14))), nodes=20_000)
        prover = Prover(lives.game.problem, memory_mb=4)
        adviser = SolverAdviser(prover, lives.game.favored)
        for entry in rng.sample(list(lives.entries), min(40, len(lives.entries))):
            state = lives.elsewhere(entry, rng)
            if state is not None:
                found = prover.prove(adviser._local(state), Budget(nodes=20_000))
                assert found is not Verdict.CAPTURED, f"{lives.game.problem}\n{state}"
                saved += found is Verdict.SAVED
    assert saved > 100


def test_what_lies_outside_the_zone_of_a_stored_life_does_not_matter() -> None:
    assert compare_elsewhere(seed=6, count=150, limit=2_000) > 40


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_thousands_of_stored_lives_elsewhere(seed: int) -> None:
    assert compare_elsewhere(seed=200 + seed, count=800, limit=3_000) > 200


def test_more_attacker_stones_outside_the_zone_of_a_life_do_not_undo_it() -> None:
    rng = random.Random(3)
    tried = 0
    while tried < 12:
        oracle = random_oracle(rng, 1500)
        problem = oracle.problem
        prover = Prover(problem, memory_mb=1)
        start = prover.start(None, oracle.favored, oracle.start.threats)
        if prover.prove(start, Budget(nodes=50_000)) is not Verdict.SAVED or prover.life_zone is None:
            continue
        free = list((problem.area & problem.board.empty) - prover.life_zone)
        if not free:
            continue
        added = problem.grid.set(rng.sample(free, rng.randint(1, len(free))))
        with suppress(GoError):  # the stones may take a chain's last liberty
            board = problem.board.with_stones(added, problem.attacker)
            oracle = Oracle(replace(problem, board=board), limit=20_000)
            assert not oracle.value(), f"{problem}\n{added}"
            tried += 1


def test_a_pass_of_the_attacker_changes_nothing() -> None:
    """The defender answers it with a pass; so the search lists it under a ko ban only."""
    rng = random.Random(4)
    compared = 0
    while compared < 60:
        problem = random_problem(rng)
        with suppress(InputError):
            assert Oracle(problem, 1500).value() == Oracle(problem, 1500, free_pass=True).value()
            compared += 1


def test_the_zone_of_two_eyes_is_the_group() -> None:
    problem = Problem.parse(TWO_EYES)
    prover = Prover(problem, memory_mb=1)
    assert prover.prove(prover.start(WHITE), Budget(nodes=1_000)) is Verdict.SAVED
    assert prover.life_zone == problem.keystones | problem.grid.set(map(problem.grid.parse, ("A3", "C3")))
    assert prover.zone == problem.grid.set([])


def test_a_capture_has_no_zone_of_a_life() -> None:
    prover = Prover(Problem.parse(STRAIGHT_THREE), memory_mb=1)
    assert prover.life_zone is None
    assert prover.prove(prover.start(), Budget(nodes=1_000)) is Verdict.CAPTURED
    assert prover.life_zone is None
