"""The table of commands: each handler registers itself under its name."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from honte.gtp.arguments import Arguments
    from honte.gtp.session import Session

Handler: TypeAlias = "Callable[[Session, Arguments], str | None]"
"""Answers a command with a text, or None for an empty answer; raises a GoError that becomes `? text`."""

COMMANDS: dict[str, Handler] = {}
"""All commands by name, in the order in which they register."""


def command(*names: str) -> Callable[[Handler], Handler]:
    """Registers a handler under one or more names."""

    def add(handler: Handler) -> Handler:
        for name in names:
            COMMANDS[name] = handler
        return handler

    return add
