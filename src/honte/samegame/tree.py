"""The problem set's own searches, in plain Python: the tree of configurations by DFS or BFS, and an
evaluation at a depth limit.

They serve reading and comparison, not strength: each node copies a board (about 20,000 nodes a second).
`dfs` walks the whole tree and remembers no position; `bfs` keeps one node for each configuration of a
level, so it visits transpositions once but holds a level in memory; `depth_limited` looks a few moves
ahead, plays the best first move and looks again. All stop with the budget and return the best sequence
found. For strength use `honte.samegame.solve`.
"""

from __future__ import annotations

from collections.abc import Callable

from honte.grid import Point
from honte.kernels.control import NODES
from honte.samegame.board import Board
from honte.samegame.game import replay
from honte.samegame.scoring import STANDARD, Scoring
from honte.samegame.solution import Solution
from honte.search.budget import Budget

Evaluation = Callable[[Board, Scoring], float]


def potential(board: Board, scoring: Scoring) -> float:
    """The points a position may still give: its present groups, and half of each color as one group.

    >>> potential(Board.parse("1122\\n1122"), STANDARD) > potential(Board.parse("1212\\n1122"), STANDARD)
    True
    """
    now = sum(scoring.points(group.size) for group in board.groups())
    if board.is_over:
        return scoring.end(board)
    dreams = sum(scoring.points(count) for count in board.color_counts.values())
    single = any(count == 1 for count in board.color_counts.values())
    return now + dreams / 2 - (scoring.clear_bonus / 2 if single else 0)


class _Tree:
    """What the three walks share: the budget, the sense of better, the best list so far."""

    def __init__(self, board: Board, scoring: Scoring, budget: Budget, method: str, *, lowest: bool) -> None:
        self.board, self.scoring, self.budget, self.method = board, scoring, budget, method
        self.sign = -1 if lowest else 1
        self.best: tuple[int, tuple[Point, ...]] | None = None

    def visit(self) -> bool:
        """Counts a node; False once the budget is spent."""
        self.budget.control[NODES] += 1
        limit = self.budget.nodes
        return not self.budget.stopped and (limit is None or self.budget.visited <= limit)

    def offer(self, score: int, moves: tuple[Point, ...]) -> None:
        """Keeps a finished game if it is the best."""
        if self.best is None or score * self.sign > self.best[0] * self.sign:
            self.best = score, moves

    def finish(self, moves: tuple[Point, ...]) -> tuple[Point, ...]:
        """Completes a list by taking the largest (or smallest) group each time."""
        board = replay(self.board, moves, self.scoring).boards[-1]
        while groups := board.groups():
            move = max(groups, key=lambda group: group.size * self.sign).move
            board, _ = board.remove(move)
            moves = (*moves, move)
        return moves

    def solution(self, *, proved: bool) -> Solution:
        moves = self.best[1] if self.best else self.finish(())
        score = replay(self.board, moves, self.scoring).score
        return Solution(
            self.board, moves, score, self.method, self.scoring, proved, self.sign < 0,
            self.budget.visited, self.budget.elapsed,
        )  # fmt: skip


def dfs(
    board: Board, scoring: Scoring = STANDARD, budget: Budget | None = None, *, lowest: bool = False
) -> Solution:
    """Walks the whole tree of move sequences, depth first; for boards of about 12 tiles.

    >>> dfs(Board.parse("121\\n112\\n212")).score
    1009
    """
    tree = _Tree(board, scoring, budget or Budget(), "dfs", lowest=lowest)

    def walk(here: Board, points: int, moves: tuple[Point, ...]) -> bool:
        if not tree.visit():
            return False
        groups = here.groups()
        if not groups:
            tree.offer(points + scoring.end(here), moves)
        for group in groups:
            after, size = here.remove(group.move)
            if not walk(after, points + scoring.points(size), (*moves, group.move)):
                return False
        return True

    with tree.budget.running():
        return tree.solution(proved=walk(board, 0, ()))


def bfs(
    board: Board, scoring: Scoring = STANDARD, budget: Budget | None = None, *, lowest: bool = False
) -> Solution:
    """Walks the tree level by level, with one node and its best score for each configuration of a level.

    >>> bfs(Board.parse("121\\n112\\n212")).score
    1009
    """
    tree = _Tree(board, scoring, budget or Budget(), "bfs", lowest=lowest)
    level: dict[Board, tuple[int, tuple[Point, ...]]] = {board: (0, ())}
    done = True
    with tree.budget.running():
        while level and done:
            level, done = _next_level(tree, level)
        if not done and tree.best is None and level:
            points, moves = max(level.values(), key=lambda node: node[0] * tree.sign)
            tree.best = points, tree.finish(moves)
        return tree.solution(proved=done)


def _next_level(
    tree: _Tree, level: dict[Board, tuple[int, tuple[Point, ...]]]
) -> tuple[dict[Board, tuple[int, tuple[Point, ...]]], bool]:
    """All configurations one move further; the old level again if the budget ends on the way."""
    after: dict[Board, tuple[int, tuple[Point, ...]]] = {}
    for here, (points, moves) in level.items():
        if not tree.visit():
            return level, False
        groups = here.groups()
        if not groups:
            tree.offer(points + tree.scoring.end(here), moves)
        for group in groups:
            child, size = here.remove(group.move)
            total = points + tree.scoring.points(size)
            if child not in after or total * tree.sign > after[child][0] * tree.sign:
                after[child] = total, (*moves, group.move)
    return after, True


def depth_limited(
    board: Board,
    scoring: Scoring = STANDARD,
    budget: Budget | None = None,
    *,
    depth: int = 2,
    evaluation: Evaluation = potential,
    lowest: bool = False,
) -> Solution:
    """Looks `depth` moves ahead, values what it sees, plays the best first move, and looks again.

    >>> depth_limited(Board.parse("121\\n112\\n212")).score
    1009
    """
    tree = _Tree(board, scoring, budget or Budget(), f"depth-limited {depth}", lowest=lowest)

    def look(here: Board, left: int) -> float:
        groups = here.groups()
        if not left or not groups or not tree.visit():
            return tree.sign * (evaluation(here, scoring) if groups else scoring.end(here))
        return max(_gain(here, group.move, left) for group in groups)

    def _gain(here: Board, move: Point, left: int) -> float:
        after, size = here.remove(move)
        return tree.sign * scoring.points(size) + look(after, left - 1)

    moves: tuple[Point, ...] = ()
    here = board
    with tree.budget.running():
        while (groups := here.groups()) and tree.visit():
            move = max((group.move for group in groups), key=lambda m: _gain(here, m, depth))
            here, _ = here.remove(move)
            moves = (*moves, move)
        tree.offer(0, tree.finish(moves))
        return tree.solution(proved=False)
