"""The opponent for whole games: the one door `choose`.

1. On a tiny board it plays perfectly where the solver proves a best move at once (`honte.smallboard`).
2. On square boards from 5x5 to 19x19 it searches a tree with the network's likely moves and values (`tree`).
3. On all other boards, and without the network's file, it searches by random playouts (`mcts`).

It plays at once where only one move makes sense. It resigns when it is far behind late in the game, fills no
territory of its own, and passes only when no open point is left. `honte.counting` then counts the game.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import TypeAlias

from honte.core import BLACK, PASS, Game, Move, Phase
from honte.engine import mcts
from honte.engine.candidates import candidates_of
from honte.engine.choice import Candidate, Choice
from honte.engine.levels import STRONGEST, Level, level_named
from honte.engine.perfect import perfect_choice
from honte.engine.standing import Standing, standing
from honte.engine.tree import Tree
from honte.errors import InputError
from honte.network import Network, Prediction, View, load, supports
from honte.search.budget import Budget

Watch: TypeAlias = Callable[[Callable[[], tuple[Candidate, ...]]], object]
"""Called again and again while a search runs, with a function that gives the moves tried so far."""
SECONDS = 1.0
"""Seconds for a move without a budget."""
ONLY_MOVE = 0.97
"""A move at least this likely is played at once."""
ROOT_SYMMETRIES = 2
"""Images of the board over which the answer for the position on the board is averaged."""
CONSIDERED = 60
"""Likely moves that the search may choose from."""
ENDING = 0.1
"""Where a pass is at least this likely, the game is ending and every open point is considered."""
OPEN_PRIOR = 0.02
"""At the end of a game an open point counts as at least this likely."""
LIKELY_PASS = 0.5
"""A pass at least this likely is considered although a chain is unsure."""
THREAT = 2.0
"""Points that a pass may cost before moves in the opponent's own territory are considered."""
OPENING = 0.5
"""Moves for each line of the board that count as its beginning, where games should differ."""
NEARLY = 0.6
"""At the beginning a move with at least this part of the best move's visits may be played instead."""
HOPELESS = 0.015
"""The chance to win under which the opponent resigns."""
HOPELESS_LEAD = 0.6
"""Points behind, for each line of the board, without which it plays on."""
RESIGNS_AFTER = 0.25
"""It never resigns before this many moves for each point of the board."""


def choose(
    game: Game,
    budget: Budget | None = None,
    *,
    level: str = STRONGEST,
    seed: int = 1,
    watch: Watch | None = None,
) -> Choice:
    """Chooses a move for the side to play; thinks for at most one second without a budget.

    Levels are `honte.engine.LEVELS`. `watch` sees the search while it runs. With one thread, a budget of
    nodes and a seed it is repeatable. Raises InputError when the game is over or the level is unknown.

    >>> from honte.grid import Grid
    >>> str(choose(Game(Grid(3))).move)
    'B2'
    """
    chosen = level_named(level)
    if game.phase is not Phase.PLAY:
        raise InputError("the game is over: there is no move to choose")
    budget = budget or Budget(seconds=SECONDS)
    if chosen.visits is None and (proved := perfect_choice(game, budget)) is not None:
        return proved
    if not supports(game.grid):
        side = f"{game.grid.cols}x{game.grid.rows}"
        return _by_playouts(game, budget, chosen, seed, watch, f"the network does not know {side} boards")
    try:
        network = _network(budget.threads)
    except InputError as error:
        return _by_playouts(game, budget, chosen, seed, watch, str(error))
    with budget.running():  # the clock also counts what comes before the tree
        return _by_network(game, network, budget, chosen, random.Random(seed), watch)


@cache
def _network(threads: int) -> Network:
    """The shipped network for a number of threads, loaded once."""
    return load() if threads == 1 else Network(threads=threads)


def _by_playouts(
    game: Game, budget: Budget, level: Level, seed: int, watch: Watch | None, why: str
) -> Choice:
    """The move of the playout search, with a word why the network did not choose."""
    if level.playouts is not None and (budget.nodes is None or budget.nodes > level.playouts):
        budget = Budget(budget.seconds, level.playouts, budget.memory_mb, budget.threads)
    live = None if watch is None else lambda: watch(tuple)
    return mcts.choose(game, budget, seed=seed, watch=live, note=f"found by random playouts: {why}")


# With the network


def _by_network(
    game: Game,
    network: Network,
    budget: Budget,
    level: Level,
    chance: random.Random,
    watch: Watch | None,
) -> Choice:
    said = network.predict([View.of(game)], symmetries=ROOT_SYMMETRIES)[0]
    moves = _sensible(game, network, said)
    if resigned := _resignation(game, said, moves):
        return resigned
    total = sum(prior for _, prior in moves)
    if len(moves) == 1 or moves[0][1] >= ONLY_MOVE * total:
        return _choice(game, said, moves[0][0], ())
    if level.temperature:
        return _choice(game, said, _drawn(moves, level.temperature, chance), ())
    if level.visits == 0:
        return _choice(game, said, moves[0][0], ())
    tree = Tree(game, network, said, moves)
    tree.grow(budget, level.visits, None if watch is None else lambda: watch(partial(candidates_of, tree)))
    shown = candidates_of(tree)
    return _choice(game, said, _varied(game, shown, chance) if shown else moves[0][0], shown)


def _varied(game: Game, shown: Sequence[Candidate], chance: random.Random) -> Move:
    """The most visited move; at the beginning of a game also one that was visited nearly as often."""
    if len(game.steps) >= OPENING * game.grid.cols:
        return shown[0].move
    near = [each for each in shown if each.visits >= NEARLY * shown[0].visits]
    return chance.choices([each.move for each in near], [each.visits for each in near])[0]


def _sensible(game: Game, network: Network, said: Prediction) -> list[tuple[Move, float]]:
    """The moves to choose from, likeliest first: legal, outside own territory, no pass while points are open.

    Only a pass remains when nothing is left to play.
    """
    board = standing(game, said)
    quiet = _pass_cost(game, network, said) < THREAT
    if board.settled and not board.open and quiet:
        return [(PASS, 1.0)]
    barred = board.own if quiet or not game.board.stones_mask(game.to_play) else 0
    moves: list[tuple[Move, float]] = [
        (move, prior)
        for move, prior in said.moves(CONSIDERED)
        if move is not None and not game.grid.bit(move) & barred and game.illegality(move) is None
    ]
    pass_share = said.probability(PASS)
    if pass_share >= ENDING or not moves:
        moves = _with_open_points(game, board, moves)
    if not board.open and (board.settled or pass_share >= LIKELY_PASS or not moves):
        moves.append((PASS, max(pass_share, OPEN_PRIOR)))
    return sorted(moves, key=lambda each: -each[1])


def _with_open_points(
    game: Game, board: Standing, moves: Sequence[tuple[Move, float]]
) -> list[tuple[Move, float]]:
    """The moves and all open points, which count as at least a little likely."""
    known = dict(moves)
    for bit in game.grid.masks_of(board.open):
        point = game.grid.point_of(bit.bit_length() - 1)
        known[point] = max(known.get(point, 0.0), OPEN_PRIOR)
    return list(known.items())


def _pass_cost(game: Game, network: Network, said: Prediction) -> float:
    """Points that the side to play loses by a pass, as the network sees it."""
    after = network.predict([View.of(game).after(PASS)])[0]
    return (said.lead - after.lead) * int(game.to_play)


def _resignation(game: Game, said: Prediction, moves: Sequence[tuple[Move, float]]) -> Choice | None:
    """Gives up a game that is clearly lost late; at the end of a game, only one that is lost by far."""
    if len(game.steps) < RESIGNS_AFTER * game.grid.size or game.passes:
        return None
    behind = (game.rules.komi + game.bonus - said.lead) * int(game.to_play)
    enough = HOPELESS_LEAD * game.grid.cols * (2 if moves[0][0] is PASS else 1)
    if _win_rate(game, said) > HOPELESS or behind < enough:
        return None
    return _choice(game, said, moves[0][0], (), resigns=True)


def _drawn(moves: Sequence[tuple[Move, float]], temperature: float, chance: random.Random) -> Move:
    """A move drawn from the likely ones; a high temperature makes unlikely moves more frequent."""
    weights = [prior ** (1 / temperature) for _, prior in moves]
    return chance.choices([move for move, _ in moves], weights)[0]


def _win_rate(game: Game, said: Prediction) -> float:
    black = said.black_wins(game.rules.komi + game.bonus)
    return black if game.to_play is BLACK else 1 - black


def _choice(
    game: Game,
    said: Prediction,
    move: Move,
    shown: tuple[Candidate, ...],
    *,
    resigns: bool = False,
) -> Choice:
    import numpy as np

    owners = said.owners.reshape(game.grid.rows, game.grid.cols).astype(np.float64)
    win_rate = shown[0].win_rate if shown else _win_rate(game, said)
    visits = sum(each.visits for each in shown)
    return Choice(move, win_rate, visits, shown, owners, resigns)
