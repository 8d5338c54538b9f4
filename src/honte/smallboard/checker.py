"""Replays a proved strategy against every reply, with the rules of `honte.core` and nothing else.

This is the second opinion on every proof: no table and no search; a kernel only names the moves that a book
leaves to a rule, and they are replayed like all others. It follows a book's moves, tries every legal reply of
the opponent, and accepts a line only where the prover's points are secured by a plain reading of the rule in
docs/algorithms/smallboard.md or the game ends with enough. A line that visits a position twice, or one that
the book does not have, is a fault. An endless book only keeps something from the opponent, so its lines may
return to a position. `check_returns` looks at what a book promises under superko: no stone of the prover
makes a board that stood before.
"""

from __future__ import annotations

import random

from honte.core import BLACK, PASS, WHITE, Board, Color, Move, Position, vertex
from honte.search.budget import Budget
from honte.smallboard.book import Book
from honte.smallboard.engine import Engine
from honte.smallboard.laws import SIMPLE
from honte.smallboard.plain import area_margin
from honte.smallboard.secured import secured_by

_Key = tuple[Board, Color, Move, bool]
"""A position of a replay: board, side to play, banned point, whether the last move was a pass."""


def _key(position: Position, *, passed: bool) -> _Key:
    return position.board, position.to_play, position.ko, passed


def secured_mask(board: Board, color: Color) -> int:
    """The points that a color has secured, by a plain reading of docs/algorithms/smallboard.md.

    >>> board = Board.parse('''
    ... . X . X O
    ... X X X X O
    ... . . . . .
    ... ''')
    >>> secured_mask(board, BLACK).bit_count()
    15
    """
    return secured_by(board.grid, board.stones_mask(color)).points


def check(book: Book, longest: int = 1_000_000) -> tuple[int, str | None]:
    """Replays a book from its start against every reply; returns (positions visited, first fault or None)."""
    checker = _Checker(book, longest)
    own, opp = book.start
    first = BLACK if book.prover_first else WHITE
    fault = checker.visit(Position(Board(book.grid, own, opp), first), passed=False)
    return len(checker.closed), fault


class _Checker:
    """One replay; `open` holds the positions of the current line, `closed` those that are done."""

    def __init__(self, book: Book, longest: int) -> None:
        self.book = book
        self.longest = longest
        self.engine = Engine(book.grid, Budget(memory_mb=1))
        """Names the moves that a book leaves to the rule; they are replayed like all others."""
        self.open: set[object] = set()
        self.closed: set[object] = set()

    def visit(self, position: Position, *, passed: bool) -> str | None:
        """Follows one position to the end; returns the first fault."""
        board = position.board
        key = _key(position, passed=passed)
        if key in self.closed or self.is_won(position):
            return None
        if key in self.open:
            return None if self.book.endless else f"the strategy repeats\n{board}"
        if len(self.closed) > self.longest:
            return "the book is larger than the limit"
        self.open.add(key)
        moves, fault = self.ahead(position, passed=passed)
        for move in moves:
            fault = fault or self.visit(position.play_unchecked(move), passed=move is PASS)
        self.open.discard(key)
        self.closed.add(key)
        return fault

    def is_won(self, position: Position) -> bool:
        if position.to_play is BLACK and position.ko is not None:
            return False
        held = secured_mask(position.board, BLACK).bit_count()
        return 2 * held - self.book.grid.size >= self.book.goal

    def ahead(self, position: Position, *, passed: bool) -> tuple[list[Move], str | None]:
        """The moves that the replay follows, none where the game has ended, and a fault or None."""
        enough = area_margin(position.board) >= self.book.goal
        if position.to_play is not BLACK:
            ends = passed and not enough
            fault = f"the opponent ends the game\n{position.board}" if ends else None
            return [*position.legal_moves(SIMPLE), *([] if passed else [PASS])], fault
        if passed and enough:
            return [], None
        known, move = self.reply(position)
        if not known:
            return [], f"not in the book\n{position.board}"
        if position.illegality(move, SIMPLE) is not None:
            return [], f"illegal {vertex(move)}\n{position.board}"
        return [move], None

    def reply(self, position: Position) -> tuple[bool, Move]:
        """(whether there is one, the prover's move): the book's, one that secures the goal, the rule's."""
        known, move = self.book.move(position)
        if known:
            return True, move
        for point in position.legal_moves(SIMPLE):
            if self.is_won(position.play_unchecked(point)):
                return True, point
        ending = self.book.finish(position, BLACK, self.engine) if self.book.rest > 1 else None
        return ending is not None, ending[0] if ending else PASS


def check_returns(book: Book, start: Position, longest: int = 100_000) -> tuple[int, str | None]:
    """Replays a book from a position against every reply, and looks for boards that the prover makes again.

    Returns (positions visited, first fault or None). Play inside secured points is not followed.
    """
    checker, graph = _Checker(book, longest), dict[_Key, list[tuple[_Key, Board | None]]]()
    waiting = [(start, False)]
    while waiting:
        position, passed = waiting.pop()
        key = _key(position, passed=passed)
        if key in graph:
            continue
        graph[key] = []
        if checker.is_won(position):
            continue
        moves, fault = checker.ahead(position, passed=passed)
        if fault is not None or len(graph) > longest:
            return len(graph), fault or "the book is larger than the limit"
        for move in moves:
            after = position.play_unchecked(move)
            made = after.board if position.to_play is BLACK and move is not PASS else None
            graph[key].append((_key(after, passed=move is PASS), made))
            waiting.append((after, move is PASS))
    again = {made for ways in graph.values() for _, made in ways if made is not None}
    for key in graph:
        if key[0] in again and _comes_back(graph, key, key[0]):
            return len(graph), f"a board comes back\n{key[0]}"
    return len(graph), None


def _comes_back(graph: dict[_Key, list[tuple[_Key, Board | None]]], start: _Key, board: Board) -> bool:
    """Whether a line from a position makes a board by a stone of the prover."""
    seen, ahead = {start}, [start]
    while ahead:
        for child, made in graph[ahead.pop()]:
            if made == board:
                return True
            if child not in seen:
                seen.add(child)
                ahead.append(child)
    return False


def check_by_games(book: Book, games: int, seed: int = 1) -> str | None:
    """Plays `games` games of a book against random replies and returns the first fault or None.

    It is for books that are too large for `check`.
    """
    checker, rng = _Checker(book, 0), random.Random(seed)
    for _ in range(games):
        fault = _one_game(checker, rng)
        if fault is not None:
            return fault
    return None


def _one_game(checker: _Checker, rng: random.Random) -> str | None:
    book = checker.book
    position, passed = Position(Board(book.grid, *book.start), BLACK), False
    seen: set[object] = set()
    boards = {position.board}
    while not checker.is_won(position):
        key = _key(position, passed=passed)
        if key in seen:
            return f"the strategy repeats\n{position.board}"
        seen.add(key)
        enough = area_margin(position.board) >= book.goal
        if position.to_play is BLACK:
            if passed and enough:
                return None
            known, move = checker.reply(position)
            if not known or position.illegality(move, SIMPLE) is not None:
                return f"no move for\n{position.board}"
        else:
            move = rng.choice([*position.legal_moves(SIMPLE), PASS])
            if move is PASS and passed:
                return None if enough else f"the opponent ends the game\n{position.board}"
        mine = position.to_play is BLACK
        position, passed = position.play_unchecked(move), move is PASS
        if book.superko and mine and not passed and position.board in boards:
            return f"a board comes back\n{position.board}"
        boards.add(position.board)
    return None
