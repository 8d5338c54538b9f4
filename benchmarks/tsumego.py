"""Measures the life-and-death solver on a file of problems.

    python benchmarks/tsumego.py FILE.jsonl --seconds 10 --threads 2 --json

Right means: the first move is among the record's `solutions`; where the mover cannot win, that the solver
says so; for ko records, that it names a ko and plays a right move. A proof that contradicts a label is
listed in `wrong_proofs`, with its line and what the checker says of it. The answers are those of
`honte tsumego solve` with the same seconds and threads: both ask `honte.tsumego.answer`. Each problem starts
with a cold table. --check walks every proof that holds on the whole board again, by rules that share nothing
with the search; `checked` counts those confirmed, refuted, and too large to walk.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

from honte.core import vertex
from honte.errors import ProblemError
from honte.formats.sgf_tree import serialize
from honte.search.budget import Budget
from honte.tsumego.answer import Answer, Scope, solve, warm_up
from honte.tsumego.problem import Objective, Setup
from honte.tsumego.problem.predicates import is_sealed
from honte.tsumego.problem.sgf import tree_of_setup
from honte.tsumego.problem.text import letters_of_point, read_records
from honte.tsumego.proof.prover import MOST_THREATS, Prover, Verdict
from honte.tsumego.proof.solver import Solver
from honte.tsumego.verify.check import confirm, with_need

WALK_LIMIT = 3_000
"""States that the checker walks before it gives a proof up as too large."""
_LABEL = re.compile(r"([+-])([ld])(?:(\d)([ld]))?$")


def expected_need(result: str) -> tuple[str, int | None]:
    """GoTools' result as (kind, least threats needed): win, ko or loss."""
    match = _LABEL.match(result or "")
    if match is None:
        return "win", None
    sign, _, count, _ = match.groups()
    if count is None:
        return ("win", None) if sign == "+" else ("loss", None)
    return "ko", 1 - int(count) if sign == "+" else int(count)


def any_move_works(setup: Setup) -> bool:
    """Whether the record says that the mover succeeds even by a pass, so that it lists no move."""
    return not setup.solutions and setup.extra.get("result") == "success"


def judge(setup: Setup, answer: Answer | None) -> dict[str, Any]:
    """One record of the report."""
    kind, need = expected_need(str(setup.extra.get("result", "")))
    if answer is None:
        return {"right": False, "proved": False, "kind": kind, "move": None}
    outcome, move = answer.first, answer.move
    hit = move in setup.solutions
    if setup.solutions and kind != "loss":
        right = hit
        if kind == "ko":
            right = hit and outcome.is_ko and outcome.high == need and outcome.low == need
    elif any_move_works(setup):
        right = outcome.wins
    else:  # the mover cannot win, at best with threats
        right = outcome.low > 0
    everywhere = answer.scope is Scope.BOARD
    wrong = False
    if outcome.proved and everywhere and setup.keystones:
        # With a target that was only guessed, a different answer may be to a different question.
        wrong = kind == "win" and setup.solutions != () and (outcome.fails or (outcome.wins and not hit))
    return {
        "right": bool(right),
        "proved": outcome.proved,
        "everywhere": everywhere,
        "wrong_proof": bool(wrong),
        "as_peer": bool(hit if setup.solutions else bool(outcome.best) is any_move_works(setup)),
        "kind": kind,
        "move": None if move is None else letters_of_point(setup.board.grid, move),
        "text": str(outcome),
        "need": [outcome.low, outcome.high],
        "target": [vertex(p) for p in answer.reading.target],
        "objective": answer.reading.objective.value,
        "reason": answer.reading.reason,
        "empty": len(answer.problem.valid_points),
        "points": len(answer.problem.area),
    }


def walk(answer: Answer) -> dict[str, Any]:
    """The main line of a proof, and whether the independent checker confirms it (None: too large)."""
    outcome, problem = answer.first, answer.problem
    captured = outcome.wins == (outcome.objective is Objective.KILL)
    asked = with_need(problem, outcome.mover, -MOST_THREATS if outcome.wins else MOST_THREATS)
    prover = Prover(asked, free_pass=answer.in_cage or not is_sealed(problem), escape=answer.in_cage)
    line = Solver(problem, Budget(seconds=10)).line(outcome)
    found = confirm(asked, prover, Verdict.CAPTURED if captured else Verdict.SAVED, WALK_LIMIT)
    return {"line": [vertex(move) for move in line], "confirmed": found.confirmed, "walk": found.reason}


def answered(setup: Setup, budget: Budget) -> Answer | None:
    """What the one door says; None when it finds no target. A region in the record is left to be found."""
    try:
        return solve(replace(setup, area=None), budget, explain=False)
    except ProblemError:
        return None


def run(
    setups: list[Setup],
    seconds: float | None,
    nodes: int | None,
    threads: int,
    out: Path | None,
    *,
    check: bool = False,
) -> list[dict[str, Any]]:
    """Solves all problems, each with a cold table, and judges the answers."""
    records = []
    for number, setup in enumerate(setups, 1):
        budget = Budget(seconds=seconds, nodes=nodes, threads=threads)
        started = time.perf_counter()
        answer = answered(setup, budget)
        spent = time.perf_counter() - started
        record = {
            "id": setup.name,
            **judge(setup, answer),
            "seconds": round(spent, 4),
            "nodes": budget.visited,
        }
        if answer is not None and answer.scope is Scope.BOARD and (check or record.get("wrong_proof")):
            record |= walk(answer) if answer.first.wins or answer.first.fails else {}
        record["expected"] = [letters_of_point(setup.board.grid, p) for p in setup.solutions]
        record["label"] = setup.extra.get("result")
        record["group"] = setup.extra.get("band") or setup.extra.get("category") or setup.extra.get("level")
        records.append(record)
        if out is not None:
            with out.open("a") as stream:
                stream.write(json.dumps(record) + "\n")
        if sys.stderr.isatty():
            right = sum(r["right"] for r in records)
            print(f"\r{number}/{len(setups)} right {right}", end="", file=sys.stderr)
    return records


def report(records: list[dict[str, Any]]) -> dict[str, Any]:
    times = sorted(r["seconds"] for r in records)
    groups: dict[str, list[bool]] = {}
    for record in records:
        groups.setdefault(str(record["group"]), []).append(record["right"])
    total = sum(times)
    return {
        "n": len(records),
        "right": sum(r["right"] for r in records),
        "proved": sum(r["proved"] for r in records),
        "proved_everywhere": sum(bool(r.get("everywhere")) for r in records),
        "wrong_proofs": [r["id"] for r in records if r.get("wrong_proof")],
        "checked": {
            name: sum("confirmed" in r and r["confirmed"] is value for r in records)
            for name, value in (("confirmed", True), ("refuted", False), ("too_large", None))
        },
        "unknown": sum(not r["proved"] for r in records),
        "median_s": round(statistics.median(times), 4) if times else None,
        "p95_s": times[int(len(times) * 0.95) - 1] if times else None,
        "nodes_per_s": round(sum(r["nodes"] for r in records) / total) if total else None,
        "groups": {name: [sum(rights), len(rights)] for name, rights in sorted(groups.items())},
    }


def gnugo_owl(setups: list[Setup]) -> dict[str, int]:
    """How many problems with a target GNU Go's own life-and-death reading gets right, when it is installed.

    Right means a solution, or no success where there is none. GNU Go reads every problem in one process.
    """
    asked = [s for s in setups if s.keystones and s.objective is not None]
    lines = []
    with tempfile.TemporaryDirectory() as folder:
        for number, setup in enumerate(asked):
            path = Path(folder) / f"{number}.sgf"
            path.write_bytes(serialize(tree_of_setup(setup)))
            assert setup.keystones is not None
            verb = "owl_attack" if setup.objective is Objective.KILL else "owl_defend"
            lines += [f"loadsgf {path}", f"{number} {verb} {next(iter(setup.keystones))}"]
        answer = subprocess.run(
            ["gnugo", "--mode", "gtp"],
            input="\n".join([*lines, "quit"]) + "\n",
            capture_output=True,
            text=True,
            check=False,
        ).stdout
    said = {int(n): text.split() for n, text in re.findall(r"^=(\d+) (.*)$", answer, re.MULTILINE)}
    right = 0
    for number, setup in enumerate(asked):
        code, *move = said.get(number, ["0"])
        hit = code != "0" and move[:1] in [[str(p)] for p in setup.solutions]
        right += hit if setup.solutions else (code != "0") is any_move_works(setup)
    return {"gnugo_owl_n": len(asked), "gnugo_owl_right": right}


def as_gnugo_is_counted(setups: list[Setup], records: list[dict[str, Any]]) -> int:
    """How many of the same problems honte gets right by the same count: where nothing works, to claim nothing
    is enough, and a ko needs no more than its move."""
    pairs = zip(setups, records, strict=True)
    return sum(bool(r.get("as_peer")) for s, r in pairs if s.keystones and s.objective is not None)


def gnugo_moves(setups: list[Setup]) -> int:
    """How many first moves GNU Go finds, when it is installed (it sees the whole board)."""
    right = 0
    for setup in setups:
        grid = setup.board.grid
        lines = [f"boardsize {grid.cols}", "clear_board"]
        for color in setup.board.chains():
            lines += [f"play {color.color.letter} {p}" for p in color.stones]
        lines += [f"reg_genmove {setup.to_play.letter}", "quit"]
        answer = subprocess.run(
            ["gnugo", "--mode", "gtp"],
            input="\n".join(lines) + "\n",
            capture_output=True,
            text=True,
            check=False,
        ).stdout
        moves = re.findall(r"= ([A-T]\d+)", answer)
        right += bool(moves) and moves[-1] in {str(p) for p in setup.solutions}
    return right


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("file", type=Path)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--nodes", type=int, help="bound nodes instead of seconds: repeatable")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--limit", type=int, help="only so many, drawn with a fixed seed")
    parser.add_argument("--out", type=Path, help="one JSON record a problem")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--check", action="store_true", help="walk every proof again, independently")
    parser.add_argument("--peers", action="store_true", help="GNU Go beside it, when installed")
    options = parser.parse_args()
    setups = list(read_records(options.file.read_text(encoding="utf8")))
    if options.limit:
        random.Random(5).shuffle(setups)
        setups = setups[: options.limit]
    if options.out is not None:
        options.out.write_text("")
    warm_up()  # compile before the clock runs
    seconds = None if options.nodes else options.seconds
    records = run(setups, seconds, options.nodes, options.threads, options.out, check=options.check)
    result = report(records)
    if options.peers:
        targets = any(setup.keystones for setup in setups)
        result |= gnugo_owl(setups) if targets else {"gnugo_right": gnugo_moves(setups)}
        if targets:
            result["honte_right_as_counted"] = as_gnugo_is_counted(setups, records)
    if options.json:
        print(json.dumps(result))
    else:
        for key, value in result.items():
            print(f"{key:18} {value}")


if __name__ == "__main__":
    main()
