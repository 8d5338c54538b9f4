"""Files: opens SGF files and text boards as games, saves games as SGF and pictures."""

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
from honte.web.views import SGF_TYPE, answer, download, files

router = APIRouter(prefix="/api/games", tags=["files"])
MAX_GAMES = 50
"""Games of the largest file that can be opened."""
MAX_NAME = 80
"""Characters of a title or a player's name that are kept."""
MAX_REPORTS = 20
"""Warnings about a file that the page shows."""
PICTURE_PIXELS = 40
"""Pixels between two lines of a picture."""
_PLAYERS = (("B", "PB"), ("W", "PW"))


@router.post("/import", status_code=201)
def import_game(request: Request, body: Import) -> Response:
    """Opens an SGF file or a text board as a new game; of a file with several games, all of them.

    In the answer `id` is the first game, and `reports` are warnings about it.
    """
    games = [load_game(body.text, index=index) for index in range(_games_in(body.text))]
    tables = [_table(request, loaded, body.name) for loaded in reversed(games)][::-1]
    reports = [str(report) for report in games[0].reports]
    if len(games) > 1:
        reports.insert(0, f"this is the first of {len(games)} games in the file; the list has the others")
    return answer(
        {"id": tables[0].id, "moves": len(games[0].game.steps), "reports": reports[:MAX_REPORTS]}, 201
    )


def _games_in(text: str) -> int:
    found = len(parse(text)) if is_sgf(text) else 1
    if found > MAX_GAMES:
        raise InputError(f"the file holds {found} games; at most {MAX_GAMES} can be opened at once")
    return found


def _table(request: Request, loaded: Loaded, name: str) -> Table:
    if len(loaded.game.steps) > MAX_MOVES:
        raise InputError(f"the game has {len(loaded.game.steps)} moves; at most {MAX_MOVES} can be kept")
    title, players = _names(loaded, name)
    return bench(request).tables.create(loaded.game, title=title, players=players, tree=loaded.tree)


@router.post("/decode")
def decode_file(body: FileBytes) -> Response:
    """The text of a file; its CA property gives the encoding, else its bytes decide."""
    try:
        data = b64decode(body.data, validate=True)
    except ValueError:
        raise InputError("the data is not Base64") from None
    return answer({"text": decode(data)[0]})


def _names(loaded: Loaded, file: str) -> tuple[str, dict[str, str]]:
    """A title and the names of the players; a file without a title lends its own name."""
    if loaded.tree is None:
        return file.rsplit(".", 1)[0][:MAX_NAME], {}
    root = loaded.tree.root
    players = {letter: (root.simple(name) or "")[:MAX_NAME] for letter, name in _PLAYERS}
    title = root.simple("GN") or root.simple("EV") or file.rsplit(".", 1)[0]
    return title[:MAX_NAME], {letter: name for letter, name in players.items() if name}


@router.get("/{id}/sgf", **files(SGF_TYPE))
def export_sgf(request: Request, id: str) -> Response:
    """The game as an SGF file, with all variations, comments and marks of its record."""
    table = bench(request).tables.open(id)
    with table.lock:
        if table.tree.kept:
            text = table.tree.text(table.result)
        else:
            tree = from_game(table.game, **root_texts(table.title, table.players))
            if table.result is not None:
                tree.root.set_text("RE", str(table.result))
            text = to_text(tree)
    return download(text, SGF_TYPE, f"game-{table.id}.sgf")


@router.get("/{id}/picture.{kind}", **files("image/svg+xml", "image/png"))
def export_picture(request: Request, id: str, kind: Literal["svg", "png"], theme: str = "wood") -> Response:
    """The present board as a picture; `theme` is book, wood, light or dark."""
    table = bench(request).tables.open(id)
    with table.lock:
        last = table.game.steps[-1].move if table.game.steps else None
        board = table.game.board
    data = Picture(board, last=last, theme=theme).to_bytes(f"board.{kind}", PICTURE_PIXELS)
    return download(data, "image/svg+xml" if kind == "svg" else "image/png", f"board-{table.id}.{kind}")
