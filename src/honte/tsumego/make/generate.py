"""New problems: candidates built at random or cut out of games, kept when the proof makes them good.

`groups` builds groups at random, `fights` cuts fights out of games, and `judge` says which are kept. No two
kept problems are the same turned, mirrored or with colors exchanged. The seed decides everything.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from honte.core import Game
from honte.grid import PointSet
from honte.tsumego.make.fights import Fight, fights
from honte.tsumego.make.groups import candidate, mutated
from honte.tsumego.make.judge import Made, judge, only_move, pruned
from honte.tsumego.problem import Problem
from honte.tsumego.problem.place import Place

MOST_LOOKS = 3
"""Most surroundings of one target in a game that are judged."""
CHANGES = 6
"""Changes that are tried with a fight that is no good problem as it stands."""
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


def from_game(game: Game, seed: int | str) -> Iterator[tuple[Fight, Made]]:
    """Problems out of the fights of one game, at most one for each target.

    A fight that is no good problem as it stands is tried with a stone or two changed.
    """
    rng = random.Random(seed)
    looks: Counter[PointSet] = Counter()
    done: set[PointSet] = set()
    for fight in fights(game, rng):
        target = fight.problem.keystones
        looks[target] += 1
        if target in done or looks[target] > MOST_LOOKS:
            continue
        move = only_move(fight.problem)
        made = None if move is None else pruned(fight.problem, move, fight.added)
        if made is None:
            changed = (mutated(rng, fight.problem) for _ in range(CHANGES))
            found = (judge(problem) for problem in changed if problem is not None)
            made = next((each for each in found if each is not None), None)
            fight = replace(fight, changed=True)
        if made is not None:
            done.add(target)
            yield fight, made


def generate(seed: int | str, place: Place, tries: int) -> Iterator[Made]:
    """Problems built at random, each once under symmetry, in the order in which they are found."""
    seen: set[str] = set()
    for _, made in from_random(seed, place, 0, tries):
        if made.key not in seen:
            seen.add(made.key)
            yield made
