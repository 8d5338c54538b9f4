"""`honte estimate`: who will own each point of an unfinished game, and by how much Black leads."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from honte.cli.batch import EXIT_HELP, Batch, Csv, Files, Json
from honte.cli.common import MOVE_HELP, board_map, console, write_bytes
from honte.cli.mapping import Jobs, Out, Scheduler, check_out, game_pieces, map_out

if TYPE_CHECKING:
    from honte.core import Game
    from honte.estimate.ownership import Ownership
    from honte.grid import Point

MODEL_NAMES = "network, playouts, distance, distance-capped, influence, moyo"
"""The names of `honte.estimate.models.MODELS`, without importing it."""
OWNED, LIKELY = 0.6, 0.2
"""Ownership (0 to 1) above which the map shows a point as owned, and as likely owned."""
LEGEND = (
    "X Black  O White  ! probably dead\n"
    f"+ Black's (over {OWNED:.0%})  , likely Black's (over {LIKELY:.0%})  . open  "
    "_ likely White's  - White's"
)
"""What the characters of the map mean."""


COLUMNS = {
    "file": str, "game": int, "model": str, "move": int, "rules": str, "margin": float, "error": float,
    "black_chance": float, "lead": float, "scale": float, "black_territory": float, "white_territory": float,
    "black_area": float, "white_area": float,
}  # fmt: skip
"""The columns of a table of estimates."""


def register(app: typer.Typer) -> None:
    """Adds the command."""
    app.command(epilog=EXIT_HELP)(estimate)


def estimate(
    files: Files,
    move: Annotated[int | None, typer.Option(help=MOVE_HELP)] = None,
    model: Annotated[
        str, typer.Option(help=f"The estimator: {MODEL_NAMES}; katago if you have it.")
    ] = "network",
    png: Annotated[
        str | None,
        typer.Option(help="Write a picture to this file (.png or .svg); for several games to this folder."),
    ] = None,
    playouts: Annotated[int | None, typer.Option(help="Random games (model playouts).")] = None,
    cap: Annotated[int | None, typer.Option(help="The cap m of distances (model distance-capped).")] = None,
    seed: Annotated[int, typer.Option(help="Seed of the random games.")] = 1,
    as_json: Json = False,
    as_csv: Csv = False,
    out: Out = None,
    jobs: Jobs = None,
    scheduler: Scheduler = None,
) -> None:
    """Estimates unfinished games: margin, Black's chance to win, how the margin adds up, a map of owners.

    Takes every game of a collection. Reports a broken file or game, skips it, and ends with a summary.
    Examples: [cyan]honte estimate game.sgf --move 120 --model network --png map.png[/],
    [cyan]honte estimate games/ --move 100 --csv[/],
    [cyan]honte estimate games/ --move 100 --out estimates.parquet[/]
    """
    from honte.estimate.models import estimate as run
    from honte.estimate.models import model_named
    from honte.estimate.ownership import Setting

    model_named(model)
    if model == "katago":
        from honte.katago import locate

        locate()  # one clear line before any game is read
    options: dict[str, int] = {"seed": seed}
    options |= {"playouts": playouts} if playouts is not None and model == "playouts" else {}
    options |= {"cap": cap} if cap is not None and model == "distance-capped" else {}
    over = check_out(out, jobs, scheduler, json=as_json, csv=as_csv, png=png)
    if over is not None:
        work = partial(rows_of_game, model=model, move=move, options=options)
        plan = {"command": "estimate", "model": model, "move": move, **options}
        pieces = game_pieces(files)
        map_out(pieces, work, COLUMNS, plan, over, "estimated")
        return
    with Batch(files, "estimated", as_json=as_json, as_csv=as_csv) as batch:
        for item in batch.games(move=move, png=png):
            with batch.attempt(item.name):
                game = item.loaded.game
                answer = run(Setting.of(game), model, **options)
                if png is not None:
                    name = batch.picture_name(png, item)
                    last = game.steps[-1].move if game.steps else None
                    write_bytes(name, answer.to_picture(last=last).to_bytes(name))
                record = item.where | answer.as_dict() | account(game, answer).as_dict()
                batch.show(item.name, record, item.where | _row(record), partial(show, game, answer))


def rows_of_game(
    data: bytes | str, model: str, move: int | None, options: dict[str, int]
) -> list[dict[str, Any]]:
    """The row of one game, in whatever process it is estimated."""
    from honte.estimate.models import estimate as run
    from honte.estimate.ownership import Setting
    from honte.formats.load import load_game

    game = load_game(data, move=move).game
    answer = run(Setting.of(game), model, **options)
    return [_row(answer.as_dict() | account(game, answer).as_dict())]


def _tenths(points: float) -> float:
    """Points as shown, to a tenth; never a zero with a minus."""
    return round(points, 1) + 0.0


class Account(NamedTuple):
    """An estimate as a sum, in tenths of a point as shown: parts, totals, lead, scaling, margin.

    The parts of a side add up to its total, Black's total less White's is the lead, and the lead and the
    scaling give the margin.
    """

    parts: dict[str, tuple[float, float]]
    """Black's and White's points by name."""
    scale: float | None
    """Points of the final margin for each point of lead; None where the model says the margin itself."""
    margin: float
    """Black's margin as shown."""

    @property
    def totals(self) -> tuple[float, float]:
        """The sum of each side's parts."""
        black, white = (round(math.fsum(part[side] for part in self.parts.values()), 1) for side in (0, 1))
        return black, white

    @property
    def lead(self) -> float:
        """Black's total less White's."""
        return _tenths(self.totals[0] - self.totals[1])

    @property
    def scaling(self) -> float:
        """What the scaling, or the model's own word on the margin, adds to the lead."""
        return _tenths(self.margin - self.lead)

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        parts = {name: {"black": black, "white": white} for name, (black, white) in self.parts.items()}
        scale = None if self.scale is None else round(self.scale, 4)
        return {"parts": parts, "lead": self.lead, "scale": scale, "scaling": self.scaling}


def account(game: Game, answer: Ownership) -> Account:
    """How the margin of a game's estimate comes about, under the way of counting of its rules.

    The first part of each side takes up what rounding leaves over (at most a few tenths).
    """
    from honte.core.board import BLACK, WHITE
    from honte.core.rules import Scoring

    exact: dict[str, tuple[float, float]] = {}
    if answer.setting.rules.scoring is Scoring.AREA:
        exact["area"] = (answer.area(BLACK), answer.area(WHITE))
    else:
        exact["territory"], exact["captures to come"] = _territory(answer)
        exact["prisoners"] = (game.prisoners(WHITE), game.prisoners(BLACK))
        if game.to_play is WHITE:
            exact["White to play"] = (1, 0)  # White is still to put down as many stones as Black
    exact["komi"] = (0, answer.setting.rules.komi)
    exact["handicap"] = (0, answer.setting.bonus)
    sums = [round(math.fsum(part[side] for part in exact.values()), 1) for side in (0, 1)]
    parts = {name: (round(black, 1), round(white, 1)) for name, (black, white) in exact.items()}
    first = next(iter(parts))
    rest = [math.fsum(part[side] for name, part in parts.items() if name != first) for side in (0, 1)]
    parts[first] = (round(sums[0] - rest[0], 1), round(sums[1] - rest[1], 1))
    scale = answer.scale if answer.expected is None else None
    return Account(parts, scale, _tenths(answer.margin))


def _territory(answer: Ownership) -> tuple[tuple[float, float], tuple[float, float]]:
    """Expected empty points of Black and White, and points for stones that each is expected to capture.

    A stone that is lost for certain gives two points, the stone and its place; an open one gives one.
    """
    from honte.core.board import BLACK

    empty, taken = [0.0, 0.0], [0.0, 0.0]
    board = answer.setting.board
    for point, value in zip(answer.grid.points, answer.values, strict=True):
        stone = board[point]
        if stone is None:
            empty[0] += max(0.0, float(value))
            empty[1] += max(0.0, -float(value))
        else:
            taken[1 if stone is BLACK else 0] += 1 - int(stone) * float(value)
    return (empty[0], empty[1]), (taken[0], taken[1])


def _row(record: dict[str, Any]) -> dict[str, Any]:
    """One row of CSV: the figures of a record without its map."""
    keys = ("model", "move", "rules", "margin", "error", "black_chance", "lead", "scale")
    further = ("black_territory", "white_territory", "black_area", "white_area")
    return {key: record[key] for key in (*keys, *further)}


def show(game: Game, answer: Ownership) -> None:
    """Prints the figures of an estimate and its map."""
    out = console()
    out.print(
        f"[bold]{answer}[/]  ({answer.model}, move {answer.setting.moves}, {answer.setting.rules.name} rules)"
    )
    out.print(f"Black's chance to win: {100 * answer.black_chance:.0f} %")
    out.print()
    out.print("\n".join(_lines(account(game, answer))), markup=False)
    out.print()
    if answer.dead:
        out.print(f"probably dead: {answer.dead}")
    for name, value in answer.details.items():
        out.print(f"{name}: {value}")
    out.print(_map(answer), LEGEND, sep="\n", markup=False)


def _lines(sums: Account) -> list[str]:
    """The account as a table."""
    shown = {name: part for name, part in sums.parts.items() if any(part)}
    lines = [f"{'':<18}{'Black':>8}{'White':>8}"]
    for name, (black, white) in (shown | {"total": sums.totals}).items():
        cells = (f"{value:>8.1f}" if value or name == "total" else " " * 8 for value in (black, white))
        lines.append(f"{name:<18}" + "".join(cells).rstrip())
    lines.append(f"{'lead':<18}{sums.lead:>+8.1f}  (Black's total less White's)")
    if sums.scale is None:
        lines.append(
            f"{'beyond the map':<18}{sums.scaling:>+8.1f}  (the model also judges the margin as a whole)"
        )
    else:
        worth = f"(a lead at this stage is worth {sums.scale:.0%})"
        lines.append(f"{'scaling':<18}{sums.scaling:>+8.1f}  {worth}")
    lines.append(f"{'margin':<18}{sums.margin:>+8.1f}")
    return lines


def _map(answer: Ownership) -> str:
    """The board in characters; see LEGEND."""
    board, dead = answer.setting.board, answer.dead or ()

    def cell(point: Point) -> str:
        value, stone = answer[point], board[point]
        if stone is not None:
            return ("X" if stone > 0 else "O") + ("!" if point in dead else "")
        size = 2 if abs(value) > OWNED else 1 if abs(value) > LIKELY else 0
        return (".,+" if value > 0 else "._-")[size]

    return board_map(answer.grid, cell)
