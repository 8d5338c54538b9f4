"""Which reading is meant, and which move answers it: one small fitted model over what is known of each.

A *candidate* is a reading with the move that it would play: proved, or guessed by the tree search with the
network. The model gives each candidate the chance that its move is the one a book asks for. What counts is
what is at stake: a proof about one stone in the corner of a large fight is true and beside the point. The
weights are `choice.json` beside this file, fitted by `training/choice.py`. A choice proves nothing: proofs
stay proofs whichever reading is chosen.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

from honte.core import Move
from honte.tsumego.open.foresight import Foreseen, can_foresee, foresee
from honte.tsumego.problem import Objective
from honte.tsumego.proof.outcome import Outcome
from honte.tsumego.proof.prover import MOST_THREATS

if TYPE_CHECKING:
    from honte.search.effort import Effort
    from honte.tsumego.open.attempts import Attempt
    from honte.tsumego.open.finding import Finding
    from honte.tsumego.open.outlook import Outlook

WEIGHTS = "choice.json"
LEAST = 1e-3
"""Probabilities of moves below this count as this."""
FEATURES = (
    "guess",
    "proved on the board",
    "proved in its area",
    "proved by ko",
    "share of the stakes",
    "likely",
    "share of the visits",
    "value",
)
"""The numbers that the model sees of a candidate, in their order."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A reading with the move that it would play, and what the model sees of the two."""

    attempt: Attempt
    move: Move
    features: tuple[float, ...]

    @property
    def value(self) -> float:
        """What a guess is worth to the mover, from -1 to +1; 0 for a proof."""
        return self.features[FEATURES.index("value")]

    @property
    def chance(self) -> float:
        """The chance that this is the move a book asks for."""
        weights = fitted()
        return 1 / (1 + math.exp(-sum(weights[n] * x for n, x in zip(FEATURES, self.features, strict=True))))


@cache
def fitted() -> Mapping[str, float]:
    """The weights of the features."""
    text = (resources.files("honte.tsumego.open") / WEIGHTS).read_text(encoding="utf8")
    weights: dict[str, float] = json.loads(text)["weights"]
    return weights


def choose(attempts: Sequence[Attempt], effort: Effort, outlook: Outlook) -> Attempt:
    """The attempt whose move is most likely meant, with that move in its finding."""
    candidates = candidates_of(attempts, effort, outlook)
    if not candidates:
        return max(attempts, key=lambda attempt: attempt.rank)
    best = max(candidates, key=lambda candidate: candidate.chance)
    best.attempt.finding = _with_move(best, outlook)
    return best.attempt


def candidates_of(attempts: Sequence[Attempt], effort: Effort, outlook: Outlook) -> list[Candidate]:
    """What may be chosen: every reading with a proved move, and one guess where the stakes are open."""
    return [*_proved(attempts, outlook), *_guessed(attempts, effort, outlook)]


def _with_move(chosen: Candidate, outlook: Outlook) -> Finding:
    """The finding with its move. A hopeful guess leaves open what only areas refute."""
    finding, move = chosen.attempt.found, chosen.move
    outcome = finding.outcome
    if outcome.best:
        right = sorted(_right_moves(finding), key=lambda each: (each != move, -outlook.prior(each)))
        return replace(finding, outcome=replace(outcome, best=tuple(right)))
    if outcome.fails and chosen.value > 0 and not chosen.attempt.reading.is_given:
        outcome = Outcome.unknown(outcome.mover, outcome.objective)
    return replace(finding, outcome=outcome, guess=move)


def _proved(attempts: Sequence[Attempt], outlook: Outlook) -> list[Candidate]:
    """The readings in which a move is proved to matter, each with its likeliest right move."""
    found = []
    for attempt in attempts:
        if attempt.finding is None or attempt.is_hopeless or not attempt.finding.outcome.best:
            continue
        finding = attempt.finding
        move = max(_right_moves(finding), key=outlook.prior)
        outcome = finding.outcome
        everywhere = outcome.wins and (outcome.objective is Objective.LIVE or finding.sealed)
        kind = 1 if everywhere else 2 if outcome.wins else 3
        found.append(_candidate(attempt, move, kind, attempts, outlook))
    return found


def _right_moves(finding: Finding) -> tuple[Move, ...]:
    """All moves proved to be right; those of an area where they are as good as the best."""
    moves = dict.fromkeys([*finding.outcome.best, *(finding.candidates if finding.outcome.best else ())])
    return tuple(moves)


def _guessed(attempts: Sequence[Attempt], effort: Effort, outlook: Outlook) -> list[Candidate]:
    """The guess for the reading of the highest stakes, where that reading is not decided."""
    made = [attempt for attempt in attempts if attempt.finding is not None]
    top = max(made, key=lambda attempt: outlook.swing(attempt.reading.target), default=None)
    if top is None or (top.is_known and not top.is_hopeless) or not can_foresee(effort):
        return []
    target = top.reading.target if top.reading.is_given else None
    seen = foresee(outlook, effort, target, _not_refuted(top, outlook))
    owner = top if not top.is_known else next((a for a in made if not a.is_known), None)
    if not seen or owner is None or (top.is_known and seen[0].value < 0):  # lost, and the guess agrees
        return []
    return [_candidate(owner, seen[0].move, 0, attempts, outlook, seen[0])]


def _not_refuted(attempt: Attempt, outlook: Outlook) -> tuple[Move, ...]:
    """The moves that may still be right: against any threats, or else with none, or else with many.

    A given area holds all moves; otherwise they lie in the scene.
    """
    widest, mover = attempt.solvers[-1], outlook.mover
    moves = outlook.moves_in_scene()
    if attempt.exact:
        moves = tuple(c.move for c in widest.prover.children(widest.start(mover, 0)) if c.move is not None)
    for threats in (-MOST_THREATS, 0, MOST_THREATS):
        left = tuple(move for move in moves if not widest.is_refuted(mover, threats, move))
        if left:
            return left
    return moves


def _candidate(
    attempt: Attempt,
    move: Move,
    kind: int,
    attempts: Sequence[Attempt],
    outlook: Outlook,
    seen: Foreseen | None = None,
) -> Candidate:
    stakes = [outlook.swing(each.reading.target) for each in attempts if each.finding is not None]
    share = outlook.swing(attempt.reading.target) / max(*stakes, 1e-6)
    return Candidate(attempt, move, features(kind, share, outlook.prior(move), seen))


def features(kind: int, share: float, prior: float, seen: Foreseen | None = None) -> tuple[float, ...]:
    """What the model sees. `kind` is 0 for a guess, 1 for a proof on the board, 2 in its area, 3 of a ko.

    A guess is judged by its visits and its value alone, a proof by its stakes and by how likely its move is.
    """
    likely = math.log10(max(prior, LEAST)) - math.log10(LEAST)
    return (
        *(float(kind == k) for k in range(4)),
        0.0 if seen else share,
        0.0 if seen else likely,
        seen.share if seen else 0.0,
        seen.value if seen else 0.0,
    )
