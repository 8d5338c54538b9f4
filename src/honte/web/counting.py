"""The counting phase of one table: marks that survive a restart, over `scoring.Agreement`.

Every change of the marks is kept as the whole set of dead stones, so that undo and redo work after
the server was stopped. Marks on chains that are still there come back when play is resumed and the
board is counted again.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from honte.core import Color, Game, Phase
from honte.errors import InputError
from honte.grid import PointSet
from honte.scoring import Agreement, State, chains_at


def points(game: Game, texts: Iterable[str]) -> PointSet:
    return game.grid.set(game.grid.parse(text) for text in texts)


class Counting:
    """Marks, their history and who agrees."""

    def __init__(self) -> None:
        self.history: list[list[str]] = []
        self.at = 0
        """How many changes of the history stand; those after it are undone."""
        self.agreed: list[str] = []
        self.kept: list[str] | None = None
        """Marks from before play was resumed; None when the board was never counted."""
        self.proposed = False
        """Whether dead chains have been proposed, or marked by hand, for this count."""
        self._agreement: Agreement | None = None

    def record(self) -> dict[str, Any]:
        return {
            "history": self.history,
            "at": self.at,
            "agreed": self.agreed,
            "kept": self.kept,
            "proposed": self.proposed,
        }

    @classmethod
    def restored(cls, record: dict[str, Any]) -> Counting:
        counting = cls()
        counting.history = record.get("history", [])
        counting.at = record.get("at", 0)
        counting.agreed = record.get("agreed", [])
        counting.kept = record.get("kept")
        counting.proposed = record.get("proposed", False)
        return counting

    # Opening and closing

    def open(self, game: Game) -> None:
        """Starts counting, ending play by passes if need be; marks from an earlier count come back."""
        if game.phase is Phase.FINISHED:
            game.result = None
        if game.rules.passes_to_end is None:
            raise InputError("these rules have no count")
        while game.phase is Phase.PLAY:
            game.pass_turn()
        self.history, self.at, self.agreed, self._agreement = [], 0, [], None
        dead, self.proposed = PointSet(game.grid), self.kept is not None
        if self.kept is not None:
            dead = chains_at(game.board, points(game, self.kept) & ~game.board.empty)
        self.kept = None
        game.dead = PointSet(game.grid)
        agreement = self.agreement(game)
        if dead:
            agreement.suggest(dead)
            self._note(game)

    def resume(self, game: Game) -> None:
        """Back to play; the marks are kept for the next count."""
        self.kept = [str(point) for point in game.dead]
        self.history, self.at, self.agreed, self._agreement = [], 0, [], None
        game.resume()

    def forget(self) -> None:
        """Play went back before the count: nothing is marked."""
        self.history, self.at, self.agreed, self._agreement = [], 0, [], None

    def agreement(self, game: Game) -> Agreement:
        """The agreement as the marks say, built again after a restart."""
        if self._agreement is not None and self._agreement.game is game:
            return self._agreement
        result, game.result = game.result, None
        game.dead = PointSet(game.grid)
        agreement = Agreement(game)
        for marks in self.history:
            agreement.suggest(points(game, marks))
        for _ in range(len(self.history) - self.at):
            agreement.undo()
        for letter in self.agreed:
            agreement.agree(Color.parse(letter))
        if result is not None and game.result is None:
            game.result = result  # a result that came with the record
        self._agreement = agreement
        return agreement

    # Changes

    def toggle(self, game: Game, vertex: str) -> None:
        """What a click on a chain does."""
        agreement = self._open_agreement(game)
        agreement.toggle(game.grid.parse(vertex))
        self._note(game)

    def suggest(self, game: Game, dead: PointSet) -> None:
        """Marks exactly these chains."""
        agreement = self._open_agreement(game)
        before = agreement.dead
        agreement.suggest(dead)
        if agreement.dead != before:
            self._note(game)

    def undo(self, game: Game) -> None:
        """Takes back the agreement, or else the last mark."""
        agreement = self.agreement(game)
        if agreement.state is State.AGREED:
            agreement.withdraw()
        elif self.agreed:
            self._agreement = None
        else:
            agreement.undo()
            self.at -= 1
        self.agreed = []
        self.agreement(game)

    def redo(self, game: Game) -> None:
        agreement = self._open_agreement(game)
        agreement.redo()
        self.at += 1
        self.agreed = []

    def agree(self, game: Game, letter: str) -> None:
        """One side agrees; when both have, the game is finished."""
        if letter in self.agreed:
            return
        self._open_agreement(game).agree(Color.parse(letter))
        self.agreed.append(letter)

    def _open_agreement(self, game: Game) -> Agreement:
        agreement = self.agreement(game)
        if agreement.state is State.AGREED:
            raise InputError("both have agreed; undo takes that back")
        return agreement

    def _note(self, game: Game) -> None:
        self.history = [*self.history[: self.at], [str(point) for point in game.dead]]
        self.at = len(self.history)
        self.agreed = []
        self.proposed = True
