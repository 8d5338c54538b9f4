"""What the shipped books of proofs tell a solver before it searches."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from honte.core import PASS, Color, KoRule, Position
from honte.smallboard.book import Book, shipped

if TYPE_CHECKING:
    from honte.smallboard.solver import Solver

SETTLE_EMPTIES = 16
"""With more empty points than this, a value from a book is answered at once: other moves stay open unless
every move is asked for."""


def open_books(solver: Solver) -> None:
    """Takes over what books promise at the root of a solver and after each move.

    Under superko a book counts only from its own positions on, because its strategy was walked with
    their boards in the history, and in games that went by it since. What other books prove under simple ko
    is noted.
    """
    superko = solver.rules.ko is not KoRule.SIMPLE
    for book in shipped(solver.position.board.grid):
        if not superko:
            _take_simple(solver, book)
        else:
            taken = book.superko and _take_superko(solver, book)
            if not taken:
                _note_simple(solver, book)


def _take_simple(solver: Solver, book: Book) -> None:
    position = solver.position
    us, them = position.to_play, position.to_play.opponent
    for prover, root in ((us, solver.attack), (them, solver.defense)):
        if book.promises(position, prover, solver.engine):
            root.take(book.goal)
            for each in solver.candidates:
                after = position.play_unchecked(each.move)
                if each.move is not PASS and book.promises(after, prover, solver.engine):
                    (each.mine if prover is us else each.theirs).take(book.goal)


def _take_superko(solver: Solver, book: Book) -> bool:
    """Takes over what a book promises under superko; False where the game before the position forbids it."""
    position, steps = solver.position, [*solver.past, solver.position]
    us, them = position.to_play, position.to_play.opponent
    mine, theirs = (follows(book, steps, prover) for prover in (us, them))
    known, move = book.move(position, us)
    if known and mine and not book.endless:
        solver.attack.take(book.goal)
        next(each for each in solver.candidates if move in solver.images[each.move]).mine.take(book.goal)
    for each in solver.candidates if theirs and not book.endless else ():
        after = position.play_unchecked(each.move)
        if book.move(after, them)[0] and follows(book, [*steps, after], them):
            each.theirs.take(book.goal)
    large = len(position.board.empty) > SETTLE_EMPTIES
    if theirs and large and book.leads_to(position, them) and book.promises(position, them, solver.engine):
        solver.defense.take(book.goal)
    return mine and theirs


def follows(book: Book, steps: Sequence[Position], prover: Color) -> bool:
    """Whether a game went by the book since it came to it, so that its promise about superko holds.

    The boards before that may not have a stone of the prover: no stone of theirs can make them again.
    """
    before = steps[:-1]
    start = next((k for k, each in enumerate(before) if book.move(each, prover)[0]), len(before))
    if any(each.board.stones_mask(prover) for each in before[:start]):
        return False
    turns = ((each, after) for each, after in pairwise(steps[start:]) if each.to_play is prover)
    return all(_is_reply(book, each, after, prover) for each, after in turns)


def _is_reply(book: Book, position: Position, after: Position, prover: Color) -> bool:
    known, move = book.move(position, prover)
    return known and position.play_unchecked(move).board == after.board


def _note_simple(solver: Solver, book: Book) -> None:
    (low, high), us = solver.told, solver.position.to_play
    if book.promises(solver.position, us, solver.engine):
        low = max(low, book.goal)
    if book.promises(solver.position, us.opponent, solver.engine):
        high = min(high, -book.goal)
    solver.told = low, high
