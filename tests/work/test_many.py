"""benchmarks/many.py solves what it says."""

import json
import subprocess
import sys
from pathlib import Path

HOME = Path(__file__).parents[2]


def test_two_processes_solve_every_problem() -> None:
    command = ["benchmarks/many.py", "--workers", "2", "--rounds", "1", "--limit", "4", "--json"]
    done = subprocess.run([sys.executable, *command], cwd=HOME, capture_output=True, text=True, check=True)
    found = json.loads(done.stdout.splitlines()[-1])
    assert (found["2"]["items"], found["2"]["failed"]) == (4, 0)
