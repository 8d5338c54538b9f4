"""Problems in play: the setup, the moves tried on it, the score of the try, and the file it came from.

The rules (`core.Game`) and the problem check each move: only points of the area may be played, and a person
plays one side alone. A setup without target or area can be played everywhere; once a search has found both,
the puzzle adopts them.
"""

from __future__ import annotations

import threading
from dataclasses import asdict, dataclass, field, replace
from functools import lru_cache
from typing import Any

from honte.core import TSUMEGO, Color, Game, parse_move, vertex
from honte.errors import InputError, ProblemError
from honte.formats.picture import crop_around
from honte.formats.sgf import parse
from honte.grid import Point, PointSet
from honte.tsumego.answer import Answer
from honte.tsumego.bookcheck import with_book
from honte.tsumego.coach import Progress
from honte.tsumego.open.readings import find_readings, given_reading
from honte.tsumego.problem import Ending, Problem, Setup, check_board
from honte.tsumego.problem.book import Book
from honte.tsumego.problem.text import record_of_setup, setup_of_record
from honte.tsumego.proof.local import LocalBoard
from honte.web.errors import WebError

MAX_MOVES = 400
"""Most moves on one problem."""
VIEW_MARGIN = 2
"""Lines that the page shows around the area of a problem."""
VIEW_MOST = 11
"""When more lines than this would be shown, the margin is one line, so that points stay large on a phone."""
VIEW_LEAST = 7
"""Lines that the page shows at least in each direction, so that stones stay of a natural size."""


@dataclass
class Puzzle:
    """One problem and the play on it."""

    id: str
    setup: Setup
    game: Game
    version: int = 1
    solved: bool = False
    """Whether it was ever solved."""
    aided: bool = False
    """Whether every solution so far came with help."""
    tries: int = 0
    """How often a first move was answered."""
    source: str = "mine"
    """`library`, `variation` of a problem in training, or `mine`; older stores have `starter`."""
    player: Color = Color.BLACK
    """The side that the person plays."""
    progress: Progress = field(default_factory=Progress)
    """The score of the present try."""
    file: str = ""
    """The game tree of the file it came from, as SGF; empty when there is none."""
    note: str = ""
    """What was changed or left out when the file was read."""
    found: bool = False
    """Whether a search found the target or the area; the file did not give both."""
    lock: threading.RLock = field(default_factory=threading.RLock, repr=False)
    known: tuple[int, Answer] | None = field(default=None, repr=False)
    """The last answer, with the number of moves before it; it is not stored."""

    @classmethod
    def of(cls, id: str, setup: Setup, source: str = "mine", file: str = "", note: str = "") -> Puzzle:
        """A new puzzle; raises ProblemError with every reason when the setup is no problem.

        An area that is too large for a proof is dropped, so that a search finds a tighter one.
        """
        if not setup.is_complete:
            check_board(setup.board)
            if setup.board.empty == setup.board.grid.all:
                raise ProblemError(["the board is empty: there is no group to live or to kill"])
        elif not LocalBoard.fits(setup.problem()):
            note = f"{note} The file's area is too wide for a proof; a tighter one is found.".strip()
            setup = replace(setup, area=None)
        return cls(id, setup, _start(setup), source=source, player=setup.to_play, file=file, note=note)

    def record(self) -> dict[str, Any]:
        """A JSON object for the store."""
        steps = [*self.game.steps, *self.game.undone]
        return {
            "setup": record_of_setup(self.setup),
            "moves": [step.color.letter + vertex(step.move) for step in steps],
            "played": len(self.game.steps),
            "version": self.version,
            "solved": self.solved,
            "aided": self.aided,
            "tries": self.tries,
            "source": self.source,
            "player": self.player.letter,
            "progress": asdict(self.progress),
            "file": self.file,
            "note": self.note,
            "found": self.found,
        }

    @classmethod
    def restored(cls, id: str, record: dict[str, Any]) -> Puzzle:
        """A puzzle from the store; fields that an older store does not have are empty."""
        setup = setup_of_record(record["setup"])
        game = _start(setup)
        for text in record["moves"]:
            game.force(parse_move(text[1:], game.grid), Color.parse(text[0]))
        while len(game.steps) > record["played"]:
            game.undo()
        puzzle = cls(id, setup, game, record["version"], record["solved"], player=setup.to_play)
        puzzle.tries, puzzle.source = record["tries"], record["source"]
        if "player" in record:
            puzzle.player = Color.parse(record["player"])
            puzzle.progress = Progress(**record["progress"])
        for name in ("aided", "file", "note", "found"):
            setattr(puzzle, name, record.get(name, getattr(puzzle, name)))
        return puzzle

    # What is known

    @property
    def is_found(self) -> bool:
        """Whether target and area are known."""
        return self.setup.is_complete

    @property
    def task(self) -> str:
        """The aim in a few words; only the side to play while no target is known."""
        keys = self.setup.keystones
        return given_reading(self.setup, keys).task if keys else f"{self.setup.to_play} to play"

    @property
    def likely(self) -> str:
        """The likeliest aim while no target is known, before any search; empty otherwise."""
        readings = [] if self.setup.keystones else find_readings(self.setup)
        return readings[0].task if readings else ""

    @property
    def book(self) -> Book | None:
        """The solution that the file brought along; None when it has none."""
        return _book_of(self.file)

    @property
    def has_book(self) -> bool:
        """Whether the file has moves after its position."""
        return self.book is not None

    def adopt(self, problem: Problem) -> None:
        """Takes target and area from a problem that a search found; the book's moves join the area."""
        problem = with_book(problem, self.book) if self.book is not None else problem
        self.found = True
        self.setup = replace(self.setup, keystones=problem.keystones, area=problem.area)

    def aim_at(self, target: PointSet) -> None:
        """Makes other stones the target and starts again; a search finds the area."""
        setup = replace(self.setup, keystones=target, area=None, objective=None)
        self.setup, self.found = setup, True
        self.progress = Progress()
        self.reset()

    def remember(self, answer: Answer) -> None:
        """Keeps the answer to the position on the board, for the next hint."""
        self.known = len(self.game.steps), answer

    def recall(self) -> Answer | None:
        """The answer that was kept for the position on the board."""
        if self.known is None or self.known[0] != len(self.game.steps):
            return None
        answer = self.known[1]
        same = answer.problem.board == self.game.board and answer.problem.to_play is self.game.to_play
        return answer if same else None

    # Play

    def after(self, moves: int | None = None) -> Problem | Ending:
        """The problem after the first `moves` played moves (all by default), or how it ended."""
        problem: Problem | Ending = self.setup.problem()
        for step in self.game.steps[:moves]:
            if isinstance(problem, Ending):
                break
            problem = problem.with_to_play(step.color).after(step.move)
        return problem

    def play(self, text: str, *, by_hand: bool = False) -> None:
        """Plays a move for the side to play; refuses points outside the area and illegal moves.

        Only the person's side may be played, unless both sides are played by hand.
        """
        move = parse_move(text, self.game.grid)
        if not by_hand and self.game.to_play is not self.player:
            raise WebError(
                409, "not_your_turn", f"it is {self.game.to_play}'s turn: the computer answers first"
            )
        if self.is_over:
            raise WebError(409, "outside", "play is over here: undo or reset")
        if move is not None and not self.inside(move):
            raise WebError(409, "outside", f"{move} is outside the problem's area")
        if len(self.game.steps) >= MAX_MOVES:
            raise InputError(f"a problem takes at most {MAX_MOVES} moves; reset it")
        self.game.play(move)

    def area(self) -> PointSet | None:
        """The area, with the points outside that a chain took into it by growing; None while unknown."""
        area, problem = self.setup.area, self.after() if self.is_found else None
        return area | problem.area if area is not None and isinstance(problem, Problem) else area

    def inside(self, point: Point) -> bool:
        """Whether a point is in the area; every point is while no area is known."""
        if not self.is_found:
            return True
        problem = self.after()
        return isinstance(problem, Ending) or point in problem.area

    def undo(self, *, by_hand: bool = False) -> None:
        """Takes back the person's last move with the answer to it; by hand one move of either side."""
        self.game.undo()
        while not by_hand and self.game.steps and self.game.to_play is not self.player:
            self.game.undo()
        self.progress.undo(len(self.game.steps))

    def redo(self, *, by_hand: bool = False) -> None:
        """Plays the moves again that the last undo took back."""
        self.game.redo()
        while not by_hand and self.game.can_redo and self.game.to_play is not self.player:
            self.game.redo()

    def switch_turn(self) -> None:
        """Lets the person play the other side, which moves next."""
        self.game.force(None, self.game.to_play)
        self.player = self.game.to_play

    def reset(self) -> None:
        """Removes all moves; after a solution a new try begins."""
        self.game = _start(self.setup)
        self.player = self.setup.to_play
        self.progress.undo(0)
        if self.progress.solved:
            self.progress = Progress()

    def settle(self) -> None:
        """Notes a solution of the present try for good."""
        if self.progress.solved:
            self.aided = self.progress.helped and (self.aided or not self.solved)
            self.solved = True

    @property
    def is_over(self) -> bool:
        """Whether the keystones are captured, or connected to safe stones."""
        return self.is_found and isinstance(self.after(), Ending)

    def captured(self) -> bool:
        """Whether the attacker has captured what the problem asks for."""
        return self.is_found and self.after() is Ending.CAPTURED

    # The page

    def view(self) -> tuple[Point, Point] | None:
        """Lower left and upper right of the part of the board to show; None for the whole board."""
        setup, grid = self.setup, self.game.grid
        shown = setup.area if setup.area is not None else ~setup.board.empty
        shown |= self.area() or grid.set()
        shown |= setup.keystones or grid.set()
        shown |= grid.set(step.move for step in self.game.steps if step.move is not None)
        corners = crop_around(shown, VIEW_MARGIN)
        if corners is None:
            return None
        if max(high - low + 1 for low, high in zip(*corners, strict=True)) > VIEW_MOST:
            corners = crop_around(shown, 1) or corners
        (left, bottom), (right, top) = corners
        columns, lines = _at_least(left, right, grid.cols), _at_least(bottom, top, grid.rows)
        if (columns, lines) == ((0, grid.cols - 1), (0, grid.rows - 1)):
            return None
        return Point(columns[0], lines[0]), Point(columns[1], lines[1])


def _at_least(low: int, high: int, side: int) -> tuple[int, int]:
    """A span of lines, widened to VIEW_LEAST if the board has as many, away from an edge that it touches."""
    missing = max(0, min(VIEW_LEAST, side) - (high - low + 1))
    if low == 0:
        return low, high + missing
    if high == side - 1:
        return low - missing, high
    low = max(0, min(low - missing // 2, side - min(VIEW_LEAST, side)))
    return low, max(high, low + min(VIEW_LEAST, side) - 1)


@lru_cache(maxsize=64)
def _book_of(file: str) -> Book | None:
    """The book of a file's text; the page asks for it with every state."""
    return Book.of(parse(file)[0]) if file else None


def _start(setup: Setup) -> Game:
    game = Game(rules=TSUMEGO, board=setup.board, to_play=setup.to_play)
    if setup.ko is not None:
        game.start = replace(game.start, ko=setup.ko)
    return game
