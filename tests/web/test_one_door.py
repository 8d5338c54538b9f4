"""Command line, Python and page give one answer: twenty positions, ten whole problems and ten bare ones."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from typer.testing import CliRunner

from honte.cli.main import app
from honte.formats.diagram import rows_of
from honte.search.budget import Budget
from honte.search.warm import ready
from honte.tsumego.answer import solve
from honte.tsumego.problem import Setup
from honte.tsumego.problem.sgf import read_problems
from honte.tsumego.proof import memory
from tests.web.helpers import finished

FOLDER = Path(__file__).parents[2] / "src" / "honte" / "problems"
WHOLE = [
    "basic/03-bent-three",
    "basic/08-bulky-five",
    "basic/17-seki",
    "basic/21-bent-four-with-its-bend-in-the-corner",
    "basic/25-j-group",
    "basic/28-carpenter-s-square",
    "generated/corner-005",
    "generated/corner-016",
    "generated/middle-012",
    "generated/side-008",
]
BARE = [
    "basic/04-pyramid-four",
    "basic/09-crossed-five",
    "basic/14-half-an-eye",
    "basic/20-square-four-in-the-corner",
    "basic/24-l-group",
    "basic/26-five-on-the-second-line",
    "generated/corner-003",
    "generated/corner-011",
    "generated/middle-007",
    "generated/side-004",
]
NODES = 20_000
"""Nodes for each search."""


def setup_of(name: str, *, bare: bool) -> Setup:
    setup = read_problems((FOLDER / f"{name}.sgf").read_bytes())[0]
    return Setup(setup.board, setup.to_play, name=setup.name) if bare else setup


def by_python(name: str, *, bare: bool) -> dict[str, Any]:
    budget = Budget(nodes=NODES, memory_mb=256)
    return solve(setup_of(name, bare=bare), budget).record()


def by_command(name: str, tmp_path: Path, *, bare: bool) -> dict[str, Any]:
    path = FOLDER / f"{name}.sgf"
    if bare:
        path = tmp_path / "bare.txt"
        path.write_text(text_of(setup_of(name, bare=True)))
    limits = ["--nodes", str(NODES), "--threads", "1", "--seconds", "600"]
    ran = CliRunner().invoke(app, ["tsumego", "solve", str(path), "--json", *limits], catch_exceptions=False)
    found: dict[str, Any] = json.loads(ran.stdout)
    return found


def by_page(name: str, client: TestClient, *, bare: bool) -> dict[str, Any]:
    text = text_of(setup_of(name, bare=True)) if bare else (FOLDER / f"{name}.sgf").read_text(encoding="utf8")
    id = client.post("/api/problems", json={"text": text}).json()["ids"][0]
    body = {"nodes": NODES, "seconds": 120}
    found: dict[str, Any] = finished(client, client.post(f"/api/problems/{id}/solve", json=body))["answer"]
    return found


def text_of(setup: Setup) -> str:
    return f"{setup.to_play} to play\n{rows_of(setup.board, black='X', white='O', empty='.')}"


SAME = ("text", "question", "proved", "move", "guess", "best", "refutations", "line", "notes", "nodes")


@pytest.mark.parametrize(("name", "bare"), [*((n, False) for n in WHOLE), *((n, True) for n in BARE)])
def test_one_answer(name: str, bare: bool, tmp_path: Path, client: TestClient) -> None:
    ready("life and death")
    answers = []
    for door in (
        lambda: by_python(name, bare=bare),
        lambda: by_command(name, tmp_path, bare=bare),
        lambda: by_page(name, client, bare=bare),
    ):
        memory._pool.clear()  # a used table would give other node counts
        found = door()
        answers.append(
            {key: found[key] for key in SAME} | {"holds": found["holds"] if found["best"] else None}
        )
    assert answers[0] == answers[1], "the command line differs from Python"
    assert answers[0] == answers[2], "the page differs from Python"
