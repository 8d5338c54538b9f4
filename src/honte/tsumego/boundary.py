"""Solving a bare position: target, aim and area are found, tried and widened by need.

For each reading (`honte.tsumego.readings`) the area grows from small to large (`honte.tsumego.area`). Life
shown in a small area holds in every larger one (the attacker may pass there, as if he had dame
elsewhere), so a defender who moves first is searched small to
large. Death must survive widening: a kill counts as proved only in an area that is sealed by attacker
stones, otherwise it is a kill "within the boundary" and said to be so.

A reading is believed when the first move matters: the mover succeeds, and fails when the opponent moves
first. Nothing here claims more than was searched: `Finding.holds_everywhere` tells the difference.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from honte.core import Color, Move
from honte.errors import ProblemError
from honte.grid import PointSet
from honte.kernels.families import ready
from honte.search.budget import Budget
from honte.tsumego.area import FAR, find_area
from honte.tsumego.effort import Effort
from honte.tsumego.local import LocalBoard, TooLarge
from honte.tsumego.problem import Objective, Problem, Setup
from honte.tsumego.proof import Prover, Verdict
from honte.tsumego.readings import Reading, find_readings
from honte.tsumego.solver import MOST_THREATS, Outcome, Solution, Solver

MAX_EMPTY = 34
"""Areas with more empty points than this are not tried: no proof would come in time."""
SMALL_WHOLE = 16
"""Closed areas with at most so many empty points need no smaller ones before them."""
MOST_READINGS = 4
READING_SHARE = 0.6
AREA_SHARE = 0.85
REACHES = (1, 2, 3, 4, 6, FAR)


@dataclass(slots=True)
class Finding:
    """The best answer found for a position: which reading, which area, what is proved."""

    reading: Reading
    problem: Problem
    solution: Solution
    sealed: bool
    """Whether the area is closed by attacker stones all round."""
    candidates: tuple[Move, ...] = ()
    """First moves that are right in this area, or in the last smaller one that was decided."""
    flips: bool | None = None
    """Whether the result changes when the opponent moves first; None when that was not found out."""

    @property
    def holds_everywhere(self) -> bool:
        """Whether the proof holds on the whole board, taking walls with two outside liberties as safe."""
        alive = (self.reading.objective is Objective.LIVE) == self.solution.first.wins
        settled = self.solution.first.wins or self.solution.first.fails
        if settled and alive:  # a weaker wall or more room can only help who lives
            return self.solution.proved
        return self.solution.proved and self.sealed and walls_stand(self.problem)

    @property
    def move(self) -> Move:
        return self.solution.move


# Areas


def problems_of(setup: Setup, reading: Reading) -> Iterator[Problem]:
    """The problem of a reading on growing areas, as far as they fit the solver.

    A closed area that is small enough is taken whole at once.
    """
    whole = _problem(setup, reading, find_area(setup.board, reading.target, reading.defender))
    if whole is not None and len(whole.valid_points) <= SMALL_WHOLE and _fits(whole, first=True):
        yield whole
        return
    found = False
    for tight in (False, True):
        seen: set[int] = set()
        for reach in REACHES:
            area = find_area(setup.board, reading.target, reading.defender, reach, tight=tight)
            problem = None if area.mask in seen else _problem(setup, reading, area)
            seen.add(area.mask)
            if problem is None:
                continue
            if not _fits(problem, first=not found):
                break
            found = True
            yield problem
        if found:
            return


def _fits(problem: Problem, *, first: bool) -> bool:
    if len(problem.valid_points) > MAX_EMPTY and not first:
        return False
    try:
        LocalBoard.of(problem)
    except TooLarge:
        return False
    return True


def _problem(setup: Setup, reading: Reading, area: PointSet) -> Problem | None:
    try:
        return replace(setup, keystones=reading.target, area=area).problem()
    except ProblemError:
        return None


def is_sealed(problem: Problem) -> bool:
    """Whether every neighbor outside the area is an attacker stone, so that widening adds nothing."""
    outside = problem.area.neighbors()
    return not (outside - problem.board.stones(problem.attacker))


def walls_stand(problem: Problem) -> bool:
    """Whether every attacker chain around the area has two liberties outside it, so that a fight inside
    cannot put it into atari and leave no answer."""
    outside = problem.board.empty - problem.area
    wall = problem.area.neighbors() - problem.area
    chains = (chain for chain in problem.board.chains(problem.attacker) if not chain.stones.isdisjoint(wall))
    return all(len(chain.liberties & outside) >= 2 for chain in chains)


def _is_whole(problem: Problem, reading: Reading) -> bool:
    """Whether the area is all that attacker stones leave open: he may be short of moves only there."""
    return problem.area == find_area(problem.board, reading.target, reading.defender)


# Solving


def solve_position(setup: Setup, budget: Budget) -> Finding | None:
    """The likeliest reading that can be solved, within the budget; None when there is no target at all."""
    ready("life and death")
    with budget.running():
        readings = find_readings(setup)[:MOST_READINGS]
        effort = Effort.whole(budget)
        best: Finding | None = None
        for number, reading in enumerate(readings):
            part = effort if number == len(readings) - 1 else effort.part(READING_SHARE)
            finding = _solve_reading(setup, reading, part, check_flip=len(readings) > 1)
            if finding is None:
                continue
            if best is None or _rank(finding) > _rank(best):
                best = finding
            if finding.flips or effort.over:
                break
        return best


def _rank(finding: Finding) -> float:
    """Believed readings first, then unknown ones, then those in which the first move does not matter."""
    first = finding.solution.first
    if first.fails or finding.flips is False:
        return finding.reading.score - 20.0
    return finding.reading.score + (6.0 if first.wins else 4.0 if first.best else 0.0)


def _solve_reading(setup: Setup, reading: Reading, effort: Effort, *, check_flip: bool) -> Finding | None:
    """Widens the area by need and keeps the answer that says most."""
    lives = reading.objective is Objective.LIVE
    problems = problems_of(setup, reading)
    kept: Finding | None = None
    for problem in problems:
        if effort.over:
            break
        finding = _solve_area(setup, reading, problem, effort.part(AREA_SHARE), kept)
        kept = finding if kept is None or not lives else _closer_to_life(kept, finding)
        outcome = finding.solution.first
        open_here = not outcome.proved and not outcome.wins  # a wider area would be harder still
        if open_here or (outcome.wins if lives else outcome.fails):
            break
    if kept is not None and check_flip and kept.solution.best:
        kept.flips = Solver(kept.problem, effort.budget).succeeds(setup.to_play.opponent, 0, effort)
    return kept


def _solve_area(
    setup: Setup, reading: Reading, problem: Problem, effort: Effort, smaller: Finding | None
) -> Finding:
    """One area. When it stays open, the guess is the best move among those right in the smaller one."""
    memory = min(effort.budget.memory_mb, 256)
    prover = Prover(problem, memory, free_pass=not _is_whole(problem, reading))
    solver = Solver(problem, effort.budget, prover)
    mover = setup.to_play
    candidates: tuple[Move, ...] = () if smaller is None else smaller.candidates
    outcome, guess = None, None
    if candidates and reading.objective is Objective.KILL:
        outcome, candidates, guess = _try_candidates(solver, mover, candidates, effort.part(0.7))
    if outcome is None and not (candidates and guess):
        outcome = solver.outcome(mover, effort.part(0.85))
        guess = solver.guess(mover, candidates)
        if outcome.best:
            spare = effort.part(0.3).at_most(20_000 + 2 * solver.prover.nodes)
            right, _ = solver.sort_moves(outcome, spare)
            candidates = tuple(dict.fromkeys([*outcome.best, *right]))
            if outcome.best[0] is None:  # dead as it stands; a player still wants a stone to play
                outcome = replace(outcome, best=tuple(sorted(candidates, key=lambda move: move is None)))
    if outcome is None:
        outcome = Outcome(mover, reading.objective, -MOST_THREATS, MOST_THREATS + 1)
    solution = Solution(problem, outcome, guess=guess)
    solution.nodes, solution.seconds = solver.prover.nodes, effort.budget.elapsed
    return Finding(reading, problem, solution, is_sealed(problem), candidates=candidates)


def _try_candidates(
    solver: Solver, mover: Color, candidates: tuple[Move, ...], effort: Effort
) -> tuple[Outcome | None, tuple[Move, ...], Move]:
    """The moves that kill in the smaller area, one by one: no other move inside it can kill in a wider one.

    Returns the outcome if one of them kills, those not refuted, and the most promising of these.
    """
    start = solver.start(mover, -MOST_THREATS)
    killing: list[Move] = []
    left: list[tuple[float, Move]] = []
    children = [c for c in solver.prover.children(start) if c.move in candidates]
    for number, child in enumerate(children):
        if child.fallen:
            killing.append(child.move)
            continue
        verdict = solver.prover.prove(child.state, effort.part(1.0 / (len(children) - number)))
        if verdict is Verdict.CAPTURED:
            killing.append(child.move)
        elif verdict is Verdict.UNKNOWN:
            numbers = solver.prover.root_numbers()
            hope = sum(pn for _, pn, _ in numbers) / (1 + min((dn for _, _, dn in numbers), default=0))
            left.append((hope, child.move))
    if killing:
        outcome = Outcome(mover, Objective.KILL, -MOST_THREATS, -MOST_THREATS, tuple(killing))
        return outcome, tuple(killing), killing[0]
    left.sort(key=lambda pair: pair[0])
    return None, tuple(move for _, move in left), left[0][1] if left else None


def _closer_to_life(kept: Finding, finding: Finding) -> Finding:
    """For a defender: the area in which he needs the fewest threats, the wider one if equal."""
    old, new = kept.solution.first, finding.solution.first
    return kept if old.high < new.high else finding
