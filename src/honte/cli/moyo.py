"""`honte moyo`: the moyo paper's figures and evaluations for any position."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from honte.cli.batch import EXIT_HELP, Batch, Csv, Files, Item, Json
from honte.cli.common import MOVE_HELP, console, write_bytes
from honte.core import BLACK, WHITE, Color
from honte.errors import InputError

if TYPE_CHECKING:
    from honte.core import Board, Game, Position, Rules
    from honte.formats.picture import Picture
    from honte.moyo.figures import Figure
    from honte.moyo.size import Change, Framework, Moyo, Options

FIGURE_NAMES = "atsumi, regions, objects, pairs, difference, size"
"""The names of `honte.moyo.figures.FIGURES`, without importing it."""
_TENTHS = "1 to 9 tenths of a point for Black, -1 to -9 for White, ■ □ a whole point"
LEGENDS = {
    "atsumi": _TENTHS,
    "regions": "■ Black's region  □ White's region  * equally near to both",
    "objects": "■ □ territory  # @ legs  & !! spans of Black and White  1 to 9, -1 to -9 tenths of atsumi",
    "pairs": "two digits: Black's and White's cutoff numbers",
    "difference": "Black's cutoff number less White's; below 0 White's is greater",
    "size": _TENTHS,
}
"""What the marks of each figure mean; X and O are the stones."""


def register(app: typer.Typer) -> None:
    """Adds the command."""
    app.command(epilog=EXIT_HELP)(moyo)


def moyo(
    files: Files,
    move: Annotated[int | None, typer.Option(help=MOVE_HELP)] = None,
    figure: Annotated[str, typer.Option(help=f"What to show: {FIGURE_NAMES}.")] = "size",
    png: Annotated[
        str | None,
        typer.Option(help="Write the figure to this file (.png or .svg); for several games: folder."),
    ] = None,
    svg: Annotated[
        str | None, typer.Option(help="Write the figure to this SVG file; for several games: folder.")
    ] = None,
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
    as_json: Json = False,
    as_csv: Csv = False,
) -> None:
    """Measures each side's moyo: which points it encloses, and how firmly.

    Prints one figure of the paper and a summary: S and S', the biggest moyo of each side, and the moves
    that complete and reduce it best. Takes every game of a collection; reports a broken one and skips it.
    Examples: [cyan]honte moyo game.sgf --move 34 --figure pairs[/], [cyan]honte moyo games/ --csv[/]
    """
    from honte.formats.themes import THEMES
    from honte.moyo import size as model
    from honte.moyo.figures import COORDINATES, FIGURES
    from honte.moyo.figures import figure as draw

    names = ("figure", figure, FIGURES), ("coordinates", coordinates, COORDINATES), ("theme", theme, THEMES)
    for what, name, known in names:
        if name not in known:
            raise InputError(f"{what} {name!r}; known: {', '.join(known)}")
    options = model.Options(region_decides, reach, fade, diagonals, late, combine)
    with Batch(files, "measured", as_json=as_json, as_csv=as_csv) as batch:
        for item in batch.games(move=move, png=png, svg=svg):
            with batch.attempt(item.name):
                played = item.loaded.game
                shown = draw(figure, found := model.moyo(played.board, options))
                _draw(batch, item, shown.picture(coordinates, theme), png, svg)
                moyos = _moyos(found, played.position, options, played.rules)
                record = item.where | _facts(played, found, figure, shown.rows(), moyos)
                text = partial(_show, played, shown, found, moyos, coordinates)
                batch.show(item.name, record, _row(item, record), text)


def _draw(batch: Batch, item: Item, picture: Picture, png: str | None, svg: str | None) -> None:
    for target, ending in ((png, ".png"), (svg, ".svg")):
        if target is not None:
            name = batch.picture_name(target, item, ending)
            write_bytes(name, picture.to_bytes(name))


def _row(item: Item, record: dict[str, Any]) -> dict[str, Any]:
    """One row of CSV: the figures of a record without its board."""
    sizes = {color: (record["moyos"].get(color) or {}).get("size") for color in "BW"}
    keys = ("move", "to_play", "s", "s_dropped", "s_atsumi")
    figures = {key: record[key] for key in keys}
    return item.where | figures | {"black_moyo": sizes["B"], "white_moyo": sizes["W"]}


def _show(game: Game, shown: Figure, found: Moyo, moyos: dict[Color, _Biggest], coordinates: str) -> None:
    """Prints a figure with its legend, for the figure of regions their list, and the summary."""
    out = console()
    out.print(f"[bold]{shown.title}[/]{_where(game)}\n")
    out.print(shown.text(coordinates), markup=False)
    out.print(f"X Black  O White  {LEGENDS[shown.name]}\n", markup=False)
    if shown.name == "regions":
        _list_regions(game.board, coordinates)
    _summary(found, moyos, coordinates)


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
    return f" after move {moves}, {game.to_play} to play" if moves else f", {game.to_play} to play"


def _summary(found: Moyo, moyos: dict[Color, _Biggest], coordinates: str) -> None:
    from honte.formats.picture import middle_of
    from honte.moyo.figures import vertex_in

    out = console()
    totals = found.totals
    out.print(f"S  = {_points(totals.s)} (enclosed equivalent size of all vacant points)")
    out.print(f"S' = {_points(totals.s_atsumi)} (the same, where points that have atsumi count their atsumi)")
    out.print("Numbers above 0 are points for Black, below 0 for White.")
    for color in (BLACK, WHITE):
        if color not in moyos:
            out.print(f"{color} has no moyo")
            continue
        big = moyos[color]
        middle = vertex_in(middle_of([*big.moyo.points]), found.grid.rows, coordinates)
        count = len(big.moyo.points)
        out.print(
            f"{color}'s biggest moyo: {count} point{'s' * (count != 1)} around {middle}, "
            f"worth {big.moyo.size:.1f}"
        )
        for word, change in (("completes", big.completed), ("reduces", big.reduced)):
            if change is not None:
                gain = _points(change.by.s_atsumi)
                at = vertex_in(change.move, found.grid.rows, coordinates)
                out.print(f"  {change.color} {at} {word} it best: S' changes by {gain}")


def _points(value: float) -> str:
    """Points, exact to a tenth: above 0 for Black, below 0 for White."""
    value = round(value, 1)
    return f"{value:+.1f}" if value else "0.0"


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
