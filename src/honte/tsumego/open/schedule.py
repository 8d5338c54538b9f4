"""Solving a bare position: target, aim and area are found, tried and widened by need.

For each reading (`honte.tsumego.open.readings`) the area grows from small to large
(`honte.tsumego.open.areas`). Life shown in a small area holds in every larger one (the attacker may pass
there, as if he had dame elsewhere), so a defender who moves first is searched small to large. Death must
survive widening: a kill counts as proved only in an area that is sealed by attacker stones, or in a cage
(the same area, all that is open around it the defender's); otherwise it is a kill "within the boundary" and
said to be so.

A reading is believed when the first move matters: the mover succeeds, and fails when the opponent moves
first. Nothing here claims more than was searched: `Finding.holds_everywhere` tells the difference.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from honte.core import Color, Move
from honte.grid import PointSet
from honte.search.budget import Budget
from honte.search.effort import Effort
from honte.search.warm import ready
from honte.tsumego.open.escape import WayOut, find_way_out
from honte.tsumego.open.growing import is_whole, problems_to_ask
from honte.tsumego.open.guess import hopeful_move, in_likely_order, likely_moves
from honte.tsumego.open.readings import Reading, find_readings, part_of
from honte.tsumego.open.widening import kill_everywhere, live_anywhere
from honte.tsumego.problem import Objective, Problem, Setup
from honte.tsumego.problem.predicates import is_sealed, walls_stand
from honte.tsumego.proof.prover import MOST_THREATS, Prover, Verdict
from honte.tsumego.proof.solver import Solution, Solver

MOST_READINGS = 4
READING_SHARE = 0.6
GUESS_SHARE = 0.15
"""The part of the budget kept for a guess where nothing is proved."""
NATURAL_VISITS = 1_500
"""Visits of the guessing tree that tell which of several right moves a person would play."""
CAGE_VISITS = 8_000
"""Visits for each cage that may tell which of several kills in the open is the best."""
FAR_SHARE = 0.8
"""The part of what is left in which such a kill is shown inside the boundary."""
WAY_OUT_SHARE = 0.6
"""The part of what is kept for a guess in which ways out are looked for."""
WAY_RANK = 4
"""A way out of an open life must be among so many moves that the guessing tree likes best."""
LOST_SHARE = 0.3
"""The part of what is left in which they are looked for where life is refuted and other readings wait."""
QUICK_SHARE = 0.3
WIN_BONUS = 6.0
LOCAL_BONUS = 4.0
"""For a success by ko, or a kill that is proved inside the boundary only."""
FEW_STONES = 3
"""To kill so few stones inside the boundary only is no reason to believe that they are what it is about."""
PART_LESS = 3.0
"""How much less to kill the largest chain counts than to kill all of the target."""
WHOLE_SHARE = 0.35
"""The part of the effort in which all of a target is tried before its largest chain."""
PART_SHARE = 0.45
"""The part of what is left then in which that chain is tried."""
ANSWER_SHARE = 0.85
MOST_MEMORY = 256
"""Megabytes of the table that all areas share."""


@dataclass(slots=True)
class Finding:
    """The best answer found for a position: which reading, which area, what is proved."""

    reading: Reading
    problem: Problem
    solution: Solution
    caged: bool = False
    """Whether a kill holds even if all that is open around the area were the defender's."""
    candidates: tuple[Move, ...] = ()
    """First moves that are right in this area, or in the last smaller one that was decided."""
    flips: bool | None = None
    """Whether the result changes when the opponent moves first; None when that was not found out."""

    @property
    def holds_everywhere(self) -> bool:
        """Whether the proof holds on the whole board, taking walls with two outside liberties as safe."""
        alive = (self.reading.objective is Objective.LIVE) == self.solution.first.wins
        settled = self.solution.first.wins or self.solution.first.fails
        if settled and alive:  # a weaker wall or more room can only help who lives, if he trusts no friends
            return self.solution.proved and not self.friends
        return self.solution.proved and self.sealed and walls_stand(self.problem)

    @property
    def sealed(self) -> bool:
        """Whether widening the area would change nothing."""
        return self.caged or is_sealed(self.problem)

    @property
    def friends(self) -> PointSet:
        """Stones of the defender around the area, taken as safe."""
        return self.problem.area.neighbors() & self.problem.board.stones(self.problem.defender)

    @property
    def move(self) -> Move:
        return self.solution.move


# Solving


def solve_position(setup: Setup, budget: Budget) -> Finding | None:
    """The likeliest reading that can be solved, within the budget; None when there is no target at all.

    Readings far below the likeliest are tried only when nothing comes of those near it. What stays open
    gets a guess (`honte.tsumego.open.guess`).
    """
    ready("life and death")
    with budget.running():
        whole = Effort.whole(budget)
        effort = whole.part(1.0 - GUESS_SHARE)
        attempts = _attempts(setup)
        near = [a for a in attempts if a.reading.score + WIN_BONUS > attempts[0].reading.score]
        far = attempts[len(near) :]
        host = _equip(near, budget)
        _settle(setup, near, effort, check_flip=len(attempts) > 1)
        if setup.keystones is None:
            _look_for_ways_out(near, setup.to_play, effort.part(LOST_SHARE) if far else whole)
        if all(_is_hopeless(attempt) for attempt in _with_parts(near)):
            _equip(far, budget, host)
            _settle(setup, far, effort, check_flip=True)
            _look_for_ways_out(far, setup.to_play, whole)
        tried = [attempt for attempt in _with_parts(attempts) if attempt.finding is not None]
        best = max(tried, key=_rank_of, default=None)
        return None if best is None else _with_guess(best, setup.to_play, whole)


def _with_parts(attempts: list[_Attempt]) -> list[_Attempt]:
    """Attempts, and those of their parts that were made."""
    parts = [attempt.part for attempt in attempts if attempt.part is not None]
    return [*attempts, *(part for part in parts if part.finding is not None)]


def _settle(setup: Setup, attempts: list[_Attempt], effort: Effort, *, check_flip: bool) -> None:
    """Several readings get a quick try each; then those still open share what is left, unless a believed
    one stands above them."""
    if len(attempts) > 1:
        _try_all(setup, attempts, effort.part(QUICK_SHARE), even=True, check_flip=check_flip)
    believed = max((_rank_of(a) for a in attempts if a.finding and a.finding.flips), default=-99.0)
    left = [a for a in attempts if not _is_settled(a) and a.reading.score + WIN_BONUS > believed]
    _try_all(setup, left, effort, even=False, check_flip=check_flip)


def _look_for_ways_out(attempts: list[_Attempt], mover: Color, effort: Effort) -> None:
    """For readings that an area refutes, unless a better one stands above them."""
    best = max(map(_rank_of, attempts), default=0.0)
    lost = [a for a in attempts if a.finding and a.finding.solution.first.fails and a.reading.score >= best]
    for number, attempt in enumerate(lost):
        _look_for_way_out(attempt, mover, effort.part(WAY_OUT_SHARE / (len(lost) - number)))


def _look_for_way_out(attempt: _Attempt, mover: Color, effort: Effort) -> None:
    """For a life that is not proved. A way out leaves open what an area has refuted."""
    finding = attempt.finding
    assert finding is not None, "an attempt that was made"
    known = finding.solution.best or finding.holds_everywhere
    if attempt.reading.objective is Objective.LIVE and not known and attempt.way_out is None:
        attempt.way_out = find_way_out(attempt.solvers, mover, effort)
    if attempt.way_out is not None:
        finding.solution.first = replace(finding.solution.first, low=-MOST_THREATS)


def _with_guess(attempt: _Attempt, mover: Color, effort: Effort) -> Finding:
    """What was found; where that names no move, a way out, or the move that intuition likes best and no
    smaller area refuted."""
    finding = attempt.finding
    assert finding is not None, "only attempts that were made are ranked"
    solution = finding.solution
    if solution.best:
        solution.first = replace(solution.first, best=_likeliest_first(attempt, finding, mover, effort))
    if solution.best or finding.holds_everywhere:
        return finding
    solution.guess = _guess(attempt, finding, mover, effort)
    return finding


def _guess(attempt: _Attempt, finding: Finding, mover: Color, effort: Effort) -> Move:
    """A way out where life is refuted; otherwise the move that intuition likes best, if a way out is not
    far behind."""
    solution = finding.solution
    if attempt.way_out is None and not solution.first.fails:  # otherwise it was looked for already
        _look_for_way_out(attempt, mover, effort.part(WAY_OUT_SHARE))
    elif way := attempt.way_out:
        visits = effort.at_most(NATURAL_VISITS)
        return in_likely_order(way.cage, mover, way.moves, visits, -MOST_THREATS)[0]
    solvers, threats = _to_look_at(attempt, finding), max(0, solution.first.low)
    likely = likely_moves(solvers, mover, effort, finding.candidates, threats)
    stones = [move for move in finding.candidates if move is not None]
    if likely:
        ways = attempt.way_out.moves if attempt.way_out else ()
        return next((move for move in likely[:WAY_RANK] if move in ways), likely[0])
    return stones[0] if stones and solution.guess not in stones else solution.guess


def _likeliest_first(attempt: _Attempt, finding: Finding, mover: Color, effort: Effort) -> tuple[Move, ...]:
    """Right moves, those that a person would play first."""
    solver = attempt.solvers[attempt.problems.index(finding.problem)]
    moves = finding.candidates or finding.solution.best
    if attempt.reading.objective is Objective.KILL and finding.solution.first.wins and not finding.sealed:
        far = _kill_that_reaches_far(attempt, solver, mover, effort)
        if far is not None:
            return (far, *(move for move in moves if move != far))
    return in_likely_order(solver, mover, moves, effort.at_most(NATURAL_VISITS))


def _kill_that_reaches_far(attempt: _Attempt, solver: Solver, mover: Color, effort: Effort) -> Move:
    """Of kills in the open, the one that comes nearest to a kill in a cage; None when none comes near."""
    cages = [s.cage for s in reversed(attempt.solvers) if s.cage is not None]
    liked = hopeful_move(cages, mover, effort.at_most(CAGE_VISITS * len(cages)))
    if liked is None or (attempt.finding and liked in attempt.finding.candidates):
        return liked
    children = solver.prover.children(solver.start(mover, -MOST_THREATS))
    part = effort.part(FAR_SHARE)
    kills = any(c.move == liked and solver.judge(c, part) is Verdict.CAPTURED for c in children)
    return liked if kills else None


def _to_look_at(attempt: _Attempt, finding: Finding) -> list[Solver]:
    """Where to look for a guess, the most telling area first: for life the smallest in which there is hope,
    for a kill the smallest cage, or else the widest area. Where life is refuted there is nothing to see,
    unless it is everywhere."""
    if attempt.reading.objective is Objective.LIVE:
        mover = attempt.reading.defender
        still_open = [s for s in attempt.solvers if s.answers.get((mover, -MOST_THREATS), True)]
        return still_open or attempt.solvers
    here = attempt.problems.index(finding.problem)
    cages = [solver.cage for solver in attempt.solvers if solver.cage is not None]
    return cages or attempt.solvers[here:][::-1]


@dataclass(slots=True)
class _Attempt:
    """A reading, its areas, once it is tried a solver for each of them, and what they found so far."""

    reading: Reading
    problems: list[Problem]
    solvers: list[Solver] = field(default_factory=list)
    finding: Finding | None = None
    way_out: WayOut | None = None
    part: _Attempt | None = None
    """For a kill the largest chain of the target: what spares it does not kill."""
    left: tuple[Move, ...] | None = None
    """Moves that may kill, where others are known not to."""
    is_slight: bool = False
    """Whether it is a kill of few stones."""


def _attempts(setup: Setup) -> list[_Attempt]:
    """The likeliest readings that have an area at all."""
    readings = find_readings(setup)[:MOST_READINGS]
    found = (_Attempt(reading, problems_to_ask(setup, reading)) for reading in readings)
    attempts = [attempt for attempt in found if attempt.problems]
    for attempt in attempts:
        if attempt.reading.objective is Objective.KILL and setup.keystones is None:
            attempt.is_slight = len(attempt.reading.target) <= FEW_STONES
            attempt.part = _part_of(setup, attempt)
    return attempts


def _part_of(setup: Setup, attempt: _Attempt) -> _Attempt | None:
    """The largest chain of a target of several, where it is half of the stones or more."""
    whole = attempt.reading
    reading = part_of(setup.board, whole, PART_LESS)
    if not len(reading.target) < len(whole.target) <= 2 * len(reading.target):
        return None
    problems = problems_to_ask(setup, reading, friends_of=whole.target)
    return _Attempt(reading, problems) if problems else None


def _equip(attempts: list[_Attempt], budget: Budget, host: Prover | None = None) -> Prover | None:
    """A solver for each area; all share one table, the host's if there is one. Returns whose it is."""
    memory = min(budget.memory_mb, MOST_MEMORY)
    for attempt in attempts:
        for problem in attempt.problems:
            free_pass = not is_whole(problem, attempt.reading)
            prover = Prover(problem, memory, free_pass=free_pass, beside=host)
            host = host or prover
            attempt.solvers.append(Solver(problem, budget, prover))
    parts = [attempt.part for attempt in attempts if attempt.part is not None]
    return _equip(parts, budget, host) if parts else host


def _try_all(setup: Setup, attempts: list[_Attempt], effort: Effort, *, even: bool, check_flip: bool) -> None:
    """Each attempt in turn, with even shares or most for the first, until one is believed."""
    for number, attempt in enumerate(attempts):
        if effort.over:
            break
        last = number == len(attempts) - 1
        share = 1.0 / (len(attempts) - number) if even else 1.0 if last else READING_SHARE
        attempt.finding = _solve_attempt(setup, attempt, effort.part(share), check_flip=check_flip)
        if attempt.finding.flips and all(_is_settled(a) for a in attempts[:number]):
            break


def _is_settled(attempt: _Attempt) -> bool:
    return attempt.finding is not None and attempt.finding.solution.proved


def _is_hopeless(attempt: _Attempt) -> bool:
    """Whether the mover cannot reach this aim, or needs no move to."""
    finding = attempt.finding
    return finding is not None and (finding.solution.first.fails or finding.flips is False)


def _rank_of(attempt: _Attempt) -> float:
    """Believed readings first, then unknown ones, then those in which the first move does not matter."""
    if attempt.finding is None:
        return -99.0
    if _is_hopeless(attempt):
        return attempt.reading.score - 20.0
    if not attempt.finding.solution.best:
        return attempt.reading.score
    lives = attempt.reading.objective is Objective.LIVE
    if attempt.finding.solution.first.wins and (lives or attempt.finding.sealed):
        return attempt.reading.score + WIN_BONUS
    return attempt.reading.score + (0.0 if attempt.is_slight else LOCAL_BONUS)


def _solve_attempt(setup: Setup, attempt: _Attempt, effort: Effort, *, check_flip: bool) -> Finding:
    """One reading on all its areas; where it stays open its part, then again what that has left."""
    if attempt.part is None:
        return _ask(setup, attempt, effort, check_flip=check_flip)
    finding = _ask(setup, attempt, effort.part(WHOLE_SHARE), check_flip=check_flip)
    if finding.solution.best or effort.over:
        return finding
    if not _is_settled(attempt.part):
        attempt.part.finding = _ask(setup, attempt.part, effort.part(PART_SHARE), check_flip=True)
    return _ask(setup, attempt, effort, attempt.part.left, check_flip=check_flip)


def _ask(
    setup: Setup,
    attempt: _Attempt,
    effort: Effort,
    left: tuple[Move, ...] | None = None,
    *,
    check_flip: bool,
) -> Finding:
    """What all areas say of one target. `left` are the moves that may kill, None for all."""
    part = effort.part(ANSWER_SHARE) if check_flip else effort
    if attempt.reading.objective is Objective.LIVE:
        answer = live_anywhere(attempt.solvers, setup.to_play, part)
    else:
        answer = kill_everywhere(attempt.solvers, setup.to_play, part, left)
        attempt.left = answer.left
    problem = answer.solver.problem
    solution = Solution(problem, answer.outcome, guess=answer.guess)
    solution.nodes, solution.seconds = answer.solver.prover.nodes, effort.budget.elapsed
    caged = answer.cage is not None
    finding = Finding(attempt.reading, problem, solution, caged, candidates=answer.candidates)
    if check_flip and solution.best:
        finding.flips = (answer.cage or answer.solver).succeeds(setup.to_play.opponent, 0, effort)
    return finding
