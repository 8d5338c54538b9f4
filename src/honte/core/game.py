"""A game: moves one after another under rules, with undo, redo, branches and an end.

A `Game` walks through three phases. PLAY lasts until passes or a resignation end it. After passes
comes COUNTING, in which dead stones are agreed on (`honte.scoring.agreement`); from there play can be
resumed or the game FINISHED with a result. Superko is judged against the whole game.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from enum import Enum

from honte.core.board import BLACK, WHITE, Board, Color
from honte.core.handicap import handicap_points
from honte.core.position import PASS, Illegality, Move, Position, parse_move, vertex
from honte.core.rules import CHINESE, Compensation, KoRule, Rules
from honte.errors import IllegalMove, InputError, ParseError
from honte.grid import Grid, PointSet


class Phase(Enum):
    """Where a game stands: in play, in counting, or finished."""

    PLAY = "play"
    COUNTING = "counting"
    FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class Result:
    """Who won and how, as SGF's RE says it.

    >>> str(Result.parse("W+3.50"))
    'W+3.5'
    >>> Result.by_margin(0.0)
    Result(winner=None, margin=0.0, how='count')
    """

    winner: Color | None
    margin: float | None = None
    how: str = "count"
    """`count`, `resignation`, `time`, `forfeit`, or `void`."""

    @classmethod
    def by_margin(cls, margin: float) -> Result:
        """From a count, positive for Black."""
        winner = BLACK if margin > 0 else WHITE if margin < 0 else None
        return cls(winner, abs(margin))

    @classmethod
    def parse(cls, text: str) -> Result | None:
        """Reads RE; None when the result is unknown."""
        clean = text.strip()
        if clean.lower() in ("0", "draw", "jigo"):
            return cls(None, 0.0)
        if clean.lower() == "void":
            return cls(None, None, "void")
        match = re.fullmatch(r"(?i)([BW])\+\s*(.*)", clean)
        if match is None:
            if clean in ("", "?"):
                return None
            raise ParseError(f"{text!r} is not a result; expected B+3.5, W+R, B+T, 0, Void or ?")
        winner, rest = Color.parse(match[1]), match[2].strip().lower()
        for letter, how in (("r", "resignation"), ("t", "time"), ("f", "forfeit")):
            if rest.startswith(letter):
                return cls(winner, None, how)
        number = re.match(r"\d+(?:[.,]\d+)?", rest)
        return cls(winner, float(number[0].replace(",", ".")) if number else None)

    @property
    def signed_margin(self) -> float | None:
        """The margin for Black; None when the game was not counted."""
        if self.margin is None or self.winner is None:
            return self.margin
        return self.margin * self.winner

    def __str__(self) -> str:
        if self.winner is None:
            return "Void" if self.how == "void" else "0"
        if self.margin is not None:
            return f"{self.winner.letter}+{self.margin:g}"
        return f"{self.winner.letter}+" + {"resignation": "R", "time": "T", "forfeit": "F"}.get(self.how, "")


@dataclass(frozen=True, slots=True)
class Step:
    """One move of a game and what stood after it."""

    color: Color
    move: Move
    position: Position
    captured: PointSet


class Game:
    """A game of Go.

    >>> game = Game(9, CHINESE)
    >>> for text in ("E5", "C3", "pass", "pass"):
    ...     game.play(None if text == "pass" else game.grid.parse(text))
    >>> game.phase
    <Phase.COUNTING: 'counting'>
    >>> game.undo()
    >>> game.phase, vertex(game.moves[-1])
    (<Phase.PLAY: 'play'>, 'pass')
    """

    def __init__(
        self,
        size: int | Grid = 19,
        rules: Rules = CHINESE,
        *,
        handicap: int = 0,
        board: Board | None = None,
        to_play: Color | None = None,
    ) -> None:
        """Starts on an empty board, on one with fixed handicap stones, or on a given board."""
        if board is None:
            grid = size if isinstance(size, Grid) else Grid(size)
            board = Board(grid).with_stones(handicap_points(grid, handicap), BLACK)
        self.rules = rules
        self.handicap = handicap
        first = to_play or (WHITE if handicap >= 2 else BLACK)
        self.start = Position(board.checked(), first)
        self.steps: list[Step] = []
        self._undone: list[Step] = []
        self._seen: Counter[object] = Counter([self._key(self.start)])
        self.resumed_at = 0
        """The move at which play was last resumed: passes before it do not end the game."""
        self.dead = PointSet(board.grid)
        self.result: Result | None = None

    # Where the game stands

    @property
    def grid(self) -> Grid:
        """The grid of the board."""
        return self.start.board.grid

    @property
    def position(self) -> Position:
        """The position after the last move."""
        return self.steps[-1].position if self.steps else self.start

    @property
    def board(self) -> Board:
        """The board after the last move."""
        return self.position.board

    @property
    def to_play(self) -> Color:
        """The side to play."""
        return self.position.to_play

    @property
    def moves(self) -> list[Move]:
        """All moves so far; None is a pass."""
        return [step.move for step in self.steps]

    def prisoners(self, color: Color) -> int:
        """How many stones of a color have been taken off."""
        return sum(_lost(step, color) for step in self.steps)

    @property
    def passes(self) -> int:
        """How many passes in a row were just played (since play was last resumed)."""
        count = 0
        for step in reversed(self.steps[self.resumed_at :]):
            if step.move is not None:
                break
            count += 1
        return count

    @property
    def phase(self) -> Phase:
        """PLAY, COUNTING after enough passes, FINISHED with a result."""
        if self.result is not None:
            return Phase.FINISHED
        limit = self.rules.passes_to_end
        return Phase.COUNTING if limit is not None and self.passes >= limit else Phase.PLAY

    @property
    def bonus(self) -> float:
        """The points that White gets for handicap stones, besides komi."""
        if self.handicap < 2 or self.rules.compensation is Compensation.NONE:
            return 0.0
        less = self.rules.compensation is Compensation.STONES_LESS_ONE
        return float(self.handicap - 1 if less else self.handicap)

    # Moves

    def illegality(self, move: Move, color: Color | None = None) -> Illegality | None:
        """Why a move is illegal now, superko included; None when it is legal."""
        if self.phase is not Phase.PLAY:
            return Illegality.GAME_OVER
        position = self.position if color is None else self.position.with_to_play(color)
        return position.illegality(move, self.rules, self._seen)

    @property
    def legal_moves(self) -> PointSet:
        """All legal points for the side to play, superko included."""
        if self.phase is not Phase.PLAY:
            return PointSet(self.grid)
        moves = self.position.legal_moves(self.rules)
        if self.rules.ko in (KoRule.NONE, KoRule.SIMPLE) or not self._any_capture_yet():
            return moves
        return self.grid.set(p for p in moves if self.illegality(p) is None)

    def _any_capture_yet(self) -> bool:
        # A repetition needs a capture somewhere before it: most openings skip the costly check.
        return any(step.captured for step in self.steps) or self.rules.suicide

    def play(self, move: Move | str, color: Color | None = None) -> None:
        """Plays a move for the side to play (or for `color`): a point, None for a pass, or a text.

        Raises IllegalMove with its reason, and a GoError for a text that is no point of the board.

        >>> game = Game(9)
        >>> game.play("E5")
        >>> game.play("pass")
        >>> game
        <Game 9x9, chinese rules, 2 moves, Black to play>
        """
        if isinstance(move, str):
            move = parse_move(move, self.grid)
        reason = self.illegality(move, color)
        player = self.to_play if color is None else color
        if reason is not None:
            raise IllegalMove(move, reason, f"{player} {vertex(move)}: {reason.value}")
        self.force(move, player)

    def force(self, move: Move, color: Color) -> None:
        """Plays a move without asking the rules, as records have it; the point must be empty."""
        position, captured = self.position.with_to_play(color).play_and_captured(move)
        self._push(Step(color, move, position, captured))
        self._undone.clear()

    def pass_turn(self) -> None:
        """Passes for the side to play; raises IllegalMove when the game is over."""
        self.play(PASS)

    def resign(self, color: Color | None = None) -> None:
        """Ends the game for the side to play (or `color`); `undo` takes it back."""
        if self.phase is Phase.FINISHED:
            raise IllegalMove(PASS, Illegality.GAME_OVER, "resign: the game is over")
        loser = self.to_play if color is None else color
        self.result = Result(loser.opponent, None, "resignation")

    def undo(self) -> None:
        """Takes the last move, resignation or agreed result back; raises InputError at the start."""
        if self.result is not None:
            self.result = None
            return
        if not self.steps:
            raise InputError("nothing to undo: this is the start of the game")
        step = self.steps.pop()
        self._forget(step)
        if len(self.steps) < self.resumed_at:
            self.resumed_at = 0  # back before play was resumed: the passes count again
        self._undone.append(step)
        self.dead = PointSet(self.grid)

    def redo(self) -> None:
        """Plays again what was undone last; raises InputError when there is nothing."""
        if not self._undone:
            raise InputError("nothing to redo")
        self._push(self._undone.pop())

    @property
    def undone(self) -> list[Step]:
        """What `redo` would play again, next step first."""
        return self._undone[::-1]

    @property
    def can_redo(self) -> bool:
        """Whether `redo` has a move to play again."""
        return bool(self._undone)

    def branch(self, at: int | None = None) -> Game:
        """A new game that shares the first `at` moves (all by default); this one stays as it is."""
        length = len(self.steps) if at is None else at
        if not 0 <= length <= len(self.steps):
            raise InputError(f"move {length} is not in this game of {len(self.steps)} moves")
        other = Game(self.grid, self.rules, board=self.start.board, to_play=self.start.to_play)
        other.handicap = self.handicap
        for step in self.steps[:length]:
            other._push(step)
        other.resumed_at = self.resumed_at if self.resumed_at <= length else 0
        return other

    # The end

    def resume(self) -> None:
        """Goes back from counting to play; the passes stay in the record but do not end the game."""
        if self.phase is Phase.PLAY:
            raise InputError("the game is still being played")
        self.result = None
        self.dead = PointSet(self.grid)
        self.resumed_at = len(self.steps)

    def finish(self, result: Result, dead: PointSet | None = None) -> None:
        """Ends the game with a result; `dead` are the stones agreed to be dead."""
        self.result = result
        self.dead = self.dead if dead is None else dead

    # As a value

    def __eq__(self, other: object) -> bool:
        """Whether both games have the same start, rules, moves and end; undone moves take no part."""
        if not isinstance(other, Game):
            return NotImplemented
        return self._content() == other._content()

    __hash__ = None  # type: ignore[assignment]  # a game changes with every move

    def _content(self) -> tuple[object, ...]:
        played = [(step.color, step.move) for step in self.steps]
        end = (self.resumed_at, self.dead, self.result)
        return self.rules, self.handicap, self.start, self.start.ko, played, end

    def __copy__(self) -> Game:
        """A game of its own: moves played in it leave this one as it is."""
        other = self.branch()
        other._undone = list(self._undone)
        other.dead, other.result = self.dead, self.result
        return other

    def __repr__(self) -> str:
        state = f"{self.to_play} to play"
        if self.phase is not Phase.PLAY:
            state = self.phase.value if self.result is None else str(self.result)
        moves = "1 move" if len(self.steps) == 1 else f"{len(self.steps)} moves"
        return f"<Game {self.grid.cols}x{self.grid.rows}, {self.rules.name} rules, {moves}, {state}>"

    # History

    def _key(self, position: Position) -> object:
        return position.board if self.rules.ko is KoRule.POSITIONAL else position

    def _push(self, step: Step) -> None:
        self.steps.append(step)
        self._seen[self._key(step.position)] += 1

    def _forget(self, step: Step) -> None:
        key = self._key(step.position)
        self._seen[key] -= 1
        if not self._seen[key]:
            del self._seen[key]


def _lost(step: Step, color: Color) -> int:
    """How many stones of a color one step took off: the mover's own only by suicide."""
    if not step.captured:
        return 0
    suicide = step.move in step.captured if step.move is not None else False
    return len(step.captured) if (step.color is color) == suicide else 0
