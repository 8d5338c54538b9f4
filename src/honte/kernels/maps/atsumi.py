"""Atsumi on arrays: links between stones, groups, dame degrees, potentials, territory.

The definition, its constants and its reasons are in `honte.moyo.atsumi`; this is its compiled form. All
data lie in one int64 array `work` of named planes over a padded board: point (col, row) is cell
`(row + PAD) * width + col + PAD` with `width = cols + PAD`, so that a step of three never wraps. Values
are in tenths of a point, positive for Black. They are whole numbers, so the board's symmetries and the
exchange of colors hold exactly.
"""

from __future__ import annotations

import numpy as np

from honte.kernels.jit import kernel

PAD = 3
OFF = 2
"""The value of CELLS outside the board; 0 is vacant, 1 a black stone, -1 a white one."""

CELLS, PARENT, SIZE, QUEUE, MARK = 0, 1, 2, 3, 4
LINE = 5
"""LINE and LINE + 1: the value in tenths of Black's and White's connecting lines."""
POTENTIAL = 7
"""POTENTIAL and POTENTIAL + 1: Black's and White's potential, before normalizing."""
DEGREE = 9
"""DEGREE and DEGREE + 1: the dame degree for each color, in steps; FAR beyond the limit."""
BARRIER = 11
ATSUMI = 12
PLANES = 22
"""The planes from 13 on belong to `honte.kernels.maps.size`."""
FAR = 99

# Settings: cells of one int64 array, filled by honte.moyo.atsumi.
LAST_DEGREE, ENCLOSED_DEGREE, BACKGROUND, MOST_ORDINARY, EDGE_LINE = 0, 1, 2, 3, 4
CUTOFF, TERRITORY = 5, 6
SETTINGS = 7

# Columns of one link: offset of the far stone, kind, value, corridor.
LINK_ROWS, LINK_COLS, LINK_TOUGH, LINK_VALUE, LINK_COUNT, LINK_CORRIDOR = 0, 1, 2, 3, 4, 5
LINK_COLUMNS = 5 + 2 * 4


@kernel
def step_of(k, width):
    """Returns the step in direction 0 down, 1 up, 2 left or 3 right."""
    return -width if k == 0 else width if k == 1 else -1 if k == 2 else 1


@kernel
def _root(parent, p):
    """Returns the cell that names the group of p, and shortens the way to it."""
    while parent[p] != p:
        parent[p] = parent[parent[p]]
        p = parent[p]
    return p


@kernel
def _join(parent, p, q):
    """Makes the groups of p and q one, named by its lowest cell."""
    a, b = _root(parent, p), _root(parent, q)
    if a != b:
        parent[max(a, b)] = min(a, b)


@kernel
def _touched(cells, width, p, color):
    """Whether a stone of `color` stands orthogonally next to a cell."""
    return (
        cells[p + 1] == color
        or cells[p - 1] == color
        or cells[p + width] == color
        or cells[p - width] == color
    )


@kernel
def find_links(work, width, links):
    """Joins chains and linked stones into groups (PARENT, SIZE) and marks connecting lines (LINE)."""
    cells, parent, size = work[CELLS], work[PARENT], work[SIZE]
    area = cells.size
    for p in range(area):
        parent[p] = p
        size[p] = 0
        work[LINE, p] = 0
        work[LINE + 1, p] = 0
    for p in range(area):
        color = cells[p]
        if color == 0 or color == OFF:
            continue
        if cells[p + 1] == color:
            _join(parent, p, p + 1)
        if cells[p + width] == color:
            _join(parent, p, p + width)
        for k in range(links.shape[0]):
            q = p + links[k, LINK_ROWS] * width + links[k, LINK_COLS]
            if cells[q] == color:
                _try_link(work, width, links[k], p, q)
    for p in range(area):
        if cells[p] == 1 or cells[p] == -1:
            size[_root(parent, p)] += 1


@kernel
def _try_link(work, width, link, p, q):
    """Links two stones if the corridor between them is vacant and, unless tough, untouched."""
    cells = work[CELLS]
    color = cells[p]
    touched = False
    for i in range(link[LINK_COUNT]):
        cell = p + link[LINK_CORRIDOR + 2 * i] * width + link[LINK_CORRIDOR + 2 * i + 1]
        if cells[cell] != 0:
            return
        touched |= _touched(cells, width, cell, -color)
    if touched and link[LINK_TOUGH] == 0:
        return
    _join(work[PARENT], p, q)
    line = work[LINE] if color == 1 else work[LINE + 1]
    for i in range(link[LINK_COUNT]):
        cell = p + link[LINK_CORRIDOR + 2 * i] * width + link[LINK_CORRIDOR + 2 * i + 1]
        if not _touched(cells, width, cell, -color):
            line[cell] = max(line[cell], link[LINK_VALUE])


@kernel
def _clear_crossings(work):
    """Removes lines of both colors where they meet."""
    for p in range(work.shape[1]):
        if work[LINE, p] > 0 and work[LINE + 1, p] > 0:
            work[LINE, p] = 0
            work[LINE + 1, p] = 0


@kernel
def walk_on(cells, blocked, width, queue, tail, limit, far, steps):
    """Walks from the first `tail` cells of `queue` over vacant cells that are not blocked.

    Writes the number of steps, at most `limit`, where `steps` holds `far`.
    """
    head = 0
    while head < tail:
        p = queue[head]
        head += 1
        step = steps[p] + 1
        if step > limit:
            break
        for k in range(4):
            q = p + step_of(k, width)
            if cells[q] == 0 and steps[q] == far and blocked[q] == 0:
                steps[q] = step
                queue[tail] = q
                tail += 1


@kernel
def spread(work, width, color, least, most, limit, degree):
    """Fills `degree` with the dame degrees of the groups of `least` to `most` stones, up to `limit` steps.

    Stones of the other color block the way, and so do its connecting lines.
    """
    cells, queue = work[CELLS], work[QUEUE]
    enemy_line = work[LINE + 1] if color == 1 else work[LINE]
    tail = 0
    for p in range(cells.size):
        degree[p] = FAR
        if cells[p] == color:
            stones = work[SIZE, _root(work[PARENT], p)]
            if least <= stones <= most:
                degree[p] = 0
                queue[tail] = p
                tail += 1
    walk_on(cells, enemy_line, width, queue, tail, limit, FAR, degree)


@kernel
def find_potentials(work, width, classes, potentials, settings):
    """Fills POTENTIAL with each color's strongest potential on each point, and DEGREE with dame degrees."""
    degree = work[MARK]
    for side in range(2):
        color = 1 if side == 0 else -1
        potential = work[POTENTIAL + side]
        potential[:] = settings[BACKGROUND]
        for k in range(classes.size):
            most = classes[k + 1] - 1 if k + 1 < classes.size else FAR * FAR
            spread(work, width, color, classes[k], most, settings[LAST_DEGREE], degree)
            for p in range(degree.size):
                if 1 <= degree[p] <= settings[LAST_DEGREE]:
                    potential[p] = max(potential[p], potentials[k, degree[p] - 1])
        spread(work, width, color, 1, FAR * FAR, settings[ENCLOSED_DEGREE], work[DEGREE + side])


@kernel
def normalized(black, white, most):
    """Returns (B - W) / (B + W) in tenths, rounded, at most `most` in size."""
    whole = black + white
    if whole == 0:
        return 0
    size = min((20 * abs(black - white) + whole) // (2 * whole), most)
    return size if black > white else -size


@kernel
def _settle_values(work, settings):
    """Fills ATSUMI on vacant points: the value of a connecting line, or the normalized potential."""
    cells, atsumi = work[CELLS], work[ATSUMI]
    for p in range(cells.size):
        atsumi[p] = 0
        if cells[p] != 0:
            continue
        if work[LINE, p] > 0:
            atsumi[p] = work[LINE, p]
        elif work[LINE + 1, p] > 0:
            atsumi[p] = -work[LINE + 1, p]
        else:
            black, white = work[POTENTIAL, p], work[POTENTIAL + 1, p]
            atsumi[p] = normalized(black, white, settings[MOST_ORDINARY])


@kernel
def _free_around(cells, width, p, color):
    """Whether no stone of `color` stands on a cell's eight neighbors."""
    for dr in range(-1, 2):
        for dc in range(-1, 2):
            if cells[p + dr * width + dc] == color:
                return False
    return True


@kernel
def _edge_gaps(work, width, color, lines):
    """Adds to BARRIER the gaps between low stones and the edge without an enemy near them.

    A gap is shorter than `lines` points.
    """
    cells, barrier = work[CELLS], work[BARRIER]
    for p in range(cells.size):
        if cells[p] != color:
            continue
        for k in range(4):
            step = step_of(k, width)
            gap = 0
            q = p + step
            while gap < lines and cells[q] == 0 and _free_around(cells, width, q, -color):
                gap += 1
                q += step
            if 0 < gap < lines and cells[q] == OFF:
                while q != p:
                    q -= step
                    barrier[q] = 1


@kernel
def _claim(work, width, color, settings, loosely):
    """Makes closed areas a color's territory: behind stones alone, or `loosely` behind lines and gaps too."""
    cells, queue, mark, barrier = work[CELLS], work[QUEUE], work[MARK], work[BARRIER]
    degree = work[DEGREE] if color == 1 else work[DEGREE + 1]
    mark[:] = 0
    for start in range(cells.size):
        if cells[start] != 0 or mark[start] != 0 or (loosely and barrier[start] != 0):
            continue
        mark[start] = 1
        queue[0] = start
        head, tail, enemy, bounded, deepest = 0, 1, False, False, 0
        while head < tail:
            p = queue[head]
            head += 1
            deepest = max(deepest, degree[p])
            for k in range(4):
                q = p + step_of(k, width)
                if cells[q] == -color:
                    enemy = True
                elif cells[q] == color or (loosely and barrier[q] != 0):
                    bounded = True
                elif cells[q] == 0 and mark[q] == 0:
                    mark[q] = 1
                    queue[tail] = q
                    tail += 1
        if bounded and not enemy and (not loosely or deepest <= settings[ENCLOSED_DEGREE]):
            for i in range(tail):
                work[ATSUMI, queue[i]] = color * settings[TERRITORY]


@kernel
def _claim_walls(work, width, color, territory):
    """Adds to a closed area the lines and gaps that face no point outside."""
    cells, barrier, atsumi = work[CELLS], work[BARRIER], work[ATSUMI]
    for p in range(cells.size):
        if barrier[p] == 0:
            continue
        inside = True
        for k in range(4):
            q = p + step_of(k, width)
            open_point = cells[q] == 0 and barrier[q] == 0 and atsumi[q] != color * territory
            if open_point or cells[q] == -color:
                inside = False
        if inside:
            atsumi[p] = color * territory


@kernel
def find_territory(work, width, settings):
    """Fills ATSUMI with territory in closed areas; a solid wall closes nothing on a board without enemies."""
    cells, barrier = work[CELLS], work[BARRIER]
    black, white = False, False
    for p in range(cells.size):
        black |= cells[p] == 1
        white |= cells[p] == -1
    for side in range(2):
        color = 1 if side == 0 else -1
        for p in range(cells.size):
            barrier[p] = 1 if work[LINE + side, p] > 0 else 0
        _edge_gaps(work, width, color, settings[EDGE_LINE])
        _claim(work, width, color, settings, True)
        _claim_walls(work, width, color, settings[TERRITORY])
        if black and white:
            _claim(work, width, color, settings, False)


@kernel
def find_atsumi(work, width, links, classes, potentials, settings):
    """Fills ATSUMI (and the planes before it) from CELLS."""
    find_links(work, width, links)
    _clear_crossings(work)
    find_potentials(work, width, classes, potentials, settings)
    _settle_values(work, settings)
    find_territory(work, width, settings)


def padded(cols: int, rows: int) -> int:
    """Returns the number of cells of a padded board."""
    return (rows + 2 * PAD) * (cols + PAD) + 2 * PAD


def new_work(cols: int, rows: int) -> np.ndarray:
    """Returns a work array for one board size, with all points vacant and all other cells OFF."""
    work = np.zeros((PLANES, padded(cols, rows)), dtype=np.int64)
    work[CELLS] = OFF
    width = cols + PAD
    for row in range(rows):
        start = (row + PAD) * width + PAD
        work[CELLS, start : start + cols] = 0
    return work
