"""The maps of a board: neighbors at the edge."""

from honte.kernels.maps import factors as kernels


def test_points_know_their_place() -> None:
    table = kernels.neighbor_table(3, 2)
    assert {int(q) for q in table[0] if q >= 0} == {1, 3}
    assert {int(q) for q in table[4] if q >= 0} == {1, 3, 5}
