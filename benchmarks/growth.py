"""Measures how cost grows: `python benchmarks/growth.py [--only NAME,...] [--out docs/results/growth.json]`.

Each measure counts one kind of work at several sizes: positions searched where the work is a search, and
seconds of processor time, the best of three where the work is short. `python docs/scripts/growth.py` draws
the file as a page with a slope for each measure. All of it takes some minutes of one core; measures that are
not chosen stay in the file as they are.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import statistics
import tempfile
import time
from collections.abc import Callable
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from honte.core import CHINESE, Game, Position
from honte.core.random_games import run_playouts
from honte.formats import sgf
from honte.formats.load import load_game
from honte.grid import Grid
from honte.search.budget import Budget

HOME = Path(__file__).parents[1]
OUT = HOME / "docs" / "results" / "growth.json"
SIZES = (5, 7, 9, 11, 13, 15, 17, 19)
EMPTY = ((3, 3, 9), (2, 5, 10), (3, 4, 4), (2, 7, 14), (3, 5, 15), (4, 4, 1), (2, 8, 16), (3, 6, 18))
"""Columns, rows and Black's forced score of the empty boards that are searched."""
GROUPS, GROUP_NODES = 20, 300_000
"""Random groups of each size, and the most positions for the answer about one."""
COLLECTION = 100
"""Problems that are solved by different numbers of workers."""
Row = dict[str, Any]


def spent(work: Callable[[], object], times: int = 3) -> float:
    """Processor seconds of a call, the best of some; the first call of all does not count."""
    work()
    best = []
    for _ in range(times):
        started = time.process_time()
        work()
        best.append(time.process_time() - started)
    return min(best)


def middle_game(size: int, share: float = 0.4, seed: int = 1) -> Game:
    """A game of random moves that has filled a share of the board."""
    rng, game = random.Random(seed), Game(size, CHINESE)
    while len(game.steps) < share * size * size:
        moves = [point for point in game.board.empty if game.position.illegality(point, game.rules) is None]
        if not moves:
            break
        game.play(rng.choice(moves))
    return game


def life_and_death() -> list[Row]:
    """Random enclosed groups in a corner by empty points of the area, none chosen by its answer.

    Positions until the whole answer: every right move and every refutation. One in ten exceeds `most`.
    """
    from honte.tsumego.answer import solve
    from honte.tsumego.make.groups import candidate
    from honte.tsumego.problem.place import Place

    rows = []
    for empty in range(5, 15):
        rng, nodes, seconds, proved = random.Random(empty), [], [], 0
        while len(nodes) < GROUPS:
            problem = candidate(rng, Place.CORNER, (empty, empty))
            if problem is None:
                continue
            started = time.process_time()
            answer = solve(problem.setup(), Budget(nodes=GROUP_NODES))
            nodes.append(answer.nodes)
            seconds.append(time.process_time() - started)
            proved += answer.proved
        rows.append({"x": empty, "n": GROUPS, "proved": proved, "nodes": round(statistics.median(nodes)),
                     "most": round(statistics.quantiles(nodes, n=10)[-1]),
                     "seconds": statistics.median(seconds)})  # fmt: skip
    return rows


def small_boards() -> list[Row]:
    """Empty boards: positions and seconds until Black's forced score is proved, without books."""
    from honte.smallboard.engine import Engine, State
    from honte.smallboard.tracks import Track

    rows: list[Row] = []
    for cols, height, goal in (EMPTY[0], *EMPTY):  # the first one loads the kernels
        budget, started = Budget(seconds=120, memory_mb=1024), time.process_time()
        engine = Engine(Grid(cols, height), budget)
        track = Track(engine, State(0, 0), hold=False)
        with budget.running():
            while not budget.stopped and not track.exhausted(goal) and not track.step(goal):
                pass
        rows.append({"x": cols * height, "name": f"{cols}x{height}", "nodes": engine.nodes,
                     "seconds": time.process_time() - started})  # fmt: skip
    return rows[1:]


def playouts() -> list[Row]:
    """One random game from the empty board, by points of the board."""
    return [
        {"x": size * size, "seconds": spent(lambda s=size: run_playouts(Position.empty(s), 400)) / 400}
        for size in (*SIZES, 25)
    ]


def network() -> list[Row]:
    """One look of the network at a position of the middle game, by points of the board."""
    from honte.network import predict

    rows = []
    for size in SIZES:
        position = middle_game(size).position
        rows.append({"x": size * size, "seconds": spent(lambda p=position: predict(p), 5)})
    return rows


def moyo() -> list[Row]:
    """One moyo evaluation of a board of the middle game, by points of the board."""
    from honte.moyo import moyo as evaluate

    rows = []
    for size in SIZES:
        board = middle_game(size, 0.2).board
        rows.append({"x": size * size, "seconds": spent(lambda b=board: evaluate(b))})
    return rows


def games() -> list[Row]:
    """Reading and replaying SGF games of 100 moves on 19x19, by their number."""
    texts = [sgf.serialize(sgf.from_game(middle_game(19, 0.28, seed))) for seed in range(20)]
    return [
        {"x": count, "seconds": spent(lambda n=count: [load_game(texts[k % 20]) for k in range(n)])}
        for count in (30, 100, 300, 1000)
    ]


def problems() -> list[Row]:
    """Importing problems into a library, and one page of the list then, by their number."""
    from library import timed, write

    from honte.library.importing import Importer
    from honte.library.library import Library
    from honte.library.query import Query

    rows = []
    for count in (100, 300, 1000, 3000):
        with tempfile.TemporaryDirectory() as home:
            (Path(home) / "in").mkdir()
            write(Path(home) / "in", count, 1)
            library = Library(Path(home) / "data")
            library.sync()
            started = time.process_time()
            Importer(library).paths([Path(home) / "in"], "Benchmark")
            taken = time.process_time() - started
            page = min(timed(lambda held=library: held.find(Query(text="black kill"))) for _ in range(5))
        rows.append({"x": count, "seconds": taken, "page": page})
    return rows


def workers() -> list[Row]:
    """Solving shipped problems as a big collection: processor seconds of all processes, by their number."""
    from many import ASKED, measure, problem_tasks, rows_of_source

    from honte.work.workers import Processes

    work, tasks = partial(rows_of_source, asked=ASKED), list(islice(problem_tasks(1), COLLECTION))
    measure(iter(tasks[:5]), work, Processes(1))  # compiles
    rows = []
    for count in (1, 2, 4, 8):
        before = _all_processes()
        measure(iter(tasks), work, Processes(count))
        rows.append({"x": count, "seconds": _all_processes() - before})
    return rows


def _all_processes() -> float:
    """Processor seconds so far of this process and of all that it started and that have ended."""
    spent = os.times()
    return spent.user + spent.system + spent.children_user + spent.children_system


def players() -> list[Row]:
    """People who play on a shared server, each two moves a second: the server's seconds for each second."""
    from web import start, wait_warm

    rows = []
    with tempfile.TemporaryDirectory() as folder:
        process, host, port, _ = start(folder, club=True)
        try:
            asyncio.run(wait_warm(host, port))
            for count in (25, 50, 100, 200):
                seconds = asyncio.run(_move_seconds(host, port, process.pid, count))
                rows.append({"x": count, "seconds": 2 * count * seconds})
        finally:
            process.terminate()
            process.wait(10)
    return rows


async def _move_seconds(host: str, port: int, pid: int, people: int, moves: int = 10) -> float:
    """The server's processor seconds for a move, while this many people play games that are open already."""
    from web import Client, answering_seconds, open_points

    async def opened(number: int) -> dict[str, Any]:
        client = await Client(host, port, f"player{number}").open()
        game = await client.make("/api/games", {"cols": 19})
        client.close()  # the server would close a connection that waits for its first move
        return game

    async def play(number: int, game: dict[str, Any]) -> None:
        chance = random.Random(number)
        client = await Client(host, port, f"player{number}").open()
        for _ in range(moves):
            await asyncio.sleep(chance.uniform(0.2, 0.8))
            vertex = chance.choice(open_points(game))
            game = await client.make(f"/api/games/{game['id']}/play", {"vertex": vertex})
        client.close()

    games = [await opened(number) for number in range(people)]
    before = answering_seconds(pid)
    await asyncio.gather(*(play(number, game) for number, game in enumerate(games)))
    return (answering_seconds(pid) - before) / (people * moves)


MEASURES = {
    "life_and_death": life_and_death,
    "small_boards": small_boards,
    "playouts": playouts,
    "network": network,
    "moyo": moyo,
    "games": games,
    "problems": problems,
    "workers": workers,
    "players": players,
}


def main() -> None:
    """Measures what is chosen and writes the file."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--only", help=f"some of {', '.join(MEASURES)}, with commas between")
    parser.add_argument("--out", type=Path, default=OUT, help="the file to write")
    chosen = parser.parse_args()
    names = chosen.only.split(",") if chosen.only else list(MEASURES)
    if unknown := set(names) - set(MEASURES):
        parser.error(f"--only {', '.join(sorted(unknown))}; expected some of {', '.join(MEASURES)}")
    held = json.loads(chosen.out.read_text("utf8")) if chosen.out.exists() else {}
    for name in names:
        print(f"{name} ...", flush=True)
        held[name] = [{key: _short(value) for key, value in row.items()} for row in MEASURES[name]()]
        lines = ",\n".join(f' "{key}": {json.dumps(held[key])}' for key in MEASURES if key in held)
        chosen.out.write_text(f"{{\n{lines}\n}}\n", "utf8")


def _short(value: Any) -> Any:
    return float(f"{value:.3g}") if isinstance(value, float) else value


if __name__ == "__main__":
    main()
