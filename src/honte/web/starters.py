"""The problems of a new workbench: four standard shapes; tests prove each answer."""

from __future__ import annotations

from honte.library.store import Store
from honte.tsumego.problem.text import parse_setup
from honte.web.documents import Documents, new_id
from honte.web.puzzles import Puzzle

STARTERS = {
    name: rows + "- - - - - - - - -\n" * (10 - rows.count("\n"))
    for name, rows in {
        "Three in a row": """Black to play
. . . W x - - - -
W W W W x - - - -
x x x x x - - - -
""",
        "A crooked corner": """White to play
. . . . o - - - -
B B B . B o - - -
o o B B B o - - -
- o o o o o - - -
""",
        "Rectangular six in the corner": """Black to play
. . . W x - - - -
. . . W x - - - -
W W W W x - - - -
x x x x x - - - -
""",
        "The staircase": """White to play
. . . . B o - - -
. . . B B o - - -
B B B B o o - - -
o o o o o - - - -
""",
    }.items()
}
"""Problem diagrams on 9x9 by name, easiest first."""


def seed(store: Store, puzzles: Documents[Puzzle]) -> None:
    """Adds the starters to a new store, once."""
    if store.settings("server").get("seeded"):
        return
    store.set_setting("server", "seeded", True)
    for name, text in reversed(STARTERS.items()):  # the page lists the last changed first
        setup = parse_setup(f"name: {name}\n{text}")
        puzzles.add(Puzzle.of(new_id(), setup, "starter"), name)
