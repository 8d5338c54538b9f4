"""The counting phase of one game: marks on dead stones that survive a restart, over `scoring.Agreement`.

The whole set of dead stones is kept after every change, so undo and redo also work after the server was
stopped. When play is resumed and the board is counted again, the marks return on the chains that are still
there.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from honte.core import Color, Game, Phase
from honte.errors import InputError
from honte.grid import PointSet
from honte.scoring import Agreement, State, chains_at


def points(game: Game, texts: Iterable[str]) -> PointSet:
    """The points that vertex texts name on the board of a game."""
    return game.grid.set(game.grid.parse(text) for text in texts)


class Counting:
    """Marks, their history and the sides that agree to them."""

    def __init__(self) -> None:
        self.history: list[list[str]] = []
        """The dead stones after each change of the marks, as vertex texts."""
        self.at = 0
        """Number of changes in effect; later entries of the history are undone."""
        self.agreed: list[str] = []
        """Letters of the sides that agree to the marks."""
        self.kept: list[str] | None = None
        """Marks from before play was resumed; None if the board was never counted."""
        self.proposed = False
        """Whether dead chains were proposed, or marked by hand, in this count."""
        self.left_open = ""
        """Why the game is not finished, as the last proposal found; empty if it is."""
        self._agreement: Agreement | None = None

    def record(self) -> dict[str, Any]:
        """A JSON object for the store."""
        return {
            "history": self.history,
            "at": self.at,
            "agreed": self.agreed,
            "kept": self.kept,
            "proposed": self.proposed,
            "open": self.left_open,
        }

    @classmethod
    def restored(cls, record: dict[str, Any]) -> Counting:
        """The counting phase from the store."""
        counting = cls()
        counting.history = record.get("history", [])
        counting.at = record.get("at", 0)
        counting.agreed = record.get("agreed", [])
        counting.kept = record.get("kept")
        counting.proposed = record.get("proposed", False)
        counting.left_open = record.get("open", "")
        return counting

    # Opening and closing

    def is_open(self, game: Game) -> bool:
        """Whether the game is being counted here, or ended by a count here.

        A resignation, or a result that came with the record, is not a count.
        """
        if game.phase is Phase.FINISHED:
            return len(self.agreed) == 2
        return game.phase is Phase.COUNTING

    def require_open(self, game: Game) -> None:
        """Opens the count unless it is open."""
        if not self.is_open(game):
            self.open(game)

    def open(self, game: Game) -> None:
        """Starts counting; ends play by passes if it goes on. Marks of an earlier count return."""
        if game.phase is Phase.FINISHED:
            game.result = None
        if game.rules.passes_to_end is None:
            raise InputError("these rules have no count")
        while game.phase is Phase.PLAY:
            game.pass_turn()
        self.forget()
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
        """Goes back to play and keeps the marks for the next count."""
        self.kept = [str(point) for point in game.dead]
        self.forget()
        game.resume()

    def forget(self) -> None:
        """Removes all marks and their history, because play went back before the count."""
        self.history, self.at, self.agreed, self._agreement, self.left_open = [], 0, [], None, ""

    def agreement(self, game: Game) -> Agreement:
        """The agreement with these marks; it is built again after a restart."""
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
        """Marks the chain at a point dead, or alive again: the effect of a click."""
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
        """Takes back the agreement if a side has agreed, else the last change of the marks."""
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
        """Repeats the change of the marks that was undone last."""
        agreement = self._open_agreement(game)
        agreement.redo()
        self.at += 1
        self.agreed = []

    def agree(self, game: Game, letter: str) -> None:
        """One side agrees; the second agreement finishes the game."""
        if letter in self.agreed:
            return
        self._open_agreement(game).agree(Color.parse(letter))
        self.agreed.append(letter)

    def _open_agreement(self, game: Game) -> Agreement:
        agreement = self.agreement(game)
        if agreement.state is State.AGREED:
            raise InputError("both sides have agreed; undo the agreement first")
        return agreement

    def _note(self, game: Game) -> None:
        self.history = [*self.history[: self.at], [str(point) for point in game.dead]]
        self.at = len(self.history)
        self.agreed = []
        self.proposed = True
