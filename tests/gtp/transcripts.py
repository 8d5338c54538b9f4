"""Transcripts of GTP sessions: commands after `> `, and below each the answer that must come.

    # options: visits 8                 settings of the session, names and values
    > boardsize 9
    =

`...` in an answer stands for any text. The empty line that ends every answer is checked, but not written.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import NamedTuple

from honte.gtp import Server, Session, Settings

FOLDER = Path(__file__).parents[1] / "cases" / "gtp"


class Exchange(NamedTuple):
    """One command and its answer, with the number of its line."""

    number: int
    command: str
    answer: str


def read(path: Path) -> tuple[dict[str, int], list[Exchange]]:
    """The settings and the exchanges of a file."""
    options: dict[str, int] = {}
    found: list[Exchange] = []
    for number, line in enumerate(path.read_text("utf8").splitlines(), 1):
        if line.startswith("# options:"):
            words = line.partition(":")[2].split()
            options |= {name: int(value) for name, value in zip(words[::2], words[1::2], strict=True)}
        elif line.startswith("> "):
            found.append(Exchange(number, line[2:], ""))
        elif found and line.strip() and not line.startswith("# "):
            last = found[-1]
            found[-1] = last._replace(answer=f"{last.answer}{line.rstrip()}\n")
    return options, found


def matches(expected: str, given: str) -> bool:
    """Whether an answer is the expected one; `...` stands for any text."""
    pattern = ".*".join(re.escape(part) for part in expected.split("..."))
    return re.fullmatch(pattern, given, re.DOTALL) is not None


def answers(options: dict[str, int], commands: list[str]) -> list[str]:
    """What the engine answers to each command, without the empty line at the end."""
    said: list[str] = []
    server = Server(Session(Settings(**options)), said.append)  # type: ignore[arg-type]
    found = []
    for command in commands:
        server.answer(command.encode().decode("unicode_escape"))
        whole = "".join(said)
        assert whole == "" or whole.endswith("\n\n"), f"{command}: {whole!r}"
        assert "\n\n" not in whole[:-1], f"{command}: an empty line inside the answer"
        found.append(whole[:-1])
        said.clear()
    return found


def main() -> None:
    """Prints the transcript of a file as the engine answers now, to be looked at before it is kept."""
    for name in sys.argv[1:]:
        path = Path(name)
        options, exchanges = read(path)
        heads = [line for line in path.read_text("utf8").splitlines() if line.startswith("# ")]
        lines = list(heads)
        for exchange, answer in zip(
            exchanges, answers(options, [each.command for each in exchanges]), strict=True
        ):
            kept = exchange.answer if exchange.answer and matches(exchange.answer, answer) else answer
            lines += [f"> {exchange.command}", kept.rstrip("\n")] if kept else [f"> {exchange.command}"]
        path.write_text("\n".join(lines) + "\n", "utf8")


if __name__ == "__main__":
    main()
