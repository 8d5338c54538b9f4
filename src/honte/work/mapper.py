"""Gives items to workers and keeps what they return: the one way through a big collection."""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from itertools import islice
from typing import Any, NamedTuple

from honte.errors import GoError, InputError
from honte.work.store import FAULT, Key, Row, Store
from honte.work.workers import Workers

Work = Callable[[Any], list[Row]]
"""The rows of one item. A function of a module (or a partial of one), because other processes import it."""

_Answers = list[tuple[list[Row], float]]

BUNDLE_SECONDS = 0.5
"""Work that is sent in one bundle, about: short items are sent together."""
BUNDLE_ITEMS = 64
"""The most items of a bundle."""
AHEAD = 2
"""Bundles under way for each worker: the next one waits there when the last one is done."""
STRIKES = 2
"""Processes that an item may bring down, alone, until it counts as failed."""
_LOOK = 1.0
"""Seconds between two looks at workers that say nothing."""


class Task(NamedTuple):
    """One item: its name in the store, and what the work gets; an error as argument is the item's fault."""

    key: Key
    argument: Any


def run(
    tasks: Iterable[Task],
    work: Work,
    store: Store,
    workers: Workers,
    watch: Callable[[Key, list[Row]], object] | None = None,
) -> None:
    """Works on all tasks that the store does not have; `watch` gets each finished item and its rows.

    An item that raises an error, or that brings its process down twice, is kept as failed and passed over.
    Ctrl-C raises KeyboardInterrupt after the workers have been ended; the store has all that was finished.
    """
    try:
        for task, rows in _finished(_open(tasks, store), work, workers):
            store.add(task.key, rows)
            if watch is not None:
                watch(task.key, rows)
    finally:
        workers.close()


def _open(tasks: Iterable[Task], store: Store) -> Iterator[Task]:
    """The tasks that are to be done, each once: the same file may be given twice."""
    given: set[Key] = set()
    for task in tasks:
        if task.key not in store.done and task.key not in given:
            given.add(task.key)
            yield task


def _finished(queue: Iterator[Task], work: Work, workers: Workers) -> Iterator[tuple[Task, list[Row]]]:
    """Every task with its rows, in the order in which they are finished."""
    running: dict[Future[_Answers], list[Task]] = {}
    suspects: deque[Task] = deque()
    strikes: Counter[Key] = Counter()
    size, alone, broken = _Size(), False, False
    while True:
        if not suspects and not alone:
            most = AHEAD * max(1, workers.count())
            while len(running) < most and (bundle := list(islice(queue, size.items))):
                running[_submit(workers, work, bundle)] = bundle
        elif not running:  # after a loss one by one, to see which item it is
            bundle, alone = [suspects.popleft()], True
            if broken:
                workers.renew()
                broken = False
            running[_submit(workers, work, bundle)] = bundle
        if not running:
            return
        ended = wait(running, timeout=_LOOK, return_when=FIRST_COMPLETED).done
        for future in [each for each in running if each in ended]:
            bundle = running.pop(future)
            answers = _answers(future, workers)
            if answers is not None:
                size.learn(answers)
                yield from zip(bundle, (rows for rows, _ in answers), strict=True)
                continue
            broken = True
            strikes.update(task.key for task in bundle if alone)
            for task in bundle:
                if strikes[task.key] < STRIKES:
                    suspects.append(task)
                else:
                    yield task, [{FAULT: "its process ended in the middle of the work"}]
        alone = alone and bool(running)
        workers.check()


def _submit(workers: Workers, work: Work, bundle: list[Task]) -> Future[_Answers]:
    try:
        return workers.executor.submit(_work_on, work, bundle)
    except workers.lost:  # a worker ended while it had nothing to do
        workers.renew()
        return workers.executor.submit(_work_on, work, bundle)


def _answers(future: Future[_Answers], workers: Workers) -> _Answers | None:
    """The answers of a bundle, or None where its worker was lost."""
    try:
        return future.result()
    except workers.lost:
        return None
    except CancelledError:
        workers.check()
        raise InputError("the workers took back their work; the same command goes on from here") from None


def _work_on(work: Work, bundle: list[Task]) -> _Answers:
    """Runs in the worker: the rows and the seconds of each item of a bundle."""
    answers = []
    for task in bundle:
        began = time.perf_counter()
        try:
            if isinstance(task.argument, Exception):
                raise task.argument
            rows = work(task.argument)
        except GoError as error:
            rows = [{FAULT: " ".join(str(error).split())}]
        except Exception as error:  # an item must not end the work on all others
            rows = [{FAULT: f"{type(error).__name__}: {' '.join(str(error).split())}"}]
        answers.append((rows, time.perf_counter() - began))
    return answers


class _Size:
    """How many items go into one bundle, learned from the seconds of those before."""

    def __init__(self) -> None:
        self._mean = BUNDLE_SECONDS

    @property
    def items(self) -> int:
        return max(1, min(BUNDLE_ITEMS, int(BUNDLE_SECONDS / max(self._mean, 1e-6))))

    def learn(self, answers: _Answers) -> None:
        for _, seconds in answers:
            self._mean += 0.1 * (seconds - self._mean)
