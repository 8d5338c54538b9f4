"""One GTP session: the game on the board, the settings, the clocks, and the search that runs.

The board state is a `honte.core.Game`. GTP is looser than a game: either side may move at any time, play
goes on after passes, and peers differ in their superko rules. A session bends the game accordingly.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from honte.core import CHINESE, PASS, Color, Game, Illegality, Move, Phase, Rules, vertex
from honte.engine import STRONGEST, Choice, choose, choose_with_katago
from honte.errors import IllegalMove, InputError
from honte.grid import Grid
from honte.gtp.clock import Clock
from honte.search.budget import Budget

if TYPE_CHECKING:
    from honte.counting import FinalCount
    from honte.engine.opponent import Watch

SECONDS = 5.0
"""Seconds for a move when neither the controller nor the user sets a limit."""
LIFE_SECONDS = 20.0
"""Seconds for a life-and-death question."""
LARGEST_KOMI = 1000.0


@dataclass
class Settings:
    """What the user chose on the command line or by `honte-param`."""

    level: str = STRONGEST
    seconds: float | None = None
    """Seconds for a move; None leaves it to the clocks and to SECONDS."""
    visits: int | None = None
    """Visits or playouts for a move; None means no limit."""
    rules: Rules = CHINESE
    resigns: bool = True
    seed: int | None = None
    """Seed of the moves that are drawn; None for another one in every session."""
    engine: str = "honte"
    """Who chooses and analyzes: `honte` or `katago`."""
    life_seconds: float = LIFE_SECONDS
    life_nodes: int | None = None
    """Nodes for a life-and-death question; None means no limit."""


class Session:
    """The state behind the commands. `write` gets whole lines of a long answer while a command runs."""

    def __init__(
        self,
        settings: Settings | None = None,
        *,
        write: Callable[[str], object] = lambda text: None,
        log: Callable[[str], object] = lambda text: None,
    ) -> None:
        self.settings = settings or Settings()
        self.game = Game(19, self.settings.rules)
        self.clock = Clock()
        self._chance = random.Random(self.settings.seed)
        self.write, self.log = write, log
        self.over = False
        """Whether `quit` was called."""
        self.pending: Callable[[], bool] = lambda: False
        """Whether the controller has written something that no command has read yet."""
        self.wait: Callable[[], object] = lambda: None
        """Waits until the controller writes something."""
        self.begin: Callable[[], object] = lambda: None
        """Writes the head of a long answer, before its lines."""
        self._running: tuple[Budget, bool] | None = None
        self._counted: tuple[object, FinalCount] | None = None

    # The board

    @property
    def grid(self) -> Grid:
        """The points of the board."""
        return self.game.grid

    def new_game(self, grid: Grid | None = None, rules: Rules | None = None) -> None:
        """An empty board; the same size and rules unless others are given."""
        self.game = Game(grid or self.grid, rules or self.game.rules)
        self.clock.restart()

    def require_empty(self) -> None:
        """Raises InputError when a stone stands on the board or a move was played."""
        if self.game.steps or self.game.board.empty_mask != self.grid.full_mask:
            raise InputError("board not empty: send clear_board first")

    def change_rules(self, rules: Rules) -> None:
        """Other rules for the game on the board; its history is kept."""
        old = self.game
        new = Game(self.grid, rules, board=old.start.board, to_play=old.start.to_play)
        new.handicap = old.handicap
        for step in old.steps:
            new.force(step.move, step.color)
        new.resumed_at = old.resumed_at
        self.game = new

    def play(self, color: Color, move: Move) -> None:
        """Plays a move for either side; a move that only a superko rule forbids is played, too.

        Peers and records differ in their superko rules. Raises IllegalMove with the reason.
        """
        game = self.game
        resumed = game.resumed_at
        if game.phase is not Phase.PLAY:
            game.resume()
        reason = game.illegality(move, color)
        if reason is not None and reason is not Illegality.SUPERKO:
            game.resumed_at = resumed
            raise IllegalMove(move, reason, f"illegal move: {color} {vertex(move)} {reason.value}")
        game.force(move, color)

    def seen_by(self, color: Color) -> Game:
        """The game with this side to play, whoever moved last; moves played in it do not count.

        A side that moves twice gets the turn by a pass of the other side that ends nothing.
        """
        game = self.game
        if game.to_play is color and game.phase is Phase.PLAY:
            return game
        other = game.branch()
        if not other.steps:
            other = Game(game.grid, game.rules, board=game.board, to_play=color)
            other.handicap = game.handicap
        elif other.to_play is not color:
            other.force(PASS, color.opponent)
        other.resumed_at = len(other.steps)
        return other

    # Searching

    def budget(self, color: Color) -> Budget:
        """What the next move of a side may cost."""
        settings = self.settings
        clock = self.clock.seconds(color, self.grid.size, len(self.game.steps))
        limits = [each for each in (settings.seconds, clock) if each is not None]
        if not limits and settings.visits is None:
            limits = [SECONDS]
        return Budget(min(limits, default=None), settings.visits)

    def choose(self, color: Color, watch: Watch | None = None) -> Choice:
        """The opponent's choice for a side, within the clocks; a resignation is left out where it may not."""
        budget, started = self.budget(color), time.monotonic()
        with self.searching(budget):
            game = self.seen_by(color)
            if self.settings.engine == "katago":
                choice = choose_with_katago(game, budget, watch=watch)
            else:
                seed = self._chance.randrange(2**31)
                choice = choose(game, budget, level=self.settings.level, seed=seed, watch=watch)
        self.clock.spend(color, time.monotonic() - started)
        return choice if self.settings.resigns else replace(choice, resigns=False)

    @contextmanager
    def searching(self, budget: Budget, *, until_input: bool = False) -> Iterator[Budget]:
        """Lets `heard` and `interrupt` stop a search; with `until_input` any input stops it."""
        self._running = (budget, until_input)
        if until_input and self.pending():
            budget.stop()
        try:
            yield budget
        finally:
            self._running = None

    def heard(self, *, interrupt: bool) -> None:
        """Called by the reader for every line of input, while a command may run."""
        running = self._running
        if running is not None and (interrupt or running[1]):
            running[0].stop()

    def interrupt(self) -> bool:
        """Stops the running search; False when none runs or it was stopped before."""
        running = self._running
        if running is None or running[0].stopped:
            return False
        running[0].stop()
        return True

    def pace(self, every: float) -> Callable[[], bool]:
        """A function that says yes at most once in `every` seconds."""
        last = [time.monotonic()]

        def due() -> bool:
            if time.monotonic() - last[0] < every:
                return False
            last[0] = time.monotonic()
            return True

        return due

    # The end

    def count(self) -> FinalCount:
        """The final count of the board, counted once for each position.

        Raises InputError while much is undecided, unless the game has ended by passes.
        """
        from honte.counting import final_count

        game = self.game
        ended = game.phase is not Phase.PLAY
        key = (game.position, len(game.steps), game.rules, game.handicap, ended)
        if self._counted is None or self._counted[0] != key:
            self._counted = (key, final_count(game, early=ended))
        return self._counted[1]
