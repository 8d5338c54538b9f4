"""The kernel cache is keyed by all the source a kernel depends on; intrinsics work both ways."""

import os
import re
import subprocess
import sys
from pathlib import Path

import numba
import numpy as np
import pytest
from numba.core.caching import NullCache

from honte.kernels import control, jit
from honte.search import warm

INTRINSICS = """
import numpy as np
from numba import njit
from honte.kernels.intrinsics import atomic_add, atomic_load, atomic_store, ctz, popcount

@njit
def use(cells, word):
    atomic_store(cells, 1, 40)
    before = atomic_add(cells, 1, 2)
    return popcount(word), ctz(word), before, atomic_load(cells, 1)

print([int(x) for x in use(np.zeros(3, np.int64), np.uint64(0xF0))])
"""


@pytest.mark.parametrize("disabled", ["0", "1"])
def test_intrinsics_compiled_and_plain(disabled: str) -> None:
    environment = {**os.environ, "NUMBA_DISABLE_JIT": disabled}
    ran = subprocess.run(
        [sys.executable, "-c", INTRINSICS], capture_output=True, text=True, check=True, env=environment
    )
    assert ran.stdout == "[4, 4, 40, 42]\n"


def test_the_key_follows_imports_at_any_depth(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "family").mkdir()
    for name, text in {
        "family/top": "from honte.kernels.family.middle import f",
        "family/middle": "from honte.kernels.family import low",
        "family/low": "from honte.kernels import base",
        "base": "x = 1",
        "apart": "x = 1",
    }.items():
        (tmp_path / f"{name}.py").write_text(text)
    monkeypatch.setattr(jit, "_FOLDER", tmp_path)
    chain = {tmp_path / f"{name}.py" for name in ("family/top", "family/middle", "family/low", "base")}

    def keys() -> dict[Path, str]:
        jit.sources.cache_clear()
        jit.source_hash.cache_clear()
        return {file: jit.source_hash(file) for file in (*chain, tmp_path / "apart.py")}

    try:
        before = keys()
        assert jit.sources(tmp_path / "family" / "top.py") == chain
        (tmp_path / "base.py").write_text("x = 2")
        after = keys()
    finally:
        jit.sources.cache_clear()
        jit.source_hash.cache_clear()
    assert {file for file in before if before[file] != after[file]} == chain


def test_the_key_of_every_search_follows_its_control_cells() -> None:
    cells = Path(jit.__file__).with_name("control.py")
    for name in (
        "go/playout",
        "go/tree",
        "local/dfpn",
        "local/tree",
        "gold/search",
        "small/search",
        "tiles/exact",
    ):
        assert cells in jit.sources(Path(jit.__file__).parent / f"{name}.py"), name


def test_kernels_name_the_control_cells() -> None:
    """A cell is a name of kernels/control.py, or `cell`, which a search counts from such a name."""
    used = re.compile(r"(?:\bcontrol\[|atomic_\w+\(control, )(\w+)")
    cells = {name for name in vars(control) if name.isupper()} | {"cell"}
    seen = set()
    for file in Path(jit.__file__).parent.rglob("*.py"):
        for line in file.read_text(encoding="utf8").splitlines():
            found = set(used.findall(line))
            assert found <= cells, f"{file.name}: {line.strip()}"
            seen |= found
    assert seen >= {"STOP", "NODE_LIMIT", "NODES", "ENOUGH", "cell"}


def test_kernels_import_nothing_that_the_key_does_not_follow() -> None:
    for file in Path(jit.__file__).parent.rglob("*.py"):
        for line in file.read_text(encoding="utf8").splitlines():
            if line.startswith(("from honte", "import honte")):
                assert line.startswith("from honte.kernels"), f"{file.name}: {line}"


def test_typed_constants_stay_unsigned() -> None:
    from honte.kernels.intrinsics import U64_0, U64_1

    assert U64_0.dtype == U64_1.dtype == np.uint64


def test_a_family_is_made_ready_once(monkeypatch: pytest.MonkeyPatch) -> None:
    warmed: list[str] = []
    monkeypatch.setattr(warm, "_ready", set())
    monkeypatch.setattr(warm, "_families", {})
    warm.warms("tiny")(lambda: warmed.append("tiny"))
    warm.ready("tiny")
    warm.ready("tiny")
    assert warmed == ["tiny"]


@jit.kernel
def _doubled(n):
    return 2 * n


@jit.kernel
def _caller(n):
    return _doubled(3) + _doubled(4) + _doubled(n)


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="nothing is compiled in plain Python")
def test_a_number_written_in_a_call_compiles_nothing_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_caller, "_cache", NullCache())  # what is loaded from the disk compiles no parts
    assert _caller(5) == 24
    assert len(_doubled.parts.signatures) == 1
