"""`honte-life`: life and death of a chain, through the one door `honte.tsumego.answer.solve`."""

from __future__ import annotations

from honte.core import Color, vertex
from honte.errors import InputError
from honte.grid import Point
from honte.gtp.arguments import Arguments
from honte.gtp.registry import command
from honte.gtp.session import Session
from honte.search.budget import Budget
from honte.tsumego.answer import Answer, Scope, solve
from honte.tsumego.problem import Setup
from honte.tsumego.proof.outcome import Outcome, Status

REFUTED = 8
"""Wrong first moves that are listed at most."""


@command("honte-life")
def honte_life(session: Session, args: Arguments) -> str:
    """Whether the chain on a point lives, with the proof: `honte-life D4`.

    `honte-life D4 w` asks what White reaches by moving first; without a color it is the side to play. The
    answer also says what the other side reaches by moving first.
    """
    point = args.point(session.grid)
    mover = args.color_or(session.game.to_play)
    args.end()
    return "\n".join(answer_lines(point, answer_of(session, point, mover)))


@command("honte-life_status")
def honte_life_status(session: Session, args: Arguments) -> str:
    """One word on the chain on a point: alive, dead, seki, ko, unsettled or unknown."""
    point = args.point(session.grid)
    return answer_of(session, point, args.color_or(session.game.to_play)).status.value


@command("honte-life_line")
def honte_life_line(session: Session, args: Arguments) -> str:
    """Best play around a chain as a variation that GoGui draws: colors and moves."""
    point = args.point(session.grid)
    mover = args.color_or(session.game.to_play)
    color, moves = mover, []
    for move in answer_of(session, point, mover).line:
        moves.append(f"{color.letter} {vertex(move)}")
        color = color.opponent
    return " ".join(moves)


def answer_of(session: Session, point: Point, mover: Color) -> Answer:
    """The answer of the solver about the chain on a point, with `mover` to play."""
    game = session.game
    chain = game.board.chain(point)
    if chain is None:
        raise InputError(f"{point} is empty; expected a stone of the chain")
    ko = game.position.ko if game.to_play is mover else None
    setup = Setup(game.board, mover, keystones=chain.stones, ko=ko)
    budget = Budget(session.settings.life_seconds, session.settings.life_nodes)
    with session.searching(budget):
        return solve(setup, budget, both_sides=True)


def answer_lines(point: Point, answer: Answer) -> list[str]:
    """An answer in words, one fact on a line."""
    status = "not decided" if answer.status is Status.UNKNOWN else answer.status.value
    lines = [f"{answer.problem.defender} at {point}: {status}"]
    lines += [_outcome_text(each) for each in (answer.first, answer.second) if each is not None]
    if answer.seki:
        lines.append(f"seki: {answer.seki}")
    if answer.line:
        lines.append(f"best play: {' '.join(map(vertex, answer.line))}")
    wrong = [f"{vertex(move)} ({vertex(line[0])})" for move, line in answer.refutations.items() if line]
    if wrong:
        more = f" and {len(wrong) - REFUTED} more" if len(wrong) > REFUTED else ""
        lines.append(f"wrong moves, each with the reply that refutes it: {', '.join(wrong[:REFUTED])}{more}")
    if answer.is_guess and answer.guess is not None:
        lines.append(f"a guess, not proved: {vertex(answer.guess)}")
    if answer.proved or answer.best:
        where = "on the whole board" if answer.scope is Scope.BOARD else "inside the area that was searched"
        lines.append(f"the proof holds {where}")
    lines.append(f"{answer.nodes:,} nodes")
    return lines


def _outcome_text(outcome: Outcome) -> str:
    at = f" at {', '.join(map(vertex, outcome.best))}" if outcome.best else ""
    return f"{outcome.mover} first: {outcome}{at}; {'proved' if outcome.proved else 'not proved'}"
