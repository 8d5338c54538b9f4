"""Finds KataGo: the program, a network for it, and a configuration.

The program is the one that `HONTE_KATAGO` names, or `katago` on the path, or the one inside the package
KaTrain. The network is the file that `HONTE_KATAGO_MODEL` names, or one beside the program, or KaTrain's.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from honte.errors import InputError

PROGRAM, MODEL = "HONTE_KATAGO", "HONTE_KATAGO_MODEL"
"""Environment variables that name the program and its network."""
CONFIG, OVERRIDE = "HONTE_KATAGO_CONFIG", "HONTE_KATAGO_OVERRIDE"
"""Environment variables that name a configuration file, and settings as `name=value,name=value`."""
ENDINGS = (".bin.gz", ".txt.gz", ".bin")
"""How names of networks end."""
HOW = f"install it so that `katago` is on the path, or set {PROGRAM} to the program and {MODEL} to a network"


@dataclass(frozen=True, slots=True)
class Location:
    """Where KataGo is, and how it is started."""

    program: Path
    model: Path
    config: Path | None = None
    """The user's own configuration; None for honte's."""
    override: str = ""


def locate() -> Location:
    """The installed KataGo; raises InputError that says what is missing and what to do."""
    program = _program()
    config = os.environ.get(CONFIG)
    if config and not Path(config).is_file():
        raise InputError(f"{CONFIG} names {config}, which is no file")
    return Location(program, _model(program), Path(config) if config else None, os.environ.get(OVERRIDE, ""))


def _program() -> Path:
    if chosen := os.environ.get(PROGRAM):
        found = shutil.which(chosen)
        if found is None:
            raise InputError(f"KataGo was not found: {PROGRAM} names {chosen}, which is no program")
        return Path(found)
    if found := shutil.which("katago"):
        return Path(found)
    for folder in _katrain_folders():
        program = folder / "KataGo" / "katago"
        if os.access(program, os.X_OK) and program.is_file():
            return program
    raise InputError(f"KataGo was not found: {HOW}")


def _model(program: Path) -> Path:
    if chosen := os.environ.get(MODEL):
        if not Path(chosen).is_file():
            raise InputError(f"{MODEL} names {chosen}, which is no file")
        return Path(chosen)
    beside = [program.parent, program.resolve().parent, program.resolve().parent.parent / "models"]
    for folder in [*beside, *(each / "models" for each in _katrain_folders())]:
        files = sorted(each for each in folder.glob("*") if each.name.endswith(ENDINGS))
        named = [each for each in files if each.name.startswith("default_model")]
        if files:
            return (named or files)[0]
    raise InputError(f"KataGo is at {program}, but no network (*.bin.gz) was found: set {MODEL} to one")


def _katrain_folders() -> Iterator[Path]:
    """The folder of the package KaTrain, if this Python has it."""
    spec = find_spec("katrain")
    if spec is not None and spec.submodule_search_locations:
        yield from map(Path, spec.submodule_search_locations)
