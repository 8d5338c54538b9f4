"""`honte doctor`: what is installed and found, and where honte keeps what is the user's."""

from __future__ import annotations

import platform
import shutil
from importlib import metadata
from typing import Annotated, Any

import typer

from honte import __version__
from honte.cli.common import console, print_json
from honte.cli.config import config_file, count_defaults, read_config
from honte.cli.logs import log_file
from honte.library.folder import data_folder

PACKAGES = (
    "numpy", "numba", "onnxruntime", "pillow", "typer", "rich", "fastapi", "uvicorn", "matplotlib", "pyarrow",
    "distributed",
)  # fmt: skip
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def register(app: typer.Typer) -> None:
    """Adds `honte doctor`."""
    app.command()(doctor)


def doctor(
    context: typer.Context,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Shows what is installed and ready.

    Example: [cyan]honte doctor[/]
    """
    facts = _facts(context.find_root().command)
    if as_json:
        print_json(facts)
        return
    out = console()
    for name, value in facts.items():
        out.print(f"{name:<12} {value if value is not None else 'not found'}", markup=False)


def _facts(root: Any) -> dict[str, Any]:
    facts: dict[str, Any] = {"honte": __version__, "python": platform.python_version()}
    for package in PACKAGES:
        try:
            facts[package] = metadata.version(package)
        except metadata.PackageNotFoundError:
            facts[package] = None
    facts["kernels"] = _kernel_state()
    facts["network"] = _network_state()
    facts["chromium"] = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    facts["katago"] = _katago()
    facts["config"] = _config_state(root)
    facts["data"] = str(data_folder())
    facts["log"] = str(log_file())
    return facts


def _config_state(root: Any) -> str:
    """The file with the user's defaults, and how many it has."""
    file = config_file()
    if not file.exists():
        return f"{file} (not there)"
    count = count_defaults(read_config(root))
    return f"{file} ({count} default{'' if count == 1 else 's'})"


def _network_state() -> str:
    """The file of the network, or why it cannot be used."""
    from honte.errors import InputError
    from honte.network import load

    try:
        return str(load().path)
    except InputError as error:
        return f"cannot be used: {error}"


def _katago() -> str | None:
    """KataGo's program and network; None where one of them is missing."""
    from honte.errors import InputError
    from honte.katago.locating import locate

    try:
        found = locate()
    except InputError:
        return None
    return f"{found.program} with {found.model.name}"


def _kernel_state() -> str:
    """How many functions are compiled, and where; the spare folder where the usual one cannot be written."""
    from honte.kernels.places import cache_root, readable_roots, trouble

    roots = readable_roots()
    counts = {root: sum(1 for _ in root.rglob("*.nbc")) for root in roots}
    found = [f"{count} compiled functions in {root}" for root, count in counts.items() if count]
    reason = trouble(cache_root())
    blocked = [f"{cache_root()} cannot be written: {reason}"] if reason else []
    return "; ".join([*(found or ["none compiled yet (honte warm compiles them)"]), *blocked])
