"""KataGo as a model: positions in, the same typed answers as those of `honte.network`.

One process serves the whole program; it starts with the first question.
"""

from __future__ import annotations

import atexit
import threading
from collections.abc import Callable, Sequence

from honte.core import CHINESE, Game, Move, Position, Rules, vertex
from honte.katago.locating import Location, locate
from honte.katago.process import Answer, Process, Refused
from honte.katago.queries import game_query, komi_sent, position_query, prediction
from honte.network import Prediction, View

VISITS = 16
"""Visits for one position of a list."""


class KataGo:
    """KataGo with its process; safe to use from several threads."""

    def __init__(self, location: Location | None = None, *, visits: int = VISITS) -> None:
        """Finds KataGo unless a location is given; raises InputError when it is not there."""
        self.location = location or locate()
        self.visits = visits
        self._process: Process | None = None
        self._starting = threading.Lock()

    @property
    def process(self) -> Process:
        """The running process, started at the first use and again after it has ended."""
        with self._starting:
            if self._process is None or not self._process.running:
                self._process = Process(self.location)
            return self._process

    def predict(
        self,
        views: Sequence[View],
        *,
        rules: Rules = CHINESE,
        bonus: float = 0.0,
        visits: int | None = None,
    ) -> list[Prediction]:
        """One answer for each position, in order, as `Network.predict` gives them.

        KataGo sees stones, side to play and ko, and searches `visits` visits.
        """
        limit = {"maxVisits": visits or self.visits}
        asked = [position_query(view.position, rules, bonus) | limit for view in views]
        answers = self.process.ask_all(asked)
        komi = komi_sent(rules, bonus)
        return [prediction(v.position, a, komi) for v, a in zip(views, answers, strict=True)]

    def ask_game(
        self,
        game: Game,
        *,
        visits: int | None = None,
        seconds: float | None = None,
        partial: Callable[[Answer], object] | None = None,
        every: float | None = None,
        stopped: Callable[[], bool] = lambda: False,
        allowed: Sequence[Move] | None = None,
    ) -> Answer:
        """KataGo's own answer on the position at the end of a game, with its whole history.

        A record that KataGo refuses, for instance because of a move against its ko rule, is asked as a bare
        position. `partial` gets what is known every `every` seconds, and `stopped` ends the search. `allowed`
        are the first moves that are looked at; None for all.
        """
        limits: dict[str, object] = {"maxVisits": visits or self.visits}
        if seconds is not None:
            limits["overrideSettings"] = {"maxTime": max(0.01, seconds)}
        if every is not None:
            limits["reportDuringSearchEvery"] = max(0.05, every)
        bare = position_query(game.position, game.rules, game.bonus) | limits
        if allowed is not None:
            named = {"player": game.to_play.letter, "moves": [*map(vertex, allowed)], "untilDepth": 1}
            limits["allowMoves"] = [named]
            bare = {key: each for key, each in bare.items() if key != "avoidMoves"} | limits
        twice = bool(game.steps) and game.steps[-1].color is game.to_play
        if twice or game.resumed_at == len(game.steps) > 0:
            # In KataGo's games the sides alternate, and two passes end the game for good.
            return self.process.ask(bare, partial, stopped)
        try:
            return self.process.ask(game_query(game) | limits, partial, stopped)
        except Refused:
            return self.process.ask(bare, partial, stopped)

    def close(self) -> None:
        """Ends the process, if it runs."""
        with self._starting:
            if self._process is not None:
                self._process.close()
                self._process = None


_shared: KataGo | None = None
_sharing = threading.Lock()


def load() -> KataGo:
    """The KataGo of this program, found once; raises InputError when it is not installed."""
    global _shared
    with _sharing:
        if _shared is None:
            _shared = KataGo()
            atexit.register(_shared.close)
        return _shared


def predict(view: View | Position, *, rules: Rules = CHINESE, bonus: float = 0.0) -> Prediction:
    """What KataGo says of one position."""
    seen = view if isinstance(view, View) else View(view)
    return load().predict([seen], rules=rules, bonus=bonus)[0]
