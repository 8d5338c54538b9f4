"""Simple facts about a problem that decide how far an answer to it reaches."""

from __future__ import annotations

from honte.tsumego.problem.problem import Problem


def is_sealed(problem: Problem) -> bool:
    """Whether every neighbor outside the area is an attacker stone, so that widening adds nothing."""
    outside = problem.area.neighbors()
    return not (outside - problem.board.stones(problem.attacker))


def can_be_caged(problem: Problem) -> bool:
    """Whether every attacker chain inside the area breathes there, so that all that is open around it can be
    taken as the defender's."""
    chains = problem.board.chains(problem.attacker)
    inside = (chain for chain in chains if chain.stones <= problem.area)
    return not is_sealed(problem) and all(chain.liberties & problem.area for chain in inside)


def walls_stand(problem: Problem) -> bool:
    """Whether every attacker chain around the area has two liberties outside it, so that a fight inside
    cannot put it into atari and leave no answer."""
    outside = problem.board.empty - problem.area
    wall = problem.area.neighbors() - problem.area
    chains = (chain for chain in problem.board.chains(problem.attacker) if not chain.stones.isdisjoint(wall))
    return all(len(chain.liberties & outside) >= 2 for chain in chains)
