"""For the documentation site: examples in docstrings become code blocks, which Markdown leaves alone."""

from __future__ import annotations

import re
from typing import Any

import griffe

_PART = r"^[ ]*>>> .*(?:\n(?![ ]*$).*)*\n?"
EXAMPLE = re.compile(f"{_PART}(?:\n*{_PART})*", re.MULTILINE)
"""Lines from a first prompt to the blank line after the last output."""


class Examples(griffe.Extension):
    """Puts a fence around each example of a docstring."""

    def on_object(self, *, obj: griffe.Object, **rest: Any) -> None:
        """Called for every object that is read."""
        if obj.docstring is not None and ">>> " in obj.docstring.value:
            obj.docstring.value = fenced(obj.docstring.value)


def fenced(text: str) -> str:
    """The text with a fence around each example."""
    return EXAMPLE.sub(lambda match: f"```pycon\n{match[0].rstrip()}\n```\n", text)
