"""Compares paper 001's evaluations with the results of counted games.

At chosen moves of every counted game, S, both readings of S', atsumi alone and the paper's variations
are compared with the final result. Komi is taken off each evaluation, so that all are margins. The paper
warns that S ignores life and death and the strength of groups; the tables show how much that matters.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from honte.core import BLACK, WHITE, Board, Game, Result
from honte.errors import GoError, InputError
from honte.formats.load import load_game
from honte.moyo.size import PAPER, Options, moyo
from honte.study.measures import Fit, fit, quantile
from honte.study.plots import pyplot, save
from honte.study.running import Means, study_files

MOVES = (20, 40, 60, 80, 100)
"""The move numbers that are studied by default."""
VARIATIONS: dict[str, Options] = {
    "S' region decides": Options(region_decides=True),
    "S' reach 6": Options(reach=6),
    "S' reach 6, fading": Options(reach=6, fade=True),
    "S' diagonals": Options(diagonals=True),
    "S' late": Options(late=True),
}
"""The paper's variations of the size; each is evaluated as S' with atsumi."""
MEASURES = ("nothing", "S", "S' dropped", "S'", "atsumi", *VARIATIONS, "combined")
"""All measures. `nothing` is a margin of zero before komi; `combined` is S of sizes joined with atsumi."""

SHOWN = ("nothing", "S", "S'", "atsumi", "S' late")
"""The measures in the plot."""

COLUMNS = {"move": int, "measure": str, "value": float, "komi": float, "result": float}
"""The columns of a row, after its file."""
Row = dict[str, Any]


@dataclass(frozen=True)
class Plan:
    """The move numbers to study, and the side of the boards to take; side 0 takes all."""

    moves: tuple[int, ...] = MOVES
    side: int = 19

    def __post_init__(self) -> None:
        if not self.moves or min(self.moves) < 0:
            raise InputError("no moves to study, or a negative one; expected numbers like 20,40,60")


class Studied(NamedTuple):
    """All rows, the number of games in them, and the number of games left out for each reason."""

    rows: list[Row]
    games: int
    left_out: dict[str, int]


def evaluations(board: Board) -> dict[str, float]:
    """Every measure of one board, in points for Black before komi."""
    found = moyo(board, PAPER)
    values = {
        "nothing": 0.0,
        "S": found.totals.s,
        "S' dropped": found.totals.s_dropped,
        "S'": found.totals.s_atsumi,
        "atsumi": found.atsumi.total(BLACK) - found.atsumi.total(WHITE),
    }
    for name, options in VARIATIONS.items():
        values[name] = moyo(board, options).totals.s_atsumi
    values["combined"] = moyo(board, Options(combine=True)).totals.s
    return values


def study_game(game: Game, result: float, plan: Plan) -> list[Row]:
    """One row for every moment and measure; `result` is Black's margin with komi."""
    rows = []
    for move in plan.moves:
        if move <= len(game.steps):
            board = game.steps[move - 1].position.board if move else game.start.board
            for name, value in evaluations(board).items():
                what = {"move": move, "measure": name, "value": round(value, 2)}
                rows.append({**what, "komi": game.rules.komi, "result": result})
    return rows


def read_game(data: bytes, plan: Plan) -> tuple[Game, float] | str:
    """A counted even game and Black's margin, or the reason in words for leaving it out."""
    try:
        loaded = load_game(data)
    except GoError:
        return "unreadable"
    game = loaded.game
    recorded = loaded.tree.root.simple("RE") if loaded.tree is not None else None
    try:
        result = Result.parse(recorded or "")
    except GoError:
        result = None
    margin = None if result is None else result.signed_margin
    if margin is None:
        return "not counted"
    if plan.side and (game.grid.cols, game.grid.rows) != (plan.side, plan.side):
        return "another board size"
    if game.handicap or game.start.board.black_mask or game.start.board.white_mask:
        return "handicap or set-up stones"
    if len(game.steps) < min(plan.moves):
        return "too short"
    return game, margin


def study_data(data: bytes, plan: Plan) -> list[Row]:
    """The rows of one file; raises InputError with the reason for leaving it out."""
    read = read_game(data, plan)
    if isinstance(read, str):
        raise InputError(read)
    return study_game(*read, plan)


def study(files: Sequence[Path], plan: Plan, means: Means) -> Studied:
    """Studies all files whose rows the folder does not hold; see `study_files`."""
    key = {"study": "moyo", "moves": ",".join(map(str, plan.moves)), "side": plan.side}
    found = study_files(files, partial(study_data, plan=plan), COLUMNS, key, means)
    left_out = Counter(file.fault for file in found if file.fault is not None)
    rows = [row for file in found for row in file.rows]
    return Studied(rows, len(found) - left_out.total(), dict(left_out))


class Judged(NamedTuple):
    """How well one measure predicted results at one move."""

    raw: Fit
    """The fit of the measure less komi."""
    slope: float
    """Points of margin for each point of the measure, on the line of least mean error."""
    line: Fit
    """The fit of that line. The same games determined it, so this flatters."""


def judge(rows: Sequence[Row]) -> Judged:
    """Compares one measure at one move with the results.

    >>> rows = [{"value": 20.0, "komi": 5.5, "result": 7.5}, {"value": -10.0, "komi": 5.5, "result": -7.5}]
    >>> judged = judge(rows)
    >>> round(judged.slope, 3), judged.raw.mean_error, round(judged.line.mean_error, 3)
    (0.5, 7.5, 0.0)
    """
    values = [row["value"] for row in rows]
    margins = [row["result"] + row["komi"] for row in rows]
    slope, height = best_line(values, margins)
    results = [row["result"] for row in rows]
    raw = [row["value"] - row["komi"] for row in rows]
    line = [height + slope * row["value"] - row["komi"] for row in rows]
    return Judged(fit(raw, results), slope, fit(line, results))


def best_line(x: Sequence[float], y: Sequence[float], rounds: int = 60) -> tuple[float, float]:
    """The slope and height of the line with the least mean error, by repeated weighted least squares.

    With plain least squares a few games with enormous margins would decide.

    >>> [round(value, 3) for value in best_line([0, 1, 2, 3, 4], [1, 3, 5, 7, 900])]
    [2.0, 1.0]
    """
    weights = [1.0] * len(x)
    slope = height = 0.0
    for _ in range(rounds):
        total = sum(weights)
        middle = sum(w * a for w, a in zip(weights, x, strict=True)) / total
        mean = sum(w * b for w, b in zip(weights, y, strict=True)) / total
        below = sum(w * (a - middle) ** 2 for w, a in zip(weights, x, strict=True))
        above = sum(w * (a - middle) * (b - mean) for w, a, b in zip(weights, x, y, strict=True))
        slope = above / below if below > 1e-12 else 0.0
        height = mean - slope * middle
        weights = [1 / max(abs(b - height - slope * a), 1e-6) for a, b in zip(x, y, strict=True)]
    return slope, height


def table(rows: Sequence[Row]) -> dict[str, dict[int, Judged]]:
    """The comparison of every measure at every move."""
    grouped: dict[str, dict[int, list[Row]]] = {}
    for row in rows:
        grouped.setdefault(row["measure"], {}).setdefault(row["move"], []).append(row)
    return {
        name: {move: judge(chosen) for move, chosen in sorted(by_move.items())}
        for name, by_move in grouped.items()
    }


def plots(rows: Sequence[Row], folder: Path) -> list[Path]:
    """Draws error and rank correlation against the move number, and results against S' at the last move."""
    judged = table(rows)
    figure, axes = pyplot().subplots(1, 3, figsize=(14, 4.4), layout="constrained")
    for name in SHOWN:
        moves = list(judged.get(name, ()))
        marks = {"marker": "o", "label": name}
        axes[0].plot(moves, [judged[name][m].raw.mean_error for m in moves], **marks)
        axes[1].plot(moves, [judged[name][m].raw.rho for m in moves], **marks)
    axes[0].set(title="Mean error", xlabel="moves played", ylabel="points")
    axes[1].set(title="Rank correlation with the result", xlabel="moves played")
    axes[1].axhline(0, color="#888888", linewidth=0.8)
    last = max(row["move"] for row in rows)
    chosen = [row for row in rows if row["measure"] == "S'" and row["move"] == last]
    axes[2].scatter([row["value"] - row["komi"] for row in chosen], [row["result"] for row in chosen], s=9)
    wide = 1.5 * quantile(
        [abs(row["result"]) for row in chosen], 0.95
    )  # a few margins are hundreds of points
    axes[2].set(title=f"Results against S' at move {last}", xlabel="S' - komi", ylabel="result")
    axes[2].set_ylim(-wide - 1, wide + 1)
    for each in axes:
        each.spines[["top", "right"]].set_visible(False)
        each.grid(alpha=0.25)
    figure.legend(*axes[0].get_legend_handles_labels(), loc="outside lower center", ncols=len(SHOWN))
    return save(figure, folder, "moyo")
