"""Gives a strategy other moves where it would make a board for the second time.

A proof under simple ko may bring a board back although another move wins as fast. `mend` finds such a move
and writes it into the engine's table, so that the next walk follows it. Books are made this way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from honte.core import BLACK, Board, Position
from honte.smallboard.engine import State
from honte.smallboard.laws import SIMPLE

if TYPE_CHECKING:
    from honte.smallboard.superko import Strategy

TRY_NODES = 2_000_000
"""The most nodes spent on one other move."""


def mend(strategy: Strategy, faults: list[tuple[int, int]]) -> bool:
    """Changes the strategy's table for each pair (earlier, later) of one board; True when all are changed."""
    changed: set[int] = set()
    return all(_mend_one(strategy, earlier, later, changed) for earlier, later in faults)


def _mend_one(strategy: Strategy, earlier: int, later: int, changed: set[int]) -> bool:
    engine = strategy.engine
    path = _path(strategy, earlier, later)
    own_turns = [number for number in reversed(path[:-1]) if strategy.nodes["turn"][number] == 0]
    if any(engine.key_of(_state(strategy, number)) in changed for number in own_turns):
        return True
    for number in own_turns:
        if _change(strategy, number):
            changed.add(engine.key_of(_state(strategy, number)))
            return True
    return False


def _state(strategy: Strategy, number: int) -> State:
    node = strategy.nodes[number]
    return State(int(node["own"]), int(node["opp"]), int(node["ko"]), prover_first=bool(node["turn"] == 0))


def _path(strategy: Strategy, earlier: int, later: int) -> list[int]:
    """The numbers of the positions from one to the other, by a shortest way."""
    came_from, ahead = {earlier: earlier}, [earlier]
    for number in ahead:
        for child in strategy.children(number):
            if child not in came_from:
                came_from[child] = number
                ahead.append(child)
        if later in came_from:
            break
    path = [later]
    while path[-1] != earlier:
        path.append(came_from[path[-1]])
    return path[::-1]


def _change(strategy: Strategy, number: int) -> bool:
    """Finds another move that wins within the same depth and makes it the table's move."""
    engine, node, state = strategy.engine, strategy.nodes[number], _state(strategy, number)
    grid, depth = engine.grid, int(node["depth"])
    ko = grid.point_of(state.ko.bit_length() - 1) if state.ko else None
    position = Position(Board(grid, state.own, state.opp), BLACK, ko)
    for point in position.legal_moves(SIMPLE):
        if grid.bit(point) == int(node["reply"]):
            continue
        after = position.play_unchecked(point)
        banned = 0 if after.ko is None else grid.bit(after.ko)
        child = State(after.board.black_mask, after.board.white_mask, banned, prover_first=False)
        if engine.prove(child, int(strategy.goal), depth - 1, TRY_NODES).value >= strategy.goal:
            engine.prefer(state, int(strategy.goal), depth, point)
            return True
    return False
