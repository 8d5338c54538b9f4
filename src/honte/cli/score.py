"""`honte score`: counts a finished game, with dead stones found or given."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from honte.cli.batch import EXIT_HELP, Batch, Csv, Files, Json
from honte.cli.common import MOVE_HELP, board_map, console, tell_without_network, write_bytes
from honte.cli.mapping import Jobs, Out, Scheduler, check_out, game_pieces, map_out

if TYPE_CHECKING:
    from honte.core import Game, Result
    from honte.counting.final import FinalCount
    from honte.counting.judging import Verdict
    from honte.formats.load import Loaded
    from honte.grid import Grid, Point, PointSet
    from honte.scoring import Score

UNSURE = 0.5
"""Verdicts less sure than this (0 to 1) are listed as unsure."""
LISTED = 12
"""Maximum number of chains that one list prints."""
LEGEND = "X Black  O White  ! dead  + Black's point  - White's point  . nobody's point"
"""What the characters of the board mean."""
PROBLEM_SET_NOTE = (
    "The problem set counts surrounded points, less the own stones that were captured or are dead."
)
"""What the count of the problem set is, below the table."""


COLUMNS = {
    "file": str, "game": int, "rules": str, "result": str, "margin": float, "recorded": str, "agrees": bool,
    "territory": str, "area": str, "dead_stones": int, "unsure_chains": int,
}  # fmt: skip
"""The columns of a table of counts."""


def register(app: typer.Typer) -> None:
    """Adds the command."""
    app.command(epilog=EXIT_HELP)(score)


def score(
    files: Files,
    dead: Annotated[str, typer.Option(help="Dead chains, one stone of each: D4,Q16.")] = "",
    alive: Annotated[str, typer.Option(help="Living chains, one stone of each. Overrules the verdict.")] = "",
    given: Annotated[
        bool, typer.Option("--given", help="Exactly the chains in --dead are dead; look for no others.")
    ] = False,
    early: Annotated[
        bool, typer.Option("--early", help="Count a game that is not finished all the same.")
    ] = False,
    rules: Annotated[str, typer.Option(help="Count under these rules instead of the file's.")] = "",
    move: Annotated[int | None, typer.Option(help=MOVE_HELP)] = None,
    png: Annotated[
        str | None,
        typer.Option(help="Write a picture to this file (.png or .svg); for several games to this folder."),
    ] = None,
    as_json: Json = False,
    as_csv: Csv = False,
    out: Out = None,
    jobs: Jobs = None,
    scheduler: Scheduler = None,
) -> None:
    """Counts finished games by territory and by area, and says which chains are dead.

    Says so where a game is not finished. Takes every game of a collection. Reports a broken file or game,
    skips it, and ends with a summary.
    Examples: [cyan]honte score game.sgf[/], [cyan]honte score board.txt --given --dead D4,Q16[/],
    [cyan]honte score games/ --csv[/], [cyan]honte score games/ --out counts.parquet[/]
    """
    from honte.core.rules import Rules
    from honte.counting.picture import count_picture

    chosen = Rules.named(rules) if rules else None
    asked = _Asked(dead, alive, given, early, rules, move)
    over = check_out(out, jobs, scheduler, json=as_json, csv=as_csv, png=png)
    if not given:
        tell_without_network()
    if over is not None:
        work, plan = partial(rows_of_game, asked=asked), {"command": "score", **asked._asdict()}
        pieces = game_pieces(files)
        map_out(pieces, work, COLUMNS, plan, over, "counted")
        return
    with Batch(files, "counted", as_json=as_json, as_csv=as_csv) as batch:
        for item in batch.games(move=move, rules=chosen, png=png):
            with batch.attempt(item.name):
                game = item.loaded.game
                answer, said = _count(item.loaded, asked)
                if png is not None:
                    name = batch.picture_name(png, item)
                    write_bytes(name, count_picture(answer).to_bytes(name))
                record = item.where | _as_dict(game, answer, said)
                text = partial(_show, game, answer, said)
                batch.show(item.name, record, item.where | _row(answer, record), text)


class _Asked(NamedTuple):
    """How each game is counted: the options of the command."""

    dead: str
    alive: str
    given: bool
    early: bool
    rules: str
    move: int | None


def _count(loaded: Loaded, asked: _Asked) -> tuple[FinalCount, _Record]:
    """The count of a game, and what its record says."""
    from honte.counting.final import count_given, final_count

    game = loaded.game
    dead, alive = _points(asked.dead, game.grid), _points(asked.alive, game.grid)
    answer = (
        count_given(game, dead)
        if asked.given
        else final_count(game, dead=dead, alive=alive, early=asked.early)
    )
    return answer, _Record.of(loaded, not asked.rules, asked.move is None)


def rows_of_game(data: bytes | str, asked: _Asked) -> list[dict[str, Any]]:
    """The row of one game, in whatever process it is counted."""
    from honte.core.rules import Rules
    from honte.formats.load import load_game

    loaded = load_game(data, move=asked.move, rules=Rules.named(asked.rules) if asked.rules else None)
    answer, said = _count(loaded, asked)
    return [_row(answer, _as_dict(loaded.game, answer, said))]


def _points(text: str, grid: Grid) -> PointSet:
    return grid.set(grid.parse(part) for part in text.replace(",", " ").split())


class _Record(NamedTuple):
    """What a game record says of its own result."""

    result: Result | None
    """The result that the SGF states; None where it states none or none that can be read."""
    rules_unknown: bool
    """Whether neither the record nor the user names the rules."""

    @classmethod
    def of(cls, loaded: Loaded, rules_open: bool, whole: bool) -> _Record:
        """Reads the record of a game; a position inside the game has no recorded result."""
        from honte.core import Result
        from honte.core.rules import Rules
        from honte.errors import GoError

        tree = loaded.tree
        if tree is None:
            return cls(None, False)
        result, unknown = None, False
        try:
            text = tree.root.simple("RE") if whole else None
            result = Result.parse(text) if text else None
        except GoError:
            pass
        try:
            Rules.named(tree.root.simple("RU") or "")
        except GoError:
            unknown = rules_open
        return cls(result, unknown)

    def agreeing(self, answer: FinalCount) -> list[str]:
        """The counts whose result is the recorded one: one of the two ways of counting, both or none."""
        counts = sorted((answer.score, answer.other), key=lambda count: count.scoring.value == "area")
        return [_kind(count) for count in counts if count.result == self.result]

    def sentence(self, answer: FinalCount) -> str:
        """How the recorded result compares with the count, in words with markup."""
        if not self.rules_unknown:
            same = self.result == answer.score.result
            return f"The record says {self.result}" + (
                " too." if same else "; [yellow]this count differs[/]."
            )
        found = self.agreeing(answer)
        says = f"The record says {self.result} and names no known rules: "
        if not found:
            return f"{says}[yellow]both counts differ[/]."
        return says + ("both counts agree." if len(found) > 1 else f"the {found[0]} count agrees.")


def _kind(count: Score) -> str:
    """The name of a way of counting: area, territory, or problem set."""
    return count.scoring.value.replace("-", " ")


# Output


def _as_dict(game: Game, answer: FinalCount, said: _Record) -> dict[str, Any]:
    same = None if said.result is None else said.result == answer.score.result
    return {
        "rules": game.rules.name,
        "result": str(answer.score.result),
        "margin": answer.score.margin,
        "recorded": None if said.result is None else str(said.result),
        "agrees": same,
        "rules_known": not said.rules_unknown,
        "agrees_with": None if said.result is None else said.agreeing(answer),
        "score": _score_dict(answer.score, answer),
        "other": _score_dict(answer.other, answer),
        "dead": [_verdict_dict(v) for v in answer.verdicts if not v.alive],
        "unsure": [_verdict_dict(v) for v in answer.verdicts if v.sure < UNSURE],
        "open_borders": [
            {"region": _names(b.region), "black": _names(b.black), "white": _names(b.white)}
            for b in answer.borders
        ],
    }


def _score_dict(count: Score, answer: FinalCount) -> dict[str, Any]:
    """A count as plain values; a point under a dead stone is dead, and not also to be filled."""
    return count.as_dict() | {"fill": _names(count.fill - answer.dead)}


def _row(answer: FinalCount, record: dict[str, Any]) -> dict[str, Any]:
    """One row of CSV."""
    counts = {_kind(count): str(count.result) for count in (answer.score, answer.other)}
    keys = ("rules", "result", "margin", "recorded", "agrees")
    return {
        **{key: record[key] for key in keys},
        "territory": counts.get("territory"),
        "area": counts.get("area"),
        "dead_stones": len(answer.dead),
        "unsure_chains": len(record["unsure"]),
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


def _show(game: Game, answer: FinalCount, said: _Record) -> None:
    out = console()
    out.print(f"[bold]{answer.score.result}[/]  ({game.rules.name} rules, {len(game.steps)} moves)")
    if said.result is not None:
        out.print(said.sentence(answer))
    out.print()
    out.print(_map(answer), LEGEND, sep="\n", markup=False)
    out.print()
    territory_first = answer.score.scoring.value != "area"
    scores = (answer.score, answer.other) if territory_first else (answer.other, answer.score)
    for line in _table(*scores):
        out.print(line)
    if _kind(scores[0]) == "problem set":
        out.print(PROBLEM_SET_NOTE)
    out.print()
    _show_chains(answer)
    for border in answer.borders:
        closing = " ".join([*_names(border.black), *_names(border.white)])
        out.print(f"Open border, closed at {closing}")
    fill = answer.score.fill - answer.dead
    if fill:
        out.print(f"No territory, because its owner must fill it: {' '.join(_names(fill))}")
    if taken := answer.score.fill & answer.dead:
        out.print(f"Dead stones that count as prisoners only: {' '.join(_names(taken))}")
    if answer.score.seki:
        out.print(f"No territory, because it is an eye in seki: {' '.join(_names(answer.score.seki))}")


def _map(answer: FinalCount) -> str:
    """The board in characters: stones, dead stones, and the points that each side was given."""
    from honte.core import BLACK

    board, count = answer.board, answer.score

    def cell(point: Point) -> str:
        stone = board[point]
        if stone is not None:
            return ("X" if stone is BLACK else "O") + ("!" if point in answer.dead else "")
        return "+" if point in count.black_points else "-" if point in count.white_points else "."

    return board_map(board.grid, cell)


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
    """Both counts side by side, as lines of text; the first may be the problem set's."""
    kinds = _kind(territory), _kind(area)
    lines = [f"{'':<12}{kinds[0]:>18}{kinds[1]:>18}", f"{'':<12}" + f"{'Black':>9}{'White':>9}" * 2]
    names = {"points": "surrounded", "stones": "stones", "prisoners": "prisoners", "dead": "dead stones",
             "lost": "own lost", "komi": "komi", "bonus": "handicap", "total": "total"}  # fmt: skip
    sides = (territory.black, territory.white, area.black, area.white)
    for key, name in names.items():
        values = [side.parts()[key] for side in sides]
        if any(values) or key == "total":
            lines.append(f"{name:<12}" + "".join(f"{value:>9g}" if value else " " * 9 for value in values))
    lines.append(f"{'result':<12}{territory.result!s:>18}{area.result!s:>18}")
    return lines
