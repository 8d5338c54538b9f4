"""The JSON of requests and answers, described once for the checks and for the OpenAPI page."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from honte.engine import STRONGEST
from honte.grid import MAX_SIDE

Side = Annotated[int, Field(ge=1, le=MAX_SIDE)]
Vertex = Annotated[str, Field(min_length=2, max_length=4, pattern=r"^[A-Za-z][0-9]{1,2}$|^[Pp]ass$")]
ColorLetter = Literal["B", "W"]
Version = Annotated[int | None, Field(description="the version that the page showed; an old one is refused")]


class Body(BaseModel):
    """A request body. Unknown fields are refused, so a misspelled name is noticed."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)


class Fault(BaseModel):
    """Why a request was refused: a code for programs, a message for people, and details of the error."""

    model_config = ConfigDict(extra="allow")
    code: str
    message: str


class ErrorBody(BaseModel):
    """The body of every refusal."""

    error: Fault


class Opponent(Body):
    """The computer as a player: its color, its level and its seconds for a move at most."""

    color: ColorLetter = "W"
    level: str = Field(STRONGEST, max_length=40)
    seconds: float = Field(1.0, ge=0.1, le=30)


class NewGame(Body):
    """A game to start; without `rows` the board is square, without `komi` the rules decide."""

    cols: Side = 9
    rows: Side | None = None
    rules: str = Field("chinese", max_length=40)
    komi: float | None = Field(None, ge=-1000, le=1000, multiple_of=0.25)
    handicap: int = Field(0, ge=0, le=9)
    title: str = Field("", max_length=200)
    opponent: Opponent | None = None


class Import(Body):
    """An SGF file or a text board."""

    text: str = Field(min_length=1, max_length=900_000)
    name: str = Field("", max_length=200)


class Versioned(Body):
    """A change of a document."""

    version: Version = None


class Click(Versioned):
    """A point of the board, or a pass."""

    vertex: Vertex


class GoTo(Versioned):
    """A position of the game, by the number of moves before it."""

    move: int = Field(ge=0, le=10_000)


class Branch(Versioned):
    """A variation by its number among the choices after `move` moves (by default the moves played)."""

    move: int | None = Field(None, ge=0, le=10_000)
    choice: int | None = Field(None, ge=0, le=10_000, description="None goes back to the main line")


class FileBytes(Body):
    """The bytes of a file."""

    data: str = Field(max_length=1_000_000, description="a file, in Base64")


class Agree(Versioned):
    """The side that agrees to the marks."""

    color: ColorLetter


class Setting(Body):
    """One setting of the page: a name and a plain value."""

    name: str = Field(min_length=1, max_length=60, pattern=r"^[a-z][a-z0-9_.-]*$")
    value: Annotated[str, Field(max_length=2000)] | bool | float | int | None


class RulesState(BaseModel):
    """The rules of a game."""

    name: str
    ko: str
    suicide: bool
    scoring: str
    komi: float
    passes_to_end: int | None


class Choice(BaseModel):
    """A move that follows in the record; `on_line` marks the one that redo plays."""

    number: int
    color: ColorLetter
    vertex: str
    on_line: bool


class RecordState(BaseModel):
    """What the record holds for the position shown: the moves that follow, the comment and the marks."""

    choices: list[Choice]
    main: bool = Field(description="whether the board shows the main line")
    comment: str
    marks: dict[str, dict[str, str]]


class GameState(BaseModel):
    """A game as the page shows it. Points are vertex text; `stones` are rows of `.XO` from the top."""

    id: str
    version: int
    title: str
    cols: int
    rows: int
    rules: RulesState
    handicap: int
    players: dict[str, str]
    opponent: dict[str, Any] | None
    phase: Literal["play", "counting", "finished"]
    to_play: ColorLetter
    move_number: int
    moves: list[str] = Field(
        description="all moves: `B` or `W`, then a vertex; the moves after move_number are undone"
    )
    stones: list[str]
    last: str | None
    captured: list[str] = Field(description="the stones that the last move captured")
    ko: str | None
    illegal: dict[str, str] = Field(description="empty points closed to the side to play, with reasons")
    prisoners: dict[str, int] = Field(description="stones that each side has lost")
    passes: int
    record: RecordState
    can_undo: bool
    can_redo: bool
    result: str | None
    facts: dict[str, str] = Field(description="title, players, ranks, date and result of the whole game")
