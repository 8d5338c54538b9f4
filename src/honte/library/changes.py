"""Renaming, moving and deleting, each with undo.

A change first writes a plan into `library/.undo/`, with copies of the files that it will rewrite. Deleted
files move into the plan's folder. Undo reads the plan backward; steps that a killed process never did
are skipped. The last `KEPT` changes can be undone; older ones are dropped together with their deleted files.
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import shutil
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from honte.errors import InputError
from honte.formats.sgf import Collection, GameTree, parse, serialize
from honte.library.files import collection_name, reason_of, replace_file, write_new
from honte.library.library import Library
from honte.library.query import Found

KEPT = 100
"""Changes that can be undone."""
MAX_TAGS = 20
"""The most tags of one problem."""


class Plan:
    """One change while it is made: what to undo, and where deleted and rewritten files are kept."""

    def __init__(self, library: Library, what: str) -> None:
        self.root = library.root
        self.token = f"{time.time_ns():020}-{secrets.token_hex(3)}"
        self.home = library.root / ".undo" / self.token
        self.what = what
        self.steps: list[dict[str, str]] = []
        try:
            self.home.mkdir(parents=True)
        except OSError as error:
            raise InputError(f"cannot write to {self.home.parent}: {reason_of(error)}") from None

    def moves(self, source: Path, target: Path) -> None:
        """Moves a file or a folder."""
        self._plan({"moved": self._name(source), "to": self._name(target)})
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            os.rename(source, target)
        except OSError as error:
            raise InputError(f"cannot move {source}: {reason_of(error)}") from None

    def deletes(self, path: Path) -> None:
        """Moves a file or a folder into the plan."""
        self.moves(path, self.home / f"{len(self.steps)}-{path.name}")

    def rewrites(self, path: Path, data: bytes) -> None:
        """Writes a file anew and keeps a copy of what it was."""
        copy = self.home / f"{len(self.steps)}-{path.name}"
        try:
            shutil.copy2(path, copy)
        except OSError as error:
            raise InputError(f"cannot read {path}: {reason_of(error)}") from None
        self._plan({"rewrote": self._name(path), "copy": self._name(copy)})
        replace_file(path, data)

    def makes(self, folder: Path, stem: str, data: bytes) -> None:
        """Writes a new file."""
        path = write_new(folder, stem, data)
        self._plan({"made": self._name(path)})

    def _plan(self, step: dict[str, str]) -> None:
        self.steps.append(step)
        text = json.dumps({"what": self.what, "steps": self.steps}, ensure_ascii=False)
        replace_file(self.home / "plan.json", text.encode())

    def _name(self, path: Path) -> str:
        return path.relative_to(self.root).as_posix()


def _done(library: Library, plan: Plan) -> str:
    library.sync()
    for old in sorted(plan.home.parent.iterdir())[:-KEPT]:
        shutil.rmtree(old, ignore_errors=True)
    return plan.token


def _own(found: Found) -> None:
    if found.shipped:
        raise InputError(f"{found.title!r} comes with honte and cannot be changed; move it to copy it")


# Collections


def make_collection(library: Library, name: str) -> str:
    """Makes an empty collection; returns its folder."""
    folder = collection_name(name)
    if (library.root / folder).exists():
        raise InputError(f"there is a collection {folder!r} already")
    try:
        (library.root / folder).mkdir(parents=True)
    except OSError as error:
        raise InputError(f"cannot make {library.root / folder}: {reason_of(error)}") from None
    library.sync()
    return folder


def rename_collection(library: Library, folder: str, name: str) -> str:
    """Renames a collection; returns the token for `undo`."""
    source = library.folder_of(folder)
    target = library.root / collection_name(name)
    if source.shipped or source.folder == ".":
        raise InputError(f"{source.title!r} cannot be renamed")
    if target.exists():
        raise InputError(f"there is a collection {target.relative_to(library.root).as_posix()!r} already")
    if source.path in target.parents:
        raise InputError(f"{name!r} lies inside {source.title!r}")
    plan = Plan(library, f"renamed {source.title} to {name}")
    plan.moves(source.path, target)
    return _done(library, plan)


def delete_collection(library: Library, folder: str) -> str:
    """Deletes a collection with all its problems; collections below it stay. Returns the token for `undo`."""
    source = library.folder_of(folder)
    if source.shipped:
        raise InputError(f"{source.title!r} comes with honte and cannot be deleted")
    if source.folder == ".":
        raise InputError("the loose files lie in the library's own folder; delete them one by one")
    plan = Plan(library, f"deleted {source.title}")
    if any(path.is_dir() for path in source.path.iterdir()):
        for path in sorted(source.path.glob("*.[sS][gG][fF]")):
            plan.deletes(path)
    else:
        plan.deletes(source.path)
    return _done(library, plan)


# Problems


def move_problems(library: Library, ids: Sequence[str], collection: str) -> str:
    """Moves problems to a collection, which is made when it is missing; shipped problems are copied."""
    target = library.root / collection_name(collection)
    found = [library.one(id) for id in ids]
    plan = Plan(library, f"moved {_count(found)} to {collection}")
    for problem in found:
        tree = library.tree_of(problem)
        plan.makes(target, Path(problem.file).stem, serialize(tree))
    _take_out(library, [each for each in found if not each.shipped], plan)
    return _done(library, plan)


def delete_problems(library: Library, ids: Sequence[str]) -> str:
    """Deletes problems; returns the token for `undo`."""
    found = [library.one(id) for id in ids]
    for each in found:
        _own(each)
    plan = Plan(library, f"deleted {_count(found)}")
    _take_out(library, found, plan)
    return _done(library, plan)


def rename_problem(library: Library, id: str, title: str) -> str:
    """Gives a problem another title (GN); returns the token for `undo`."""
    title = " ".join(title.split())
    if not title:
        raise InputError("an empty title; expected words")
    return _edit(library, id, f"renamed {title}", lambda tree: tree.root.set_text("GN", title))


def tag_problem(library: Library, id: str, tags: Sequence[str]) -> str:
    """Sets the tags of a problem; returns the token for `undo`."""
    clean = list(
        dict.fromkeys(" ".join(tag.replace("|", " ").replace(",", " ").split()).lower() for tag in tags)
    )
    clean = [tag for tag in clean if tag]
    if len(clean) > MAX_TAGS:
        raise InputError(f"{len(clean)} tags; expected at most {MAX_TAGS}")

    def change(tree: GameTree) -> None:
        for name in ("TAGS", "GE", "KW"):
            tree.root.properties.pop(name, None)
        if clean:
            tree.root.set_text("TAGS", ",".join(clean))

    return _edit(library, id, "tagged a problem", change)


def _edit(library: Library, id: str, what: str, change: Callable[[GameTree], None]) -> str:
    found = library.one(id)
    _own(found)
    path = library.path_of(found)
    games = _games(path)
    change(games[found.number - 1])
    plan = Plan(library, what)
    plan.rewrites(path, serialize(games))
    return _done(library, plan)


def _take_out(library: Library, found: list[Found], plan: Plan) -> None:
    """Takes problems out of their files; a file that holds nothing else is deleted."""
    by_path: dict[Path, set[int]] = {}
    for each in found:
        by_path.setdefault(library.path_of(each), set()).add(each.number)
    for path, numbers in by_path.items():
        games = _games(path)
        rest = [tree for number, tree in enumerate(games, 1) if number not in numbers]
        if rest:
            plan.rewrites(path, serialize(Collection(rest, games.encoding)))
        else:
            plan.deletes(path)


def _games(path: Path) -> Collection:
    try:
        return parse(path.read_bytes())
    except OSError as error:
        raise InputError(f"cannot read {path}: {reason_of(error)}") from None


def _count(found: Sequence[Found]) -> str:
    return found[0].title if len(found) == 1 else f"{len(found)} problems"


# Undo


def undo(library: Library, token: str = "") -> str:
    """Undoes a change, the last one by default; returns what was undone. Nothing is overwritten."""
    home = library.root / ".undo"
    plans = sorted(path.name for path in home.iterdir()) if home.is_dir() else []
    chosen = token or (plans[-1] if plans else "")
    if chosen not in plans:
        raise InputError(
            "there is nothing to undo" if not token else f"the change {token!r} cannot be undone"
        )
    plan = _read_plan(home / chosen)
    for step in reversed(plan.get("steps", [])):
        _undo_step(library.root, step)
    shutil.rmtree(home / chosen, ignore_errors=True)
    library.sync()
    return str(plan.get("what", "a change"))


def _read_plan(home: Path) -> dict[str, Any]:
    try:
        plan = json.loads((home / "plan.json").read_text("utf8"))
    except (OSError, ValueError):
        return {}  # killed before its first step
    return plan if isinstance(plan, dict) else {}


def _undo_step(root: Path, step: dict[str, str]) -> None:
    try:
        if "moved" in step:
            source, target = root / step["moved"], root / step["to"]
            if target.exists():
                if source.exists():
                    raise InputError(f"cannot undo: {step['moved']} is there again")
                source.parent.mkdir(parents=True, exist_ok=True)
                os.rename(target, source)
                _tidy(root, target.parent)
        elif "rewrote" in step:
            os.replace(root / step["copy"], root / step["rewrote"])
        elif "made" in step:
            with contextlib.suppress(FileNotFoundError):
                (root / step["made"]).unlink()
            _tidy(root, (root / step["made"]).parent)
    except OSError as error:
        raise InputError(f"cannot undo: {reason_of(error)}") from None


def _tidy(root: Path, folder: Path) -> None:
    """Removes a folder and those above it, up to the root, while they are empty."""
    with contextlib.suppress(OSError):
        while folder != root and root in folder.parents:
            folder.rmdir()
            folder = folder.parent
