"""A report as one HTML page: no script, no other file, no network; light, dark and in print.

Diagrams and the curve are SVG inside the page. The record of the game and the problems taken out of it are
links that hold their SGF text.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from importlib import resources
from typing import Any
from urllib.parse import quote

from honte.report.curve import Mark, curve_svg
from honte.report.diagrams import end_picture, fight_picture, move_picture
from honte.report.report import Report
from honte.report.words import (
    FIGHT_LEGEND,
    HOW_TO_READ,
    MOVE_LEGEND,
    count_rows,
    fight_heading,
    head_lines,
    move_heading,
    move_sentences,
    summary,
    sums_rows,
)
from honte.review.words import speaker


def page(report: Report) -> str:
    """The whole page."""
    parts = [
        _head(report),
        *_curve(report),
        *_worst(report),
        *_fights(report),
        *_end(report),
        *_all_moves(report),
        f"<footer><h2>How to read this</h2>{''.join(f'<p>{escape(t)}</p>' for t in HOW_TO_READ)}</footer>",
    ]
    return whole_page(report.facts.name, "\n".join(parts))


def whole_page(title: str, body: str) -> str:
    """An HTML document with the style of reports."""
    style = resources.files("honte.report").joinpath("page.css").read_text(encoding="utf8")
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n<meta name="generator" content="honte">\n'
        f"<title>{escape(title)}</title>\n<style>\n{style}</style>\n</head>\n<body>\n<main>\n{body}\n"
        "</main>\n</body>\n</html>\n"
    )


def _head(report: Report) -> str:
    facts = report.facts
    players = "".join(
        f'<p class="player"><span class="stone {color}"></span>{escape(name)}</p>'
        for color, name in (("black", facts.black or "Black"), ("white", facts.white or "White"))
    )
    title = f"<h1>{escape(facts.name)}</h1>"
    lines = "".join(f"<li>{escape(line)}</li>" for line in head_lines(report))
    link = f" {_download(report.sgf, 'game.sgf', 'Game as SGF')}" if report.sgf else ""
    told = "".join(f"<p>{escape(text)}</p>" for text in summary(report))
    note = f'<p class="note">{escape(report.review["note"])}</p>' if report.review["note"] else ""
    return (
        f'<header>{title}<div class="players">{players}</div><ul class="facts">{lines}</ul>'
        f'<div class="summary">{told}</div>{note}<p class="links">{link}{_all_problems(report)}</p></header>'
    )


def _all_problems(report: Report) -> str:
    found = report.problems
    if not found:
        return ""
    text = "\n".join(fight["sgf"] for fight in found)
    words = "The problem as SGF" if len(found) == 1 else f"All {len(found)} problems as SGF"
    return " " + _download(text, "problems.sgf", words)


def _curve(report: Report) -> Iterator[str]:
    if len(report.review["curve"]) < 2:
        return
    marks = [Mark(m["move"], f"move-{m['move']}", move_heading(m), "loss") for m in report.worst]
    marks += [
        Mark(min(f["move"], report.review["length"]), f"fight-{f['number']}", f["question"], "fight")
        for f in report.fights
        if f["firm"]
    ]
    who = speaker(report.review["model"])
    yield '<section><h2>The game</h2><figure class="wide">'
    yield curve_svg(report.review["curve"], marks)
    yield (
        f"<figcaption>Black's margin after each move, komi included, estimated by {escape(who)}. Two results "
        "out of three lie within the band. A dot is a move that lost much, a diamond a fight with a proof."
        "</figcaption></figure>"
    )
    yield _table(["", "Black", "White"], sums_rows(report))
    yield "</section>"


def _worst(report: Report) -> Iterator[str]:
    if not report.worst:
        return
    yield f'<section><h2>The moves that lost most</h2><p class="legend">{escape(MOVE_LEGEND)}</p>'
    yield '<div class="cards">'
    for move in report.worst:
        told = "".join(f"<p>{escape(text)}</p>" for text in move_sentences(report, move))
        yield (
            f'<article id="move-{move["move"]}"><h3>{escape(move_heading(move))}</h3>'
            f"{_figure(move_picture(report, move).svg())}{told}</article>"
        )
    yield "</div></section>"


def _fights(report: Report) -> Iterator[str]:
    if not report.fights:
        return
    yield f'<section><h2>Fights, and what is proved</h2><p class="legend">{escape(FIGHT_LEGEND)}</p>'
    yield '<div class="cards">'
    for fight in report.fights:
        yield _fight(report, fight)
    yield "</div></section>"


def _fight(report: Report, fight: Mapping[str, Any]) -> str:
    asked = f'<p class="question">{escape(fight["question"])}</p>'
    badge = "proved" if fight["firm"] else "open"
    answered = f'<p class="answer {badge}">{escape(fight["answer"])}</p>'
    told = "".join(f"<p>{escape(text)}</p>" for text in fight["text"][1:-1])
    estimate = f'<p class="estimate">{escape(fight["text"][-1])}</p>'
    link = f"<p>{_download(fight['sgf'], 'problem.sgf', 'Problem as SGF')}</p>" if fight["sgf"] else ""
    return (
        f'<article id="fight-{fight["number"]}"><h3>{escape(fight_heading(fight))}</h3>'
        f"{_figure(fight_picture(report, fight).svg())}{asked}{answered}{told}"
        f"{estimate}{link}</article>"
    )


def _end(report: Report) -> Iterator[str]:
    if not report.game.steps:
        return
    count = report.count
    yield f'<section class="end"><h2>{"The count" if count else "The last position"}</h2>'
    caption = "Small squares show who owns a point; crossed stones are dead." if count else ""
    yield _figure(end_picture(report).svg(), caption)
    if count is not None:
        yield _table(["", "Black", "White"], count_rows(count.score))
    yield "</section>"


def _all_moves(report: Report) -> Iterator[str]:
    if not report.moves:
        return
    yield '<section class="all"><details><summary>All moves</summary>'
    rows = []
    for move in report.moves:
        margin, error, _ = report.review["curve"][move["move"]]
        would = move["would"][0][0] if move["would"] else ""
        lead = f"{'B' if margin >= 0 else 'W'}+{abs(margin):.1f} ± {error:.1f}"
        lost = f"{move['lost']:.1f}" if move["lost"] >= 0.05 else ""
        rows.append([str(move["move"]), f"{move['color']} {move['vertex']}", lead, lost, would])
    yield _table(["move", "played", "margin after it", "points lost", "model's choice"], rows)
    yield "</details></section>"


# Pieces


def _figure(svg: str, caption: str = "") -> str:
    text = f"<figcaption>{escape(caption)}</figcaption>" if caption else ""
    return f"<figure>{svg}{text}</figure>"


def _table(head: list[str], rows: list[list[str]]) -> str:
    top = "".join(f'<th scope="col">{escape(cell)}</th>' if cell else "<td></td>" for cell in head)
    body = "".join(
        "<tr>" + f'<th scope="row">{escape(row[0])}</th>' + "".join(f"<td>{escape(c)}</td>" for c in row[1:])
        + "</tr>"
        for row in rows
    )  # fmt: skip
    return f'<div class="scroll"><table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table></div>'


def _download(text: str, name: str, words: str) -> str:
    data = quote(text, safe="")
    return (
        f'<a class="file" download="{escape(name)}" '
        f'href="data:application/x-go-sgf;charset=utf-8,{data}">{escape(words)}</a>'
    )
