"""A review as plain values: one JSON object for programs and the page, and rows of CSV."""

from __future__ import annotations

from typing import Any

from honte.core import Move, vertex
from honte.review.deciding import Decided, Verdict
from honte.review.fights import Moment
from honte.review.judging import Judged
from honte.review.review import Review
from honte.review.taking import problem_sgf
from honte.review.words import question, sentences, stones_text, verdict_text


def record(review: Review, source: str = "") -> dict[str, Any]:
    """The whole review as one JSON object; `honte.web.routes.review` describes its fields."""
    game = review.game
    return {
        "cols": game.grid.cols,
        "rows": game.grid.rows,
        "rules": game.rules.name,
        "komi": game.rules.komi,
        "handicap": game.handicap,
        "result": None if game.result is None else str(game.result),
        "length": len(game.steps),
        "model": review.model,
        "note": review.note,
        "stage": review.stage.value,
        "curve": [[round(s.margin, 2), round(s.error, 2), round(s.chance, 4)] for s in review.sights],
        "moves": [move_record(each) for each in review.moves],
        "worst": [each.number for each in review.worst],
        "fights": [fight_record(n, each, review.model, source) for n, each in enumerate(review.fights, 1)],
    }


def move_record(judged: Judged) -> dict[str, Any]:
    """One judged move."""
    return {
        "move": judged.number,
        "color": judged.color.letter,
        "vertex": vertex(judged.move),
        "lost": round(judged.lost, 2),
        "likely": None if judged.likely is None else round(judged.likely, 4),
        "would": [[vertex(move), round(p, 4)] for move, p in judged.would],
        "line": _vertices(judged.line),
    }


def fight_record(number: int, decided: Decided, model: str, source: str = "") -> dict[str, Any]:
    """One fight."""
    moment, verdict = decided.moment, decided.verdict
    return {
        "number": number,
        "title": stones_text(moment.target, moment.defender),
        "heat": round(decided.fight.heat, 1),
        "color": moment.defender.letter,
        "group": [str(p) for p in moment.group],
        "before": round(50 * (1 + moment.before)),
        "after_played": round(50 * (1 + moment.after)),
        "waiting": verdict is None,
        **_asked(verdict, decided),
        "after": None if decided.after is None else _verdict(decided.after),
        "later": None if decided.later is None else _verdict(decided.later),
        "others": [_verdict(each) for each in decided.others],
        "text": sentences(decided, model),
        "sgf": problem_sgf(decided, source),
        "nodes": decided.nodes,
    }


def _asked(verdict: Verdict | None, decided: Decided) -> dict[str, Any]:
    if verdict is not None:
        return _verdict(verdict)
    return _question(decided.moment) | {
        "answer": "", "result": "open", "holds": None, "firm": False,
        "best": [], "guess": None, "line": [], "area": [],
    }  # fmt: skip


def _question(moment: Moment) -> dict[str, Any]:
    return {
        "move": moment.number,
        "at_end": moment.is_end,
        "mover": moment.mover.letter,
        "aim": moment.objective.value,
        "target": [str(p) for p in moment.target],
        "played": None if moment.is_end else vertex(moment.played),
        "question": question(moment),
    }


def _verdict(verdict: Verdict) -> dict[str, Any]:
    answer = verdict.answer
    decided = verdict.result.value != "open"
    holds = ("board" if verdict.everywhere else "area") if decided else None
    return _question(verdict.moment) | {
        "answer": verdict_text(verdict),
        "result": verdict.result.value,
        "holds": holds,
        "firm": verdict.is_firm,
        "best": _vertices(verdict.moves),
        "guess": None if verdict.guess is None else vertex(verdict.guess),
        "line": [] if answer is None else _vertices(answer.line),
        "area": [] if answer is None or not decided else [str(p) for p in answer.problem.area],
    }


def _vertices(moves: tuple[Move, ...]) -> list[str]:
    return [vertex(move) for move in moves]


CSV_COLUMNS = (
    "move", "color", "vertex", "margin", "error", "black_chance", "lost", "likely", "would", "would_likely",
)  # fmt: skip


def rows(review: Review) -> list[dict[str, Any]]:
    """One row for each judged move, with the margin after it."""
    found = []
    for judged in review.moves:
        sight = review.sights[judged.number]
        first = judged.would[0] if judged.would else None
        found.append(
            {
                "move": judged.number,
                "color": judged.color.letter,
                "vertex": vertex(judged.move),
                "margin": round(sight.margin, 2),
                "error": round(sight.error, 2),
                "black_chance": round(sight.chance, 4),
                "lost": round(judged.lost, 2),
                "likely": None if judged.likely is None else round(judged.likely, 4),
                "would": None if first is None else vertex(first[0]),
                "would_likely": None if first is None else round(first[1], 4),
            }
        )
    return found
