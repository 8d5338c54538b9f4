"""`honte moyo`: the moyo paper's figures and evaluations for any position."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from honte.cli.common import console, print_json, read_game, write_bytes
from honte.core import BLACK, WHITE, Color
from honte.errors import InputError

if TYPE_CHECKING:
    from honte.core import Board, Game, Position, Rules
    from honte.moyo.figures import Figure
    from honte.moyo.size import Change, Framework, Moyo, Options

FIGURE_NAMES = "atsumi, regions, objects, pairs, difference, size"
"""The names of `honte.moyo.figures.FIGURES`, without importing it."""


def register(app: typer.Typer) -> None:
    """Adds the command."""
    app.command()(moyo)


def moyo(
    game: Annotated[str, typer.Argument(help="An SGF game or a text board; - reads standard input.")],
    move: Annotated[
        int | None, typer.Option(help="After this many moves; a negative number counts from the end.")
    ] = None,
    figure: Annotated[str, typer.Option(help=f"What to show: {FIGURE_NAMES}.")] = "size",
    png: Annotated[str | None, typer.Option(help="Write the figure to this PNG file.")] = None,
    svg: Annotated[str | None, typer.Option(help="Write the figure to this SVG file.")] = None,
    coordinates: Annotated[
        str, typer.Option(help="a1: row 1 below; top: row 1 on top, as in the paper.")
    ] = "a1",
    theme: Annotated[str, typer.Option(help="Look of the picture: book, wood, light, dark.")] = "book",
    region_decides: Annotated[
        bool, typer.Option("--region-decides", help="The region's color overrules the size's (5.3).")
    ] = False,
    reach: Annotated[
        int | None, typer.Option(help="Count only objects within this many steps (5.3).")
    ] = None,
    fade: Annotated[
        bool, typer.Option("--fade", help="Objects beyond --reach count less, not nothing.")
    ] = False,
    diagonals: Annotated[
        bool, typer.Option("--diagonals", help="Eight directions instead of four (6.3).")
    ] = False,
    late: Annotated[
        bool, typer.Option("--late", help="A curve that rises late instead of a line (6.3).")
    ] = False,
    combine: Annotated[bool, typer.Option("--combine", help="Join sizes with atsumi (6.2).")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Measures each side's moyo: which points it encloses, and how firmly.

    Prints one figure of the paper and a summary: S and S', the biggest moyo of each side, and the moves
    that complete and reduce it best. Example: [cyan]honte moyo game.sgf --move 34 --figure pairs[/]
    """
    from honte.moyo import size as model
    from honte.moyo.figures import COORDINATES, FIGURES
    from honte.moyo.figures import figure as draw

    if figure not in FIGURES:
        raise InputError(f"figure {figure!r}; known: {', '.join(FIGURES)}")
    if coordinates not in COORDINATES:
        raise InputError(f"coordinates {coordinates!r}; known: {', '.join(COORDINATES)}")
    options = model.Options(region_decides, reach, fade, diagonals, late, combine)
    played = read_game(game, move=move).game
    found = model.moyo(played.board, options)
    shown = draw(figure, found)
    if png is not None:
        write_bytes(png, shown.picture(coordinates, theme).png())
    if svg is not None:
        write_bytes(svg, shown.picture(coordinates, theme).svg().encode())
    moyos = _moyos(found, played.position, options, played.rules)
    if as_json:
        print_json(_facts(played, found, figure, shown.rows(), moyos))
    else:
        _show(played, shown, coordinates)
        _summary(found, moyos, coordinates)


def _show(game: Game, shown: Figure, coordinates: str) -> None:
    """Prints a figure, and for the figure of regions their list."""
    out = console()
    out.print(f"[bold]{shown.title}[/] {_where(game)}\n")
    out.print(shown.text(coordinates), markup=False)
    out.print()
    if shown.name == "regions":
        _list_regions(game.board, coordinates)


class _Biggest(NamedTuple):
    """The biggest moyo of one side, and the moves that complete and reduce it best."""

    moyo: Framework
    completed: Change | None
    reduced: Change | None


def _moyos(found: Moyo, position: Position, options: Options, rules: Rules) -> dict[Color, _Biggest]:
    from honte.moyo.size import best_near, move_changes

    changes = {color: move_changes(position.with_to_play(color), options, rules) for color in (BLACK, WHITE)}
    biggest = {}
    for color in (BLACK, WHITE):
        for framework in found.frameworks(color)[:1]:
            own, other = (best_near(changes[c], found, framework) for c in (color, color.opponent))
            biggest[color] = _Biggest(framework, own, other)
    return biggest


def _list_regions(board: Board, coordinates: str) -> None:
    """Prints each region with its family, the largest first."""
    from honte.moyo.figures import vertex_in
    from honte.moyo.regions import regions

    split = regions(board)
    for color in (BLACK, WHITE):
        for region in split.of(color):
            family = " ".join(vertex_in(p, board.grid.rows, coordinates) for p in region.family)
            count = len(region.points)
            console().print(f"{color} region of {count} point{'s' * (count != 1)}, family {family}")
    console().print(f"{len(split.equidistant)} points are equally near to both colors\n")


def _where(game: Game) -> str:
    moves = len(game.steps)
    return f"after move {moves}, {game.to_play} to play" if moves else f"{game.to_play} to play"


def _summary(found: Moyo, moyos: dict[Color, _Biggest], coordinates: str) -> None:
    from honte.formats.picture import middle_of
    from honte.moyo.figures import vertex_in

    out = console()
    totals = found.totals
    out.print(f"S  = {_points(totals.s)} (enclosed equivalent size of all vacant points)")
    out.print(f"S' = {_points(totals.s_dropped)} (the same without the points that have atsumi)")
    out.print(f"S' = {_points(totals.s_atsumi)} (the same, where points that have atsumi count their atsumi)")
    for color in (BLACK, WHITE):
        if color not in moyos:
            out.print(f"{color} has no moyo")
            continue
        big = moyos[color]
        middle = vertex_in(middle_of([*big.moyo.points]), found.grid.rows, coordinates)
        count = len(big.moyo.points)
        out.print(f"{color}'s biggest moyo: {count} points around {middle}, worth {big.moyo.size:.1f}")
        for word, change in (("completes", big.completed), ("reduces", big.reduced)):
            if change is not None:
                gain = _points(change.by.s_atsumi)
                at = vertex_in(change.move, found.grid.rows, coordinates)
                out.print(f"  {change.color} {at} {word} it best: S' changes by {gain}")


def _points(value: float) -> str:
    """A number of points, exact to a tenth, and the side that it is for."""
    value = round(value, 1)
    return f"{value:+.1f} for Black" if value > 0 else f"{-value:+.1f} for White" if value < 0 else "0.0"


def _facts(
    game: Game, found: Moyo, figure: str, rows: list[list[str]], moyos: dict[Color, _Biggest]
) -> dict[str, Any]:
    from honte.moyo.regions import regions

    return {
        "move": len(game.steps),
        "to_play": game.to_play.letter,
        "s": found.totals.s,
        "s_dropped": found.totals.s_dropped,
        "s_atsumi": found.totals.s_atsumi,
        "moyos": {
            color.letter: {
                "size": big.moyo.size,
                "points": list(map(str, big.moyo.points)),
                "completed": _change(big.completed),
                "reduced": _change(big.reduced),
            }
            for color, big in moyos.items()
        },
        "figure": figure,
        "rows": rows,
        "regions": [
            {
                "color": region.color.letter,
                "family": list(map(str, region.family)),
                "points": list(map(str, region.points)),
            }
            for region in regions(game.board)
        ],
    }


def _change(change: Change | None) -> dict[str, Any] | None:
    if change is None:
        return None
    return {"color": change.color.letter, "move": str(change.move), **change.by._asdict()}
