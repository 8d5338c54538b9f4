"""The answer of every estimator: the owner of each point, Black's margin, and the error of the margin.

Ownership runs from -1 (White's) to +1 (Black's) in every model. One sum over the board serves both ways of
counting: area and territory counts differ exactly by the number of stones that Black has put down more than
White (`stone_lead`), wherever stones were captured.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from honte.core.board import BLACK, WHITE, Board, Color
from honte.core.game import Game
from honte.core.position import Move, Position
from honte.core.rules import CHINESE, Rules, Scoring
from honte.errors import InputError
from honte.grid import Grid, Point, PointSet

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import DTypeLike, NDArray

    from honte.formats.picture import Picture


MOVES_PER_POINT = 0.76
"""The usual length of a game in moves for each point of the board: 275 on 19x19, the mean of 16,520 games."""
LAST_MOVES = 5
"""The number of last moves that a setting keeps."""


@dataclass(frozen=True)
class Setting:
    """A position to estimate, with rules, move number, stones put down, and handicap compensation."""

    position: Position
    rules: Rules = CHINESE
    move: int | None = None
    """Moves played so far; None for a bare position."""
    stone_lead: int = 0
    """Stones that Black has put down more than White, when both have moved equally often."""
    bonus: float = 0.0
    """Points that White gets for handicap stones, beside komi."""
    last: tuple[Move, ...] = ()
    """The last moves, latest first; a pass is None. Models may look at them; empty for a bare position."""
    start: Position | None = None
    """How the game began: an empty board or handicap stones; None where it is not known."""

    @property
    def board(self) -> Board:
        """The board of the position."""
        return self.position.board

    @property
    def grid(self) -> Grid:
        """The points of the board."""
        return self.position.board.grid

    @property
    def moves(self) -> int:
        """Moves played so far; for a bare position the number of its stones."""
        if self.move is not None:
            return self.move
        return (self.board.black_mask | self.board.white_mask).bit_count()

    @property
    def stage(self) -> float:
        """Moves played as a part of the usual length of a game: 0 at the start."""
        return self.moves / (MOVES_PER_POINT * self.grid.size)

    @property
    def compensation(self) -> float:
        """Points that the rules take from Black's lead: komi, bonus, and `stone_lead` for territory."""
        surplus = 0 if self.rules.scoring is Scoring.AREA else self.stone_lead
        return self.rules.komi + self.bonus + surplus

    @classmethod
    def of(cls, game: Game, move: int | None = None) -> Setting:
        """A game as it stood after `move` moves (default: all); raises InputError past its end."""
        length = len(game.steps)
        if move is not None and not 0 <= move <= length:
            raise InputError(f"move {move} is not in this game of {length} moves")
        at = length if move is None else move
        position = game.start if at == 0 else game.steps[at - 1].position
        steps = game.steps[:at]
        lead = len(game.start.board.stones(BLACK)) - len(game.start.board.stones(WHITE))
        lead += sum(int(step.color) for step in steps if step.move is not None)
        lead -= position.to_play is WHITE
        last = tuple(step.move for step in reversed(steps[-LAST_MOVES:]))
        return cls(position, game.rules, at, lead, game.bonus, last, _beginning(game))


def _beginning(game: Game) -> Position | None:
    """The first position of a game that began with an empty board or with handicap stones."""
    board = game.start.board
    stones = game.handicap if game.handicap >= 2 else 0
    begins = not board.white_mask and board.black_mask.bit_count() == stones
    return game.start if begins else None


@dataclass(frozen=True, eq=False, repr=False)
class Ownership:
    """One estimate. `values` holds the owner of each point, row by row from the lower left.

    `numpy.asarray` gives the same values as an array with the top row of the board first.

    >>> half = Ownership(Setting(Position.empty(2)), (1.0, 0.5, 0.0, -1.0))
    >>> half[Point.parse("B1")], half.lead, half.margin
    (0.5, 0.5, -7.0)
    """

    setting: Setting
    values: Sequence[float]
    model: str = ""
    """The name of the model."""
    scale: float = 1.0
    """Points of the final margin for each point of lead at this stage of the game."""
    expected: float | None = None
    """Black's final lead before komi as the model says it beside the owners; None: the scaled lead counts."""
    error: float = math.inf
    """The standard error of the margin in points: two results out of three lie within it."""
    dead: PointSet | None = None
    """The stones that the model treats as dead; None where it does not ask."""
    details: dict[str, Any] = field(default_factory=dict)
    """Further figures of the model by name: k, playouts and others."""

    def __post_init__(self) -> None:
        if len(self.values) != self.grid.size:
            raise InputError(f"{len(self.values)} values for {self.grid.size} points")

    def __getitem__(self, point: Point) -> float:
        self.grid.bit(point)
        return float(self.values[point.row * self.grid.cols + point.col])

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> NDArray[Any]:
        """The values as an array of rows and columns, the top row of the board first."""
        import numpy as np

        if copy is False:
            raise ValueError("an Ownership holds no array: NumPy must copy its values")
        kind = np.float64 if dtype is None else dtype
        rows = np.array([float(value) for value in self.values], dtype=kind)
        return rows.reshape(self.grid.rows, self.grid.cols)[::-1].copy()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Ownership):
            return NotImplemented
        return self._content() == other._content()

    __hash__ = None  # type: ignore[assignment]  # `details` can change

    def _content(self) -> tuple[object, ...]:
        values = tuple(map(float, self.values))
        figures = (self.scale, self.expected, self.error)
        return self.setting, values, self.model, figures, self.dead, self.details

    def __repr__(self) -> str:
        return f"<Ownership {self.grid.cols}x{self.grid.rows}, {self.model or 'no model'}, {self}>"

    def _repr_svg_(self) -> str:
        return self.to_picture().svg()

    @property
    def grid(self) -> Grid:
        """The points of the board."""
        return self.setting.grid

    @property
    def lead(self) -> float:
        """Points of the board that Black owns more than White, before komi."""
        return math.fsum(self.values)

    @property
    def margin(self) -> float:
        """Black's expected margin under the rules, komi included.

        It is the lead less compensation, scaled, or what the model says of the margin itself.
        """
        if self.expected is not None:
            return self.expected - self.setting.rules.komi - self.setting.bonus
        return self.scale * (self.lead - self.setting.compensation)

    @property
    def black_chance(self) -> float:
        """The chance that Black wins, if errors are normally distributed; 0.5 without a known error."""
        if math.isinf(self.error):
            return 0.5
        if self.error == 0:
            return 0.5 if self.margin == 0 else float(self.margin > 0)
        return 0.5 * (1 + math.erf(self.margin / self.error / math.sqrt(2)))

    def area(self, color: Color) -> float:
        """The points that a side is expected to own, stones and territory together."""
        return math.fsum(max(0.0, color * value) for value in self.values)

    def territory(self, color: Color) -> float:
        """The points that a side is expected to surround: those it owns without its own stones.

        Points under stones of the other side count twice, as prisoners do in a territory count.
        """
        stones = self.setting.board
        total = 0.0
        for point, value in zip(self.grid.points, self.values, strict=True):
            share = max(0.0, color * value)
            stone = stones[point]
            if stone is not color:
                total += share * (1 if stone is None else 2)
        return total

    def owned(self, color: Color, least: float = 0.5) -> PointSet:
        """The points whose ownership for a side is at least `least` (0 to 1)."""
        return self.grid.set(
            p for p, v in zip(self.grid.points, self.values, strict=True) if color * v >= least
        )

    def to_picture(self, *, title: str | None = None, last: Point | None = None) -> Picture:
        """The board with ownership painted over it and dead stones crossed."""
        from honte.formats.picture import Picture

        marks = dict.fromkeys(self.dead, "cross") if self.dead is not None else {}
        return Picture(
            self.setting.board,
            last=last,
            marks=marks,
            ownership=dict(zip(self.grid.points, map(float, self.values), strict=True)),
            title=str(self) if title is None else title,
        )

    def __str__(self) -> str:
        who = "B" if self.margin > 0 else "W"
        text = f"{who}+{abs(self.margin):.1f}" if abs(self.margin) >= 0.05 else "even"
        return text if math.isinf(self.error) else f"{text} ± {self.error:.1f}"

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON; ownership rows run from the top of the board."""
        cols = self.grid.cols
        rows = [self.values[k : k + cols] for k in range(0, self.grid.size, cols)]
        return {
            "model": self.model,
            "move": self.setting.moves,
            "rules": self.setting.rules.name,
            "margin": round(self.margin, 3),
            "error": None if math.isinf(self.error) else round(self.error, 3),
            "black_chance": round(self.black_chance, 4),
            "black_territory": round(self.territory(BLACK), 3),
            "white_territory": round(self.territory(WHITE), 3),
            "black_area": round(self.area(BLACK), 3),
            "white_area": round(self.area(WHITE), 3),
            "dead": [str(p) for p in self.dead or ()],
            "ownership": [[round(float(v), 3) for v in row] for row in reversed(rows)],
            **self.details,
        }
