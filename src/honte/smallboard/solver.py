"""Perfect play on small boards: value, best moves and best line; each is proved or marked as open.

Two provers work against each other: the side to play proves what it can force, the opponent proves to
what it can hold the side to play, each by iterative deepening (`engine`), the cheaper one next. Where
they meet, the value is settled under simple ko; then every move is settled against that value. Under a
superko rule each of these proofs is walked (`superko`); where that leaves a doubt, the question is
asked again with explicit history. What the budget leaves unproved stays open and is
reported as bounds: L, what Black can force, and U, the margin to which White can hold Black.

After R. Wen, "A Go Game Solver for 5x5 Board", and E. van der Werf's MIGOS; area scoring, no suicide,
two passes end the game, no komi.
"""

from __future__ import annotations

from collections.abc import Sequence

from honte.core import BLACK, PASS, Board, KoRule, Move, Position, Rules
from honte.search.budget import Budget
from honte.search.warm import warms
from honte.smallboard.book import book_move
from honte.smallboard.engine import DEPTH, Engine, State
from honte.smallboard.laws import KO_RULES, POSITIONAL, SIMPLE, SITUATIONAL, check_rules
from honte.smallboard.likely import likely_move
from honte.smallboard.openings import SETTLE_EMPTIES, open_books
from honte.smallboard.oracle import oracle_of
from honte.smallboard.past import check_past, seen_in, states_of
from honte.smallboard.plain import area_margin
from honte.smallboard.solution import MoveValue, Progress, Solution
from honte.smallboard.superko import Strategy, holds_under_superko
from honte.smallboard.tracks import Candidate, LineTrack, Track, decide, meet
from honte.smallboard.twins import images_of

__all__ = [
    "KO_RULES",
    "POSITIONAL",
    "SIMPLE",
    "SITUATIONAL",
    "Candidate",
    "MoveValue",
    "Solution",
    "Solver",
    "check_rules",
    "warm_up",
]
HISTORY_EMPTIES = 12
"""Where simple ko gives no value, superko is tried only with at most this many empty points."""
EXACT_POINTS = 10
"""Boards of at most this many points get an exact table: it takes a second and decides whether L < U."""


class Solver:
    """One solution in the making; everything inside counts for the side to play."""

    def __init__(
        self, position: Position, rules: Rules, budget: Budget, *,
        every_move: bool = False, engine: Engine | None = None, past: Sequence[Position] = (),
    ) -> None:  # fmt: skip
        check_past(position, past)
        self.position = position
        self.past = past
        self.my_past = states_of(past, position.to_play)
        self.their_past = states_of(past, position.to_play.opponent)
        self.rules = rules
        self.budget = budget
        self.every_move = every_move
        self.engine = engine or Engine(position.board.grid, budget)
        self._nodes_before = self.engine.nodes
        board, color = position.board, position.to_play
        self.own, self.opp = board.stones_mask(color), board.stones_mask(color.opponent)
        self.ko = 0 if position.ko is None else board.grid.bit(position.ko)
        self.size = board.grid.size
        self.low, self.high = -self.size, self.size
        self.told = (-self.size, self.size)
        """What books promise under simple ko, where they may not be used under the asked rule."""
        self.root = State(self.own, self.opp, self.ko)
        self.root_theirs = State(self.opp, self.own, self.ko, prover_first=False)
        self.attack = Track(self.engine, self.root)
        self.defense = Track(self.engine, self.root_theirs)
        self.moves = self._moves()
        self.images = images_of(position, self.moves, past)
        self.candidates = [self._candidate(move) for move in self.images]

    def _moves(self) -> list[Move]:
        """The legal moves, superko and the game before included."""
        seen = seen_in(self.position, self.past, self.rules)
        moves = self.position.legal_moves(SIMPLE)
        return [*(m for m in moves if self.position.illegality(m, self.rules, seen) is None), PASS]

    def _candidate(self, move: Move) -> Candidate:
        after = self.position.play_unchecked(move)
        mover = self.position.to_play
        own, opp = after.board.stones_mask(mover), after.board.stones_mask(mover.opponent)
        ko = 0 if after.ko is None else after.board.grid.bit(after.ko)
        margin = self._margin() if move is PASS else None
        mine = State(own, opp, ko, prover_first=False)
        return Candidate(
            move,
            mine,
            Track(self.engine, mine, limit=margin),
            Track(self.engine, State(opp, own, ko), floor=None if margin is None else -margin),
            -self.size,
            self.size,
        )

    def _margin(self) -> int:
        return area_margin(self.position.board) * int(self.position.to_play)

    @property
    def progress(self) -> Progress:
        """Where the solution stands, readable while it runs."""
        depth, sign = int(self.budget.control[DEPTH]), int(self.position.to_play)
        low, high = _ordered(self.attack.low, -self.defense.low, sign)
        return Progress(depth, self.budget.visited, low, high, self.engine.current_line())

    # The course of a solution

    def run(self) -> Solution:
        """All stages in order; whatever the budget leaves out stays open."""
        open_books(self)
        self._settle_root()
        if not self._met and self.size <= EXACT_POINTS and not self.budget.stopped:
            self._ask_oracle()
        elif self._met or self._apart:
            self._certify_first()
            if not self._told_by_book:
                self._settle_moves()
        if self.rules.ko is KoRule.SIMPLE:
            self._take_simple()
        else:
            self._settle_superko()
        if self.every_move:
            self._settle_every_move()
        return self._solution()

    @property
    def _met(self) -> bool:
        """Whether L and U have met at the root."""
        return self.attack.low == -self.defense.low

    @property
    def _apart(self) -> bool:
        """Whether L and U are known to stay apart: neither prover can force more."""
        return not self._met and self.attack.final and self.defense.final

    @property
    def _told_by_book(self) -> bool:
        """Whether a book gives the value of a board that is too large to settle every move."""
        booked = max(self.attack.booked, self.defense.booked) > -self.size
        return booked and not self.every_move and len(self.position.board.empty) > SETTLE_EMPTIES

    def _settle_root(self) -> None:
        """Runs both provers at the root until they meet or cannot go on; history gets half of the rest."""
        superko = self.rules.ko is not KoRule.SIMPLE and self._history_can_help()
        enough = self.budget.remaining / 2 if superko else 0.0
        meet(self.attack, self.defense, lambda: self.budget.remaining < enough)

    def _ask_oracle(self) -> None:
        """Takes exact L and U of the root and of every move from a table of the whole board."""
        oracle = oracle_of(self.position.board.grid)
        self.attack.low = oracle.forced(self.own, self.opp, self.ko, prover_first=True)
        self.defense.low = oracle.forced(self.opp, self.own, self.ko, prover_first=False)
        self.attack.ceiling, self.defense.ceiling = self.attack.low, self.defense.low
        for each in self.candidates:
            if each.move is not PASS:
                child = each.child
                each.mine.low = oracle.forced(child.own, child.opp, child.ko, prover_first=False)
                each.theirs.low = oracle.forced(child.opp, child.own, child.ko, prover_first=True)
                each.mine.ceiling, each.theirs.ceiling = each.mine.low, each.theirs.low

    def _settle_moves(self) -> None:
        """Decides which moves keep what can be forced at the root, under simple ko."""
        for each in self.candidates:
            decide(each.mine, each.theirs, self.attack.low)

    def _take_simple(self) -> None:
        self.low, self.high = self.attack.low, -self.defense.low
        for each in self.candidates:
            each.low = each.mine.low
            each.high = min(self.high, -each.theirs.low)

    # Superko

    def _settle_superko(self) -> None:
        if self._met or self._apart:
            self._certify()
        while not self.budget.stopped and self._history_can_help():
            self._take_bounds()
            open_moves = [each for each in self.candidates if self._is_open(each)]
            if not open_moves:
                break
            each = max(open_moves, key=lambda c: (c.high > self.low, c.low, c.high, -self._line_cost(c)))
            if not self._try_line(each):
                break
        self._take_bounds()

    def _take_bounds(self) -> None:
        self.low = max(each.low for each in self.candidates)
        self.high = max(each.high for each in self.candidates)

    def _history_can_help(self) -> bool:
        """Whether few enough points are empty for a search with explicit history."""
        return len(self.position.board.empty) <= HISTORY_EMPTIES

    def _is_open(self, each: Candidate) -> bool:
        return each.high > self.low or (each.high == self.low and each.low < self.low)

    def _line_cost(self, each: Candidate) -> int:
        return 0 if each.my_line is None else each.my_line.cost

    def _certify_first(self) -> None:
        """Carries the proof of the value over to superko before the time goes to the other moves."""
        each = self._hinted()
        if self.rules.ko is not KoRule.SIMPLE and each and decide(each.mine, each.theirs, self.attack.low):
            self._walks(each.mine, self.attack.low)

    def _certify(self) -> None:
        """Carries proofs under simple ko over to superko where their strategies can be walked."""
        low, high, engine = self.attack.low, -self.defense.low, self.engine
        whole = (
            high == self.size
            or self.defense.booked >= -high
            or holds_under_superko(
                engine, self.root_theirs, -high, self.defense.proved_depth, self.root_theirs, self.their_past
            )
        )
        for each in self.candidates:
            each.high = high if whole else self.size
        for each in self.candidates:
            if each.mine.low >= low and self._walks(each.mine, low):
                each.low = low
            aim = 1 - low if each.theirs.low > -low else -high
            if (aim > -high or not whole) and (
                each.theirs.low >= aim or (not whole and each.theirs.step(aim))
            ) and self._walks(each.theirs, aim):  # fmt: skip
                each.high = -aim

    def _walks(self, track: Track, goal: int) -> bool:
        """Whether a proof about a move holds with the root and the game before it in the history."""
        if max(track.floor, track.booked, track.certified) >= goal:
            return True
        mine = not track.state.prover_first
        root = State(self.own, self.opp) if mine else State(self.opp, self.own)
        past = self.my_past if mine else self.their_past
        if holds_under_superko(self.engine, track.state, goal, track.proved_depth, root, past):
            track.certified = goal
        return track.certified >= goal

    def _try_line(self, each: Candidate) -> bool:
        """Asks one question about one move with explicit history; False when the budget ended first."""
        if each.my_line is None or each.their_line is None:
            rule = 1 if self.rules.ko is KoRule.POSITIONAL else 2
            each.my_line = LineTrack(
                self.engine, each.mine.state, rule, State(self.own, self.opp), self.my_past,
                floor=each.mine.floor, limit=each.mine.limit,
            )  # fmt: skip
            each.their_line = LineTrack(
                self.engine, each.theirs.state, rule, State(self.opp, self.own, prover_first=False),
                self.their_past, floor=each.theirs.floor, limit=each.theirs.limit,
            )  # fmt: skip
        goal = self._next_goal(each)
        verdict = decide(each.my_line, each.their_line, goal)
        if verdict is None:
            return False
        if verdict:
            each.low = max(each.low, goal)
        else:
            each.high = min(each.high, goal - 1)
        each.my_line.depth = each.their_line.depth = 2
        each.their_line.depth = 1
        return True

    def _next_goal(self, each: Candidate) -> int:
        """The next goal to ask of a move: the value under simple ko where there is one, else the middle."""
        if each.high == self.low:
            return self.low
        guess = (each.low + each.high + 1) // 2
        if self.attack.low == -self.defense.low:
            guess = self.attack.low if each.low < self.attack.low else self.attack.low + 1
        return min(max(guess, self.low + 1), each.high)

    def _settle_every_move(self) -> None:
        """Finds the exact values of the moves that are not best."""
        for each in self.candidates:
            while each.low < each.high and not self.budget.stopped:
                if self.rules.ko is KoRule.SIMPLE:
                    verdict = decide(each.mine, each.theirs, each.high)
                    if verdict is None:
                        break
                    each.low = max(each.low, each.mine.low)
                    each.high = min(each.high, -each.theirs.low)
                elif not self._refine_superko(each):
                    break

    def _refine_superko(self, each: Candidate) -> bool:
        verdict = decide(each.mine, each.theirs, each.high)
        if verdict is None:
            return False
        if verdict and self._walks(each.mine, each.high):
            each.low = each.high
            return True
        aim = 1 - each.high
        if not verdict and self._walks(each.theirs, aim):
            each.high = -aim
            return True
        return False

    # The answer

    def _hinted(self) -> Candidate | None:
        """The table's move for the root, proved or only promising."""
        hint = self.engine.remembered_move(self.root)
        hinted = (each for each in self.candidates if hint is not None and hint in self.images[each.move])
        return next(hinted, None)

    def _likeliest(self) -> list[Candidate]:
        """One move when nothing is proved: that of a book, of the table, or else the likeliest."""
        known, move = book_move(self.position)
        booked = next((each for each in self.candidates if known and move in self.images[each.move]), None)
        hinted = booked or self._hinted()
        if hinted is not None:
            return [hinted]
        high = max(each.high for each in self.candidates)
        open_moves = [
            move for each in self.candidates if each.high == high for move in self.images[each.move]
        ]
        likely = likely_move(self.position, open_moves)
        return [next(each for each in self.candidates if likely in self.images[each.move])]

    def _solution(self) -> Solution:
        sign = int(self.position.to_play)
        best = [each for each in self.candidates if each.low >= self.low and each.low > -self.size]
        guesses = [] if best else self._likeliest()
        settled = self.low == self.high and all(
            each.low >= self.low or each.high < self.low for each in self.candidates
        )
        if self.low == self.high == -self.size:
            best, guesses, settled = [each for each in self.candidates if each.high >= self.low], [], True
        simple = max(self.attack.low, self.told[0]), min(-self.defense.low, self.told[1])
        kinds = {move: each for each in self.candidates for move in self.images[each.move]}
        moves = [_value(kinds[move], move, sign) for move in self.moves]
        best_moves = [move for move in self.moves if kinds[move] in best]
        guessed = [move for move in self.moves if kinds[move] in guesses]
        solution = Solution(
            self.position, self.rules,
            *_ordered(self.low, self.high, sign), *_ordered(*simple, sign),
            moves, best_moves, settled, guessed,
            nodes=self.engine.nodes - self._nodes_before,
            depth=max(self.attack.proved_depth, self.defense.proved_depth),
            repetition=simple[0] < simple[1] and self.attack.final and self.defense.final,
        )  # fmt: skip
        solution.seconds = self.budget.elapsed
        solution.soonest = {move: kinds[move].soonest for move in best_moves}
        return solution


def _ordered(low: int, high: int, sign: int) -> tuple[int, int]:
    return (low, high) if sign > 0 else (-high, -low)


def _value(each: Candidate, move: Move, sign: int) -> MoveValue:
    return MoveValue(move, *_ordered(each.low, each.high, sign))


class _WithoutTable(Solver):
    """A solver that asks no table: the kernels of tables are a family of their own."""

    def _ask_oracle(self) -> None:
        pass


@warms("small boards", seconds=11)
def warm_up() -> None:
    """Compiles the kernels: the empty 2x2 board is decided by explicit history, the others by proofs that
    are walked for superko. No search may find a kernel left to compile: its clock is running."""
    import numpy as np

    from honte.kernels.small.store import rehash

    doubtful = Position(Board.parse(". . . . .\nO . O . ."), BLACK)
    for position in (Position.empty(2), Position.empty(4, 2), doubtful):
        budget = Budget(nodes=20_000, memory_mb=8)
        with budget.running():
            solver = _WithoutTable(position, POSITIONAL, budget)
            solver.run()
        solver.engine.held(0)
        rehash(solver.engine.table, solver.engine.table.copy())
        Strategy(solver.engine, 1, 2).leads(0, 0, 1, np.zeros(2, np.int64))
