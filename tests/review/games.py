"""Small games for the tests of reviews. All of them are made up."""

from __future__ import annotations

from honte.core import Game
from honte.formats.load import load_game

DIES = """(;SZ[9]KM[5.5]RU[Chinese]AB[ab][bb][cb][db][da]AW[ac][bc][cc][dc][eb][ea][ec]PL[W]
;W[cg];B[gg];W[eg];B[ge];W[gc];B[hd];W[hc];B[ff];W[ba];B[ef];W[df])"""
"""Black's corner needs a move at B9. Black plays elsewhere four times, White kills at move 9."""


def game_of(text: str = DIES) -> Game:
    """The game of an SGF text."""
    return load_game(text).game
