"""Keeps what benchmarks print, and writes the tables of measured figures into the pages.

    python benchmarks/start.py --json | python docs/scripts/results.py keep start --state idle \\
        --command "python benchmarks/start.py"
    python docs/scripts/results.py

The first call takes the JSON that a benchmark printed and puts it into docs/results/figures.json, with the
command, the day and whether the machine was idle or busy. The second call writes every block of
docs/scripts/tables.txt into the page that has its name between marks:

    <!-- written: start -->
    ...
    <!-- end -->

A block is text with places such as {start>commands>score>cold>seconds|.1}: a path into figures.json, then
how the number is shown. A place without a figure stays empty. `when` stands for the day and the state. An
entry whose figures were typed by hand from a page or a log has "copied": true, and `when` says so. A block
whose name is followed by ", once measured" stays empty until figures.json has its entries.
"""

from __future__ import annotations

import argparse
import datetime
import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

DOCS = Path(__file__).parents[1]
FIGURES, BLOCKS = DOCS / "results" / "figures.json", DOCS / "scripts" / "tables.txt"
MARKED = re.compile(r"(?<=<!-- written: )(?P<name>[\w-]+)(?P<open> -->\n).*?(?=<!-- end -->)", re.DOTALL)
PLACE = re.compile(r"\{([\w-]+>[^{}|]+)(?:\|([^{}]+))?\}")
BLOCK = re.compile(r"^== ([\w-]+)(, once measured)?\n", re.MULTILINE)
STATES = ("idle", "busy")


def printed(text: str) -> Any:
    """What a benchmark printed: its JSON object; of several, each under the value of its first field.

    >>> printed('board  nodes' + chr(10) + '{"n": 2}')
    {'n': 2}
    >>> printed('{"board": "2x2", "nodes": 1}' + chr(10) + '{"board": "2x3", "nodes": 5}')["2x3"]["nodes"]
    5
    """
    found = [json.loads(line) for line in text.splitlines() if line.startswith("{")]
    if not found:
        raise ValueError("expected a line with a JSON object, as a benchmark prints with --json")
    if len(found) == 1:
        return found[0]
    return {str(next(iter(each.values()))): each for each in found}


def shown(value: Any, form: str | None) -> str:
    """A figure as text.

    `3` means three significant digits, `.1` one decimal, `%` percent without and `%1` with one decimal, `M`
    millions, `ms` milliseconds of a figure in seconds. Words after a blank follow the figure.

    >>> [shown(42912.3, "3"), shown(8.04, ".1"), shown(0.884, "%1"), shown(14373352, "M"), shown(7000, None)]
    ['42,900', '8.0', '88.4 %', '14.4 million', '7,000']
    >>> [shown(8.4, ".0 s"), shown(None, ".0 s")]
    ['8 s', '']
    """
    if value is None or isinstance(value, str):
        return value or ""
    if form is None:
        return f"{value:,}"
    form, blank, words = form.partition(" ")
    return f"{_in_form(value, form)}{blank}{words}"


def _in_form(value: float, form: str) -> str:
    if form == "ms":
        return f"{1000 * value:.2g}"
    if form == "M":
        return f"{value / 1e6:.3g} million"
    if form.startswith("%"):
        return f"{100 * value + 1e-9:.{form[1:] or 0}f} %"  # benchmarks round, so halves go up
    if form.startswith("."):
        return f"{value:.{form[1:]}f}"
    digits = int(form)
    rounded = float(f"{value:.{digits}g}")
    return f"{rounded:,.0f}" if rounded >= 10 ** (digits - 1) else f"{rounded:g}"


def when(entry: dict[str, Any]) -> str:
    """The day, the state of the machine, and whether the figures were copied by hand, in words.

    >>> when({"date": "2026-11-05", "state": "idle"})
    '5 November 2026, idle'
    >>> when({"date": "2026-11-05", "state": "busy", "copied": True})
    '5 November 2026, busy, copied'
    """
    day = datetime.date.fromisoformat(entry["date"])
    return f"{day.day} {day:%B %Y}, {entry['state']}" + (", copied" if entry.get("copied") else "")


def filled(template: str, held: dict[str, Any]) -> str:
    """A block with its places filled."""

    def fill(match: re.Match[str]) -> str:
        name, *path = match[1].split(">")
        entry = held[name]
        if path == ["when"]:
            return when(entry)
        if path == ["command"]:
            return f"`{entry['command']}`"
        value = entry["figures"]
        for part in path:
            value = value[int(part)] if isinstance(value, list) else value.get(part)
            if value is None:
                return ""
        return shown(value, match[2])

    return PLACE.sub(fill, template)


def blocks() -> dict[str, str]:
    """The templates by name."""
    return {name: text for name, _, text in _parts()}


def awaited() -> set[str]:
    """The names of the blocks that may stay empty until they are measured."""
    return {name for name, waits, _ in _parts() if waits}


def _parts() -> list[tuple[str, bool, str]]:
    parts = BLOCK.split(BLOCKS.read_text("utf8"))
    found = zip(parts[1::3], parts[2::3], parts[3::3], strict=True)
    return [(name, bool(waits), text.strip() + "\n") for name, waits, text in found]


def pages() -> dict[Path, str]:
    """Every page that has marks, as it should read."""
    held, templates, waiting = json.loads(FIGURES.read_text("utf8")), blocks(), awaited()

    def write(match: re.Match[str]) -> str:
        template = templates[match["name"]]
        named = {path.split(">")[0] for path, _ in PLACE.findall(template)}
        missing = match["name"] in waiting and not named <= held.keys()
        return f"{match['name']}{match['open']}{'' if missing else filled(template, held)}"

    texts = {page: page.read_text("utf8") for page in sorted(DOCS.glob("**/*.md"))}
    return {page: MARKED.sub(write, text) for page, text in texts.items() if MARKED.search(text)}


def keep(name: str, command: str | None, state: str, text: str) -> None:
    """Puts what a benchmark printed into figures.json."""
    held = json.loads(FIGURES.read_text("utf8"))
    command = command or held.get(name, {}).get("command")
    if command is None:
        raise ValueError("expected --command, because the figures are new")
    day = datetime.date.today().isoformat()
    held[name] = {"command": command, "date": day, "state": state, "figures": printed(text)}
    rows = [f' "{key}": {json.dumps(held[key], ensure_ascii=False)}' for key in sorted(held)]
    FIGURES.write_text("{\n" + ",\n".join(rows) + "\n}\n", "utf8")


def main(arguments: Sequence[str] | None = None, text: str | None = None) -> None:
    """Keeps figures, or writes the pages; `text` stands for the standard input."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("verb", nargs="?", choices=["keep", "write"], default="write")
    parser.add_argument("name", nargs="?", help="keep: the name of the figures")
    parser.add_argument("--state", choices=STATES, default="busy", help="what else the machine did")
    parser.add_argument("--command", help="the command as a reader types it; by default as it was")
    chosen = parser.parse_args(arguments)
    if chosen.verb == "keep":
        if chosen.name is None:
            parser.error("keep: expected the name of the figures")
        try:
            keep(chosen.name, chosen.command, chosen.state, sys.stdin.read() if text is None else text)
        except ValueError as error:
            parser.error(f"keep {chosen.name}: {error}")
    for page, text in pages().items():
        page.write_text(text, encoding="utf8")


if __name__ == "__main__":
    main()
