"""The loop of a GTP engine: reads lines in a thread, answers one command after another.

The reader runs beside the commands, so that any input can stop an analysis. Errors become `? text` here and
nowhere else; an error that nobody foresaw is answered, too, and its story goes to the log.
"""

from __future__ import annotations

import os
import signal
import threading
import traceback
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from types import FrameType

from honte.errors import GoError
from honte.gtp import commands  # noqa: F401  registers all commands
from honte.gtp.arguments import Arguments
from honte.gtp.protocol import Request, failure, is_interrupt, parse, success
from honte.gtp.registry import COMMANDS
from honte.gtp.session import Session

CHUNK = 65_536
"""Bytes that are read at once."""


class Server:
    """Answers the lines of one controller. `send` gets every piece of text and must pass it on at once."""

    def __init__(self, session: Session, send: Callable[[str], object]) -> None:
        self.session, self.send = session, send
        self._lines: deque[str] = deque()
        self._ended = True
        self._changed = threading.Condition()
        session.pending = self._pending
        session.wait = self._wait_for_input
        session.write = lambda line: send(line + "\n")

    def run(self, lines: Iterable[bytes | str]) -> None:
        """Answers all lines until `quit` or the end of input."""
        self._ended = False
        threading.Thread(target=self._read, args=(lines,), daemon=True).start()
        while not self.session.over:
            line = self._next()
            if line is None:
                return
            self.answer(line)

    def answer(self, line: str) -> None:
        """Answers one line; an empty line or a comment has no answer."""
        request = parse(line)
        if request is None:
            return
        begun = _Begun(self.send, request)
        self.session.begin = begun.begin
        try:
            handler = COMMANDS.get(request.name)
            if handler is None:
                begun.fail("unknown command")
                return
            begun.end(handler(self.session, Arguments(request)) or "")
        except GoError as error:
            begun.fail(str(error))
        except BrokenPipeError:
            raise
        except Exception as error:  # the controller must get an answer, whatever happens
            self.session.log(traceback.format_exc())
            begun.fail(f"an error inside honte: {type(error).__name__}: {error}")

    # Input

    def _read(self, lines: Iterable[bytes | str]) -> None:
        """Runs in a thread of its own: keeps every line, and lets the session hear of it."""
        try:
            for raw in lines:
                line = raw.decode("utf8", "replace") if isinstance(raw, bytes) else raw
                with self._changed:
                    self._lines.append(line)
                    self._changed.notify_all()
                self.session.heard(interrupt=is_interrupt(line))
        except OSError as error:
            self.session.log(f"the input ended: {error}")
        with self._changed:
            self._ended = True
            self._changed.notify_all()
        self.session.heard(interrupt=False)

    def _next(self) -> str | None:
        with self._changed:
            self._changed.wait_for(self._pending)
            return self._lines.popleft() if self._lines else None

    def _pending(self) -> bool:
        return bool(self._lines) or self._ended

    def _wait_for_input(self) -> None:
        with self._changed:
            self._changed.wait_for(self._pending)


class _Begun:
    """The answer to one request, whole at once or line by line."""

    def __init__(self, send: Callable[[str], object], request: Request) -> None:
        self.send, self.request = send, request
        self.open = False

    def begin(self) -> None:
        self.open = True
        self.send(f"={self.request.id}\n")

    def end(self, text: str) -> None:
        if self.open:
            self.send(f"{text}\n\n" if text else "\n")
        else:
            self.send(success(self.request, text))

    def fail(self, text: str) -> None:
        if self.open:  # the head of the answer is written: all that is left is to end it
            self.send(f"# {' '.join(text.split())}\n\n")
        else:
            self.send(failure(self.request, text))


def lines_of(descriptor: int) -> Iterator[bytes]:
    """The lines of an open file or pipe; an unfinished last line counts.

    It reads without Python's buffer, whose lock a reading thread would keep at the end of the program.
    """
    rest = b""
    while chunk := os.read(descriptor, CHUNK):
        *whole, rest = (rest + chunk).split(b"\n")
        yield from whole
    if rest:
        yield rest


@contextmanager
def interrupts_stop(session: Session) -> Iterator[None]:
    """Ctrl-C ends the running search; without one, or the second time, it raises KeyboardInterrupt."""

    def handle(number: int, frame: FrameType | None) -> None:
        if not session.interrupt():
            raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, handle)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
