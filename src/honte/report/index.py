"""The index of a folder of reports: one line for each game, with a link to its page."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from urllib.parse import quote

from honte.report.html import whole_page
from honte.report.report import Report
from honte.report.words import result_text
from honte.review.words import points_text


@dataclass(frozen=True, slots=True)
class Line:
    """One game of the index."""

    file: str
    name: str
    date: str
    result: str
    moves: int
    worst: str
    fights: str

    @classmethod
    def of(cls, report: Report, file: str) -> Line:
        """The line of a report that was written to a file of the same folder."""
        worst = report.worst[0] if report.worst else None
        return cls(
            file,
            report.facts.name,
            report.facts.others.get("date", ""),
            result_text(report.facts.result) if report.facts.result else "",
            report.review["length"],
            "" if worst is None else f"move {worst['move']}, {points_text(worst['lost'])}",
            f"{report.settled} of {len(report.fights)}",
        )


HEAD = ("game", "date", "result", "moves", "worst move", "fights with a proof")


def index_page(lines: list[Line], title: str) -> str:
    """The index as an HTML page."""
    rows = "".join(
        f'<tr><th scope="row"><a href="{quote(line.file)}">{escape(line.name)}</a></th>'
        + "".join(f"<td>{escape(text)}</td>" for text in _cells(line))
        + "</tr>"
        for line in lines
    )
    head = "".join(f'<th scope="col">{cell}</th>' for cell in HEAD)
    inside = f"<thead><tr>{head}</tr></thead><tbody>{rows}</tbody>"
    table = f'<div class="scroll"><table class="index">{inside}</table></div>'
    return whole_page(title, f"<h1>{escape(title)}</h1><p>{_games(lines)}</p>{table}")


def index_markdown(lines: list[Line], title: str) -> str:
    """The index as Markdown."""
    head = "| " + " | ".join(HEAD) + " |\n" + "|---" * len(HEAD) + "|"
    rows = [f"| [{line.name}]({quote(line.file)}) | " + " | ".join(_cells(line)) + " |" for line in lines]
    return "\n".join([f"# {title}\n", f"{_games(lines)}\n", head, *rows]) + "\n"


def _cells(line: Line) -> tuple[str, ...]:
    return line.date, line.result, str(line.moves), line.worst, line.fights


def _games(lines: list[Line]) -> str:
    return "1 game" if len(lines) == 1 else f"{len(lines)} games"
