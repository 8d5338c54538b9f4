"""A second, slow set of rules that shares no code with honte: lists, recursion, nothing clever.

It exists to be compared with: the compiled board and the mask board must both agree with it.
"""

from __future__ import annotations

EMPTY, B, W = ".", "X", "O"
Rows = tuple[str, ...]
History = tuple[tuple[Rows, str], ...]


def neighbors(rows: Rows, x: int, y: int) -> list[tuple[int, int]]:
    around = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
    return [(i, j) for i, j in around if 0 <= j < len(rows) and 0 <= i < len(rows[0])]


def chain_and_liberties(rows: Rows, x: int, y: int) -> tuple[set[tuple[int, int]], set[tuple[int, int]]]:
    color, chain, liberties, todo = rows[y][x], {(x, y)}, set(), [(x, y)]
    while todo:
        for i, j in neighbors(rows, *todo.pop()):
            if rows[j][i] == EMPTY:
                liberties.add((i, j))
            elif rows[j][i] == color and (i, j) not in chain:
                chain.add((i, j))
                todo.append((i, j))
    return chain, liberties


def paint(rows: Rows, points: set[tuple[int, int]], letter: str) -> Rows:
    return tuple(
        "".join(letter if (x, y) in points else old for x, old in enumerate(row))
        for y, row in enumerate(rows)
    )


def play(rows: Rows, x: int, y: int, color: str) -> Rows | None:
    """The rows after a stone, its captures and its suicide; None on an occupied point."""
    if rows[y][x] != EMPTY:
        return None
    other = W if color == B else B
    after = paint(rows, {(x, y)}, color)
    for i, j in neighbors(rows, x, y):
        if after[j][i] == other:
            chain, liberties = chain_and_liberties(after, i, j)
            if not liberties:
                after = paint(after, chain, EMPTY)
    chain, liberties = chain_and_liberties(after, x, y)
    return after if liberties else paint(after, chain, EMPTY)


def count_paths(
    rows: Rows, depth: int, *, ko: str, suicide: bool, color: str = B, history: History | None = None
) -> int:
    """How many legal sequences of `depth` moves (passes included) there are under a ko rule."""
    history = history or ((rows, color),)
    if depth == 0:
        return 1
    other = W if color == B else B

    def onwards(after: Rows) -> int:
        past = (*history, (after, other))
        return count_paths(after, depth - 1, ko=ko, suicide=suicide, color=other, history=past)

    total = onwards(rows)
    for y in range(len(rows)):
        for x in range(len(rows[0])):
            after = play(rows, x, y, color)
            if after is None or after == rows or (after[y][x] == EMPTY and not suicide):
                continue
            if not repeats(after, other, history, ko):
                total += onwards(after)
    return total


def repeats(rows: Rows, to_play: str, history: History, ko: str) -> bool:
    if ko == "positional":
        return any(old == rows for old, _ in history)
    if ko == "situational":
        return (rows, to_play) in history
    if len(history) < 2 or ko == "none":
        return False
    # Simple ko: the board just before the opponent's last move may not come back by one stone for one.
    before, now = "".join(history[-2][0]), "".join(history[-1][0])
    return before == "".join(rows) and sum(a != b for a, b in zip(before, now, strict=True)) == 2
