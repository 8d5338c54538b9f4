"""Connect or cut: what the side to play reaches about two chains, with bounds that hold on the board.

Two questions are asked on areas from narrow to wide. With all points around the area the cutter's, a
connection is one on the whole board. With all of them the connector's, and connected, a cut is one wherever
the walls stand. The two bound the result from both sides; where they meet, it is proved.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from honte.core import Board, Color, Move
from honte.errors import ProblemError
from honte.grid import PointSet
from honte.search.budget import Budget
from honte.search.effort import Effort
from honte.search.warm import warms
from honte.tsumego.open.readings import Reading
from honte.tsumego.problem import Capture, Objective, Problem, Setup
from honte.tsumego.problem.predicates import walls_stand
from honte.tsumego.problem.stake import Stake
from honte.tsumego.proof.local import MAX_POINTS, TooLarge
from honte.tsumego.proof.outcome import Line, Outcome
from honte.tsumego.proof.prover import MOST_THREATS, Prover
from honte.tsumego.proof.solver import Solver
from honte.tsumego.proof.watch import Watch
from honte.tsumego.stakes.link import LinkProver
from honte.tsumego.stakes.linkareas import link_areas
from honte.tsumego.stakes.linkboard import Around

FIRST_NODES = 1_000
"""Positions for each question in the first round; each further round has eight times as many."""
ROUNDS = 8
"""Rounds at most, which no budget of a person reaches."""
WRONG_NODES, WRONG_SHARE = 50_000, 0.4
"""Positions, and fraction of the remaining effort, in which the wrong moves of one area are refuted."""
MEMORY_MB = 64
"""Megabytes of the table that all areas share."""


def ends_of(setup: Setup) -> tuple[PointSet, PointSet]:
    """The two chains whose connection is asked; raises ProblemError when there are not two of one color."""
    board, target = setup.board, setup.keystones
    if not target:
        raise ProblemError(["nothing to connect: give a stone of each of two chains"])
    empty = target & board.empty
    if empty:
        raise ProblemError([f"no stone at {p}: it is empty, or its stone is already captured" for p in empty])
    chains = [chain for chain in board.chains() if not chain.stones.isdisjoint(target)]
    if len({chain.color for chain in chains}) > 1:
        raise ProblemError(["stones of both colors cannot be connected: give two chains of one color"])
    if len(chains) == 1:
        points = ", ".join(str(p) for p in list(target)[:2])
        raise ProblemError(
            [f"one chain ({points}): what is connected already needs no move; give two chains"]
        )
    if len(chains) > 2:
        raise ProblemError([f"{len(chains)} chains; a connection is asked of two"])
    return chains[0].stones, chains[1].stones


@dataclass(slots=True)
class _Side:
    """A solver and which of its answers hold on the board."""

    solver: Solver
    helps_cutter: bool
    """Whether what is around the area is the cutter's: then a connection holds, otherwise a cut."""
    exact: bool
    """Whether both hold: there is nothing around the area but walls, or the area is given."""

    def may_succeed(self, mover: Color) -> bool:
        """Whether a success of this mover holds on the board."""
        return self.exact or (mover is self.solver.problem.defender) == self.helps_cutter

    def may_fail(self, mover: Color) -> bool:
        """Whether a failure of this mover holds on the board."""
        return self.exact or (mover is self.solver.problem.defender) != self.helps_cutter


@dataclass(slots=True)
class Link:
    """A connection under search: its sides, and the bounds that they have proved for one mover."""

    setup: Setup
    mover: Color
    sides: list[_Side]
    low: int = -MOST_THREATS
    high: int = MOST_THREATS + 1
    best: tuple[Move, ...] = ()
    winner: _Side | None = None
    """The side that proved the best success."""
    loser: _Side | None = None
    """The side that proved the last failure."""
    asked: set[tuple[int, int]] = field(default_factory=set)

    @property
    def defender(self) -> Color:
        """The side that wants to connect."""
        return self.sides[0].solver.problem.defender

    @property
    def outcome(self) -> Outcome:
        """What is proved for the mover."""
        aim = Objective.of(self.mover, self.defender)
        return Outcome(self.mover, aim, self.low, self.high, self.best, stake=Stake.CONNECTION)

    @property
    def decider(self) -> Solver:
        """The solver that decided, or that of the widest area."""
        return (self.winner or self.loser or self.sides[-1]).solver

    @property
    def problem(self) -> Problem:
        """The problem on the area that decided, or on the widest one."""
        return self.decider.problem

    @property
    def reading(self) -> Reading:
        """How the question was understood."""
        aim, target = Objective.of(self.mover, self.defender), self.problem.keystones
        why = "the two chains are given"
        return Reading(target, self.defender, aim, 100.0, why, is_given=True, stake=Stake.CONNECTION)

    @property
    def holds_everywhere(self) -> bool:
        """Whether the proof holds on the whole board, taking walls with two outside liberties as safe."""
        if not self.outcome.proved or self.setup.area is not None:
            return self.outcome.proved and len(self.problem.area) == self.problem.grid.size
        cuts = [s for s in (self.winner, self.loser) if s is not None and (s.exact or not s.helps_cutter)]
        return all(walls_stand(side.solver.problem) for side in cuts)

    # The search

    def search(self, effort: Effort) -> None:
        """Asks all sides in rounds, each with more effort, until the bounds meet."""
        nodes = FIRST_NODES
        for number in range(ROUNDS):
            steps = [-MOST_THREATS, MOST_THREATS]
            if number or all(side.exact for side in self.sides):
                steps += [0, *range(-MOST_THREATS + 1, MOST_THREATS)]
            for threats in steps:
                self._ask(threats, nodes, effort)
                if self.low >= self.high or effort.over:
                    return
            nodes *= 8

    def _ask(self, threats: int, nodes: int, effort: Effort) -> None:
        """Asks whether the mover succeeds with some threats, on each side that may answer and is open."""
        for side in self.sides:
            wanted = side.may_succeed(self.mover) and threats < MOST_THREATS
            wanted |= (side.may_fail(self.mover) and threats > -MOST_THREATS) or side.exact
            if not self.low <= threats < self.high or not wanted or effort.over:
                continue
            solver = side.solver
            if (self.mover, threats) in solver.answers:
                continue
            answer = solver.succeeds(self.mover, threats, effort.at_most(nodes))
            if answer is None:
                solver.note_guess(self.mover)
            elif answer and side.may_succeed(self.mover):
                self.high, self.best = threats, solver.decisive(self.mover)
                self.winner = side
            elif not answer and side.may_fail(self.mover):
                self.low, self.loser = threats + 1, side

    def guess(self) -> Move:
        """The most promising move where none is proved to be right."""
        tried = [s.solver for s in self.sides if self.mover in s.solver.open_numbers]
        found = (solver.guess(self.mover) for solver in tried)
        return next((move for move in found if move is not None), None)

    @property
    def for_right(self) -> Solver | None:
        """Where further right moves are looked for."""
        return self.winner.solver if self.winner is not None else None

    def refutations(self, effort: Effort) -> dict[Move, Line]:
        """First moves that are wrong, each with the reply, from the narrow areas to the wide ones."""
        found: dict[Move, Line] = {}
        failing = [side.solver for side in self.sides if side.may_fail(self.mover)]
        for solver in [self.loser.solver] if self.loser is not None else failing:
            part = effort.part(WRONG_SHARE).at_most(WRONG_NODES)
            _, wrong = solver.sort_moves(self.outcome, part)
            found |= {move: line for move, line in wrong.items() if move not in found and move is not None}
        return found


def open_link(setup: Setup, mover: Color, effort: Effort, watch: Watch, host: Link | None = None) -> Link:
    """The link that a setup asks about, before any search; raises ProblemError when it is none.

    `host` is the same link with the other mover: its solvers know something already.
    """
    ends = ends_of(setup)
    if host is not None:
        return Link(setup, mover, host.sides)
    if setup.area is not None:
        problem = _problem(setup, ends, setup.area)
        solver = _solver(problem, Around.GIVEN, effort, watch, None)
        return Link(setup, mover, [_Side(solver, helps_cutter=True, exact=True)])
    sides: list[_Side] = []
    table: Prover | None = None
    for area in link_areas(setup.board, ends, MAX_POINTS - 1):
        problem = _problem(setup, ends, area)
        cutter = setup.board.stones(problem.attacker)
        exact = not area.neighbors() - area - cutter
        for around in (Around.CUTTER,) if exact else (Around.CUTTER, Around.CONNECTOR):
            solver = _solver(problem, around, effort, watch, table)
            table = table or solver.prover
            sides.append(_Side(solver, around is Around.CUTTER, exact))
    if not sides:
        raise TooLarge(f"no area around the two chains has {MAX_POINTS} points or fewer")
    return Link(setup, mover, sides)


def _problem(setup: Setup, ends: tuple[PointSet, PointSet], area: PointSet) -> Problem:
    """The problem on one area: its keystones are the two chains."""
    return Problem(
        board=setup.board,
        keystones=ends[0] | ends[1],
        to_play=setup.to_play,
        area=area,
        capture=Capture.ANY,
        ko=None if setup.ko is None or setup.ko not in area else setup.ko,
        name=setup.name,
    )


def _solver(problem: Problem, around: Around, effort: Effort, watch: Watch, table: Prover | None) -> Solver:
    memory = min(effort.budget.memory_mb, MEMORY_MB)
    prover = LinkProver(problem, around, memory, beside=table)
    return Solver(problem, effort.budget, prover, watch)


@warms("connections", seconds=4)
def warm_up() -> None:
    """Compiles the search for connections, or loads it from the cache, by a tiny link."""
    setup = Setup(Board.parse(". . .\nX . X\n. . ."), Color.BLACK, stake=Stake.CONNECTION)
    setup = replace(setup, keystones=setup.board.stones(Color.BLACK))
    effort = Effort.whole(Budget(nodes=1_000, memory_mb=1))
    link = open_link(setup, Color.BLACK, effort, Watch())
    with effort.budget.running():
        link.search(effort)
