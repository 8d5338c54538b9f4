"""Life-and-death problems: which stones are at stake, who attacks, and which points may be played.

The type follows GoLD (Haris, *Go - Project*, 2019, section 2.2): keystones are the stones the problem
is about, the attacker wants to capture them, the defender wants to keep them, and play stays inside an
area of valid points. The game rules are the TSUMEGO preset: the attacker may pass only while a ko forbids
a move, passes do not end the game, seki is life, ko is played out.

Nobody plays outside the area. Stones there are safe for good. Empty points there count as the attacker's,
so life proved in a small area holds in every larger one.

A `Setup` is what a file or a person gives: any part may be missing or wrong. `Setup.problem()` turns it
into a `Problem`, which is always valid, or raises an error with every reason. `honte.tsumego.open` finds
keystones and area that are missing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any

from honte.core import TSUMEGO, Board, Chain, Color, Move, Position
from honte.core.position import Illegality
from honte.errors import IllegalMove, IllegalPosition, InputError, ProblemError
from honte.grid import Grid, Point, PointSet
from honte.tsumego.problem.stake import Stake


class Objective(Enum):
    """What the side to play wants."""

    LIVE = "live"
    KILL = "kill"

    @classmethod
    def of(cls, mover: Color, defender: Color) -> Objective:
        """What the mover wants when this color defends."""
        return cls.LIVE if mover is defender else cls.KILL

    @property
    def inverse(self) -> Objective:
        """What the opponent wants."""
        return Objective.KILL if self is Objective.LIVE else Objective.LIVE


class Ending(Enum):
    """How a problem ends on the board."""

    CAPTURED = "captured"
    """The attacker has captured what the problem asks for."""
    SAVED = "saved"
    """The keystones cannot be captured: they are connected to stones that are safe for good."""


class Capture(Enum):
    """Which keystone chains the attacker must capture."""

    ALL = "all"
    ANY = "any"


@dataclass(frozen=True, slots=True)
class Threats:
    """The number of ko threats of each side outside the area; each retake of a ko costs one.

    Only one side may have threats, because threats of both sides cancel out. The number is always finite:
    with unlimited threats a ko would never end and would count as life.
    """

    black: int = 0
    white: int = 0

    @classmethod
    def of(cls, color: Color, count: int) -> Threats:
        """This number of threats for one side, none for the other."""
        return cls(black=count) if color is Color.BLACK else cls(white=count)

    def __getitem__(self, color: Color) -> int:
        return self.black if color is Color.BLACK else self.white

    @property
    def favored(self) -> Color | None:
        """The side that has threats; None when neither has."""
        return next((color for color in Color if self[color]), None)

    def faults(self) -> list[str]:
        """Every reason why these numbers are invalid; empty when they are valid."""
        reasons = [
            f"{count} ko threats; expected 0 or more" for count in (self.black, self.white) if count < 0
        ]
        if self.black > 0 and self.white > 0:
            reasons.append("both sides have outside ko threats; give the difference to one side")
        return reasons


@dataclass(frozen=True, slots=True)
class Problem:
    """A valid problem: keystones of one color inside an area with empty points.

    >>> problem = Problem.parse('''
    ... Black to play
    ... . . . W x -
    ... W W W W x -
    ... x x x x x -
    ... ''')
    >>> print(problem.objective.value, problem.valid_points)
    kill {A3, B3, C3}
    """

    board: Board
    keystones: PointSet
    to_play: Color
    area: PointSet
    """Points that may be played, at once or after a capture. Stones outside are safe for good."""
    capture: Capture = Capture.ALL
    ko: Point | None = None
    """The point where the side to play may not retake with this move."""
    threats: Threats = Threats()
    name: str = ""

    def __post_init__(self) -> None:
        if reasons := _faults(self):
            raise ProblemError(reasons)

    @classmethod
    def of_valid_points(
        cls, board: Board, keystones: PointSet, to_play: Color, valid: PointSet, **rest: Any
    ) -> Problem:
        """The problem in GoLD's form: the area is these empty points and all stones of the board."""
        stones = PointSet(board.grid, board.black_mask | board.white_mask)
        return cls(board, keystones, to_play, valid | stones, **rest)

    @classmethod
    def parse(cls, text: str) -> Problem:
        """Reads a diagram with marks; see `honte.tsumego.problem.text`."""
        from honte.tsumego.problem.text import parse_setup

        return parse_setup(text).problem()

    def __str__(self) -> str:
        from honte.tsumego.problem.text import format_setup

        return format_setup(self.setup())

    def _repr_svg_(self) -> str:
        """A picture for notebooks: keystones marked, points outside the area dimmed."""
        from honte.formats.picture import Picture

        marks = dict.fromkeys(self.keystones, "triangle")
        return Picture(self.board, marks=marks, dimmed=~self.area, title=self.name).svg()

    # Sides

    @property
    def defender(self) -> Color:
        """The side that wants to keep the keystones."""
        color = self.board[next(iter(self.keystones))]
        assert color is not None, "a Problem's keystones are stones"
        return color

    @property
    def attacker(self) -> Color:
        """The side that wants to capture the keystones."""
        return self.defender.opponent

    @property
    def objective(self) -> Objective:
        """What the side to play wants."""
        return Objective.of(self.to_play, self.defender)

    # Views

    @property
    def grid(self) -> Grid:
        """The grid of the board."""
        return self.board.grid

    @property
    def valid_points(self) -> PointSet:
        """The empty points of the area."""
        return self.area & self.board.empty

    @property
    def position(self) -> Position:
        """The board with the side to play and the ko point."""
        return Position(self.board, self.to_play, self.ko)

    def with_to_play(self, color: Color) -> Problem:
        """The same problem with this side to play; when the side changes, the ko ban is gone."""
        return self if color is self.to_play else replace(self, to_play=color, ko=None)

    def with_threats(self, threats: Threats) -> Problem:
        """The same problem with these ko threats."""
        return replace(self, threats=threats)

    # Play

    def check(self, move: Move) -> None:
        """Raises InputError or IllegalMove when the side to play may not make this move."""
        if move is None and self.to_play is self.attacker and self.ko is None:
            reason = "the attacker may pass only while a ko forbids a move"
            raise IllegalMove(None, Illegality.PASS_FORBIDDEN, reason)
        if move is not None and move not in self.area:
            raise InputError(f"{move} is outside the area of the problem")
        self.position.play(move, TSUMEGO)

    def after(self, move: Move) -> Problem | Ending:
        """The problem after a legal move, or how it ended; the move is not checked.

        A chain that connects to stones outside the area is safe like these, and its points leave the area.
        When a defender chain has liberties only outside, these join the area, so that play can go on.

        >>> problem = Problem.parse('''
        ... Black to play
        ... . . . W x -
        ... W W W W x -
        ... x x x x x -
        ... ''')
        >>> print(problem.after(Point.parse("B3")).valid_points)
        {A3, C3}
        """
        position = self.position.play_unchecked(move)
        board = position.board
        keys = self.keystones & board.stones(self.defender)
        if not keys or (self.capture is Capture.ANY and keys != self.keystones):
            return Ending.CAPTURED
        area = _kept_area(board, self.area, self.defender)
        at_stake = keys & area
        if not at_stake or (self.capture is Capture.ALL and at_stake != keys) or not area & board.empty:
            return Ending.SAVED
        return replace(
            self, board=board, to_play=position.to_play, ko=position.ko, keystones=at_stake, area=area
        )

    def banned(self, to_play: Color) -> Point | None:
        """The point that a ko bans for this side; None for a ko outside the area, where nobody plays."""
        ko = self.ko
        return ko if ko is not None and ko in self.area and to_play is self.to_play else None

    def setup(self) -> Setup:
        """The problem as a setup in which nothing is missing."""
        return Setup(
            board=self.board,
            to_play=self.to_play,
            keystones=self.keystones,
            area=self.area,
            capture=self.capture,
            ko=self.ko,
            threats=self.threats,
            objective=self.objective,
            name=self.name,
        )


@dataclass(frozen=True, slots=True)
class Setup:
    """What a file or a person gives of a problem, before anything is checked or found."""

    board: Board
    to_play: Color
    keystones: PointSet | None = None
    area: PointSet | None = None
    capture: Capture = Capture.ALL
    ko: Point | None = None
    threats: Threats = Threats()
    objective: Objective | None = None
    solutions: tuple[Point, ...] = ()
    """First moves that the source gives as right."""
    name: str = ""
    comment: str = ""
    extra: Mapping[str, Any] = field(default_factory=dict, compare=False)
    """Other fields of the record or file, unchanged."""
    safe: PointSet | None = None
    """For a target in a game: stones of both colors around it that are taken as safe. Friends in the open may
    save such a target, too, thin walls may fall, and it may get out. None for a problem of a collection, in
    which a given target means that none of this is so."""
    stake: Stake | None = None
    """What is at stake; None to find out. A race has keystones of both colors, a connection two chains."""

    @property
    def is_complete(self) -> bool:
        """Whether target and area are given."""
        return self.keystones is not None and self.area is not None

    def problem(self) -> Problem:
        """The valid problem; raises ProblemError with every reason."""
        grid = self.board.grid
        area = grid.all if self.area is None else self.area
        return Problem(
            board=self.board,
            keystones=PointSet(grid) if self.keystones is None else self.keystones,
            to_play=self.to_play,
            area=area,
            capture=self.capture,
            ko=self.ko,
            threats=self.threats,
            name=self.name,
        )


def _kept_area(board: Board, area: PointSet, defender: Color) -> PointSet:
    """The area after a move: without chains that lead out of it, and with the outside liberties of defender
    chains that have none inside."""
    chains = list(board.chains())
    for chain in chains:
        if not chain.stones <= area:
            area = area - chain.stones
    for chain in chains:
        if chain.color is defender and chain.stones <= area and not chain.liberties & area:
            area = area | chain.liberties
    return area


def _faults(problem: Problem) -> list[str]:
    """Every reason why the problem is invalid, in the order in which a person fixes them."""
    board = problem.board
    reasons = list(board.faults())
    reasons += _keystone_faults(problem)
    reasons += _area_faults(problem)
    reasons += problem.threats.faults()
    if problem.ko is not None and not _ko_possible(problem):
        reasons.append(f"no ko at {problem.ko}: {problem.to_play} cannot have lost a single stone there")
    return reasons


def _keystone_faults(problem: Problem) -> list[str]:
    board = problem.board
    if not problem.keystones:
        return ["no keystones: mark the stones that are to live or to be captured"]
    reasons = [
        f"the keystone {p} is an empty point: its stone is already captured"
        for p in problem.keystones & board.empty
    ]
    colors = {board[p] for p in problem.keystones} - {None}
    if len(colors) == 2:
        reasons.append("keystones of both colors: all must be the defender's")
    reasons += [
        f"the keystone {p} lies outside the boundary, where nothing is ever captured"
        for p in problem.keystones - problem.area
    ]
    return reasons


def _area_faults(problem: Problem) -> list[str]:
    reasons = []
    if not problem.valid_points:
        reasons.append("no valid point: there is no empty point inside the boundary")
    for chain in problem.board.chains():
        inside = chain.stones & problem.area
        if inside and inside != chain.stones:
            where = next(iter(chain.stones))
            reasons.append(f"the boundary cuts the {chain.color.name.lower()} chain at {where}")
        elif inside and chain.liberties and not chain.liberties & problem.area and _defends(problem, chain):
            where = next(iter(chain.stones))
            reasons.append(f"the boundary leaves the {chain.color.name.lower()} chain at {where} no liberty")
    return reasons


def _defends(problem: Problem, chain: Chain) -> bool:
    """Whether the chain belongs to the defender."""
    first = next(iter(problem.keystones), None)
    return first is not None and problem.board[first] is chain.color


def _ko_possible(problem: Problem) -> bool:
    """Whether the opponent's last move can have captured a single stone on the ko point in a ko."""
    board, point, other = problem.board, problem.ko, problem.to_play.opponent
    assert point is not None, "asked only for a ko"
    if point not in board.grid or board[point] is not None:
        return False
    around = board.grid.set([point]).neighbors()
    if around & ~board.stones(other):
        return False
    chains = [board.chain(p) for p in around]
    return any(c is not None and len(c.stones) == 1 and len(c.liberties) == 1 for c in chains)


def check_board(board: Board) -> Board:
    """The board, or a ProblemError that names each chain without a liberty."""
    try:
        return board.checked()
    except IllegalPosition as error:
        raise ProblemError(error.faults) from None
