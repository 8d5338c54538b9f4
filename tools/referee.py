"""Lets two GTP engines play whole games and checks every answer: python tools/referee.py --help

Every answer must have the form of the protocol, and every move must be legal under honte's rules. The
referee ends a game after two passes or a resignation, and asks both engines for the score.

    python tools/referee.py --black "honte gtp --visits 50" --white "gnugo --mode gtp" --size 9 --games 2
"""

from __future__ import annotations

import argparse
import re
import shlex
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

from honte.core import BLACK, CHINESE, WHITE, Color, Game, Result, Rules, parse_move
from honte.errors import GoError
from honte.formats.sgf import from_game, to_text

MOVES_PER_POINT = 3
"""A game that has more moves for each point of the board than this is broken off."""
ANSWER = re.compile(r"([=?])(\d+)(?: (.*))?")


class Fault(Exception):
    """An engine broke the protocol or the rules."""


class Engine:
    """A GTP engine in a process of its own."""

    def __init__(self, command: list[str], environment: dict[str, str] | None = None) -> None:
        self.command = command
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment
        )
        self.asked = 0

    def ask(self, command: str) -> str:
        """The answer to a command; raises Fault for a refusal, a wrong form or the end of the process."""
        answer = self.try_to(command)
        if answer is None:
            raise Fault(f"{self.command[0]} refuses {command!r}")
        return answer

    def try_to(self, command: str) -> str | None:
        """The answer to a command, or None where the engine refuses it."""
        assert self.process.stdin is not None
        self.asked += 1
        self.process.stdin.write(f"{self.asked} {command}\n".encode())
        self.process.stdin.flush()
        lines = self._lines(command)
        head = ANSWER.fullmatch(lines[0])
        if head is None or int(head[2]) != self.asked:
            raise Fault(f"{self.command[0]} answers {command!r} with {lines[0]!r}")
        return None if head[1] == "?" else "\n".join([head[3] or "", *lines[1:]]).strip()

    def _lines(self, command: str) -> list[str]:
        assert self.process.stdout is not None
        lines: list[str] = []
        while True:
            raw = self.process.stdout.readline()
            if not raw:
                raise Fault(f"{self.command[0]} ended at {command!r}")
            line = raw.decode("utf8").rstrip("\r\n")
            if not line and lines:
                return lines
            if line:
                lines.append(line)

    def close(self) -> int:
        """Sends quit and waits for the process to end; gives its exit status."""
        self.ask("quit")
        assert self.process.stdin is not None
        self.process.stdin.close()
        return self.process.wait(timeout=60)


@dataclass
class Match:
    """One game that was played: the record, how it ended, and the scores that the engines gave."""

    game: Game
    ended: str
    scores: dict[Color, str | None] = field(default_factory=dict)


def play_game(black: Engine, white: Engine, size: int, rules: Rules = CHINESE) -> Match:
    """Plays one game; raises Fault when an engine breaks the protocol or the rules."""
    engines, game = {BLACK: black, WHITE: white}, Game(size, rules)
    for engine in (black, white):
        for command in (f"boardsize {size}", "clear_board", f"komi {rules.komi:g}"):
            engine.ask(command)
    for _ in range(MOVES_PER_POINT * size * size):
        color = game.to_play
        answer = engines[color].ask(f"genmove {color.letter.lower()}")
        if answer.lower() == "resign":
            game.resign()
            return Match(game, "resignation")
        try:
            game.play(parse_move(answer, game.grid))
        except GoError as error:
            raise Fault(f"{engines[color].command[0]}, move {len(game.steps) + 1}: {error}") from None
        engines[color.opponent].ask(f"play {color.letter.lower()} {answer}")
        if game.passes == 2:
            return Match(game, "passes", {c: engines[c].try_to("final_score") for c in engines})
    raise Fault(f"no end after {len(game.steps)} moves")


def main() -> None:
    """Reads the options, plays the games, prints one line for each."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--black", required=True, help="the command of the first engine")
    parser.add_argument("--white", required=True, help="the command of the second engine")
    parser.add_argument("--size", type=int, default=9)
    parser.add_argument("--games", type=int, default=1, help="colors change after each game")
    parser.add_argument("--komi", type=float, default=7.5)
    parser.add_argument("--save", type=Path, help="a folder for the records")
    options = parser.parse_args()
    engines = [Engine(shlex.split(options.black)), Engine(shlex.split(options.white))]
    for number in range(1, options.games + 1):
        match = play_game(*engines, options.size, CHINESE.with_komi(options.komi))
        scores = [match.scores.get(color) or "-" for color in (BLACK, WHITE)]
        result = match.game.result or Result.parse(scores[0] if scores[0] != "-" else "?")
        moves = len(match.game.steps)
        print(
            f"game {number}: {result}, {moves} moves, ended by {match.ended}, scores {' '.join(scores)}",
            flush=True,
        )
        if options.save is not None:
            options.save.mkdir(parents=True, exist_ok=True)
            names = {"PB": engines[0].command[0], "PW": engines[1].command[0]}
            (options.save / f"{number}.sgf").write_text(to_text(from_game(match.game, **names)))
        engines.reverse()
    for engine in engines:
        engine.close()


if __name__ == "__main__":
    main()
