"""Agreeing on dead stones: the counting phase as a small state machine over `core.Game`.

Both sides mark chains dead, one chain at a time, with one click on any of its stones (paper 000,
section 6; problem set, part 2), and take marks back in any order. Each change withdraws both
sides' consent; when both agree the game is finished with the count. Play can be resumed
instead, and marks on chains that are still there come back when counting starts again:
a mark is lost only by taking it back.

`count` is the one door to all ways of counting a game whose dead stones are known.
"""

from __future__ import annotations

from enum import Enum

from honte.core import BLACK, WHITE, Board, Color, Game, Phase, Result, Rules, Scoring
from honte.errors import InputError
from honte.grid import Point, PointSet
from honte.scoring.area import area_score, check_dead
from honte.scoring.score import Score
from honte.scoring.territory import problem_set_score, territory_score


def score_board(
    board: Board,
    rules: Rules,
    dead: PointSet | None = None,
    *,
    prisoners: tuple[int, int] = (0, 0),
    bonus: float = 0.0,
) -> Score:
    """Counts a board under rules; `prisoners` are Black's and White's stones taken off so far."""
    if rules.scoring is Scoring.AREA:
        return area_score(board, dead, komi=rules.komi, bonus=bonus)
    if rules.scoring is Scoring.TERRITORY:
        return territory_score(board, dead, prisoners=prisoners, komi=rules.komi, bonus=bonus)
    return problem_set_score(board, dead, prisoners=prisoners, komi=rules.komi)


def count(game: Game, dead: PointSet | None = None) -> Score:
    """Counts a game as it stands, with its own rules, komi, handicap and prisoners.

    Without `dead` the stones already agreed on in the game are taken.
    """
    return score_board(
        game.board,
        game.rules,
        game.dead if dead is None else dead,
        prisoners=(game.prisoners(BLACK), game.prisoners(WHITE)),
        bonus=game.bonus,
    )


def chain_at(board: Board, point: Point) -> PointSet:
    """The stones that one click marks; raises InputError on an empty point."""
    chain = board.chain(point)
    if chain is None:
        raise InputError(f"{point} is empty, so no stone there can be dead")
    return chain.stones


def chains_at(board: Board, points: PointSet | list[Point]) -> PointSet:
    """All stones of the chains named by one point each."""
    marked = PointSet(board.grid)
    for point in points:
        marked |= chain_at(board, point)
    return marked


def held_by(board: Board, wall: PointSet, dead: PointSet) -> PointSet:
    """The dead chains of the other color that a wall alone holds: all that could capture them are dead.

    A chain that could capture another touches it, or shares a region of empty points with it.

    >>> board = Board.parse("X . O . .\\n. . O . .\\nO O O . .\\n. . . . .")
    >>> str(held_by(board, chain_at(board, Point.parse("C4")), chain_at(board, Point.parse("A4"))))
    '{A4}'
    """
    walls = board.stones(BLACK if board[next(iter(wall))] is BLACK else WHITE)
    held = PointSet(board.grid)
    for chain in board.chains():
        if chain.stones <= dead - walls:
            captors = _beside(board, chain.stones) & walls
            if not captors.isdisjoint(wall) and captors <= dead | wall:
                held |= chain.stones
    return held


def _beside(board: Board, stones: PointSet) -> PointSet:
    """The points that stones touch, and those around the empty regions that they touch."""
    touched = stones.neighbors()
    region = (touched & board.empty).flood(board.empty)
    return touched | region | region.neighbors()


class State(Enum):
    """Where an agreement stands."""

    OPEN = "open"
    """Marks may change; at most one side has agreed."""
    AGREED = "agreed"
    """Both agreed and the game is finished."""
    RESUMED = "resumed"
    """Play goes on; call `reopen` when the game is counted again."""


class Agreement:
    """Marks, consent and the way back to play for one game.

    >>> game = Game(5)
    >>> for move in ("C2", "C4", "B4", "pass", "pass"):
    ...     game.play(None if move == "pass" else game.grid.parse(move))
    >>> agreement = Agreement(game)
    >>> agreement.mark(Point.parse("C4"))
    >>> str(agreement.dead), agreement.score.result.winner
    ('{C4}', <Color.BLACK: 1>)
    >>> agreement.undo()
    >>> len(agreement.dead)
    0
    """

    def __init__(self, game: Game, suggested: PointSet | None = None) -> None:
        """Opens counting; `suggested` chains start marked, and one undo takes them all back."""
        if game.phase is not Phase.COUNTING:
            raise InputError(f"the game is not in its counting phase but in {game.phase.value}")
        self.game = game
        self._history: list[PointSet] = []
        self._undone: list[PointSet] = []
        self._agreed: set[Color] = set()
        self._kept = PointSet(game.grid)
        self._state = State.OPEN
        if suggested:
            self._change(check_dead(game.board, suggested))

    # What is marked

    @property
    def dead(self) -> PointSet:
        """The stones that are marked dead."""
        return self.game.dead

    @property
    def score(self) -> Score:
        """The count with the marks as they are now."""
        return count(self.game)

    @property
    def state(self) -> State:
        """Where the agreement stands."""
        return self._state

    @property
    def agreed(self) -> frozenset[Color]:
        """The sides that agree to the marks as they are."""
        return frozenset(self._agreed)

    # Marking

    def mark(self, point: Point) -> None:
        """Marks the chain at a point dead; no change when it is marked already.

        Chains of the other color that it held prisoner live again: a dead wall captures nobody.
        """
        chain = chain_at(self.game.board, point)
        self._change((self.dead - held_by(self.game.board, chain, self.dead)) | chain)

    def unmark(self, point: Point) -> None:
        """Takes the mark of the chain at a point back; no change when there is none."""
        self._change(self.dead - chain_at(self.game.board, point))

    def toggle(self, point: Point) -> None:
        """What a click does: marks a living chain, unmarks a dead one."""
        if point in self.dead:
            self.unmark(point)
        else:
            self.mark(point)

    def suggest(self, dead: PointSet) -> None:
        """Marks exactly these chains in place of all marks; one undo takes it back."""
        self._change(check_dead(self.game.board, dead))

    @property
    def can_undo(self) -> bool:
        """Whether there is a change to take back."""
        return bool(self._history)

    @property
    def can_redo(self) -> bool:
        """Whether there is an undone change to make again."""
        return bool(self._undone)

    def undo(self) -> None:
        """Takes the last change back; raises InputError when there is none."""
        self._require_open()
        if not self._history:
            raise InputError("no mark to take back")
        self._undone.append(self.dead)
        self.game.dead = self._history.pop()
        self._agreed.clear()

    def redo(self) -> None:
        """Makes the change again that was undone last."""
        self._require_open()
        if not self._undone:
            raise InputError("no mark to make again")
        self._history.append(self.dead)
        self.game.dead = self._undone.pop()
        self._agreed.clear()

    def _change(self, dead: PointSet) -> None:
        self._require_open()
        if dead == self.dead:
            return
        self._history.append(self.dead)
        self._undone.clear()
        self.game.dead = dead
        self._agreed.clear()

    def _require_open(self) -> None:
        if self._state is not State.OPEN:
            raise InputError(f"counting is over: {self._state.value}")

    # Ending

    def agree(self, color: Color) -> Result | None:
        """One side agrees; the result once both have."""
        self._require_open()
        self._agreed.add(color)
        if len(self._agreed) < 2:
            return None
        result = self.score.result
        self.game.finish(result, self.dead)
        self._state = State.AGREED
        return result

    def withdraw(self) -> None:
        """Takes a finished agreement back: counting is open again with all its marks."""
        if self._state is not State.AGREED:
            raise InputError("nothing is agreed yet")
        self.game.undo()
        self._agreed.clear()
        self._state = State.OPEN

    def resume(self) -> None:
        """Goes back to play. The marks are kept for the next count."""
        self._require_open()
        self._kept = self.dead
        self.game.resume()
        self._agreed.clear()
        self._state = State.RESUMED

    def reopen(self) -> None:
        """Counts again after resumed play: marks return on the chains that hold a marked stone."""
        if self._state is not State.RESUMED:
            raise InputError("play was not resumed")
        if self.game.phase is not Phase.COUNTING:
            raise InputError("the game is still being played")
        board = self.game.board
        stones = PointSet(self.game.grid, board.black_mask | board.white_mask)
        self._history, self._undone = [], []
        self._state = State.OPEN
        if still := chains_at(board, self._kept & stones):
            self._change(still)
