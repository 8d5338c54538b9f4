"""Measures how well each estimator predicts the results of unfinished games.

    python benchmarks/estimate.py GAMES_DIR INDEX.json --moves 60,120,180 [--json] [--out records.jsonl]

INDEX.json lists games: `file`, `size`, `handicap`, `komi`, `rules`, and `result` (Black's margin, komi
included). It takes the 19x19 games without handicap that are longer than the move number; --size and
--handicap choose others. An estimate uses the moves alone; the result serves for comparison.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

from honte.core import CHINESE, JAPANESE
from honte.errors import GoError
from honte.estimate.models import MODELS, estimate
from honte.estimate.ownership import Setting
from honte.formats.load import load_game
from honte.study.measures import fit


def records_of(task: tuple[Path, dict[str, Any], Sequence[int], Sequence[str]]) -> list[dict[str, Any]]:
    """All estimates of one game."""
    path, entry, moves, models = task
    area = str(entry["rules"]).lower().startswith(("chin", "aga", "ing", "new", "nz"))
    rules = (CHINESE if area else JAPANESE).with_komi(float(entry["komi"]))
    try:
        game = load_game(path.read_bytes(), rules=rules).game
    except GoError as error:
        return [{"file": entry["file"], "fault": str(error)}]
    found = []
    for move in moves:
        if move >= len(game.steps):
            continue
        setting = Setting.of(game, move)
        for name in models:
            started = time.process_time()
            answer = estimate(setting, name)
            found.append(
                {
                    "file": entry["file"],
                    "move": move,
                    "model": name,
                    "margin": answer.margin,
                    "error": answer.error,
                    "result": float(entry["result"]),
                    "cpu_s": time.process_time() - started,
                }
            )
    return found


def summary(records: Sequence[dict[str, Any]], models: Sequence[str], moves: Sequence[int]) -> dict[str, Any]:
    """For each model and move: n, mean_error, winner, rho, share of results within the error, cpu_s."""
    table: dict[str, Any] = {}
    for name in ("always 0", *models):
        for move in moves:
            rows = [
                r
                for r in records
                if r["move"] == move and r["model"] == (models[0] if name == "always 0" else name)
            ]
            results = [r["result"] for r in rows]
            margins = [0.0 if name == "always 0" else r["margin"] for r in rows]
            judged = fit(margins, results)
            within = sum(abs(r["margin"] - r["result"]) <= r["error"] for r in rows)
            table.setdefault(name, {})[str(move)] = {
                "n": judged.n,
                "mean_error": round(judged.mean_error, 3),
                "winner": round(judged.winner, 4),
                "rho": round(judged.rho, 4),
                "within_error": round(within / max(1, len(rows)), 3),
                "cpu_s": round(sum(r["cpu_s"] for r in rows) / max(1, len(rows)), 4),
            }
    return table


def main(arguments: Sequence[str] | None = None) -> None:
    """Estimates the games of an index and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("games", type=Path)
    parser.add_argument("index", type=Path)
    parser.add_argument("--moves", default="60,120,180")
    parser.add_argument("--models", default=",".join(MODELS))
    parser.add_argument("--size", type=int, default=19)
    parser.add_argument("--handicap", action="store_true", help="games with handicap instead of without")
    parser.add_argument("--limit", type=int, help="only this many games")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--out", type=Path, help="write every estimate here, one JSON object a line")
    parser.add_argument("--json", action="store_true", help="one JSON object as the last line")
    options = parser.parse_args(arguments)

    moves, models = [int(m) for m in options.moves.split(",")], options.models.split(",")
    entries = [
        e
        for e in json.loads(options.index.read_text(encoding="utf8"))
        if e["size"] == options.size and (e["handicap"] > 1) == options.handicap
    ][: options.limit]
    estimate(Setting.of(load_game(b"(;SZ[9];B[ee])").game), models[0])  # compile before timing
    tasks = [(options.games / e["file"], e, moves, models) for e in entries]
    with ProcessPoolExecutor(options.jobs) as pool:
        records = [r for found in pool.map(records_of, tasks) for r in found]
    faults = [r for r in records if "fault" in r]
    records = [r for r in records if "fault" not in r]
    if options.out:
        options.out.write_text("".join(json.dumps(r) + "\n" for r in records), encoding="utf8")
    table = summary(records, models, moves)
    show(table, moves)
    if options.json:
        print(json.dumps({"games": len(entries), "unreadable": len(faults), "models": table}))


def show(table: dict[str, Any], moves: Sequence[int]) -> None:
    """Prints the summary as a table."""
    from rich.console import Console
    from rich.table import Table

    shown = Table("model", *(f"move {m}" for m in moves), title="mean error, right winner, rank correlation")
    for name, by_move in table.items():
        cells = [by_move[str(m)] for m in moves]
        shown.add_row(name, *(f"{c['mean_error']:.1f}  {c['winner']:.0%}  {c['rho']:.2f}" for c in cells))
    Console().print(shown)


if __name__ == "__main__":
    main()
