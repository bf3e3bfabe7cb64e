"""Notes of other memory products: taken in while their file is read, listed, and forgotten.

They lie in a table of their own. No context, search or question to a model ever reads it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Protocol

from sayso.core import limits
from sayso.core.ids import NOTE, read_id
from sayso.core.outcome import is_failure
from sayso.core.project.noting import (
    FORGOTTEN,
    Note,
    NotesKept,
    asked_words,
    holds_words,
    note_key,
    plan_forget_note,
    plan_notes,
)
from sayso.shell.errors import NotFoundError, RequestError
from sayso.shell.fences import transact_fenced
from sayso.shell.given import shown
from sayso.shell.operations import transact_once
from sayso.shell.store.rows import json_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sayso.core.plans import Plan
    from sayso.core.project.requests import OperationKey
    from sayso.core.transcripts.noted import Noted
    from sayso.shell.memory import Memory
    from sayso.shell.ports import Ports
    from sayso.shell.store.reading import Guarded, Reading
    from sayso.shell.store.rows import Row
    from sayso.shell.store.store import Store

TRANSACTION_MAX_NOTES: Final = 200
PAGE_ROWS: Final = 200
NEWEST: Final = 2**62
_DONE: Final = "forgotten"
_DONE_BEFORE: Final = "forgotten before"


class NoteSink(Protocol):
    """Takes the notes of an import as they are read; `kept` counts what came of them."""

    kept: NotesKept

    def add(self, noted: Noted) -> None:
        """Take a note."""
        ...

    def end(self) -> None:
        """Take what is still held."""
        ...


NO_NOTES: Final = NotesKept(new=0, known=0)


@dataclass(slots=True)
class NoteTaking:
    """Puts notes into a store, some hundred in each transaction; one that is known is passed."""

    memory: Memory
    kept: NotesKept = NO_NOTES
    _waiting: list[Noted] = field(default_factory=list)

    def add(self, noted: Noted) -> None:
        """Hold a note until there are enough for a transaction."""
        self._waiting.append(noted)
        if len(self._waiting) >= TRANSACTION_MAX_NOTES:
            self.end()

    def end(self) -> None:
        """Put in what is held."""
        some, self._waiting = tuple(self._waiting), []
        if not some:
            return
        now_us = self.memory.ports.clock.now_us()

        def work(reading: Reading, guard: Guarded) -> tuple[Plan, NotesKept]:
            keyed = tuple((note_key(guard.subject_key, one.product, one.text), one) for one in some)
            known = _known(reading, [key for key, _ in keyed])
            return plan_notes(keyed, known, guard.scope_id, now_us)

        def is_saved(reading: Reading) -> bool:
            return not work(reading, reading.guard())[0]

        done = transact_fenced(self.memory.store, work, is_saved)
        self.kept = NotesKept(new=self.kept.new + done.new, known=self.kept.known + done.known)


class NoteCount:
    """Keeps of the notes of a dry run what is needed to count them."""

    def __init__(self, memory: Memory | None) -> None:
        """Count against what a memory holds; None holds nothing."""
        self.kept = NO_NOTES
        self._memory = memory
        self._secret = b"" if memory is None else _subject_key(memory)
        self._seen: set[str] = set()
        self._waiting: list[str] = []

    def add(self, noted: Noted) -> None:
        """Count a note; one that comes twice is known the second time."""
        key = note_key(self._secret, noted.product, noted.text)
        if key in self._seen:
            self.kept = NotesKept(new=self.kept.new, known=self.kept.known + 1)
            return
        self._seen.add(key)
        self._waiting.append(key)
        if len(self._waiting) >= TRANSACTION_MAX_NOTES:
            self.end()

    def end(self) -> None:
        """Look up what is held."""
        keys, self._waiting = self._waiting, []
        known = 0
        if self._memory is not None and keys:
            with self._memory.store.reading() as reading:
                known = len(_known(reading, keys))
        self.kept = NotesKept(new=self.kept.new + len(keys) - known, known=self.kept.known + known)


def list_notes(reading: Reading, query: str) -> tuple[Note, ...]:
    """List notes that hold all words of a query, newest first; at most LIST_ITEMS_MAX."""
    words = asked_words(query)
    found: list[Note] = []
    for note in _active(reading):
        if holds_words(note.text, words):
            found.append(note)
            if len(found) == limits.LIST_ITEMS_MAX:
                break
    return tuple(found)


def forget_note(store: Store, ports: Ports, number: int, key: OperationKey | None) -> bool:
    """Forget a note for good; False when it was forgotten before. Raises NotFoundError."""
    now_us = ports.clock.now_us()

    def work(reading: Reading, guard: Guarded) -> tuple[Plan, str]:
        del guard
        row = reading.row("notes/by_id", id=number)
        if row is None:
            raise NotFoundError(f"there is no note n{number}", "'sayso notes' shows what there is")
        note = _note_of(row)
        is_new = note.status != FORGOTTEN
        return plan_forget_note(note, now_us), _DONE if is_new else _DONE_BEFORE

    is_done = transact_once(store, key, now_us, work) == _DONE
    store.owes_cut = True  # its words are in the log still
    store.cut_idly()
    return is_done


def parse_note_id(given: str) -> int:
    """Read a note's number from `n3`; raises RequestError for anything else."""
    number = read_id(NOTE, given)
    if is_failure(number):
        raise RequestError(f"{shown(given)} is no note id", "ids look like n3; see 'sayso notes'")
    return number.unwrap()


def _active(reading: Reading) -> Iterator[Note]:
    """Give all notes in use, newest first, some at a time."""
    before, scope_id = NEWEST, reading.guard().scope_id
    while True:
        rows = reading.rows(
            "notes/active", scope_id=scope_id, before_id=before, limit_rows=PAGE_ROWS
        )
        yield from map(_note_of, rows)
        if len(rows) < PAGE_ROWS:
            return
        before = rows[-1][0]


def _note_of(row: Row) -> Note:
    number, product, text, status, said_at_us, created_at_us = row
    return Note(
        id=number,
        product=product,
        text=text,
        status=status,
        said_at_us=said_at_us,
        created_at_us=created_at_us,
    )


def _known(reading: Reading, keys: list[str]) -> frozenset[str]:
    return frozenset(row[0] for row in reading.rows("notes/by_keys", keys=json_of(keys)))


def _subject_key(memory: Memory) -> bytes:
    with memory.store.reading() as reading:
        return reading.guard().subject_key
