"""Commands for the end of a game: the count, and what becomes of each stone and point."""

from __future__ import annotations

from honte.core import BLACK, WHITE, Board, Scoring
from honte.counting import FinalCount
from honte.errors import InputError
from honte.grid import PointSet
from honte.gtp.arguments import Arguments
from honte.gtp.registry import command
from honte.gtp.session import Session
from honte.life.seki import find_seki

STATUSES = ("alive", "seki", "dead", "white_territory", "black_territory", "dame")


@command("final_score")
def final_score(session: Session, args: Arguments) -> str:
    """The result of the count: B+3.5, W+0.5 or 0."""
    return str(_count(session, "cannot score").score.result)


@command("final_status_list")
def final_status_list(session: Session, args: Arguments) -> str:
    """The stones or points of one status; stones of a chain stand on one line."""
    status = args.word("a status")
    if status not in STATUSES:
        raise InputError(f"syntax error: {status!r} is no status; expected {', '.join(STATUSES)}")
    points = statuses(_count(session, "cannot provide a list"))[status]
    return "\n".join(" ".join(map(str, part)) for part in _parts(session.game.board, points))


@command("final_status")
def final_status(session: Session, args: Arguments) -> str:
    """The status of one point."""
    point = args.point(session.grid)
    found = statuses(_count(session, "cannot provide a status"))
    return next(status for status, points in found.items() if point in points)


def _count(session: Session, refusal: str) -> FinalCount:
    try:
        return session.count()
    except InputError as error:
        reason, _, advice = str(error).partition(";")
        how = "; honte-estimate estimates it, and after two passes it is counted" if advice else ""
        raise InputError(f"{refusal}: {reason}{how}") from None


def statuses(count: FinalCount) -> dict[str, PointSet]:
    """Every point of the board under exactly one status."""
    board, grid = count.board, count.board.grid
    stones = PointSet(grid, board.black_mask | board.white_mask)
    dead = count.dead
    seki = _seki_stones(count, board.with_stones(dead, None)) - dead
    black, white = count.score.black_points - stones, count.score.white_points - stones
    return {
        "alive": stones - dead - seki,
        "seki": seki,
        "dead": dead,
        "white_territory": white,
        "black_territory": black,
        "dame": ~(stones | white | black),
    }


def _seki_stones(count: FinalCount, standing: Board) -> PointSet:
    """The stones of chains in seki: those of standard sekis, and those around eyes that count for nobody."""
    territory = count.score if count.score.scoring is Scoring.TERRITORY else count.other
    found = PointSet(standing.grid)
    for pair in find_seki(standing):
        found = found | pair.black | pair.white
    for chain in standing.chains():
        if not chain.liberties.isdisjoint(territory.seki):
            found = found | chain.stones
    return found


def _parts(board: Board, points: PointSet) -> list[PointSet]:
    """Stones chain by chain, and empty points region by region."""
    parts = [points & stones for stones in (board.stones(BLACK), board.stones(WHITE))]
    parts.append(points & board.empty)
    return [each for part in parts for each in part.components()]
