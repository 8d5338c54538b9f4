"""Checks what honte is built on, from what is installed and without the network.

    python tools/audit.py                 the packages that a plain installation has
    python tools/audit.py --extra cluster the same with an extra; --json for programs

For each package: its version, whether that lies within the bounds of all who need it, whether it is the one
that `constraints.txt` names, and whether its license lets anybody use and pass on honte. Exit status 1 if a
package is missing, out of bounds, or has a license that is not in `FREE`. What it cannot see: whether a
fault of a version has become known. `pip-audit` asks a service for that (CONTRIBUTING.md).
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterator, Set
from dataclasses import asdict, dataclass, field
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
FREE = re.compile(
    r"(The |[23]-Clause )?"
    r"(0BSD|Apache|BSD|CC0|HPND|ISC|LLVM|MIT|MPL|PSF|Python Software Foundation|Unlicense|Zlib)\b"
)
"""Beginnings of licenses under which a package may be used with honte and passed on with it."""


@dataclass
class Package:
    """One installed package and what is wrong with it."""

    name: str
    version: str
    license: str
    needed_by: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


def license_of(installed: Distribution) -> str:
    """The license that a package states: as an expression, as a classifier, or in words."""
    data = installed.metadata
    if expression := data.get("License-Expression"):
        return str(expression)
    named = [line.rsplit(" :: ", 1)[-1] for line in data.get_all("Classifier") or () if "License ::" in line]
    words = str(data.get("License") or "").strip().splitlines()
    return " AND ".join(named) or (words[0] if words else "")


def is_free(license: str) -> bool:
    """Whether every part of a license is one of `FREE`; of parts joined by OR one is enough.

    >>> is_free("BSD-2-Clause AND Apache-2.0 WITH LLVM-exception"), is_free("GPL-3.0-only OR MIT")
    (True, True)
    >>> is_free("MIT AND GPL-3.0-only"), is_free("")
    (False, False)
    """
    return all(
        any(FREE.match(one.strip("() ")) for one in part.split(" OR ")) for part in license.split(" AND ")
    )


def needs(installed: Distribution, extras: Set[str]) -> Iterator[Requirement]:
    """What a package needs on this machine, with some of its extras."""
    for line in installed.requires or ():
        need = Requirement(line)
        if need.marker is None or any(need.marker.evaluate({"extra": extra}) for extra in extras | {""}):
            yield need


def pins(text: str) -> dict[str, str]:
    """The exact versions of a constraints file."""
    lines = [line.split("#")[0].strip() for line in text.splitlines()]
    return {canonicalize_name(name): pin for name, _, pin in (line.partition("==") for line in lines) if pin}


def audit(name: str, extras: set[str], pinned: dict[str, str]) -> list[Package]:
    """Everything that a package needs, however indirectly, by name."""
    found: dict[str, Package] = {}
    seen: set[tuple[str, frozenset[str]]] = set()
    waiting = [(canonicalize_name(name), frozenset(extras))]
    while waiting:
        user, wanted = waiting.pop()
        if (user, wanted) in seen:
            continue
        seen.add((user, wanted))
        for need in needs(distribution(user), wanted):
            key = canonicalize_name(need.name)
            package = found[key] = found.get(key) or _look(key, pinned)
            if user not in package.needed_by:
                package.needed_by.append(user)
            if not package.version:
                continue
            if not need.specifier.contains(package.version, prereleases=True):
                package.faults.append(f"{user} needs {need.name}{need.specifier}")
            waiting.append((key, frozenset(need.extras)))
    found.pop(canonicalize_name(name), None)
    return sorted(found.values(), key=lambda package: package.name)


def _look(name: str, pinned: dict[str, str]) -> Package:
    """One package by itself: is it there, is it the pinned version, is its license free."""
    try:
        installed = distribution(name)
    except PackageNotFoundError:
        return Package(name, "", "", faults=["is not installed"])
    package = Package(name, installed.version, license_of(installed))
    if not is_free(package.license):
        package.faults.append(f"license {package.license or 'not stated'!r} is not among those known as free")
    if pinned.get(name, package.version) != package.version:
        package.faults.append(f"constraints.txt has {pinned[name]}")
    return package


def main(words: list[str] | None = None) -> int:
    """Prints a line for each package; gives the exit status."""
    parser = argparse.ArgumentParser(description="checks versions and licenses of what is installed")
    parser.add_argument("--extra", action="append", default=[], help="an extra of honte, such as cluster")
    parser.add_argument("--any-version", action="store_true", help="do not compare with constraints.txt")
    parser.add_argument("--json", action="store_true", help="one JSON object for each package")
    given = parser.parse_args(words)
    pinned = {} if given.any_version else pins((ROOT / "constraints.txt").read_text("utf8"))
    packages = audit("honte", set(given.extra), pinned)
    for package in packages:
        faults = "; ".join(package.faults) or "ok"
        line = f"{package.name:22} {package.version:12} {package.license[:50]:50} {faults}"
        print(json.dumps(asdict(package)) if given.json else line)
    bad = [package.name for package in packages if package.faults]
    print(f"{len(packages)} packages, {len(bad)} to look at: {', '.join(bad) or 'none'}", file=sys.stderr)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
