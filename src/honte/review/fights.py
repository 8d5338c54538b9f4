"""Fights: groups whose life was in question, and the moments that mattered.

The *fate* of a chain is the mean owner of its stones for its own color, from -1 (dead) to +1 (alive). A move
matters for a chain when the fate turns against the side that moved, at once or after the answer: that side
may have lost a life, or missed a kill. Chains that turn together and stand near each other are one group.
Moments near each other in place and time are one fight. In a game
that stopped in the middle, the last position is such a moment when a pass there would change a fate.

Fates are estimates. What they point at is asked as a question of life and death (`honte.review.deciding`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from honte.core import BLACK, WHITE, Board, Color, Game, Move
from honte.grid import PointSet
from honte.review.seeing import Model, Sight
from honte.tsumego.open.readings import loose_groups
from honte.tsumego.problem import Objective

MOST_FIGHTS = 10
"""Fights that are looked at in one game."""
TURN = 0.3
"""Least change of a fate, which runs from -1 to +1, that makes a move matter for a chain."""
LEAST_HEAT = 2.0
"""Least points at stake in a moment."""
NEAR_MOVES = 16
"""Moments of one fight are at most this many moves apart."""
NEAR_POINTS = 2
"""Groups of one fight have at most this many points between them."""
HOT_SHARE = 0.5
"""A moment is nearly as hot as another when it has at least this part of its heat."""
SAFE = 0.8
"""A chain with at least this fate in every position looked at is taken as safe."""
MAIN_SHARE = 0.5
"""The largest chain stands for its group when it holds at least this part of the stones."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A position in which a group could be lost, saved or missed."""

    move: int
    """Moves played before; the move in question is the next one."""
    mover: Color
    group: PointSet
    """All stones that are at stake, of one color."""
    target: PointSet
    """The stones to ask about: the main chain of the group, or all of it."""
    defender: Color
    played: Move
    """The move that was played; None for a pass."""
    is_end: bool
    """Whether the game stops here, so that no move was played."""
    before: float
    """The fate of the group in this position, -1 dead to +1 alive."""
    after: float
    """The worse fate for the mover after the move and after the answer to it."""
    heat: float
    """Points at stake: each stone times the change of its fate."""
    safe: PointSet
    """Stones of both colors that are alive by the model's word, before and after; proofs may rest on them."""

    @property
    def objective(self) -> Objective:
        """What the mover wants of the group."""
        return Objective.of(self.mover, self.defender)

    @property
    def number(self) -> int:
        """The number of the move in question, from 1."""
        return self.move + 1

    def is_about(self, other: Moment) -> bool:
        """Whether most of these stones are at stake in the other moment, too."""
        same = self.defender is other.defender
        return same and 2 * len(self.group & other.group) > len(self.group)


@dataclass(frozen=True, slots=True)
class Fight:
    """Moments that belong together, the hottest first."""

    moments: tuple[Moment, ...]

    @property
    def heat(self) -> float:
        """Points at stake in the hottest moment."""
        return self.moments[0].heat

    @property
    def last(self) -> Moment:
        """The moment that the fight turned on: the latest of those that are nearly as hot as the hottest."""
        return max((m for m in self.moments if m.heat >= HOT_SHARE * self.heat), key=lambda m: m.move)

    def before(self, moment: Moment) -> list[Moment]:
        """Earlier moments about the same stones, the hottest first."""
        return [m for m in self.moments if m.move < moment.move and m.is_about(moment)]


def find_fights(
    game: Game, sights: Sequence[Sight], model: Model | None = None, most: int = MOST_FIGHTS
) -> list[Fight]:
    """The hottest fights of a game; `sights` are its positions from the first to the last.

    With a model the last position of an unfinished game is looked at, too.
    """
    moments = [each for number in range(len(sights) - 1) for each in moments_at(game, sights, number)]
    if model is not None and not game.passes:
        moments += _at_the_end(sights, model)
    fights: list[list[Moment]] = []
    for moment in sorted(moments, key=lambda m: (-m.heat, m.move, m.group.mask)):
        home = next((fight for fight in fights if _is_near(moment, fight[0])), None)
        if home is None:
            fights.append([moment])
        else:
            home.append(moment)
    return [Fight(tuple(fight)) for fight in fights[:most]]


def moments_at(game: Game, sights: Sequence[Sight], number: int) -> Iterator[Moment]:
    """The groups for which move `number` + 1 of the game mattered, against the side that played it."""
    here, step = sights[number], game.steps[number]
    for moment in _turned(here, sights[number + 1 : number + 3]):
        yield replace(moment, move=number, played=step.move)


def _at_the_end(sights: Sequence[Sight], model: Model) -> Iterator[Moment]:
    last = sights[-1]
    position = last.setting.position
    passed = replace(last.setting, position=position.with_to_play(position.to_play.opponent))
    for moment in _turned(last, model.see([passed])):
        yield replace(moment, move=len(sights) - 1, is_end=True)


def _turned(here: Sight, later: Sequence[Sight]) -> Iterator[Moment]:
    """The groups whose fate is worse for the mover in one of the later positions."""
    board, mover = here.board, here.setting.position.to_play
    safe = _safe(here, later)
    for color in (BLACK, WHITE):
        side = 1 if color is mover else -1
        turned: dict[PointSet, tuple[float, float]] = {}
        for chain in board.chains(color):
            before = here.fate(chain.stones, color)
            after = side * min(side * sight.fate(chain.stones, color) for sight in later)
            if side * (before - after) >= TURN:
                turned[chain.stones] = (before, after)
        yield from _groups(board, color, mover, turned, safe)


def _safe(here: Sight, later: Sequence[Sight]) -> PointSet:
    """The stones of chains that every position calls alive."""
    chains = (
        chain.stones
        for chain in here.board.chains()
        if all(sight.fate(chain.stones, chain.color) >= SAFE for sight in (here, *later))
    )
    return PointSet(here.board.grid, sum(stones.mask for stones in chains))


def _groups(
    board: Board,
    color: Color,
    mover: Color,
    turned: dict[PointSet, tuple[float, float]],
    safe: PointSet,
) -> Iterator[Moment]:
    stones = PointSet(board.grid, sum(chain.mask for chain in turned))
    for group in loose_groups(board, stones, color):
        chains = [chain for chain in turned if chain <= group]
        size = len(group)
        before, after = (sum(len(c) * turned[c][k] for c in chains) / size for k in (0, 1))
        heat = size * abs(before - after)
        if heat >= LEAST_HEAT:
            largest = max(chains, key=lambda chain: (len(chain), -chain.mask))
            target = largest if len(largest) >= MAIN_SHARE * size else group
            yield Moment(0, mover, group, target, color, None, False, before, after, heat, safe)


def _is_near(moment: Moment, other: Moment) -> bool:
    if abs(moment.move - other.move) > NEAR_MOVES:
        return False
    reach = other.group
    for _ in range(NEAR_POINTS):
        reach = reach.dilate()
    return not reach.isdisjoint(moment.group)
