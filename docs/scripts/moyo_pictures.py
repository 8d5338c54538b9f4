"""Draws the figures of docs/algorithms/moyo.md: `python docs/scripts/moyo_pictures.py [FOLDER]`.

The opening (examples/cosmic.sgf) was composed for this page and belongs to nobody.
"""

from __future__ import annotations

import sys
from pathlib import Path

from honte.formats.load import load_game
from honte.formats.picture import Picture
from honte.moyo.figures import FIGURES, figure
from honte.moyo.size import moyo

HOME = Path(__file__).parents[2]
EXAMPLE = HOME / "examples" / "cosmic.sgf"
CELL_PIXELS = 26


def main(folder: Path) -> None:
    """Writes the PNG files into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    game = load_game(EXAMPLE.read_bytes()).game
    last = game.steps[-1].move
    plain = Picture(game.board, last=last, title=f"The position after move {len(game.steps)}")
    (folder / "position.png").write_bytes(plain.png(CELL_PIXELS))
    found, before = moyo(game.board), moyo(game.branch(len(game.steps) - 1).board)
    for name in FIGURES:
        (folder / f"{name}.png").write_bytes(figure(name, found).picture().png(CELL_PIXELS))
    for name in ("pairs", "difference"):
        picture = figure(name, before).picture(titled=False)
        (folder / f"{name}-before.png").write_bytes(picture.png(CELL_PIXELS))


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else HOME / "docs" / "pictures" / "moyo")
