"""More outside threats never hurt: answers along the number of threats must have a single step."""

from __future__ import annotations

import random

from honte.search.budget import Budget
from honte.tsumego.problem import Problem
from honte.tsumego.proof.prover import Prover, Verdict
from tests.tsumego.random_problems import random_problem

# White has just played H5. Every black move here is proved to lose, so the position is lost, too, however
# many threats Black has. If the zone of a life kept only one liberty of each chain, the attacker's null
# move would drop a refutation here.
AFTER_H5 = """
Black to play
- - - o B B . . . X X o -
- - - o B . . O X X o - -
- - - o B B . . . o o - -
- - - o o o X X . o - - -
- - - - o o o o o o - - -
- - - - - - - - - - - - -
"""


def test_a_lost_position_stays_lost_with_any_number_of_threats() -> None:
    problem = Problem.parse(AFTER_H5)
    verdicts = []
    for threats in range(7):
        prover = Prover(problem, memory_mb=16)
        favored = problem.defender if threats else None
        start = prover.start(problem.to_play, favored, threats)
        verdicts.append(prover.prove(start, Budget(nodes=2_000_000)))
    assert verdicts == [Verdict.CAPTURED] * 7


def test_every_reply_is_lost_with_three_threats() -> None:
    """No black move saves the stones."""
    problem = Problem.parse(AFTER_H5)
    prover = Prover(problem, memory_mb=16)
    start = prover.start(problem.to_play, problem.defender, 3)
    for child in prover.children(start):
        fresh = Prover(problem, memory_mb=16)
        assert child.fallen or fresh.prove(child.state, Budget(nodes=2_000_000)) is Verdict.CAPTURED


def test_a_position_keeps_its_threats_whatever_was_asked_before() -> None:
    """A question without threats in between must not make a kill by ko look unconditional."""
    rng = random.Random(8)
    kos = 0
    while kos < 6:
        problem = random_problem(rng)
        plain, favored = (Prover(problem, memory_mb=4) for _ in range(2))
        without = plain.prove(plain.start(), Budget(nodes=20_000))
        against = favored.prove(favored.start(favored=problem.defender, threats=6), Budget(nodes=20_000))
        if Verdict.UNKNOWN in (without, against) or without is against:
            continue
        kos += 1
        both = Prover(problem, memory_mb=4)
        state = both.start(favored=problem.defender, threats=6)
        both.prove(both.start(), Budget(nodes=20_000))
        assert both.prove(state, Budget(nodes=20_000)) is against, problem
