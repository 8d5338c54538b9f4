"""SGF, the file format of Go games: everything that other packages need, in one place.

    parse, serialize            files and trees (`sgf_tree`)
    parse_each                  collections in which some games are torn (`sgf_torn`)
    to_game, from_game          trees and games, with reports of what is wrong in a record (`sgf_game`)
    play_line                   a variation as a game (`sgf_game`)

>>> game, reports = to_game(parse("(;SZ[9]KM[7]AB[cc]AW[gg];B[ee];W[ee])")[0])
>>> [str(report) for report in reports]
['node 2, move 2: White E5 is occupied; left out']
"""

from honte.formats.sgf_game import Line, Report, from_game, marked_points, play_line, setup_tree, to_game
from honte.formats.sgf_torn import parse_each
from honte.formats.sgf_tree import Collection, GameTree, Node, parse, serialize, to_text

__all__ = [
    "Collection",
    "GameTree",
    "Line",
    "Node",
    "Report",
    "from_game",
    "marked_points",
    "parse",
    "parse_each",
    "play_line",
    "serialize",
    "setup_tree",
    "to_game",
    "to_text",
]
