"""The one door to life and death: `solve(setup, budget, watch)` gives one `Answer`.

The command line, the page, the benchmark and every program ask here and nothing beneath. A setup may give
the whole problem (target and area), the target alone, or only stones and the side to play: what is missing
is found (`honte.tsumego.open`). The budget bounds everything; an answer says what is proved, where the proof
holds, and marks a guess as a guess.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from honte.core import Move, Position, vertex
from honte.errors import ProblemError
from honte.grid import PointSet
from honte.search.budget import Budget
from honte.search.effort import Effort
from honte.search.warm import ready, warms
from honte.tsumego.explain import explained, explained_link
from honte.tsumego.open.attempts import MOST_MEMORY, Attempt
from honte.tsumego.open.growing import is_whole
from honte.tsumego.open.readings import Reading, given_reading
from honte.tsumego.open.schedule import find
from honte.tsumego.problem import Objective, Problem, Setup, Stake
from honte.tsumego.proof.memory import Memory
from honte.tsumego.proof.outcome import Line, Outcome, Status, status_of
from honte.tsumego.proof.outcome import Scope as Scope
from honte.tsumego.proof.solver import Solver
from honte.tsumego.proof.watch import Watch
from honte.tsumego.stakes.connect import open_link
from honte.tsumego.stakes.ingame import as_in_game, in_game, why_nothing
from honte.tsumego.stakes.naming import check_target, named
from honte.tsumego.stakes.racing import Race, Racing, groups_of

EXPLAIN_NODES = 1_000_000
"""Nodes spent on refutations and the main line, beside four times what the proof took."""
SECOND_SHARE = 0.4
"""Fraction of the remaining effort in which the other side moves first."""
MOST_NAMED = 12
"""A zone with more points is not spelled out."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What is known about a problem, as far as the budget went."""

    problem: Problem
    """Target, area and side to play that the answer is about."""
    first: Outcome
    """What the side to play reaches; `first.best` are the moves proved to be right, most natural first."""
    reading: Reading
    """How the position was understood, and why."""
    second: Outcome | None = None
    """What the other side reaches when it moves first; None when that was not asked."""
    scope: Scope = Scope.AREA
    """Where the result of the side to play holds."""
    in_cage: bool = False
    """Whether a kill is proved in the cage of its area, which is why it holds on the whole board."""
    dead_inside: bool = False
    """Whether the target dies in an area that a search chose; a way out of it is not ruled out."""
    guess: Move = None
    """The most promising move when no move is proved to be right. It is not proved."""
    refutations: Mapping[Move, Line] = field(default_factory=dict)
    """First moves proved to be wrong, each with the reply that refutes it; empty when none is needed."""
    undecided: tuple[Move, ...] = ()
    """First moves that are proved neither right nor wrong; filled when the answer is explained."""
    line: Line = ()
    """Best play of both sides, as far as it is proved."""
    seki: str = ""
    """Why the keystones live in seki, when they do."""
    zone: PointSet | None = None
    """The points on which a proof rests; more stones of the loser elsewhere in the area do not undo it.

    None where they are not known: for a ko, and for a life that rests on repetition."""
    race: Race | None = None
    """Everything about the race, when a race is at stake."""
    nodes: int = 0
    seconds: float = 0.0

    @classmethod
    def about(cls, problem: Problem, first: Outcome, **rest: Any) -> Answer:
        """An answer to a problem whose target and area are given."""
        return cls(problem, first, given_reading(problem.setup(), problem.keystones), **rest)

    @property
    def proved(self) -> bool:
        """Whether the result of the side to play is proved."""
        return self.first.proved

    @property
    def best(self) -> tuple[Move, ...]:
        """The moves that are proved to be right."""
        return self.first.best

    @property
    def is_guess(self) -> bool:
        """Whether `move` is a guess. Where it is proved that no move works, nothing is guessed."""
        return not self.first.best and not self.proved

    @property
    def move(self) -> Move:
        """The move to play: proved if there is one, otherwise the guess."""
        return self.first.best[0] if self.first.best else self.guess

    @property
    def status(self) -> Status:
        """What the keystones are; needs the results of both sides unless one of them settles it."""
        found = status_of(self.first, self.second)
        return Status.SEKI if found is Status.ALIVE and self.seki else found

    @property
    def stake(self) -> Stake:
        """What is at stake; `reading.at_stake` says it in words."""
        return self.reading.stake

    @property
    def notes(self) -> list[str]:
        """What a reader must know to take the answer for no more than it is."""
        known = self.proved or bool(self.best)
        found = []
        if self.scope is Scope.AREA and known and not self.is_given:
            found.append(
                "The answer holds inside the area that was searched, with the stones around it safe."
            )
        life = self.first.objective is Objective.LIVE and self.stake is not Stake.CONNECTION
        if self.refutations and self.scope is Scope.BOARD and life:
            found.append("The other moves are refuted inside the area that was searched.")
        if self.status is Status.ALIVE and self.first.objective is Objective.LIVE:
            found.append("The target is alive already.")
        if self.zone:
            found.append(self._rests_on(self.zone))
        return found

    def _rests_on(self, zone: PointSet) -> str:
        """A sentence about the zone of a death or a life."""
        first, problem = self.first, self.problem
        dies = first.wins == (first.objective is Objective.KILL)
        side = (problem.defender if dies else problem.attacker).name.lower()
        around = "on the board" if self.scope is Scope.BOARD and not dies else "in the area"
        points = f"{len(zone)} points" if len(zone) > 1 else "1 point"
        where = "" if len(zone) > MOST_NAMED else f" ({', '.join(str(p) for p in zone)})"
        return f"The proof rests on {points}{where}: more {side} stones elsewhere {around} do not undo it."

    @property
    def refuted_inside(self) -> bool:
        """Whether the refutations hold in the area alone: another move to live may have a way out of it."""
        saves = bool(self.best) and self.first.objective is Objective.LIVE
        return saves and not is_whole(self.problem, self.reading)

    @property
    def is_given(self) -> bool:
        """Whether the setup gave the target."""
        return self.reading.is_given

    def on_found_area(self) -> Answer:
        """The answer when a search chose the area, and not the author of the problem.

        A death that holds in such an area alone leaves open whether there is a way out of it. So a move to
        live that fails there is not refuted.
        """
        answer = replace(self, reading=replace(self.reading, is_given=False))
        if self.refuted_inside:
            open_moves = dict.fromkeys([*self.refutations, *self.undecided])
            answer = replace(answer, refutations={}, undecided=tuple(m for m in open_moves if m is not None))
        if self.scope is Scope.BOARD:
            return answer
        second = self.second
        if second is not None and second.objective is Objective.LIVE and second.fails:
            answer = replace(answer, second=Outcome.unknown(second.mover, second.objective))
        if self.first.objective is Objective.KILL or not self.first.fails:
            return answer
        first = Outcome.unknown(self.first.mover, self.first.objective)
        moves = dict.fromkeys([*self.refutations, *self.undecided])
        undecided = tuple(move for move in moves if move is not None)
        return replace(answer, first=first, refutations={}, undecided=undecided, dead_inside=True)

    @property
    def why_open(self) -> str:
        """A sentence about an answer that is not proved."""
        if self.dead_inside:
            return "Not decided: nothing works inside the area, but there may be a way out of it."
        return "Not decided in the time given."

    def record(self) -> dict[str, Any]:
        """A JSON object for programs; `status` is null unless it is known."""
        status = self.status
        return {
            "name": self.problem.name,
            "question": self.reading.question,
            "stake": self.stake.value,
            "at_stake": self.reading.at_stake,
            "target": [str(p) for p in self.problem.keystones],
            "reason": self.reading.reason,
            "result": self.first.result,
            "text": str(self.first),
            "proved": self.proved,
            "holds": self.scope.value if self.proved or self.best else None,
            "status": None if status is Status.UNKNOWN else status.value,
            "move": vertex(self.move),
            "guess": self.is_guess,
            "best": [vertex(m) for m in self.best],
            "outcomes": [o.record() for o in (self.first, self.second) if o is not None],
            "refutations": {vertex(m): [vertex(r) for r in line] for m, line in self.refutations.items()},
            "undecided": [vertex(m) for m in self.undecided],
            "line": [vertex(m) for m in self.line],
            "zone": None if self.zone is None else [str(p) for p in self.zone],
            "notes": self.notes,
            "engine": "proof",
            "nodes": self.nodes,
            "seconds": round(self.seconds, 4),
            **({} if self.race is None else {"race": self.race.record()}),
        }


# The door


def solve(
    setup: Setup,
    budget: Budget | Effort,
    watch: Watch | None = None,
    *,
    explain: bool = True,
    both_sides: bool = False,
    memory: Memory | None = None,
) -> Answer:
    """Solves a problem or a bare position within the budget.

    Without `explain` the answer has no refutations and no line; result, right moves and guess are searched
    in the same way. `both_sides` also asks what the other side reaches by moving first, which tells the
    status. `setup.stake` says what is at stake; without it the life or capture of a group is, and the answer
    names which. A `memory` that was used before knows what was proved then, in positions of the same problem.
    Raises ProblemError when the setup is no problem.

    >>> straight_three = Problem.parse('''
    ... Black to play
    ... . . . W x -
    ... W W W W x -
    ... x x x x x -
    ... ''')
    >>> answer = solve(straight_three.setup(), Budget(nodes=100_000), both_sides=True)
    >>> print(answer.status.value, vertex(answer.move), answer.first)
    unsettled B3 Black kills
    """
    ready("life and death")
    watch = Watch() if watch is None else watch
    effort = Effort.whole(budget) if isinstance(budget, Budget) else budget
    budget = effort.budget
    memory = Memory(min(budget.memory_mb, MOST_MEMORY)) if memory is None else memory
    solves: dict[Stake, Callable[..., Answer]] = {
        Stake.CONNECTION: _solve_link,
        Stake.RACE: partial(_solve_race, memory=memory),
    }
    ask = solves.get(setup.stake or Stake.LIFE, partial(_solve_life, memory=memory))
    if setup.stake is Stake.CONNECTION:
        ready("connections")
    with budget.running():
        visited, elapsed = budget.visited, budget.elapsed
        answer = ask(setup, effort, watch, explain=explain, both_sides=both_sides)
        spent = budget.visited - visited, budget.elapsed - elapsed
    return replace(answer, nodes=spent[0], seconds=spent[1])


def _solve_life(
    setup: Setup, effort: Effort, watch: Watch, *, explain: bool, both_sides: bool, memory: Memory
) -> Answer:
    """Life and death of a group, or the capture of a chain."""
    check_target(setup)
    visited = effort.budget.visited
    asked = as_in_game(setup)
    attempt = find(asked, effort, watch, memory)
    if attempt is None:
        raise ProblemError([why_nothing(setup)])
    answer = _answer_of(attempt)
    watch.outcome = answer.first
    if explain:
        effort = effort.at_most(EXPLAIN_NODES + 4 * (effort.budget.visited - visited))
    if both_sides:
        watch.task = "the other side first"
        share = effort.part(SECOND_SHARE) if explain else effort
        answer = replace(answer, second=attempt.found.solver.outcome(setup.to_play.opponent, share))
    if explain:
        answer = explained(answer, attempt, effort)
    if asked is not setup:  # area and safe stones are honte's choice
        answer = answer.on_found_area()
    return _named(setup, answer)


def _named(setup: Setup, answer: Answer) -> Answer:
    """The answer with the name of what is at stake."""
    first, second = answer.first, answer.second
    line = answer.line if first.objective is Objective.LIVE and first.wins else ()
    reading = named(setup, answer.reading, line)
    if reading.stake in (Stake.CAPTURE, Stake.RACE):
        first = replace(first, stake=reading.stake)
        second = None if second is None else replace(second, stake=reading.stake)
    return replace(answer, reading=reading, first=first, second=second)


def _solve_race(
    setup: Setup, effort: Effort, watch: Watch, *, explain: bool, both_sides: bool, memory: Memory
) -> Answer:
    """A race between two groups. Both sides are asked to move first in any case."""
    watch.task = "the race"

    def ask(question: Setup, part: Effort) -> Answer:
        answer = _solve_life(question, part, watch, explain=False, both_sides=False, memory=memory)
        return answer if setup.area is not None else answer.on_found_area()

    groups = groups_of(setup)
    safe = setup.safe if setup.area is not None or setup.safe is not None else in_game(setup).safe
    racing = Racing(groups, setup.area, effort, ask, safe)
    found = racing.race(Position(setup.board, setup.to_play, setup.ko))
    answer = racing.told[setup.to_play]
    target, others = answer.problem.keystones, found.other(answer.problem.defender)
    reading = replace(answer.reading, target=target, stake=Stake.RACE, against=others)
    first = replace(answer.first, stake=Stake.RACE)
    return replace(answer, first=first, reading=reading, scope=found.first.scope, race=found)


def _solve_link(setup: Setup, effort: Effort, watch: Watch, *, explain: bool, both_sides: bool) -> Answer:
    """The connection of two chains."""
    watch.task = "the connection"
    visited, mover = effort.budget.visited, setup.to_play
    link = open_link(setup, mover, effort, watch)
    link.search(effort.part(1.0 - SECOND_SHARE) if both_sides or explain else effort)
    answer = Answer(
        problem=link.problem,
        first=link.outcome,
        reading=link.reading,
        scope=Scope.BOARD if link.holds_everywhere else Scope.AREA,
        guess=None if link.best or link.outcome.proved else link.guess(),
    )
    watch.outcome = answer.first
    if explain:
        effort = effort.at_most(EXPLAIN_NODES + 4 * (effort.budget.visited - visited))
    if both_sides:
        other = open_link(setup, mover.opponent, effort, watch, link)
        other.search(effort.part(SECOND_SHARE) if explain else effort)
        answer = replace(answer, second=other.outcome)
    return explained_link(answer, link, effort) if explain else answer


def _answer_of(attempt: Attempt) -> Answer:
    """What the search found, before anything is explained."""
    finding = attempt.found
    whole = finding.holds_everywhere and (not attempt.exact or is_whole(finding.problem, attempt.reading))
    return Answer(
        problem=finding.problem,
        first=finding.outcome,
        reading=attempt.reading,
        scope=Scope.BOARD if whole else Scope.AREA,
        in_cage=finding.cage is not None,
        guess=None if finding.outcome.best else finding.guess,
    )


@warms("life and death", seconds=8)
def warm_up() -> None:
    """Compiles the proof search and the guessing tree, or loads them from the cache, by a tiny problem."""
    from honte.tsumego.open.guess import likely_moves

    tiny = Problem.parse("Black to play\n. . . W x -\nW W W W x -\nx x x x x -")
    solve(tiny.setup(), Budget(nodes=10_000, memory_mb=16))
    budget = Budget(nodes=50, memory_mb=1)
    likely_moves([Solver(tiny, budget)], tiny.to_play, Effort.whole(budget))
