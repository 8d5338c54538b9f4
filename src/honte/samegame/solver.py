"""One-player SameGame: the anytime search and the solver that tries to prove its answer.

`search` anneals (any board, any budget, one or more threads, resumable). `solve_exactly` proves its
answer. `solve` gives a small board to the exact search first and anneals what that leaves open.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

from honte.errors import InputError
from honte.kernels.control import NODE_LIMIT, NODES
from honte.samegame.anneal import COLD, HOT, RESUME_HOT, SLICE, SLICES, Chain, Progress
from honte.samegame.board import Board
from honte.samegame.exact import HIGHEST, LOWEST, ExactSearch
from honte.samegame.game import replay
from honte.samegame.scoring import STANDARD, Scoring
from honte.samegame.solution import Solution
from honte.search.budget import Budget, run_threads
from honte.search.warm import warms

DEFAULT_SECONDS = 10.0
"""The time limit of a search whose budget has no limit."""
EXACT_TILES = 100
"""`solve` gives boards of at most this many tiles to the exact search."""
WARM_TRIALS = 30_000
"""Trials of annealing that give the exact search its first lower bound."""
FIRST_NODES = 1_000_000
"""Nodes of the exact search after which a better lower bound is sought."""
MORE_CHAINS, MORE_TRIALS = 8, 100_000
"""That better bound comes from annealing with this many other seeds, this many trials each (about a
second)."""

Watch = Callable[[Progress], object]


def search(
    board: Board,
    *,
    scoring: Scoring = STANDARD,
    lowest: bool = False,
    budget: Budget | None = None,
    seed: int = 0,
    resume: Solution | None = None,
    watch: Watch | None = None,
    cpu_seconds: float | None = None,
) -> Solution:
    """Anneals within the budget (10 seconds if it has no limit); the best sequence found is never proved.

    Each thread anneals its own list; the best one is the answer. `cpu_seconds` limits the processor time
    of each thread in place of the wall clock. `resume` starts from a saved sequence.

    >>> search(Board.random(5, 5, 3, seed=1), budget=Budget(nodes=20_000)).score
    1073
    """
    budget = budget or Budget()
    resume = _fit(resume, board, scoring, lowest=lowest)
    if board.is_over:
        return Solution(board, (), scoring.end(board), "anneal", scoring, lowest=lowest)
    team = _Team(board, scoring, budget, seed, resume, cpu_seconds, lowest=lowest)
    run_threads(budget, team.tasks(), None if watch is None else lambda: watch(team.progress()))
    return team.solution()


class _Team:
    """The chains of one search, one for each thread."""

    def __init__(
        self, board: Board, scoring: Scoring, budget: Budget, seed: int, resume: Solution | None,
        cpu_seconds: float | None, *, lowest: bool,
    ) -> None:  # fmt: skip
        self.board, self.scoring, self.budget, self.lowest = board, scoring, budget, lowest
        self.resume, self.cpu_seconds = resume, cpu_seconds
        self.seconds = budget.seconds
        if budget.seconds is None and budget.nodes is None and cpu_seconds is None:
            self.seconds = DEFAULT_SECONDS
        self.best: Solution | None = None
        self.chains = [
            Chain(board, scoring, seed * 1_000_003 + thread, lowest=lowest)
            for thread in range(budget.threads)
        ]
        for chain in self.chains:  # before the clock starts, so that loading kernels costs no budget
            chain.begin(resume.moves if resume else ())
            chain.run(0, 1.0, 1.0, Budget())
            self._report(chain)

    def tasks(self) -> list[Callable[[], None]]:
        return [partial(self._walk, chain) for chain in self.chains]

    def _walk(self, chain: Chain) -> None:
        """Anneals one chain from hot to cold over the whole budget."""
        hot = chain.scale * (RESUME_HOT if self.resume else HOT)
        cold = chain.scale * COLD
        share = None if self.budget.nodes is None else self.budget.nodes // self.budget.threads
        started, done = self._clock(), 0
        while not self.budget.stopped:
            trials = SLICE if share is None else min(SLICE, share // SLICES + 1, share - done)
            part = self._part(started, done, share)
            if trials <= 0 or part >= 1:
                break
            heat = hot * (cold / hot) ** part
            cooling = 1.0 if share is None else (cold / hot) ** (1 / share)
            chain.harden(part)
            made = chain.run(trials, heat, cooling, self.budget)
            done += made
            self.budget.control[NODES] += made
            self._report(chain)

    def _clock(self) -> float:
        return time.monotonic() if self.cpu_seconds is None else time.thread_time()

    def _part(self, started: float, done: int, share: int | None) -> float:
        """The part of the budget that is spent, from 0 to 1."""
        limit = self.seconds if self.cpu_seconds is None else self.cpu_seconds
        by_time = (self._clock() - started) / limit if limit else 0.0 if limit is None else 1.0
        return max(by_time, done / share if share else 0.0)

    def _report(self, chain: Chain) -> None:
        """Takes over a chain's best list if it is better than all so far."""
        candidate = Solution(self.board, (), chain.best_score, "anneal", self.scoring, lowest=self.lowest)
        if candidate.beats(self.best):
            self.best = candidate.but(moves=chain.best_moves())

    def progress(self) -> Progress:
        best = self.best
        score, moves = (best.score, best.moves) if best else (0, ())
        return Progress(score, moves, self.budget.visited, self.budget.elapsed)

    def solution(self) -> Solution:
        assert self.best is not None
        return self.best.but(nodes=self.budget.visited, seconds=self.budget.elapsed)


def _fit(saved: Solution | None, board: Board, scoring: Scoring, *, lowest: bool) -> Solution | None:
    """A saved sequence with its score for this task; raises a GoError if it belongs to another board."""
    if saved is None:
        return None
    if saved.board != board:
        raise InputError("the saved sequence belongs to another board")
    score = replay(board, saved.moves, scoring).score
    return saved.but(scoring=scoring, lowest=lowest, score=score, proved=False)


def solve_exactly(
    board: Board,
    *,
    scoring: Scoring = STANDARD,
    lowest: bool = False,
    budget: Budget | None = None,
    start: Solution | None = None,
) -> Solution:
    """Proves the best sequence; when the budget ends first, the answer is the best one so far, not proved.

    >>> solve_exactly(Board.random(5, 5, 3, seed=1)).proved
    True
    """
    budget = budget or Budget()
    start = _fit(start, board, scoring, lowest=lowest)
    if start is None:
        start = search(board, scoring=scoring, lowest=lowest, budget=Budget(nodes=WARM_TRIALS))
    if board.is_over:
        return start.but(proved=True, method="exact")
    engine = _engine(board, scoring, budget, lowest=lowest)
    [answer] = run_threads(budget, [partial(_prove, engine, board, scoring, budget, start)])
    return answer.but(method="exact", nodes=budget.visited, seconds=budget.elapsed)


def _engine(board: Board, scoring: Scoring, budget: Budget, *, lowest: bool) -> ExactSearch:
    """The exact search; it loads its kernels before any clock starts."""
    engine = ExactSearch(board, scoring, LOWEST if lowest else HIGHEST, budget.memory_mb)
    engine.run(board, Budget(), depth=0)
    return engine


def _prove(engine: ExactSearch, board: Board, scoring: Scoring, budget: Budget, start: Solution) -> Solution:
    """Searches for anything better than `start`; a hard board gets a better start after FIRST_NODES."""
    limit = budget.nodes or 0
    budget.control[NODE_LIMIT] = min(limit or FIRST_NODES, FIRST_NODES)
    answer = _prove_once(engine, board, scoring, budget, start)
    budget.control[NODE_LIMIT] = limit
    if answer.proved or budget.stopped or 0 < limit <= budget.visited:
        return answer
    for seed in range(1, MORE_CHAINS + 1):
        if budget.stopped or (budget.seconds is not None and budget.elapsed > budget.seconds / 4):
            break
        other = search(
            board, scoring=scoring, lowest=start.lowest, budget=Budget(nodes=MORE_TRIALS), seed=seed
        )
        answer = other if other.beats(answer) else answer
    return _prove_once(engine, board, scoring, budget, answer)


def _prove_once(
    engine: ExactSearch, board: Board, scoring: Scoring, budget: Budget, start: Solution
) -> Solution:
    """Searches once in the window above the score of `start`."""
    sign = -1 if start.lowest else 1
    found = engine.run(board, budget, low=start.score * sign)
    if found.value <= start.score * sign:
        return start.but(proved=not found.stopped)
    if found.stopped or found.move is None:
        return start
    moves = engine.line(board, found.value, scoring, budget)
    score = replay(board, moves, scoring).score
    better = start.but(moves=tuple(moves), score=score)
    complete = score == found.value * sign
    return better.but(proved=complete) if better.beats(start) else start


def solve(
    board: Board,
    *,
    scoring: Scoring = STANDARD,
    lowest: bool = False,
    budget: Budget | None = None,
    seed: int = 0,
    resume: Solution | None = None,
    watch: Watch | None = None,
) -> Solution:
    """Finds the best sequence for any board: proved on small boards, otherwise the best found.

    Boards of at most EXACT_TILES tiles get the exact search for half of the budget; if it does not
    finish, annealing takes the other half.

    >>> solution = solve(Board.random(6, 6, 4, seed=2))
    >>> solution.score, solution.proved
    (1074, True)
    """
    budget = budget or Budget(seconds=DEFAULT_SECONDS)
    best = resume = _fit(resume, board, scoring, lowest=lowest)
    if board.count <= EXACT_TILES and not board.is_over:
        best = _exact_part(board, scoring, budget, seed, resume, lowest=lowest)
        if best.proved or budget.stopped:
            return best.but(nodes=budget.visited, seconds=budget.elapsed)
    annealed = search(
        board, scoring=scoring, lowest=lowest, budget=budget, seed=seed, resume=resume, watch=watch
    )
    better = annealed if best is None or annealed.beats(best) else best
    return better.but(nodes=budget.visited, seconds=budget.elapsed, proved=board.is_over)


def _exact_part(
    board: Board, scoring: Scoring, budget: Budget, seed: int, resume: Solution | None, *, lowest: bool
) -> Solution:
    """Runs the exact search with half of the budget; it stops when the whole budget stops."""
    half = Budget(
        None if budget.seconds is None else budget.seconds / 2,
        None if budget.nodes is None else budget.nodes // 2,
        budget.memory_mb,
    )
    engine = _engine(board, scoring, budget, lowest=lowest)
    budget.started = budget.started or time.monotonic()
    first = search(board, scoring=scoring, lowest=lowest, budget=Budget(nodes=WARM_TRIALS), seed=seed)
    first = first if resume is None or first.beats(resume) else resume
    tasks = [partial(_prove, engine, board, scoring, half, first)]
    [answer] = run_threads(half, tasks, lambda: half.stop() if budget.stopped else None)
    budget.control[NODES] += half.visited
    if half.stopped and half.remaining > 0 and not answer.proved:
        budget.stop()  # Ctrl-C ended it, not the clock
    return answer.but(method="exact")


@warms("SameGame", seconds=9)
def warm_up() -> None:
    """Compiles every kernel of SameGame, both sizes of the annealing, or loads them from the cache."""
    board = Board.random(3, 3, 2, seed=1)
    solve_exactly(board, budget=Budget(memory_mb=1))
    search(board, budget=Budget(nodes=10))
    search(Board.random(16, 2, 2, seed=1), budget=Budget(nodes=10))
