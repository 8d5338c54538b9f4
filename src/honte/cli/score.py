"""`honte score`: counts a finished game, with dead stones found or given."""

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
"""Verdicts less sure than this (0 to 1) are listed as unsure."""
LISTED = 12
"""Maximum number of chains that one list prints."""


def register(app: typer.Typer) -> None:
    """Adds the command."""
    app.command()(score)


def score(
    file: Annotated[str, typer.Argument(help="An SGF file or a text board; - reads standard input.")],
    dead: Annotated[str, typer.Option(help="Dead chains, one stone of each: D4,Q16.")] = "",
    alive: Annotated[str, typer.Option(help="Living chains, one stone of each. Overrules the verdict.")] = "",
    given: Annotated[
        bool, typer.Option("--given", help="Exactly the chains in --dead are dead; look for no others.")
    ] = False,
    rules: Annotated[str, typer.Option(help="Count under these rules instead of the file's.")] = "",
    move: Annotated[int | None, typer.Option(help="Count after this many moves (default: all).")] = None,
    png: Annotated[str, typer.Option(help="Write a picture to this file (.png or .svg).")] = "",
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
        write_bytes(png, _picture(answer).to_bytes(png))
    if as_json:
        print_json(_as_dict(game, answer, recorded))
    else:
        _show(game, answer, recorded)


def _points(text: str, grid: Grid) -> PointSet:
    return grid.set(grid.parse(part) for part in text.replace(",", " ").split())


def _recorded(tree: Any) -> Result | None:
    """The result that the SGF states; None where it states none or none that can be read."""
    from honte.core import Result
    from honte.errors import GoError

    text = tree.root.simple("RE") if tree is not None else None
    try:
        return Result.parse(text) if text else None
    except GoError:
        return None


# Output


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
        out.print(f"The record says {recorded}" + (" too." if same else "; [yellow]this count differs[/]."))
    out.print()
    territory_first = answer.score.scoring.value != "area"
    scores = (answer.score, answer.other) if territory_first else (answer.other, answer.score)
    for line in _table(*scores):
        out.print(line)
    out.print()
    _show_chains(answer)
    for border in answer.borders:
        closing = " ".join([*_names(border.black), *_names(border.white)])
        out.print(f"Open border, closed at {closing}")
    if answer.score.fill:
        out.print(f"No territory, because its owner must fill it: {' '.join(_names(answer.score.fill))}")
    if answer.score.seki:
        out.print(f"No territory, because it is an eye in seki: {' '.join(_names(answer.score.seki))}")


def _show_chains(answer: FinalCount) -> None:
    out = console()
    dead = [v for v in answer.verdicts if not v.alive]
    unsure = [v for v in answer.verdicts if v.sure < UNSURE and v.alive]
    stones = sum(len(v.stones) for v in dead)
    out.print(f"Dead stones: {stones}" + (f" in {len(dead)} chains" if len(dead) > 1 else ""))
    _list(dead)
    if unsure:
        out.print("Alive, but unsure:")
        _list(unsure)


def _list(verdicts: list[Verdict]) -> None:
    """Prints verdicts, the least sure first."""
    out = console()
    for verdict in sorted(verdicts, key=lambda v: v.sure)[:LISTED]:
        out.print(f"  {_line(verdict)}")
    if len(verdicts) > LISTED:
        out.print(f"  and {len(verdicts) - LISTED} more")


def _line(verdict: Verdict) -> str:
    first: Point = next(iter(verdict.stones))
    count = len(verdict.stones)
    stones = f"{count} stone" + ("s" if count > 1 else "")
    return (
        f"{verdict.color!s} {first!s:<3} {stones:<10} {round(verdict.sure * 100):>3} % sure: {verdict.reason}"
    )


def _table(territory: Score, area: Score) -> list[str]:
    """Both counts side by side, as lines of text."""
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
