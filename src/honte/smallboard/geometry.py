"""The border between grids and the small-board kernels: arrays of one board shape, made once.

Everything that a kernel needs of a grid (stride, full mask, symmetries as weights) is laid out here.
Nothing in this module decides anything about Go.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from honte.errors import InputError
from honte.grid import Grid, Point

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MAX_POINTS = 30
"""The most points that fit one exact 64-bit key: two bits for each point, one for the side to play."""


class Geometry(NamedTuple):
    """What kernels need of one grid; all masks use the grid's own bits."""

    grid: Grid
    stride: Any
    full: Any
    thin: bool
    """One point wide: the secured test then allows no inner points."""
    bits: NDArray[np.uint64]
    """The bit index of each point, row by row from the lower left."""
    images: NDArray[np.uint64]
    """images[j, i]: the bit index to which symmetry j takes bit i."""
    sources: NDArray[np.uint64]
    """sources[j, i]: the bit index that symmetry j takes to bit i."""
    base3: NDArray[np.int64]
    """base3[j, i]: the weight of bit i in the base-3 number of a board under symmetry j."""
    base4: NDArray[np.uint64]
    """base4[i, j]: the same for the search's key, two bits for each point, laid out to add eight at once."""
    spots: NDArray[np.uint64]
    """spots[i]: the mask of bit i in a numbering of the points without gaps between rows."""


@cache
def geometry(grid: Grid) -> Geometry:
    """The arrays of a grid; raises InputError above MAX_POINTS."""
    import numpy as np

    check_size(grid)
    rank = {point: i for i, point in enumerate(grid.points)}
    count = len(grid.symmetries)
    images = np.zeros((8, 64), np.uint64)
    sources = np.zeros((8, 64), np.uint64)
    base3 = np.zeros((count, 64), np.int64)
    base4 = np.zeros((64, 8), np.uint64)
    spots = np.zeros(64, np.uint64)
    for point in grid.points:
        spots[bit_index(grid, point)] = 1 << rank[point]
    for j in range(8):
        symmetry = grid.symmetries[j % count]
        for point in grid.points:
            i, image = bit_index(grid, point), symmetry(point)
            images[j, i] = bit_index(grid, image)
            sources[j, bit_index(grid, image)] = i
            base4[i, j] = 1 << 2 * rank[image]
            if j < count and grid.size <= 16:
                base3[j, i] = 3 ** rank[image]
    return Geometry(
        grid,
        np.uint64(grid.stride),
        np.uint64(grid.full_mask),
        min(grid.cols, grid.rows) == 1,
        np.array([bit_index(grid, point) for point in grid.points], np.uint64),
        images,
        sources,
        base3,
        base4,
        spots,
    )


def check_size(grid: Grid, limit: int = MAX_POINTS) -> None:
    """Raises InputError when a board has too many points for exact work."""
    if grid.size > limit:
        raise InputError(f"a {grid.cols}x{grid.rows} board has {grid.size} points; the limit is {limit}")


def bit_index(grid: Grid, point: Point) -> int:
    """The number of a point's bit in the masks of its grid."""
    return point.row * grid.stride + point.col
