"""Solving a position: which reading is tried, on which areas, with how much of the effort.

For each reading (`honte.tsumego.open.readings`) the area grows from small to large
(`honte.tsumego.open.areas`). Life shown in a small area holds in every larger one, because the attacker may
pass there as if there were dame elsewhere; so life is searched from small to large. Death must survive
widening: a kill holds on the whole board only in an area that attacker stones seal, or in a cage (the same
area, with all empty points around it taken as the defender's). Other kills hold inside their area.

A reading is believed when the first move matters: the mover succeeds, and fails when the opponent moves
first. A problem whose target and area are given is asked on that area alone.
"""

from __future__ import annotations

from dataclasses import replace

from honte.core import Color
from honte.search.effort import Effort
from honte.tsumego.open.attempts import UNTRIED, WIN_BONUS, Attempt, Outfit, attempts_of, with_parts
from honte.tsumego.open.choose import choose
from honte.tsumego.open.finding import Finding
from honte.tsumego.open.foresight import can_foresee
from honte.tsumego.open.naming import WAY_OUT_SHARE, look_for_way_out, with_move
from honte.tsumego.open.outlook import outlook_of
from honte.tsumego.open.widening import kill_everywhere, live_anywhere, solve_here
from honte.tsumego.problem import Objective, Setup
from honte.tsumego.proof.outcome import Outcome
from honte.tsumego.proof.prover import MOST_THREATS
from honte.tsumego.proof.watch import Watch

READING_SHARE = 0.6
"""Fraction of the remaining effort spent on a reading while others wait."""
GUESS_SHARE = 0.15
"""Fraction of the effort kept for a guess when nothing is proved."""
OPEN_GUESS_SHARE = 0.3
"""The same for a bare position, where more visits of the guess gain more than more nodes of the proof."""
LOST_SHARE = 0.3
"""Fraction of the remaining effort spent on escapes when life is refuted and other readings are untried."""
QUICK_SHARE = 0.3
"""Fraction of the effort in which all readings get a first, equal try."""
WHOLE_SHARE = 0.35
"""Fraction of the effort in which a whole target is tried before its largest chain."""
PART_SHARE = 0.45
"""Fraction of the effort left after that in which the largest chain is tried."""
CAGE_SHARE = 0.4
"""Fraction of the remaining effort in which a refuted life is refuted again in one cage."""
ANSWER_SHARE = 0.85
"""Fraction of the effort spent on the mover's result; the rest lets the opponent move first."""


def find(setup: Setup, effort: Effort, watch: Watch) -> Attempt | None:
    """The likeliest reading that can be solved, within the effort; None when there is no target at all.

    A reading that stays open gets a guess. `honte.tsumego.open.choose` decides which reading is meant.
    """
    attempts = explore(setup, effort, watch)
    watch.task = "the move"
    return _with_some_move(_chosen(setup, attempts, effort), setup.to_play) if attempts else None


def explore(setup: Setup, effort: Effort, watch: Watch) -> list[Attempt]:
    """All readings with what the search found of them, before one is chosen; leaves a share for the choice.

    Readings far below the likeliest are tried only when nothing comes of those near it.
    """
    searching = effort.part(1.0 - (OPEN_GUESS_SHARE if setup.keystones is None else GUESS_SHARE))
    attempts = attempts_of(setup)
    near = [a for a in attempts if a.reading.score + WIN_BONUS > attempts[0].reading.score]
    far = attempts[len(near) :]
    outfit = Outfit(setup, effort.budget, watch)
    outfit.equip(near)
    _settle(setup, near, searching, check_flip=len(attempts) > 1)
    if setup.safe is not None:
        _refute_everywhere(near, setup.to_play, searching)
    if setup.keystones is None or setup.safe is not None:
        _look_for_ways_out(near, setup.to_play, searching.part(LOST_SHARE) if far else effort)
    if all(attempt.is_hopeless for attempt in with_parts(near)):
        outfit.equip(far)
        _settle(setup, far, searching, check_flip=True)
        _look_for_ways_out(far, setup.to_play, effort)
    return with_parts(attempts)


def _chosen(setup: Setup, attempts: list[Attempt], effort: Effort) -> Attempt:
    """The reading that is meant, with its move: by the fitted model, or by rank where there is no network."""
    best = max(attempts, key=lambda attempt: attempt.rank)
    if best.finding is None:
        best.finding = _untouched(best)
        return best
    is_open = setup.keystones is None or not best.is_known
    outlook = outlook_of(setup) if is_open and can_foresee(effort) else None
    if outlook is not None:
        return choose(attempts, effort, outlook)
    best.finding = with_move(best, setup.to_play, effort)
    return best


def _with_some_move(attempt: Attempt, mover: Color) -> Attempt:
    """The attempt with a guess by shape alone, where no effort was left for a better one."""
    finding = attempt.found
    if finding.guess is None and not finding.outcome.best and not finding.outcome.proved:
        prover = finding.solver.prover
        moves = [child.move for child in prover.children(finding.solver.start(mover, 0))]
        stones = [move for move in moves if move is not None]
        guess = min(stones, key=lambda move: prover.shape_cost(move, mover), default=None)
        attempt.finding = replace(finding, guess=guess)
    return attempt


def _untouched(attempt: Attempt) -> Finding:
    """The finding of an attempt for which no effort was left."""
    solver = attempt.solvers[0]
    return Finding(solver, Outcome.unknown(solver.problem.to_play, attempt.reading.objective))


def _settle(setup: Setup, attempts: list[Attempt], effort: Effort, *, check_flip: bool) -> None:
    """Gives several readings a quick try each; then those still open share the rest of the effort, unless a
    believed one stands above them."""
    if len(attempts) > 1:
        _try_all(setup, attempts, effort.part(QUICK_SHARE), even=True, check_flip=check_flip)
    believed = max((a.rank for a in attempts if a.finding and a.finding.flips), default=UNTRIED)
    left = [a for a in attempts if not a.is_settled and a.reading.score + WIN_BONUS > believed]
    _try_all(setup, left, effort, even=False, check_flip=check_flip)


def _try_all(setup: Setup, attempts: list[Attempt], effort: Effort, *, even: bool, check_flip: bool) -> None:
    """Makes each attempt in turn, with even shares or most for the first, until one is believed."""
    for number, attempt in enumerate(attempts):
        if effort.over:
            break
        last = number == len(attempts) - 1
        share = 1.0 / (len(attempts) - number) if even else 1.0 if last else READING_SHARE
        attempt.finding = _solve_attempt(setup, attempt, effort.part(share), check_flip=check_flip)
        if attempt.finding.flips and all(a.is_settled for a in attempts[:number]):
            break


def _look_for_ways_out(attempts: list[Attempt], mover: Color, effort: Effort) -> None:
    """Looks for escapes in readings that an area refutes, unless a better reading stands above them."""
    best = max((attempt.rank for attempt in attempts), default=0.0)
    lost = [a for a in attempts if a.finding and a.finding.outcome.fails and a.reading.score >= best]
    for number, attempt in enumerate(lost):
        look_for_way_out(attempt, mover, effort.part(WAY_OUT_SHARE / (len(lost) - number)))


def _refute_everywhere(attempts: list[Attempt], mover: Color, effort: Effort) -> None:
    """Asks again in the cage of the widest area where life is refuted: what fails there fails everywhere."""
    for attempt in attempts:
        finding = attempt.finding
        if finding is None or finding.outcome.objective is Objective.KILL or not finding.outcome.fails:
            continue
        caged = [] if finding.holds_everywhere else [s for s in attempt.solvers if s.cage is not None]
        for solver in caged:
            cage = solver.cage
            if cage is not None and cage.succeeds(mover, MOST_THREATS, effort.part(CAGE_SHARE)) is False:
                attempt.finding = replace(finding, solver=solver, cage=cage)
                break


def _solve_attempt(setup: Setup, attempt: Attempt, effort: Effort, *, check_flip: bool) -> Finding:
    """Asks one reading on all its areas; where it stays open its part, then again: what the part refutes is
    refuted for the whole."""
    if attempt.part is None:
        return _ask(setup, attempt, effort, check_flip=check_flip)
    finding = _ask(setup, attempt, effort.part(WHOLE_SHARE), check_flip=check_flip)
    if finding.outcome.best or effort.over:
        return finding
    if not attempt.part.is_settled:
        attempt.part.finding = _ask(setup, attempt.part, effort.part(PART_SHARE), check_flip=True)
    return _ask(setup, attempt, effort, check_flip=check_flip)


def _ask(setup: Setup, attempt: Attempt, effort: Effort, *, check_flip: bool) -> Finding:
    """What all areas say of one target."""
    mover = setup.to_play
    attempt.solvers[0].watch.task = attempt.reading.question
    part = effort.part(ANSWER_SHARE) if check_flip else effort
    if attempt.exact:
        finding = solve_here(attempt.solvers[0], mover, part)
    elif attempt.reading.objective is Objective.LIVE:
        finding = live_anywhere(attempt.solvers, mover, part)
    else:
        finding = kill_everywhere(attempt.solvers, mover, part)
    if check_flip and finding.outcome.best:
        asked = finding.cage or finding.solver
        finding = replace(finding, flips=asked.succeeds(mover.opponent, 0, effort))
    return finding
