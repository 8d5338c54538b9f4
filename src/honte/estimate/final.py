"""The final count without help: dead chains found, open borders closed, the game counted.

1. Settling playouts (`settling`) give every point an owner and every chain a life between -1 and +1.
   Pass-alive chains (Benson) are alive whatever the playouts say.
2. Chains below 0 are dead. Each verdict says how sure it is, and why.
3. Empty regions that touch living stones of both sides are dame. If one of them holds points that
   clearly belong to one side, its border is open: it is named, and closed with the stones
   that would be played there.
4. What is left is counted by `honte.scoring` under the rules of the game.

A record that ends without passes was counted by a server as it stood, with the side to move known;
docs/algorithms/counting.md says what that changes. Positions in which much is undecided are
refused: they can be estimated, not counted.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from honte.core import BLACK, WHITE, Board, Color, Game, Rules, Scoring
from honte.core.compiled import array_mask, mask_array
from honte.errors import InputError
from honte.estimate.settling import settle_both
from honte.grid import Grid, PointSet
from honte.life import pass_alive
from honte.scoring import Score, area_score, chains_at, problem_set_score, territory_score
from honte.scoring.area import surrounded_masks

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

PLAYOUTS = 600
"""Enough that a chain's life is known to about 0.04."""
CLEAR = 0.4
"""Ownership from which an empty point in an open region is given to a side."""
OPEN_POINTS = 4
"""So many clear points away from the border make a region an open border rather than dame."""
UNDECIDED = 0.25
"""The largest part of the board that may be undecided in a position that can be counted."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether one chain lives, how sure that is (0 to 1), and why."""

    color: Color
    stones: PointSet
    alive: bool
    sure: float
    reason: str


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
    ownership: NDArray[np.float64]

    @property
    def dead(self) -> PointSet:
        return PointSet(self.board.grid, _union(v.stones.mask for v in self.verdicts if not v.alive))

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
    first = None if game.passes >= 2 or not game.steps else game.to_play
    ownership = settle_both(board, playouts, seed=seed, first=first)
    if not early:
        _require_finished(board, ownership)
    verdicts = judge(board, ownership, dead=dead, alive=alive)
    dead_mask = _union(v.stones.mask for v in verdicts if not v.alive)
    borders = open_borders(board, dead_mask, ownership)
    score = _count(game, game.rules, dead_mask, borders, agreed=first is None)
    return FinalCount(score, _count_other(game, dead_mask, borders), board, verdicts, borders, ownership)


def find_dead(game: Game, *, playouts: int = PLAYOUTS, seed: int = 1) -> PointSet:
    """The stones that look dead, for a first proposal in the counting phase."""
    board = game.board
    ownership = settle_both(board, playouts, seed=seed)
    return PointSet(board.grid, _union(v.stones.mask for v in judge(board, ownership) if not v.alive))


# Step 1 and 2: chains


def judge(
    board: Board,
    ownership: NDArray[np.float64],
    *,
    dead: PointSet | None = None,
    alive: PointSet | None = None,
) -> tuple[Verdict, ...]:
    """A verdict on every chain, Black's first."""
    none = PointSet(board.grid)
    said_dead = chains_at(board, dead) if dead else none
    said_alive = chains_at(board, alive) if alive else none
    if both := said_dead & said_alive:
        raise InputError(f"the chain at {next(iter(both))} is said to be dead and alive")
    forever = pass_alive(board, BLACK).stones | pass_alive(board, WHITE).stones
    verdicts = []
    for chain in board.chains():
        life = chain_life(board.grid, chain.stones.mask, ownership) * chain.color
        if chain.stones <= said_dead or chain.stones <= said_alive:
            lives = chain.stones <= said_alive
            verdicts.append(Verdict(chain.color, chain.stones, lives, 1.0, "as you said"))
        elif chain.stones <= forever:
            verdicts.append(
                Verdict(chain.color, chain.stones, True, 1.0, "alive even if it never moves again")
            )
        else:
            verdicts.append(_verdict(chain.color, chain.stones, life))
    return tuple(verdicts)


def _verdict(color: Color, stones: PointSet, life: float) -> Verdict:
    share = round((1 + abs(life)) / 2 * 100)
    word = "keeps its points" if life >= 0 else "loses its points"
    return Verdict(color, stones, life >= 0, min(1.0, abs(life)), f"{word} in {share} of 100 playouts")


def chain_life(grid: Grid, stones: int, ownership: NDArray[np.float64]) -> float:
    """The mean ownership under some stones."""
    inside = mask_array(grid, stones)
    return float((ownership * inside).sum() / inside.sum())


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
        raise InputError(
            f"too early to count: {round(undecided * 100)} of 100 points are undecided; honte estimate can tell more"
        )


# Step 4: counting


def _count(
    game: Game, rules: Rules, dead_mask: int, borders: tuple[OpenBorder, ...], *, agreed: bool
) -> Score:
    """Counts with dead stones taken off and borders closed; not `agreed`: as servers count."""
    grid = game.grid
    board, dead = game.board, PointSet(grid, dead_mask)
    black = _union(b.black.mask for b in borders)
    white = _union(b.white.mask for b in borders)
    prisoners = (game.prisoners(BLACK), game.prisoners(WHITE))
    if black | white:
        # Dead stones must go before the closing stones come: they may stand where chains would be cut.
        prisoners = (
            prisoners[0] + (board.black_mask & dead_mask).bit_count(),
            prisoners[1] + (board.white_mask & dead_mask).bit_count(),
        )
        board = Board(grid, board.black_mask & ~dead_mask | black, board.white_mask & ~dead_mask | white)
        dead = PointSet(grid)
    if rules.scoring is Scoring.AREA:
        return area_score(board, dead, komi=rules.komi, bonus=game.bonus)
    if rules.scoring is Scoring.PROBLEM_SET:
        return problem_set_score(board, dead, prisoners=prisoners, komi=rules.komi)
    return territory_score(board, dead, prisoners=prisoners, komi=rules.komi, bonus=game.bonus, strict=agreed)


def _count_other(game: Game, dead_mask: int, borders: tuple[OpenBorder, ...]) -> Score:
    from dataclasses import replace

    other = Scoring.TERRITORY if game.rules.scoring is Scoring.AREA else Scoring.AREA
    return _count(game, replace(game.rules, scoring=other), dead_mask, borders, agreed=True)


def _union(masks: object) -> int:
    union = 0
    for mask in masks:  # type: ignore[attr-defined]
        union |= mask
    return union
