"""A running KataGo: its analysis engine, asked and answered in JSON, one object on a line.

Several threads may ask at once; answers come in any order and find their question by its id. Every way in
which a foreign process can fail is one InputError with one clear line.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import tempfile
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, TypeAlias

from honte.errors import InputError
from honte.katago.locating import Location

Query: TypeAlias = dict[str, Any]
Answer: TypeAlias = dict[str, Any]

OLDEST = (1, 10)
"""The oldest version that is asked: earlier ones answer other fields."""
QUIET = 300.0
"""Seconds without a sign of life after which KataGo is given up; HONTE_KATAGO_TIMEOUT sets another number."""
TIMEOUT = "HONTE_KATAGO_TIMEOUT"
GRACE = 2.0
"""Seconds that KataGo gets to end by itself."""
STEP = 0.05
"""Seconds between two looks at whether a search is to stop."""
KEPT_LINES = 20
"""The last lines of KataGo's standard error, for the message when it fails."""
SETTINGS = """\
logToStderr = true
reportAnalysisWinratesAs = BLACK
numAnalysisThreads = 2
numSearchThreadsPerAnalysisThread = 1
nnMaxBatchSize = 8
nnCacheSizePowerOfTwo = 18
nnMutexPoolSizePowerOfTwo = 14
maxVisits = 50
"""
"""The configuration when the user gives none."""


class Refused(InputError):
    """A query that KataGo does not answer, while it goes on to answer others."""


class Process:
    """One KataGo. `close` ends it; so does the end of the program."""

    def __init__(self, location: Location) -> None:
        """Starts KataGo and asks for its version; raises InputError when that fails."""
        self.location = location
        self.quiet = _quiet_seconds()
        self._waiting: dict[str, SimpleQueue[Answer | None]] = {}
        self._errors: deque[str] = deque(maxlen=KEPT_LINES)
        self._lock, self._asked, self._alive = threading.Lock(), 0, time.monotonic()
        self._folder = tempfile.TemporaryDirectory(prefix="honte-katago-")
        self._process = self._start()
        for task in (self._read_answers, self._read_errors):
            threading.Thread(target=task, daemon=True).start()
        try:
            self.version = self._check_version()
        except BaseException:
            self.close()
            raise

    def _start(self) -> subprocess.Popen[bytes]:
        where = self.location
        config, override = where.config, where.override
        if config is None:
            config = Path(self._folder.name) / "analysis.cfg"
            config.write_text(SETTINGS, encoding="utf8")
        else:
            override = ",".join(filter(None, ["reportAnalysisWinratesAs=BLACK", override]))
        command = [str(where.program), "analysis", "-config", str(config), "-model", str(where.model)]
        command += ["-override-config", override] if override else []
        command.append("-quit-without-waiting")
        try:
            return subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=os.name == "posix",  # Ctrl-C in the terminal is for honte alone
            )
        except OSError as error:
            raise InputError(f"KataGo at {where.program} does not start: {error.strerror or error}") from None

    # Asking

    def ask(
        self,
        query: Query,
        partial: Callable[[Answer], object] | None = None,
        stopped: Callable[[], bool] = lambda: False,
    ) -> Answer:
        """The answer to one query; `partial` gets answers during the search, `stopped` ends it early."""
        name = self._send(query)
        try:
            return self._wait(name, partial, stopped)
        finally:
            self._waiting.pop(name, None)

    def ask_all(self, queries: Sequence[Query]) -> list[Answer]:
        """The answers to several queries, which KataGo works on together, in the order of the queries."""
        names = [self._send(query) for query in queries]
        try:
            return [self._wait(name, None, lambda: False) for name in names]
        finally:
            for name in names:
                self._waiting.pop(name, None)

    def _send(self, query: Query) -> str:
        with self._lock:
            self._asked += 1
            name = str(self._asked)
            self._waiting[name] = SimpleQueue()
            self._alive = time.monotonic()
            self._write({"id": name, **query})
        return name

    def _write(self, query: Query) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(query).encode() + b"\n")
            self._process.stdin.flush()
        except (OSError, ValueError):  # the process has ended, or was closed
            raise InputError(self._ended()) from None

    def _wait(
        self, name: str, partial: Callable[[Answer], object] | None, stopped: Callable[[], bool]
    ) -> Answer:
        told = False
        while True:
            if stopped() and not told:
                told = True
                self._write({"id": f"stop {name}", "action": "terminate", "terminateId": name})
            try:
                answer = self._waiting[name].get(timeout=STEP)
            except Empty:
                self._check_quiet()
                continue
            if answer is None:
                raise InputError(self._ended())
            if "error" in answer:
                field = f" ({answer['field']})" if answer.get("field") else ""
                raise Refused(f"KataGo refuses the position: {answer['error']}{field}")
            if "warning" in answer:
                continue
            if not answer.get("isDuringSearch"):
                return answer
            if partial is not None:
                partial(answer)

    def _check_quiet(self) -> None:
        if time.monotonic() - self._alive > self.quiet:
            self.close()
            raise InputError(f"KataGo at {self.location.program} gave no answer within {self.quiet:g} s")

    # What KataGo says

    def _read_answers(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._alive = time.monotonic()
            try:
                answer = json.loads(line)
            except ValueError:
                continue  # a note of the program or of what starts it
            if isinstance(answer, dict):
                self._deliver(answer)
        for waiting in list(self._waiting.values()):
            waiting.put(None)

    def _deliver(self, answer: Answer) -> None:
        if "id" in answer:
            waiting = self._waiting.get(str(answer["id"]))
            if waiting is not None:
                waiting.put(answer)
        elif "error" in answer:  # a fault without an id: nobody else can be meant
            for each in list(self._waiting.values()):
                each.put(answer)

    def _read_errors(self) -> None:
        assert self._process.stderr is not None
        for line in self._process.stderr:
            self._alive = time.monotonic()
            if text := line.decode("utf8", "replace").strip():
                self._errors.append(text)

    def _check_version(self) -> str:
        told = str(self.ask({"action": "query_version"}).get("version", ""))
        numbers = tuple(int(part) for part in told.split("-")[0].split(".")[:2] if part.isdigit())
        if numbers < OLDEST:
            wanted = ".".join(map(str, OLDEST))
            which = f"version {told}" if told else "a version that it does not name"
            raise InputError(f"KataGo at {self.location.program} is {which}; expected {wanted} or later")
        return told

    def _ended(self) -> str:
        """Why KataGo is gone: its exit status and the last thing it said."""
        try:
            status = f"exit status {self._process.wait(timeout=2)}"
        except subprocess.TimeoutExpired:
            status = "it closed its output"
        time.sleep(STEP)  # the thread that reads the errors may be a line behind
        said = next((line for line in reversed(self._errors) if "what():" in line or "rror" in line), "")
        said = said or (self._errors[-1] if self._errors else "it said nothing")
        return f"KataGo ended ({status}): {said.removeprefix('what():').strip()}"

    @property
    def running(self) -> bool:
        """Whether the process can be asked."""
        return self._process.poll() is None

    def close(self) -> None:
        """Ends the process: closes its input, and kills it where that is not enough."""
        with suppress(OSError):
            if self._process.stdin is not None:
                self._process.stdin.close()
        try:
            self._process.wait(timeout=GRACE)
        except subprocess.TimeoutExpired:
            self._kill()
            self._process.wait()
        self._folder.cleanup()

    def _kill(self) -> None:
        if os.name == "posix":
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)  # with what it has started itself
        else:
            self._process.kill()


def _quiet_seconds() -> float:
    text = os.environ.get(TIMEOUT, "")
    try:
        return float(text) if text else QUIET
    except ValueError:
        raise InputError(f"{TIMEOUT} is {text!r}; expected a number of seconds") from None
