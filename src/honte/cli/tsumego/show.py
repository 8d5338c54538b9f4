"""Problems and answers in the terminal, and as pictures."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from honte.cli.common import console, write_bytes

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from honte.core import Move
    from honte.tsumego.answer import Answer
    from honte.tsumego.gold import Opinion
    from honte.tsumego.problem import Problem, Stake

MOST_NAMED = 8
"""Moves that fail to the same reply and are named; the others are counted."""


def show_answer(answer: Answer, compared: Sequence[str] = ()) -> None:
    """Prints an answer: result, right moves or a guess, the line, why other moves fail, and how all this
    compares with the solution in the file."""
    from honte.core import vertex
    from honte.tsumego.proof.outcome import Status

    out = console()
    out.print(f"[bold]{answer.problem.name or 'problem'}[/]")
    out.print(diagram(answer.problem, answer.best, answer.stake))
    out.print(f"At stake: {answer.reading.at_stake}")
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
    for sentence in failures(answer):
        out.print(f"  {sentence}")
    for text in compared:
        out.print(text)
    out.print(f"[dim]{answer.nodes:,} positions in {answer.seconds:.2f} s[/]")
    if answer.race is not None:
        out.print(f"{answer.race}\n{answer.race.holds}", markup=False)
    for note in answer.notes:
        out.print(f"[dim]{note}[/]")


def failures(answer: Answer) -> Iterator[str]:
    """A sentence for each refutation; moves with the same refutation share one."""
    from honte.core import vertex

    inside = " inside the area" if answer.refuted_inside and not answer.is_given else ""
    same: dict[str, list[str]] = {}
    for move, line in answer.refutations.items():
        same.setdefault(" ".join(vertex(m) for m in line), []).append(vertex(move))
    for reply, moves in same.items():
        named, rest = moves[:MOST_NAMED], len(moves) - MOST_NAMED
        if rest == 1:
            named, rest = moves, 0
        verb = "fails" if len(moves) == 1 else "fail"
        more = f" and {rest} other moves" if rest > 0 else ""
        how = f" to {reply}" if reply else ", even without a reply"
        yield f"{', '.join(named)}{more} {verb}{inside}{how}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def show_opinion(opinion: Opinion) -> None:
    """Prints the opinion of GoLD's search."""
    out = console()
    out.print(f"[bold]{opinion.problem.name or 'problem'}[/]")
    out.print(diagram(opinion.problem))
    out.print(str(opinion))
    if not opinion.proved:
        out.print("[dim]This is GoLD's opinion, not a proof.[/]")


def diagram(problem: Problem, right: Sequence[Move] | None = None, stake: Stake | None = None) -> str:
    """The part of the board around the problem, with right moves as `&`; `parse_setup` reads it back."""
    from dataclasses import replace

    from honte.formats.picture import crop_around
    from honte.grid import Point
    from honte.tsumego.problem import Capture, Stake
    from honte.tsumego.problem.text import format_setup

    grid = problem.grid
    whole = Point(0, 0), Point(grid.cols - 1, grid.rows - 1)
    moves = grid.set(move for move in right or () if move is not None)
    setup = replace(problem.setup(), name="", solutions=tuple(moves))
    if stake is Stake.CONNECTION:
        setup = replace(setup, stake=stake, capture=Capture.ALL)
    return format_setup(setup, crop_around(problem.area | problem.keystones, 1) or whole)


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
    if several:
        target.mkdir(parents=True, exist_ok=True)
        target = _free_name(target, problem.name or "problem")
    write_bytes(str(target), picture.to_bytes(str(target)))


def _free_name(folder: Path, name: str) -> Path:
    """A file in the folder that is named after a problem and does not exist yet."""
    stem = name.replace("/", "-")
    numbered = (folder / f"{stem}{f'-{n}' if n > 1 else ''}.png" for n in count(1))
    return next(path for path in numbered if not path.exists())
