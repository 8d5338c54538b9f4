"""Plays honte's opponent against GNU Go over GTP and reports the share of games won.

    python benchmarks/opponent.py --games 10 --size 9 --nodes 10000 [--level 10] [--json]

Colors alternate. Games are played under area counting with komi 7.5 and end by two passes; GNU Go counts
them.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import time

from honte.core import BLACK, CHINESE, WHITE, Color, Game, Phase, Result, parse_move, vertex
from honte.engine import choose
from honte.errors import IllegalMove
from honte.search.budget import Budget


class GnuGo:
    """GNU Go as a process that speaks GTP."""

    def __init__(self, size: int, komi: float, level: int, seed: int) -> None:
        command = ["gnugo", "--mode", "gtp", "--chinese-rules", "--level", str(level), "--seed", str(seed)]
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


def play_game(ours: Color, size: int, nodes: int, level: int, seed: int) -> float:
    """Plays one game and returns Black's margin; 1000 for a resignation."""
    rules = CHINESE.with_komi(7.5)
    game, gnugo = Game(size, rules), GnuGo(size, rules.komi, level, seed)
    try:
        while game.phase is Phase.PLAY and len(game.steps) < 3 * size * size:
            if game.to_play is ours:
                move = choose(game, Budget(nodes=nodes), seed=seed + len(game.steps)).move
                gnugo.ask(f"play {ours.letter} {vertex(move)}")
            else:
                text = gnugo.ask(f"genmove {game.to_play.letter}")
                if text.lower() == "resign":
                    return 1000.0 * ours
                move = parse_move(text, game.grid)
            game.play(move)
        result = Result.parse(gnugo.ask("final_score"))
        assert result is not None
        return result.signed_margin or 0.0
    except IllegalMove as error:
        raise RuntimeError(f"move {len(game.steps) + 1}: {error}\n{game.board}") from error
    finally:
        gnugo.close()


def main() -> None:
    """Plays the games and prints how many were won."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--size", type=int, default=9)
    parser.add_argument("--nodes", type=int, default=10_000, help="playouts for each move")
    parser.add_argument("--level", type=int, default=10, help="GNU Go's level")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    if shutil.which("gnugo") is None:
        sys.exit("gnugo is not installed (Debian: apt-get install gnugo)")
    started, won = time.perf_counter(), 0.0
    for number in range(options.games):
        ours = (BLACK, WHITE)[number % 2]
        margin = play_game(ours, options.size, options.nodes, options.level, 1 + number)
        won += 1.0 if margin * ours > 0 else 0.5 if margin == 0 else 0.0
        print(f"game {number + 1}: as {ours}, Black's margin {margin:g}, won so far {won:g}", file=sys.stderr)
    record = {"games": options.games, "won": won, "seconds": round(time.perf_counter() - started, 1)}
    print(json.dumps({**vars(options), **record}) if options.json else record)


if __name__ == "__main__":
    main()
