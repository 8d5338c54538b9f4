"""Simple facts about a problem; they decide how far an answer to it reaches."""

from __future__ import annotations

from honte.life.benson import pass_alive
from honte.life.seki import find_seki
from honte.tsumego.problem.problem import Problem


def is_sealed(problem: Problem) -> bool:
    """Whether every point next to the area is an attacker stone, so that a wider area changes nothing."""
    outside = problem.area.neighbors()
    return not (outside - problem.board.stones(problem.attacker))


def can_be_caged(problem: Problem) -> bool:
    """Whether the points around the area can count as the defender's: the area is not sealed, and every
    attacker chain inside it has a liberty inside it."""
    chains = problem.board.chains(problem.attacker)
    inside = (chain for chain in chains if chain.stones <= problem.area)
    return not is_sealed(problem) and all(chain.liberties & problem.area for chain in inside)


def walls_stand(problem: Problem) -> bool:
    """Whether every attacker chain around the area has two liberties outside it, so that no fight inside
    the area can put it into atari."""
    outside = problem.board.empty - problem.area
    wall = problem.area.neighbors() - problem.area
    chains = (chain for chain in problem.board.chains(problem.attacker) if not chain.stones.isdisjoint(wall))
    return all(len(chain.liberties & outside) >= 2 for chain in chains)


def lives_as_it_stands(problem: Problem) -> bool:
    """Whether the keystones are alive even if their side never moves again (Benson)."""
    return problem.keystones <= pass_alive(problem.board, problem.defender).stones


def is_in_seki(problem: Problem) -> bool:
    """Whether a keystone belongs to a seki that stands on the board."""
    pairs = (pair.black | pair.white for pair in find_seki(problem.board))
    return any(not problem.keystones.isdisjoint(stones) for stones in pairs)
