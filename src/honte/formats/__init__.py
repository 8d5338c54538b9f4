"""Files and pictures of Go: SGF, text diagrams, SVG and PNG.

    load_game, load_position    one door for files: SGF or a text board, recognized by content
    sgf                         trees of SGF and their games: `sgf.parse`, `sgf.to_game`, `sgf.serialize`
    diagram                     boards as text: `diagram.parse`, `diagram.render`
    Picture                     a board drawn as in a book

>>> print(diagram.render(load_position("(;SZ[3];B[bb];W[cb])").board))
   A B C
 3 . . . 3
 2 . X O 2
 1 . . . 1
   A B C
"""

from honte.formats import diagram, sgf
from honte.formats.diagram import Diagram
from honte.formats.load import Loaded, is_sgf, load_game, load_position
from honte.formats.picture import Picture, Region, crop_around
from honte.formats.themes import THEMES, Theme

__all__ = [
    "THEMES",
    "Diagram",
    "Loaded",
    "Picture",
    "Region",
    "Theme",
    "crop_around",
    "diagram",
    "is_sgf",
    "load_game",
    "load_position",
    "sgf",
]
