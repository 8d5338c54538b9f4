"""Files in and out: SGF and text boards to games, games to SGF and pictures."""

from __future__ import annotations

from base64 import b64decode
from typing import Literal

from fastapi import APIRouter, Request
from starlette.responses import Response

from honte.errors import InputError
from honte.formats.load import Loaded, is_sgf, load_game
from honte.formats.picture import Picture
from honte.formats.sgf import from_game, parse, to_text
from honte.formats.sgf_encoding import decode
from honte.web.context import bench
from honte.web.models import FileBytes, Import
from honte.web.tables import MAX_MOVES, Table, root_texts
from honte.web.views import SGF_TYPE, answer, files

router = APIRouter(prefix="/api/games", tags=["files"])
MAX_GAMES = 50
"""Games that one file may open."""
_PLAYERS = (("B", "PB"), ("W", "PW"))


@router.post("/import", status_code=201)
def import_game(request: Request, body: Import) -> Response:
    """Opens an SGF file or a text board as a new game; a file of several games opens them all.

    The first game is the answer's `id`; `reports` says what was odd in it.
    """
    games = [load_game(body.text, index=index) for index in range(_games_in(body.text))]
    tables = [_table(request, loaded, body.name) for loaded in reversed(games)][::-1]
    reports = [str(report) for report in games[0].reports]
    if len(games) > 1:
        reports.insert(0, f"{len(games)} games in this file: this is the first, the others are in the list")
    return answer({"id": tables[0].id, "moves": len(games[0].game.steps), "reports": reports[:20]}, 201)


def _games_in(text: str) -> int:
    found = len(parse(text)) if is_sgf(text) else 1
    if found > MAX_GAMES:
        raise InputError(f"a file of {found} games; at most {MAX_GAMES} are opened at once")
    return found


def _table(request: Request, loaded: Loaded, name: str) -> Table:
    if len(loaded.game.steps) > MAX_MOVES:
        raise InputError(f"a record of {len(loaded.game.steps)} moves; at most {MAX_MOVES} are kept here")
    title, players = _names(loaded, name)
    return bench(request).tables.create(loaded.game, title=title, players=players, tree=loaded.tree)


@router.post("/decode")
def decode_file(body: FileBytes) -> Response:
    """The text of a file in whatever encoding it is: what its CA says, or what it looks like."""
    try:
        data = b64decode(body.data, validate=True)
    except ValueError:
        raise InputError("the data is not Base64") from None
    return answer({"text": decode(data)[0]})


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
    """The game as an SGF file, with all variations, comments and what else its record holds."""
    table = bench(request).tables.open(id)
    with table.lock:
        if table.tree.kept:
            text = table.tree.text(table.game.result)
        else:
            text = to_text(from_game(table.game, **root_texts(table.title, table.players)))
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
