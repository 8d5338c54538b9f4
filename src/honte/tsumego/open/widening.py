"""One question asked on growing areas around the same target.

Empty points outside an area count as the attacker's. So life in any area is life, and a kill must hold in
the widest area. A move that kills in a wide area kills in every smaller one; a move outside the smaller area
counts there as a pass. Each solver holds one area; the list goes from the smallest to the widest.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from honte.core import Color, Move
from honte.search.effort import Effort
from honte.tsumego.open.finding import Finding
from honte.tsumego.open.guess import in_likely_order, most_hopeful
from honte.tsumego.problem import Objective
from honte.tsumego.proof.outcome import Outcome
from honte.tsumego.proof.prover import MOST_THREATS, Verdict
from honte.tsumego.proof.solver import Solver

ROUNDS_SHARE = 0.75
"""Fraction of the effort in which the defender tries all areas in turn."""
FIRST_QUOTA = 10_000
"""Nodes for each area in the first round; every round doubles them."""
FAVOR = 8
"""Factor by which the most hopeful area gets more nodes than each other area."""
HOPE_SHARE = 0.15
"""Fraction of the remaining effort of the rounds in which the most hopeful area is chosen."""
HOPE_VISITS = 4_000
"""Visits of the guessing tree in each area, to choose the most hopeful one."""
FIRM_SHARE = 0.7
"""Fraction of the effort in which the attacker tries to kill against any threats."""
MOMENT = 20_000
"""Nodes for each move that a smaller area left open, before the likeliest moves get more."""
LIKELY_SHARE = 0.5
"""Fraction of the remaining effort spent on the likeliest move, then on the next, and so on."""
LIKELY_VISITS = 3_000
"""Visits of the guessing tree that order the moves which a smaller area left open."""
AREA_SHARE = 0.85
"""Fraction of the remaining effort spent on one area; the rest sorts moves or searches wider areas."""
CAGE_SHARE = 0.3
"""Fraction of the remaining effort in which a kill must be proved in its cage."""
CAGE_NODES = 50_000
"""Nodes for the proof in the cage, beside twice what the area took."""
SORT_SHARE = 0.3
"""Fraction of the remaining effort in which every first move of an area is judged."""
SORT_NODES = 20_000
"""Nodes for judging every first move, beside twice what the area took."""


# Life


def live_anywhere(solvers: Sequence[Solver], mover: Color, effort: Effort) -> Finding:
    """Asks all areas in turn, with twice the nodes in every round, until the defender lives in one.

    A small area may be hard to refute while the defender lives at once in a wider one, or the other way
    round. After the first round the most hopeful area gets more nodes than the others. The rest of the
    effort goes into that area if it is still open, otherwise into a ko in the widest one.
    """
    rounds = effort.part(ROUNDS_SHARE)
    still_open = list(solvers) if len(solvers) > 1 else []
    favorite: Solver | None = None
    quota = FIRST_QUOTA
    while still_open and not rounds.over:
        left = []
        for solver in still_open:
            more = FAVOR if solver is favorite else 1
            lives = solver.succeeds(mover, -MOST_THREATS, rounds.at_most(quota * more))
            if lives:
                return solve_here(solver, mover, effort)
            if lives is None:
                left.append(solver)
        still_open = left
        quota *= 2
        if still_open and favorite not in still_open:
            looks = rounds.part(HOPE_SHARE).at_most(HOPE_VISITS * len(still_open))
            favorite = most_hopeful(still_open, mover, looks)
    answer = solve_here(favorite if still_open and favorite else solvers[-1], mover, effort)
    if any(solver is not answer.solver for solver in still_open):  # what one area refutes another may allow
        return replace(answer, outcome=replace(answer.outcome, low=-MOST_THREATS))
    return answer


def solve_here(solver: Solver, mover: Color, effort: Effort, known: Outcome | None = None) -> Finding:
    """The whole outcome in one area, with all first moves that are proved to be right within the effort."""
    outcome = solver.outcome(mover, effort.part(AREA_SHARE), known=known)
    guess, candidates = solver.guess(mover), outcome.best
    if outcome.best:
        right, _ = solver.sort_moves(outcome, _for_sorting(solver, effort))
        candidates = tuple(dict.fromkeys([*outcome.best, *right]))
        if outcome.best[0] is None:  # a pass is right, but a player wants a stone to play
            outcome = replace(outcome, best=_pass_last(candidates))
    return Finding(solver, outcome, guess, candidates)


def _pass_last(moves: Iterable[Move]) -> tuple[Move, ...]:
    return tuple(sorted(moves, key=lambda move: move is None))


def _for_sorting(solver: Solver, effort: Effort) -> Effort:
    return effort.part(SORT_SHARE).at_most(SORT_NODES + 2 * solver.prover.nodes)


# Death


def kill_everywhere(solvers: Sequence[Solver], mover: Color, effort: Effort) -> Finding:
    """Looks for a move that kills in the widest area: against any threats, or else with the fewest.

    A kill in the cage of any area (`Solver.cage`) holds in every wider one. Moves that are known to fail on
    the whole board (`Solver.is_refuted`) are not searched.
    """
    if len(solvers) == 1 and solvers[0].cage is None:
        return solve_here(solvers[0], mover, effort)
    firm = _kill_with(solvers, mover, -MOST_THREATS, effort.part(FIRM_SHARE))
    if firm.outcome.wins:
        return firm
    found = _kill_by_ko(solvers, mover, firm.outcome, effort)
    if found.outcome.best and found.outcome.high <= 0:
        return solve_here(found.solver, mover, effort, found.outcome)
    if found.outcome.low > -MOST_THREATS or found.outcome.best or not firm.candidates:
        return found
    return firm


def _kill_by_ko(solvers: Sequence[Solver], mover: Color, known: Outcome, effort: Effort) -> Finding:
    """Asks for a kill without threats, then with MOST_THREATS, then with 1, 2 and so on, until the least
    number is known."""
    for threats in (0, MOST_THREATS, *range(1, MOST_THREATS)):
        asked = _kill_with(solvers, mover, threats, effort)
        if asked.outcome.best:
            known = replace(known, high=threats, best=asked.outcome.best)
        else:
            known = replace(known, low=max(known.low, asked.outcome.low))
        if asked.outcome.best or not known.best:
            found = asked
        if known.low <= threats < known.high or known.high <= 0 or known.low >= known.high:
            break
    return replace(found, outcome=known)


def moves_left(solvers: Sequence[Solver], mover: Color, threats: int) -> tuple[Move, ...] | None:
    """The first moves in the widest area that are not known to fail; None when none is known to."""
    widest = solvers[-1]
    moves = [child.move for child in widest.prover.children(widest.start(mover, threats))]
    left = tuple(move for move in moves if not widest.is_refuted(mover, threats, move))
    return left if len(left) < len(moves) else None


def _kill_with(solvers: Sequence[Solver], mover: Color, threats: int, effort: Effort) -> Finding:
    """Asks for a kill at one number of threats, from the smallest area up to the first that stays open."""
    nothing = Outcome.unknown(mover, Objective.KILL)
    for solver in solvers:
        part = effort.part(AREA_SHARE)
        left = moves_left(solvers, mover, threats)
        if left is None:
            killing, alive, guess = _first_look(solver, mover, threats, part)
        else:
            killing, alive, guess = _look_again(solver, mover, threats, left, part)
        last = Finding(solver, nothing, guess, alive)
        if not alive:
            return replace(last, outcome=replace(nothing, low=threats + 1))
        if not killing:
            return last
        caught = _caught(solver, mover, killing, effort) if threats == -MOST_THREATS else ()
        if caught:
            outcome = replace(nothing, high=threats, best=caught)
            return replace(last, outcome=outcome, candidates=caught, cage=solver.cage)
    moves = _pass_last(killing)
    return replace(last, outcome=replace(nothing, high=threats, best=moves), candidates=moves)


def _caught(solver: Solver, mover: Color, moves: tuple[Move, ...], effort: Effort) -> tuple[Move, ...]:
    """The given moves that are proved to kill in the area's cage against any threats."""
    cage = solver.cage
    if cage is None:
        return ()
    effort = effort.part(CAGE_SHARE).at_most(CAGE_NODES + 2 * solver.prover.nodes)
    children = [c for c in cage.prover.children(cage.start(mover, -MOST_THREATS)) if c.move in moves]
    found = []
    for number, child in enumerate(children):
        part = effort.part(1.0 / (len(children) - number))
        if cage.judge(child, part, (mover, -MOST_THREATS)) is Verdict.CAPTURED:
            found.append(child.move)
    return _pass_last(found)


Look = tuple[tuple[Move, ...], tuple[Move, ...], Move]
"""Moves that kill, moves not refuted, and the most promising of these."""


def _first_look(solver: Solver, mover: Color, threats: int, effort: Effort) -> Look:
    """Judges all moves of an area."""
    answer = solver.succeeds(mover, threats, effort.part(0.8))
    moves = tuple(child.move for child in solver.prover.children(solver.start(mover, threats)))
    if answer is None:
        solver.note_guess(mover)
        return (), moves, solver.guess(mover)
    if not answer:
        return (), (), None
    first = solver.decisive(mover)
    outcome = Outcome(mover, Objective.KILL, -MOST_THREATS, threats, first)
    right, wrong = solver.sort_moves(outcome, _for_sorting(solver, effort))
    killing = tuple(dict.fromkeys([*first, *right]))
    left = (move for move in dict.fromkeys([*killing, *moves]) if move not in wrong)
    return killing, tuple(left), killing[0]


def _look_again(solver: Solver, mover: Color, threats: int, alive: tuple[Move, ...], effort: Effort) -> Look:
    """Judges the moves that a smaller area left open.

    Each move gets MOMENT nodes, which refute the easy ones. Then the likeliest moves get the rest in turn,
    until one kills. Moves outside this area count as a pass.
    """
    here = {child.move: child for child in solver.prover.children(solver.start(mover, threats))}
    children = {
        move: here[move] for move in here if move in alive or (move is None and set(alive) - set(here))
    }
    moves = in_likely_order(solver, mover, tuple(children), effort.at_most(LIKELY_VISITS), threats)
    killing: list[Move] = []
    hopes: dict[Move, float] = {}

    def look(move: Move, part: Effort) -> None:
        verdict = solver.judge(children[move], part, (mover, threats))
        hopes.pop(move, None)
        if verdict is Verdict.CAPTURED:
            killing.append(move)
        elif verdict is Verdict.UNKNOWN:
            hopes[move] = _hope(solver)

    for number, move in enumerate(moves):
        look(move, effort.part(LIKELY_SHARE / (len(moves) - number)).at_most(MOMENT))
    waiting = [move for move in moves if move in hopes]
    for number, move in enumerate(waiting):
        if killing:
            break
        look(move, effort.part(LIKELY_SHARE if number < len(waiting) - 1 else 1.0))
    left = (*killing, *sorted(hopes, key=lambda move: hopes[move]))
    return tuple(killing), left, left[0] if left else None


def _hope(solver: Solver) -> float:
    """How far the last search was from a kill, by its proof numbers; a smaller number is nearer."""
    numbers = solver.prover.root_numbers()
    return sum(pn for _, pn, _ in numbers) / (1 + min((dn for _, _, dn in numbers), default=0))
