"""The sentences, headings and tables of a report, the same in every form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from honte.report.report import Report
from honte.review.words import margin_text, points_text, speaker
from honte.scoring import Score

MOVE_LEGEND = "Estimates. × is the move played; the numbers are what the model would have played."
FIGHT_LEGEND = (
    "Triangles mark the stones in question, the tinted points are the area of the proof, numbers are proved "
    "play, × is the move played, ? is a guess."
)
HOW_TO_READ = (
    'Proofs. A sentence with the word "proved" rests on a search of life and death that looked at every '
    "answer. It says where it holds: on the whole board, as long as the stones around the marked area are "
    "safe, or inside the marked area only. What is not decided is marked so.",
    "Estimates. Margins, chances, points lost and better moves are estimates of a model, as a rule of a "
    "neural network. It can be wrong, most of all in fights. A margin of 10 ± 8 means that two results out "
    "of three lie between 2 and 18. Points lost compare a move with the model's own choice; small "
    "differences are taken as noise.",
)
LEAST_SHOWN = 0.01
"""Moves less likely than this are not named."""
_PARTS = {
    "points": "surrounded points", "stones": "stones", "prisoners": "prisoners", "dead": "dead stones",
    "lost": "own stones lost", "komi": "komi", "bonus": "handicap", "total": "total",
}  # fmt: skip
_SIDES = {"B": "Black", "W": "White"}
_HOW = {"R": "by resignation", "T": "on time", "F": "by forfeit"}


def result_text(result: str) -> str:
    """A result in words: `W+R` is `White wins by resignation`."""
    side, _, how = result.partition("+")
    if side not in _SIDES:
        return "Draw" if result == "0" else result
    if not how:
        return f"{_SIDES[side]} wins"
    by = _HOW.get(how[:1].upper())
    if by is None:
        try:
            by = f"by {points_text(float(how))}"
        except ValueError:
            by = f"by {how}"
    return f"{_SIDES[side]} wins {by}"


def head_lines(report: Report) -> list[str]:
    """The facts of the game, each one line."""
    facts, review = report.facts, report.review
    lines = [result_text(facts.result)] if facts.result else []
    board = f"{review['cols']}x{review['rows']}, {review['length']} moves"
    handicap = f", handicap {review['handicap']}" if review["handicap"] else ""
    lines.append(f"{board}, {_rules(review['rules'])} rules, komi {review['komi']:g}{handicap}")
    return lines + [facts.others[key] for key in facts.others]


def _rules(name: str) -> str:
    return name.upper() if len(name) <= 3 else name.title()


def summary(report: Report) -> list[str]:
    """The game in a few sentences: who stood how, the worst move, the fights."""
    told = []
    curve = report.review["curve"]
    if curve and report.count is None:
        margin, error, _ = curve[-1]
        told.append(f"At the end: {_lower(margin_text(margin))}, ± {points_text(error)} (estimate).")
    if report.count is not None:
        told.append(f"By the count {result_text(str(report.count.score.result))}." + _differs(report))
    if report.worst:
        worst = report.worst[0]
        told.append(
            f"The move that lost most is move {worst['move']}, {_SIDES[worst['color']]} {worst['vertex']}: "
            f"about {points_text(worst['lost'])}."
        )
    if report.fights:
        fights = "1 fight was" if len(report.fights) == 1 else f"{len(report.fights)} fights were"
        told.append(f"{fights} looked at; {_have(report.settled)} a proof.")
    if report.review["stage"] == "stopped":
        told.append("The review was stopped before its end: what was found by then is shown.")
    return told


def _have(proved: int) -> str:
    return f"{proved or 'none'} {'has' if proved == 1 else 'have'}"


def _differs(report: Report) -> str:
    said = report.game.result
    if said is None or report.count is None or said == report.count.score.result:
        return ""
    return f" The record says {result_text(str(said))}."


def _lower(text: str) -> str:
    return text if text.startswith(("Black", "White")) else text[0].lower() + text[1:]


def sums_rows(report: Report) -> list[list[str]]:
    """Both sides in figures: points lost, in a move, and how often the model's first choice was played."""
    sides = [report.sums(color) for color in ("B", "W")]
    rows = [
        ["moves", *(str(side.moves) for side in sides)],
        ["points lost", *(f"{side.lost:.0f}" for side in sides)],
        ["points lost in a move", *(f"{side.lost / max(1, side.moves):.1f}" for side in sides)],
    ]
    if all(side.known for side in sides):
        shares = (f"{100 * side.agreed / side.known:.0f} %" for side in sides)
        rows.append([f"first choice of {speaker(report.review['model'])}", *shares])
    return rows


def count_rows(score: Score) -> list[list[str]]:
    """The parts of a count; parts that are 0 on both sides are left out."""
    black, white = score.black.parts(), score.white.parts()
    kept = [key for key in _PARTS if black[key] or white[key] or key == "total"]
    return [[_PARTS[key], f"{black[key]:g}", f"{white[key]:g}"] for key in kept]


def move_heading(move: Mapping[str, Any]) -> str:
    """The heading of a move: `Move 87: Black C3 lost 4.2 points`."""
    played = "passed and" if move["vertex"] == "pass" else move["vertex"]
    return f"Move {move['move']}: {_SIDES[move['color']]} {played} lost {points_text(move['lost'])}"


def move_sentences(report: Report, move: Mapping[str, Any]) -> list[str]:
    """What the network would have played, and how the margin changed."""
    told = []
    if move["would"]:
        choices = ", ".join(f"{vertex} ({percent(p)})" for vertex, p in move["would"] if p >= LEAST_SHOWN)
        told.append(
            f"The network would have played {choices}; {move['vertex']} has {percent(move['likely'])}."
        )
    if len(move["line"]) > 1:
        told.append(f"It expects {', '.join(move['line'])}.")
    margin, error, _ = report.review["curve"][move["move"]]
    told.append(f"After the move {_lower(margin_text(margin))}, ± {error:.1f}.")
    return told


def percent(share: float | None) -> str:
    """A probability in words for people: `35 %`, `under 1 %`."""
    if share is None:
        return "?"
    return f"{100 * share:.0f} %" if share >= LEAST_SHOWN else "under 1 %"


def fight_heading(fight: Mapping[str, Any]) -> str:
    """The heading of a fight: `Fight 1: Black's 5 stones at C3, move 87`."""
    return f"Fight {fight['number']}: {fight['title']}, move {fight['move']}"
