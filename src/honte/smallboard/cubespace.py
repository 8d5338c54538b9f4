"""Arrays for `backward`: which sets of stones have cubes on a board, and where these lie."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from honte.grid import Grid

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from honte.kernels.small.space import Space, Work


class Layout(NamedTuple):
    """The space of a board, and how much room everything takes, in words."""

    space: Space
    first: list[int]
    """The number of the first set, by its number of stones."""
    layers: list[int]
    """The place of the first cube, by the number of its stones."""
    ko_layers: list[int]
    ban_words: int
    widest: int
    """The words of the largest cube."""

    @property
    def words(self) -> int:
        """The words of all cubes."""
        return self.layers[-1]

    @property
    def layer_words(self) -> int:
        """The words of the largest layer."""
        return max(b - a for a, b in zip(self.layers, self.layers[1:], strict=False))

    @property
    def ko_words(self) -> int:
        """The words of the cubes of captures in the largest layer."""
        return max(b - a for a, b in zip(self.ko_layers, self.ko_layers[1:], strict=False))

    def work(self) -> Work:
        """A thread's own arrays."""
        import numpy as np

        from honte.kernels.small.space import LIST, Work

        # Room for one word more than the largest cube: the halves of a small cube are written in pairs.
        cubes = np.zeros((6, self.widest + 2), np.uint64)
        return Work(cubes, np.zeros(self.widest + 2, np.int32), np.zeros((6, LIST), np.int64))


def make_space(grid: Grid, keep: int) -> Layout:
    """Lists the sets of a board that hold the points `keep`, a mask without gaps between rows."""
    import numpy as np

    from honte.kernels.small.space import Space
    from honte.kernels.small.spaces import count_points, list_bans, list_kos, mark_least

    board = _board(grid, keep)
    images, turned = _symmetries(grid)
    least = np.zeros(1 << grid.size, np.bool_)
    mark_least(images, np.int64(keep), np.int64(_half()), least)
    masks = np.flatnonzero(least)
    counts = np.zeros(masks.size, np.int64)
    count_points(masks, counts)
    order = np.argsort(counts, kind="stable")
    sets, counts = masks[order], counts[order]
    number = np.full(1 << grid.size, -1, np.int32)
    number[sets] = np.arange(sets.size, dtype=np.int32)
    places = np.zeros(sets.size + 1, np.int64)
    np.cumsum(1 << np.maximum(grid.size - counts - 6, 0), out=places[1:])
    first = np.searchsorted(counts, np.arange(grid.size + 2))
    none, safe = np.zeros(0, np.int64), np.zeros(sets.size, np.bool_)
    total, ban_words = (int(x) for x in list_bans(board, sets, none, none, none))
    bans = np.zeros(sets.size + 1, np.int64), np.zeros(total, np.int64), np.zeros(total, np.int64)
    list_bans(board, sets, *bans)
    total, ko_words = (int(x) for x in list_kos(board, sets, none, none, none, none))
    kos = np.zeros(sets.size + 1, np.int64), *(np.zeros(total, np.int64) for _ in range(3))
    list_kos(board, sets, *kos)
    ko_places = np.append(kos[3], ko_words)
    return Layout(
        Space(board, images, turned, number, sets, places, safe, *bans, *kos),
        first.tolist(),
        places[first].tolist(),
        ko_places[kos[0][first]].tolist(),
        ban_words,
        int(1 << max(grid.size - keep.bit_count() - 6, 0)),
    )


def _half() -> int:
    from honte.kernels.small.space import HALF_BITS

    return HALF_BITS


def _board(grid: Grid, keep: int) -> NDArray[np.int64]:
    """The first array of a space."""
    import numpy as np

    full = (1 << grid.size) - 1
    columns = [sum(1 << row * grid.cols + col for row in range(grid.rows)) for col in (0, grid.cols - 1)]
    return np.array([grid.size, grid.cols, full, full & ~columns[0], full & ~columns[1], keep], np.int64)


def _symmetries(grid: Grid) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Where the symmetries of a grid take masks, in two parts, and points."""
    import numpy as np

    rank = {point: i for i, point in enumerate(grid.points)}
    turned = np.array([[rank[each(p)] for p in grid.points] for each in grid.symmetries], np.int64)
    half = _half()
    images = np.zeros((len(turned), 2, 1 << half), np.int64)
    for part in range(2):
        for p in range(part * half, min(grid.size, (part + 1) * half)):
            held = np.arange(1 << half) >> p - part * half & 1
            images[:, part] |= held << turned[:, p, None]
    return images, turned


def fill_safe(layout: Layout, grid: Grid, plane: Any) -> None:
    """Fills the cubes of the sets that have secured the whole board."""
    import numpy as np

    from honte.kernels.small.board import MAX_CHAINS
    from honte.kernels.small.spaces import mark_safe
    from honte.smallboard.geometry import geometry

    shape, space = geometry(grid), layout.space
    scratch = np.zeros(3 * MAX_CHAINS, np.uint64)
    mark_safe(
        space.sets, space.safe, plane, space.places, np.int64(grid.size), np.int64(grid.cols), shape.stride,
        shape.full, shape.thin, scratch,
    )  # fmt: skip
