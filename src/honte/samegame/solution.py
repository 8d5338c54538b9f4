"""The answer of every one-player search, and its file format."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import Any

from honte.errors import GoError, InputError, ParseError
from honte.grid import Point
from honte.samegame.board import Board, move_text, parse_move
from honte.samegame.game import Replay, replay
from honte.samegame.scoring import STANDARD, Scoring


@dataclass(frozen=True)
class Solution:
    """A move list with its score; `proved` means that no other list is better."""

    board: Board
    moves: tuple[Point, ...]
    score: int
    method: str
    scoring: Scoring = STANDARD
    proved: bool = False
    lowest: bool = False
    nodes: int = 0
    seconds: float = 0.0

    def replay(self) -> Replay:
        """Plays the moves out; raises IllegalMove if one is not legal."""
        return replay(self.board, self.moves, self.scoring)

    @property
    def cleared(self) -> bool:
        """Whether the moves remove every tile."""
        return self.replay().cleared

    def beats(self, other: Solution | None) -> bool:
        """Whether this score is strictly better: higher, or lower when `lowest` is set."""
        if other is None:
            return True
        return self.score < other.score if self.lowest else self.score > other.score

    def but(self, **changes: Any) -> Solution:
        """A copy with some fields changed."""
        return replace(self, **changes)

    def to_json(self) -> dict[str, Any]:
        """A dictionary that `of_json` reads back; files have the same layout."""
        return {
            "board": self.board.rows(),
            "scoring": scoring_json(self.scoring),
            "goal": "lowest" if self.lowest else "highest",
            "score": self.score,
            "cleared": self.cleared,
            "proved": self.proved,
            "moves": [move_text(move) for move in self.moves],
            "method": self.method,
            "nodes": self.nodes,
            "seconds": round(self.seconds, 3),
        }

    @classmethod
    def of_json(cls, data: Any) -> Solution:
        """Reads a saved solution and replays it; raises a GoError when a field or a move is wrong."""
        try:
            board = Board.parse("\n".join(data["board"]))
            scoring = Scoring(**data["scoring"]) if "scoring" in data else STANDARD
            moves = tuple(parse_move(move) for move in data["moves"])
            lowest = data.get("goal", "highest") == "lowest"
            claimed = data.get("score")
        except GoError:
            raise
        except (KeyError, TypeError, AttributeError) as error:
            raise ParseError(f"not a saved solution: {error!r} is missing or of the wrong kind") from None
        played = replay(board, moves, scoring)
        if claimed is not None and claimed != played.score:
            raise InputError(f"the file claims a score of {claimed}; its moves give {played.score}")
        return cls(board, moves, played.score, str(data.get("method", "file")), scoring, lowest=lowest)

    @classmethod
    def load(cls, text: str) -> Solution:
        """Reads a saved solution's text."""
        try:
            return cls.of_json(json.loads(text))
        except json.JSONDecodeError as error:
            raise ParseError(f"not JSON: {error.msg}", error.lineno, error.colno) from None


def scoring_json(scoring: Scoring) -> dict[str, Any]:
    """The fields of a scoring as a dictionary."""
    return {
        "formula": scoring.formula,
        "clear_bonus": scoring.clear_bonus,
        "tile_penalty": scoring.tile_penalty,
        "color_penalty": scoring.color_penalty,
    }
