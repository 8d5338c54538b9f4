"""`honte train`: problems for today, mistakes again, the status quiz, rating and statistics."""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING, Annotated

import typer

from honte.cli.common import console, print_json
from honte.cli.tsumego.play import Sitting, ask, budget_of, problem_of
from honte.errors import GoError

if TYPE_CHECKING:
    from honte.library.query import Found
    from honte.trainer import Noted, Trainer
    from honte.trainer.statistics import Line
    from honte.tsumego.problem import Problem

CURVE_WIDTH = 40
"""Columns of the rating curve."""
_BARS = "▁▂▃▄▅▆▇█"


def register(app: typer.Typer) -> None:
    """Adds `honte train`."""
    app.command()(train)


def train(
    collection: Annotated[str, typer.Argument(help="A collection of the library; all by default.")] = "",
    size: Annotated[int, typer.Option(min=1, max=100, help="Problems in the set.")] = 10,
    mistakes: Annotated[
        bool, typer.Option("--mistakes", help="Only problems that you did not solve cleanly.")
    ] = False,
    more: Annotated[
        bool, typer.Option("--more", help="New problems at your level, beside today's set.")
    ] = False,
    quiz: Annotated[bool, typer.Option("--quiz", help="Ask: alive, dead, unsettled or ko?")] = False,
    timer: Annotated[float, typer.Option(help="Seconds for a problem; a later solution is a mistake.")] = 0.0,
    every_variation: Annotated[
        bool, typer.Option("--every-variation", help="Every reply of the opponent must be answered.")
    ] = False,
    seconds: Annotated[float, typer.Option(help="Seconds of the solver for each answer.")] = 5.0,
    stats: Annotated[bool, typer.Option("--stats", help="Show rating and statistics, and stop.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="With --stats: one JSON object.")] = False,
) -> None:
    """Trains on today's set: what is due for repetition, then new problems at your level.

    You play against the solver, as in [cyan]honte tsumego play[/]. Each result is saved at once; your rating
    follows from problems solved without help and without a wrong move. Leave with quit at any time.
    Examples: [cyan]honte train[/], [cyan]honte train --mistakes[/], [cyan]honte train --stats[/]
    """
    from honte.library.library import Library
    from honte.trainer import Trainer

    library = Library.of_user()
    trainer = Trainer(library)
    folder = library.folder_of(collection).folder if collection else ""
    if stats:
        show_statistics(trainer, as_json=as_json)
        return
    chosen = _chosen(trainer, folder, size, mistakes=mistakes, more=more)
    if not chosen:
        say(f"Nothing to do: {_nothing(mistakes=mistakes, more=more)}")
        return
    for number, found in enumerate(chosen, 1):
        say(f"\nProblem {number} of {len(chosen)}: {_title(found)}")
        try:
            if quiz:
                more = ask_status(trainer, found, seconds)
            else:
                more = Training(trainer, found, seconds, timer, every=every_variation).go()
        except GoError as error:
            say(f"{found.title}: {error}")
            continue
        if not more:
            break
    show_rating(trainer)


def _chosen(trainer: Trainer, folder: str, size: int, *, mistakes: bool, more: bool) -> list[Found]:
    if mistakes:
        return trainer.mistakes(folder, size)
    if more:
        return trainer.fresh(folder, size, seed=str(time.time()))
    return [each.found for each in trainer.today(folder, size) if not each.done]


def _nothing(*, mistakes: bool, more: bool) -> str:
    if mistakes:
        return "no mistakes are left."
    return "no new problem is left." if more else "today's set is done. --more brings new problems."


def _title(found: Found) -> str:
    from honte.tsumego.problem.levels import level_text

    level = level_text(found.level)
    return f"{found.title} ({found.collection}{', ' if level else ''}{level})"


class Training(Sitting):
    """A problem of the set: a sitting that is timed and noted."""

    def __init__(self, trainer: Trainer, found: Found, seconds: float, timer: float, *, every: bool) -> None:
        self.found, self.trainer, self.timer = found, trainer, timer
        setup = trainer.library.setup_of(found)
        found_area = not setup.is_complete
        super().__init__(problem_of(setup, seconds), seconds, has_next=True, found_area=found_area)
        self.every = every
        self.waiting: list[Problem] = []
        """Positions after other replies of the opponent, which are still to be answered."""
        self.main_line = True
        """Whether the first line is still on the screen: only its moves give variations."""
        self.following: Problem | None = None
        """The variation that comes after the move under way."""
        self.started = time.monotonic()
        self.noted: Noted | None = None

    def go(self) -> bool:
        """Plays the problem; says whether the next one is wanted. A try that is left counts as not solved."""
        more = self.run()
        if self.noted is None and (self.progress.mistakes or self.progress.helped):
            self._note(solved=False)
        return more

    def act(self, text: str) -> None:
        """Does what one line of input asks for, then goes on with the next variation when one is solved."""
        super().act(text)
        if self.following is not None:
            self.history, self.following, self.main_line = [self.following], None, False
            self.progress.solved, self.hints = False, 0

    def move(self, text: str) -> None:
        """Plays a move; when every variation is asked for, remembers the other replies to it."""
        before, number = self.problem, len(self.history)
        super().move(text)
        goes_on = len(self.history) > number and not self.over and self.following is None
        if self.every and self.main_line and goes_on and self.progress.failed_at is None:
            self._remember(before, text)

    def _remember(self, before: Problem, text: str) -> None:
        from honte.core import parse_move
        from honte.trainer.variations import MAX_VARIATIONS, other_replies

        found = other_replies(before, parse_move(text, before.grid), self.problem, self.budget)
        new = [each for each in found if all(each.board != other.board for other in self.waiting)]
        self.waiting = [*self.waiting, *new][:MAX_VARIATIONS]

    def finish(self) -> None:
        """Goes on with the next variation, or notes the result."""
        if self.progress.solved and self.waiting:
            count = len(self.waiting)
            self.say(
                f"{count} other repl{'y' if count == 1 else 'ies'} of the opponent left. Answer this one:"
            )
            self.following = self.waiting.pop(0)
            return
        super().finish()
        if self.progress.solved and self.noted is None:
            self._note(solved=True)

    def _note(self, *, solved: bool) -> None:
        from honte.library.reviews import Review
        from honte.trainer.trainer import days_until

        spent = time.monotonic() - self.started
        late = bool(self.timer) and spent > self.timer
        mistakes = self.progress.mistakes + late
        review = Review(self.found.key, solved, self.progress.helped, spent, mistakes)
        self.noted = self.trainer.note(review)
        if late:
            self.say(f"It took {spent:.0f} of {self.timer:.0f} seconds, which counts as a mistake.")
        due = days_until(self.noted.due) if self.noted.due is not None else "now"
        self.say(f"Saved. It comes again {due}.")


# The status quiz


def ask_status(trainer: Trainer, found: Found, seconds: float) -> bool:
    """Asks what the keystones are; says whether the next problem is wanted."""
    from honte.cli.tsumego.show import diagram
    from honte.library.reviews import Review
    from honte.trainer.quiz import CHOICES, after_line, choose_line, question
    from honte.tsumego.problem.book import Book

    setup = trainer.library.setup_of(found)
    problem = problem_of(setup, seconds)
    book = Book.of(trainer.library.tree_of(found))
    problem = after_line(problem, choose_line(problem, book, random.Random()))
    say(diagram(problem, None))
    started = time.monotonic()
    color = str(problem.defender).lower()
    choices = f"{', '.join(CHOICES[:-1])} or {CHOICES[-1]}"
    say(f"What are the marked {color} stones: {choices}? (next, quit)")
    while True:
        text = ask("> ")
        if text is None or text in ("quit", "q"):
            return False
        if text == "next":
            return True
        choice = next((each for each in CHOICES if text and each.startswith(text)), None)
        if choice is None:
            say(f"{text!r} is no answer; expected {', '.join(CHOICES)}, next or quit")
            continue
        spent = time.monotonic() - started
        asked = question(problem.setup(), budget_of(seconds), found_area=not setup.is_complete)
        if not asked.right:
            say("The solver did not prove it in time. This question does not count.")
            return True
        trainer.note(Review(found.key, choice == asked.right, seconds=spent, kind="quiz"))
        say(f"{'Right' if choice == asked.right else f'No: {asked.right}'}. {asked.reason}")
        return True


# Rating and statistics


def show_rating(trainer: Trainer) -> None:
    """Prints the rating in one line."""
    from honte.tsumego.problem.levels import level_text

    rating = trainer.rating()
    if trainer.reviews.last_rated() is None:
        say("No rating yet: it begins with the first problem that has a level.")
        return
    ranks = round(2 * rating.deviation / 100)
    say(f"Your rating: {level_text(rating.level)}, plus or minus {ranks} rank{'' if ranks == 1 else 's'}")


def show_statistics(trainer: Trainer, *, as_json: bool = False) -> None:
    """Prints rating, curve and tables."""
    from honte.trainer.statistics import GROUPS, statistics

    tables = statistics(trainer.library)
    curve = trainer.curve()
    if as_json:
        rating = trainer.rating()
        lines = {name: [_record(line) for line in table] for name, table in tables.items()}
        print_json({"rating": rating.value, "deviation": rating.deviation, "curve": curve, "tables": lines})
        return
    show_rating(trainer)
    if len(curve) > 1:
        say(_spark([value for _, value, _ in curve]))
    for name in ("total", "quiz", *GROUPS):
        for line in tables[name]:
            if line.tries:
                head = f"by {name}: {line.name}" if name in GROUPS else line.name
                seconds = "" if line.seconds is None else f", {line.seconds:.0f} s"
                tries = "try" if line.tries == 1 else "tries"
                say(f"  {head:32} {line.tries:5} {tries}, {100 * line.share:.0f} % clean{seconds}")


def _record(line: Line) -> dict[str, object]:
    return {"name": line.name, "tries": line.tries, "clean": line.clean, "seconds": line.seconds}


def _spark(values: list[float]) -> str:
    """A line of bars, from the lowest to the highest value, for the last values."""
    step = max(1, len(values) // CURVE_WIDTH)
    shown = values[::-1][::step][::-1][-CURVE_WIDTH:]
    low, high = min(shown), max(shown)
    return "".join(_BARS[round((value - low) / max(high - low, 1e-9) * (len(_BARS) - 1))] for value in shown)


def say(text: str) -> None:
    """Prints a line."""
    console().print(text, markup=False, highlight=False)
