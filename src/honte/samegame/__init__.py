"""SameGame: boards, exact and anytime solvers, two-player variants, pictures.

>>> from honte.samegame import Board, solve
>>> board = Board.parse('''
... a b b
... a a c
... c c c
... ''')
>>> solution = solve(board)
>>> solution.score, solution.cleared, solution.proved
(1005, True, True)
"""

from honte.samegame.anneal import Progress
from honte.samegame.board import Board, Group, move_text, parse_move
from honte.samegame.duel import Duel, DuelAnswer, DuelGame, solve_duel
from honte.samegame.files import read_board
from honte.samegame.game import Game, Replay, replay
from honte.samegame.methods import METHODS, solve_by
from honte.samegame.picture import animate, animated_gif, draw
from honte.samegame.play import play_alone, play_duel
from honte.samegame.scoring import CASUAL, FORMULAS, SCORINGS, STANDARD, Scoring
from honte.samegame.solution import Solution
from honte.samegame.solver import search, solve, solve_exactly
from honte.samegame.tree import bfs, depth_limited, dfs, potential

__all__ = [
    "CASUAL",
    "FORMULAS",
    "METHODS",
    "SCORINGS",
    "STANDARD",
    "Board",
    "Duel",
    "DuelAnswer",
    "DuelGame",
    "Game",
    "Group",
    "Progress",
    "Replay",
    "Scoring",
    "Solution",
    "animate",
    "animated_gif",
    "bfs",
    "depth_limited",
    "dfs",
    "draw",
    "move_text",
    "parse_move",
    "play_alone",
    "play_duel",
    "potential",
    "read_board",
    "replay",
    "search",
    "solve",
    "solve_by",
    "solve_duel",
    "solve_exactly",
]
