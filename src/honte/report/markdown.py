"""A report as Markdown: the same sentences, with boards as text diagrams."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from honte.formats.diagram import render
from honte.report.report import Report
from honte.report.words import (
    HOW_TO_READ,
    count_rows,
    fight_heading,
    head_lines,
    move_heading,
    move_sentences,
    summary,
    sums_rows,
)


def markdown(report: Report) -> str:
    """The whole report as Markdown text."""
    return "\n".join(_lines(report)).rstrip() + "\n"


def _lines(report: Report) -> Iterator[str]:
    facts = report.facts
    yield f"# {_plain(facts.name)}\n"
    yield f"Black: {_plain(facts.black or 'Black')}  "
    yield f"White: {_plain(facts.white or 'White')}\n"
    yield from (f"- {_plain(line)}" for line in head_lines(report))
    yield ""
    yield from (f"{text}\n" for text in summary(report))
    if report.review["note"]:
        yield f"{report.review['note']}\n"
    yield from _table(["", "Black", "White"], sums_rows(report))
    if report.worst:
        yield "## The moves that lost most\n"
    for move in report.worst:
        yield f"### {move_heading(move)}\n"
        yield from (f"{text}\n" for text in move_sentences(report, move))
        yield from _board(report, move)
    if report.fights:
        yield "## Fights, and what is proved\n"
    for fight in report.fights:
        yield f"### {_plain(fight_heading(fight))}\n"
        yield from (f"{text}\n" for text in fight["text"])
        yield from _board(report, fight)
        if fight["sgf"]:
            yield f"```sgf\n{fight['sgf'].strip()}\n```\n"
    if report.count is not None:
        yield "## The count\n"
        yield from _table(["", "Black", "White"], count_rows(report.count.score))
    yield "## How to read this\n"
    yield from (f"{text}\n" for text in HOW_TO_READ)


def _board(report: Report, what: Mapping[str, Any]) -> Iterator[str]:
    """The position before a move, as a text diagram."""
    yield f"```text\n{render(report.board(what['move'] - 1))}\n```\n"


def _table(head: list[str], rows: list[list[str]]) -> Iterator[str]:
    yield "| " + " | ".join(head) + " |"
    yield "|---" * len(head) + "|"
    yield from ("| " + " | ".join(row) + " |" for row in rows)
    yield ""


def _plain(text: str) -> str:
    """A text in which no sign means anything to Markdown."""
    return "".join(f"\\{sign}" if sign in "\\`*_[]<>#|" else sign for sign in text)
