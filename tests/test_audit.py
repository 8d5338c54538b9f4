"""The audit of dependencies: what is installed is whole, within bounds, and free to use and to pass on."""

from __future__ import annotations

import doctest
import json
from importlib.metadata import PathDistribution
from pathlib import Path

import pytest

from tools import audit


def test_what_is_installed_is_whole_and_free(capsys: pytest.CaptureFixture[str]) -> None:
    assert audit.main(["--any-version", "--json"]) == 0
    packages = {entry["name"]: entry for entry in map(json.loads, capsys.readouterr().out.splitlines())}
    assert {"numpy", "numba", "llvmlite", "onnxruntime", "fastapi", "starlette"} <= set(packages)
    assert "numba" in packages["llvmlite"]["needed_by"]
    assert packages["numpy"]["license"].startswith("BSD")


def test_what_is_wrong_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    about = {
        "honte": "Requires-Dist: old>=2\nRequires-Dist: absent\nRequires-Dist: rare; extra == 'more'\n",
        "old": "License-Expression: GPL-3.0-only\nRequires-Dist: pinned\n",
        "pinned": "Classifier: License :: OSI Approved :: MIT License\n",
    }
    for name, lines in about.items():
        folder = tmp_path / f"{name}.dist-info"
        folder.mkdir()
        (folder / "METADATA").write_text(f"Metadata-Version: 2.4\nName: {name}\nVersion: 1.0\n{lines}")

    def distribution(name: str) -> PathDistribution:
        if name not in about:
            raise audit.PackageNotFoundError(name)
        return PathDistribution(tmp_path / f"{name}.dist-info")

    monkeypatch.setattr(audit, "distribution", distribution)
    found = {package.name: package.faults for package in audit.audit("honte", set(), {"pinned": "1.1"})}
    assert found == {
        "absent": ["is not installed"],
        "old": ["license 'GPL-3.0-only' is not among those known as free", "honte needs old>=2"],
        "pinned": ["constraints.txt has 1.1"],
    }
    assert "rare" in {package.name for package in audit.audit("honte", {"more"}, {})}


def test_examples() -> None:
    failures, tried = doctest.testmod(audit)
    assert tried > 0
    assert failures == 0
