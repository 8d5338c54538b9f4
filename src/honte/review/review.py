"""The review of a game: every move judged, the fights found and decided, results as they come.

    1. The model sees every position; each move is judged (`judging`).
    2. The moves that lost most get the line that the model would have played.
    3. Fights are found (`fights`) and decided one by one, the hottest first (`deciding`).

`review` calls `tell` after every step with the review so far. A budget bounds the seconds; Ctrl-C and
`Budget.stop()` end the review, and what is there is kept.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import pairwise

from honte.core import Game
from honte.review.deciding import MEMORY_MB, Decided, decide, nodes_for
from honte.review.fights import MOST_FIGHTS, Fight, find_fights
from honte.review.judging import Judged, judge, wanted, with_lines, worst
from honte.review.seeing import Model, Sight, model_for, setting_at
from honte.search.budget import Budget, run_threads

FIRST_CHUNK, CHUNK = 4, 16
"""Positions that are judged together: few at first, so that something is shown soon."""


class Stage(Enum):
    """What a review is doing."""

    MOVES = "moves"
    FIGHTS = "fights"
    DONE = "done"
    STOPPED = "stopped"
    """Ended before everything was looked at."""


@dataclass(frozen=True)
class Review:
    """A review so far."""

    game: Game
    model: str
    note: str
    """What a reader must know of the model; empty for the network."""
    sights: tuple[Sight, ...] = field(default=(), repr=False)
    """The positions seen so far, from the first on."""
    moves: tuple[Judged, ...] = ()
    """The moves judged so far."""
    fights: tuple[Decided, ...] = ()
    """The fights in order of heat; those without a verdict wait."""
    stage: Stage = Stage.MOVES

    @property
    def worst(self) -> list[Judged]:
        """The moves that lost most, the worst first."""
        return worst(self.moves)

    @property
    def is_whole(self) -> bool:
        """Whether every move was judged and every fight looked at."""
        return self.stage is Stage.DONE


Tell = Callable[[Review], object]


def review(
    game: Game,
    budget: Budget,
    *,
    fights: int = MOST_FIGHTS,
    model: Model | None = None,
    tell: Tell = lambda _: None,
) -> Review:
    """Reviews the main line of a game within the budget; `budget.threads` is how many cores it may use.

    `fights` is the greatest number of fights to decide. The budget's nodes do not count here: each fight has
    its own (`deciding.nodes_for`), so that the answer does not depend on the machine.
    """
    model = model_for(game) if model is None else model
    start = found = Review(game, model.name, model.note)
    with budget.running():
        for found in _judged(start, model, budget):
            tell(found)
        if not budget.stopped:
            found = _with_lines(found, model)
            hot = find_fights(game, found.sights, model, fights)
            found = replace(found, fights=tuple(Decided(fight) for fight in hot), stage=Stage.FIGHTS)
            tell(found)
            found = _decided(found, hot, budget, tell)
        found = replace(found, stage=Stage.STOPPED if budget.stopped else Stage.DONE)
    tell(found)
    return found


# Moves


def _judged(found: Review, model: Model, budget: Budget) -> Iterator[Review]:
    """The review after every chunk of positions, in order; `budget.threads` chunks are worked on at once."""
    game = found.game
    with ThreadPoolExecutor(budget.threads) as pool:
        chunks = list(_chunks(len(game.steps) + 1))
        for seen in pool.map(lambda chunk: _see(game, model, chunk, budget), chunks):
            if not seen:
                return
            found = _grown(found, seen)
            yield found


def _chunks(count: int) -> Iterator[range]:
    """Ranges of positions; each shares its first position with the one before."""
    ends = [0, *range(FIRST_CHUNK, count - 1, CHUNK), count - 1]
    for start, end in pairwise(ends):
        yield range(start, end + 1)
    if count == 1:
        yield range(1)


Seen = list[tuple[Sight, Sight | None]]


def _see(game: Game, model: Model, chunk: range, budget: Budget) -> Seen:
    """The positions of a chunk, each with the one after the model's favorite move; empty when stopped."""
    if budget.stopped:
        return []
    sights = model.see([setting_at(game, number) for number in chunk])
    favorites = [
        None if number >= len(game.steps) else wanted(sight, game.steps[number].move)
        for number, sight in zip(chunk, sights, strict=True)
    ]
    asked = [setting for setting in favorites[:-1] if setting is not None]
    answers = iter(model.see(asked) if asked else [])
    best = [None if setting is None else next(answers) for setting in favorites[:-1]]
    return list(zip(sights, [*best, None], strict=True))


def _grown(found: Review, seen: Seen) -> Review:
    """The review with the positions of one more chunk."""
    game, moves = found.game, list(found.moves)
    for (before, best), (after, _) in pairwise(seen):
        step = game.steps[len(moves)]
        moves.append(judge(len(moves) + 1, step.move, before, after, best))
    sights = (*found.sights[: len(found.sights)], *(sight for sight, _ in seen[bool(found.sights) :]))
    return replace(found, sights=sights, moves=tuple(moves))


def _with_lines(found: Review, model: Model) -> Review:
    """The review in which the moves that lost most have lines."""
    chosen = found.worst
    if not chosen:
        return found
    lined = with_lines(model, chosen, [found.sights[each.number - 1] for each in chosen])
    by_number = {each.number: each for each in lined}
    return replace(found, moves=tuple(by_number.get(each.number, each) for each in found.moves))


# Fights


def _decided(found: Review, hot: Sequence[Fight], budget: Budget, tell: Tell) -> Review:
    """The review with every fight decided as far as the budget goes."""
    answers: dict[int, Decided] = {}
    waiting = iter(range(len(hot)))
    running: set[Budget] = set()
    lock = threading.Lock()
    shown = 0

    def work() -> None:
        while not budget.stopped:
            with lock:
                number = next(waiting, None)
            if number is None:
                return
            seconds = None if budget.seconds is None else budget.remaining
            own = Budget(seconds=seconds, memory_mb=min(MEMORY_MB, budget.memory_mb))
            running.add(own)
            with own.running():
                answers[number] = decide(found.game, hot[number], own, nodes_for(len(hot)))
            running.discard(own)

    def now() -> Review:
        return replace(found, fights=tuple(answers.get(n, Decided(f)) for n, f in enumerate(hot)))

    def watch() -> None:
        nonlocal shown
        if budget.stopped:
            for own in list(running):
                own.stop()
        if len(answers) > shown:
            shown = len(answers)
            tell(now())

    if hot:
        run_threads(budget, [work] * min(budget.threads, len(hot)), watch)
    return now()
