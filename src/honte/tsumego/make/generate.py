"""New problems: candidates built at random or cut out of games, kept when the proof makes them good.

`groups` builds groups at random, `fights` cuts fights out of games, and `judge` says which are kept. No two
kept problems are the same turned, mirrored or with colors exchanged. The seed decides everything.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from honte.core import Game, Move
from honte.grid import PointSet
from honte.tsumego.make.fights import Fight, fights
from honte.tsumego.make.grade import level
from honte.tsumego.make.groups import candidate, mutated
from honte.tsumego.make.judge import QUICK, Made, judge, only_move, pruned, rated
from honte.tsumego.make.looks import is_box
from honte.tsumego.problem import Problem
from honte.tsumego.problem.place import Place, place_of

MOST_LOOKS = 6
"""Most surroundings of one target in a game that are judged."""
CHANGES = 6
"""Changes that are tried with a fight that is no good problem as it stands."""
FIGHT_NODES = 40_000
"""Nodes for the claim of a fight: there are fewer of them than of random groups."""
FIGHT_NEED = 120_000
"""Nodes for the need of each of its stones."""
STEPS = 200
"""Most changes of a problem that is to become hard."""
PATIENCE = 40
"""Changes after which a try that does not rise fast enough is given up."""
CLIMB_NODES = 120_000
"""Nodes for each claim on the way to a hard problem."""
NEED_NODES = 300_000
"""Nodes for the need of each of its stones."""
MOST_EASIER = 4
"""A change to less than this part of the nodes is not looked at: it is no harder."""
HARD = 26.0
"""The level of a hard problem: 4 kyu."""
SPARE = 4.0
"""Levels above HARD at which the changes end: taking stones off makes problems easier."""
FRESH = 0.7
"""Share of candidates that are built anew; the others are changes of the last kept problem."""


def from_random(seed: int | str, place: Place, start: int, tries: int) -> Iterator[tuple[int, Made]]:
    """Problems among the tries `start` to `start + tries`, each with the number of its try.

    Every try has its own random generator. A try may change the last problem that this call kept.
    """
    base: Problem | None = None
    for number in range(start, start + tries):
        rng = random.Random(f"{place.value} {seed} {number}")
        fresh = base is None or rng.random() < FRESH
        problem = candidate(rng, place) if fresh or base is None else mutated(rng, base)
        made = None if problem is None else judge(problem)
        if made is not None and problem is not None:
            base = problem
            if made.place is place:
                yield number, made


def from_climbs(seed: int | str, place: Place, start: int, tries: int) -> Iterator[tuple[int, Made]]:
    """Hard problems among the tries `start` to `start + tries`, each with the number of its try.

    A try changes one random group again and again. Changes that do not make it easier stay.
    """
    for number in range(start, start + tries):
        rng = random.Random(f"climb {place.value} {seed} {number}")
        found = _climbed(rng, place)
        made = None if found is None else pruned(*found, nodes=NEED_NODES)
        if made is not None and made.place is place and level(made.problem, made.answer.best) >= HARD:
            yield number, made


def _climbed(rng: random.Random, place: Place) -> tuple[Problem, Move] | None:
    """A random group that was changed until it is hard, with its right move; None when it stays easy."""
    best: tuple[Problem, Move] | None = None
    rank: tuple[float, int] = (0.0, 0)
    for step in range(STEPS):
        problem = candidate(rng, place) if best is None else mutated(rng, best[0])
        if problem is None or place_of(problem.area) is not place:
            continue
        move, nodes = rated(problem, QUICK if best is None else CLIMB_NODES)
        if move is None or nodes < rank[1] // MOST_EASIER:
            continue
        found = level(problem, (move,)), nodes
        if found >= rank:
            best, rank = (problem, move), found
        if rank[0] >= HARD + SPARE or (step > PATIENCE and rank[0] < HARD * step / STEPS):
            break
    return best if rank[0] >= HARD else None


def from_game(game: Game, seed: int | str, only: Place | None = None) -> Iterator[tuple[Fight, Made]]:
    """Problems out of the fights of one game, at most one for each target; `only` those at one place.

    A fight that is no good problem as it stands is tried with a stone or two changed.
    """
    rng = random.Random(seed)
    looks: Counter[PointSet] = Counter()
    done: set[PointSet] = set()
    for fight in fights(game, rng, only):
        target = fight.problem.keystones
        looks[target] += 1
        if target in done or looks[target] > MOST_LOOKS:
            continue
        move = only_move(fight.problem, FIGHT_NODES)
        made = None if move is None else pruned(fight.problem, move, fight.added, FIGHT_NEED)
        if made is None and not fight.changed:
            changed = (mutated(rng, fight.problem) for _ in range(CHANGES))
            found = (judge(problem) for problem in changed if problem is not None)
            made = next((each for each in found if each is not None), None)
            fight = replace(fight, changed=True)
        if made is not None and not is_box(made.problem):
            done.add(target)
            yield fight, made


def generate(seed: int | str, place: Place, tries: int) -> Iterator[Made]:
    """Problems built at random, each once under symmetry, in the order in which they are found."""
    seen: set[str] = set()
    for _, made in from_random(seed, place, 0, tries):
        if made.key not in seen:
            seen.add(made.key)
            yield made
