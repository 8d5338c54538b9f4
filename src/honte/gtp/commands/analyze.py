"""Live analysis: `analyze` for Sabaki, `lz-analyze` and `kata-analyze` for Lizzie and friends.

Each line tells of all candidates, best first: `info move D4 visits 12 winrate 0.53 ... order 0 pv D4 Q16`.
Chances, leads and owners are those of the side that is analyzed. An analysis goes on until the controller
writes anything, or its visits are spent; a `genmove_analyze` ends by itself with `play D4`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from honte.core import Color, Move, vertex
from honte.engine import Analysis, Candidate, analyze, analyze_with_katago
from honte.errors import InputError
from honte.grid import Grid
from honte.gtp.arguments import Arguments
from honte.gtp.registry import command
from honte.gtp.session import Session
from honte.search.budget import Budget

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOST_VISITS = 20_000
"""Visits of one analysis at most: the tree takes about 10 kB for each."""
INTERVAL = 0.5
"""Seconds between two lines when the controller gives no interval."""
IGNORED = ("movesOwnership", "ownershipStdev", "movesOwnershipStdev", "pvVisits", "pvEdgeVisits")
"""Options of KataGo, followed by true or false, that are accepted and change nothing."""
FLAGS = ("ownership", "rootInfo", *IGNORED)


@dataclass
class Wish:
    """What the controller asks of an analysis."""

    color: Color
    every: float = INTERVAL
    most: int = 1000
    """Candidates that are shown at most."""
    ownership: bool = False
    root: bool = False
    allowed: set[Move] = field(default_factory=set)
    """The first moves to look at; empty for all."""
    avoided: set[Move] = field(default_factory=set)

    def considers(self, move: Move) -> bool:
        """Whether a first move is to be looked at."""
        return move not in self.avoided and (not self.allowed or move in self.allowed)


def read_wish(session: Session, args: Arguments) -> Wish:
    """The options of an analysis: color, interval in hundredths of a second, then names and values."""
    wish = Wish(args.color_or(session.game.to_play))
    if args.peek().replace(".", "", 1).isdigit():
        wish.every = args.number("an interval in hundredths of a second") / 100
    while len(args):
        _read_option(session.grid, args, wish)
    wish.every = min(max(wish.every, 0.01), 3600.0)
    return wish


def _read_option(grid: Grid, args: Arguments, wish: Wish) -> None:
    name = args.word("an option")
    if name == "interval":
        wish.every = args.number("an interval in hundredths of a second") / 100
    elif name == "maxmoves":
        wish.most = max(1, args.integer("a number of moves"))
    elif name == "minmoves":
        args.integer("a number of moves")  # every move that was visited is shown
    elif name in FLAGS:
        value = args.word("true or false").lower()
        if value not in ("true", "false"):
            raise InputError(f"syntax error: {name} {value!r}; expected true or false")
        wish.ownership = wish.ownership or (name == "ownership" and value == "true")
        wish.root = wish.root or (name == "rootInfo" and value == "true")
    elif name in ("allow", "avoid"):
        color, named = args.color(), args.word("vertices with commas").split(",")
        args.integer("a depth")
        moves: set[Move] = {None if text.lower() == "pass" else grid.parse(text) for text in named if text}
        if color is wish.color:
            (wish.allowed if name == "allow" else wish.avoided).update(moves)
    else:
        raise InputError(f"syntax error: {name!r} is no option of an analysis")


# Lines


def lower_bound(each: Candidate) -> float:
    """A chance to win that the true one falls below once in forty times, if visits were games."""
    spread = math.sqrt(each.win_rate * (1 - each.win_rate) / max(1, each.visits))
    return max(0.0, each.win_rate - 1.96 * spread)


def float_fields(order: int, each: Candidate) -> str:
    """The fields of Sabaki and KataGo: chances from 0 to 1, leads in points."""
    lead = "" if each.lead is None else f" scoreMean {each.lead:.3f} scoreLead {each.lead:.3f}"
    chance = f"winrate {each.win_rate:.6f}{lead} prior {each.prior:.6f} lcb {lower_bound(each):.6f}"
    return f"move {vertex(each.move)} visits {each.visits} {chance} order {order}"


def integer_fields(order: int, each: Candidate) -> str:
    """The fields of Leela Zero: chances in hundredths of a percent."""
    chance, prior = round(10_000 * each.win_rate), round(10_000 * each.prior)
    rates = f"winrate {chance} prior {prior} lcb {round(10_000 * lower_bound(each))}"
    return f"move {vertex(each.move)} visits {each.visits} {rates} order {order}"


Fields = Callable[[int, Candidate], str]


def info_line(fields: Fields, found: Sequence[Candidate], most: int = 1000) -> str:
    """One line about all candidates; empty without candidates."""
    parts = [
        f"info {fields(order, each)} pv {' '.join(map(vertex, each.line or (each.move,)))}"
        for order, each in enumerate(found[:most])
    ]
    return " ".join(parts)


def owners_text(owners: NDArray[np.float64], color: Color) -> str:
    """Owners from the upper left to the lower right, positive for a color."""
    return " ".join(f"{int(color) * value:.3f}" for row in owners[::-1] for value in row)


def analysis_line(fields: Fields, wish: Wish, found: Analysis) -> str:
    """The whole line of an analysis."""
    line = info_line(fields, found.candidates, wish.most)
    if not line:
        return ""
    if wish.root:
        lead = "" if found.lead is None else f" scoreLead {found.lead:.3f}"
        line += f" rootInfo visits {found.visits} winrate {found.win_rate:.6f}{lead}"
    if wish.ownership:
        line += f" ownership {owners_text(found.ownership, wish.color)}"
    return line


# Commands


def _analyze(fields: Fields, session: Session, args: Arguments) -> None:
    """Analyzes until the controller writes something."""
    wish = read_wish(session, args)
    game = session.seen_by(wish.color)
    limits = [MOST_VISITS] if session.settings.visits is None else [MOST_VISITS, session.settings.visits]
    budget = Budget(nodes=min(limits))

    def show(found: Analysis) -> None:
        if line := analysis_line(fields, wish, found):
            session.write(line)

    session.begin()
    with session.searching(budget, until_input=True):
        search = analyze_with_katago if session.settings.engine == "katago" else analyze
        show(search(game, budget, show, every=wish.every, only=wish.considers))
        session.wait()


def _genmove_analyze(fields: Fields, session: Session, args: Arguments) -> str:
    """Chooses a move, shows the candidates on the way, and plays it."""
    wish = read_wish(session, args)
    pace = session.pace(wish.every)
    session.begin()

    def watch(candidates: Callable[[], tuple[Candidate, ...]]) -> None:
        if pace() and (line := info_line(fields, candidates(), wish.most)):
            session.write(line)

    choice = session.choose(wish.color, watch)
    found = choice.candidates or (Candidate(choice.move, max(1, choice.simulations), choice.win_rate),)
    last = Analysis(found, choice.simulations, choice.win_rate, None, choice.ownership)
    session.write(analysis_line(fields, wish, last))
    if choice.resigns:
        return "play resign"
    session.play(wish.color, choice.move)
    return f"play {vertex(choice.move)}"


for _prefix, _fields in (("", float_fields), ("kata-", float_fields), ("lz-", integer_fields)):
    command(f"{_prefix}analyze")(partial(_analyze, _fields))
    command(f"{_prefix}genmove_analyze")(partial(_genmove_analyze, _fields))
