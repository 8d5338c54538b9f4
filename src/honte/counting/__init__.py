"""The final count of a game without help: finds the dead chains, closes open borders, counts.

    final_count, FinalCount     a finished game, with verdicts, open borders and both ways of counting
    count_given                 the same with exactly the dead chains that the caller gives
    find_dead                   the dead stones alone
    judge, Verdict              whether each chain lives, how sure that is, and why

Two people who agree on dead stones are in `honte.scoring`. Positions that are not finished are for
`honte.estimate`.

>>> from honte.core import CHINESE, Board, Game
>>> board = Board.parse('''
... . X . O .
... X X O O O
... . X O . O
... X X O O .
... ''')
>>> count = final_count(Game(board=board, rules=CHINESE.with_komi(0)))
>>> str(count.score.result), len(count.dead)
('W+3', 0)
"""

from honte.counting.final import FinalCount, OpenBorder, count_given, final_count, find_dead
from honte.counting.judging import Verdict, judge

__all__ = ["FinalCount", "OpenBorder", "Verdict", "count_given", "final_count", "find_dead", "judge"]
