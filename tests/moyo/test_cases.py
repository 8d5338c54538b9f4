"""Paper 001 on hand-made boards: tests/cases/moyo/moyo.txt."""

import pytest

from honte.core import Color
from honte.moyo.size import Kind, Moyo, moyo
from tests.caselib import Case, cases

KINDS = {
    "stones": Kind.STONE,
    "legs": Kind.LEG,
    "spans": Kind.SPAN,
    "lines": Kind.CUTOFF_POINT,
    "territory": Kind.TERRITORY,
}


@pytest.mark.smoke
@cases("moyo/moyo.txt")
def test_board(case: Case) -> None:
    found = moyo(case.board)
    if case.verb in KINDS:
        color, *points = case.args
        shown = found.objects(Color.parse(color), [KINDS[case.verb]])
        assert set(map(str, shown)) == set(points)
    elif case.verb == "totals":
        assert found.totals == tuple(map(float, case.args))
    elif case.verb == "groups":
        groups = [group for group in found.atsumi.groups if group.color is Color.parse(case.args[0])]
        assert len(groups) == int(case.args[1])
    else:
        check_point(found, *case.words)


def check_point(found: Moyo, verb: str, vertex: str, *value: str) -> None:
    point = found.grid.parse(vertex)
    if verb == "pair":
        assert found.pair(point) == tuple(map(int, value[0]))
    elif verb == "size":
        assert found.enclosed_size(point) == float(value[0])
    elif verb == "atsumi":
        assert found.atsumi[point] == float(value[0])
    else:
        assert verb == "absent"
        assert found.object_at(point) is None
