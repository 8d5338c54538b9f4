"""What each idea for open boards is worth: the same problems with it and without it.

    python benchmarks/ablation.py PROBLEMS.jsonl ... --nodes 400000 --limit 40 --half 1

Problems fall into two halves by their name: choose on one, judge on the other. Nodes bound each search and
one thread runs it, so the table does not depend on the machine. A line says how many problems are right, how
many are proved (on the whole board), and how many turned right or wrong against the first line.
`--docs PAGE` writes the table into a page, between two marks.
"""

from __future__ import annotations

import argparse
import json
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from tsumego import answered, judge

from honte.search.budget import Budget
from honte.tsumego.answer import warm_up
from honte.tsumego.open.growing import Growth
from honte.tsumego.open.ladder import Ladder
from honte.tsumego.problem import Problem, Setup
from honte.tsumego.problem.text import read_records

MARKS = "<!-- ablation: begin -->", "<!-- ablation: end -->"
"""The lines of a page between which the table is written."""
SETTINGS = "honte.tsumego.open"
"""Where the modules lie whose settings a variant changes."""
Record = dict[str, Any]


@contextmanager
def with_everything() -> Iterator[None]:
    """The search as it ships."""
    yield


@contextmanager
def without_zones() -> Iterator[None]:
    """Areas grow all around, whatever a failed proof rests on."""
    wider = Growth.wider

    def all_around(self: Growth, problem: Problem, zone: object) -> Problem | None:
        return wider(self, problem, None)

    with patch.object(Growth, "wider", all_around):
        yield


@contextmanager
def without_likely_moves() -> Iterator[None]:
    """No first move is asked by itself because the network likes it."""
    with patch(f"{SETTINGS}.schedule.MOST_MOVES", 0), patch(f"{SETTINGS}.inquiry.TRUST", 0.0):
        yield


@contextmanager
def without_cages() -> Iterator[None]:
    """No question is asked in a cage."""
    start = Ladder.start

    def in_areas_only(self: Ladder, problem: Problem | None) -> None:
        if not self.caged:
            start(self, problem)

    with patch.object(Ladder, "start", in_areas_only):
        yield


@contextmanager
def without_shared_proofs() -> Iterator[None]:
    """Each area finds only its own positions in the table."""
    with patch("honte.tsumego.proof.memory._joining", lambda *_: None):
        yield


VARIANTS: dict[str, Callable[[], Any]] = {
    "everything": with_everything,
    "areas grow all around instead of from zones": without_zones,
    "without the network's first moves": without_likely_moves,
    "without cages": without_cages,
    "without proofs shared by areas": without_shared_proofs,
}


def half_of(name: str) -> int:
    """The half of a problem, 1 or 2, by its name."""
    return 1 + (zlib.crc32(name.encode()) & 1)


def measure(setups: Sequence[Setup], nodes: int) -> list[Record]:
    """What the one door says of each problem."""
    return [judge(setup, answered(setup, Budget(nodes=nodes))) for setup in setups]


def line_of(title: str, records: Sequence[Record], first: Sequence[Record]) -> str:
    """One line of the table."""
    right, proved = (sum(r[key] for r in records) for key in ("right", "proved"))
    everywhere = sum(bool(r["proved"] and r.get("everywhere")) for r in records)
    pairs = list(zip(records, first, strict=True))
    up = sum(r["right"] and not f["right"] for r, f in pairs)
    down = sum(f["right"] and not r["right"] for r, f in pairs)
    return f"| {title} | {right} | {proved} | {everywhere} | +{up} -{down} |"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--nodes", type=int, default=400_000)
    parser.add_argument("--half", type=int, choices=(1, 2), help="only one half of the problems")
    parser.add_argument("--limit", type=int, help="only so many of each file, by the hash of their names")
    parser.add_argument("--record", type=Path, help="keep the answers: one JSON line for each variant")
    parser.add_argument("--docs", type=Path, help="write the table into this page")
    options = parser.parse_args()
    setups: list[Setup] = []
    for path in options.files:
        found = [s for s in read_records(path.read_text(encoding="utf8")) if s.solutions]
        found = [s for s in found if options.half in (None, half_of(s.name))]
        setups += sorted(found, key=lambda s: zlib.crc32(s.name[::-1].encode()))[: options.limit]
    warm_up()
    asked = f"{len(setups)} problems, {options.nodes:,} positions"
    lines = [
        f"| {asked} | right | proved | on the whole board | turned right, wrong |",
        "|---|---|---|---|---|",
    ]
    first: list[Record] = []
    for title, variant in VARIANTS.items():
        with variant():
            records = measure(setups, options.nodes)
        first = first or records
        lines.append(line_of(title, records, first))
        print(lines[-1], flush=True)
        if options.record is not None:
            with options.record.open("a", encoding="utf8") as stream:
                stream.write(json.dumps({"variant": title, "records": records}) + "\n")
    if options.docs is not None:
        before, rest = options.docs.read_text(encoding="utf8").split(MARKS[0])
        after = rest.split(MARKS[1])[1]
        text = "\n".join([MARKS[0], "", *lines, "", MARKS[1]])
        options.docs.write_text(before + text + after, encoding="utf8")


if __name__ == "__main__":
    main()
