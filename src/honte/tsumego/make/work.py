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
from honte.tsumego.make.generate import from_game, from_random
from honte.tsumego.make.grade import grade
from honte.tsumego.make.judge import Made
from honte.tsumego.problem.place import Place

TRIES = 60
"""Random tries in one piece."""
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

    @property
    def name(self) -> str:
        """One word that tells this piece from all others."""
        what = Path(self.file).name if self.place is None else self.place.value
        return f"{self.seed}/{what}/{self.number}"


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


def random_pieces(seed: int, places: Sequence[Place]) -> Iterator[Piece]:
    """Pieces without end, the places in turn."""
    for number in count():
        for place in places:
            yield Piece(seed, number, place)


def game_pieces(seed: int, files: Sequence[Path]) -> Iterator[Piece]:
    """Pieces of all games; a file that cannot be read has none."""
    for file in files:
        try:
            games = len(parse(file.read_bytes()))
        except (GoError, OSError):
            continue
        for number in range((games + GAMES - 1) // GAMES):
            yield Piece(seed, number, file=str(file))


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
        for _, made in from_random(piece.seed, piece.place, piece.number * TRIES, TRIES):
            yield made, "built at random"
        return
    trees = parse(Path(piece.file).read_bytes())
    for number in range(piece.number * GAMES, min(len(trees), (piece.number + 1) * GAMES)):
        yield from _of_game(trees[number], piece.seed, f"{Path(piece.file).stem} {number + 1}")


def _of_game(tree: GameTree, seed: int, name: str) -> Iterator[tuple[Made, str]]:
    try:
        game, _ = to_game(tree)
    except GoError:
        return
    for fight, made in from_game(game, f"{seed} {name}"):
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
