"""Measures honte's opponent: games against GNU Go 3.8, and its levels against each other.

    python benchmarks/opponent.py --peers [--size 9] [--games 40] [--visits 200] [--seconds 3] [--out FILE]
    python benchmarks/opponent.py --levels [--size 9] [--games 40]

Colors alternate. Games are played under area counting with komi 7.5. They end by a resignation of either
side or by two passes; GNU Go counts them, and honte counts them too. `--out` gets one JSON line for each
game as soon as it ends; games that the file already holds are not played again. The program needs the
program gnugo (Debian: apt-get install gnugo) for `--peers`.
"""

from __future__ import annotations

import argparse
import itertools
import json
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from honte.core import BLACK, CHINESE, WHITE, Color, Game, Phase, Result, parse_move, vertex
from honte.counting import final_count
from honte.engine import LEVELS, STRONGEST, Choice, choose
from honte.errors import GoError, IllegalMove
from honte.search.budget import Budget

KOMI = 7.5
SIZES = (9, 13, 19)
GNUGO = shutil.which("gnugo") or shutil.which("gnugo", path="/usr/games")


class GnuGo:
    """GNU Go as a process that speaks GTP."""

    def __init__(self, size: int, komi: float, level: int, seed: int) -> None:
        assert GNUGO is not None
        command = [GNUGO, "--mode", "gtp", "--chinese-rules", "--level", str(level), "--seed", str(seed)]
        self.process = subprocess.Popen(
            [*command, "--positional-superko"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.ask(f"boardsize {size}")
        self.ask("clear_board")
        self.ask(f"komi {komi}")

    def ask(self, command: str) -> str:
        """Sends a command and returns the answer; raises RuntimeError when GNU Go refuses it."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(command, file=self.process.stdin, flush=True)
        lines = []
        while (line := self.process.stdout.readline()).strip():
            lines.append(line.strip())
        answer = " ".join(lines)
        if not answer.startswith("="):
            raise RuntimeError(f"GNU Go on {command!r}: {answer}")
        return answer[1:].strip()

    def close(self) -> None:
        """Ends the process."""
        self.process.kill()
        self.process.wait()


def play_gnugo(options: argparse.Namespace, size: int, number: int) -> dict[str, Any]:
    """Plays one game against GNU Go and describes it."""
    ours = (BLACK, WHITE)[number % 2]
    game, gnugo = Game(size, CHINESE.with_komi(KOMI)), GnuGo(size, KOMI, options.level, 1 + number)
    longest = total = longest_cpu = 0.0
    try:
        while game.phase is Phase.PLAY and len(game.steps) < 3 * size * size:
            if game.to_play is ours:
                started, cpu = time.perf_counter(), time.process_time()
                choice = _think(game, options, 1000 * number + len(game.steps))
                total += (spent := time.perf_counter() - started)
                longest = max(longest, spent)
                longest_cpu = max(longest_cpu, time.process_time() - cpu)
                if choice.resigns:
                    game.resign()
                    break
                gnugo.ask(f"play {ours.letter} {vertex(choice.move)}")
                game.play(choice.move)
            elif (text := gnugo.ask(f"genmove {game.to_play.letter}")).lower() == "resign":
                game.resign()
            else:
                game.play(parse_move(text, game.grid))
        result = game.result or Result.parse(gnugo.ask("final_score"))
    except IllegalMove as error:
        raise RuntimeError(f"move {len(game.steps) + 1}: {error}\n{game.board}") from error
    finally:
        gnugo.close()
    assert result is not None
    return {
        "size": size,
        "number": number,
        "ours": ours.letter,
        "won": _points(result, ours),
        "result": str(result),
        "our_count": _our_count(game),
        "moves": len(game.steps),
        "longest": round(longest, 2),
        "longest_cpu": round(longest_cpu, 2),
        "mean": round(total / max(1, len(game.steps) // 2), 3),
        "record": " ".join(vertex(move) for move in game.moves),
    }


def _think(game: Game, options: argparse.Namespace, seed: int) -> Choice:
    budget = Budget(options.seconds, options.visits, threads=options.threads)
    return choose(game, budget, level=options.play, seed=seed)


def _points(result: Result, ours: Color) -> float:
    return 0.5 if result.winner is None else float(result.winner is ours)


def _our_count(game: Game) -> str | None:
    """honte's own count of a game that ended by passes; None for another end."""
    if game.phase is not Phase.COUNTING:
        return None
    try:
        return str(Result.by_margin(final_count(game, early=True).score.margin))
    except GoError as error:
        return str(error)


def peers(options: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """Plays GNU Go on each size; yields one summary a size."""
    for size in [options.size] if options.size else SIZES:
        rows = [row for row in _rows(options.out) if row.get("size") == size and "ours" in row]
        done = {row["number"] for row in rows}
        for number in range(options.first, options.first + options.games):
            if number in done:
                continue
            rows.append(play_gnugo(options, size, number))
            _write(options.out, rows[-1])
            shown = {key: value for key, value in rows[-1].items() if key != "record"}
            print(json.dumps(shown), file=sys.stderr, flush=True)
        counted = [row for row in rows if row["our_count"] is not None]
        yield {
            "size": size,
            "games": len(rows),
            "won": sum(row["won"] for row in rows),
            "counted": len(counted),
            "counted_differently": sum(row["our_count"] != row["result"] for row in counted),
            "longest_cpu_s": max(row["longest_cpu"] for row in rows),
        }


# Levels


def play_levels(size: int, black: str, white: str, seed: int, options: argparse.Namespace) -> Result:
    """Plays one game between two levels; honte counts it."""
    game = Game(size, CHINESE.with_komi(KOMI))
    while game.phase is Phase.PLAY and len(game.steps) < 3 * size * size:
        level = black if game.to_play is BLACK else white
        budget = Budget(options.seconds, options.visits)
        choice = choose(game, budget, level=level, seed=1000 * seed + len(game.steps))
        if choice.resigns:
            game.resign()
        else:
            game.play(choice.move)
    return game.result or Result.by_margin(final_count(game, early=True).score.margin)


def levels(options: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """Lets each level play the next stronger one; yields one row a pair."""
    size = options.size or 9
    for weak, strong in itertools.pairwise(LEVELS):
        pair = {"size": size, "strong": strong, "weak": weak}
        rows = [row for row in _rows(options.out) if pair.items() <= row.items()]
        done = {row["number"] for row in rows}
        for number in range(options.first, options.first + options.games):
            if number in done:
                continue
            ours = (BLACK, WHITE)[number % 2]
            colors = (strong, weak) if ours is BLACK else (weak, strong)
            result = play_levels(size, *colors, number, options)
            rows.append({**pair, "number": number, "won": _points(result, ours), "result": str(result)})
            _write(options.out, rows[-1])
        yield {**pair, "games": len(rows), "won": sum(row["won"] for row in rows)}


def _rows(path: Path | None) -> list[dict[str, Any]]:
    if path is None or not path.exists():
        return []
    return [json.loads(line) for line in path.read_text().splitlines() if line.strip()]


def _write(path: Path | None, row: dict[str, Any]) -> None:
    if path is not None:
        with path.open("a") as file:
            file.write(json.dumps(row) + "\n")


def main() -> None:
    """Plays the games and prints one line for each match."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--peers", action="store_true", help="play GNU Go")
    parser.add_argument("--levels", action="store_true", help="let each level play the next stronger one")
    parser.add_argument("--size", type=int, help="one board side; by default 9, 13 and 19, for levels 9")
    parser.add_argument("--games", type=int, default=40, help="games of each match")
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    parser.add_argument("--visits", type=int, help="visits for each move at most")
    parser.add_argument("--seconds", type=float, default=3.0, help="seconds for each move at most")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--play", default=STRONGEST, choices=list(LEVELS), help="honte's level")
    parser.add_argument("--level", type=int, default=10, help="GNU Go's level")
    parser.add_argument("--out", type=Path, help="a file that gets one JSON line for each game")
    options = parser.parse_args()
    if not options.peers and not options.levels:
        parser.error("expected --peers or --levels")
    if options.peers and GNUGO is None:
        sys.exit("gnugo is not installed (Debian: apt-get install gnugo)")
    for row in itertools.chain(
        peers(options) if options.peers else (), levels(options) if options.levels else ()
    ):
        print(json.dumps(row), flush=True)


if __name__ == "__main__":
    main()
