"""Every operation of the OpenAPI description, fed with what its schema allows and with what it does not.

Nothing may answer 500, whatever is sent; ids are those of real documents half of the time.
"""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from fastapi.testclient import TestClient

from honte.web.jobs import Job, Jobs

ROUNDS = 8
JUNK: list[Any] = [
    None, True, -1, 0, 10**30, 1.5, "", "pass", "A1", "Z99", "D4", "💥", "x" * 3000, [], ["A1"], {},
    "(;SZ[9];B[ee])", "(;SZ[99]AB[aa:zz])", ". X .\nX O X\n. X .", "\x00", "-1",
]  # fmt: skip


def value(schema: dict[str, Any], schemas: dict[str, Any], chance: random.Random) -> Any:
    """Something for a schema: usually fitting, sometimes at its edge, sometimes not at all."""
    if chance.random() < 0.12:
        return chance.choice(JUNK)
    if "$ref" in schema:
        return value(schemas[schema["$ref"].rsplit("/", 1)[1]], schemas, chance)
    if options := schema.get("anyOf"):
        return value(chance.choice(options), schemas, chance)
    if "enum" in schema:
        return chance.choice(schema["enum"])
    kind = schema.get("type")
    if kind == "object":
        fields = schema.get("properties", {})
        chosen = {name: each for name, each in fields.items() if chance.random() < 0.7 and name != "version"}
        return {name: value(each, schemas, chance) for name, each in chosen.items()}
    if kind == "array":
        return [value(schema.get("items", {}), schemas, chance) for _ in range(chance.randint(0, 3))]
    if kind == "integer":
        low, high = schema.get("minimum", -3), schema.get("maximum", 30)
        return chance.choice([low, high, low - 1, high + 1, chance.randint(int(low), int(high))])
    if kind == "number":
        return chance.choice([schema.get("minimum", -3), 0.5, 2, schema.get("maximum", 99), 1e300])
    if kind == "boolean":
        return chance.random() < 0.5
    if kind == "string":
        return chance.choice(["A1", "B2", "C3", "pass", "B", "all", *[j for j in JUNK if isinstance(j, str)]])
    return None


@pytest.fixture
def ids(client: TestClient) -> dict[str, str]:
    """One document of each kind."""
    corner = "Black to play\n. . . W x -\nW W W W x -\nx x x x x -"
    return {
        "/api/games": client.post("/api/games", json={"cols": 3}).json()["id"],
        "/api/edits": client.post("/api/edits", json={"text": corner}).json()["id"],
        "/api/problems": client.post("/api/problems", json={"text": corner}).json()["ids"][0],
        "/api/samegame": client.post("/api/samegame", json={"cols": 4, "rows": 4}).json()["id"],
        "/api/jobs": "nothing",
    }


@pytest.mark.parametrize("seed", range(2))
def test_nothing_answers_500(
    client: TestClient, ids: dict[str, str], monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    def idle(self: Jobs, job: Job, *_: object) -> None:
        job.state = "done"

    monkeypatch.setattr(Jobs, "_run", idle)  # the engines have their own tests
    chance = random.Random(seed)
    description = client.get("/api/openapi.json").json()
    schemas = description["components"]["schemas"]
    asked = 0
    for _ in range(ROUNDS):
        for path, methods in description["paths"].items():
            if path.endswith(("/estimate", "/moyo")):  # compiled engines behind a plain GET
                continue
            for method, operation in methods.items():
                if method == "delete" and chance.random() < 0.9:
                    continue
                kind = next((prefix for prefix in ids if path.startswith(prefix + "/{id}")), "")
                id = ids.get(kind, "") if chance.random() < 0.8 else chance.choice(["", "no", "../x", "%00"])
                filled = path.replace("{id}", id).replace("{kind}", chance.choice(["svg", "png", "gif"]))
                content = operation.get("requestBody", {}).get("content", {})
                schema = content.get("application/json", {}).get("schema")
                params = {
                    each["name"]: str(value(each["schema"], schemas, chance))
                    for each in operation.get("parameters", [])
                    if each["in"] == "query" and chance.random() < 0.5
                }
                body = None if schema is None else json.dumps(value(schema, schemas, chance))
                answer = client.request(
                    method, filled, params=params, content=body, headers={"Content-Type": "application/json"}
                )
                asked += 1
                assert answer.status_code < 500, (method, filled, params, body, answer.text)
                if answer.status_code >= 400:
                    assert answer.json()["error"]["message"]
    assert asked > 40 * ROUNDS
