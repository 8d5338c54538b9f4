"""What the recorded dialogue with KataGo is about: each scene asks the same questions live and replayed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from honte.core import BLACK, CHINESE, JAPANESE, WHITE, Board, Game
from honte.engine import analyze_with_katago, choose_with_katago
from honte.estimate import Setting, estimate
from honte.gtp import Server, Session, Settings
from honte.katago import load
from honte.network import View
from honte.search.budget import Budget

KO = """
. X O . .
X O . O .
. X O . .
. . . . .
. . . . .
"""


def opening() -> Game:
    """Five moves on 7x7."""
    game = Game(7, CHINESE)
    for move in ("D4", "C5", "E5", "D6", "C4"):
        game.play(move)
    return game


def positions() -> Any:
    """Two positions of a game, and one with a ko that White may not retake."""
    game = opening()
    ko = Game(5, JAPANESE, board=Board.parse(KO), to_play=BLACK)
    ko.play("C4")
    return load().predict([View.of(game), View.of(game, 2)]), load().predict([View.of(ko)], rules=JAPANESE)


def an_estimate() -> Any:
    """The estimate of a game with handicap points and under territory rules."""
    handicap = Game(7, CHINESE, handicap=2)
    handicap.play("D4")
    game = opening()
    game.rules = JAPANESE
    return estimate(Setting.of(handicap), "katago"), estimate(game, "katago")


def a_choice() -> Any:
    """A move for White with eight visits, an analysis of the same position, and one of a single move."""
    game = opening()
    first = choose_with_katago(game, Budget(nodes=8))
    corner = game.grid.parse("A1")
    only = analyze_with_katago(game, Budget(nodes=2), only=lambda move: move == corner)
    return first, analyze_with_katago(game, Budget(nodes=8)), only


def a_refused_record() -> Any:
    """A record that KataGo refuses, because a stone stands there already: asked again as a bare position."""
    game = Game(7, CHINESE.with_komi(0))
    for color, move in ((BLACK, "A2"), (BLACK, "B1"), (WHITE, "D4")):
        game.force(game.grid.parse(move), color)
    game.force(game.grid.parse("A1"), WHITE)  # suicide, as no rules of the game allow it
    return choose_with_katago(game, Budget(nodes=4))


def a_session() -> Any:
    """A GTP session that KataGo plays: both sides once, then an analysis."""
    said: list[str] = []
    server = Server(Session(Settings(visits=6, engine="katago")), said.append)
    for line in ("boardsize 7", "komi 9", "genmove b", "genmove w", "genmove w", "move_history"):
        server.answer(line)
    return said


SCENES: dict[str, Callable[[], Any]] = {
    scene.__name__: scene for scene in (positions, an_estimate, a_choice, a_refused_record, a_session)
}
