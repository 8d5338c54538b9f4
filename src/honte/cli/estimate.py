"""`honte estimate`: who will own each point of an unfinished game, and by how much Black leads."""

from __future__ import annotations

from typing import Annotated

import typer

from honte.cli.common import console, print_json, read_game, write_bytes

MODEL_NAMES = "learned, playouts, distance, distance-capped, influence, moyo"
"""The names of `honte.estimate.models.MODELS`, without importing it."""
OWNED, LIKELY = 0.6, 0.2
"""Ownership (0 to 1) above which the map shows a point as owned, and as likely owned."""


def register(app: typer.Typer) -> None:
    """Adds the command."""
    app.command()(estimate)


def estimate(
    game: Annotated[str, typer.Argument(help="An SGF file or a text board; - reads standard input.")],
    move: Annotated[int | None, typer.Option(help="Estimate after this many moves (default: all).")] = None,
    model: Annotated[str, typer.Option(help=f"The estimator: {MODEL_NAMES}.")] = "learned",
    png: Annotated[str | None, typer.Option(help="Write a picture to this file (.png or .svg).")] = None,
    playouts: Annotated[int | None, typer.Option(help="Random games (models playouts, learned).")] = None,
    cap: Annotated[int | None, typer.Option(help="The cap m of distances (model distance-capped).")] = None,
    seed: Annotated[int, typer.Option(help="Seed of the random games.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Estimates an unfinished game: margin, Black's chance to win, territories, and a map of owners.

    Example: [cyan]honte estimate game.sgf --move 120 --model learned --png map.png[/]
    """
    from honte.estimate.models import estimate as run
    from honte.estimate.models import model_named
    from honte.estimate.ownership import Setting

    model_named(model)
    loaded = read_game(game)
    setting = Setting.of(loaded.game, move)
    options: dict[str, int] = {"seed": seed}
    options |= {"playouts": playouts} if playouts is not None and model in ("playouts", "learned") else {}
    options |= {"cap": cap} if cap is not None and model == "distance-capped" else {}
    answer = run(setting, model, **options)
    if png is not None:
        last = loaded.game.steps[setting.moves - 1].move if setting.move else None
        write_bytes(png, answer.to_picture(last=last).to_bytes(png))
    if as_json:
        print_json(answer.as_dict())
        return
    show(answer)


def show(answer: object) -> None:
    """Prints the figures of an estimate and its map."""
    from honte.core.board import BLACK, WHITE
    from honte.estimate.ownership import Ownership

    assert isinstance(answer, Ownership)
    out = console()
    out.print(
        f"[bold]{answer}[/]  ({answer.model}, move {answer.setting.moves}, {answer.setting.rules.name} rules)"
    )
    out.print(f"Black's chance to win: {100 * answer.black_chance:.0f} %")
    for color in (BLACK, WHITE):
        out.print(f"{color!s}: territory {answer.territory(color):.1f}, area {answer.area(color):.1f}")
    if answer.dead:
        out.print(f"probably dead: {answer.dead}")
    for name, value in answer.details.items():
        out.print(f"{name}: {value}")
    out.print(_map(answer))


def _map(answer: object) -> str:
    """The board in letters: stones X and O, points owned x and o, likely owned + and -, others a dot."""
    from honte.estimate.ownership import Ownership

    assert isinstance(answer, Ownership)
    board, grid = answer.setting.board, answer.grid
    lines = []
    for row in reversed(range(grid.rows)):
        letters = []
        for col in range(grid.cols):
            point = grid.points[row * grid.cols + col]
            value, stone = answer[point], board[point]
            if stone is not None:
                letters.append("X" if stone > 0 else "O")
            else:
                size = 2 if abs(value) > OWNED else 1 if abs(value) > LIKELY else 0
                letters.append((".+x" if value > 0 else ".-o")[size])
        lines.append(" ".join(letters))
    return "\n".join(lines)
