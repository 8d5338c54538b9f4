"""Walks through a proof without trusting the search: every move of the loser, one move of the winner.

The walk uses the plain game of `honte.tsumego.verify.oracle`. The compiled solver gives only the winner's
next moves; the walk finds whether they are legal, what they capture and where they lead. A kill is confirmed
when every line ends in the capture of the keystones, or in a death that can be counted
(`honte.tsumego.verify.death`), and no line comes back to itself; a life when no line captures them. A large
proof can exceed the limit, and advice that wins at every step can still go round in a circle. Then the walk
neither confirms nor refutes, and its reason says why.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from honte.core import Color, Move
from honte.search.budget import Budget
from honte.tsumego.problem import Capture, Problem, Threats
from honte.tsumego.proof.prover import Prover, Verdict
from honte.tsumego.proof.prover import State as LocalState
from honte.tsumego.verify.death import guarded, is_dead
from honte.tsumego.verify.oracle import PlainGame, State

Adviser = Callable[[State], Iterable[int]]
"""Gives the winner's moves in a state as masks (0 is a pass), the best first; none when it knows none."""
FIRST_NODES = 4_000_000
"""Nodes with which an adviser proves the result once more, before it is asked about single moves."""
_SILENT = "no advice"
_CIRCLE = "the advice goes round in a circle"
_LONGEST = 250
"""Moves after which a line counts as going round in a circle."""


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
    game = PlainGame(problem, free_pass=free_pass, escape=escape)
    if captured:
        return _Kill(game, adviser, limit).walk()
    return _Life(game, adviser, limit).walk()


class _Stop(Exception):
    """The walk ends: undecided, or refuted when advice is wrong."""

    def __init__(self, reason: str, *, wrong: bool = False) -> None:
        super().__init__(reason)
        self.reason, self.wrong = reason, wrong


class _Circle(Exception):
    """A line came back to itself; another move of the winner may not."""


class _Kill:
    """Visits all lines depth first; a line that returns to a state of its own is no kill.

    After the defender's pass is refuted, the defender's moves outside the zone of that kill are, too: a stone
    more there changes nothing. Zones are computed here once more, from the plain game.
    """

    def __init__(self, game: PlainGame, adviser: Adviser, limit: int) -> None:
        self.game, self.adviser, self.limit = game, adviser, limit
        self.zones: dict[State, int] = {}
        """The zone of each kill that is confirmed."""
        self.line: set[State] = set()
        self.states = 0

    def walk(self) -> Walk:
        """The whole walk, from the start of the game."""
        try:
            self._zone(self.game.start)
        except _Stop as stop:
            return Walk(False if stop.wrong else None, self.states, stop.reason)
        except _Circle:
            return Walk(None, self.states, _CIRCLE)
        return Walk(True, self.states)

    def _zone(self, state: State) -> int:
        """The zone of the kill in a state; raises when there is none."""
        if state in self.zones:
            return self.zones[state]
        if state in self.line or len(self.line) > _LONGEST:
            raise _Circle
        self.states += 1
        if self.states > self.limit:
            raise _Stop("limit reached")
        zone = is_dead(self.game, state)
        if zone is None:
            self.line.add(state)
            try:
                zone = self._attack(state) if state.attacker_to_play else self._defend(state)
            finally:
                self.line.discard(state)
        self.zones[state] = zone = guarded(self.game, state, zone)
        return zone

    def _attack(self, state: State) -> int:
        moves = self.game.moves(state)
        if not moves:
            raise _Stop(f"no move is left at {state}", wrong=True)
        reason = _SILENT
        for move in self.adviser(state):
            if move not in moves:
                raise _Stop(f"an illegal answer at {state}", wrong=True)
            child = moves[move]
            if child is None:
                return move
            try:
                zone = self._zone(child)
            except _Circle:
                reason = _CIRCLE
                continue
            return zone | move if move else self.game.area
        if reason is _CIRCLE:
            raise _Circle
        raise _Stop(f"{_SILENT} at {state}")

    def _defend(self, state: State) -> int:
        moves = self.game.moves(state)
        passed = moves[0]
        assert passed is not None, "a pass captures nothing"
        inside = zone = self._zone(passed)
        for move, child in moves.items():
            if move & inside and child is not None:
                zone |= self._zone(child)
        return zone


class _Life:
    """Visits every reachable state; no move may capture the keystones, repetition is allowed."""

    def __init__(self, game: PlainGame, adviser: Adviser, limit: int) -> None:
        self.game, self.adviser, self.limit = game, adviser, limit

    def walk(self) -> Walk:
        """The whole walk, from the start of the game."""
        seen: set[State] = set()
        waiting = [self.game.start]
        while waiting:
            state = waiting.pop()
            if state in seen or self._alive(state):
                continue
            seen.add(state)
            if len(seen) > self.limit:
                return Walk(None, len(seen), "limit reached")
            moves = self.game.moves(state)
            answers = list(moves.values())
            if not state.attacker_to_play:
                move = next(iter(self.adviser(state)), None)
                if move is None:
                    return Walk(None, len(seen), f"{_SILENT} at {state}")
                if move not in moves:
                    return Walk(False, len(seen), f"an illegal answer at {state}")
                answers = [moves[move]]
            if None in answers:
                return Walk(False, len(seen), f"the keystones fall at {state}")
            waiting += [answer for answer in answers if answer is not None]
        return Walk(True, len(seen))

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
    """Asks a prover for the winner's moves in plain states of one problem."""

    def __init__(self, prover: Prover, favored: Color | None, nodes: int = 200_000) -> None:
        self.prover = prover
        self.favored = favored
        self.nodes = nodes
        self._bits = [0 if p is None else prover.local.grid.bit(p) for p in prover.local.points]

    def __call__(self, state: State) -> Iterator[int]:
        """The move of the proof first; then, where more are wanted, all others that are proved to win."""
        local = self._local(state)
        goal = Verdict.CAPTURED if state.attacker_to_play else Verdict.SAVED
        if self.prover.prove(local, Budget(nodes=self.nodes)) is not goal:
            return
        told = [self._mask(move) for move in self.prover.decisive(attacks=state.attacker_to_play)]
        yield from told
        for child in self.prover.children(local):
            move = self._mask(child.move)
            if move in told:
                continue
            if child.fallen or self.prover.prove(child.state, Budget(nodes=self.nodes)) is goal:
                yield move

    def _mask(self, move: Move) -> int:
        return 0 if move is None else self.prover.local.grid.bit(move)

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
    favored = problem.threats.favored
    threats = 0 if favored is None else problem.threats[favored]
    prover.prove(prover.start(favored=favored, threats=threats), Budget(nodes=FIRST_NODES))
    adviser = SolverAdviser(prover, favored)
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
