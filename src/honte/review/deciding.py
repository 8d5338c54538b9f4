"""Fights decided: the questions of a fight, asked through the one door to life and death.

The moment that the fight turned on is asked first: could the side that moved have saved its group, or killed
the other's? If yes, the position after the move that was played is asked, too: has the move lost it? If the
group was lost already, earlier moments of the same side are asked, the latest first. What is left of the
nodes goes to other moments of the fight. A verdict is a proof or it is open; what a proof covers is part of
it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from honte.core import Game, Move, Position
from honte.errors import ProblemError
from honte.grid import PointSet
from honte.review.fights import HOT_SHARE, Fight, Moment
from honte.review.seeing import setting_at
from honte.search.budget import Budget
from honte.search.effort import Effort
from honte.tsumego.answer import Answer, Scope, solve
from honte.tsumego.problem import Objective, Setup

ALL_NODES = 9_000_000
"""Nodes that all fights of a game share evenly; they take about a minute of one core."""
FIGHT_NODES = 2_500_000
"""Most nodes of one fight."""
FIRST_SHARE = 0.6
"""Fraction of a fight's nodes for its first question."""
NEXT_SHARE = 0.5
"""Fraction of the nodes that are left for each further question."""
EARLIER = 3
"""Earlier moments that are asked when a group was lost already."""
OTHERS = 2
"""Other moments of a fight that are asked."""
MEMORY_MB = 64
"""Megabytes for one question."""


class Result(Enum):
    """The answer to `could the mover have done it?`."""

    YES = "yes"
    NO = "no"
    KO = "ko"
    """Only by winning a ko."""
    OPEN = "open"
    """Not decided within the budget."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """One question about a moment and its answer."""

    moment: Moment
    answer: Answer | None
    """None when no area around the group could be searched."""

    @property
    def result(self) -> Result:
        """What is proved."""
        if self.answer is None:
            return Result.OPEN
        first = self.answer.first
        if first.wins:
            return Result.YES
        if first.fails:
            return Result.NO
        return Result.KO if first.proved and first.is_ko else Result.OPEN

    @property
    def everywhere(self) -> bool:
        """Whether the proof holds on the whole board, and not only inside the area that was searched."""
        return self.answer is not None and self.answer.scope is Scope.BOARD

    @property
    def is_firm(self) -> bool:
        """Whether the proof settles the question: it does not where the stones may get out of the area."""
        if self.result is Result.OPEN:
            return False
        saved = (self.moment.objective is Objective.LIVE) == (self.result is Result.YES)
        return self.everywhere or saved or self.result is Result.KO

    @property
    def guess(self) -> Move:
        """The most promising move of a question that stays open; None for a decided one."""
        return self.answer.move if self.answer is not None and self.result is Result.OPEN else None

    @property
    def moves(self) -> tuple[Move, ...]:
        """First moves that are proved to reach the result; none for a `no`."""
        if self.answer is None or self.result is Result.OPEN:
            return ()
        return tuple(move for move in self.answer.best if move is not None)


@dataclass(frozen=True, slots=True)
class Decided:
    """A fight and what was found out about it."""

    fight: Fight
    verdict: Verdict | None = None
    """The answer to the question that tells most; None before the fight is looked at."""
    after: Verdict | None = None
    """What the opponent could do after the move that was played; None where that was not asked."""
    later: Verdict | None = None
    """A later moment, in which it was proved to be too late; None where that was not asked."""
    others: tuple[Verdict, ...] = ()
    """Earlier moments about the same stones of which something is proved, in their order."""
    nodes: int = 0

    @property
    def moment(self) -> Moment:
        """The moment that tells the fight."""
        return self.fight.last if self.verdict is None else self.verdict.moment

    @property
    def is_decided(self) -> bool:
        """Whether something is proved."""
        return self.verdict is not None and self.verdict.result is not Result.OPEN


def nodes_for(fights: int) -> int:
    """The nodes of each of several fights, the same on every machine."""
    return min(FIGHT_NODES, ALL_NODES // max(1, fights))


def decide(game: Game, fight: Fight, budget: Budget, nodes: int = FIGHT_NODES) -> Decided:
    """Asks the questions of a fight within the budget, and within this many nodes."""
    effort = Effort.whole(budget).at_most(nodes)
    first = ask(game, fight.last, effort.part(FIRST_SHARE))
    found = Decided(fight, first)
    if first.result is Result.NO:
        found = _look_back(game, found, effort)
    assert found.verdict is not None, "the fight was asked about"
    if found.verdict.result in (Result.YES, Result.KO):
        found = replace(found, after=_after(game, found.verdict, effort))
    found = _told_by_proof(replace(found, others=_others(game, found, effort)))
    return replace(found, nodes=budget.visited)


def _told_by_proof(found: Decided) -> Decided:
    """The fight told by its latest settled moment where the moment that it turned on stays open."""
    settled = [v for v in found.others if v.is_firm and v.result is not Result.NO]
    if found.is_decided or not settled:
        return found
    chosen = settled[-1]
    return replace(found, verdict=chosen, others=tuple(v for v in found.others if v is not chosen))


def _look_back(game: Game, found: Decided, effort: Effort) -> Decided:
    """Asks earlier moments of the same side until one is not lost; keeps the first where none is better."""
    too_late = found.verdict
    assert too_late is not None, "the fight was asked about"
    mover = too_late.moment.mover
    earlier = [m for m in found.fight.before(too_late.moment) if m.mover is mover]
    for moment in sorted(earlier, key=lambda m: -m.move)[:EARLIER]:
        verdict = ask(game, moment, effort.part(NEXT_SHARE))
        if verdict.result in (Result.YES, Result.KO):
            return replace(found, verdict=verdict, later=too_late)
        if verdict.result is Result.OPEN:
            break
        too_late = verdict
    return replace(found, verdict=too_late)


def _others(game: Game, found: Decided, effort: Effort) -> tuple[Verdict, ...]:
    """Verdicts on other moments about the same stones, as far as they are proved."""
    moment = found.moment
    hot = [m for m in found.fight.before(moment) if m.heat >= HOT_SHARE * found.fight.heat]
    verdicts = (ask(game, m, effort.part(NEXT_SHARE)) for m in hot[:OTHERS] if not effort.over)
    proved = [v for v in verdicts if v.result is not Result.OPEN]
    return tuple(sorted(proved, key=lambda v: v.moment.move))


def _after(game: Game, verdict: Verdict, effort: Effort) -> Verdict | None:
    """What the opponent can do after the move that was played; None at the end of the game."""
    moment = verdict.moment
    if moment.is_end or moment.played in verdict.moves:
        return None
    position = setting_at(game, moment.number).position.with_to_play(moment.mover.opponent)
    own = position.board.stones(moment.defender)
    stones = (moment.target & own).flood(own)
    if not stones:
        return None
    safe = PointSet(position.board.grid)
    for color in (moment.mover, moment.mover.opponent):
        side = position.board.stones(color)
        safe |= (moment.safe & side).flood(side)
    turned = replace(
        moment,
        move=moment.number,
        mover=moment.mover.opponent,
        target=stones,
        group=stones,
        safe=safe - stones,
    )
    return _asked(turned, position, effort.part(NEXT_SHARE))


def ask(game: Game, moment: Moment, effort: Effort) -> Verdict:
    """Asks whether the side to play could reach its aim in a moment of the game."""
    return _asked(moment, setting_at(game, moment.move).position, effort)


def _asked(moment: Moment, position: Position, effort: Effort) -> Verdict:
    setup = Setup(position.board, position.to_play, keystones=moment.target, ko=position.ko, safe=moment.safe)
    try:
        return Verdict(moment, solve(setup, effort))
    except ProblemError:
        return Verdict(moment, None)
