"""`honte tsumego play`: solve problems move by move against the solver, in the terminal."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Annotated

import typer

from honte.cli.common import console
from honte.cli.tsumego.files import read_setups, refuse_broken
from honte.errors import GoError, InputError, ProblemError

if TYPE_CHECKING:
    from honte.core import Move
    from honte.search.budget import Budget
    from honte.tsumego.answer import Answer
    from honte.tsumego.problem import Problem, Setup

_HELP = (
    "Type a point such as D4; pass or none when no move works, seki or ko when that is the result; "
    "hint, solution, undo, reset, next, help or quit."
)
_SIGNS = (
    "X and O are black and white stones, B and W the stones in question, x and o safe stones around them; "
    ". is a free point, - lies outside the problem."
)


def register(app: typer.Typer) -> None:
    """Adds the command."""
    app.command()(play)


def play(
    file: Annotated[str, typer.Argument(help="SGF, JSON lines or a text diagram.")],
    number: Annotated[int, typer.Option(help="Number of the first problem in the file, from 1.")] = 1,
    seconds: Annotated[float, typer.Option(help="Seconds for each answer.")] = 5.0,
) -> None:
    """Plays problems: you move first, the solver judges your move and answers it.

    A problem is solved when nothing is left to answer; the stones need not come off. When no move works,
    say so: pass, none or seki. Hints come in three steps.

    Example: [cyan]honte tsumego play corner.sgf[/]
    """
    setups = list(read_setups(file))
    if not 1 <= number <= len(setups):
        raise InputError(f"{file} has {len(setups)} problems; there is no number {number}")
    for at in range(number - 1, len(setups)):
        found_area = not setups[at].is_complete
        problem = problem_of(setups[at], seconds)
        if not Sitting(problem, seconds, has_next=at + 1 < len(setups), found_area=found_area).run():
            return


class Sitting:
    """One problem on the screen: the positions so far, the score of the try, the hints given."""

    def __init__(self, problem: Problem, seconds: float, *, has_next: bool, found_area: bool = False) -> None:
        from honte.tsumego.coach import Progress
        from honte.tsumego.proof.memory import Memory

        self.history = [problem]
        self.found_area = found_area
        """Whether the solver chose the area, and not the author of the problem."""
        self.seconds = seconds
        self.has_next = has_next
        self.progress = Progress()
        self.memory = Memory()
        """What was proved about earlier positions of the problem."""
        self.hints = 0
        self.over = False
        """Whether play has come to its end: only undo, reset, next and quit are left."""
        self.shown: Problem | None = None
        """The position that was printed last."""

    @property
    def problem(self) -> Problem:
        """The position on the screen."""
        return self.history[-1]

    def run(self) -> bool:
        """Asks for moves until the problem is left; says whether the next problem is wanted."""
        from honte.tsumego.open.readings import given_reading

        question = given_reading(self.problem.setup(), self.problem.keystones).question
        self.say(f"{question[0].upper()}{question[1:]} {_HELP}")
        while True:
            self.draw()
            text = ask(f"{self.problem.to_play}> ")
            if text is None or text in ("quit", "q"):
                return False
            if text == "next":
                if self.has_next:
                    return True
                self.say("This is the last problem of the file.")
            else:
                self.act(text)

    def draw(self) -> None:
        """Prints the position, unless it is on the screen already."""
        from honte.cli.tsumego.show import diagram

        if self.problem is not self.shown:
            self.say(diagram(self.problem, None))
        self.shown = self.problem

    def act(self, text: str) -> None:
        """Does what one line of input asks for."""
        if text in ("help", "?", ""):
            self.say(f"{_HELP}\n{_SIGNS}")
            self.shown = None
        elif text in ("undo", "reset"):
            self.history = self.history[:1] if text == "reset" else self.history[:-1] or self.history
            self.progress.undo(len(self.history) - 1)
            self.hints, self.over = 0, False
        elif self.over:
            self.say("Play is over here: undo, reset, next or quit.")
        elif text in ("hint", "solution"):
            self.show(text)
        elif text in ("none", "seki", "ko"):
            self.claim(text)
        else:
            self.move(text)

    def move(self, text: str) -> None:
        """Plays a move or a pass; prints the judgment and the reply."""
        from honte.core import parse_move
        from honte.tsumego.coach import comment_on
        from honte.tsumego.play import answer_move
        from honte.tsumego.problem import Ending

        try:
            move: Move = parse_move(text, self.problem.grid)
            if move is not None:
                self.problem.check(move)
        except GoError as error:
            self.say(str(error))
            return
        failed = self.progress.failed_at is not None
        budget, found = self.budget(), self.found_area
        reply = answer_move(self.problem, move, budget, found_area=found, memory=self.memory)
        self.progress.judge(reply.judgment, len(self.history), over=reply.result is not None)
        self.say(comment_on(reply, failed=failed))
        following = reply.after if isinstance(reply.after, Ending) else reply.after.after(reply.move)
        if isinstance(following, Ending) or reply.result is not None:
            self.finish()
        if isinstance(following, Ending):
            self.say(f"The keystones are {following.value}.")
            self.history.append(self.problem)
        else:
            self.history.append(following)
        self.hints = 0

    def claim(self, text: str) -> None:
        """Judges an answer in words."""
        from honte.tsumego.coach import Claim, judge_claim

        claim, failed = Claim("nothing" if text == "none" else text), self.progress.failed_at is not None
        judged = judge_claim(self.solved(), claim, failed=failed)
        self.progress.judge(judged.judgment, len(self.history), over=judged.settles)
        self.progress.undo(len(self.history) - 1)  # a wrong word leaves the board as it is
        self.say(judged.text)
        if judged.settles:
            self.finish()

    def show(self, what: str) -> None:
        """Prints the next hint, or the whole solution."""
        from honte.core import vertex
        from honte.tsumego.coach import hint

        answer = self.solved()
        self.progress.help()
        if what == "solution":
            line = " ".join(vertex(move) for move in answer.line)
            self.say(f"{answer.first}." + (f" {line}" if line else ""))
            return
        self.hints += 1
        given = hint(answer, self.hints)
        if given.region is None:
            self.say(given.text)
            return
        points = ", ".join(str(point) for point in given.region & self.problem.board.empty)
        self.say(f"{given.text} It has the points {points}.")

    def finish(self) -> None:
        """Prints how the problem was solved, once play is over."""
        self.over = True
        if not self.progress.solved:
            return
        mistakes = self.progress.mistakes
        how = "with help" if self.progress.helped else "without help"
        count = "" if not mistakes else f", after {mistakes} mistake{'' if mistakes == 1 else 's'}"
        self.say(f"Solved {how}{count}." + (" Type next for the next problem." if self.has_next else ""))

    def solved(self) -> Answer:
        """What the solver finds in this position."""
        from honte.tsumego.answer import solve

        answer = solve(self.problem.setup(), self.budget(), both_sides=True, memory=self.memory)
        return answer.on_found_area() if self.found_area else answer

    def budget(self) -> Budget:
        """The budget of one answer."""
        return budget_of(self.seconds)

    @staticmethod
    def say(text: str) -> None:
        """Prints a line."""
        console().print(text, markup=False, highlight=False)


def budget_of(seconds: float) -> Budget:
    """The budget of one answer: these seconds, on all cores."""
    from honte.search.budget import Budget

    return Budget(seconds=seconds, threads=os.cpu_count() or 1)


def problem_of(setup: Setup, seconds: float) -> Problem:
    """The problem to play; the solver finds target and area when the file does not give them."""
    from honte.tsumego.answer import solve
    from honte.tsumego.bookcheck import by_book
    from honte.tsumego.play import problem_to_play

    setup = by_book(setup)
    refuse_broken(setup)
    if setup.is_complete:
        return setup.problem()
    try:
        return problem_to_play(setup, solve(setup, budget_of(seconds), explain=False))
    except ProblemError as error:
        raise InputError(f"{setup.name}: {error}") from None


def ask(prompt: str) -> str | None:
    """One line of input in small letters; None at the end of the input."""
    try:
        return input(prompt).strip().lower()
    except EOFError:
        return None
