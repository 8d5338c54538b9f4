"""Fights out of games: groups whose life depends on who moves, at the moment when one side moved there.

For each move of a game, the position before it and the groups of both colors near the move are looked at. A
fight is cut out: the group, the points within its reach, and the stones that touch them. Where the group can
still run, attacker stones close the way; `prune` takes off those that the answer does not need. A wall that
the defender's stones behind it make thin belongs to the fight, with these stones.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

from honte.core import Board, Color, Game, Move, Position
from honte.errors import GoError
from honte.grid import Grid, Point, PointSet
from honte.tsumego.make.claim import claim_of
from honte.tsumego.make.looks import is_box
from honte.tsumego.make.placing import Placing
from honte.tsumego.make.prune import LEAST_KEYSTONES
from honte.tsumego.open.areas import find_area, with_thin_walls
from honte.tsumego.problem import Problem
from honte.tsumego.problem.place import Place, place_of

REACH = 2
"""Steps from the group to the farthest point that its area may hold."""
WIDEST = 30
"""Most empty points of the widest area."""
QUICK = 20_000
"""Nodes for each question whether one side wins by moving first."""
ROOM = (4, 15)
"""Fewest and most empty points of an area."""
MOST_STONES = 16
"""Most stones of the target."""
MOST_ADDED = 16
"""Most stones that may be added to close the ways out; `prune` takes most of them off again."""
MOST_HELPED = 3
"""Most problems of one fight that come from one more stone."""
POCKET = 6
"""Most points of an empty part that joins the area which cuts it off."""
PROPS = 4
"""Rounds in which weak wall chains get more stones."""
NEAR = 2
"""Steps from a move to the groups that it is about."""


@dataclass(frozen=True)
class Fight:
    """A problem cut out of a game."""

    problem: Problem
    added: PointSet
    """Attacker stones that were not in the game: they close the ways out."""
    played: Move
    """What was played in the game."""
    number: int
    """The number of that move."""
    changed: bool = False
    """Whether stones of the fight were changed, beside those that were added."""
    turned: bool = False
    """Whether the other side is to play than in the game: it answers a move elsewhere."""


def fights(game: Game, rng: random.Random, only: Place | None = None) -> Iterator[Fight]:
    """Unsettled groups near the moves of a game, in its order, first for the side that moved there.

    With `only`, groups at other places are left out.
    """
    position = game.start
    seen: set[tuple[int, ...]] = set()
    for number, step in enumerate(game.steps, 1):
        if step.move is not None:
            yield from _around(position, step.move, number, rng, seen, only)
        position = step.position


def _around(
    position: Position,
    move: Point,
    number: int,
    rng: random.Random,
    seen: set[tuple[int, ...]],
    only: Place | None,
) -> Iterator[Fight]:
    board = position.board
    near = board.grid.set([move])
    for _ in range(NEAR):
        near = near.dilate()
    for chain in board.chains():
        if not LEAST_KEYSTONES <= len(chain.stones) <= MOST_STONES or chain.stones.isdisjoint(near):
            continue
        wide = find_area(board, chain.stones, chain.color, REACH, tight=True)
        if only not in (None, place_of(wide)):
            continue
        around = wide.dilate().mask
        key = (around, board.black_mask & around, board.white_mask & around, int(position.to_play))
        if key not in seen and move in wide and len(wide & board.empty) <= WIDEST:
            seen.add(key)
            place = Placing.of(wide, Grid(FULL))
            if place is not None:
                within = wide.dilate().dilate()
                cut = place.board(board, within), place.points(chain.stones), place.points(wide)
                for problem, added, changed in critical(*cut, position.to_play, rng):
                    if place.point(move) in problem.area:
                        fight = Fight(problem, added, place.point(move), number, changed)
                        yield fight
                        other = replace(problem, to_play=problem.to_play.opponent)
                        yield replace(fight, problem=other, turned=True)


def critical(
    board: Board, target: PointSet, wide: PointSet, to_play: Color, rng: random.Random
) -> Iterator[tuple[Problem, PointSet, bool]]:
    """The problems about a group whose surroundings leave it unsettled, each with the stones that were added.

    The area grows from the points next to the group to the wide area, point by point in random order. The
    more room, the more hope. A group that dies with most room, or lives with least, has no such problem;
    there the side that loses gets one stone more, and the last value is True.
    """
    defender = board[next(iter(target))]
    assert defender is not None, "a target is made of stones"
    tight = find_area(board, target, defender, 1, tight=True)
    if len(tight.neighbors() & board.empty) > MOST_ADDED:
        return
    widest, tightest = (_closed(board, target, area, defender, to_play) for area in (wide, tight))
    if widest is None or tightest is None or (is_box(*widest) and is_box(*tightest)):
        return
    for settled, loser in ((widest, defender), (tightest, defender.opponent)):
        if _wins(settled[0], loser) is False:
            if _fits(*settled):
                yield from ((problem, settled[1], True) for problem in _helped(settled[0], loser, rng))
            return
    for area in _growing(board, tight, wide, defender, rng):
        if len(area & board.empty) > ROOM[1]:
            return
        found = _closed(board, target, area, defender, to_play)
        if found is None or not _fits(*found):
            continue
        if not _wins(found[0], defender.opponent):
            return
        if _wins(found[0], defender):
            yield (*found, False)


def _helped(problem: Problem, loser: Color, rng: random.Random) -> Iterator[Problem]:
    """Unsettled problems with one more stone of the side that loses even when it moves first."""
    points = list(problem.valid_points)
    found = 0
    for point in rng.sample(points, len(points)):
        board = problem.board.with_stones(problem.grid.set([point]), loser)
        try:
            helped = replace(problem, board=board)
        except GoError:
            continue
        if _wins(helped, loser) and _wins(helped, loser.opponent):
            yield helped
            found += 1
            if found == MOST_HELPED:
                return


def _fits(problem: Problem, added: PointSet) -> bool:
    roomy = ROOM[0] <= len(problem.valid_points) <= ROOM[1]
    return roomy and len(added) <= MOST_ADDED and not is_box(problem, added)


def _wins(problem: Problem, mover: Color) -> bool | None:
    claim = claim_of(problem, QUICK)
    return None if claim is None else claim.wins(mover)


def _growing(
    board: Board, tight: PointSet, wide: PointSet, defender: Color, rng: random.Random
) -> Iterator[PointSet]:
    """Areas from tight to wide; each has one empty point more, and the defender's stones that it reaches."""
    own, area = board.stones(defender), tight
    while True:
        yield area
        beside = list(area.neighbors() & wide & board.empty)
        if not beside:
            return
        area = area | board.grid.set([rng.choice(beside)])
        area = area | (area.dilate() & own).flood(own)


def _closed(
    board: Board, target: PointSet, area: PointSet, defender: Color, to_play: Color
) -> tuple[Problem, PointSet] | None:
    """The problem on an area, closed by attacker stones on all empty points around it.

    A thin wall chain joins the area with what is behind it. Where that makes too much room, the chain gets
    stones on its liberties outside, so that the wall stands.
    """
    attacker = defender.opponent
    area = _with_pockets(board, area, defender)
    mixed = _with_pockets(board, with_thin_walls(board, area, defender), defender)
    if len(mixed & board.empty) <= ROOM[1]:
        area = mixed
    added = area.neighbors() & board.empty
    kept = board.with_stones(~area.dilate() - board.empty, None).with_stones(added, attacker)
    for _ in range(PROPS):
        weak = [c.liberties - area for c in kept.chains(attacker) if not c.stones <= area]
        propped = [libs for libs in weak if len(libs) < 2]
        for libs in propped:
            added, kept = added | libs, kept.with_stones(libs, attacker)
    try:
        return Problem(kept, target, to_play, area), added
    except GoError:
        return None


def _with_pockets(board: Board, area: PointSet, defender: Color) -> PointSet:
    """The area with small empty parts of the board that it cuts off: no wall could stand there."""
    for part in (board.empty - area).components():
        if len(part) <= POCKET:
            area = area | part
    own = board.stones(defender)
    return area | (area.dilate() & own).flood(own)


FULL = 19
"""Side of the board on which fights are shown."""
