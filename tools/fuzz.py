"""Tries one door of honte for minutes with inputs that Atheris makes; a crash or a hang ends the run.

    pip install atheris
    python tools/fuzz.py sgf --minutes 10
    python tools/fuzz.py all --minutes 3         one after another

The doors are in `tests/fuzzing.py`: sgf, diagrams, gtp, samegame, http. An input that breaks one is written
to the current folder (crash-..., timeout-...); give it a place in `tests/test_fuzzing.py` when it is mended.
An input that takes more than 10 seconds counts as a hang, 2 GB of memory as a crash. Standard output is one
JSON object: how many inputs were tried at each door, for docs/results/figures.json.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HOME = Path(__file__).parents[1]
NAMES = ("sgf", "diagrams", "gtp", "samegame", "http")
HANG_SECONDS, MEMORY_MB, LONGEST = 10, 2048, 2000
"""What counts as a hang, what as too much memory, and the longest input in bytes."""
_TRIED = re.compile(r"stat::number_of_executed_units:\s*(\d+)")


def main() -> None:
    """Tries doors one after another, each in a process of its own, which ends with its last input."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("door", choices=(*NAMES, "all"))
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.here:
        _fuzz(options.door, options.minutes)
        return
    doors = NAMES if options.door == "all" else (options.door,)
    ended = {name: _process(name, options.minutes) for name in doors}
    print(json.dumps({name: tried for name, (_, tried) in ended.items()}))
    failed = [name for name, (status, _) in ended.items() if status]
    sys.exit(f"broken: {', '.join(failed)}" if failed else 0)


def _process(name: str, minutes: float) -> tuple[int, int | None]:
    """The exit status of a process that tries one door, and how many inputs it tried, where it says so."""
    print(f"== {name}", file=sys.stderr, flush=True)
    command = [sys.executable, __file__, name, "--minutes", str(minutes), "--here"]
    tried = None
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, errors="replace") as process:
        assert process.stderr is not None
        for line in process.stderr:
            sys.stderr.write(line)
            tried = int(found[1]) if (found := _TRIED.search(line)) else tried
    return process.returncode, tried


def _fuzz(name: str, minutes: float) -> None:
    sys.path.insert(0, str(HOME))
    folder = Path(tempfile.mkdtemp(prefix="honte-fuzz-"))
    os.environ |= {"HONTE_DATA": str(folder / "data"), "HONTE_CONFIG": str(folder / "none")}
    import atheris

    with atheris.instrument_imports(include=["honte"], exclude=_compiled()):
        from tests.fuzzing import SEEDS, TARGETS

        for seed in SEEDS[name]:  # what they import is instrumented
            TARGETS[name](seed)
    corpus = folder / "corpus"
    corpus.mkdir()
    for number, seed in enumerate(SEEDS[name]):
        (corpus / str(number)).write_bytes(seed)
    limits = [f"-max_total_time={round(60 * minutes)}", f"-timeout={HANG_SECONDS}", f"-max_len={LONGEST}"]
    atheris.Setup(
        [
            sys.argv[0],
            str(corpus),
            *limits,
            f"-rss_limit_mb={MEMORY_MB}",
            "-print_final_stats=1",
            "-verbosity=0",
        ],
        TARGETS[name],
    )
    atheris.Fuzz()


def _compiled() -> list[str]:
    """The modules of kernels: Numba compiles them, so nothing can watch their paths."""
    source = HOME / "src"
    files = (source / "honte" / "kernels").rglob("*.py")
    return [".".join(file.relative_to(source).with_suffix("").parts) for file in files]


if __name__ == "__main__":
    main()
