"""Reviews of games in use: which line is reviewed, and the finished review kept beside its game."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from honte.core import Game, vertex
from honte.formats.sgf import play_line
from honte.web.errors import WebError
from honte.web.jobs import Job

if TYPE_CHECKING:
    from honte.review import Review
    from honte.web.context import Workbench

KIND = "review"
"""The kind of document that holds the review of a game."""
FORMAT = 4
"""The form of a kept review; one of another form is made again."""


@dataclass(frozen=True, slots=True)
class Reviews:
    """The reviews of one workbench."""

    workbench: Workbench

    def game(self, id: str, line: str) -> Game:
        """The main line of a game's record, or the line that its board shows, as a game of its own."""
        table = self.workbench.tables.open(id)
        with table.lock:
            if line == "shown" or table.tree.is_main:
                game = table.line()
            else:
                game = play_line(
                    table.tree.tree, list(table.tree.tree.main_line()), rules=table.game.rules
                ).game
                game.rules = table.game.rules
            game.handicap = table.game.handicap
            game.result = game.result or table.game.result
            return game

    def kept(self, id: str, game: Game, asked: tuple[str, int] | None = None) -> dict[str, Any] | None:
        """The finished review of a line; with `asked`, only one by this model with as many fights."""
        stored = self.workbench.store.get(KIND, id)
        if stored is None or stored.body.get("key") != key_of(game):
            return None
        found: dict[str, Any] = stored.body["review"]
        return found if asked is None or list(asked) == stored.body["asked"] else None

    def made(self, id: str, game: Game, model: str, fights: int, job: Job) -> dict[str, Any]:
        """The kept review, or a new one made in a job that shows how far it is; a whole one is kept."""
        if (known := self.kept(id, game, (model, fights))) is not None:
            return known
        from honte.review import model_for, record
        from honte.review import review as review_game

        title = self.workbench.tables.open(id).title

        def tell(found: Review) -> None:
            job.report(**record(found, title))

        found = review_game(game, job.budget, fights=fights, model=model_for(game, model), tell=tell)
        answer = record(found, title)
        if found.is_whole:
            body = {"key": key_of(game), "asked": [model, fights], "review": answer}
            self.workbench.store.put(KIND, id, body, title=title)
        return answer

    def report(self, id: str, line: str, form: str) -> str:
        """The report of a game from its kept review, as html, md or json; refused before a review."""
        from honte.report import Report, facts_of, write

        table, game = self.workbench.tables.open(id), self.game(id, line)
        review = self.kept(id, game)
        if review is None:
            raise WebError(409, "not_reviewed", "this line has no review yet; review the game first")
        with table.lock:
            text = table.tree.text(table.game.result)
            facts = facts_of(game, table.tree.tree, table.title)
        return write(Report(game, facts, review, text), form)


def key_of(game: Game) -> str:
    """Names the state of a game: its start, moves, rules, komi and handicap."""
    moves = " ".join(step.color.letter + vertex(step.move) for step in game.steps)
    rules = (game.rules.name, game.rules.komi, game.handicap)
    text = f"{FORMAT}|{game.start.board}|{game.start.to_play}|{moves}|{rules}"
    return blake2b(text.encode(), digest_size=16).hexdigest()
