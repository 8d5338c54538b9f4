"""Every shipped problem can be solved to its end through the page's API, by every line that is tried.

One walk plays the right moves against the longest resistance. Three more leave it at the first move: another
right move where there is one, and wrong ones; after that they play points spread over the area. No request
may fail, the person plays one side alone, each first move is judged as the proof says, the right walk is
solved, and undo leads back to the first position.

Every search is limited by nodes, so a busy machine changes nothing. An even sample runs every time, all
problems with `-m slow`.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from tests.shipped import FILES, spread
from tests.web.helpers import finished

LIMITS = {"nodes": 100_000, "seconds": 60}
"""Limits of each search in a walk beside the right one."""
RIGHT_LIMITS = {"nodes": 400_000, "seconds": 60}
"""Limits of each search on the right walk; every shipped problem is solved within them."""
MOST_MOVES = 15
"""Moves of the person in one walk."""
SIDE_WALKS = 3
"""Walks beside the right one."""
SIDE_MOVES = 4
"""Moves of the person in a walk beside the right one."""
JUDGED = {"win": ["right"], "ko": ["right"], "lose": ["wrong", "hopeless"]}
"""What the page says to a first move with this result in the proof."""
LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"


class Walk:
    """One problem in play through the API."""

    def __init__(self, client: TestClient, id: str) -> None:
        self.client = client
        self.path = f"/api/problems/{id}"
        self.state = client.get(self.path).json()
        self.player = self.state["player"]

    def post(self, what: str, **body: Any) -> Any:
        answer = self.client.post(f"{self.path}/{what}", json=body)
        assert answer.status_code in (200, 202), f"{what} {body}: {answer.text}"
        return answer

    def solution(self) -> dict[str, Any]:
        job = finished(self.client, self.post("solve", **RIGHT_LIMITS))
        assert job["state"] == "done", job
        found: dict[str, Any] = job["answer"]
        return found

    def play(self, vertex: str, limits: dict[str, int] = LIMITS) -> dict[str, Any]:
        """Plays a move and waits for the answer; afterward it is the person's turn, or play is over."""
        played = self.post("play", vertex=vertex, version=self.state["version"]).json()
        job = finished(self.client, self.post("answer", **limits))
        assert job["state"] == "done", f"{vertex}: {job['error']}"
        self.state = self.client.get(self.path).json()
        assert self.state["over"] or self.state["to_play"] == self.player
        found: dict[str, Any] = job["answer"]
        assert found["reply"] in (None, "pass", *played["area"]), "the answer is never outside"
        return found

    def undo_all(self) -> None:
        """Takes back move by move, always with its answer."""
        while self.state["move_number"]:
            before = self.state["move_number"]
            self.state = self.post("undo", version=self.state["version"]).json()
            assert before - self.state["move_number"] in (1, 2)
            assert self.state["to_play"] == self.player
        assert self.state["stones"] == self.state["start"]

    def open_points(self) -> list[str]:
        area, illegal, board = self.state["area"], self.state["illegal"], self.state["stones"]
        top = self.state["rows"]
        return [
            each
            for each in area or []
            if each not in illegal and board[top - int(each[1:])][LETTERS.index(each[0])] == "."
        ]


def problems_of(client: TestClient, file: Path) -> Iterator[Walk]:
    """All problems of a file."""
    found = client.post("/api/problems", json={"text": file.read_text(encoding="utf8")})
    assert found.status_code == 201, found.text
    assert not found.json()["refused"]
    for id in found.json()["ids"]:
        yield Walk(client, id)


def walk_right(walk: Walk, solution: dict[str, Any]) -> None:
    """The proved moves against the longest resistance, until the problem is solved."""
    for _ in range(MOST_MOVES):
        vertex = solution["best"][0] if solution["best"] else "pass"
        judged = walk.play(vertex, RIGHT_LIMITS)
        assert judged["judged"] == "right", f"{vertex}: {judged}"
        if judged["solved"]:
            break
        solution = walk.solution()
    assert walk.state["done"]
    assert walk.state["mistakes"] == 0
    # Play on after the end: still one side alone, still no error.
    if not walk.state["over"]:
        points = walk.open_points()
        walk.play(points[0] if points else "pass")


def other_first_moves(walk: Walk, solution: dict[str, Any]) -> list[str]:
    """First moves for the walks beside the right one: another right one, then wrong ones far apart."""
    moves = [vertex for vertex in solution["moves"] if vertex != "pass"]
    right = [vertex for vertex in moves if vertex in solution["best"]][1:2]
    wrong = [vertex for vertex in moves if vertex not in solution["best"]]
    chosen = right + wrong[:: max(1, len(wrong) // SIDE_WALKS)]
    return (chosen + walk.open_points())[:SIDE_WALKS]


def walk_aside(walk: Walk, first: str, expected: list[str] | None, number: int) -> None:
    """One first move, then moves that are spread over the area, right or wrong."""
    judged = walk.play(first)
    assert expected is None or judged["judged"] in expected, f"{first}: {judged}"
    for step in range(1, SIDE_MOVES):
        if walk.state["over"]:
            break
        points = walk.open_points()
        walk.play(points[(number * 5 + step * 3) % len(points)] if points else "pass")


@pytest.mark.parametrize("file", spread())
def test_every_shipped_problem_can_be_walked(client: TestClient, file: Path) -> None:
    for walk in problems_of(client, file):
        solution = walk.solution()
        assert solution["proved"]
        others = other_first_moves(walk, solution)
        walk_right(walk, solution)
        for number, first in enumerate(others):
            walk.undo_all()
            walk_aside(walk, first, JUDGED.get(solution["moves"].get(first, "")), number)
        walk.undo_all()


def test_a_person_plays_one_side_alone(client: TestClient) -> None:
    walk = next(problems_of(client, FILES[1]))
    first = walk.post("play", vertex=walk.open_points()[0]).json()
    assert first["to_play"] != walk.player
    refused = client.post(f"{walk.path}/play", json={"vertex": walk.open_points()[1]})
    assert refused.status_code == 409
    assert refused.json()["error"]["code"] == "not_your_turn"
    by_hand = client.post(f"{walk.path}/play", json={"vertex": walk.open_points()[1], "by_hand": True})
    assert by_hand.status_code == 200
