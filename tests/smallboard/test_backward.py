"""Won positions backwards from the end: those of the exact tables, in as few moves as the search needs."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from honte.errors import InputError
from honte.grid import Grid, Point
from honte.search.budget import Budget
from honte.smallboard.backward import Backward
from honte.smallboard.checker import check
from honte.smallboard.engine import Engine, State
from honte.smallboard.everything import Conquest, SweepReport
from honte.smallboard.mending import Followed, followed
from honte.smallboard.oracle import oracle_of


def swept(grid: Grid, keep: int = 0, threads: int = 1) -> Backward:
    sweeps = Backward(grid, keep, Budget(threads=threads))
    while sweeps.sweep():
        pass
    return sweeps


def boards(size: int) -> Iterator[tuple[int, int]]:
    """Every placing of stones of two colors, as masks without gaps."""
    for own in range(1 << size):
        rest = (1 << size) - 1 & ~own
        opp = rest
        while True:
            yield own, opp
            if not opp:
                break
            opp = opp - 1 & rest


def on_grid(grid: Grid, mask: int) -> int:
    return sum(grid.bit(point) for i, point in enumerate(grid.points) if mask >> i & 1)


def faults(grid: Grid) -> list[tuple[int, int]]:
    """Positions, the prover to play, for which the sweeps and the exact table differ."""
    sweeps, oracle, wrong = swept(grid), oracle_of(grid), []
    for own, opp in boards(grid.size):
        try:
            value = oracle.forced(on_grid(grid, own), on_grid(grid, opp), 0, prover_first=True)
        except InputError:  # cannot stand
            continue
        if sweeps.won(own, opp) != (value == grid.size):
            wrong.append((own, opp))
    return wrong


@pytest.mark.smoke
def test_won_positions_are_those_of_the_exact_table_2x2() -> None:
    assert faults(Grid(2, 2)) == []


@pytest.mark.parametrize("shape", [(1, 5), (2, 3), (3, 2), (2, 4), (3, 3)])
def test_won_positions_are_those_of_the_exact_table(shape: tuple[int, int]) -> None:
    assert faults(Grid(*shape)) == []


@pytest.mark.slow
@pytest.mark.parametrize("shape", [(2, 5), (3, 4), (4, 3)])
def test_won_positions_are_those_of_the_exact_table_on_larger_boards(shape: tuple[int, int]) -> None:
    assert faults(Grid(*shape)) == []


def test_a_position_is_won_by_as_few_moves_as_the_search_needs() -> None:
    grid, rng = Grid(4, 4), random.Random(1)
    engine, sweeps = Engine(grid, Budget(memory_mb=16)), Backward(grid)
    tried = [
        (own, rng.getrandbits(16) & rng.getrandbits(16) & ~own) for own in rng.sample(range(1 << 16), 400)
    ]
    tried = [(own, opp) for own, opp in tried if stands(grid, own, opp)]
    for moves in range(1, 5):
        sweeps.sweep()
        for own, opp in tried:
            state = State(on_grid(grid, own), on_grid(grid, opp))
            proved = engine.prove(state, 16, 2 * moves - 1).value == 16
            assert sweeps.won(own, opp) == proved


def stands(grid: Grid, own: int, opp: int) -> bool:
    """Whether every chain has a liberty."""
    own, opp = on_grid(grid, own), on_grid(grid, opp)
    empty = grid.full_mask & ~(own | opp)
    chains = [*grid.component_masks(own), *grid.component_masks(opp)]
    return all(grid.neighbors_mask(chain) & empty for chain in chains)


def test_threads_find_the_same() -> None:
    assert counts(1) == counts(2)
    assert len(counts(1)) == 20


def counts(threads: int) -> list[int]:
    """What each sweep of 4x4 finds, to the last."""
    sweeps, found = Backward(Grid(4, 4), 0, Budget(threads=threads)), [1]
    while found[-1]:
        found.append(sweeps.sweep())
    return found[1:]


def test_a_point_that_is_kept_is_never_given_up() -> None:
    grid = Grid(3, 3)
    kept, free = swept(grid, keep=1 << 4), swept(grid)
    won = [(own, opp) for own, opp in boards(9) if stands(grid, own, opp) and kept.won(own, opp)]
    assert won
    assert all(own >> 4 & 1 and free.won(own, opp) for own, opp in won)


@pytest.mark.parametrize(("shape", "first", "positions"), [((3, 3), "B2", 5), ((3, 5), "B3", 689)])
def test_a_conquest_goes_on_where_it_stopped_and_its_book_holds(
    tmp_path: Path, shape: tuple[int, int], first: str, positions: int
) -> None:
    budget = Budget()

    def stop(report: SweepReport) -> None:
        if report.moves == 2:
            budget.stop()

    grid, point = Grid(*shape), Point.parse(first)
    begun = Conquest(grid, point, tmp_path, budget)
    assert not begun.run(stop)
    assert [report.moves for report in begun.reports] == [1, 2]
    conquest = Conquest(grid, point, tmp_path, Budget())
    assert conquest.run()
    assert conquest.reports[-1].answered == grid.size - 1
    book = conquest.book()
    assert book is not None
    assert len(book) == positions
    assert book.superko
    assert check(book)[1] is None


def test_a_book_with_a_rule_is_followed_from_each_of_its_positions_images_apart(tmp_path: Path) -> None:
    conquest = Conquest(Grid(3, 5), Point.parse("B3"), tmp_path, Budget())
    assert conquest.run()
    book, engine = conquest.book(), Engine(Grid(3, 5), Budget(memory_mb=8))
    assert book is not None
    orbits, one = followed(book, engine), Followed(engine, book)
    assert orbits.complete
    for number in range(0, orbits.used, 97):
        assert one.clear_after(orbits.state_of(number))


def test_answers_to_a_stone_are_those_of_the_exact_table(tmp_path: Path) -> None:
    conquest, oracle = Conquest(Grid(3, 3), Point.parse("B2"), tmp_path, Budget()), oracle_of(Grid(3, 3))
    assert conquest.run(whole=True)
    assert conquest.ended
    answers = conquest.answers()
    assert len(answers) == 2
    for point, wins in answers.items():
        own, opp = conquest.grid.bit(conquest.first), conquest.grid.bit(point)
        assert wins == (oracle.forced(own, opp, 0, prover_first=False) == 9)


def test_a_folder_belongs_to_one_claim(tmp_path: Path) -> None:
    Conquest(Grid(3, 3), Point.parse("B2"), tmp_path, Budget()).run()
    with pytest.raises(InputError, match="another claim"):
        Conquest(Grid(3, 3), Point.parse("A2"), tmp_path, Budget())


def test_a_stone_that_does_not_take_everything_ends_the_sweeps(tmp_path: Path) -> None:
    conquest = Conquest(Grid(3, 3), Point.parse("A1"), tmp_path, Budget())
    assert not conquest.run()
    assert conquest.ended
    assert conquest.book() is None


def test_boards_over_25_points_are_refused() -> None:
    with pytest.raises(InputError, match="30 points; expected 25 at most"):
        Backward(Grid(5, 6))
