"""Files in and out: SGF and text boards to games, games to SGF and pictures."""

from __future__ import annotations

from typing import Literal

from fastapi import APIRouter, Request
from starlette.responses import Response

from honte.errors import InputError
from honte.formats.load import Loaded, load_game
from honte.formats.picture import Picture
from honte.formats.sgf import from_game, to_text
from honte.web.context import bench
from honte.web.models import Import
from honte.web.tables import MAX_MOVES
from honte.web.views import SGF_TYPE, answer, files

router = APIRouter(prefix="/api/games", tags=["files"])
_PLAYERS = (("B", "PB"), ("W", "PW"))


@router.post("/import", status_code=201)
def import_game(request: Request, body: Import) -> Response:
    """Opens an SGF file or a text board as a new game; `reports` says what was odd in it."""
    loaded = load_game(body.text)
    if len(loaded.game.steps) > MAX_MOVES:
        raise InputError(f"a record of {len(loaded.game.steps)} moves; at most {MAX_MOVES} are kept here")
    title, players = _names(loaded, body.name)
    table = bench(request).tables.create(loaded.game, title=title, players=players)
    reports = [str(report) for report in loaded.reports]
    return answer({"id": table.id, "moves": len(loaded.game.steps), "reports": reports[:20]}, 201)


def _names(loaded: Loaded, file: str) -> tuple[str, dict[str, str]]:
    """A title and the players, as far as the file names them."""
    if loaded.tree is None:
        return file.rsplit(".", 1)[0][:80], {}
    root = loaded.tree.root
    players = {letter: (root.simple(name) or "")[:80] for letter, name in _PLAYERS}
    title = root.simple("GN") or root.simple("EV") or file.rsplit(".", 1)[0]
    return title[:80], {letter: name for letter, name in players.items() if name}


@router.get("/{id}/sgf", **files(SGF_TYPE))
def export_sgf(request: Request, id: str) -> Response:
    """The game as an SGF file."""
    table = bench(request).tables.open(id)
    with table.lock:
        texts = {name: table.players[letter] for letter, name in _PLAYERS if table.players.get(letter)}
        if table.title:
            texts["GN"] = table.title
        text = to_text(from_game(table.game, **texts))
    headers = {"Content-Disposition": f'attachment; filename="game-{table.id}.sgf"'}
    return Response(text, media_type=SGF_TYPE, headers=headers)


@router.get("/{id}/picture.{kind}", **files("image/svg+xml", "image/png"))
def export_picture(request: Request, id: str, kind: Literal["svg", "png"], theme: str = "wood") -> Response:
    """The board as it stands, as a picture; `theme` is book, wood, light or dark."""
    table = bench(request).tables.open(id)
    with table.lock:
        last = table.game.steps[-1].move if table.game.steps else None
        board = table.game.board
    data = Picture(board, last=last, theme=theme).save(f"board.{kind}", 40)
    headers = {"Content-Disposition": f'attachment; filename="board-{table.id}.{kind}"'}
    return Response(data, media_type="image/svg+xml" if kind == "svg" else "image/png", headers=headers)
