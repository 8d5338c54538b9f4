"""The problem of a reading on growing areas, from the smallest to the widest that the solver takes.

`problems_of` grows plain areas (`honte.tsumego.open.areas`). `problems_to_ask` adds what a bare position
needs: narrow areas, thin walls that may fall, friends that may save the target.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

from honte.errors import ProblemError
from honte.grid import Point, PointSet
from honte.tsumego.open.areas import FAR, find_area, grow_area, safe_friends, with_thin_walls
from honte.tsumego.open.readings import Reading
from honte.tsumego.problem import Objective, Problem, Setup
from honte.tsumego.proof.local import LocalBoard

MAX_EMPTY = 34
"""Most empty points of an area after the smallest; no proof of a larger one comes in time."""
WIDE = 20
"""If the smallest area has more than 20 empty points, narrower areas come before it."""
SMALL_WHOLE = 16
"""A closed area with at most 16 empty points is the only one."""
REACHES = (1, 2, 3, 4, 6, FAR)
"""Steps that the areas reach from the target, one area for each."""


def problems_of(setup: Setup, reading: Reading, friends: PointSet | None = None) -> Iterator[Problem]:
    """Yields the problem of a reading on growing areas, as far as they fit the solver.

    A closed area of at most SMALL_WHOLE empty points is the only one. Where no area fits, all attacker stones
    are taken as walls: life in such an area is life all the same.
    """
    area_of = partial(find_area, setup.board, reading.target, reading.defender, friends=friends)
    whole = _problem(setup, reading, area_of(walls=setup.safe))
    if whole is not None and len(whole.valid_points) <= SMALL_WHOLE and _fits(whole, first=True):
        yield whole
        return
    attackers = setup.board.stones(reading.defender.opponent)
    found = False
    for tight, walls in ((False, setup.safe), (True, setup.safe), (True, attackers)):
        seen: set[int] = set()
        for reach in REACHES:
            area = area_of(reach, tight=tight, walls=walls)
            problem = None if area.mask in seen else _problem(setup, reading, area)
            seen.add(area.mask)
            if problem is not None and _fits(problem, first=not found):
                found = True
                yield problem
        if found:
            return


def problems_to_ask(setup: Setup, reading: Reading, friends_of: PointSet | None = None) -> list[Problem]:
    """The problems of a reading on all its areas, from small to wide.

    If the setup gives only a position, or a target in a game, friends in the open may save the target, and
    thin walls may fall: for a kill every area comes with its thin walls, for life both with and without
    them. A target that a collection gives means that no friends save it and that the walls stand. For a
    part of a target, `friends_of` is the whole target.
    """
    friends = friends_outside(setup, reading, friends_of)
    if friends is None:
        return _with_narrow_ones(setup, reading, None)
    plain = _with_narrow_ones(setup, reading, friends)
    found: dict[int, Problem] = {}
    for problem in plain:
        wider = _with_thin_walls(setup, reading, problem, friends)
        if wider is None or reading.objective is Objective.LIVE:
            found[problem.area.mask] = problem
        if wider is not None:
            found.setdefault(wider.area.mask, wider)
    return sorted(found.values(), key=lambda problem: len(problem.valid_points))


def friends_outside(setup: Setup, reading: Reading, friends_of: PointSet | None = None) -> PointSet | None:
    """Defender stones that stay outside every area, because they save the target; None where a collection
    gives the target, and nothing outside saves it."""
    if setup.keystones and setup.safe is None:
        return None
    friends = safe_friends(setup.board, friends_of or reading.target, reading.defender)
    if setup.safe is not None:
        friends |= (setup.safe & setup.board.stones(reading.defender)) - reading.target
    return friends


@dataclass(frozen=True, slots=True)
class Growth:
    """How the areas of one reading grow: from the zone of a failed proof."""

    setup: Setup
    reading: Reading
    friends: PointSet | None
    """Defender stones that stay outside; None where the target is given: then walls stand, too."""

    def wider(self, problem: Problem, zone: PointSet | None) -> Problem | None:
        """The problem on a larger area: where the zone of a failed proof leans on the boundary, or, without
        a zone or where it leans nowhere, all around. None when the area cannot grow or becomes too large.

        Where a defender finds no life between walls that are taken as safe, the weak ones join the area.
        """
        area, safe = problem.area, self.setup.safe
        edge = (self.setup.board.empty - area).neighbors() & area
        taken = [safe] if safe is None or self.reading.objective is Objective.KILL else [safe, None]
        for walls in taken:
            for at in ([] if zone is None else [zone & edge]) + [edge]:
                wider = self._around(area, at, walls)
                if wider is not None:
                    return wider
        return None

    @property
    def trusting_no_wall(self) -> Growth:
        """The same growth, with no wall taken as safe on the word of the network."""
        return replace(self, setup=replace(self.setup, safe=None))

    def closed(self, problem: Problem) -> Problem | None:
        """The problem with the attacker chains that could be captured; None when that is too large."""
        nowhere = PointSet(problem.grid)
        if self._grown(problem.area, nowhere, self.setup.safe) == problem.area:
            return problem
        return self._around(problem.area, nowhere, self.setup.safe)

    def with_move(self, problem: Problem, point: Point) -> Problem | None:
        """The problem on an area that holds a point and its neighbors."""
        if point in problem.area:
            return problem
        return self._around(problem.area, self.setup.board.grid.set([point]), self.setup.safe)

    def _around(self, area: PointSet, at: PointSet, walls: PointSet | None) -> Problem | None:
        grown = self._grown(area, at, walls)
        problem = _problem(self.setup, self.reading, grown) if grown != area else None
        return problem if problem is not None and _fits(problem, first=True) else None

    def _grown(self, area: PointSet, at: PointSet, walls: PointSet | None) -> PointSet:
        board, defender = self.setup.board, self.reading.defender
        grown = grow_area(board, area, at, defender, friends=self.friends, walls=walls)
        if self.friends is None:
            return grown
        return with_thin_walls(board, grown, defender, self.friends, walls)


def _with_narrow_ones(setup: Setup, reading: Reading, friends: PointSet | None) -> list[Problem]:
    """The growing areas; if even the smallest is wide, narrow ones come before it."""
    wide = list(problems_of(setup, reading, friends))
    if not wide or len(wide[0].valid_points) <= WIDE:
        return wide
    narrow: dict[int, Problem] = {}
    widest = PointSet(setup.board.grid)
    for reach in REACHES:
        area = find_area(
            setup.board,
            reading.target,
            reading.defender,
            reach,
            tight=True,
            friends=friends,
            walls=setup.safe,
        )
        problem = _problem(setup, reading, area)
        if problem is not None and len(problem.valid_points) <= WIDE and _fits(problem, first=False):
            narrow[area.mask] = problem
            widest = area
    joined = (replace(problem, area=problem.area | widest) for problem in wide)
    return [*narrow.values(), *(problem for problem in joined if _fits(problem, first=True))]


def _with_thin_walls(setup: Setup, reading: Reading, problem: Problem, friends: PointSet) -> Problem | None:
    """The problem on the area with its thin walls; None without thin walls, or when the area is too large."""
    area = with_thin_walls(setup.board, problem.area, reading.defender, friends, setup.safe)
    wider = _problem(setup, reading, area) if area != problem.area else None
    return wider if wider is not None and _fits(wider, first=True) else None


def _fits(problem: Problem, *, first: bool) -> bool:
    return (first or len(problem.valid_points) <= MAX_EMPTY) and LocalBoard.fits(problem)


def _problem(setup: Setup, reading: Reading, area: PointSet) -> Problem | None:
    try:
        return replace(setup, keystones=reading.target, area=area).problem()
    except ProblemError:
        return None


def is_whole(problem: Problem, reading: Reading) -> bool:
    """Whether the area is all that attacker stones leave open.

    Only there the attacker can run out of moves; in smaller areas the attacker may pass.
    """
    return problem.area == find_area(problem.board, reading.target, reading.defender)
