"""Hashes of boards, and seeds of random games."""

from __future__ import annotations

import numpy as np

from honte.kernels.go.layout import U1, U2
from honte.kernels.jit import kernel

SIDE_KEY = np.uint64(0xD1B54A32D192ED03)
"""Xor to a board's `hash` when White is to play, to hash a situation instead of a board."""

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_A = np.uint64(0xBF58476D1CE4E5B9)
_MIX_B = np.uint64(0x94D049BB133111EB)
_S27, _S30, _S31, _S32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)


@kernel
def mix(word):
    """Hashes a counter into 64 well mixed bits, by the finalizer of SplitMix64."""
    word = word * _GOLDEN + _GOLDEN
    word = (word ^ (word >> _S30)) * _MIX_A
    word = (word ^ (word >> _S27)) * _MIX_B
    return word ^ (word >> _S31)


@kernel
def stone_key(p, color):
    """Returns the Zobrist key of one stone."""
    return mix((np.uint64(p) << U2) + np.uint64(color))


@kernel
def shape_key(cols, rows):
    """Returns the hash of an empty board of this shape."""
    return mix((np.uint64(cols) << _S32) + np.uint64(rows))


@kernel
def seed_of(seed, number):
    """Returns the first state of the xorshift generator of game `number` of a run; never 0."""
    return mix(mix(np.uint64(seed)) ^ np.uint64(number)) | U1
