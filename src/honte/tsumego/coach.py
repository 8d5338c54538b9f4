"""The coach: sentences, hints and claims for a person who solves a problem, in the page and in the terminal.

Hints come in three steps and show no more than was asked for. Claims answer a problem in words: no move
works, it is seki, it is ko. `Progress` keeps score of one try: mistakes, help, and whether it is solved.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from honte.core import Move, vertex
from honte.grid import PointSet
from honte.life.seki import find_seki
from honte.tsumego.answer import Answer
from honte.tsumego.play import Judgment, Reply, Result
from honte.tsumego.problem import Ending, Objective

STEPS = 3
"""Hints for one position: what can be reached, where, and the move."""
HINT_REACH = 2
"""Steps along the lines around the move that the second hint marks."""


# Sentences about a move


def comment_on(reply: Reply, *, failed: bool = False) -> str:
    """The sentence about a move and its answer; `failed` says whether an earlier move was wrong."""
    opponent = reply.answer.first.mover.opponent
    if reply.judgment is Judgment.RIGHT:
        if reply.result is None:
            ko = " This leads to ko, the best there is." if reply.answer.first.is_ko else ""
            return f"Right.{ko} {opponent} answers {vertex(reply.move)}."
        end = _end(reply)
        return f"An earlier move was wrong; {end} Undo and look again." if failed else f"Solved: {end}"
    answered = _answered(reply)
    if reply.judgment is Judgment.WRONG:
        better = " That makes a ko, and there is better." if reply.leaves == "ko" else ""
        return f"Not this one: {answered}{better} Undo and try again, or play on."
    if reply.judgment is Judgment.HOPELESS:
        return f"This does not work: {answered}"
    return f"{reply.answer.why_open} {answered[0].upper()}{answered[1:]}"


def _answered(reply: Reply) -> str:
    opponent = reply.answer.first.mover.opponent
    if isinstance(reply.after, Ending) or (reply.result is not None and reply.move is None):
        return f"{opponent} needs no answer."
    return f"{opponent} answers {vertex(reply.move)}."


def _end(reply: Reply) -> str:
    """How play ended, as a sentence about the keystones."""
    problem = reply.answer.problem
    color = problem.defender
    nothing = reply.answer.first.fails
    ends = {
        Result.CAPTURED: f"{color}'s stones are captured.",
        Result.DEAD: f"{color} is dead, and no resistance is left.",
        Result.SEKI: f"{color} lives in seki.",
        Result.ALIVE: f"{color} lives.",
        Result.KO: "it is a ko, the best there is.",
    }
    assert reply.result is not None, "play is over"
    return f"no move works; {ends[reply.result]}" if nothing else ends[reply.result]


# Hints


@dataclass(frozen=True, slots=True)
class Hint:
    """One step of help: a sentence, and on the second step the points to look at."""

    step: int
    text: str
    region: PointSet | None = None
    move: Move = None


def hint(answer: Answer, step: int) -> Hint:
    """The hint of a step from 1 to STEPS: what can be reached, then the region, then the move."""
    step = max(1, min(step, STEPS))
    mover, aim = answer.first.mover, answer.first.objective.value
    if answer.first.fails:
        texts = (
            "Does any move work here?",
            "Look for the refutation of every move.",
            f"No move works: {answer.first}.",
        )
        return Hint(step, texts[step - 1])
    guess = "" if answer.best else "This is a guess. "
    if step == 1:
        return Hint(step, _reach(answer))
    move = answer.move
    if move is None:
        return Hint(step, f"{guess}{mover} need not move to {aim}.")
    if step == 2:
        around = [
            p for p in answer.problem.area if abs(p.col - move.col) + abs(p.row - move.row) <= HINT_REACH
        ]
        return Hint(step, f"{guess}Look in the marked region.", answer.problem.grid.set(around))
    return Hint(step, f"{guess}The first move is {vertex(move)}.", move=move)


def _reach(answer: Answer) -> str:
    """What the side to play can reach, and by how many moves."""
    aim = answer.first.objective.value
    if not answer.best:
        return f"It is not proved whether {answer.first.mover} can {aim}."
    count = len([move for move in answer.best if move is not None])
    moves = "one move works" if count == 1 else f"{count} moves work"
    if answer.first.is_ko:
        return f"The best result is a ko, and {moves}."
    return f"{answer.first.mover} can {aim} without a ko, and {moves}."


# Claims


class Claim(Enum):
    """An answer in words, without a move."""

    NOTHING = "nothing"
    """No move reaches the aim."""
    SEKI = "seki"
    KO = "ko"


@dataclass(frozen=True, slots=True)
class Judged:
    """What becomes of a claim."""

    judgment: Judgment
    text: str
    settles: bool = False
    """Whether the claim solves the problem: it is right, and there is no move to show."""


def judge_claim(answer: Answer, claim: Claim, *, failed: bool = False) -> Judged:
    """Judges a claim about the position that the answer is about.

    `failed` says whether an earlier move was wrong: a claim that is true since then solves nothing.
    """
    first = answer.first
    if not first.proved:
        return Judged(Judgment.UNKNOWN, answer.why_open)
    if claim is Claim.KO and first.is_ko:
        return Judged(Judgment.RIGHT, "Right: the best result is a ko. Show the first move.")
    in_seki = bool(answer.seki) if first.fails else _ends_in_seki(answer)
    if claim is Claim.SEKI and in_seki:
        if first.fails:
            return _settled(f"{answer.problem.defender} lives in seki", failed=failed)
        return Judged(Judgment.RIGHT, "Right: it ends in seki. Show the first move.")
    if claim is Claim.NOTHING and first.fails:
        return _settled(f"{first}{', it is seki' if in_seki else ''}", failed=failed)
    return Judged(Judgment.WRONG, "No: that is not the result of best play.")


def _settled(truth: str, *, failed: bool) -> Judged:
    """A claim that is true and needs no move."""
    if failed:
        return Judged(Judgment.RIGHT, f"An earlier move was wrong; now {truth}. Undo and look again.")
    return Judged(Judgment.RIGHT, f"Solved: {truth}.", settles=True)


def _ends_in_seki(answer: Answer) -> bool:
    """Whether best play leaves the keystones in a standing seki."""
    if answer.first.objective is Objective.KILL or not answer.first.wins:
        return False
    position = answer.problem.position
    for move in answer.line:
        position = position.play_unchecked(move)
    keys = answer.problem.keystones
    return any(not keys.isdisjoint(pair.black | pair.white) for pair in find_seki(position.board))


# Keeping score


@dataclass
class Progress:
    """One try at a problem: how many mistakes, whether with help, and whether it is solved."""

    mistakes: int = 0
    helped: bool = False
    solved: bool = False
    failed_at: int | None = None
    """Number of the first wrong move of the line on the board, from 1; None while every move is right."""

    def judge(self, judgment: Judgment, number: int, *, over: bool) -> None:
        """Counts a judged move; `number` is its number in the line, and `over` says whether play ended."""
        if self.solved:
            return
        if judgment in (Judgment.WRONG, Judgment.HOPELESS) and self.failed_at is None:
            self.mistakes += 1
            self.failed_at = number
        elif judgment is Judgment.RIGHT and over and self.failed_at is None:
            self.solved = True

    def undo(self, played: int) -> None:
        """Forgets a wrong move that is no longer among the first `played` moves."""
        if self.failed_at is not None and self.failed_at > played:
            self.failed_at = None

    def help(self) -> None:
        """Notes that something was shown; after the solution that is no help."""
        self.helped = self.helped or not self.solved
