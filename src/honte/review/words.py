"""The sentences of a review: what a move lost, what a fight was about, what is proved and what is a guess."""

from __future__ import annotations

from honte.core import Color, Move, vertex
from honte.grid import PointSet
from honte.review.deciding import Decided, Result, Verdict
from honte.review.fights import Moment
from honte.review.judging import Judged
from honte.tsumego.problem import Objective

NAMED_MOVES = 3
"""Right moves that a sentence names."""


def points_text(points: float) -> str:
    """A number of points with its unit: `1 point`, `2.5 points`."""
    shown = f"{points:.1f}".removesuffix(".0")
    return f"{shown} point" if shown == "1" else f"{shown} points"


def margin_text(margin: float) -> str:
    """Who leads by how many points: `Black leads by 3.5 points`."""
    if abs(margin) < 0.05:
        return "The game is even"
    return f"{'Black' if margin > 0 else 'White'} leads by {points_text(abs(margin))}"


def stones_text(stones: PointSet, color: Color) -> str:
    """Names stones by their number and one of them: `Black's 5 stones at C3`."""
    first = next(iter(stones))
    count = len(stones)
    return f"{color}'s stone at {first}" if count == 1 else f"{color}'s {count} stones at {first}"


SPEAKERS = {"network": "the network", "katago": "KataGo", "playouts": "random games"}
"""The models as sentences name them."""


def speaker(model: str) -> str:
    """A model as a sentence names it."""
    return SPEAKERS.get(model, model)


def move_text(judged: Judged, model: str = "network") -> str:
    """What a move lost and what the model would have played: `Move 87, Black C3: lost 4.2 points ...`."""
    played = "passed" if judged.move is None else vertex(judged.move)
    text = f"Move {judged.number}, {judged.color} {played}: lost about {points_text(judged.lost)}."
    if judged.would and judged.would[0][0] != judged.move:
        who = speaker(model)
        text += f" {who[0].upper()}{who[1:]} would have played {vertex(judged.would[0][0])}."
    return text


# Fights


def question(moment: Moment) -> str:
    """The question of a moment: `Could Black have saved the 5 stones at C3 at move 87?`."""
    stones = stones_text(moment.target, moment.defender)
    when = "at the end" if moment.is_end else f"at move {moment.number}"
    if moment.objective is Objective.LIVE:
        own = stones.replace(f"{moment.defender}'s", "the", 1)
        return f"Could {moment.mover} have saved {own} {when}?"
    return f"Could {moment.mover} have killed {stones} {when}?"


def verdict_text(verdict: Verdict) -> str:
    """The answer to the question: `Proved: yes, at C3, on the whole board.`."""
    if verdict.result is Result.OPEN:
        guess = verdict.guess
        return "Not decided." + ("" if guess is None else f" The best guess is {vertex(guess)}.")
    at = f"at {_listed(verdict.moves)}" if verdict.moves else ""
    if not verdict.is_firm:
        answer = f"yes, {at}" if verdict.result is Result.YES else "no"
        left = f"Whether {_them(verdict.moment)} can get out is not decided."
        return f"Inside the marked area: {answer} (proved). {left}"
    assert verdict.answer is not None, "a proof is an answer"
    word = {Result.YES: "yes", Result.NO: "no", Result.KO: "only by ko"}[verdict.result]
    ko = f" ({verdict.answer.first})" if verdict.result is Result.KO else ""
    return f"Proved: {', '.join(part for part in (word, at, where_text(verdict)) if part)}{ko}."


def where_text(verdict: Verdict) -> str:
    """Where a proof holds: on the whole board, or under which condition."""
    if verdict.everywhere:
        return "on the whole board"
    if verdict.is_firm:
        return "as long as the stones around the marked area are safe"
    return "inside the marked area only"


def _them(moment: Moment) -> str:
    return "the stone" if len(moment.target) == 1 else "the stones"


def _listed(moves: tuple[Move, ...]) -> str:
    named = [vertex(move) for move in moves[:NAMED_MOVES]]
    return named[0] if len(named) == 1 else f"{', '.join(named[:-1])} or {named[-1]}"


def played_text(decided: Decided) -> str:
    """What was played, and what became of it: empty while nothing is known."""
    verdict, moment = decided.verdict, decided.moment
    if verdict is None or moment.is_end:
        return ""
    played = "passed" if moment.played is None else f"played {vertex(moment.played)}"
    if moment.played is not None and moment.played in verdict.moves:
        return f"{moment.mover} played this move."
    text = f"{moment.mover} {played}."
    if decided.after is not None and decided.after.result is not Result.OPEN:
        text += f" {_after_text(decided.after, moment)}"
    return text


def _after_text(after: Verdict, moment: Moment) -> str:
    aim = "kill" if after.moment.objective is Objective.KILL else "save"
    stones = _them(moment)
    opponent = moment.mover.opponent
    if after.result is Result.NO:
        enough = "That was enough, too: after it" if after.is_firm else "After it"
        return f"{enough} {opponent} could not {aim} {stones} (proved, {where_text(after)})."
    ko = " by ko" if after.result is Result.KO else ""
    at = f" at {_listed(after.moves)}" if after.moves else ""
    return f"After it {opponent} could {aim} {stones}{ko}{at} (proved, {where_text(after)})."


def later_text(decided: Decided) -> str:
    """The sentence about a later moment in which it was too late; empty without one."""
    if decided.later is None:
        return ""
    return f"At move {decided.later.moment.number} it was too late (proved, {where_text(decided.later)})."


def earlier_text(verdict: Verdict) -> str:
    """The sentence about an earlier moment: `At move 71 White could have killed the stones at E3 ...`."""
    moment = verdict.moment
    aim = "saved" if moment.objective is Objective.LIVE else "killed"
    when = f"At move {moment.number} {moment.mover}"
    if verdict.result is Result.NO:
        return f"{when} could not have {aim} {_them(moment)} (proved, {where_text(verdict)})."
    ko = " by ko" if verdict.result is Result.KO else ""
    at = f" at {_listed(verdict.moves)}" if verdict.moves else ""
    return f"{when} could have {aim} {_them(moment)}{ko}{at} (proved, {where_text(verdict)})."


def estimate_text(moment: Moment, model: str) -> str:
    """What the model thought of the group before and after; marked as an estimate."""
    before, after = (f"{50 * (1 + fate):.0f} %" for fate in (moment.before, moment.after))
    if moment.is_end:
        return f"Estimate of {speaker(model)}: alive with {before}, or {after} if the other side moves first."
    return (
        f"Estimate of {speaker(model)}: alive with {before} before the move, {after} after it and its answer."
    )


def sentences(decided: Decided, model: str) -> list[str]:
    """Everything about a fight, in order."""
    verdict = decided.verdict
    answer = "Not looked at yet." if verdict is None else verdict_text(verdict)
    told = [
        f"{question(decided.moment)} {answer}",
        played_text(decided),
        later_text(decided),
        *(earlier_text(each) for each in decided.others),
        estimate_text(decided.moment, model),
    ]
    return [each for each in told if each]
