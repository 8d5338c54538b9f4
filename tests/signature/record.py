"""The searches that have a signature: fixed positions, fixed node budgets, one thread.

A signature is the number of nodes that a search visits, and its result. Two runs give the same signature.
A change of speed leaves it alone; a change of behavior changes it. To record all of them anew, from the root
of the repository:

    python -m tests.signature.record > tests/signature/signatures.txt
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import NamedTuple

from honte.core import BLACK, WHITE, Board, Color, Move, vertex
from honte.formats.sgf import parse
from honte.grid import Point
from honte.samegame.board import Board as Tiles
from honte.samegame.duel import Duel
from honte.samegame.exact import HIGHEST, LOWEST, ExactSearch, Stakes
from honte.samegame.scoring import STANDARD
from honte.search.budget import Budget
from honte.search.effort import Effort
from honte.search.warm import ready
from honte.tsumego.answer import Scope, solve
from honte.tsumego.gold import Settings, gold
from honte.tsumego.open.guess import hunches
from honte.tsumego.problem import Problem, Setup
from honte.tsumego.problem.sgf import setup_of_tree
from honte.tsumego.proof import memory
from honte.tsumego.proof.prover import MOST_THREATS, Prover
from honte.tsumego.proof.solver import Solver

HERE = Path(__file__).parent
RECORD = HERE / "signatures.txt"
PROBLEMS = HERE.parents[1] / "src" / "honte" / "problems" / "basic"

PROOF_NODES = 50_000
VISITS = 2_000
GOLD_NODES = 200_000
TILE_NODES = 150_000
BARE_NODES = 60_000
MEMORY = 64
"""Megabytes of every table; the size decides which entries are overwritten."""


class Signature(NamedTuple):
    """What one search does on one position."""

    nodes: int
    result: str

    def __str__(self) -> str:
        return f"{self.nodes} nodes, {self.result}"


Table = Mapping[str, Mapping[str, Signature]]
"""Signatures by search and position."""


# Positions

SIDE = """
. . . . . . . . -
. W W W W W . . -
x x x x x x . . -
- - - - - x . . -
- - - - - - - - -
"""
"""A group on the second line, open to the right."""
LOOSE_SIDE = """
. . . . . . . . . -
. W W . W W . . . -
x x x W . x . . . -
- - x x x x . . . -
- - - - - - . . . -
- - - - - - - - - -
"""
"""A longer and looser group; one of its questions is too hard for the budget."""
GAP = """
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
O O O . . . . . .
X X O O . . . . .
. X . . . . . . .
. X O O . . . . .
"""
"""Black has one eye, and a way out at C2."""


def setup_of(source: str) -> Setup:
    """A problem under problems/basic, by its file name without the number."""
    [file] = PROBLEMS.glob(f"[0-9][0-9]-{source}.sgf")
    return setup_of_tree(parse(file.read_bytes())[0])


def problem_of(source: str, to_play: Color) -> Problem:
    """The problem of a diagram, or of a file under problems/basic."""
    if "\n" in source:
        return Problem.parse(f"{to_play} to play{source}")
    return setup_of(source).problem().with_to_play(to_play)


def board_of(source: str, without: str) -> Board:
    """The stones of a diagram, or of a file under problems/basic, except those on some points."""
    board = Board.parse(source) if "\n" in source else setup_of(source).board
    return board.with_stones(board.grid.set(map(Point.parse, without.split())), None)


# Searches


def use_new_tables() -> None:
    """Drops the proof search's pooled tables.

    A pooled table is used again under the next generation number. That number is hashed with each position,
    so it decides which positions share a bucket. Node counts in a crowded table would then depend on
    earlier searches of the process.
    """
    memory._pool.clear()


def names(moves: Iterable[Move]) -> str:
    return " ".join(map(vertex, moves)) or "no move"


def outcome(source: str, to_play: Color) -> Signature:
    """Df-pn: the threats that the mover needs, found by several questions on one table."""
    use_new_tables()
    budget = Budget(nodes=PROOF_NODES, memory_mb=MEMORY)
    found = Solver(problem_of(source, to_play), budget).outcome(to_play)
    return Signature(budget.visited, f"needs {found.low} to {found.high} threats: {names(found.best)}")


def verdict(
    source: str,
    to_play: Color,
    *,
    favored: Color | None = None,
    threats: int = 0,
    free_pass: bool = False,
    escape: bool = False,
) -> Signature:
    """Df-pn: one question, and the moves that decide it."""
    use_new_tables()
    problem, budget = problem_of(source, to_play), Budget(nodes=PROOF_NODES)
    prover = Prover(problem, MEMORY, free_pass=free_pass, escape=escape)
    found = prover.prove(prover.start(to_play, favored, threats), budget)
    kills = to_play is problem.attacker
    decisive = [move for move, pn, dn in prover.root_numbers() if (pn if kills else dn) == 0]
    return Signature(budget.visited, f"{found.value}: {names(decisive)}")


def guess(
    source: str, to_play: Color, *, threats: int = 0, free_pass: bool = False, escape: bool = False
) -> Signature:
    """The guessing tree: its three favorite moves, and a digest of the visits to every first move."""
    use_new_tables()
    problem, budget = problem_of(source, to_play), Budget(nodes=VISITS, memory_mb=MEMORY)
    solver = Solver(problem, budget, Prover(problem, MEMORY, free_pass=free_pass, escape=escape))
    found = hunches(solver.prover, solver.start(to_play, threats), Effort.whole(budget))
    visits = " ".join(f"{vertex(hunch.move)} {hunch.visits}" for hunch in found)
    digest = hashlib.sha256(visits.encode()).hexdigest()[:12]
    return Signature(budget.visited, f"{names(hunch.move for hunch in found[:3])}, digest {digest}")


def alphabeta(source: str, to_play: Color, settings: Settings) -> Signature:
    """GoLD's search to a fixed depth: score and best line."""
    answer = gold(problem_of(source, to_play), settings, Budget(nodes=GOLD_NODES))
    line = () if answer.last is None else answer.last.line
    return Signature(answer.nodes, f"{answer.score:+d}: {names(line)}")


def tiles(cols: int, rows: int, colors: int, seed: int, stakes: Stakes) -> Signature:
    """SameGame's exact search of a random board, without a sequence to start from."""
    board, budget = Tiles.random(cols, rows, colors, seed), Budget(nodes=TILE_NODES)
    found = ExactSearch(board, STANDARD, stakes, MEMORY).run(board, budget)
    result = f"{found.value:+d}: {names([found.move])}"
    return Signature(budget.visited, "stopped at " + result if found.stopped else result)


def bare(source: str, to_play: Color, without: str = "", *, nodes: int = BARE_NODES) -> Signature:
    """Solving a position of which nothing is given but the stones and who plays."""
    ready("life and death")  # before the tables are cleared: the warm-up call borrows one
    use_new_tables()
    budget = Budget(nodes=nodes, memory_mb=MEMORY)
    answer = solve(Setup(board_of(source, without), to_play), budget, explain=False)
    reading, first = answer.reading, answer.first
    aim = f"{reading.objective.value} {len(reading.target)} stones"
    reach = "on the whole board" if answer.scope is Scope.BOARD else "inside the boundary"
    result = f"{names([answer.move])}, {aim}, needs {first.low} to {first.high} threats {reach}"
    return Signature(budget.visited, result)


SEARCHES: dict[str, dict[str, Callable[[], Signature]]] = {
    "df-pn": {
        "carpenter's square, Black": partial(outcome, "carpenter-s-square", BLACK),
        "L group, White": partial(outcome, "l-group", WHITE),
        "seven on the second line, Black": partial(outcome, "seven-on-the-second-line", BLACK),
        "death from the outside, Black": partial(outcome, "death-from-the-outside", BLACK),
        "ko in the corner, Black": partial(outcome, "rectangular-six-with-a-liberty", BLACK),
        "ko in the corner, Black, one threat for White": partial(
            verdict, "rectangular-six-with-a-liberty", BLACK, favored=WHITE, threats=1
        ),
        "open side, Black": partial(verdict, SIDE, BLACK, free_pass=True),
        "open side, Black, cage": partial(verdict, SIDE, BLACK, free_pass=True, escape=True),
        "loose side, White": partial(verdict, LOOSE_SIDE, WHITE, free_pass=True),
        "loose side, Black, cage": partial(verdict, LOOSE_SIDE, BLACK, free_pass=True, escape=True),
    },
    "guessing tree": {
        "carpenter's square, Black": partial(guess, "carpenter-s-square", BLACK),
        "L group, White, against any threats": partial(guess, "l-group", WHITE, threats=-MOST_THREATS),
        "ko in the corner, Black, one threat for White": partial(
            guess, "rectangular-six-with-a-liberty", BLACK, threats=-1
        ),
        "loose side, White": partial(guess, LOOSE_SIDE, WHITE, free_pass=True),
        "loose side, Black, cage": partial(guess, LOOSE_SIDE, BLACK, free_pass=True, escape=True),
    },
    "GoLD's search": {
        "carpenter's square, Black, depth 8": partial(
            alphabeta, "carpenter-s-square", BLACK, Settings(depth=8)
        ),
        "L group, White, depth 8": partial(alphabeta, "l-group", WHITE, Settings(depth=8)),
        "five on the second line, White, no depth limit": partial(
            alphabeta, "five-on-the-second-line", WHITE, Settings(depth=None)
        ),
        "death from the outside, Black, depth 6 at once": partial(
            alphabeta, "death-from-the-outside", BLACK, Settings(depth=6, iterative=False)
        ),
        "J group, White, depth 7, with suicidal moves": partial(
            alphabeta, "j-group", WHITE, Settings(depth=7, remove_suicidal=False)
        ),
        "seven on the second line, Black, depth 9, breadth 4": partial(
            alphabeta, "seven-on-the-second-line", BLACK, Settings(depth=9, breadth=4)
        ),
    },
    "SameGame, exact": {
        "6x6, 4 colors, highest score": partial(tiles, 6, 6, 4, 2, HIGHEST),
        "7x7, 4 colors, highest score": partial(tiles, 7, 7, 4, 1, HIGHEST),
        "7x7, 5 colors, highest score": partial(tiles, 7, 7, 5, 1, HIGHEST),
        "7x7, 3 colors, lowest score": partial(tiles, 7, 7, 3, 1, LOWEST),
        "7x7, 3 colors, two players": partial(tiles, 7, 7, 3, 1, Duel.MORE.stakes),
    },
    "bare positions": {
        "a gap in the wall, Black": partial(bare, GAP, BLACK),
        "seki, Black": partial(bare, "seki", BLACK),
        "seven on the second line, Black": partial(bare, "seven-on-the-second-line", BLACK, nodes=20_000),
        "carpenter's square without B5, White": partial(bare, "carpenter-s-square", WHITE, "B5"),
        "square four without B4, White": partial(bare, "square-four", WHITE, "B4"),
        "bulky five without D8 G3, Black": partial(bare, "bulky-five", BLACK, "D8 G3"),
        "half an eye without D7 E7, Black": partial(bare, "half-an-eye", BLACK, "D7 E7"),
        "simple race without F7 E6, Black": partial(bare, "simple-race", BLACK, "F7 E6"),
        "L group without F8, White": partial(bare, "l-group", WHITE, "F8"),
        "J group without C7 B5, Black": partial(bare, "j-group", BLACK, "C7 B5"),
        "J group without C7 E8 G9, Black": partial(bare, "j-group", BLACK, "C7 E8 G9"),
        "bent four in the corner without A6, White": partial(bare, "bent-four-in-the-corner", WHITE, "A6"),
        "bent four with ko without B6, Black": partial(
            bare, "bent-four-with-its-bend-in-the-corner", BLACK, "B6"
        ),
    },
}


# The record


def format_table(table: Table) -> str:
    """One line for each position, under a line with the search and its total of nodes."""
    lines = ["# position | nodes | result, recorded by python -m tests.signature.record"]
    for search, signatures in table.items():
        total = sum(signature.nodes for signature in signatures.values())
        lines += ["", f"== {search}: {total} nodes"]
        lines += [
            f"{position:<52} | {nodes:>6} | {result}" for position, (nodes, result) in signatures.items()
        ]
    return "\n".join(lines) + "\n"


def parse_table(text: str) -> dict[str, dict[str, Signature]]:
    """Reads what `format_table` writes."""
    table: dict[str, dict[str, Signature]] = {}
    for line in text.splitlines():
        if line.startswith("== "):
            signatures = table[line.removeprefix("== ").rpartition(":")[0]] = {}
        elif line and not line.startswith("#"):
            position, nodes, result = (part.strip() for part in line.split("|"))
            signatures[position] = Signature(int(nodes), result)
    return table


def measure_all() -> Table:
    return {
        search: {position: measure() for position, measure in measures.items()}
        for search, measures in SEARCHES.items()
    }


if __name__ == "__main__":
    print(format_table(measure_all()), end="")
