"""Documents in use: versions, what stays in memory, what the disk keeps, and two threads at once."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import pytest

from honte.errors import InputError
from honte.library.store import Document, Store
from honte.web.documents import MAX_ID, Documents, new_id
from honte.web.errors import WebError


@dataclass
class Note:
    """A document that holds one number."""

    id: str
    number: int = 0
    version: int = 1
    lock: threading.RLock = field(default_factory=threading.RLock)

    def record(self) -> dict[str, Any]:
        return {"number": self.number, "version": self.version}


def restored(stored: Document) -> Note:
    return Note(stored.id, stored.body["number"], stored.body["version"])


def notes(store: Store | None = None, live: int = 2) -> Documents[Note]:
    return Documents(store or Store(None), "note", restored, live)


def test_a_change_is_on_disk_with_its_title_and_version() -> None:
    shelf = notes()
    shelf.add(Note("a"), "first")
    with shelf.change("a", 1) as note:
        note.number = 7
    stored = shelf.store.get("note", "a")
    assert stored is not None
    assert (stored.title, stored.body) == ("first", {"number": 7, "version": 2})
    assert notes(shelf.store).open("a").number == 7


def test_an_old_version_is_refused_and_a_failed_change_is_not_written() -> None:
    shelf = notes()
    shelf.add(Note("a"))
    with shelf.change("a", 1):
        pass
    with pytest.raises(WebError) as caught, shelf.change("a", 1):
        pytest.fail("the block must not run")
    assert (caught.value.status, caught.value.code) == (409, "stale")
    with pytest.raises(InputError), shelf.change("a", 2):
        raise InputError("no")
    stored = shelf.store.get("note", "a")
    assert stored is not None
    assert stored.body["version"] == 2


def test_only_the_documents_used_last_stay_in_memory() -> None:
    shelf = notes(live=2)
    for id in ("a", "b"):
        shelf.add(Note(id), f"title {id}")
    kept = shelf.open("a")
    shelf.add(Note("c"))
    assert list(shelf._live) == ["a", "c"]
    assert shelf.open("a") is kept
    with shelf.change("b") as note:  # read back, with its title
        note.number = 3
    stored = shelf.store.get("note", "b")
    assert stored is not None
    assert (stored.title, stored.body["number"]) == ("title b", 3)


def test_a_document_that_somebody_changes_is_not_dropped() -> None:
    shelf = notes(live=1)
    shelf.add(Note("a"))
    entered, leave = threading.Event(), threading.Event()

    def change() -> None:
        with shelf.change("a") as note:
            entered.set()
            assert leave.wait(5)
            note.number = 1

    with ThreadPoolExecutor(1) as pool:
        working = pool.submit(change)
        assert entered.wait(5)
        shelf.add(Note("b"))
        leave.set()
        working.result()
    assert shelf.open("a").number == 1


def test_changes_of_many_threads_are_all_counted() -> None:
    shelf = notes(live=1)
    ids = ["a", "b", "c"]
    for id in ids:
        shelf.add(Note(id))

    def count(number: int) -> None:
        with shelf.change(ids[number % 3]) as note:
            note.number += 1

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(count, range(150)))
    assert [shelf.open(id).number for id in ids] == [50, 50, 50]


def test_a_deleted_document_is_gone() -> None:
    shelf = notes()
    shelf.add(Note("a"))
    shelf.delete("a")
    for id in ("a", "x" * (MAX_ID + 1)):
        with pytest.raises(WebError) as caught:
            shelf.open(id)
        assert (caught.value.status, str(caught.value)) == (404, f"there is no note {id!r}")
    with pytest.raises(WebError):
        shelf.delete("a")


def test_ids_are_short_and_all_different() -> None:
    ids = {new_id() for _ in range(200)}
    assert len(ids) == 200
    assert all(len(id) == 12 and id.isalnum() for id in ids)
