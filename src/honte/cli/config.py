"""The user's own defaults for options: a TOML file in the platform's place for settings.

    port = 9000                 # honte --port 9000

    [tsumego.solve]
    seconds = 30                # honte tsumego solve --seconds 30

A table has the name of a command, a key the long name of one of its options. What is typed wins.
The environment variable `HONTE_CONFIG` names another file.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import platformdirs
import typer

from honte.cli.common import reason_of
from honte.errors import InputError


def config_file() -> Path:
    """The file with the user's defaults, which need not exist."""
    if chosen := os.environ.get("HONTE_CONFIG"):
        return Path(chosen)
    return platformdirs.user_config_path("honte", appauthor=False, roaming=True) / "config.toml"


def read_config(root: Any) -> dict[str, Any]:
    """The defaults in the file, by the names that Click's `default_map` uses; empty without a file.

    `root` is the whole command line as a Click command. Raises InputError with the file's name where the file
    is no TOML, or names a command, an option or a value that is not there.
    """
    file = config_file()
    try:
        values = tomllib.loads(file.read_text("utf8"))
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise InputError(f"cannot read {file}: {reason_of(error)}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(f"{file} is no TOML: {error}") from None
    try:
        return _defaults(root, values, "honte")
    except InputError as error:
        raise InputError(f"{file}: {error}") from None


def count_defaults(defaults: Mapping[str, Any]) -> int:
    """The number of options that have a default, in all commands.

    >>> count_defaults({"port": 9000, "tsumego": {"solve": {"seconds": 30}}})
    2
    """
    return sum(count_defaults(each) if isinstance(each, Mapping) else 1 for each in defaults.values())


def _defaults(command: Any, values: Mapping[str, Any], name: str) -> dict[str, Any]:
    """The values of one command and of those below it, checked."""
    below = getattr(command, "commands", {})
    options = {
        word.removeprefix("--"): option
        for option in command.params
        if option.expose_value and not option.is_eager
        for word in option.opts
        if word.startswith("--")
    }
    found: dict[str, Any] = {}
    for key, value in values.items():
        if isinstance(value, Mapping) and key in below:
            found[key] = _defaults(below[key], value, f"{name} {key}")
        elif key in options and not isinstance(value, Mapping):
            found[options[key].name] = _checked(command, options[key], value, f"{name} --{key}")
        else:
            raise InputError(_unknown(key, value, name, sorted(below), sorted(options)))
    return found


def _checked(command: Any, option: Any, value: Any, name: str) -> Any:
    """The value as if it were typed; raises InputError where the option does not take it."""
    many = option.multiple or option.nargs != 1
    if option.is_flag and not isinstance(value, bool):
        raise InputError(f"{name} is {value!r}; expected true or false")
    if many is not isinstance(value, list) or (isinstance(value, bool) and not option.is_flag):
        raise InputError(f"{name} is {value!r}; expected {'a list' if many else 'one value'}")
    typed = value if option.is_flag or option.count else [*map(str, value)] if many else str(value)
    try:
        option.process_value(typer.Context(command), typed)
    except Exception as error:  # Click's own class of errors has no public name
        raise InputError(f"{name}: {getattr(error, 'message', error)}") from None
    return typed


def _unknown(key: str, value: Any, name: str, below: list[str], options: list[str]) -> str:
    if isinstance(value, Mapping):
        known = f"its commands are {', '.join(below)}" if below else "it has none"
        return f"{name} has no command {key!r}; {known}"
    return f"{name} has no option {key!r}; its options are {', '.join(options) or 'none'}"
