"""`honte estimate`: who will own what, before the game is over."""

from __future__ import annotations

from typing import Annotated

import typer

from honte.cli.common import console, print_json, read_game, write_bytes


def register(app: typer.Typer) -> None:
    app.command()(estimate)


def estimate(
    game: Annotated[str, typer.Argument(help="An SGF file or a text board; - reads standard input.")],
    move: Annotated[int | None, typer.Option(help="After this many moves; the last by default.")] = None,
    model: Annotated[str, typer.Option(help="Which estimator; --models lists them.")] = "learned",
    png: Annotated[str | None, typer.Option(help="Write a picture here (.png or .svg).")] = None,
    playouts: Annotated[int | None, typer.Option(help="How many random games (playouts, learned).")] = None,
    cap: Annotated[int | None, typer.Option(help="The cap m (distance-capped).")] = None,
    seed: Annotated[int, typer.Option(help="Seed of the random games.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Estimates an unfinished game: margin, territories, a map of who owns what.

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
        write_bytes(png, answer.to_picture(last=last).save(png))
    if as_json:
        print_json(answer.as_dict())
        return
    show(answer)


def show(answer: object) -> None:
    """A small table, and the map in letters."""
    from honte.core.board import BLACK, WHITE
    from honte.estimate.ownership import Ownership

    assert isinstance(answer, Ownership)
    out = console()
    out.print(
        f"[bold]{answer}[/]  ({answer.model}, move {answer.setting.moves}, {answer.setting.rules.name} rules)"
    )
    out.print(f"Black wins with {answer.black_chance:.0%}")
    for color in (BLACK, WHITE):
        out.print(f"{color!s}: territory {answer.territory(color):.1f}, area {answer.area(color):.1f}")
    if answer.dead:
        out.print(f"taken for dead: {answer.dead}")
    for name, value in answer.details.items():
        out.print(f"{name}: {value}")
    out.print(_map(answer))


def _map(answer: object) -> str:
    """Stones as X and O; owned points as x and o, likely ones as + and -, the rest as dots."""
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
                letters.append(
                    "x"
                    if value > 0.6
                    else "o"
                    if value < -0.6
                    else "+"
                    if value > 0.2
                    else "-"
                    if value < -0.2
                    else "."
                )
        lines.append(" ".join(letters))
    return "\n".join(lines)
