"""Turns the types of the engine into the JSON of the page."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from starlette.responses import Response

from honte.core import BLACK, WHITE, Board, Game, Phase, Rules, vertex
from honte.grid import Point
from honte.web.annotating import facts
from honte.web.tables import Table

MAX_CHOICES = 100
"""Variations of one position that the page shows."""
SGF_TYPE = "application/x-go-sgf"


def encode(value: Any) -> bytes:
    """Writes compact JSON."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()


def answer(value: Any, status: int = 200) -> Response:
    """A JSON response from plain values, or from bytes that are JSON already."""
    data = value if isinstance(value, bytes) else encode(value)
    return Response(data, status, media_type="application/json")


def files(*types: str) -> dict[str, Any]:
    """Arguments for a route that answers with a file: the types that the OpenAPI page names."""
    return {"response_class": Response, "responses": {200: {"content": {each: {} for each in types}}}}


def download(data: str | bytes, type: str, name: str) -> Response:
    """A file that the browser saves under a name."""
    return Response(data, media_type=type, headers={"Content-Disposition": f'attachment; filename="{name}"'})


def stones(board: Board) -> list[str]:
    """The rows of a board from the top, without spaces."""
    return str(board).replace(" ", "").split("\n")


def vertices(points: Iterable[Point]) -> list[str]:
    """The texts of points."""
    return [str(point) for point in points]


def rules_state(rules: Rules) -> dict[str, Any]:
    """See `models.RulesState`."""
    return {
        "name": rules.name,
        "ko": rules.ko.value,
        "suicide": rules.suicide,
        "scoring": rules.scoring.value,
        "komi": rules.komi,
        "passes_to_end": rules.passes_to_end,
    }


def game_state(table: Table) -> dict[str, Any]:
    """See `models.GameState`."""
    game = table.game
    last = game.steps[-1] if game.steps else None
    steps = [*game.steps, *game.undone]
    return {
        "id": table.id,
        "version": table.version,
        "title": table.title,
        "cols": game.grid.cols,
        "rows": game.grid.rows,
        "rules": rules_state(game.rules),
        "handicap": game.handicap,
        "players": table.players,
        "opponent": table.opponent,
        "phase": game.phase.value,
        "to_play": game.to_play.letter,
        "move_number": len(game.steps),
        "moves": [step.color.letter + vertex(step.move) for step in steps],
        "stones": stones(game.board),
        "last": None if last is None else vertex(last.move),
        "captured": [] if last is None else vertices(last.captured),
        "ko": None if game.position.ko is None else str(game.position.ko),
        "illegal": illegal_points(game),
        "prisoners": {"B": game.prisoners(BLACK), "W": game.prisoners(WHITE)},
        "passes": game.passes,
        "record": record_state(table, len(game.steps), game.board),
        "can_undo": bool(game.steps) or game.result is not None,
        "can_redo": game.can_redo,
        "result": None if game.result is None else str(game.result),
        "facts": {**facts(table.tree), **({"result": table.ended} if table.ended else {})},
    }


def record_state(table: Table, move: int, board: Board) -> dict[str, Any]:
    """See `models.RecordState`; `board` is the position after `move` moves."""
    tree = table.tree
    choices = [
        {
            "number": number,
            "color": choice.color.letter,
            "vertex": vertex(choice.move),
            "on_line": tree.on_line(choice, move),
        }
        for number, choice in enumerate(tree.choices(move)[:MAX_CHOICES])
        if choice.move is None or choice.move in board.empty
    ]
    return {
        "choices": choices,
        "main": tree.is_main,
        "comment": tree.comment(move),
        "marks": tree.marks(move),
    }


def encoded_game(table: Table) -> bytes:
    """The JSON of a game."""
    return encode(game_state(table))


def illegal_points(game: Game) -> dict[str, str]:
    """The empty points where the side to play may not play, each with the reason; none when play is over."""
    if game.phase is not Phase.PLAY:
        return {}
    reasons = {}
    for point in game.board.empty - game.legal_moves:
        reason = game.illegality(point)
        if reason is not None:
            reasons[str(point)] = reason.value
    return reasons
