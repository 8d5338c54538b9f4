"""Cutoff objects, cutoff numbers and enclosed equivalent size on arrays (paper 001, sections 4, 5).

The definitions are in `honte.moyo.size`; this is their compiled form, on the padded work array of
`honte.kernels.maps.atsumi`. Sizes are in hundredths of a point, positive for Black: whole numbers.
"""

from __future__ import annotations

import numpy as np

from honte.kernels.jit import kernel
from honte.kernels.maps.atsumi import (
    ATSUMI,
    CELLS,
    FAR,
    MARK,
    OFF,
    PAD,
    QUEUE,
    find_atsumi,
    step_of,
    walk_on,
)
from honte.kernels.maps.atsumi import CUTOFF as CUTOFF_TENTHS
from honte.kernels.maps.atsumi import TERRITORY as TERRITORY_TENTHS

OBJECT = 13
"""The kind of cutoff object on a cell, negative for White; 0 where there is none."""
LEG = 14
"""LEG and LEG + 1: the shortest leg of Black and of White that crosses a cell; FAR for none."""
FOOT = 16
"""One row for each edge (below, above, left, right): the color of the leg that stands at each place."""
NUMBER = 17
"""NUMBER and NUMBER + 1: Black's and White's cutoff numbers, in hundredths of a direction."""
ENCLOSED = 19
"""Enclosed equivalent size in hundredths."""
REGION = 20
"""1 and -1 where a cell is nearer to Black or White; filled only with REGION_DECIDES."""
SAVED = 21
"""The stones before a trial move."""

STONE, CUTOFF_POINT, TERRITORY, LEG_POINT, SPAN = 1, 2, 3, 4, 5

# Options: cells of one int64 array, filled by honte.moyo.size.
MAX_LEG, MAX_SPAN, OBJECT_SIZE, TERRITORY_SIZE = 0, 1, 2, 3
REGION_DECIDES, REACH, FADE, DIAGONALS, COMBINE, CURVE = 4, 5, 6, 7, 8, 9
"""CURVE is the first of five cells: the size at a difference of 0, 1, 2, 3 and 4 directions."""
OPTIONS = 14

# Totals: cells of the result of one evaluation, in hundredths of a point.
S, S_DROPPED, S_ATSUMI = 0, 1, 2


@kernel
def _leg_length(work, step, p, longest, tenths):
    """Returns the line n of a stone whose perpendicular reaches the edge; 0 when there is no leg.

    An opponent's stone or cutoff point (of at least `tenths`) on the way voids it; own stones do not.
    """
    cells, atsumi = work[CELLS], work[ATSUMI]
    color = cells[p]
    n, q = 1, p + step
    while cells[q] != OFF:
        n += 1
        if n > longest or cells[q] == -color or color * atsumi[q] <= -tenths:
            return 0
        q += step
    return n


@kernel
def _is_crossed(work, step, p, n):
    """Whether a leg of the opponent, as short or shorter, crosses this one."""
    enemy = work[LEG + 1] if work[CELLS, p] == 1 else work[LEG]
    crossed = False
    for i in range(1, n):
        crossed |= enemy[p + i * step] <= n
    return crossed


@kernel
def find_legs(work, width, options, tenths):
    """Marks leg points in OBJECT and the feet of legs in FOOT."""
    cells = work[CELLS]
    work[LEG] = FAR
    work[LEG + 1] = FAR
    work[FOOT] = 0
    # 1. All candidates: the shortest leg of each color on each cell.
    for p in range(cells.size):
        if cells[p] == 1 or cells[p] == -1:
            leg = work[LEG] if cells[p] == 1 else work[LEG + 1]
            for k in range(4):
                step = step_of(k, width)
                n = _leg_length(work, step, p, options[MAX_LEG], tenths)
                for i in range(1, n):
                    leg[p + i * step] = min(leg[p + i * step], n)
    # 2. Legs that no shorter or equal leg of the opponent crosses.
    edge = work.shape[1] // 4
    for p in range(cells.size):
        if cells[p] == 1 or cells[p] == -1:
            for k in range(4):
                step = step_of(k, width)
                n = _leg_length(work, step, p, options[MAX_LEG], tenths)
                if n == 0 or _is_crossed(work, step, p, n):
                    continue
                for i in range(1, n):
                    if work[OBJECT, p + i * step] == 0:
                        work[OBJECT, p + i * step] = cells[p] * LEG_POINT
                along = (p - PAD) % width if k < 2 else (p - PAD) // width - PAD
                work[FOOT, k * edge + along] = cells[p]


@kernel
def _span_is_open(work, start, along, inward, first, last, color):
    """Whether the opponent has nothing between two feet, up to the fourth line."""
    for i in range(first + 1, last):
        cell = start + i * along
        if work[CELLS, cell] != 0 or work[OBJECT, cell] * color < 0:
            return False
        for depth in range(4):
            inner = cell + depth * inward
            if work[CELLS, inner] == OFF:
                break
            if work[CELLS, inner] == -color:
                return False
    return True


@kernel
def find_spans(work, width, cols, rows, options):
    """Marks spans of one color in OBJECT: first-line points between neighboring feet of that color."""
    edge = work.shape[1] // 4
    origin = PAD * width + PAD
    for k in range(4):
        start = origin
        if k == 1:
            start = origin + (rows - 1) * width
        elif k == 3:
            start = origin + cols - 1
        along = 1 if k < 2 else width
        length = cols if k < 2 else rows
        before = -1
        for i in range(length):
            color = work[FOOT, k * edge + i]
            if color == 0:
                continue
            facing = before >= 0 and work[FOOT, k * edge + before] == color
            if facing and i - before - 1 <= options[MAX_SPAN]:
                inward = -step_of(k, width)
                if _span_is_open(work, start, along, inward, before, i, color):
                    for j in range(before + 1, i):
                        if work[OBJECT, start + j * along] == 0:
                            work[OBJECT, start + j * along] = color * SPAN
            before = i


@kernel
def find_objects(work, width, cols, rows, settings, options):
    """Fills OBJECT with stones, cutoff points, territory, legs and spans."""
    cells, atsumi, objects = work[CELLS], work[ATSUMI], work[OBJECT]
    for p in range(cells.size):
        objects[p] = 0
        if cells[p] == 1 or cells[p] == -1:
            objects[p] = cells[p] * STONE
        elif abs(atsumi[p]) >= settings[TERRITORY_TENTHS]:
            objects[p] = TERRITORY if atsumi[p] > 0 else -TERRITORY
        elif abs(atsumi[p]) >= settings[CUTOFF_TENTHS]:
            objects[p] = CUTOFF_POINT if atsumi[p] > 0 else -CUTOFF_POINT
    find_legs(work, width, options, settings[CUTOFF_TENTHS])
    find_spans(work, width, cols, rows, options)


@kernel
def _ray(work, step, p, options):
    """Returns the weight of one ray in hundredths of a direction, positive for Black; 0 at the edge."""
    cells, objects = work[CELLS], work[OBJECT]
    distance, q = 1, p + step
    while cells[q] != OFF and objects[q] == 0:
        distance += 1
        q += step
    if cells[q] == OFF:
        return 0
    weight = 100
    if options[REACH] > 0 and distance > options[REACH]:
        weight = 100 * options[REACH] // distance if options[FADE] != 0 else 0
    return weight if objects[q] > 0 else -weight


@kernel
def find_numbers(work, width, options):
    """Fills NUMBER with the cutoff numbers of the vacant points that are no cutoff objects."""
    cells, black, white = work[CELLS], work[NUMBER], work[NUMBER + 1]
    for p in range(cells.size):
        black[p] = 0
        white[p] = 0
        if cells[p] != 0 or work[OBJECT, p] != 0:
            continue
        for k in range(8 if options[DIAGONALS] != 0 else 4):
            if k < 4:
                step = step_of(k, width)
            else:
                step = (width if k < 6 else -width) + (1 if k % 2 == 0 else -1)
            weight = _ray(work, step, p, options)
            if weight > 0:
                black[p] += weight
            else:
                white[p] -= weight


@kernel
def curved(difference, options):
    """Returns the size, in hundredths, at a difference of cutoff numbers in hundredths, on the curve."""
    whole = abs(difference)
    low = min(whole // 100, 3)
    part = whole - 100 * low
    size = options[CURVE + low] * (100 - part) + options[CURVE + low + 1] * part
    size = (size + 50) // 100
    return size if difference > 0 else -size


@kernel
def combined(size, atsumi):
    """Combines two sizes in hundredths: the same color strengthens, the other color weakens."""
    if (size > 0) == (atsumi > 0) and size != 0 and atsumi != 0:
        both = abs(size) + abs(atsumi) - (abs(size) * abs(atsumi) + 50) // 100
        return both if size > 0 else -both
    return size + atsumi


@kernel
def find_regions(work, width):
    """Fills REGION by two unlimited walks that the other color's stones block."""
    cells, queue = work[CELLS], work[QUEUE]
    far = FAR * FAR
    for side in range(2):
        color = 1 if side == 0 else -1
        distance = work[MARK] if side == 0 else work[REGION]
        tail = 0
        for p in range(cells.size):
            distance[p] = far
            if cells[p] == color:
                distance[p] = 0
                queue[tail] = p
                tail += 1
        # Nothing but stones blocks: a vacant cell is 0 in CELLS itself.
        walk_on(cells, cells, width, queue, tail, far, far, distance)
    for p in range(cells.size):
        black, white = work[MARK, p], work[REGION, p]
        work[REGION, p] = 1 if black < white else -1 if white < black else 0


@kernel
def _size_at(work, p, options):
    """Returns the enclosed equivalent size of one vacant point, in hundredths."""
    kind = work[OBJECT, p]
    if abs(kind) == TERRITORY:
        return options[TERRITORY_SIZE] if kind > 0 else -options[TERRITORY_SIZE]
    if kind != 0:
        return options[OBJECT_SIZE] if kind > 0 else -options[OBJECT_SIZE]
    difference = work[NUMBER, p] - work[NUMBER + 1, p]
    if options[DIAGONALS] != 0:
        difference = (abs(difference) // 2) * (1 if difference > 0 else -1)
    size = curved(difference, options)
    if options[REGION_DECIDES] != 0 and size * work[REGION, p] < 0:
        size = -size
    if options[COMBINE] != 0:
        size = combined(size, 10 * work[ATSUMI, p])
    return size


@kernel
def evaluate(work, width, cols, rows, links, classes, potentials, settings, options, totals):
    """Fills every plane from CELLS, and `totals` with S and both readings of S'."""
    find_atsumi(work, width, links, classes, potentials, settings)
    find_objects(work, width, cols, rows, settings, options)
    find_numbers(work, width, options)
    if options[REGION_DECIDES] != 0:
        find_regions(work, width)
    totals[S] = 0
    totals[S_DROPPED] = 0
    totals[S_ATSUMI] = 0
    for p in range(work.shape[1]):
        work[ENCLOSED, p] = 0
        if work[CELLS, p] != 0:
            continue
        size = _size_at(work, p, options)
        work[ENCLOSED, p] = size
        totals[S] += size
        if work[ATSUMI, p] == 0:
            totals[S_DROPPED] += size
            totals[S_ATSUMI] += size
        else:
            totals[S_ATSUMI] += 10 * work[ATSUMI, p]


@kernel
def _take_if_dead(work, width, start):
    """Takes a chain off CELLS when it has no liberty."""
    cells, queue, mark = work[CELLS], work[QUEUE], work[MARK]
    color = cells[start]
    mark[:] = 0
    mark[start] = 1
    queue[0] = start
    head, tail = 0, 1
    while head < tail:
        p = queue[head]
        head += 1
        for k in range(4):
            q = p + step_of(k, width)
            if cells[q] == 0:
                return
            if cells[q] == color and mark[q] == 0:
                mark[q] = 1
                queue[tail] = q
                tail += 1
    for i in range(tail):
        cells[queue[i]] = 0


@kernel
def evaluate_moves(work, width, cols, rows, tables, options, color, moves, totals):
    """Fills `totals` for each of the legal `moves` (cells) of one color, after captures."""
    links, classes, potentials, settings = tables
    cells = work[CELLS]
    work[SAVED] = cells
    for i in range(moves.size):
        p = moves[i]
        cells[p] = color
        for k in range(4):
            q = p + step_of(k, width)
            if cells[q] == -color:
                _take_if_dead(work, width, q)
        _take_if_dead(work, width, p)  # suicide, under rules that allow it
        evaluate(work, width, cols, rows, links, classes, potentials, settings, options, totals[i])
        cells[:] = work[SAVED]


def no_totals(count: int) -> np.ndarray:
    """Returns room for the totals of `count` evaluations."""
    return np.zeros((count, 3), dtype=np.int64)
