"""How Sabaki reads an analysis line: its src/modules/enginesyncer.js, written again in Python."""

from __future__ import annotations

import re
from typing import NamedTuple

VERTICES = re.compile(r"(pass|[A-Za-z]\d+)(\s+(pass|[A-Za-z]\d+))*$")


class Variation(NamedTuple):
    move: str
    visits: int
    win_rate: float
    lead: float | None
    line: list[str]


def parse_analysis(line: str) -> tuple[list[Variation], list[float]]:
    """The variations and the owners of a line; a variation that Sabaki cannot read is an error here."""
    owners: list[float] = []
    if match := re.search(r"ownership\s+(.+)", line):
        owners = [float(each) for each in match[1].split()]
        line = line[: match.start()]
    found = []
    for part in re.split(r"\s*info\s+", line)[1:]:
        text = part.strip()
        vertices = VERTICES.search(text)
        assert vertices is not None, text
        tokens = text[: vertices.start()].split()
        assert tokens[-1] == "pv"
        fields = dict(zip(tokens[:-1:2], tokens[1:-1:2], strict=True))
        rate = fields["winrate"]
        win_rate = float(rate) * 100 if "." in rate else float(rate) / 100
        lead = float(fields["scoreLead"]) if "scoreLead" in fields else None
        moves = vertices[0].split()
        found.append(Variation(fields["move"], int(fields["visits"]), win_rate, lead, moves))
    return found, owners
