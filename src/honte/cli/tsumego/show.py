"""Problems and answers in the terminal, and as pictures."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from honte.cli.common import console, write_bytes

if TYPE_CHECKING:
    from honte.core import Move
    from honte.tsumego.answer import Answer
    from honte.tsumego.gold import Opinion
    from honte.tsumego.problem import Problem


def show_answer(answer: Answer) -> None:
    """Prints an answer: result, right moves or a guess, the line, and why other moves fail."""
    from honte.core import vertex
    from honte.tsumego.proof.outcome import Status

    out = console()
    out.print(f"[bold]{answer.problem.name or 'problem'}[/]")
    out.print(diagram(answer.problem, answer.move))
    if not answer.is_given:
        out.print(f"{_capital(answer.reading.question)} ({answer.reading.reason})")
    known = "" if answer.status is Status.UNKNOWN else f"{answer.status.value}: "
    out.print(f"{known}{answer.first}" + ("" if answer.proved else " (not proved)"))
    if answer.second is not None:
        out.print(f"if the other side moves first: {answer.second}")
    if answer.best:
        out.print(f"right: {', '.join(vertex(m) for m in answer.best)}")
    elif answer.move is not None:
        out.print(f"best guess: {vertex(answer.move)}")
    if answer.line:
        out.print(f"line: {' '.join(vertex(m) for m in answer.line)}")
    if answer.undecided and answer.best:
        out.print(f"not settled: {', '.join(vertex(m) for m in answer.undecided)}")
    for move, line in answer.refutations.items():
        reply = " ".join(vertex(m) for m in line)
        out.print(f"  {vertex(move)} fails" + (f" to {reply}" if reply else ", even without a reply"))
    out.print(f"[dim]{answer.nodes:,} positions in {answer.seconds:.2f} s[/]")
    for note in answer.notes:
        out.print(f"[dim]{note}[/]")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def show_opinion(opinion: Opinion) -> None:
    """Prints the opinion of GoLD's search."""
    out = console()
    out.print(f"[bold]{opinion.problem.name or 'problem'}[/]")
    out.print(diagram(opinion.problem, None))
    out.print(str(opinion))
    if not opinion.proved:
        out.print("[dim]This is GoLD's opinion, not a proof.[/]")


def diagram(problem: Problem, move: Move) -> str:
    """The part of the board around the problem, with the move as `*`."""
    from honte.core import BLACK
    from honte.formats.picture import crop_around
    from honte.grid import Point

    grid, board = problem.grid, problem.board
    corners = crop_around(problem.area | problem.keystones, 1)
    low, high = corners if corners is not None else (Point(0, 0), Point(grid.cols - 1, grid.rows - 1))

    def letter(point: Point) -> str:
        color = board[point]
        if point == move:
            return "*"
        if color is None:
            return "." if point in problem.area else "-"
        black, white = ("B", "W") if point in problem.keystones else ("X", "O")
        return black if color is BLACK else white

    rows = []
    for row in range(high.row, low.row - 1, -1):
        points = " ".join(letter(Point(col, row)) for col in range(low.col, high.col + 1))
        rows.append(f"{row + 1:3} {points}")
    names = " ".join(str(Point(col, 0))[0] for col in range(low.col, high.col + 1))
    return "\n".join([*rows, f"    {names}"])


def draw(found: Answer | Opinion, target: Path, *, several: bool) -> None:
    """Writes a picture of an answer: keystones have triangles, right moves circles, wrong moves crosses.

    With `several` the target is a folder, and the problem's name is the name of the file.
    """
    from honte.formats.picture import Picture, crop_around
    from honte.tsumego.answer import Answer

    problem = found.problem
    marks = dict.fromkeys(problem.keystones, "triangle")
    if isinstance(found, Answer):
        marks |= {m: "cross" for m in found.refutations if m is not None}
        marks |= {m: "circle" for m in found.best if m is not None}
    picture = Picture(
        problem.board,
        marks=marks,
        dimmed=~problem.area,
        crop=crop_around(problem.area | problem.keystones, 2),
        title=problem.name,
    )
    name = str(target / f"{problem.name or 'problem'}.png") if several else str(target)
    if several:
        target.mkdir(parents=True, exist_ok=True)
    write_bytes(name, picture.to_bytes(name))
