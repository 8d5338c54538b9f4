"""Simulated annealing over SameGame move lists.

A list is the order in which all tiles go (`order`), with the place where each group begins (`marks`). A
trial changes one place of the present list and replays the rest by the tiles' names: it clicks each tile in
turn that is still there and has a neighbor of its color. So a trial keeps every part of the plan that can
still be played, also after a group is split or joined. It clicks again the tiles that stood alone, and
removes the rest at random. Positions are kept after every few groups, so a replay starts near the change.

`state` holds the number of groups and the value of the present list.
"""

from __future__ import annotations

import math

import numpy as np

from honte.kernels.control import STOP
from honte.kernels.intrinsics import atomic_load
from honte.kernels.jit import kernel
from honte.kernels.tiles.board import TILE_BITS, TILE_MASK, copy_words, random_below, remove_group

STEP = 4
"""Groups of the present list between two positions that are kept."""

# Cells of `state`.
GROUPS, VALUE, BEST, BEST_GROUPS, ACCEPTED = range(5)
# Cells of `weights`: the clearing bonus while annealing and by the rules; 1 to maximize, -1 to minimize.
SOFT_BONUS, BONUS, SIGN = range(3)
# Cells of `mix`: upper limits, in percent, of the kinds of change; then their reaches, in groups.
DELAY, ADVANCE, COLOR, DROP, REACH, COLOR_REACH = range(6)


@kernel
def random_tile(board, shift, rng):
    """Returns a random tile of a random column; -1 on an empty board."""
    c = np.int64(board.right[0])
    columns = 0
    while board.height[c] > 0:
        columns += 1
        c = np.int64(board.right[c])
    if columns == 0:
        return np.int64(-1)
    c = np.int64(board.right[0])
    for _ in range(random_below(rng, columns)):
        c = np.int64(board.right[c])
    return np.int64(board.cell[(c << shift) + random_below(rng, np.int64(board.height[c]))] & TILE_MASK)


@kernel
def list_moves(board, shift, cells, tabu):
    """Lists the cells with a neighbor of their color above or to the right, the tabu color last.

    Returns the number of cells without the tabu color, and of all cells.
    """
    free = 0
    total = 0
    c = np.int64(board.right[0])
    while board.height[c] > 0:
        base = c << shift
        c = np.int64(board.right[c])
        side = c << shift
        for r in range(np.int64(board.height[base >> shift])):
            color = board.cell[base + r] >> TILE_BITS
            if board.cell[base + r + 1] >> TILE_BITS == color or board.cell[side + r] >> TILE_BITS == color:
                cells[total] = base + r
                if color != tabu:
                    cells[total] = cells[free]
                    cells[free] = base + r
                    free += 1
                total += 1
    return free, total


@kernel
def finish(board, shift, stack, points, rng, order, marks, at, groups, cells):
    """Plays at random to the end, the most frequent color last; returns the number of tiles and groups."""
    tabu = 1
    for color in range(2, 10):
        if board.color_count[color] > board.color_count[tabu]:
            tabu = color
    while board.count > 1:
        free, total = list_moves(board, shift, cells, tabu)
        if total == 0:
            break
        pick = random_below(rng, free) if free > 0 else random_below(rng, total)
        tile = board.cell[cells[pick]] & TILE_MASK
        marks[groups] = at
        groups += 1
        at += remove_group(board, tile, shift, stack, points, order, at)
    marks[groups] = at
    return at, groups


@kernel
def end_value(board, bonus, penalty):
    """Returns the points with the bonus for clearing the board, or minus the penalty for tiles left."""
    if board.count == 0:
        return board.score + bonus
    value = board.score
    for color in range(1, 10):
        value -= penalty[board.color_count[color]]
    return value


@kernel
def present_value(kept_words, trial, trial_words, order, marks, groups, shift, stack, points, bonus,
                  penalty, new_order):  # fmt: skip
    """Returns the value of the present list under new weights."""
    slot = groups // STEP
    copy_words(trial_words, 0, kept_words, slot)
    for k in range(slot * STEP, groups):
        remove_group(trial[0], order[marks[k]], shift, stack, points, new_order, marks[k])
    return end_value(trial[0], bonus, penalty)


@kernel
def copy_tiles(todo, m, order, begin, end):
    """Appends order[begin:end] to todo; returns the new length."""
    for k in range(begin, end):
        todo[m] = order[k]
        m += 1
    return m


@kernel
def change_list(order, marks, n, i, kind, mix, colors, todo, rng):
    """Writes the tiles to click from group i on, changed in one way; returns their number."""
    end = marks[n]
    if kind >= mix[DROP]:  # the rest as it is, after a random move
        return copy_tiles(todo, 0, order, marks[i], end)
    if kind >= mix[COLOR]:  # without group i
        return copy_tiles(todo, 0, order, marks[i + 1], end)
    reach = mix[COLOR_REACH] if kind >= mix[ADVANCE] else mix[REACH]
    j = min(n - 1, i + 1 + random_below(rng, min(reach, n)))
    m = 0
    if kind < mix[DELAY]:  # group i after group j
        m = copy_tiles(todo, m, order, marks[i + 1], marks[j + 1])
        m = copy_tiles(todo, m, order, marks[i], marks[i + 1])
    elif kind < mix[ADVANCE]:  # group j before group i
        m = copy_tiles(todo, m, order, marks[j], marks[j + 1])
        m = copy_tiles(todo, m, order, marks[i], marks[j])
    else:  # all groups of i's color up to j after the others
        color = colors[order[marks[i]]]
        for k in range(i, j + 1):
            if colors[order[marks[k]]] != color:
                m = copy_tiles(todo, m, order, marks[k], marks[k + 1])
        for k in range(i, j + 1):
            if colors[order[marks[k]]] == color:
                m = copy_tiles(todo, m, order, marks[k], marks[k + 1])
    return copy_tiles(todo, m, order, marks[j + 1], end)


@kernel
def click_all(board, todo, m, shift, stack, points, order, marks, at, groups, words):
    """Clicks tiles in turn; moves those that stand alone to the front of `todo` for later.

    Positions after every STEP groups go to words[1 + groups // STEP]. Returns the number of waiting tiles,
    of removed tiles and of groups.
    """
    waiting = 0
    for k in range(m):
        tile = todo[k]
        size = remove_group(board, tile, shift, stack, points, order, at)
        if size > 1:
            marks[groups] = at
            groups += 1
            at += size
            if groups % STEP == 0:
                copy_words(words, 1 + groups // STEP, words, 0)
        elif size == 1:
            todo[waiting] = tile
            waiting += 1
    return waiting, at, groups


@kernel
def click_plan(board, todo, m, shift, stack, points, order, marks, at, groups, words):
    """Clicks tiles in turn, then those that stood alone until no more go; returns tiles and groups."""
    waiting, at, groups = click_all(board, todo, m, shift, stack, points, order, marks, at, groups, words)
    before = groups - 1
    while waiting > 1 and groups != before:
        before = groups
        waiting, at, groups = click_all(
            board, todo, waiting, shift, stack, points, order, marks, at, groups, words
        )
    return at, groups


@kernel
def copy_list(order, marks, new_order, new_marks, group, tile, groups, tiles):
    """Copies a list from its group and tile on, up to `groups` groups and `tiles` tiles."""
    for k in range(tile, tiles):
        order[k] = new_order[k]
    for k in range(group, groups + 1):
        marks[k] = new_marks[k]


@kernel
def keep_positions(
    board, kept_words, trial_words, order, marks, new_order, shift, stack, points, slot, sure, groups
):
    """Keeps every STEP-th position of an accepted list; positions after random moves are replayed for it."""
    for k in range(slot + 1, sure // STEP + 1):
        copy_words(kept_words, k, trial_words, k + 1)
    if groups // STEP > sure // STEP:
        copy_words(trial_words, 0, kept_words, sure // STEP)
        for k in range(sure // STEP * STEP, groups):
            remove_group(board, order[marks[k]], shift, stack, points, new_order, marks[k])
            if (k + 1) % STEP == 0:
                copy_words(kept_words, (k + 1) // STEP, trial_words, 0)


@kernel
def anneal(
    kept_words, trial, trial_words, order, marks, new_order, new_marks, todo, cells, stack, colors, points,
    soft_penalty, penalty, weights, rng, shift, heat, cooling, trials, mix, state, best_order, best_marks,
    control,
):  # fmt: skip
    """Makes `trials` trials from the present list; each multiplies the heat by `cooling`.

    Returns the number of trials made before the control cell STOP ended them.
    """
    board = trial[0]
    for step in range(trials):
        if step & 255 == 0 and atomic_load(control, STOP) != 0:
            return step
        heat *= cooling
        n = state[GROUPS]
        # 1. Change one place and replay up to it from the nearest kept position.
        i = random_below(rng, n)
        kind = random_below(rng, 100)
        m = change_list(order, marks, n, i, kind, mix, colors, todo, rng)
        slot = i // STEP
        copy_words(trial_words, 0, kept_words, slot)
        for k in range(slot * STEP, i):
            remove_group(board, order[marks[k]], shift, stack, points, new_order, marks[k])
        at = marks[i]
        groups = i
        if kind >= mix[DROP]:
            todo[m] = random_tile(board, shift, rng)
            waiting, at, groups = click_all(
                board, todo[m : m + 1], 1, shift, stack, points, new_order, new_marks, at, groups, trial_words
            )
            if waiting:
                continue
        # 2. Click the rest of the plan, then again the tiles that stood alone, then at random.
        at, groups = click_plan(
            board, todo, m, shift, stack, points, new_order, new_marks, at, groups, trial_words
        )
        sure = groups
        at, groups = finish(board, shift, stack, points, rng, new_order, new_marks, at, groups, cells)
        # 3. Accept the new list or not.
        value = end_value(board, weights[SOFT_BONUS], soft_penalty) * weights[SIGN]
        worse = np.float64(state[VALUE] - value)
        if worse > 0 and math.exp(-worse / heat) * 1048576.0 <= random_below(rng, 1048576):
            continue
        state[ACCEPTED] += 1
        state[VALUE] = value
        state[GROUPS] = groups
        copy_list(order, marks, new_order, new_marks, i, marks[i], groups, at)
        final = end_value(board, weights[BONUS], penalty) * weights[SIGN]
        keep_positions(
            board, kept_words, trial_words, order, marks, new_order, shift, stack, points, slot, sure, groups
        )
        # 4. Remember the best list by its value under the rules.
        if final > state[BEST]:
            state[BEST] = final
            state[BEST_GROUPS] = groups
            copy_list(best_order, best_marks, order, marks, 0, 0, groups, at)
    return trials
