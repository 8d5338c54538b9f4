"""Every operation of the OpenAPI description, tried by schemathesis with what it allows and what it does not.

Nothing may answer 500; every answer has a type, a status and a shape that the description names. Ids
are those of real documents most of the time. Searches end at once here: engines have their own tests.
"""

from __future__ import annotations

import itertools
import json
import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import requests
import schemathesis
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, settings
from schemathesis import checks
from schemathesis.specs.openapi import checks as described

from honte.web.app import create_app
from tests.fuzzing import without_searches

EXAMPLES = int(os.environ.get("HONTE_FUZZ", "12"))
"""Random tries of each operation, besides those at the limits of its schema."""
CORNER = "Black to play\n. . . W x -\nW W W W x -\nx x x x x -"
CHECKS = [
    checks.not_a_server_error,
    described.response_schema_conformance,
    described.content_type_conformance,
    described.status_code_conformance,
]
ODD_FILES = [
    "(;SZ[9];B[ee])", "(;SZ[99]AB[aa:zz])", "(;SZ[0])", "(;B[ee](;W[aa])(;W[ee];W[tt]))", "(;", "()",
    "(;GM[2])", "(;SZ[1];B[aa])", "(;SZ[3]AB[aa:cc])", "(;SZ[5]RE[B+])", "(;" * 500, ". X .\nX O X\n. X .",
    ". X\nX", "X", "-", "x x\nx x", "\x00", "💥", " ", "Black to play", "name: \ud83d", "1" * 3000,
    "[" * 3000, "{}", '{"a":1}',
]  # fmt: skip

schema = schemathesis.openapi.from_dict(create_app(warm=False).openapi())


class Server:
    """A server of its own, its documents, and a connection to it."""

    def __init__(self, address: str) -> None:
        self.address, self.session, self.tries = address, requests.Session(), itertools.count()
        self.fill()
        for engine in ("estimate", "moyo"):  # compiled here, so that no try waits for it
            path = f"{address}/api/games/{self.ids['/api/games']}/{engine}"
            assert self.session.get(path, timeout=600).status_code == 200

    def fill(self) -> None:
        """One document of each kind."""
        game = self.made("/api/games", {"cols": 5})["id"]
        self.ids = {
            "/api/games": game,
            "/api/edits": self.made("/api/edits", {"text": CORNER})["id"],
            "/api/problems": self.made("/api/problems", {"text": CORNER})["ids"][0],
            "/api/samegame": self.made("/api/samegame", {"cols": 4, "rows": 4})["id"],
            "/api/jobs": self.made(f"/api/games/{game}/curve", {})["id"],
            "/api/train": self.session.get(f"{self.address}/api/library/ids", timeout=60).json()[0],
            "/api/library": self.session.get(f"{self.address}/api/library/ids", timeout=60).json()[0],
        }

    def made(self, path: str, body: dict[str, Any]) -> Any:
        answer = self.session.post(self.address + path, json=body, timeout=60)
        assert answer.status_code in (201, 202), answer.text
        return answer.json()


@pytest.fixture(scope="module")
def server(running: Callable[[Any], Any]) -> Iterator[Server]:
    app = create_app(warm=False)
    without_searches(app)
    with running(app) as address:
        yield Server(address)


@schema.parametrize()
@settings(
    max_examples=EXAMPLES, deadline=None, derandomize=True, database=None,
    suppress_health_check=list(HealthCheck),
)  # fmt: skip
def test_the_description_is_kept(case: schemathesis.Case, server: Server) -> None:
    if "id" in (case.path_parameters or {}) and next(server.tries) % 5:
        kind = next(prefix for prefix in server.ids if case.path.startswith(prefix))
        case.path_parameters = {**case.path_parameters, "id": server.ids[kind]}
    answer = case.call(base_url=server.address, session=server.session)
    if answer.status_code == 204:
        server.fill()  # something was deleted
    case.validate_response(answer, checks=CHECKS)


@pytest.mark.parametrize("path", ["/api/games/import", "/api/edits", "/api/problems"])
@pytest.mark.parametrize("text", ODD_FILES)
def test_odd_files_are_opened_or_refused(client: TestClient, path: str, text: str) -> None:
    content = json.dumps({"text": text}).encode()  # by hand: half a surrogate pair is not for every client
    answer = client.post(path, content=content, headers={"Content-Type": "application/json"})
    assert answer.status_code == 201 or answer.json()["error"]["message"]
    assert answer.status_code < 500
