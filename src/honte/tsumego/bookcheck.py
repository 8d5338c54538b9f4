"""The book against the proof: which of its moves are right, which fail, and which right moves it misses."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from honte.core import Move, vertex
from honte.errors import GoError, ProblemError
from honte.grid import Point
from honte.tsumego.answer import Answer
from honte.tsumego.open.readings import Reading, find_readings
from honte.tsumego.play import Judgment, Reply, Result
from honte.tsumego.problem import Objective, Problem, Setup
from honte.tsumego.problem.book import Book
from honte.tsumego.proof.local import LocalBoard

NEAR = 3
"""Steps along the lines within which a book's first move belongs to a target."""
MOST_NAMED = 4
"""Right moves beside the book's that are named."""
ELSEWHERE = 8
"""Steps from the likeliest target beyond which the book's first move is about another group."""


def compare(book: Book, answer: Answer) -> list[str]:
    """Sentences that compare a book's first moves with what is proved; none without a right move in either.

    >>> from honte.formats.sgf import parse
    >>> from honte.search.budget import Budget
    >>> from honte.tsumego.answer import solve
    >>> from honte.tsumego.problem.sgf import setup_of_tree
    >>> text = "(;SZ[5]PL[B]AW[ab][bb][cb][db][da]AB[ac][bc][cc][dc][ec][eb][ea];B[aa]C[RIGHT])"
    >>> tree = parse(text)[0]
    >>> for line in compare(Book.of(tree), solve(setup_of_tree(tree), Budget(nodes=100_000))):
    ...     print(line)
    The book's move A5 fails: White answers B5.
    A right move that the book does not have: B5.
    """
    return compare_moves(book.right, answer, "answer" if book.marked else "main move")


def compare_moves(right: Sequence[Point], answer: Answer, noun: str = "answer") -> list[str]:
    """Sentences that compare first moves that a book gives as right with what is proved."""
    found = []
    given = [move for move in right if move in answer.best]
    missing = [move for move in answer.best if move is not None and move not in right]
    if given:
        are = f"{noun} {_listed(given)} is" if len(given) == 1 else f"{noun}s {_listed(given)} are"
        found.append(f"The book's {are} proved.")
    for move in right:
        if move in answer.refutations:
            reply = answer.refutations[move]
            answered = f": {answer.first.mover.opponent} answers {vertex(reply[0])}" if reply else ""
            found.append(f"The book's move {move} fails{answered}.")
        elif move not in answer.best:
            found.append(f"The book's move {move} is neither proved nor refuted.")
    if missing and right:
        found.append(_missing(missing))
    return found


def _missing(moves: Sequence[Move]) -> str:
    """The sentence about right moves that a book does not have; it names MOST_NAMED of them at most."""
    if len(moves) == 1:
        return f"A right move that the book does not have: {vertex(moves[0])}."
    if len(moves) <= MOST_NAMED:
        return f"{len(moves)} right moves that the book does not have: {_listed(moves)}."
    return f"{len(moves)} right moves that the book does not have, among them {_listed(moves[:MOST_NAMED])}."


def remark(book: Book, move: Move, judgment: Judgment, reply: Move) -> str:
    """A sentence about a first move where the proof and the book differ; empty where they agree.

    `reply` is the opponent's answer to the move.
    """
    if move is None or judgment is Judgment.RIGHT:
        missing = move is not None and book.marked and move not in book.right
        return f"The book does not have this move; it gives {_listed(book.right)}." if missing else ""
    if move not in book.right:
        return ""
    if judgment is Judgment.UNKNOWN:
        return "The book calls this move right."
    answered = "" if reply is None else f": {vertex(reply)} refutes it"
    return f"The book calls this move right, but it fails{answered}."


@dataclass(frozen=True, slots=True)
class Followed:
    """What a book says of the moves that were played."""

    right: bool
    move: Move = None
    """The book's next move."""
    over: bool = False
    """Whether the book's line ends here."""


def follow(book: Book, moves: Sequence[Move]) -> Followed | None:
    """What a book says of a line of play from the first move on; None when it says nothing.

    A book that marks nothing calls its main line right.
    """
    lines = [line for line in book.lines if line.moves[: len(moves)] == tuple(moves)]
    right = [line for line in lines if line.right or (not book.marked and line is book.lines[0])]
    wrong = [line for line in lines if line.right is False]
    if not right and not wrong:
        return None
    line = (right or wrong)[0].moves
    if len(line) == len(moves):
        return Followed(bool(right), over=True)
    return Followed(bool(right), line[len(moves)])


def by_the_book(reply: Reply, said: Followed) -> Reply:
    """A reply that proves nothing, with the judgment and the next move of the book in place of its own."""
    after, move = reply.after, reply.move
    assert isinstance(after, Problem), "play goes on"
    if said.move is not None:
        with suppress(GoError):
            after.check(said.move)
            move = said.move
    judgment = Judgment.RIGHT if said.right else Judgment.WRONG
    if not (said.right and said.over):
        return replace(reply, judgment=judgment, move=move, result=None)
    kills = reply.answer.first.objective is Objective.KILL
    return replace(reply, judgment=judgment, move=None, result=Result.DEAD if kills else Result.ALIVE)


def comment_by_book(reply: Reply, *, failed: bool) -> str:
    """The sentence about a move that the book alone judges."""
    opponent = reply.answer.first.mover.opponent
    if reply.result is not None:
        return (
            "An earlier move was wrong. Undo and look again." if failed else "Solved by the book; not proved."
        )
    word = "right" if reply.judgment is Judgment.RIGHT else "wrong"
    return f"The book calls this move {word}; it is not proved. {opponent} answers {vertex(reply.move)}."


def by_book(setup: Setup) -> Setup:
    """The setup with the target that the book's first moves are about, when the likeliest one is elsewhere.

    Several groups may be in danger on one board. The book's move lies next to the one that is meant.
    """
    if setup.keystones is not None or not setup.solutions:
        return setup
    readings = find_readings(setup)
    if not readings or _gap(readings[0], setup.solutions) <= ELSEWHERE:
        return setup
    near = next((each for each in readings if _gap(each, setup.solutions) <= NEAR), None)
    return setup if near is None else replace(setup, keystones=near.target, area=None)


def with_book(problem: Problem, book: Book) -> Problem:
    """The problem on an area that holds the book's moves, when the area that was found lacks some of them.

    All moves of the book and the empty points beside them join the area. If that is too much for a proof,
    the right first moves do; if these are too much, the area stays.
    """
    empty = problem.board.empty
    for moves in ([move for line in book.lines for move in line.moves], book.right):
        points = problem.grid.set(move for move in moves if move is not None) & empty
        if points <= problem.area:
            continue
        try:
            wider = replace(problem, area=problem.area | (points.dilate() & empty))
        except ProblemError:
            continue
        if LocalBoard.fits(wider):
            return wider
    return problem


def _gap(reading: Reading, moves: tuple[Point, ...]) -> int:
    """Steps from the nearest of these moves to the target."""
    return min(abs(p.col - m.col) + abs(p.row - m.row) for p in reading.target for m in moves)


def _listed(moves: Sequence[Move]) -> str:
    texts = [vertex(move) for move in moves]
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} and {texts[-1]}"
