"""`honte-connection` and `honte-race`: what else is at stake, through `honte.tsumego.answer.solve`."""

from __future__ import annotations

from honte.core import Color
from honte.grid import Point
from honte.gtp.arguments import Arguments
from honte.gtp.commands.life import answer_lines
from honte.gtp.registry import command
from honte.gtp.session import Session
from honte.search.budget import Budget
from honte.tsumego.answer import Answer, solve
from honte.tsumego.problem import Setup, Stake


@command("honte-connection")
def honte_connection(session: Session, args: Arguments) -> str:
    """Whether the chains on two points are connected, with the proof: `honte-connection D4 F4`.

    `honte-connection D4 F4 w` asks what White reaches by moving first; without a color the side to play does.
    """
    first, second = args.point(session.grid), args.point(session.grid)
    mover = args.color_or(session.game.to_play)
    args.end()
    answer = _answer(session, (first, second), mover, Stake.CONNECTION)
    lines = answer_lines(first, answer)[1:]
    return "\n".join([f"{answer.reading.at_stake}: {answer.status.value}", *lines])


@command("honte-race")
def honte_race(session: Session, args: Arguments) -> str:
    """Who wins the race between the groups on two points, with each side first: `honte-race B7 C7`."""
    first, second = args.point(session.grid), args.point(session.grid)
    args.end()
    answer = _answer(session, (first, second), session.game.to_play, Stake.RACE)
    assert answer.race is not None, "a race was asked"
    return f"{answer.reading.at_stake}\n{answer.race}\n{answer.race.holds}\n{answer.nodes:,} nodes"


def _answer(session: Session, points: tuple[Point, Point], mover: Color, stake: Stake) -> Answer:
    """The answer of the solver about the stones on two points."""
    game = session.game
    ko = game.position.ko if game.to_play is mover else None
    setup = Setup(game.board, mover, game.board.grid.set(points), ko=ko, stake=stake)
    budget = Budget(session.settings.life_seconds, session.settings.life_nodes)
    with session.searching(budget):
        return solve(setup, budget, both_sides=True)
