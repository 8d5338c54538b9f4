"""`honte score`: count a finished game, dead stones found by itself or given."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from honte.cli.common import console, print_json, read_game, write_bytes

if TYPE_CHECKING:
    from honte.core import Board, Game, Result
    from honte.counting.final import FinalCount
    from honte.counting.judging import Verdict
    from honte.grid import Grid, Point, PointSet
    from honte.scoring import Score

UNSURE = 0.5
"""Verdicts below this are shown as worth a look."""
LISTED = 12
"""So many chains are listed in words."""


def register(app: typer.Typer) -> None:
    app.command()(score)


def score(
    file: Annotated[str, typer.Argument(help="An SGF file or a text board; - reads standard input.")],
    dead: Annotated[str, typer.Option(help="Chains that are dead, one stone each: D4,Q16.")] = "",
    alive: Annotated[str, typer.Option(help="Chains that are alive, whatever was found.")] = "",
    given: Annotated[
        bool, typer.Option("--given", help="Find nothing: exactly the chains in --dead are dead.")
    ] = False,
    rules: Annotated[str, typer.Option(help="Count under these rules instead of the file's.")] = "",
    move: Annotated[int | None, typer.Option(help="After this many moves; the last by default.")] = None,
    png: Annotated[str, typer.Option(help="Write a picture here (.png or .svg).")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Counts a finished game by territory and by area, and says which chains are dead.

    Examples: [cyan]honte score game.sgf[/], [cyan]honte score board.txt --given --dead D4,Q16[/]
    """
    from honte.core.rules import Rules
    from honte.counting.final import count_given, final_count

    chosen = Rules.named(rules) if rules else None
    loaded = read_game(file, move=move, rules=chosen)
    game = loaded.game
    recorded = _recorded(loaded.tree) if move is None else None
    dead_points, alive_points = _points(dead, game.grid), _points(alive, game.grid)
    if given:
        answer = count_given(game, dead_points)
    else:
        answer = final_count(game, dead=dead_points, alive=alive_points)
    if png:
        write_bytes(png, _picture(answer).save(png))
    if as_json:
        print_json(_as_dict(game, answer, recorded))
    else:
        _show(game, answer, recorded)


def _points(text: str, grid: Grid) -> PointSet:
    return grid.set(grid.parse(part) for part in text.replace(",", " ").split())


def _recorded(tree: Any) -> Result | None:
    """The result the SGF states; None without one, or when it cannot be read."""
    from honte.core import Result
    from honte.errors import GoError

    text = tree.root.simple("RE") if tree is not None else None
    try:
        return Result.parse(text) if text else None
    except GoError:
        return None


# What is shown


def _as_dict(game: Game, answer: FinalCount, recorded: Result | None) -> dict[str, Any]:
    same = None if recorded is None else recorded == answer.score.result
    return {
        "rules": game.rules.name,
        "result": str(answer.score.result),
        "margin": answer.score.margin,
        "recorded": None if recorded is None else str(recorded),
        "agrees": same,
        "score": answer.score.as_dict(),
        "other": answer.other.as_dict(),
        "dead": [_verdict_dict(v) for v in answer.verdicts if not v.alive],
        "unsure": [_verdict_dict(v) for v in answer.verdicts if v.sure < UNSURE],
        "open_borders": [
            {"region": _names(b.region), "black": _names(b.black), "white": _names(b.white)}
            for b in answer.borders
        ],
    }


def _names(points: PointSet) -> list[str]:
    return [str(p) for p in points]


def _verdict_dict(verdict: Verdict) -> dict[str, Any]:
    return {
        "chain": _names(verdict.stones),
        "color": verdict.color.letter,
        "alive": verdict.alive,
        "sure": round(verdict.sure, 3),
        "reason": verdict.reason,
    }


def _show(game: Game, answer: FinalCount, recorded: Result | None) -> None:
    out = console()
    out.print(f"[bold]{answer.score.result}[/]  ({game.rules.name} rules, {len(game.steps)} moves)")
    if recorded is not None:
        same = recorded == answer.score.result
        out.print(f"recorded: {recorded}" + ("" if same else "  [yellow]which is not the same[/]"))
    out.print()
    territory_first = answer.score.scoring.value != "area"
    scores = (answer.score, answer.other) if territory_first else (answer.other, answer.score)
    for line in _table(*scores):
        out.print(line)
    out.print()
    _show_chains(answer)
    for border in answer.borders:
        closing = " ".join([*_names(border.black), *_names(border.white)])
        out.print(f"open border, closed at {closing}")
    if answer.score.fill:
        out.print(f"to be filled, no territory: {' '.join(_names(answer.score.fill))}")
    if answer.score.seki:
        out.print(f"eyes in seki, no territory: {' '.join(_names(answer.score.seki))}")


def _show_chains(answer: FinalCount) -> None:
    out = console()
    dead = [v for v in answer.verdicts if not v.alive]
    unsure = [v for v in answer.verdicts if v.sure < UNSURE and v.alive]
    stones = sum(len(v.stones) for v in dead)
    out.print(f"dead stones: {stones}" + (f" in {len(dead)} chains" if len(dead) > 1 else ""))
    for verdict in sorted(dead, key=lambda v: v.sure)[:LISTED]:
        out.print(f"  {_line(verdict)}")
    if len(dead) > LISTED:
        out.print(f"  and {len(dead) - LISTED} more")
    if unsure:
        out.print("alive, but worth a look:")
        for verdict in sorted(unsure, key=lambda v: v.sure)[:LISTED]:
            out.print(f"  {_line(verdict)}")


def _line(verdict: Verdict) -> str:
    first: Point = next(iter(verdict.stones))
    count = len(verdict.stones)
    stones = f"{count} stone" + ("s" if count > 1 else "")
    return (
        f"{verdict.color!s} {first!s:<3} {stones:<10} {round(verdict.sure * 100):>3} % sure: {verdict.reason}"
    )


def _table(territory: Score, area: Score) -> list[str]:
    """Both counts side by side, as plain lines."""
    lines = [f"{'':<12}{'territory':>18}{'area':>18}", f"{'':<12}" + f"{'Black':>9}{'White':>9}" * 2]
    names = {"points": "surrounded", "stones": "stones", "prisoners": "prisoners", "dead": "dead stones",
             "lost": "lost", "komi": "komi", "bonus": "handicap", "total": "total"}  # fmt: skip
    sides = (territory.black, territory.white, area.black, area.white)
    for key, name in names.items():
        values = [side.parts()[key] for side in sides]
        if any(values) or key == "total":
            lines.append(f"{name:<12}" + "".join(f"{value:>9g}" if value else " " * 9 for value in values))
    lines.append(f"{'result':<12}{territory.result!s:>18}{area.result!s:>18}")
    return lines


def _picture(answer: FinalCount) -> Any:
    from honte.core import BLACK, WHITE
    from honte.formats.picture import Picture

    board: Board = answer.board
    owner: dict[Point, float] = {}
    for color in (BLACK, WHITE):
        points = answer.score.points(color) | board.stones(color.opponent) & answer.dead
        owner |= dict.fromkeys(points, float(color))
    marks = dict.fromkeys(answer.dead, "cross")
    marks |= dict.fromkeys(answer.score.seki, "square") | dict.fromkeys(answer.score.fill, "triangle")
    return Picture(board, ownership=owner, marks=marks, title=str(answer.score.result))
