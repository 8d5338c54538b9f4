"""Problem sheets to print: six problems on a page of A4, the answers at the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from honte.core import Move, vertex
from honte.drawing import Scene
from honte.drawing.pages import A4, fitted, pdf, place
from honte.formats.picture import CELL, Picture, crop_around
from honte.grid import Point
from honte.tsumego.answer import Answer
from honte.tsumego.problem import Setup
from honte.tsumego.problem.book import Book
from honte.tsumego.problem.levels import level_text

MARGIN = 40.0
"""Points between the edge of the page and what is printed."""
HEAD = 34.0
"""Height of the head line of a page, in points."""
CAPTION = 26.0
"""Height of the lines below a diagram, in points."""
PROBLEMS, ANSWERS = (2, 3), (3, 4)
"""Columns and rows of a page with problems, and of a page with answers."""
MOST_CELL = 22.0
"""The largest distance from line to line, in points: a small corner does not fill its whole frame."""
INK, FAINT = "#000000", "#555555"


@dataclass(frozen=True, slots=True)
class Item:
    """One problem of a sheet."""

    setup: Setup
    title: str
    level: float | None = None
    answer: Answer | None = None
    """What the solver found; None prints the answer of the file."""
    book: Book | None = None
    """The solution of the file; it is printed where the solver proves nothing."""


def sheet(items: Sequence[Item], title: str, *, answers: bool = True) -> bytes:
    """The PDF file of a sheet."""
    pages = _pages(items, title, PROBLEMS, solved=False)
    if answers:
        pages += _pages(items, f"{title}: answers", ANSWERS, solved=True)
    for number, page in enumerate(pages, 1):
        _write(page, f"{number} of {len(pages)}", (A4[0] / 2, A4[1] - MARGIN / 2), 8, FAINT)
    return pdf(pages, title)


def _pages(items: Sequence[Item], title: str, shape: tuple[int, int], *, solved: bool) -> list[Scene]:
    cols, rows = shape
    wide, tall = (A4[0] - 2 * MARGIN) / cols, (A4[1] - 2 * MARGIN - HEAD) / rows
    pages = []
    for number, item in enumerate(items):
        spot = number % (cols * rows)
        if spot == 0:
            page = Scene(*A4, "#ffffff", title)
            _write(page, fitted(title, 14, A4[0] - 2 * MARGIN), (A4[0] / 2, MARGIN), 14, INK, bold=True)
            pages.append(page)
        corner = (MARGIN + spot % cols * wide, MARGIN + HEAD + spot // cols * tall)
        _draw(pages[-1], item, number + 1, corner, (wide, tall), solved=solved)
    return pages


def _draw(
    page: Scene,
    item: Item,
    number: int,
    corner: tuple[float, float],
    size: tuple[float, float],
    *,
    solved: bool,
) -> None:
    """One diagram with its lines of text, in its frame."""
    picture, note = (_answer_picture if solved else _problem_picture)(item)
    scene = picture.scene()
    room = size[0] - 14, size[1] - CAPTION - 10
    scale = min(room[0] / scene.width, room[1] / scene.height, MOST_CELL / CELL)
    left = corner[0] + (size[0] - scene.width * scale) / 2
    place(page, scene, (left, corner[1]), scale)
    below = corner[1] + scene.height * scale
    middle = corner[0] + size[0] / 2
    text = 7.5 if solved else 10.0
    head = f"{number}. {item.title}" if solved else f"{number}. {_question(item)}"
    _write(page, fitted(head, text, size[0] - 8), (middle, below + 8), text, INK, bold=not solved)
    second = (
        note if solved else f"{item.title}{f', {level_text(item.level)}' if item.level is not None else ''}"
    )
    _write(page, fitted(second, text - 1, size[0] - 8), (middle, below + 19), text - 1, FAINT)


def _write(
    page: Scene, text: str, center: tuple[float, float], size: float, color: str, *, bold: bool = False
) -> None:
    page.text(center, text, size, color, bold=bold)


def _question(item: Item) -> str:
    aim = item.setup.objective
    if aim is None and item.answer is not None:
        aim = item.answer.first.objective
    return f"{item.setup.to_play} to {aim.value if aim else 'play'}"


def _problem_picture(item: Item) -> tuple[Picture, str]:
    setup = item.setup
    shown = ~setup.board.empty | (setup.area or setup.board.grid.set())
    return Picture(setup.board, crop=crop_around(shown, 1), coordinates="none"), ""


def _answer_picture(item: Item) -> tuple[Picture, str]:
    """The problem with the moves of the main line, and in words what they reach."""
    setup, board = item.setup, item.setup.board
    line = line_of(item)
    color, numbers, again = setup.to_play, dict[Point, int](), []
    for number, move in enumerate(line, 1):
        if move is None:
            again.append(f"{number} passes")
        elif move in numbers:
            again.append(f"{number} at {numbers[move]}")
        elif board[move] is not None:
            again.append(f"{number} at {move}")
        else:
            numbers[move] = number
            board = board.with_stones(board.grid.set([move]), color)
        color = color.opponent
    shown = ~board.empty | (setup.area or board.grid.set())
    picture = Picture(board, crop=crop_around(shown, 1), numbers=numbers)
    return picture, "; ".join([*_words(item), *again])


def line_of(item: Item) -> tuple[Move, ...]:
    """The moves to print: the proved line, or the best move, or what the file gives, or a guess."""
    answer = item.answer
    if answer is not None and answer.first.fails:
        return ()
    if answer is not None and answer.line:
        return tuple(answer.line)
    if answer is not None and answer.best:
        return answer.best[:1]
    if moves := _by_file(item):
        return moves
    return (answer.move,) if answer is not None and answer.move is not None else ()


def _by_file(item: Item) -> tuple[Move, ...]:
    """What the file gives as its answer: a whole line of its solution, or the first move."""
    if item.book is None:
        return item.setup.solutions[:1]
    right = [line for line in item.book.lines if line.moves[0] in item.book.right and line.right is not False]
    return right[0].moves if right else item.book.right[:1]


def _words(item: Item) -> list[str]:
    answer = item.answer
    if answer is None or not answer.proved:
        if moves := (item.book.right if item.book is not None else item.setup.solutions):
            return [f"the file gives {', '.join(map(str, moves))}; not proved"]
        return ["a guess; not proved" if line_of(item) else "not solved in the time given"]
    also = [vertex(move) for move in answer.best if move not in line_of(item)[:1]]
    return [str(answer.first), *([f"also {', '.join(also)}"] if also else [])]
