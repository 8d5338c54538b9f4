"""Bit arrays of sets, against plain Python sets."""

from __future__ import annotations

import random

import numpy as np
import pytest
from numpy.typing import NDArray

from honte.kernels.small.cubes import (
    ADD,
    ALL,
    KEEP,
    PUT,
    copy_face,
    face,
    is_empty,
    lay_face,
    none_more,
    reorder,
    set_face,
)

SIZES = [1, 3, 5, 6, 7, 9]


def cube_of(members: set[int], dims: int) -> NDArray[np.uint64]:
    words = np.zeros(max(1, 1 << dims - 6) + 2 if dims > 6 else 3, np.uint64)
    for y in members:
        words[y >> 6] |= np.uint64(1 << (y & 63))
    return words


def members_of(cube: NDArray[np.uint64], dims: int) -> set[int]:
    return {y for y in range(1 << dims) if int(cube[y >> 6]) >> (y & 63) & 1}


def room(dims: int) -> NDArray[np.uint64]:
    return cube_of(set(), dims)


def some(rng: random.Random, dims: int) -> set[int]:
    return {y for y in range(1 << dims) if rng.random() < 0.4}


def spread(z: int, free: list[int]) -> int:
    """The subset of the cube that member z of a face stands for."""
    return sum(1 << d for k, d in enumerate(free) if z >> k & 1)


def a_face(rng: random.Random, dims: int) -> tuple[int, int, list[int]]:
    fixed = rng.randrange(1 << dims)
    free = [d for d in range(dims) if not fixed >> d & 1]
    return fixed, fixed & rng.randrange(1 << dims), free


@pytest.mark.smoke
@pytest.mark.parametrize("dims", SIZES)
def test_a_face_has_the_members_with_the_given_values(dims: int) -> None:
    rng = random.Random(dims)
    for _ in range(10):
        members, (fixed, ones, free) = some(rng, dims), a_face(rng, dims)
        out = room(dims)
        face(cube_of(members, dims), 0, dims, fixed, ones, out, room(dims))
        assert members_of(out, len(free)) == {
            z for z in range(1 << len(free)) if spread(z, free) | ones in members
        }


@pytest.mark.parametrize("how", [ADD, KEEP, PUT])
@pytest.mark.parametrize("dims", SIZES)
def test_a_face_is_laid_over_its_part_of_a_cube_only(dims: int, how: int) -> None:
    rng = random.Random(dims)
    for _ in range(10):
        members, (fixed, ones, free) = some(rng, dims), a_face(rng, dims)
        part = some(rng, len(free))
        cube, laid = cube_of(members, dims), cube_of(part, dims)
        lay_face(cube, 0, dims, fixed, ones, laid, room(dims), how)
        over = {spread(z, free) | ones for z in range(1 << len(free))}
        new = {spread(z, free) | ones for z in part}
        old = members & over
        expected = {ADD: old | new, KEEP: old & new, PUT: new}[how]
        assert members_of(cube, dims) == members - over | expected


@pytest.mark.parametrize("dims", SIZES)
def test_faces_are_filled_emptied_and_copied(dims: int) -> None:
    rng = random.Random(dims)
    for _ in range(10):
        members, (fixed, ones, _) = some(rng, dims), a_face(rng, dims)
        over = {y for y in range(1 << dims) if y & fixed == ones}
        for value in (ALL, np.uint64(0)):
            cube = cube_of(members, dims)
            set_face(cube, 0, dims, fixed, ones, value)
            assert members_of(cube, dims) == members - over | (over if value else set())
        cube = cube_of(members, dims)
        copy_face(cube, dims, fixed)
        expected = {y for y in range(1 << dims) if (y & ~fixed if y & fixed == fixed else y) in members}
        assert members_of(cube, dims) == expected


@pytest.mark.parametrize("dims", SIZES)
def test_dimensions_come_in_another_order(dims: int) -> None:
    rng = random.Random(dims)
    for _ in range(10):
        members, source = some(rng, dims), rng.sample(range(dims), dims)
        out, at, order = room(dims), np.zeros(32, np.int64), np.zeros(1 << dims, np.int32)
        reorder(cube_of(members, dims), dims, np.array(source, np.int64), at, order, out)
        expected = {y for y in range(1 << dims) if spread(y, source) in members}
        assert members_of(out, dims) == expected


@pytest.mark.parametrize("dims", SIZES)
def test_only_sets_stay_that_bear_one_more_point(dims: int) -> None:
    rng = random.Random(dims)
    members = {y for y in range(1 << dims) if rng.random() < 0.8}
    left_out = rng.randrange(1 << dims)
    out = cube_of(set(range(1 << dims)), dims)
    none_more(cube_of(members, dims), dims, left_out, out)
    assert members_of(out, dims) == {
        y
        for y in range(1 << dims)
        if all(y | 1 << d in members for d in range(dims) if not (y | left_out) >> d & 1)
    }
    assert is_empty(cube_of(set(), dims), 0, dims)
    assert not is_empty(cube_of({(1 << dims) - 1}, dims), 0, dims)
