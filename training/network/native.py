"""Builds `board.cpp` with the machine's C++ compiler and calls it with NumPy arrays.

The library is kept in the temporary folder under a name made from its source, so that it is built once.
Every function works on many games or boards at once, on all cores unless `THREADS` says otherwise.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

SOURCE = Path(__file__).with_name("board.cpp")
FLAGS = ["-O3", "-march=native", "-std=c++17", "-shared", "-fPIC", "-pthread"]
THREADS = int(os.environ.get("HONTE_TRAIN_THREADS", os.cpu_count() or 1))


def has_compiler() -> bool:
    """Whether this machine can build the library."""
    return shutil.which("g++") is not None


@cache
def library() -> ctypes.CDLL:
    """The compiled board, built on first use."""
    key = hashlib.sha256(SOURCE.read_bytes() + " ".join(FLAGS).encode()).hexdigest()[:16]
    built = Path(tempfile.gettempdir()) / f"honte-board-{os.getuid()}-{key}.so"
    if not built.exists():
        part = built.with_suffix(f".{os.getpid()}")
        subprocess.run(["g++", *FLAGS, str(SOURCE), "-o", str(part)], check=True)
        part.replace(built)
    return ctypes.CDLL(str(built))


def _address(array: NDArray[np.generic]) -> ctypes.c_void_p:
    assert array.flags.c_contiguous
    return ctypes.c_void_p(array.ctypes.data)


def replay_games(
    moves: NDArray[np.uint16], start: NDArray[np.int64], side: int
) -> tuple[NDArray[np.uint8], NDArray[np.int32]]:
    """Codes of every position, and how many moves of each game are legal.

    Game g has one row more than moves (its last position) and begins at row `start[g] + g`.
    """
    games = len(start) - 1
    codes = np.zeros((len(moves) + games, side * side), dtype=np.uint8)
    played = np.zeros(games, dtype=np.int32)
    library().replay_games(
        _address(moves),
        _address(start),
        ctypes.c_int64(games),
        side,
        _address(codes),
        _address(played),
        THREADS,
    )
    return codes, played


def settle_boards(
    stones: NDArray[np.uint8], colors: NDArray[np.uint8], side: int, *, playouts: int, seed: int
) -> NDArray[np.int8]:
    """Final owners of many boards: +1 Black, -1 White, 0 nobody."""
    owners = np.zeros(stones.shape, dtype=np.int8)
    library().settle_boards(
        _address(stones), _address(colors), ctypes.c_int64(len(stones)), side, playouts,
        ctypes.c_uint64(seed), _address(owners), THREADS,
    )  # fmt: skip
    return owners


def play_moves(
    stones: NDArray[np.uint8],
    ko: NDArray[np.int16],
    colors: NDArray[np.uint8],
    moves: NDArray[np.int16],
    side: int,
) -> None:
    """Plays one move on each board, in place."""
    library().play_moves(
        _address(stones), _address(ko), _address(colors), _address(moves),
        ctypes.c_int64(len(stones)), side, THREADS,
    )  # fmt: skip


def view_boards(
    stones: NDArray[np.uint8], ko: NDArray[np.int16], colors: NDArray[np.uint8], side: int
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Codes of many boards, and where each mover may play without filling an eye of its own."""
    codes, open_points = np.zeros_like(stones), np.zeros_like(stones)
    library().view_boards(
        _address(stones), _address(ko), _address(colors), ctypes.c_int64(len(stones)), side,
        _address(codes), _address(open_points), THREADS,
    )  # fmt: skip
    return codes, open_points


def stones_of(codes: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The stones behind codes: 0 empty, 1 Black, 2 White."""
    return np.array([0, 1, 1, 1, 1, 2, 2, 2, 2, 0], dtype=np.uint8)[codes]
