"""Review: every move of a game judged, its fights found and decided, streamed while the search goes on.

`POST /api/games/{id}/review` starts a search like any other (`GET /api/jobs/{id}/events` streams it). Its
`progress` is a `ReviewState` that grows: `curve` and `moves` by some moves at a time, then `fights`, at first
all waiting, then decided one by one, the hottest first. Its `answer` is the whole `ReviewState`. A review is
kept with the game until the line changes: the next POST gives it back at once, and `GET
/api/games/{id}/review` gives it without a search, or null.

`GET /api/games/{id}/report.html` (also `.md`, `.json`) is the kept review as a file.

A fight with a proof has `sgf`, the text of a problem. `POST /api/problems` opens it, and
`POST /api/library/import` saves it.
"""

from __future__ import annotations

from typing import Any, Literal

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field
from starlette.responses import Response

from honte.search.budget import Budget
from honte.web.context import bench, started
from honte.web.jobs import Job
from honte.web.models import Body, ColorLetter
from honte.web.reviews import Reviews
from honte.web.views import answer, download, files

router = APIRouter(prefix="/api/games", tags=["review"])
Line = Literal["main", "shown"]
SECONDS = 110.0
"""Seconds of the longest review; each fight has a limit of its own in nodes."""
THREADS = 2
"""Cores that one review uses."""


class Ask(Body):
    """What to review: the main line of the record, or the line that the board shows."""

    line: Line = "main"
    model: Literal["network", "katago"] = "network"
    fights: int = Field(10, ge=0, le=20, description="most fights to look at; 0 judges the moves alone")
    seconds: float = Field(SECONDS, ge=1, le=120)


class MoveState(BaseModel):
    """One move. What is said of it is an estimate."""

    move: int = Field(description="the number of the move, from 1")
    color: ColorLetter
    vertex: str = Field(description="the point, or `pass`")
    lost: float = Field(
        description="points lost against the network's own choice, shrunk for noise; 0 or more"
    )
    likely: float | None = Field(description="how likely a strong player plays it, 0 to 1; null: not known")
    would: list[tuple[str, float]] = Field(
        description="what the network would have played, with probabilities, best first; empty: not known"
    )
    line: list[str] = Field(description="how play would have gone on; only for the moves of `worst`")


class VerdictState(BaseModel):
    """One question about a group, and its answer."""

    move: int = Field(description="the number of the move in question: the board stands after `move` - 1")
    at_end: bool = Field(description="whether the game stops here, so that no move was played")
    mover: ColorLetter = Field(description="the side that is asked about, to play")
    aim: Literal["live", "kill"] = Field(description="what the mover wants of the group")
    target: list[str] = Field(description="the stones that the question is about")
    played: str | None = Field(description="what was played; null at the end of the game")
    question: str = Field(description="a sentence: `Could Black have saved ...?`")
    answer: str = Field(description="a sentence: `Proved: yes, at C3, on the whole board.`; empty: waiting")
    result: Literal["yes", "no", "ko", "open"] = Field(
        description="`open` is not decided; the rest is proved"
    )
    holds: Literal["board", "area"] | None = Field(
        description="where the proof holds: on the whole board, or inside `area` alone; null without proof"
    )
    firm: bool = Field(
        description="whether the proof settles the question: false where the stones may get out of `area`"
    )
    best: list[str] = Field(description="first moves that are proved to be right")
    guess: str | None = Field(description="a guess where nothing is proved")
    line: list[str] = Field(
        description="best play of both sides from the question on, as far as it is proved"
    )
    area: list[str] = Field(description="the points inside which the proof was found; empty without proof")


class FightState(VerdictState):
    """A fight, told by its most telling question."""

    number: int = Field(description="from 1, the hottest first")
    title: str = Field(description="the group in words: `Black's 5 stones at C3`")
    heat: float = Field(description="points at stake, an estimate")
    color: ColorLetter = Field(description="the color of the group")
    group: list[str] = Field(description="all stones at stake; `target` is the part that was asked about")
    before: int = Field(description="estimate: percent alive before the move")
    after_played: int = Field(description="estimate: percent alive after the move and the answer to it")
    waiting: bool = Field(description="whether the search has not looked at it yet")
    after: VerdictState | None = Field(
        description="what the opponent could do after the move that was played"
    )
    later: VerdictState | None = Field(description="a later moment in which it was too late")
    others: list[VerdictState] = Field(description="earlier moments about the same stones, as far as proved")
    text: list[str] = Field(description="everything about the fight in sentences, in order")
    sgf: str | None = Field(description="the fight as a problem; null without proof")
    nodes: int


class ReviewState(BaseModel):
    """A review so far. `curve` has one entry for each position from the empty board on."""

    cols: int
    rows: int
    rules: str
    komi: float
    handicap: int
    result: str | None
    length: int = Field(description="moves of the game")
    model: str = Field(description="who judges: `network`, or another model")
    note: str = Field(description="what a reader must know of the model; empty for the network")
    stage: Literal["moves", "fights", "done", "stopped"]
    curve: list[tuple[float, float, float]] = Field(
        description="Black's margin with komi, its standard error, Black's chance to win (0 to 1)"
    )
    moves: list[MoveState]
    worst: list[int] = Field(description="numbers of the moves that lost most, the worst first")
    fights: list[FightState]


class Kept(BaseModel):
    """The review that is kept with a game; null when there is none for its present line."""

    review: ReviewState | None


@router.get("/{id}/review", response_model=Kept)
def kept(request: Request, id: str, line: Line = "main") -> Response:
    """The review of a game that was made before and still fits its line, else null."""
    reviews = Reviews(bench(request))
    return answer({"review": reviews.kept(id, reviews.game(id, line))})


@router.post(
    "/{id}/review", status_code=202, responses={202: {"description": "the search; see `ReviewState`"}}
)
def review(request: Request, id: str, body: Ask) -> Response:
    """Starts a review; answers with the search, whose progress and answer are a `ReviewState`."""
    reviews = Reviews(bench(request))
    game = reviews.game(id, body.line)

    def run(job: Job) -> dict[str, Any]:
        return reviews.made(id, game, body.model, body.fights, job)

    budget = Budget(seconds=body.seconds, memory_mb=256, threads=THREADS)
    family = (
        None if not body.fights or reviews.kept(id, game, (body.model, body.fights)) else "life and death"
    )
    return started(request, "review", budget, run, family)


@router.get("/{id}/report.{form}", **files("text/html", "text/markdown", "application/json"))
def report(request: Request, id: str, form: Literal["html", "md", "json"], line: Line = "main") -> Response:
    """The kept review as a page to keep: one HTML file, Markdown or JSON; refused before a review."""
    types = {"html": "text/html", "md": "text/markdown", "json": "application/json"}
    text = Reviews(bench(request)).report(id, line, form)
    return download(text, types[form], f"review-{id}.{form}")
