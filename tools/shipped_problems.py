"""Chooses the problems that ship from folders of made ones: `python tools/shipped_problems.py`.

    python tools/own_games.py --out build/games --side 13 --batches 8
    honte tsumego generate --from-games build/games --out build/made-games
    honte tsumego generate --out build/made-random --minutes 60
    python tools/shipped_problems.py --games build/made-games --random build/made-random

Each problem is graded, and solved to its end in play: the right moves against the longest resistance. Of
problems that are nearly alike one is taken. Those out of games come first: no boxes before boxes, those that
were not changed before the others. Problems built at random fill each place, the hardest first. Files are
numbered by place, from easy to hard. The folders that ship may be among those to choose from: `--games
src/honte/problems/games NEW`.

    python tools/shipped_problems.py --add build/hard

keeps the problems that ship and adds those of a folder that are unlike them and hold when proved again. One
that is harder by a rank takes the place of those built at random that it is like. One in the middle that is
no box (`honte.tsumego.make.looks`) takes the place of a box of its level that was built at random.

    python tools/shipped_problems.py --grade

writes the level of the present grader into all that ship, and numbers them by it.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from honte.formats.sgf import GameTree, parse, serialize
from honte.grid import PointSet
from honte.search.budget import Budget
from honte.tsumego.answer import solve
from honte.tsumego.make.grade import features_of, fitted
from honte.tsumego.make.judge import LARGEST, extent
from honte.tsumego.make.looks import is_box
from honte.tsumego.make.recheck import recheck, tree_faults
from honte.tsumego.play import Judgment, answer_move
from honte.tsumego.problem import Ending, Problem
from honte.tsumego.problem.keys import key_of
from honte.tsumego.problem.levels import level_text
from honte.tsumego.problem.place import Place, place_of
from honte.tsumego.problem.sgf import right_first_moves, setup_of_tree

FOLDERS = ("games", "generated")
"""Folders of problems out of games, and of those built at random."""
MOST = 240
"""Most problems of one place out of games."""
ENOUGH = 210
"""Problems of one place at which those built at random end, hard ones aside."""
HARD = 20.0
"""Level from which problems built at random are taken beyond ENOUGH, up to HARD_MORE of one place."""
HARD_MORE = 30
UNLIKE = 5
"""The least number of points in which two chosen problems of one place differ, however they are turned."""
HARDER = 1.0
"""Ranks by which an added problem must be harder than those built at random that it is like."""
PLAY_NODES = 400_000
"""Nodes for each move in play: about two seconds of the page's fifteen."""
MOST_MOVES = 15
"""Most moves of a person until a problem is solved."""
Layers = tuple[frozenset[tuple[int, int]], frozenset[tuple[int, int]]]
"""The points of the defender's and of the attacker's stones."""


@dataclass(frozen=True, eq=False)
class Entry:
    """A made problem."""

    tree: GameTree

    @cached_property
    def problem(self) -> Problem:
        """The problem of the tree."""
        return setup_of_tree(self.tree).problem()

    @property
    def place(self) -> Place:
        """Where it lies."""
        return place_of(self.problem.area)

    @cached_property
    def level(self) -> float:
        """Its level as a number."""
        return fitted().of(features_of(self.problem, right_first_moves(self.tree)))

    @property
    def of_game(self) -> bool:
        """Whether it comes out of a game."""
        return " of game " in (self.tree.root.text("SO") or "")

    @property
    def changed(self) -> bool:
        """Whether stones of its fight were changed."""
        return "changed" in (self.tree.root.text("SO") or "")

    @cached_property
    def views(self) -> list[Layers]:
        """The stones turned and mirrored in every way, moved to the lower left."""
        problem, grid = self.problem, self.problem.grid
        own, other = (problem.board.stones(color) for color in (problem.defender, problem.attacker))
        return [
            _pushed(PointSet(grid, s.mask(own.mask)), PointSet(grid, s.mask(other.mask)))
            for s in grid.symmetries
        ]


def _pushed(own: PointSet, other: PointSet) -> Layers:
    left, low = min(p.col for p in own | other), min(p.row for p in own | other)
    first, second = (frozenset((p.col - left, p.row - low) for p in part) for part in (own, other))
    return first, second


def difference(a: Entry, b: Entry) -> int:
    """The least number of stones in which two problems differ, over all symmetries."""
    first = a.views[0]
    return min(len(first[0] ^ x) + len(first[1] ^ y) for x, y in b.views)


def is_like(a: Entry, b: Entry) -> bool:
    """Whether two problems of one place are nearly the same."""
    return a.place is b.place and difference(a, b) < UNLIKE


def can_ship(entry: Entry) -> bool:
    """Whether a problem is small enough for a page, and can be solved there."""
    return max(extent(entry.problem)) <= LARGEST and can_be_solved(entry.problem)


def can_be_solved(problem: Problem) -> bool:
    """Whether the right moves lead to the end in play, against the longest resistance."""
    state: Problem | Ending = problem
    for _ in range(MOST_MOVES):
        if isinstance(state, Ending):
            return False
        answer = solve(state.setup(), Budget(nodes=PLAY_NODES, memory_mb=64))
        if not answer.best:
            return False
        reply = answer_move(state, answer.best[0], Budget(nodes=PLAY_NODES, memory_mb=64))
        if reply.judgment is not Judgment.RIGHT:
            return False
        if reply.result is not None:
            return True
        if isinstance(reply.after, Ending):
            return False
        state = reply.after.after(reply.move)
    return False


def entries(folders: list[Path], seen: set[str]) -> Iterator[Entry]:
    """The problems of folders, each once under symmetry."""
    for folder in folders:
        for file in sorted(folder.glob("*.sgf")):
            entry = Entry(parse(file.read_bytes())[0])
            if any(tree_faults(entry.tree, entry.problem)):
                continue
            key = key_of(entry.problem.board, entry.problem.to_play)
            if key not in seen:
                seen.add(key)
                yield entry


def choose(pool: list[Entry], taken: list[Entry], most: int, more: int = 0) -> list[Entry]:
    """Problems in the order of the pool, no two alike, none like one that is taken.

    There are at most `most` with those that are taken, and `more` with a level of HARD or above.
    """
    chosen: list[Entry] = []
    for entry in pool:
        others = [*chosen, *taken]
        if len(others) >= (most + more if more and entry.level >= HARD else most):
            continue
        if not any(is_like(entry, each) for each in others) and can_ship(entry):
            chosen.append(entry)
    return chosen


def write(chosen: list[Entry], place: Place, folder: Path) -> None:
    """Writes the files of one place from easy to hard, instead of those that are there."""
    for file in folder.glob(f"{place.value}-*.sgf"):
        file.unlink()
    for number, entry in enumerate(sorted(chosen, key=lambda entry: entry.level), 1):
        root = entry.tree.root
        root.set_text("GN", f"{place.value.capitalize()} {number}")
        root.set_text("DI", level_text(entry.level))
        (folder / f"{place.value}-{number:03}.sgf").write_bytes(serialize(entry.tree))


def grade(out: Path) -> None:
    """Grades all problems that ship again."""
    for folder in (out / name for name in FOLDERS):
        found = list(entries([folder], set()))
        for place in Place:
            write([entry for entry in found if entry.place is place], place, folder)


def add(folder: Path, out: Path) -> None:
    """Adds the problems of a folder to those that ship."""
    seen: set[str] = set()
    games, built = (list(entries([out / name], seen)) for name in FOLDERS)
    places: set[Place] = set()
    for entry in sorted(entries([folder], seen), key=lambda entry: -entry.level):
        like = [each for each in [*games, *built] if is_like(entry, each)]
        gives_way = all(each in built and each.level + HARDER <= entry.level for each in like)
        if gives_way and can_ship(entry) and recheck(entry.tree).holds():
            less = like or nearest_box(entry, built)
            built = [each for each in built if each not in less]
            (games if entry.of_game else built).append(entry)
            places.add(entry.place)
            words = f"{entry.place.value} {level_text(entry.level)}, in the place of {len(less)}"
            print(f"added: {words}", file=sys.stderr, flush=True)
    for place in places:
        for name, chosen in zip(FOLDERS, (games, built), strict=True):
            write([entry for entry in chosen if entry.place is place], place, out / name)


def nearest_box(entry: Entry, built: list[Entry]) -> list[Entry]:
    """The box with the nearest level, when the entry is none and lies at the same place."""
    boxes = [each for each in built if each.place is entry.place and is_box(each.problem)]
    if is_box(entry.problem) or not boxes:
        return []
    return [min(boxes, key=lambda each: abs(each.level - entry.level))]


def main() -> None:
    """Chooses for both folders; problems out of games come first."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--games", type=Path, nargs="+", default=[Path("build/made-games")])
    parser.add_argument("--random", type=Path, nargs="+", default=[Path("build/made-random")])
    parser.add_argument("--out", type=Path, default=Path("src/honte/problems"))
    parser.add_argument("--add", type=Path, help="a folder whose problems are added to those that ship")
    parser.add_argument("--grade", action="store_true", help="grade those that ship again")
    options = parser.parse_args()
    if options.grade:
        grade(options.out)
        return
    if options.add is not None:
        add(options.add, options.out)
        return
    seen: set[str] = set()
    games, built = list(entries(options.games, seen)), list(entries(options.random, seen))
    games.sort(key=lambda entry: (is_box(entry.problem), entry.changed))
    built.sort(key=lambda entry: -entry.level)
    for name in FOLDERS:
        (options.out / name).mkdir(parents=True, exist_ok=True)
        for file in (options.out / name).glob("*.sgf"):
            file.unlink()
    for place in Place:
        first = choose([each for each in games if each.place is place], [], MOST)
        rest = choose([each for each in built if each.place is place], first, ENOUGH, HARD_MORE)
        for name, chosen in zip(FOLDERS, (first, rest), strict=True):
            write(chosen, place, options.out / name)
            print(f"{name} {place.value}: {len(chosen)}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
