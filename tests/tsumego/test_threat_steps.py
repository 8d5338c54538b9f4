"""More outside threats never hurt: answers along the number of threats must have a single step."""

from __future__ import annotations

from honte.search.budget import Budget
from honte.tsumego.problem import Problem
from honte.tsumego.proof import Prover, Verdict

# White has just played H5. Every black move here is proved to lose, so the position is lost too,
# however many threats Black has. A life's zone that kept only one liberty of each chain once let the
# attacker's null move drop a refutation here. Found while choosing generated problems.
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
    """The other half of the contradiction: no black move saves the stones."""
    problem = Problem.parse(AFTER_H5)
    prover = Prover(problem, memory_mb=16)
    start = prover.start(problem.to_play, problem.defender, 3)
    for child in prover.children(start):
        fresh = Prover(problem, memory_mb=16)
        fresh.start(problem.to_play, problem.defender, 3)
        assert child.fallen or fresh.prove(child.state, Budget(nodes=2_000_000)) is Verdict.CAPTURED
