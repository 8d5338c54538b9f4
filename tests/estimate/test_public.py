"""The packages for estimating, moyo and counting: their public names, and an import without NumPy."""

import importlib
import subprocess
import sys

import pytest

PACKAGES = {
    "honte.estimate": """
        DEFAULT MODELS Distances Model Ownership PlayoutView Setting best_k calibrated estimate grown_k
        influence_map likely_dead model_named stage_of swing_points symmetric_playouts territory_targets
        without_dead""",
    "honte.moyo": """
        COORDINATES FIGURES PAPER Change CutoffObject Figure Framework Kind Moyo Options Totals after_moves
        best_near figure move_changes moyo vertex_in""",
    "honte.counting": "FinalCount OpenBorder Verdict count_given final_count find_dead judge",
}


@pytest.mark.parametrize("name", PACKAGES)
def test_public_names(name: str) -> None:
    package = importlib.import_module(name)
    assert package.__all__ == PACKAGES[name].split()
    assert [public for public in package.__all__ if not hasattr(package, public)] == []


@pytest.mark.parametrize("name", PACKAGES)
def test_a_public_name_hides_no_module(name: str) -> None:
    """`honte.moyo.atsumi` is a module: a function of that name in the package would hide it."""
    package = importlib.import_module(name)
    for public in package.__all__:
        assert f"{name}.{public}" not in sys.modules


@pytest.mark.parametrize("name", PACKAGES)
def test_the_import_loads_no_compiled_code(name: str) -> None:
    check = f"import sys, {name}; print(*sorted({{'numpy', 'numba'}} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", check], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""
