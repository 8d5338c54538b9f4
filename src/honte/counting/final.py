"""The final count of a game without help: finds the dead chains, closes open borders, counts.

1. Every chain gets a verdict (`judging`) by the owners that the network of the whole board gives. A verdict
   says how sure it is, and why.
2. Empty regions that touch living stones of both sides are dame. If such a region holds points that clearly
   belong to one side, its border is open. The count names it and closes it with the stones that the two sides
   would play there.
3. `honte.scoring` counts the rest under the rules of the game.

Raises InputError for a game that is not finished (`finished`): `honte.estimate` is for those.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from honte.core import BLACK, WHITE, Board, Game, Rules, Scoring
from honte.core.arrays import array_mask
from honte.counting.evidence import PLAYOUTS, union
from honte.counting.finished import openness
from honte.counting.judging import GIVEN, Verdict, judge
from honte.errors import InputError
from honte.grid import PointSet
from honte.scoring import Score, chains_at, score_board
from honte.scoring.area import surrounded_masks

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

CLEAR = 0.4
"""Ownership, from 0 to 1, above which an empty point clearly belongs to a side."""
OPEN_POINTS = 4
"""A dame region with at least this many clear points away from the other side has an open border."""
UNDECIDED = 0.3
"""A larger part of the points than this without a clear owner is much."""

SURE = 0.9
"""A game is finished, whatever the network sees, when borders are closed and verdicts at least this sure."""
HOW_EARLY = "--early, in Python early=True"
"""How a caller asks for the count of a game that is not finished."""


@dataclass(frozen=True, slots=True)
class OpenBorder:
    """A region whose border was left open, and the stones with which Black and White close it."""

    region: PointSet
    black: PointSet
    white: PointSet


@dataclass(frozen=True, slots=True)
class FinalCount:
    """A count under the rules of the game, and the verdicts and borders that it rests on."""

    score: Score
    other: Score
    """The same board counted by area; by territory where the rules of the game count area."""
    board: Board
    verdicts: tuple[Verdict, ...]
    borders: tuple[OpenBorder, ...]
    ownership: NDArray[np.float64] | None = field(compare=False)
    """Who will own each point, -1 White to +1 Black; None when the dead were given."""
    left_open: str = ""
    """Why the game is not finished, in words; empty if it is."""

    @property
    def dead(self) -> PointSet:
        """The stones of all dead chains."""
        return PointSet(self.board.grid, union(v.stones.mask for v in self.verdicts if not v.alive))

    @property
    def sure(self) -> float:
        """How sure the least sure verdict is, 0 to 1."""
        return min((v.sure for v in self.verdicts), default=1.0)


def final_count(
    game: Game,
    *,
    playouts: int = PLAYOUTS,
    seed: int = 1,
    dead: PointSet | None = None,
    alive: PointSet | None = None,
    early: bool = False,
) -> FinalCount:
    """Counts a finished game and finds its dead chains.

    `dead` and `alive` overrule the verdict on chains; one stone names a chain. Raises InputError when the
    game is not finished; with `early` it counts all the same.
    """
    board = game.board.checked()
    forced = _corrections(board, dead, alive)
    if not early and not board.black_mask | board.white_mask:
        raise InputError("the board is empty: there is nothing to count")
    verdicts, ownership = judge(board, playouts=playouts, seed=seed, forced=forced)
    dead_mask = union(v.stones.mask for v in verdicts if not v.alive)
    borders = open_borders(board, dead_mask, ownership)
    left_open = _left_open(board, verdicts, borders, ownership)
    if left_open and not early:
        raise InputError(f"not finished: {left_open}; estimate it, or count it all the same: {HOW_EARLY}")
    score, other = _count(game, game.rules, dead_mask, borders), _count_other(game, dead_mask, borders)
    return FinalCount(score, other, board, verdicts, borders, ownership, left_open)


def count_given(game: Game, dead: PointSet) -> FinalCount:
    """Counts a game with exactly these chains dead, each named by at least one stone."""
    board = game.board.checked()
    marked = chains_at(board, dead)
    verdicts = tuple(
        Verdict(chain.color, chain.stones, not chain.stones <= marked, 1.0, GIVEN) for chain in board.chains()
    )
    score = _count(game, game.rules, marked.mask, ())
    return FinalCount(score, _count_other(game, marked.mask, ()), board, verdicts, (), None)


def find_dead(game: Game, *, playouts: int = PLAYOUTS, seed: int = 1) -> PointSet:
    """The dead stones as `final_count` finds them, for a first proposal to two people who agree on them."""
    verdicts, _ = judge(game.board.checked(), playouts=playouts, seed=seed)
    return PointSet(game.grid, union(v.stones.mask for v in verdicts if not v.alive))


def _corrections(board: Board, dead: PointSet | None, alive: PointSet | None) -> dict[int, bool]:
    """The chains whose fate the caller gives, by their masks, and whether they live."""
    none = PointSet(board.grid)
    said_dead = chains_at(board, dead) if dead else none
    said_alive = chains_at(board, alive) if alive else none
    if both := said_dead & said_alive:
        raise InputError(f"the chain at {next(iter(both))} is given as both dead and alive")
    return {
        part: bool(part & said_alive.mask)
        for said in (said_dead, said_alive)
        for color in (BLACK, WHITE)
        for part in board.grid.component_masks(said.mask & board.stones_mask(color))
    }


# Step 2: open borders


def open_borders(board: Board, dead_mask: int, ownership: NDArray[np.float64]) -> tuple[OpenBorder, ...]:
    """The dame regions that hold clear points away from the other side, with the stones that close them."""
    grid = board.grid
    clear = {BLACK: array_mask(grid, ownership > CLEAR), WHITE: array_mask(grid, ownership < -CLEAR)}
    living = {c: board.stones_mask(c) & ~dead_mask for c in (BLACK, WHITE)}
    _, _, dame = surrounded_masks(board, dead_mask)
    found = []
    for region in grid.component_masks(dame):
        inner, edge = {}, {}
        for color in (BLACK, WHITE):
            part = region & clear[color]
            inner[color] = part & ~grid.neighbors_mask(living[color.opponent] | region & ~part)
            edge[color] = part & ~inner[color]
        if (inner[BLACK] | inner[WHITE]).bit_count() >= OPEN_POINTS:
            sides = (PointSet(grid, edge[BLACK]), PointSet(grid, edge[WHITE]))
            found.append(OpenBorder(PointSet(grid, region), *sides))
    return tuple(found)


def _left_open(
    board: Board,
    verdicts: tuple[Verdict, ...],
    borders: tuple[OpenBorder, ...],
    ownership: NDArray[np.float64],
) -> str:
    """Why a game is not finished, in words; empty if it is.

    The network must see it as open, and the count must have met an open border, an unsure chain or many
    undecided points. Where the network does not know the board, playouts must leave many points undecided.
    """
    undecided = int((abs(ownership) < CLEAR).sum())
    many, seen = undecided > UNDECIDED * board.grid.size, openness(board)
    if seen is None:
        return f"{undecided} of {board.grid.size} points are undecided" if many else ""
    doubtful = many or borders or any(v.sure < SURE for v in verdicts)
    return str(seen) if doubtful and not seen.finished else ""


# Step 3: counting


def _count(game: Game, rules: Rules, dead_mask: int, borders: tuple[OpenBorder, ...]) -> Score:
    """Counts a game under `rules` with dead stones taken off and borders closed."""
    grid = game.grid
    board, dead = game.board, PointSet(grid, dead_mask)
    black = union(b.black.mask for b in borders)
    white = union(b.white.mask for b in borders)
    prisoners = (game.prisoners(BLACK), game.prisoners(WHITE))
    if black | white:
        # Dead stones go before closing stones come: a closing stone may cut a dead chain in two, and
        # a chain that is only partly dead cannot be counted.
        prisoners = (
            prisoners[0] + (board.black_mask & dead_mask).bit_count(),
            prisoners[1] + (board.white_mask & dead_mask).bit_count(),
        )
        board = Board(grid, board.black_mask & ~dead_mask | black, board.white_mask & ~dead_mask | white)
        dead = PointSet(grid)
    score = score_board(board, rules, dead, prisoners=prisoners, bonus=game.bonus)
    return _with_last_dame(game, score) if rules.scoring is Scoring.AREA else score


def _with_last_dame(game: Game, score: Score) -> Score:
    """An area count in which the side to play gets the odd dame, if the record stops before the dame."""
    if game.passes or not game.steps or len(score.dame) % 2 == 0:
        return score
    if game.to_play is BLACK:
        return replace(score, black=replace(score.black, points=score.black.points + 1))
    return replace(score, white=replace(score.white, points=score.white.points + 1))


def _count_other(game: Game, dead_mask: int, borders: tuple[OpenBorder, ...]) -> Score:
    """The count by the other method."""
    other = Scoring.TERRITORY if game.rules.scoring is Scoring.AREA else Scoring.AREA
    return _count(game, replace(game.rules, scoring=other), dead_mask, borders)
