"""`honte legal`: the problem set's legal-move map."""

from __future__ import annotations

from typing import Annotated

import typer

from honte.cli.common import print_json, read_board, text_of
from honte.core import Board, Color, legal_map
from honte.errors import InputError
from honte.formats.load import is_sgf


def register(app: typer.Typer) -> None:
    """Adds `honte legal`."""
    app.command()(legal)


def legal(
    file: Annotated[str, typer.Argument(help="n lines of 0 B W (or . X O); - reads standard input.")],
    color: Annotated[str, typer.Argument(help="Who plays: B or W.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Shows which empty points are legal moves (L) and which are not (I).

    Example: [cyan]honte legal board.txt B[/]
    """
    mover = Color.parse(color)
    text = text_of(file, read_board(file))
    if is_sgf(text):
        raise InputError(f"{file} is an SGF file; expected a text board: n lines of 0 B W (or . X O)")
    rows = legal_map(Board.parse(text), mover)
    if as_json:
        print_json({"to_play": mover.letter, "rows": rows.split("\n")})
    else:
        print(rows)
