"""Life and death: proved answers to problems and bare positions, play against the solver, new problems.

    solve, Answer, Budget, Watch        the one door: everything about a setup, within a budget
    answer_move, Reply                  play mode: judges a move and finds the reply
    Problem, Setup, Stake               what a problem is, what a file gives of one, what is at stake
    parse_setup, read_records, read_problems, write_problem     diagrams, JSON records, SGF files
    race, Race, Winner                  capturing races: who wins, with how many moves to spare
    gold, Settings, Opinion             GoLD's own search, the second engine
    generate, Place, Made               new problems, each proved
    Oracle                              an independent answer by listing every position

>>> problem = Problem.parse('''
... Black to play
... . . . W x -
... W W W W x -
... x x x x x -
... ''')
>>> answer = solve(problem.setup(), Budget(nodes=100_000))
>>> print(answer.first, answer.move, answer.proved)
Black kills B3 True
"""

from honte.search.budget import Budget
from honte.tsumego.answer import Answer, Scope, solve
from honte.tsumego.gold import Opinion, Settings, gold, problem_for_gold
from honte.tsumego.make.generate import generate
from honte.tsumego.make.judge import Made
from honte.tsumego.open.readings import Reading
from honte.tsumego.play import Judgment, Reply, Result, answer_move
from honte.tsumego.problem import Capture, Ending, Objective, Problem, Setup, Stake, Threats
from honte.tsumego.problem.place import Place
from honte.tsumego.problem.sgf import read_problems, write_problem
from honte.tsumego.problem.text import (
    format_setup,
    parse_setup,
    read_records,
    record_of_setup,
    setup_of_record,
)
from honte.tsumego.proof.outcome import Outcome, Status
from honte.tsumego.proof.watch import Considered, Watch
from honte.tsumego.race import Race, Winner, race
from honte.tsumego.verify.oracle import Oracle

__all__ = [
    "Answer",
    "Budget",
    "Capture",
    "Considered",
    "Ending",
    "Judgment",
    "Made",
    "Objective",
    "Opinion",
    "Oracle",
    "Outcome",
    "Place",
    "Problem",
    "Race",
    "Reading",
    "Reply",
    "Result",
    "Scope",
    "Settings",
    "Setup",
    "Stake",
    "Status",
    "Threats",
    "Watch",
    "Winner",
    "answer_move",
    "format_setup",
    "generate",
    "gold",
    "parse_setup",
    "problem_for_gold",
    "race",
    "read_problems",
    "read_records",
    "record_of_setup",
    "setup_of_record",
    "solve",
    "write_problem",
]
