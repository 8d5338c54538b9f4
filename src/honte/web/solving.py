"""Searches on problems for the page: jobs around `honte.tsumego.answer.solve`, and their JSON.

`analyze` answers everything about one position, `judge_move` judges the last move and finds the reply,
`check_problem` reports to the author of a problem, and the rest turns hints and books into JSON. While a
search runs, its job shows which first moves are decided and which are open.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from honte.core import Move, vertex
from honte.search.effort import Effort
from honte.tsumego.answer import Answer, solve
from honte.tsumego.bookcheck import by_the_book, comment_by_book, compare, follow
from honte.tsumego.coach import comment_on, hint
from honte.tsumego.gold import Depth, Settings, gold
from honte.tsumego.play import Judgment, Reply, answer_move, problem_to_play
from honte.tsumego.problem import Ending, Objective, Problem, Setup
from honte.tsumego.problem.book import Book
from honte.tsumego.problem.predicates import lives_as_it_stands
from honte.tsumego.proof.memory import Memory
from honte.tsumego.proof.outcome import Status
from honte.tsumego.proof.watch import Watch
from honte.web.jobs import Job

FIND_SHARE = 0.4
"""Fraction of a job's budget that finds target and area of a bare position before a move is judged."""
SHOWN_MOVES = 40
"""Most first moves, and most moves of the current line, that the page gets while a search runs."""


def analyze(job: Job, setup: Setup, *, found_area: bool, memory: Memory | None = None) -> Answer:
    """Answers everything about a position, by proof search; `found_area` as in `answer_move`."""
    answer = solve(setup, job.budget, _watched(job), memory=memory)
    return answer.on_found_area() if found_area else answer


def find_problem(job: Job, setup: Setup) -> Problem:
    """Target and area of a bare position, with a part of the job's budget."""
    effort = Effort.whole(job.budget).part(FIND_SHARE)
    return problem_to_play(setup, solve(setup, effort, _watched(job), explain=False))


def answer_json(answer: Answer) -> dict[str, Any]:
    """An answer as the page reads it."""
    result = answer.first.result
    return {
        "verdict": result,
        "text": str(answer.first),
        "question": answer.reading.question,
        "stake": answer.stake.value,
        "at_stake": answer.reading.at_stake,
        "race": [] if answer.race is None else [*str(answer.race).splitlines(), answer.race.holds],
        "proved": answer.proved,
        "holds": answer.scope.value,
        "notes": answer.notes,
        "move": vertex(answer.move),
        "guess": answer.is_guess,
        "best": [vertex(move) for move in answer.best],
        "moves": _move_results(answer),
        "refutations": {vertex(m): [vertex(r) for r in line] for m, line in answer.refutations.items()},
        "line": [vertex(move) for move in answer.line],
        "zone": [] if answer.zone is None else [str(point) for point in answer.zone],
        "nodes": answer.nodes,
        "engine": "proof",
    }


def _move_results(answer: Answer) -> dict[str, str]:
    """The result of each decided first move, for the side that moves: `win`, `ko`, `lose` or `open`."""
    reached = answer.first.result
    good = reached if reached in ("win", "ko") else "open"
    found = {vertex(move): "lose" for move in answer.refutations}
    found.update({vertex(move): good for move in answer.best})
    return found


def judge_move(
    job: Job,
    problem: Problem,
    line: Sequence[Move],
    *,
    failed: bool,
    found_area: bool,
    book: Book | None = None,
    memory: Memory | None = None,
) -> tuple[Reply, dict[str, Any]]:
    """Judges the last move of a line and finds the reply to it; gives the reply and its JSON for the page.

    `failed` says whether an earlier move of the line was wrong, `found_area` whether a search chose the area.
    Where nothing is proved, the book decides, and the text says so. The JSON names no right move.
    """
    reply = answer_move(problem, line[-1], job.budget, _watched(job), found_area=found_area, memory=memory)
    text = comment_on(reply, failed=failed)
    said = follow(book, line) if book is not None and reply.judgment is Judgment.UNKNOWN else None
    if said is not None and isinstance(reply.after, Problem):
        reply = by_the_book(reply, said)
        text = comment_by_book(reply, failed=failed)
    return reply, {
        "judged": reply.judgment.value,
        "text": text,
        "reply": None if isinstance(reply.after, Ending) else vertex(reply.move),
        "ends": None if reply.result is None else reply.result.value,
    }


def hint_json(answer: Answer, step: int) -> dict[str, Any]:
    """A hint as the page reads it: no more than its step shows."""
    given = hint(answer, step)
    return {
        "step": given.step,
        "text": given.text,
        "region": [] if given.region is None else [str(point) for point in given.region],
        "move": None if given.move is None else vertex(given.move),
    }


def book_json(book: Book, answer: Answer | None) -> dict[str, Any]:
    """A book as the page reads it, compared with an answer where there is one."""
    return {
        "right": [str(point) for point in book.right],
        "marked": book.marked,
        "lines": [
            {"moves": [vertex(move) for move in line.moves], "right": line.right, "comment": line.comment}
            for line in book.lines
        ],
        "compared": [] if answer is None else compare(book, answer),
    }


def check_problem(job: Job, setup: Setup) -> dict[str, Any]:
    """What the author of a problem wants to know: result, status, right moves, advice, as lines of text."""
    answer = solve(setup, job.budget, _watched(job), both_sides=True)
    problem = answer.problem
    right = [vertex(move) for move in answer.best if move is not None]
    status = answer.status
    lines = [f"{answer.first}.", f"If the other side starts: {answer.second}."]
    if status is not Status.UNKNOWN:
        lines.append(f"The keystones are {status.value}.")
    if lives_as_it_stands(problem):
        lines.append("They live without another move: there is nothing to solve.")
    alone = len(right) == 1 and not answer.undecided
    if answer.first.result in ("win", "ko") and right:
        count = "The only right move is" if alone else f"Right moves ({len(right)}):"
        lines.append(f"{count} {', '.join(right)}.")
        if answer.undecided:
            lines.append(f"Not settled: {', '.join(vertex(move) for move in answer.undecided)}.")
    if status is Status.UNSETTLED and alone:
        lines.append("This is a good problem: it matters who moves first, and only one move works.")
    elif answer.first.fails:
        aim = "live" if problem.objective is Objective.LIVE else "kill"
        lines.append(f"{problem.to_play} cannot {aim}: let the other side play first, or change the shape.")
    return {"text": lines, "status": status.value, "right": right, "proved": answer.proved}


def gold_analyze(job: Job, problem: Problem, depth: int | None, breadth: int | None) -> dict[str, Any]:
    """Runs GoLD's own search with its limits; the job shows every finished depth."""

    def hear(found: Depth) -> None:
        line = [vertex(move) for move in found.line]
        job.report(depth=found.depth, line=line, score=found.score, nodes=found.nodes)

    opinion = gold(problem, Settings(depth=depth, breadth=breadth), job.budget, hear)
    succeeds = opinion.succeeds
    return {
        "verdict": "open" if succeeds is None else "win" if succeeds else "lose",
        "text": opinion.sentence,
        "proved": opinion.proved,
        "move": vertex(opinion.move),
        "best": [vertex(opinion.move)] if succeeds else [],
        "moves": {},
        "refutations": {},
        "line": [] if opinion.last is None else [vertex(move) for move in opinion.last.line],
        "nodes": opinion.nodes,
        "engine": "gold",
    }


def _watched(job: Job) -> Watch:
    """The window of the search that the job shows while it runs."""
    watch = Watch()

    def live() -> dict[str, Any]:
        considered = [[vertex(c.move), *c[1:]] for c in watch.considered()[:SHOWN_MOVES]]
        line = [vertex(move) for move in watch.line()[:SHOWN_MOVES]]
        facts = {"nodes": job.budget.visited, "considered": considered, "line": line, "task": watch.task}
        if watch.outcome is not None:
            facts |= {"verdict": watch.outcome.result, "text": str(watch.outcome)}
        return facts

    job.live = live
    return watch
