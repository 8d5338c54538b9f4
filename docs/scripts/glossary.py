"""Writes the words of docs/glossary.md for the page, which explains them where it uses them.

python docs/scripts/glossary.py        writes src/honte/web/static/glossary.json
"""

from __future__ import annotations

import json
import re
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
SOURCE = ROOT / "docs" / "glossary.md"
TARGET = ROOT / "src" / "honte" / "web" / "static" / "glossary.json"
_ROW = re.compile(r"^\| (.*\*\*.*) \| (.+) \|$")


def words(text: str) -> dict[str, str]:
    """The meaning of each word of a glossary, without marks; of a word with two meanings, the first."""
    found: dict[str, str] = {}
    for line in text.splitlines():
        if row := _ROW.match(line):
            names, meaning = row.groups()
            for bold in re.findall(r"\*\*(.+?)\*\*", names):
                for name in bold.split(", "):
                    found.setdefault(name, re.sub(r"[*`]", "", meaning))
    return found


def written() -> str:
    """The contents of the file."""
    made = words(SOURCE.read_text(encoding="utf8"))
    return json.dumps(made, ensure_ascii=False, indent=0, sort_keys=True) + "\n"


if __name__ == "__main__":
    TARGET.write_text(written(), encoding="utf8")
