"""Commands that set the board up: size, komi, rules, handicap, free positions."""

from __future__ import annotations

import json

from honte.core import BLACK, WHITE, Board, Color, Game, Rules, handicap_points
from honte.errors import InputError
from honte.grid import MAX_SIDE, Grid, Point, PointSet
from honte.gtp.arguments import Arguments
from honte.gtp.registry import command
from honte.gtp.session import LARGEST_KOMI, Session


@command("boardsize")
def boardsize(session: Session, args: Arguments) -> None:
    """A square board of this side, empty."""
    side = args.integer("the side of the board")
    if len(args):
        raise InputError(f"boardsize takes one number; rectangular_boardsize {side} {args.peek()} sets two")
    _set_grid(session, side, side)


@command("rectangular_boardsize")
def rectangular_boardsize(session: Session, args: Arguments) -> None:
    """A board of this width and height, empty."""
    _set_grid(session, args.integer("the width of the board"), args.integer("the height of the board"))


def _set_grid(session: Session, cols: int, rows: int) -> None:
    if not (1 <= cols <= MAX_SIDE and 1 <= rows <= MAX_SIDE):
        raise InputError(f"unacceptable size: {cols}x{rows}; sides go from 1 to {MAX_SIDE}")
    session.new_game(Grid(cols, rows))


@command("query_boardsize")
def query_boardsize(session: Session, args: Arguments) -> str:
    """The side of the board; width and height where they differ."""
    grid = session.grid
    return str(grid.cols) if grid.cols == grid.rows else f"{grid.cols} {grid.rows}"


@command("clear_board")
def clear_board(session: Session, args: Arguments) -> None:
    """Takes all stones off and forgets the game; size, komi and rules stay."""
    session.new_game()


@command("komi")
def komi(session: Session, args: Arguments) -> None:
    """The points that White gets."""
    points = args.number("komi in points")
    if abs(points) > LARGEST_KOMI:
        raise InputError(f"komi {points:g} is out of range; expected -{LARGEST_KOMI:g} to {LARGEST_KOMI:g}")
    session.game.rules = session.game.rules.with_komi(points)


@command("get_komi")
def get_komi(session: Session, args: Arguments) -> str:
    """The komi as it is set."""
    return f"{session.game.rules.komi:g}"


# Rules


@command("kgs-rules", "kata-set-rules")
def set_rules(session: Session, args: Arguments) -> None:
    """Other rules for the game on the board; komi stays."""
    name = args.rest.strip()
    if name.startswith("{"):
        raise InputError("rules are set by name, as in kata-set-rules japanese")
    rules = Rules.named(name.replace("-kgs", "").replace("-ogs", ""))
    session.change_rules(rules.with_komi(session.game.rules.komi))


@command("kata-get-rules")
def get_rules(session: Session, args: Arguments) -> str:
    """The rules as a JSON object."""
    rules = session.game.rules
    return json.dumps(
        {
            "name": rules.name,
            "ko": rules.ko.value.upper(),
            "scoring": rules.scoring.value.upper(),
            "suicide": rules.suicide,
            "komi": rules.komi,
        }
    )


# Handicap


@command("fixed_handicap")
def fixed_handicap(session: Session, args: Arguments) -> str:
    """Handicap stones on the points that the protocol names."""
    stones = args.integer("a number of stones")
    session.require_empty()
    return _place(session, fixed_points(session.grid, stones))


@command("place_free_handicap")
def place_free_handicap(session: Session, args: Arguments) -> str:
    """Handicap stones where the engine likes them: star points first, then far from other stones."""
    stones = args.integer("a number of stones")
    session.require_empty()
    if not 2 <= stones < session.grid.size:
        raise InputError(
            f"invalid number of stones: {stones}; expected 2 to {session.grid.size - 1} on this board"
        )
    return _place(session, free_points(session.grid, stones))


@command("set_free_handicap")
def set_free_handicap(session: Session, args: Arguments) -> None:
    """Handicap stones on these points."""
    points = args.points(session.grid)
    session.require_empty()
    if len(set(points)) != len(points):
        raise InputError("bad vertex list: a point is named twice")
    if not 2 <= len(points) < session.grid.size:
        raise InputError(
            f"bad vertex list: {len(points)} given; expected 2 to {session.grid.size - 1} points"
        )
    _place(session, session.grid.set(points))


def _place(session: Session, points: PointSet) -> str:
    board = Board(session.grid).with_stones(points, BLACK)
    session.game = Game(session.grid, session.game.rules, board=board, to_play=WHITE)
    session.game.handicap = len(points)
    return " ".join(map(str, points))


def fixed_points(grid: Grid, stones: int) -> PointSet:
    """The fixed handicap of the protocol. It differs from printed boards only in the third corner.

    >>> print(fixed_points(Grid(19), 3))
    {D4, D16, Q16}
    """
    try:
        points = handicap_points(grid, stones) if stones >= 2 else None
    except InputError as error:
        raise InputError(f"invalid number of stones: {error}") from None
    if points is None:
        raise InputError(f"invalid number of stones: {stones}; expected 2 or more")
    if stones != 3:
        return points
    corners = handicap_points(grid, 4)
    lower_right = max(corners, key=lambda p: p.col - p.row)
    return corners - grid.set([lower_right])


def free_points(grid: Grid, stones: int) -> PointSet:
    """Star points as far as they go, then the empty points farthest from all stones and off the edge.

    >>> print(free_points(Grid(5), 3))
    {B2, D2, D4}
    """
    stars = [n for n in range(2, stones + 1) if _has_stars(grid, n)]
    chosen = list(fixed_points(grid, stars[-1])) if stars else []
    while len(chosen) < stones:
        free = [p for p in grid if p not in chosen]
        chosen.append(max(free, key=lambda p: _loneliness(grid, p, chosen)))
    return grid.set(chosen)


def _has_stars(grid: Grid, stones: int) -> bool:
    try:
        handicap_points(grid, stones)
    except InputError:
        return False
    return True


def _loneliness(grid: Grid, point: Point, chosen: list[Point]) -> tuple[bool, int, int]:
    """Prefers points off the first line, far from all stones, and then near the edge."""
    gap = min((abs(point.col - p.col) + abs(point.row - p.row) for p in chosen), default=0)
    return grid.line(point) > 1, gap, -grid.line(point)


# Free positions, as GoGui sets them


@command("gogui-setup")
def gogui_setup(session: Session, args: Arguments) -> None:
    """Stones on an empty board, as pairs of color and point."""
    session.require_empty()
    stones: dict[Color, list[Point]] = {BLACK: [], WHITE: []}
    while len(args):
        color = args.color()
        stones[color].append(args.point(session.grid))
    board = Board(session.grid)
    for color, points in stones.items():
        board = board.with_stones(session.grid.set(points), color)
    session.game = Game(session.grid, session.game.rules, board=board)


@command("gogui-setup_player")
def gogui_setup_player(session: Session, args: Arguments) -> None:
    """The side to play in the position on the board."""
    color, game = args.color(), session.game
    if game.steps:
        raise InputError("gogui-setup_player comes before the first move")
    session.game = Game(game.grid, game.rules, board=game.board, to_play=color)
    session.game.handicap = game.handicap
