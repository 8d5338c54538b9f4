"""Commands of the Go server KGS: time systems, cleaning up, the end of a game."""

from __future__ import annotations

from honte.core import PASS, Game, Move, vertex
from honte.errors import InputError
from honte.gtp.arguments import Arguments
from honte.gtp.commands.moves import set_clock
from honte.gtp.registry import command
from honte.gtp.session import Session


@command("kgs-time_settings")
def kgs_time_settings(session: Session, args: Arguments) -> None:
    """Time settings as KGS says them: none, absolute, canadian or byoyomi."""
    kind = args.word("none, absolute, byoyomi or canadian").lower()
    if kind == "none":
        session.clock.clear()
        return
    if kind not in ("absolute", "byoyomi", "canadian"):
        raise InputError(f"syntax error: {kind!r}; expected none, absolute, byoyomi or canadian")
    main = args.number("main time in seconds")
    if kind == "absolute":
        set_clock(session, main, 0, 0)
        return
    period, count = args.number("byo-yomi time in seconds"), args.integer("stones or periods")
    set_clock(session, main, period, 1 if kind == "byoyomi" else count)


@command("kgs-genmove_cleanup")
def genmove_cleanup(session: Session, args: Arguments) -> str:
    """Like genmove, but passes only when no dead stone of the opponent is left to capture."""
    color = args.color()
    move = session.choose(color).move
    if move is PASS:
        move = capturing_move(session.seen_by(color))
    session.play(color, move)
    return vertex(move)


def capturing_move(game: Game) -> Move:
    """A move that helps to capture dead stones and endangers no own stone; a pass when there is none."""
    from honte.counting import find_dead

    board, color = game.board, game.to_play
    dead = find_dead(game) & board.stones(color.opponent)
    chains = [chain for chain in board.chains(color.opponent) if not chain.stones.isdisjoint(dead)]
    for chain in sorted(chains, key=lambda each: (len(each.liberties), -len(each.stones))):
        for point in chain.liberties:
            if game.illegality(point) is not None:
                continue
            after = game.position.play_unchecked(point).board.chain(point)
            if after is not None and len(after.liberties) >= 2:
                return point
    return PASS


@command("kgs-game_over")
def game_over(session: Session, args: Arguments) -> None:
    """Accepted: the next game starts with clear_board."""
