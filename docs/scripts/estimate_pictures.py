"""Draws the pictures of the pages on estimating: `python docs/scripts/estimate_pictures.py`."""

from __future__ import annotations

from pathlib import Path

from honte.core import CHINESE, Board, Position
from honte.estimate.distance import Distances
from honte.estimate.models import estimate
from honte.estimate.ownership import Setting
from honte.formats.picture import Picture

FOLDER = Path(__file__).resolve().parent.parent / "pictures"

WORKED = Board.parse(
    """
    . . . . .
    . X . . .
    . X . O .
    . X . O .
    . . . . .
    """
)
MIDDLE_GAME = Board.parse(
    """
    . . . . . . . . . . . . .
    . . . X . . . O . O X . .
    . . X . X . . . O X . X .
    . . . X . . . . O X X . .
    . O O X . . O . . O O X .
    . . . O X . . . . . O X .
    . . O . X . . X . . . O .
    . . . O . . . . . . O . .
    . . . O X . X . . . . . .
    . . O X . . . . X . O O .
    . . O X . . . X X O . . .
    . . O X . . . X O O . . .
    . . . . . . . . . . . . .
    """
)


def main() -> None:
    """Writes the SVG files into docs/pictures."""
    confidence = Distances.of(WORKED).confidence()
    ownership = {p: float(confidence[p.row, p.col]) for p in WORKED.grid}
    picture = Picture(WORKED, ownership=ownership, title="distance: confidence of each point")
    (FOLDER / "distance.svg").write_text(picture.svg(), encoding="utf8")
    setting = Setting(Position(MIDDLE_GAME), CHINESE)
    answer = estimate(setting, "network")
    text = answer.to_picture(title=f"network: {answer}").svg()
    (FOLDER / "estimate-network.svg").write_text(text, encoding="utf8")


if __name__ == "__main__":
    main()
