"""The loop: input ends an analysis; EOF, interrupts, unforeseen errors; the process from outside."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from queue import SimpleQueue

import pytest

from honte.core import BLACK
from honte.gtp import COMMANDS, Server, Session, Settings
from honte.gtp.server import lines_of
from tests.gtp.sabaki import parse_analysis


class Talk:
    """A controller that writes lines one by one while the engine runs in a thread."""

    def __init__(self, settings: Settings) -> None:
        self.input: SimpleQueue[str | None] = SimpleQueue()
        self.output: SimpleQueue[str] = SimpleQueue()
        self.server = Server(Session(settings), self.output.put)
        self.thread = threading.Thread(target=self.server.run, args=(self._lines(),), daemon=True)
        self.thread.start()

    def _lines(self) -> Iterator[str]:
        while (line := self.input.get()) is not None:
            yield line

    def until(self, end: str) -> str:
        """All text up to one that ends like this."""
        text = ""
        while not text.endswith(end):
            text += self.output.get(timeout=120)
        return text

    def ask(self, line: str) -> str:
        self.input.put(line)
        return self.until("\n\n")

    def close(self) -> None:
        self.input.put(None)
        self.thread.join(timeout=120)
        assert not self.thread.is_alive()


@pytest.mark.parametrize("end", ["name", "", "# a comment", None])
def test_any_input_ends_an_analysis(end: str | None) -> None:
    talk = Talk(Settings())
    talk.ask("boardsize 7")
    talk.input.put("5 analyze b 1")
    assert talk.until("\n") == "=5\n"
    lines = [talk.until("\n") for _ in range(3)]
    counts = [sum(each.visits for each in parse_analysis(line)[0]) for line in lines]
    assert counts == sorted(counts)
    talk.input.put(end)
    assert "?" not in talk.until("\n\n")
    if end == "name":
        assert talk.until("\n\n") == "= honte\n\n"
    if end is not None:
        assert talk.ask("protocol_version") == "= 2\n\n"
        talk.input.put(None)
    talk.thread.join(timeout=120)
    assert not talk.thread.is_alive()


def test_an_analysis_waits_when_its_visits_are_spent() -> None:
    talk = Talk(Settings(visits=20))
    talk.ask("boardsize 7")
    talk.input.put("kata-analyze w 1 ownership true rootInfo true")
    text = talk.until("\n")
    while "visits 20 winrate" not in text.rpartition("rootInfo")[2]:
        text = talk.until("\n")
    variations, owners = parse_analysis(text.partition(" rootInfo")[0])
    assert sum(each.visits for each in variations) == 20
    assert all(0 <= each.win_rate <= 100 and each.lead is not None for each in variations)
    assert owners == []
    assert len(parse_analysis(text.partition("rootInfo")[2])[1]) == 49
    assert talk.thread.is_alive()
    assert talk.ask("name").endswith("\n")
    talk.close()


def test_leela_lines_and_limits_on_moves() -> None:
    talk = Talk(Settings())
    talk.ask("boardsize 7")
    talk.input.put("lz-analyze b interval 1 maxmoves 2 allow b D4,C3,E5 1")
    talk.until("=\n")
    for _ in range(4):
        variations, _ = parse_analysis(talk.until("\n"))
        assert len(variations) <= 2
        assert {each.move for each in variations} <= {"D4", "C3", "E5"}
    talk.close()


def test_a_move_is_not_ended_by_input_but_by_an_interrupt() -> None:
    talk = Talk(Settings(seconds=3600))
    talk.ask("boardsize 13")
    talk.input.put("genmove_analyze b 1")
    talk.until("\n")
    talk.until("\n")
    talk.input.put("name")  # waits for its turn
    talk.until("\n")
    talk.input.put("# interrupt")
    assert "\nplay " in talk.until("\n\n")
    assert talk.until("\n\n") == "= honte\n\n"
    talk.close()


def test_an_unforeseen_error_is_answered_and_logged(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(session: object, args: object) -> str:
        raise ZeroDivisionError("for the test")

    monkeypatch.setitem(COMMANDS, "name", broken)
    said: list[str] = []
    logged: list[str] = []
    server = Server(Session(log=logged.append), said.append)
    server.answer("4 name")
    server.answer("5 version")
    assert said[0] == "?4 an error inside honte: ZeroDivisionError: for the test\n\n"
    assert said[1].startswith("=5 ")
    assert "Traceback" in logged[0]


def test_lines_come_from_a_pipe_in_pieces() -> None:
    reader, writer = os.pipe()
    for piece in (b"na", b"me\nver", b"sion\n\nqui", b"t"):
        os.write(writer, piece)
    os.close(writer)
    assert list(lines_of(reader)) == [b"name", b"version", b"", b"quit"]


def test_either_side_may_move_and_the_game_goes_on_after_passes() -> None:
    session = Session(Settings(visits=2))
    server = Server(session, lambda text: None)
    for line in ("boardsize 5", "play b C3", "play b B2", "play w pass", "play b pass"):
        server.answer(line)
    seen = session.seen_by(BLACK)
    assert seen.to_play is BLACK
    assert seen is not session.game
    assert seen.passes == 0
    said: list[str] = []
    server.send = said.append
    server.answer("genmove b")
    assert said[0].startswith("= ")
    assert len(session.game.steps) == 5
    server.answer("genmove b")  # twice in a row, on a board where the solver looks at the history
    assert said[1].startswith("= ")
    assert session.seen_by(BLACK).board == session.game.board


def start(*options: str) -> subprocess.Popen[bytes]:
    code = "from honte.cli.main import main; main()"
    return subprocess.Popen(
        [sys.executable, "-c", code, "gtp", *options],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip


def test_the_process_ends_at_the_end_of_input() -> None:
    out, err = start().communicate(b"1 name\n2 boardsize 5\n3 protocol_version")
    assert (out, err) == (b"=1 honte\n\n=2\n\n=3 2\n\n", b"")


def test_quit_ends_the_process_although_the_input_is_open() -> None:
    process = start()
    assert process.stdin is not None
    process.stdin.write(b"quit\n")
    process.stdin.flush()
    assert process.wait(timeout=120) == 0


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_a_signal_ends_the_search_and_then_the_program() -> None:
    process = start("--seconds", "3600")
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(b"boardsize 13\n7 genmove_analyze b 1\n")
    process.stdin.flush()
    while not process.stdout.readline().startswith(b"info move"):
        pass
    process.send_signal(signal.SIGINT)
    while not (line := process.stdout.readline()).startswith(b"play "):
        assert line.startswith(b"info ")
    process.stdin.write(b"name\n")
    process.stdin.flush()
    assert [process.stdout.readline() for _ in range(2)] == [b"\n", b"= honte\n"]
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=120) == 130
    assert process.stderr is not None
    assert b"Traceback" not in process.stderr.read()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--level", "god"), "'god' is not a level"),
        (("--visits", "0"), "visits is 0"),
        (("--rules", "moon"), "'moon' is not a known rule set"),
        (("--seconds", "-1"), "seconds is -1"),
    ],
)
def test_wrong_options_are_one_line(options: tuple[str, ...], message: str) -> None:
    process = start(*options)
    out, err = process.communicate(b"")
    assert (process.returncode, out, err.count(b"\n")) == (2, b"", 1)
    assert message in err.decode()
