"""The text of GTP version 2: lines into requests, answers into text.

A line may start with an id and may end with a comment. Control characters are dropped, a tab counts as a
space, and a line without a command is no request. An answer starts with `=` or `?` and the id, and an empty
line ends it.
"""

from __future__ import annotations

from dataclasses import dataclass

INTERRUPT = "# interrupt"
"""The comment with which GoGui asks a running search to end."""
MOST_DIGITS = 10
"""The protocol's ids have at most this many digits; a longer number is taken for a command."""


@dataclass(frozen=True, slots=True)
class Request:
    """One command: its id as it was written, its name, and its arguments."""

    id: str
    name: str
    args: tuple[str, ...] = ()
    rest: str = ""
    """All arguments as one text, for file names with spaces."""


def clean(line: str) -> str:
    """A line without comment, control characters and outer spaces.

    >>> clean("genmove\\tb\\x07  # my move\\r\\n")
    'genmove b'
    """
    text = "".join(ch for ch in line.replace("\t", " ") if ord(ch) >= 32 and ord(ch) != 127)
    return text.partition("#")[0].strip()


def parse(line: str) -> Request | None:
    """The request of a line; None for an empty line or a comment.

    >>> parse("12 play b D4")
    Request(id='12', name='play', args=('b', 'D4'), rest='b D4')
    >>> parse("  # only a comment") is None
    True
    """
    text = clean(line)
    if not text:
        return None
    number, _, after = text.partition(" ")
    if number.isascii() and number.isdigit() and len(number) <= MOST_DIGITS:
        text = after.strip()
    else:
        number = ""
    name, _, rest = text.partition(" ")
    return Request(number, name, tuple(rest.split()), rest.strip())


def is_interrupt(line: str) -> bool:
    """Whether a line is GoGui's wish to end the running search."""
    return line.strip().lower() == INTERRUPT


def success(request: Request, text: str = "") -> str:
    """A whole answer; empty lines inside are left out, since an empty line ends it.

    A text that starts with a line break starts on the second line.

    >>> success(Request("7", "name"), "honte")
    '=7 honte\\n\\n'
    """
    return _answer("=", request, text)


def failure(request: Request, text: str) -> str:
    """The answer to a command that failed, on one line.

    >>> failure(Request("", "fly"), "unknown command")
    '? unknown command\\n\\n'
    """
    return _answer("?", request, " ".join(text.split()))


def _answer(sign: str, request: Request, text: str) -> str:
    lines = [line.rstrip() for line in text.splitlines() if line.strip()]
    head = f"{sign}{request.id}"
    if lines and not text.startswith("\n"):
        head = f"{head} {lines.pop(0)}"
    return "\n".join([head, *lines, "", ""])
