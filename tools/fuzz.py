"""Tries one door of honte for minutes with inputs that Atheris makes; a crash or a hang ends the run.

    pip install atheris
    python tools/fuzz.py sgf --minutes 10
    python tools/fuzz.py all --minutes 3         one after another

The doors are in `tests/fuzzing.py`: sgf, diagrams, gtp, samegame, http. An input that breaks one is written
to the current folder (crash-..., timeout-...); give it a place in `tests/test_fuzzing.py` when it is mended.
An input that takes more than 10 seconds counts as a hang, 2 GB of memory as a crash.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

HOME = Path(__file__).parents[1]
NAMES = ("sgf", "diagrams", "gtp", "samegame", "http")
HANG_SECONDS, MEMORY_MB, LONGEST = 10, 2048, 2000
"""What counts as a hang, what as too much memory, and the longest input in bytes."""


def main() -> None:
    """Tries one door in this process, or all of them in processes of their own."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("door", choices=(*NAMES, "all"))
    parser.add_argument("--minutes", type=float, default=10.0)
    options = parser.parse_args()
    if options.door == "all":
        failed = [name for name in NAMES if _process(name, options.minutes)]
        sys.exit(f"broken: {', '.join(failed)}" if failed else 0)
    _fuzz(options.door, options.minutes)


def _process(name: str, minutes: float) -> int:
    print(f"== {name}", flush=True)
    return subprocess.run([sys.executable, __file__, name, "--minutes", str(minutes)], check=False).returncode


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
