"""Draws the pictures of docs/algorithms/samegame.md: `python docs/scripts/samegame_pictures.py`."""

from __future__ import annotations

from pathlib import Path

from honte.samegame import Board, search
from honte.samegame.picture import animated_gif, draw
from honte.search.budget import Budget

FOLDER = Path(__file__).parent.parent / "pictures"


def main() -> None:
    """Solves a random board and writes its picture and animation into docs/pictures."""
    board = Board.random(10, 8, 4, seed=11)
    solution = search(board, budget=Budget(nodes=60_000), seed=1)
    (FOLDER / "samegame.svg").write_text(draw(board, marked=solution.moves[:1]).svg(), encoding="utf8")
    (FOLDER / "samegame.gif").write_bytes(animated_gif(board, solution.moves))
    print(f"{solution.score} points, {len(solution.moves)} moves, cleared: {solution.cleared}")


if __name__ == "__main__":
    main()
