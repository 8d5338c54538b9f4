"""Every shipped problem can be solved to its end through the page's API, by every line that is tried.

One walk plays the right moves against the longest resistance. Three more play other moves, right and wrong
ones, chosen by the number of the walk. No request may fail, the person plays one side alone, and the right
walk is solved.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from tests.web.helpers import finished

SHIPPED = sorted((Path(__file__).parents[2] / "src" / "honte" / "problems").glob("*/*.sgf"))
LIMITS = {"nodes": 100_000, "seconds": 60}
"""Limits of each search; every shipped problem is solved within them."""
MOST_MOVES = 15
"""Moves of the person in one walk."""
SIDE_MOVES = 4
"""Moves of the person in a walk that is not the right one."""


SAMPLE = 50
"""Problems that are walked in every run, evenly spaced; the others are marked slow."""


def spread(files: list[Path]) -> list[Any]:
    """All files as parameters; those outside the sample are slow."""
    step = max(1, len(files) // SAMPLE)
    slow = [number % step != 0 for number in range(len(files))]
    return [
        pytest.param(file, id=file.stem, marks=[pytest.mark.slow] if late else [])
        for file, late in zip(files, slow, strict=True)
    ]


class Walk:
    """One problem in play through the API."""

    def __init__(self, client: TestClient, file: Path) -> None:
        self.client = client
        found = client.post("/api/problems", json={"text": file.read_text(encoding="utf8")})
        assert found.status_code == 201, found.text
        self.path = f"/api/problems/{found.json()['ids'][0]}"
        self.state = client.get(self.path).json()
        self.player = self.state["player"]

    def post(self, what: str, **body: Any) -> Any:
        answer = self.client.post(f"{self.path}/{what}", json=body)
        assert answer.status_code in (200, 202), f"{what} {body}: {answer.text}"
        return answer

    def solution(self) -> dict[str, Any]:
        job = finished(self.client, self.post("solve", **LIMITS))
        assert job["state"] == "done", job
        found: dict[str, Any] = job["answer"]
        return found

    def play(self, vertex: str) -> dict[str, Any]:
        """Plays a move and waits for the answer; afterward it is the person's turn, or play is over."""
        self.post("play", vertex=vertex, version=self.state["version"])
        job = finished(self.client, self.post("answer", **LIMITS))
        assert job["state"] == "done", f"{vertex}: {job['error']}"
        self.state = self.client.get(self.path).json()
        assert self.state["over"] or self.state["to_play"] == self.player
        found: dict[str, Any] = job["answer"]
        return found

    def reset(self) -> None:
        self.state = self.post("reset").json()

    def open_points(self) -> list[str]:
        area, illegal, board = self.state["area"], self.state["illegal"], self.state["stones"]
        top = self.state["rows"]
        letters = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
        return [
            each
            for each in area
            if each not in illegal and board[top - int(each[1:])][letters.index(each[0])] == "."
        ]


def walk_right(walk: Walk) -> None:
    """The proved moves against the longest resistance, until the problem is solved."""
    for _ in range(MOST_MOVES):
        solution = walk.solution()
        vertex = solution["best"][0] if solution["best"] else "pass"
        judged = walk.play(vertex)
        assert judged["judged"] == "right", f"{vertex}: {judged}"
        if judged["solved"]:
            break
    assert walk.state["done"]
    assert walk.state["mistakes"] == 0
    # Play on after the end: still one side alone, still no error.
    if not walk.state["over"]:
        points = walk.open_points()
        walk.play(points[0] if points else "pass")


def walk_aside(walk: Walk, number: int) -> None:
    """Moves that are spread over the area, right or wrong."""
    for step in range(SIDE_MOVES):
        points = walk.open_points() if walk.state["area"] else []
        vertex = points[(number * 5 + step * 3) % len(points)] if points else "pass"
        walk.play(vertex)
        if walk.state["over"]:
            break


@pytest.mark.parametrize("file", spread(SHIPPED))
def test_every_shipped_problem_can_be_walked(client: TestClient, file: Path) -> None:
    walk = Walk(client, file)
    walk_right(walk)
    for number in range(3):
        walk.reset()
        walk_aside(walk, number)


def test_a_person_plays_one_side_alone(client: TestClient) -> None:
    walk = Walk(client, SHIPPED[1])
    first = walk.post("play", vertex=walk.open_points()[0]).json()
    assert first["to_play"] != walk.player
    refused = client.post(f"{walk.path}/play", json={"vertex": walk.open_points()[1]})
    assert refused.status_code == 409
    assert refused.json()["error"]["code"] == "not_your_turn"
    by_hand = client.post(f"{walk.path}/play", json={"vertex": walk.open_points()[1], "by_hand": True})
    assert by_hand.status_code == 200
