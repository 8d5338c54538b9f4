"""Doors through which input of strangers comes: each takes any bytes and may only answer or refuse.

A target returns when the input was understood or refused with a GoError; everything else it lets through is a
fault. `tests/test_fuzzing.py` tries them with Hypothesis, `tools/fuzz.py` for minutes with Atheris.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import cache
from typing import Any

from honte.errors import GoError

Target = Callable[[bytes], None]
PROBLEM = (
    b"(;SZ[9]GOAL[kill]PL[B]AB[da][db][dc]AW[ca][cb][cc]TR[ca]KEY[ca]AREA[aa][ba]"
    b";B[aa]TE[1](;W[ba])(;W[ab]C[RIGHT]))"
)
DIAGRAM = "Black to play\n. . . W x -\nW W W W x -\nx x x x x -\n"


def read_sgf(data: bytes) -> None:
    """SGF: read, written, read again and written as before; as a game and as problems."""
    from honte.formats import sgf
    from honte.formats.load import load_game
    from honte.tsumego import read_problems, write_problem

    with suppress(GoError):
        written = sgf.serialize(sgf.parse(data))
        assert sgf.serialize(sgf.parse(written)) == written
    with suppress(GoError):
        loaded = load_game(b"(;" + data)
        sgf.serialize(sgf.from_game(loaded.game))
    with suppress(GoError):
        for setup in read_problems(data):
            write_problem(setup)


def read_diagram(data: bytes) -> None:
    """Text boards and diagrams of problems: what is read can be written and read again."""
    from honte.formats import diagram
    from honte.formats.load import load_game
    from honte.formats.sensei import read_sensei
    from honte.tsumego.problem.text import format_setup, parse_setup, read_records

    text = data.decode("utf8", "replace")
    with suppress(GoError):
        read = diagram.parse(text)
        assert diagram.parse(diagram.render(read.board)).board == read.board
    for reader in (load_game, read_sensei):
        with suppress(GoError):
            reader(text)
    with suppress(GoError):
        setup = parse_setup(text)
        assert parse_setup(format_setup(setup)).board == setup.board
    with suppress(GoError):
        list(read_records(text))


def answer_gtp(data: bytes) -> None:
    """Lines of GTP on a 4x4 board: every command has one answer in the protocol's form."""
    from honte.gtp import Server, Session, Settings

    def log(text: str) -> None:
        raise AssertionError(text)

    said: list[str] = []
    chosen = Settings("beginner", seconds=1, visits=2, life_seconds=1, life_nodes=200)
    server = Server(Session(chosen, log=log), said.append)
    server.answer("boardsize 4")
    for line in data.decode("utf8", "replace").splitlines()[:20]:
        if any(word in line for word in ("quit", "sgf", "honte-param", "genmove", "analyze")):
            continue  # they end the session, touch files, lift limits, or search
        said.clear()
        server.answer(line)
        whole = "".join(said)
        assert not whole or (whole[0] in "=?" and whole.endswith("\n\n")), whole
        assert "an error inside" not in whole, whole


def play_tiles(data: bytes) -> None:
    """SameGame: a board with moves, or JSON; what is read can be written and read again."""
    from honte.samegame import parse_move, read_board, replay

    text = data.decode("utf8", "replace")
    with suppress(GoError):
        board, solution = read_board(text)
        assert read_board(str(board))[0] == board
        if solution is not None:
            solution.to_json()
    with suppress(GoError):
        rows, _, moves = text.partition("\n\n")
        board, _ = read_board(rows)
        replay(board, [parse_move(move) for move in moves.split()])


def ask_server(data: bytes) -> None:
    """HTTP: the first line is a method and a path, the rest the body. No answer is a fault of the server."""
    head, _, body = data.partition(b"\n")
    words = head.decode("latin-1").split()
    method = words[0].upper() if words and words[0].isalpha() and words[0].isascii() else "POST"
    path = words[1] if len(words) > 1 else "/api/games"
    if not path.startswith("/api") or path.startswith("/api/jobs"):  # a job's events may stay open
        path = "/api/games"
    kind = "application/octet-stream" if path.endswith("import") else "application/json"
    with suppress(ValueError):  # the client itself refuses some addresses
        answer = _client().request(method, path, content=body, headers={"content-type": kind})
        assert answer.status_code < 500, answer.text
        if answer.status_code >= 400 and method != "HEAD":
            assert set(answer.json()["error"]) >= {"code", "message"}


def without_searches(app: Any) -> None:
    """Lets the searches of one application end at once; those of other applications are not touched."""
    from honte.web.jobs import Job

    def idle(job: Job, *_: object) -> None:
        job.state = "done"
        job.ended.set()

    app.state.workbench.jobs._run = idle


@cache
def _client() -> Any:
    import httpx
    from fastapi.testclient import TestClient

    from honte.web.app import create_app

    assert issubclass(httpx.InvalidURL, Exception)

    class Client(TestClient):
        def request(self, *args: Any, **named: Any) -> Any:
            try:
                return super().request(*args, **named)
            except httpx.InvalidURL as error:
                raise ValueError(str(error)) from None

    app = create_app(warm=False)
    without_searches(app)
    client = Client(app, base_url="http://127.0.0.1", raise_server_exceptions=False)
    client.__enter__()
    return client


TARGETS: dict[str, Target] = {
    "sgf": read_sgf,
    "diagrams": read_diagram,
    "gtp": answer_gtp,
    "samegame": play_tiles,
    "http": ask_server,
}
SEEDS: dict[str, list[bytes]] = {
    "sgf": [
        PROBLEM,
        b"(;GM[1]FF[4]CA[UTF-8]SZ[19]KM[6.5]HA[2]AB[dd][pp]RE[B+R];W[qd]C[a \\] b];B[dc](;W[cc])(;W[aa:cc]))",
        b"(;SZ[5:9]AB[aa:cc]AE[bb]PL[W]LB[aa:1]VW[];W[];B[tt])",
        b"(;C[\xba\xda\xcf\xc8]CA[GB2312])(;SZ[9])",
    ],
    "diagrams": [
        DIAGRAM.encode(),
        b"   A B C\n 3 . X O 3\n 2 + . . 2\n 1 . . . 1\n   A B C\nWhite to play\nkomi 6.5\n1 A1\n",
        b"$$Bc19 Black to play\n$$ -------\n$$ | . X 1 O\n$$ | a , @ #\n",
        b'{"size": 9, "black": ["aa"], "white": ["bb"], "to_play": "B", "goal": "kill", "key": ["bb"]}\n',
        b"size: 9x9\nWhite to play\nthreats: 2\n   A B C\n 3 | - x W & |\n",
    ],
    "gtp": [
        b"play b A1\nplay w B2\nundo\nshowboard\nfinal_score\nfinal_status_list dead\n",
        b"3 boardsize 5\nfixed_handicap 2\nset_free_handicap A1 B2\nkomi 5.5\ntime_settings 10 5 1\n",
        b"place_free_handicap 2\nkgs-game_over\nlist_commands\nknown_command play\ngogui-analyze_commands\n",
        b"time_left b 10 1\nkgs-time_settings byoyomi 10 5 3\ngogui-setup b A1 w B2\nhonte-status A1\n",
    ],
    "samegame": [
        b"112\n122\n211\n",
        b"1 2 2\n. 1 3\n\n1,1 2,1",
        b'{"board": ["112", "122"], "moves": ["1,1", "2,1"], "score": 3, "scoring": {"formula": "square"}}',
        b'{"boards": [["112", "122"], ["21", "12"]]}',
    ],
    "http": [
        b'POST /api/games\n{"cols": 9, "rows": 9, "rules": "chinese", "handicap": 2, "komi": 0.5}',
        b'POST /api/games\n{"text": "(;SZ[9];B[ee])"}',
        b'POST /api/edits\n{"text": "Black to play\\n. . . W x -\\nW W W W x -\\nx x x x x -"}',
        b'POST /api/problems\n{"text": "(;SZ[9]AB[aa])"}',
        b'POST /api/samegame\n{"cols": 4, "rows": 4, "colors": 3, "seed": 1}',
        b"GET /api/library?text=a&limit=3&from=5k&sort=level\n",
        b"GET /api/train/today?size=3\n",
        b'PUT /api/settings\n{"theme": "dark"}',
    ],
}
"""Inputs that are understood, from which others are made."""
