"""The thorough check: every page and reference, every text by its hash, every quote by its slice.

It reads the whole store once, row by row, and never holds more than one turn. What SQLite's own
checks pass over, such as a flipped bit in a text, shows in the hash. What cannot be read at all is
a finding like any other: damage raises nothing here.
"""

from __future__ import annotations

from contextlib import contextmanager
from itertools import islice
from typing import TYPE_CHECKING, Final

import apsw

from sayso.core import limits
from sayso.core.items import Source
from sayso.core.outcome import is_failure
from sayso.core.raw import quote_fault, read_raw
from sayso.core.text import clip, one_line
from sayso.core.turns import Role
from sayso.shell.store.statements import statement

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sayso.core.plans import Value
    from sayso.shell.store.rows import Row

_UNREADABLE: Final = (
    apsw.CorruptError,
    apsw.NotADBError,
    apsw.SQLError,
    TypeError,
    UnicodeDecodeError,
)
_ROLES: Final = frozenset(role.value for role in Role)
_REASON_MAX_CHARS: Final = 100


def thorough_findings(connection: apsw.Connection) -> tuple[str, ...]:
    """Read all that a store holds and say what is wrong, each on one line; nothing when sound.

    Of each kind at most CHECK_FINDINGS_MAX are named.
    """
    with _one_moment(connection):
        return (
            *_told("the file", _pages(connection)),
            *_told("references", _references(connection)),
            *_told("turns", _texts_and_quotes(connection)),
            *_told("memories", _unproven(connection)),
        )


@contextmanager
def _one_moment(connection: apsw.Connection) -> Iterator[None]:
    """Let all statements see the same moment, whatever others write."""
    began = not connection.in_transaction
    if began:
        connection.execute("BEGIN")
    try:
        yield
    finally:
        if began and connection.in_transaction:  # SQLite ends it by itself where the disk fails
            connection.execute("ROLLBACK")


def _told(what: str, faults: Iterator[str]) -> Iterator[str]:
    """Give the first faults of a kind, whether there are more, and what stopped the reading."""
    try:
        yield from islice(faults, limits.CHECK_FINDINGS_MAX)
        if next(faults, None) is not None:
            yield f"{what}: more is damaged than is named here"
    except _UNREADABLE as error:
        yield f"{what}: cannot be read whole ({clip(one_line(str(error)), _REASON_MAX_CHARS)})"


def _rows(connection: apsw.Connection, name: str, **params: Value) -> Iterator[Row]:
    yield from connection.execute(statement(name), params)


def _pages(connection: apsw.Connection) -> Iterator[str]:
    for (line,) in _rows(connection, "store/quick_check"):
        if line != "ok":
            said = one_line(str(line).removeprefix("*** in database main ***"))
            yield f"integrity check failed: {clip(said, limits.FINDING_MAX_CHARS)}"


def _references(connection: apsw.Connection) -> Iterator[str]:
    count = sum(1 for _ in _rows(connection, "store/foreign_key_check"))
    if count:
        yield f"{count} rows refer to rows that are not there"


def _texts_and_quotes(connection: apsw.Connection) -> Iterator[str]:
    """Check every turn, with the quotes that are taken from it while its texts are at hand."""
    quotes = _Quotes(_rows(connection, "checks/sources", max_bytes=limits.TURN_MAX_BYTES))
    for turn_id, *sides in _rows(connection, "checks/turns", max_bytes=limits.TURN_MAX_BYTES):
        said: dict[str, str] = {}
        for role, text, sha256 in ((Role.USER, *sides[:2]), (Role.ASSISTANT, *sides[2:])):
            read = read_raw(turn_id, role, text, sha256)
            if is_failure(read):
                yield read.failure()
            else:
                said[role] = read.unwrap()
        for row in quotes.of_turn(turn_id):
            yield from _quote_faults(turn_id, said, row)
    ((there,),) = _rows(connection, "checks/source_count")
    if there != quotes.found:
        yield f"{there} quotes are stored, but {quotes.found} are found by their turns"


class _Quotes:
    """Quotes in the order of their turns, handed out turn by turn."""

    def __init__(self, rows: Iterator[Row]) -> None:
        self._rows = rows
        self._next = next(rows, None)
        self.found = 0

    def of_turn(self, turn_id: int) -> Iterator[Row]:
        """Give the quotes of one turn; those of turns that are not there are passed over."""
        while self._next is not None and self._next[0] <= turn_id:
            row, self._next = self._next, next(self._rows, None)
            if row[0] == turn_id:
                self.found += 1
                yield row[1:]


def _unproven(connection: apsw.Connection) -> Iterator[str]:
    for (item_id,) in _rows(connection, "checks/unproven"):
        yield f"m{item_id}: no words of the user prove it"


def _quote_faults(turn_id: int, said: dict[str, str], row: Row) -> Iterator[str]:
    """Hold one quote against its turn; what it says about a damaged text proves nothing."""
    match row:
        case (str(role), int(start), int(end), bytes(quote)) if role in _ROLES:
            text = said.get(role)
            spelled = quote.decode("utf-8", "replace")
            source = Source(turn_id=turn_id, role=Role(role), quote=spelled, start=start, end=end)
            fault = None if text is None else quote_fault(source, text)
            if fault is not None:
                yield fault
        case _:
            yield f"t{turn_id}: a quote of it makes no sense"
