"""Fits the weights by which life and death chooses the reading and the move (`honte.tsumego.open.choose`).

    python -m training.choice PROBLEMS.jsonl ... --nodes 1000000 --record RECORD.jsonl

The solver first tries every problem and records what it could choose from: `--record` keeps that, one line a
problem, and a later run goes on from there. Then a logistic regression learns the chance that a candidate's
move is one of the problem's solutions. Problems fall into two halves by their name. The tables show how many
problems of each half are right with weights from the other half, with all features and without each of them;
`--docs` writes them into a page between two marks. The weights that ship are fitted on both halves.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from honte.search.budget import Budget
from honte.search.effort import Effort
from honte.tsumego.open.choose import FEATURES, candidates_of
from honte.tsumego.open.outlook import outlook_of
from honte.tsumego.open.schedule import explore
from honte.tsumego.problem import Setup
from honte.tsumego.problem.text import read_records
from honte.tsumego.proof.watch import Watch
from training.command import PACKAGE, command

Array = NDArray[np.float64]
Record = dict[str, Any]
"""One problem: its name, its set, the half it belongs to, and its candidates."""
PENALTY = 1.0
"""Strength of the pull of all weights to 0."""
STEPS = 30
"""Newton steps of one fit."""
MARKS = "<!-- choice: begin -->", "<!-- choice: end -->"
"""The lines of a page between which the tables are written."""
GROUPS = {
    "all": (),
    "without the share of the stakes": ("share of the stakes",),
    "without the network's first opinion": ("likely",),
    "without the visits and the value of the guess": ("share of the visits", "value"),
    "kinds of proof alone": ("share of the stakes", "likely", "share of the visits", "value"),
}
"""The features that are left out in each line of the table."""


# Recording


def half_of(name: str) -> int:
    """The half of a problem, 0 or 1, by its name."""
    return zlib.crc32(name.encode()) & 1


def record_of(setup: Setup, group: str, nodes: int) -> Record:
    """What the solver could choose from in one problem, and whether each choice would be right."""
    setup = replace(setup, area=None)
    budget = Budget(nodes=nodes)
    effort = Effort.whole(budget)
    with budget.running():
        outlook = outlook_of(setup)
        attempts = explore(setup, effort, Watch(), outlook)
        found = candidates_of(attempts, effort, outlook) if outlook is not None and attempts else []
    candidates = [{"features": c.features, "right": c.move in setup.solutions} for c in found]
    return {"id": setup.name, "set": group, "half": half_of(setup.name), "candidates": candidates}


def gather(files: Sequence[Path], nodes: int, record: Path | None) -> list[Record]:
    """The records of all problems that have solutions; those of an earlier run are taken over."""
    known = read_lines(record) if record is not None and record.exists() else []
    done = {each["id"] for each in known}
    for path in files:
        for setup in read_records(path.read_text(encoding="utf8")):
            if setup.name in done or not setup.solutions:
                continue
            known.append(record_of(setup, path.stem, nodes))
            if record is not None:
                with record.open("a", encoding="utf8") as stream:
                    stream.write(json.dumps(known[-1]) + "\n")
    return known


def read_lines(path: Path) -> list[Record]:
    """The records of a file."""
    return [json.loads(line) for line in path.read_text(encoding="utf8").splitlines()]


# Fitting


def fit(records: Iterable[Record], left_out: Sequence[str] = ()) -> Array:
    """The weights of the features; those left out get 0."""
    rows = [(c["features"], c["right"]) for r in records for c in r["candidates"]]
    kept = np.array([name not in left_out for name in FEATURES], dtype=float)
    seen = np.array([row for row, _ in rows], dtype=float).reshape(-1, len(FEATURES)) * kept
    right = np.array([label for _, label in rows], dtype=float)
    weights = np.zeros(len(FEATURES))
    for _ in range(STEPS):
        chance = 1 / (1 + np.exp(-seen @ weights))
        slope = seen.T @ (right - chance) - PENALTY * weights
        bend = (seen.T * (chance * (1 - chance))) @ seen + PENALTY * np.eye(len(FEATURES))
        weights = weights + np.linalg.solve(bend, slope)
    return weights * kept


def is_right(record: Record, weights: Array) -> bool:
    """Whether the candidate with the highest chance is right."""
    candidates = record["candidates"]
    best = max(candidates, key=lambda c: float(np.dot(c["features"], weights)), default=None)
    return best is not None and bool(best["right"])


def table(records: Sequence[Record]) -> list[str]:
    """Lines of a table: right problems of each set and half, judged with weights of the other half."""
    groups = sorted({r["set"] for r in records})
    columns = [(name, half) for name in groups for half in (0, 1)]
    size = {key: sum((r["set"], r["half"]) == key for r in records) for key in columns}
    lines = [
        "| features | "
        + " | ".join(f"{name}, half {half + 1} ({size[name, half]})" for name, half in columns),
        "|---" * (len(columns) + 1),
    ]
    for title, left_out in GROUPS.items():
        by_half = [fit((r for r in records if r["half"] != half), left_out) for half in (0, 1)]
        right = [
            sum(is_right(r, by_half[half]) for r in records if (r["set"], r["half"]) == (name, half))
            for name, half in columns
        ]
        lines.append(f"| {title} | " + " | ".join(map(str, right)))
    possible = [
        sum(any(c["right"] for c in r["candidates"]) for r in records if (r["set"], r["half"]) == key)
        for key in columns
    ]
    lines.append("| a choice that always hits | " + " | ".join(map(str, possible)))
    return [f"{line} |" for line in lines]


def write_between(page: Path, lines: Sequence[str]) -> None:
    """Puts lines into a page, between the two marks."""
    before, rest = page.read_text(encoding="utf8").split(MARKS[0])
    _, after = rest.split(MARKS[1])
    text = "\n".join([MARKS[0], "", *lines, "", MARKS[1]])
    page.write_text(before + text + after, encoding="utf8")


def main() -> None:
    """Records, fits, judges by halves and writes the weights."""
    parser = command("choice", __doc__)
    parser.add_argument("files", type=Path, nargs="*", help="problems with solutions, one JSON record a line")
    parser.add_argument("--nodes", type=int, default=1_000_000, help="nodes for each problem")
    parser.add_argument("--record", type=Path, help="file that keeps what was recorded")
    parser.add_argument("--docs", type=Path, help="page that gets the tables")
    weights_file = PACKAGE / "tsumego" / "open" / "choice.json"
    parser.add_argument("--out", type=Path, default=weights_file, help="file for the weights")
    options = parser.parse_args()
    records = gather(options.files, options.nodes, options.record)
    lines = table(records)
    print(*lines, sep="\n")
    weights = {name: round(float(w), 3) for name, w in zip(FEATURES, fit(records), strict=True)}
    text = json.dumps({"problems": len(records), "weights": weights}, indent=1)
    options.out.write_text(text + "\n", encoding="utf8")
    if options.docs is not None:
        write_between(options.docs, lines)
    print(f"{options.out}: {weights}")


if __name__ == "__main__":
    main()
