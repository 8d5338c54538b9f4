"""The final count without help: dead chains found, open borders closed, the game counted.

1. Playouts settle the board, with the clearly dead taken off step by step (`evidence`).
2. Every chain is judged (`judging`): by weights fitted on counted games, groups in doubt also by the
   count that each of their fates gives. Each verdict says how sure it is, and why.
3. Empty regions that touch living stones of both sides are dame. If one of them holds points that
   clearly belong to one side, its border is open: it is named, and closed with the stones
   that would be played there.
4. What is left is counted by `honte.scoring` under the rules of the game.

Positions in which much is undecided are refused: they can be estimated, not counted.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from honte.core import BLACK, WHITE, Board, Game, Rules, Scoring
from honte.core.arrays import array_mask
from honte.counting.evidence import PLAYOUTS, union
from honte.counting.judging import LARGE_BOARD, Margin, Verdict, judge
from honte.errors import InputError
from honte.grid import PointSet
from honte.scoring import Score, chains_at, score_board
from honte.scoring.area import surrounded_masks

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

CLEAR = 0.4
"""Ownership from which an empty point in an open region is given to a side."""
OPEN_POINTS = 4
"""So many clear points away from the border make a region an open border rather than dame."""
UNDECIDED = 0.3
"""The largest part of the board that may be undecided in a position that can be counted."""


@dataclass(frozen=True, slots=True)
class OpenBorder:
    """A region that was left open, and the stones with which each side closes it."""

    region: PointSet
    black: PointSet
    white: PointSet


@dataclass(frozen=True, slots=True)
class FinalCount:
    """A count, with what it rests on."""

    score: Score
    other: Score
    """The same board by the other way of counting: area for territory, and the reverse."""
    board: Board
    verdicts: tuple[Verdict, ...]
    borders: tuple[OpenBorder, ...]
    ownership: NDArray[np.float64] | None
    """Who owns each point by the playouts; None when the dead chains were given."""

    @property
    def dead(self) -> PointSet:
        return PointSet(self.board.grid, union(v.stones.mask for v in self.verdicts if not v.alive))

    @property
    def sure(self) -> float:
        """How sure the least sure verdict that matters is."""
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
    """Counts a finished game by itself; `dead` and `alive` correct it, one stone of each chain is enough.

    Raises InputError when too much is undecided, unless `early` asks for a count all the same.
    """
    board = game.board.checked()
    forced = _corrections(board, dead, alive)
    verdicts, ownership = _judged(game, board, playouts, seed, forced)
    if not early:
        _require_finished(board, ownership)
    dead_mask = union(v.stones.mask for v in verdicts if not v.alive)
    borders = open_borders(board, dead_mask, ownership)
    score = _count(game, game.rules, dead_mask, borders)
    return FinalCount(score, _count_other(game, dead_mask, borders), board, verdicts, borders, ownership)


def count_given(game: Game, dead: PointSet) -> FinalCount:
    """Counts a game whose dead chains are known, named by one stone each; nothing is found by itself."""
    board = game.board.checked()
    marked = chains_at(board, dead)
    verdicts = tuple(
        Verdict(chain.color, chain.stones, not chain.stones <= marked, 1.0, "as you said")
        for chain in board.chains()
    )
    score = _count(game, game.rules, marked.mask, ())
    return FinalCount(score, _count_other(game, marked.mask, ()), board, verdicts, (), None)


def find_dead(game: Game, *, playouts: int = PLAYOUTS, seed: int = 1) -> PointSet:
    """The stones that look dead, for a first proposal in the counting phase."""
    verdicts, _ = _judged(game, game.board.checked(), playouts, seed, {})
    return PointSet(game.grid, union(v.stones.mask for v in verdicts if not v.alive))


def _judged(
    game: Game, board: Board, playouts: int, seed: int, forced: dict[int, bool]
) -> tuple[tuple[Verdict, ...], NDArray[np.float64]]:
    return judge(
        board, playouts=playouts, seed=seed, turn=turn_of(game), forced=forced, margin=_margin_of(game)
    )


def turn_of(game: Game) -> int:
    """1 or -1 for a record that just stops, with Black or White to move; 0 where that means nothing."""
    return 0 if game.passes or not game.steps else int(game.to_play)


def _corrections(board: Board, dead: PointSet | None, alive: PointSet | None) -> dict[int, bool]:
    """The chains that somebody has spoken for, by their masks."""
    none = PointSet(board.grid)
    said_dead = chains_at(board, dead) if dead else none
    said_alive = chains_at(board, alive) if alive else none
    if both := said_dead & said_alive:
        raise InputError(f"the chain at {next(iter(both))} is said to be dead and alive")
    return {
        part: bool(part & said_alive.mask)
        for said in (said_dead, said_alive)
        for color in (BLACK, WHITE)
        for part in board.grid.component_masks(said.mask & board.stones_mask(color))
    }


# Step 3: open borders


def open_borders(board: Board, dead_mask: int, ownership: NDArray[np.float64]) -> tuple[OpenBorder, ...]:
    """The regions between living stones of both sides that hold points of clear owners."""
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


def _require_finished(board: Board, ownership: NDArray[np.float64]) -> None:
    undecided = float((abs(ownership) < CLEAR).mean())
    if not board.black_mask | board.white_mask:
        raise InputError("an empty board: there is nothing to count")
    if undecided > UNDECIDED:
        open_points = round(undecided * board.grid.size)
        raise InputError(
            f"too early to count: {open_points} of {board.grid.size} points are undecided; try honte estimate"
        )


# Step 4: counting


def _margin_of(game: Game) -> Margin | None:
    """How a game is counted once its dead stones are known; None where closeness tells nothing.

    That counted games are close was learned on 19x19; on small boards programs play on to the end.
    """
    if not game.steps or game.grid.size < LARGE_BOARD:
        return None
    return lambda dead_mask, ownership: count_with(game, dead_mask, ownership).margin


def count_with(game: Game, dead_mask: int, ownership: NDArray[np.float64]) -> Score:
    """Counts a game with these stones dead and its open borders closed."""
    return _count(game, game.rules, dead_mask, open_borders(game.board, dead_mask, ownership))


def _count(game: Game, rules: Rules, dead_mask: int, borders: tuple[OpenBorder, ...]) -> Score:
    """Counts with dead stones taken off and borders closed."""
    grid = game.grid
    board, dead = game.board, PointSet(grid, dead_mask)
    black = union(b.black.mask for b in borders)
    white = union(b.white.mask for b in borders)
    prisoners = (game.prisoners(BLACK), game.prisoners(WHITE))
    if black | white:
        # Dead stones must go before the closing stones come: they may stand where chains would be cut.
        prisoners = (
            prisoners[0] + (board.black_mask & dead_mask).bit_count(),
            prisoners[1] + (board.white_mask & dead_mask).bit_count(),
        )
        board = Board(grid, board.black_mask & ~dead_mask | black, board.white_mask & ~dead_mask | white)
        dead = PointSet(grid)
    score = score_board(board, rules, dead, prisoners=prisoners, bonus=game.bonus)
    return _with_last_dame(game, score) if rules.scoring is Scoring.AREA else score


def _with_last_dame(game: Game, score: Score) -> Score:
    """Area counting of a record that stops before the dame: the side to play gets the odd one."""
    if game.passes or not game.steps or len(score.dame) % 2 == 0:
        return score
    if game.to_play is BLACK:
        return replace(score, black=replace(score.black, points=score.black.points + 1))
    return replace(score, white=replace(score.white, points=score.white.points + 1))


def _count_other(game: Game, dead_mask: int, borders: tuple[OpenBorder, ...]) -> Score:
    other = Scoring.TERRITORY if game.rules.scoring is Scoring.AREA else Scoring.AREA
    return _count(game, replace(game.rules, scoring=other), dead_mask, borders)
