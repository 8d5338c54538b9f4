"""Readings of a bare position: which stones are at stake, and is the aim to live or to kill?

Stones that touch no large area nearer to their own color are *inner*: the opponent surrounds them. Inner
chains with at most two empty points between them form one group, and each group is a candidate target. If
only one color has inner stones, its group is nearly always meant. Otherwise the solver tries the candidates
by rank, because in a real problem the first move changes the result.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from honte.core import BLACK, WHITE, Board, Color
from honte.grid import PointSet
from honte.tsumego.open.areas import inner_stones
from honte.tsumego.problem import Objective, Setup, Stake

MOST_LIBERTIES = 3
"""Most liberties of a chain in the open that counts as in danger."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to understand a position."""

    target: PointSet
    defender: Color
    objective: Objective
    score: float
    reason: str

    is_given: bool = False
    """Whether the setup names the target."""
    stake: Stake = Stake.LIFE
    """What is at stake."""
    against: PointSet | None = None
    """In a race, the other group; in a connection that saves the target, the friends that it joins."""

    @property
    def question(self) -> str:
        """The aim as a question, such as `can Black kill the 4 stones at C3?`."""
        return f"can {self._mover} {self._aim}?"

    @property
    def task(self) -> str:
        """The aim as a task, such as `Black to kill the 4 stones at C3`."""
        return f"{self._mover} to {self._aim}"

    @property
    def _mover(self) -> Color:
        return self.defender if self.objective is Objective.LIVE else self.defender.opponent

    @property
    def _aim(self) -> str:
        if self.stake is Stake.CONNECTION and self.against is None:
            verb = "connect" if self.objective is Objective.LIVE else "cut"
            return f"{verb} {_ends(self.target)}"
        verb = "save" if self.objective is Objective.LIVE else _CATCH[self.stake]
        if self.stake is Stake.RACE and self.against is not None:
            return f"{verb} {_named(self.target)} in the race with {_named(self.against)}"
        return f"{verb} {_named(self.target)}"

    @property
    def at_stake(self) -> str:
        """What is at stake, such as `life of the 4 stones at C3`."""
        if self.stake is Stake.CONNECTION:
            if self.against is None:
                return f"connection of {_ends(self.target)}"
            return f"connection of {_named(self.target)} with {_named(self.against)}"
        if self.against is not None:
            return f"race between {_named(self.target)} and {_named(self.against)}"
        return f"{self.stake.value} of {_named(self.target)}"


_CATCH = {Stake.LIFE: "kill", Stake.CAPTURE: "capture", Stake.RACE: "capture", Stake.CONNECTION: "cut off"}


def _named(stones: PointSet) -> str:
    first = next(iter(stones))
    return f"the stone at {first}" if len(stones) == 1 else f"the {len(stones)} stones at {first}"


def _ends(stones: PointSet) -> str:
    """The two chains of a connection, by a stone of each."""
    parts = stones.grid.component_masks(stones.mask)
    return " and ".join(str(next(iter(PointSet(stones.grid, part)))) for part in parts)


def find_readings(setup: Setup) -> list[Reading]:
    """All candidate targets, the likeliest first; a target that the setup gives is the only one."""
    if setup.keystones:
        return [given_reading(setup, setup.keystones)]
    found = list(_candidates(setup))
    found.sort(key=lambda reading: -reading.score)
    return found


def given_reading(setup: Setup, target: PointSet) -> Reading:
    """The reading of a target that the setup gives."""
    defender = setup.board[next(iter(target))]
    assert defender is not None, "a checked target has stones"
    aim = Objective.of(setup.to_play, defender)
    return Reading(target, defender, aim, 100.0, "the target is given", is_given=True)


def _candidates(setup: Setup) -> Iterator[Reading]:
    board = setup.board
    inner = {color: inner_stones(board, color) for color in (BLACK, WHITE)}
    for color in (BLACK, WHITE):
        aim = Objective.of(setup.to_play, color)
        if setup.objective is not None and aim is not setup.objective:
            continue
        alone = bool(inner[color]) and not inner[color.opponent]
        for group in loose_groups(board, inner[color], color):
            score = _score(board, group, alone=alone)
            why = "the only surrounded group" if alone else "a surrounded group"
            whole = Reading(group, color, aim, score, f"{why} of {_stones(len(group))}")
            yield whole
            yield from _main_chain(board, whole)
        yield from _short_chains(board, color, aim, inner[color])


def _main_chain(board: Board, whole: Reading) -> Iterator[Reading]:
    """The largest chain of a group of several chains, with a lower score than the whole group.

    Sometimes only this chain can be saved or killed. To kill the whole group is better, so the score of a
    part is much lower then.
    """
    part = part_of(board, whole, 3.0 if whole.objective is Objective.LIVE else 7.0)
    if 2 <= len(part.target) < len(whole.target):
        yield part


def part_of(board: Board, whole: Reading, less: float) -> Reading:
    """The largest chain of a reading's target as a reading of its own, with a lower score."""
    chains = (chain.stones for chain in board.chains(whole.defender) if chain.stones <= whole.target)
    largest = sorted(chains, key=len)[-1]
    text = f"the largest chain of a surrounded group, {_stones(len(largest))}"
    return replace(whole, target=largest, score=whole.score - less, reason=text)


def _short_chains(board: Board, color: Color, aim: Objective, inner: PointSet) -> Iterator[Reading]:
    """Chains in the open with at most MOST_LIBERTIES: a fight decides about them, not eyes."""
    for chain in board.chains(color):
        count = len(chain.liberties)
        if count <= MOST_LIBERTIES and chain.stones.isdisjoint(inner):
            text = (
                f"a chain of {_stones(len(chain.stones))} with {count} libert{'y' if count == 1 else 'ies'}"
            )
            yield Reading(chain.stones, color, aim, min(len(chain.stones), 8) - 2.0 * count, text)


def _stones(count: int) -> str:
    return f"{count} stone{'' if count == 1 else 's'}"


def _score(board: Board, group: PointSet, *, alone: bool) -> float:
    """The score of a group: more for each stone, less for many liberties, much less for one or two stones."""
    size = len(group)
    score = min(size, 12) + (6.0 if alone else 0.0)
    if size <= 2:
        score -= 5.0
    room = len(group.neighbors() & board.empty)
    return score - max(0, room - 12) * 0.3


def loose_groups(board: Board, stones: PointSet, color: Color) -> Iterator[PointSet]:
    """Groups of stones with at most two empty points between neighbors, the largest group first."""
    grid = board.grid
    other = board.stones_mask(color.opponent)
    spread = grid.dilate_mask(stones.mask) & ~other
    groups = [PointSet(grid, part & stones.mask) for part in grid.component_masks(spread)]
    yield from sorted((g for g in groups if g), key=len, reverse=True)
