"""Walks through a proof without trusting the search: every move of the loser, one move of the winner.

The walk uses the plain game of `honte.tsumego.verify.oracle`. The compiled solver gives only the winner's
next move; the walk finds whether it is legal, what it captures and where it leads. A kill is confirmed when
every line ends in the capture of the keystones and no line comes back to itself, a life when no line
captures them. A large proof can exceed the limit, and advice that wins at every step can still go round in a
circle. Then the walk neither confirms nor refutes, and its reason says why.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from honte.core import Color
from honte.search.budget import Budget
from honte.tsumego.problem import Capture, Problem, Threats
from honte.tsumego.proof.prover import Prover, Verdict
from honte.tsumego.proof.prover import State as LocalState
from honte.tsumego.verify.oracle import PlainGame, State

Adviser = Callable[[State], int | None]
"""Gives the winner's move in a state as a mask (0 is a pass), or None when it knows none."""
_SILENT = "no advice"


@dataclass(frozen=True, slots=True)
class Walk:
    """What a walk found; `confirmed` is None when the walk decided nothing, and `reason` says why."""

    confirmed: bool | None
    states: int
    reason: str = ""


def check_proof(
    problem: Problem,
    *,
    captured: bool,
    adviser: Adviser,
    limit: int = 100_000,
    free_pass: bool = False,
    escape: bool = False,
) -> Walk:
    """Walks through all lines in which the winner follows the adviser, over at most `limit` states."""
    walker = _Walker(PlainGame(problem, free_pass=free_pass, escape=escape), captured, adviser, limit)
    return walker.kill() if captured else walker.life()


def _broken_off(states: int, reason: str) -> Walk:
    """A walk that ends early: undecided when the adviser knows no move, refuted when its move is wrong."""
    return Walk(None if reason.startswith(_SILENT) else False, states, reason)


class _Walker:
    def __init__(self, game: PlainGame, captured: bool, adviser: Adviser, limit: int) -> None:
        self.game = game
        self.captured = captured
        self.adviser = adviser
        self.limit = limit

    def _answers(self, state: State) -> list[State | None] | str:
        """The next states: all after a move of the loser, the adviser's choice for the winner; or the reason
        why there is none."""
        moves = self.game.moves(state)
        if state.attacker_to_play is not self.captured:
            return list(moves.values())
        move = self.adviser(state)
        if not moves:
            return f"no move is left at {state}"
        if move is None:
            return f"{_SILENT} at {state}"
        if move not in moves:
            return f"an illegal answer at {state}"
        return [moves[move]]

    def life(self) -> Walk:
        """Visits every reachable state; no move may capture the keystones, repetition is allowed."""
        seen: set[State] = set()
        waiting = [self.game.start]
        while waiting:
            state = waiting.pop()
            if state in seen or self._alive(state):
                continue
            seen.add(state)
            if len(seen) > self.limit:
                return Walk(None, len(seen), "limit reached")
            answers = self._answers(state)
            if isinstance(answers, str):
                return _broken_off(len(seen), answers)
            if None in answers:
                return Walk(False, len(seen), f"the keystones fall at {state}")
            waiting += [answer for answer in answers if answer is not None]
        return Walk(True, len(seen))

    def kill(self) -> Walk:
        """Visits all lines depth first; a line that returns to a state of its own is no kill."""
        done: set[State] = set()
        line: set[State] = set()
        stack: list[tuple[State, list[State | None]]] = []
        entering: State | None = self.game.start
        while entering is not None or stack:
            if entering is not None:
                answers = self._answers(entering)
                if isinstance(answers, str):
                    return _broken_off(len(done), answers)
                if entering.attacker_to_play and not answers:
                    return Walk(False, len(done), f"the attacker has no move at {entering}")
                line.add(entering)
                stack.append((entering, answers))
                entering = None
            state, rest = stack[-1]
            if not rest:
                stack.pop()
                line.discard(state)
                done.add(state)
                continue
            child = rest.pop()
            if child is None or child in done:
                continue
            if child in line:
                return Walk(None, len(done), f"the advice goes round in a circle at {child}")
            if len(done) + len(line) > self.limit:
                return Walk(None, len(done), "limit reached")
            entering = child
        return Walk(True, len(done))

    def _alive(self, state: State) -> bool:
        """Whether the keystones are alive by Benson's theorem, on the plain masks."""
        game, grid = self.game, self.game.grid
        chains = list(grid.component_masks(state.defender))
        regions = [
            part for part in grid.component_masks(grid.full_mask & ~state.defender) if not part & ~game.area
        ]
        while True:
            kept = [c for c in chains if c & ~game.area or self._vital(state, c, regions) >= 2]
            lost = sum(set(chains) - set(kept))
            regions = [r for r in regions if not grid.neighbors_mask(r) & lost]
            if len(kept) == len(chains):
                break
            chains = kept
        standing = sum(chains) & state.keys
        return standing == state.keys if game.problem.capture is Capture.ANY else bool(standing)

    def _vital(self, state: State, chain: int, regions: list[int]) -> int:
        """The number of regions that are vital to a chain: all their empty points are its liberties."""
        around = self.game.grid.neighbors_mask(chain)
        return sum(bool(r & around) and not r & ~state.attacker & ~around for r in regions)


class SolverAdviser:
    """Asks a prover for the winner's move in plain states of one problem."""

    def __init__(self, prover: Prover, favored: Color | None, nodes: int = 200_000) -> None:
        self.prover = prover
        self.favored = favored
        self.nodes = nodes
        self._bits = [prover.local.grid.bit(p) for p in prover.local.points]

    def __call__(self, state: State) -> int | None:
        local = self._local(state)
        goal = Verdict.CAPTURED if state.attacker_to_play else Verdict.SAVED
        if self.prover.prove(local, Budget(nodes=self.nodes)) is not goal:
            return None
        right = self.prover.decisive(attacks=state.attacker_to_play)
        if not right:
            return None
        return 0 if right[0] is None else self.prover.local.grid.bit(right[0])

    def _local(self, state: State) -> LocalState:
        from honte.kernels.local.moves import pack

        def gather(mask: int) -> int:
            return sum(1 << i for i, bit in enumerate(self._bits) if bit & mask)

        local = self.prover.local
        keys = sum(1 << i for i, chain in enumerate(local.key_masks) if chain & state.keys)
        ko = self._bits.index(state.ko) if state.ko else 64
        favored = local.favored(self.favored)
        meta = pack(local.region[0], int(state.attacker_to_play), ko, state.threats, keys, favored)
        return LocalState(gather(state.attacker), gather(state.defender), int(meta))


def confirm(problem: Problem, prover: Prover, verdict: Verdict, limit: int = 100_000) -> Walk:
    """Walks through a prover's verdict on a problem, with the problem's own threats."""
    adviser = SolverAdviser(prover, problem.threats.favored)
    return check_proof(
        problem,
        captured=verdict is Verdict.CAPTURED,
        adviser=adviser,
        limit=limit,
        free_pass=bool(prover.local.region[0].free_pass),
        escape=prover.escape,
    )


def with_need(problem: Problem, mover: Color, need: int) -> Problem:
    """The problem with the mover to play and `need` more threats for the mover (fewer when negative)."""
    color = mover if need > 0 else mover.opponent
    return problem.with_to_play(mover).with_threats(Threats.of(color, abs(need)))
