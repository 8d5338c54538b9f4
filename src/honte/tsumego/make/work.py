"""The work of a generator in pieces: each has a name, and gives the same problems in any process.

A piece is a block of random tries at one place, or a few games of one file. A run that was stopped goes on
with the pieces that are not done.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from honte.errors import GoError
from honte.formats.sgf import GameTree, parse, serialize
from honte.formats.sgf_game import to_game
from honte.tsumego.make.generate import from_climbs, from_game, from_random
from honte.tsumego.make.grade import grade
from honte.tsumego.make.judge import Made
from honte.tsumego.problem.place import Place

TRIES = 60
"""Random tries in one piece."""
CLIMBS = 2
"""Tries of hard problems in one piece: each takes seconds."""
GAMES = 4
"""Games in one piece."""


@dataclass(frozen=True)
class Piece:
    """Random tries, or games of a file."""

    seed: int
    number: int
    place: Place | None = None
    """Where random groups stand; None for games."""
    file: str = ""
    """The file with games; empty for random groups."""
    only: Place | None = None
    """Where fights out of games must lie; None for everywhere."""
    hard: bool = False
    """Whether random groups are changed until they are hard."""

    @property
    def name(self) -> str:
        """One word that tells this piece from all others."""
        what = Path(self.file).name if self.place is None else self.place.value
        kind = " hard" if self.hard else "" if self.only is None else f" {self.only.value}"
        return f"{self.seed}/{what}{kind}/{self.number}"


@dataclass(frozen=True)
class Kept:
    """A kept problem, ready to be saved."""

    key: str
    place: Place
    task: str
    """The task in words, such as `Black to live`."""
    level: str
    """The rank of a player for whom it is about right, such as `12k`."""
    data: bytes
    """The SGF file."""


def random_pieces(seed: int, places: Sequence[Place], *, hard: bool = False) -> Iterator[Piece]:
    """Pieces without end, the places in turn."""
    for number in count():
        for place in places:
            yield Piece(seed, number, place, hard=hard)


def game_pieces(seed: int, files: Sequence[Path], only: Place | None = None) -> Iterator[Piece]:
    """Pieces of all games, `only` for fights at one place; a file that cannot be read has none."""
    for file in files:
        try:
            games = len(parse(file.read_bytes()))
        except (GoError, OSError):
            continue
        for number in range((games + GAMES - 1) // GAMES):
            yield Piece(seed, number, file=str(file), only=only)


def do(piece: Piece) -> list[Kept]:
    """The problems of one piece, each once."""
    found: dict[str, Kept] = {}
    for made, source in _made(piece):
        if made.key not in found:
            problem = made.problem
            task = f"{problem.to_play} to {problem.objective.value}"
            level = grade(problem, made.answer.best)
            data = serialize(labeled(made, source, task, level))
            found[made.key] = Kept(made.key, made.place, task, level, data)
    return list(found.values())


def _made(piece: Piece) -> Iterator[tuple[Made, str]]:
    if piece.place is not None:
        make, tries = (from_climbs, CLIMBS) if piece.hard else (from_random, TRIES)
        for _, made in make(piece.seed, piece.place, piece.number * tries, tries):
            yield made, "built at random"
        return
    trees = parse(Path(piece.file).read_bytes())
    for number in range(piece.number * GAMES, min(len(trees), (piece.number + 1) * GAMES)):
        yield from _of_game(trees[number], piece, f"{Path(piece.file).stem} {number + 1}")


def _of_game(tree: GameTree, piece: Piece, name: str) -> Iterator[tuple[Made, str]]:
    try:
        game, _ = to_game(tree)
    except GoError:
        return
    for fight, made in from_game(game, f"{piece.seed} {name}", piece.only):
        yield made, f"move {fight.number} of game {name}{', changed' if fight.changed else ''}"


def labeled(made: Made, source: str, task: str, level: str) -> GameTree:
    """The tree with its task, its level, its source and the figures of its proof."""
    root = made.tree.root
    root.set_text("C", f"{task}.")
    root.set_text("DI", level)
    root.set_text("SO", f"made by honte: {source}")
    root.properties["SEARCH"] = [
        f"effort:{made.effort}",
        f"longest:{made.longest}",
        f"tempting:{made.tempting}",
    ]
    return made.tree
