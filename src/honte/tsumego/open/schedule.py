"""Solving a position: one schedule over all open questions about all its readings.

Every question (`honte.tsumego.open.ladder`) has a weight: how likely it decides the position, by how likely
its reading is meant, its first move is right and the mover succeeds. A try of a question costs as many nodes
as all its tries before. The schedule always asks the question with the most weight for each node of its next
try. So effort is shared by weight, and no question is given up for good.

A reading is believed when the first move matters: the mover succeeds, and fails when the opponent moves
first. Readings that are less likely than a believed one are left. A problem whose target and area are given
is asked on that area alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from honte.core import Color, Move
from honte.search.effort import Effort
from honte.tsumego.open.attempts import Attempt, Outfit, attempts_of
from honte.tsumego.open.choose import choose
from honte.tsumego.open.foresight import can_foresee
from honte.tsumego.open.growing import Growth
from honte.tsumego.open.inquiry import Inquiry
from honte.tsumego.open.naming import with_move
from honte.tsumego.open.outlook import Outlook, outlook_of
from honte.tsumego.open.widening import solve_here
from honte.tsumego.problem import Setup
from honte.tsumego.problem.predicates import is_sealed
from honte.tsumego.proof.memory import Memory
from honte.tsumego.proof.watch import Watch

GUESS_SHARE = 0.15
"""Fraction of the effort kept for a guess when nothing is proved."""
OPEN_GUESS_SHARE = 0.3
"""The same for a bare position, where more visits of the guess gain more than more nodes of the proof."""
HALF = 2.0
"""A reading that scores this much less is half as likely."""
MOST_MOVES = 6
"""Likely first moves that are asked by themselves; the chance of each falls with its rank."""


def find(setup: Setup, effort: Effort, watch: Watch, memory: Memory | None = None) -> Attempt | None:
    """The likeliest reading that can be solved, within the effort; None when there is no target at all.

    A reading that stays open gets a guess. `honte.tsumego.open.choose` decides which reading is meant.
    """
    outlook = outlook_of(setup) if can_foresee(effort) else None
    attempts = explore(setup, effort, watch, outlook, memory)
    watch.task = "the move"
    return _with_some_move(_chosen(setup, attempts, effort, outlook), setup.to_play) if attempts else None


def explore(
    setup: Setup,
    effort: Effort,
    watch: Watch,
    outlook: Outlook | None = None,
    memory: Memory | None = None,
) -> list[Attempt]:
    """All readings with what the search found of them, before one is chosen; the rest is for the choice."""
    searching = effort.part(1.0 - (OPEN_GUESS_SHARE if setup.keystones is None else GUESS_SHARE))
    attempts = attempts_of(setup)
    parts = [attempt.part for attempt in attempts if attempt.part is not None]
    targets = [part.reading.target for part in parts]
    attempts = [each for each in attempts if each.reading.target not in targets] + parts
    outfit = Outfit(setup, effort.budget, watch, memory)
    if len(attempts) == 1 and is_closed(setup, attempts[0]):
        outfit.equip(attempts)
        watch.task = attempts[0].reading.question
        attempts[0].finding = solve_here(attempts[0].solvers[0], setup.to_play, searching)
        return attempts
    inquiries = [_inquiry(setup, attempt, attempts, outfit, outlook) for attempt in attempts]
    _run(inquiries, searching, watch)
    for inquiry in inquiries:
        inquiry.close()
    return attempts


def is_closed(setup: Setup, attempt: Attempt) -> bool:
    """Whether one area is all there is to ask: it is given, or sealed by walls that need no trust."""
    first = attempt.problems[0]
    if attempt.exact or len(attempt.problems) > 1 or not is_sealed(first):
        return attempt.exact
    return setup.safe is None or Growth(setup, attempt.reading, attempt.friends).wider(first, None) is None


def _inquiry(
    setup: Setup, attempt: Attempt, attempts: list[Attempt], outfit: Outfit, outlook: Outlook | None
) -> Inquiry:
    top = max(each.reading.score for each in attempts)
    weight = 2.0 ** ((attempt.reading.score - top) / HALF)
    likely: Mapping[Move, float] = {}
    if outlook is not None:
        stakes = max(*(outlook.swing(each.reading.target) for each in attempts), 1e-6)
        weight *= outlook.swing(attempt.reading.target) / stakes + 0.25
        likely = {move: 1 / rank for rank, move in enumerate(outlook.moves_in_scene()[:MOST_MOVES], 1)}
    growth = Growth(setup, attempt.reading, attempt.friends)
    return Inquiry(attempt, setup.to_play, growth, partial(outfit.solver, attempt), likely, weight)


def _run(inquiries: list[Inquiry], effort: Effort, watch: Watch) -> None:
    """Asks the question of most worth until the effort is spent or nothing is left to ask."""
    for inquiry in inquiries:
        inquiry.open()
    believed = 0.0
    while not effort.over:
        standing = [each for each in inquiries if each.weight > believed and each.standing()]
        if not standing:
            break
        inquiry = max(standing, key=lambda each: each.worth)
        watch.task = inquiry.attempt.reading.question
        inquiry.ask(effort)
        if inquiry.is_settled:
            inquiry.conclude(effort, check_flip=len(inquiries) > 1)
            if inquiry.best and inquiry.attempt.found.flips is not False:
                believed = max(believed, inquiry.weight)
    likeliest = max(inquiries, key=lambda each: each.weight, default=None)
    for inquiry in inquiries:
        if inquiry.attempt.finding is None and (inquiry.spent or inquiry is likeliest):
            inquiry.conclude(effort, check_flip=len(inquiries) > 1)


def _chosen(setup: Setup, attempts: list[Attempt], effort: Effort, outlook: Outlook | None) -> Attempt:
    """The reading that is meant, with its move: by the fitted model, or by rank where there is no network."""
    best = max(attempts, key=lambda attempt: attempt.rank)
    is_open = setup.keystones is None or not best.is_known
    if outlook is not None and is_open and can_foresee(effort):
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
