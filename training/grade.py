"""Fits the levels of problems: `python -m training.grade GOPROBLEMS.jsonl CHO.jsonl`.

Half of the problems, chosen by their names, are fitted by ridge regression; the other half measures. The
report gives Spearman's rank correlation of the level with the band of the source, for each half and each
source. The features of each problem are kept in `--cache`, so that a second run takes seconds.
"""

from __future__ import annotations

import json
import sys
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from honte.errors import GoError
from honte.search.budget import Budget
from honte.tsumego.answer import solve
from honte.tsumego.make.grade import EASIEST, HARDEST, NAMES, features_of
from honte.tsumego.problem import Setup
from honte.tsumego.problem.text import read_records
from training.command import PACKAGE, command

BANDS = {
    "30-20k": 6.0, "19-10k": 15.0, "9-1k": 24.0, "dan": 32.0,
    "elementary": 17.0, "intermediate": 24.0, "advanced": 30.0,
}  # fmt: skip
"""The level that each band of a source stands for: 25k is 5, 1k is 29, 1d is 30."""
NODES = 20_000
"""Nodes in which target and area of a problem are found."""
RIDGE = 10.0
"""The weight of the penalty: problems that pull each weight toward 0."""


def band_of(setup: Setup) -> str:
    """The band of a record."""
    if band := setup.extra.get("band"):
        return str(band)
    words = str(setup.extra.get("collection", "")).lower()
    return next(name for name in BANDS if name in words)


def row_of(setup: Setup) -> dict[str, Any] | None:
    """Features and band of one record; None when no problem is found in it."""
    try:
        answer = solve(setup, Budget(nodes=NODES, memory_mb=64), explain=False)
    except GoError:
        return None
    features = features_of(answer.problem, list(setup.solutions))
    return {"features": features, "band": band_of(setup)}


def is_fitted(name: str) -> bool:
    """Whether a problem belongs to the half that is fitted."""
    return blake2b(name.encode(), digest_size=1).digest()[0] % 2 == 0


def rank_correlation(a: NDArray[np.float64], b: NDArray[np.float64]) -> float:
    """Spearman's rank correlation; ties share their mean rank."""
    return float(np.corrcoef(_ranks(a), _ranks(b))[0, 1])


def _ranks(values: NDArray[np.float64]) -> NDArray[np.float64]:
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    ends = np.cumsum(counts)
    return np.asarray((ends - (counts - 1) / 2)[inverse], dtype=np.float64)


def fit(x: NDArray[np.float64], y: NDArray[np.float64]) -> dict[str, Any]:
    """Means, scales and weights of a ridge regression; the levels spread as the bands do."""
    means, scales = x.mean(0), x.std(0) + 1e-9
    z = (x - means) / scales
    weights = np.linalg.solve(z.T @ z + RIDGE * np.eye(z.shape[1]), z.T @ (y - y.mean()))
    weights *= y.std() / (z @ weights).std()
    rounded = {"means": means, "scales": scales, "weights": weights}
    return {"names": NAMES, "level": round(float(y.mean()), 3)} | {
        name: [round(float(v), 4) for v in values] for name, values in rounded.items()
    }


def levels(model: dict[str, Any], x: NDArray[np.float64]) -> NDArray[np.float64]:
    """The levels that a model gives."""
    z = (x - np.array(model["means"])) / np.array(model["scales"])
    return np.asarray(np.clip(model["level"] + z @ np.array(model["weights"]), EASIEST, HARDEST))


def read_rows(files: list[Path], cache: Path) -> list[dict[str, Any]]:
    """The rows of all files; those of an earlier run come from the cache."""
    known = {}
    if cache.exists():
        known = {row["name"]: row for row in map(json.loads, cache.read_text(encoding="utf8").splitlines())}
    rows = []
    with cache.open("a", encoding="utf8") as out:
        for file in files:
            for number, setup in enumerate(read_records(file.read_text(encoding="utf8"))):
                name = f"{file.stem} {setup.name or number}"
                if name not in known:
                    known[name] = {"name": name, "source": file.stem} | (row_of(setup) or {})
                    out.write(json.dumps(known[name]) + "\n")
                    out.flush()
                rows.append(known[name])
    return [row for row in rows if "features" in row]


def main() -> None:
    """Fits, reports, writes."""
    parser = command("grade", __doc__)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--out", type=Path, default=PACKAGE / "tsumego" / "make" / "grade.json")
    parser.add_argument("--cache", type=Path, default=Path("build/grade.jsonl"))
    options = parser.parse_args()
    options.cache.parent.mkdir(parents=True, exist_ok=True)
    rows = read_rows(options.files, options.cache)
    x = np.array([row["features"] for row in rows])
    y = np.array([BANDS[row["band"]] for row in rows])
    half = np.array([is_fitted(row["name"]) for row in rows])
    source = np.array([row["source"] for row in rows])
    model = fit(x[half], y[half])
    found = levels(model, x)
    report: dict[str, Any] = {"problems": len(rows)}
    for title, part in (("fitted", half), ("held_out", ~half)):
        report[title] = {"n": int(part.sum()), "spearman": round(rank_correlation(found[part], y[part]), 3)}
        for name in sorted(set(source)):
            chosen = part & (source == name)
            report[title][name] = round(rank_correlation(found[chosen], y[chosen]), 3)
    options.out.write_text(json.dumps(model, indent=1) + "\n", encoding="utf8")
    json.dump(report, sys.stdout, indent=1)
    print()


if __name__ == "__main__":
    main()
