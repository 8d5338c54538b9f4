"""The kernel cache is keyed by all the source a kernel depends on; intrinsics work both ways."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from honte.kernels import families, jit

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
    for name, text in {
        "top": "from honte.kernels.middle import f",
        "middle": "from honte.kernels import low",
        "low": "x = 1",
        "apart": "x = 1",
    }.items():
        (tmp_path / f"{name}.py").write_text(text)
    monkeypatch.setattr(jit, "_FOLDER", tmp_path)

    def keys() -> dict[str, str]:
        jit.imported_kernels.cache_clear()
        jit.source_hash.cache_clear()
        return {name: jit.source_hash(name) for name in ("top", "middle", "low", "apart")}

    try:
        before = keys()
        assert jit.imported_kernels("top") == {"top", "middle", "low"}
        (tmp_path / "low.py").write_text("x = 2")
        after = keys()
    finally:
        jit.imported_kernels.cache_clear()
        jit.source_hash.cache_clear()
    assert {name for name in before if before[name] != after[name]} == {"top", "middle", "low"}


def test_typed_constants_stay_unsigned() -> None:
    from honte.kernels.intrinsics import U64_0, U64_1

    assert U64_0.dtype == U64_1.dtype == np.uint64


def test_a_family_is_made_ready_once(monkeypatch: pytest.MonkeyPatch) -> None:
    warmed: list[str] = []
    monkeypatch.setattr(families, "_ready", set())
    monkeypatch.setattr(families, "warm_family", lambda family: warmed.append(family.name))
    families.ready("playouts")
    families.ready("playouts")
    assert warmed == ["playouts"]
