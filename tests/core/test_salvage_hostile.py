"""Whatever the bytes are: a salvage ends, raises nothing, and reads no more than a few times over.

Cycles and shared pages are made on purpose; the rest is drawn.
"""

from __future__ import annotations

import struct
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import overload

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.core import limits
from sayso.core.salvage.salvage import Salvage, read_rows, salvage
from sayso.core.salvage.tables import TABLES
from tests.plain_store import make

# Each of the 45 trees enters a page once at most; all do where pages lead in circles.
READS_MAX = 60


class Counted:
    """Bytes that count how many of them were read."""

    def __init__(self, content: bytes) -> None:
        self.content = content
        self.read_bytes = 0

    def __len__(self) -> int:
        return len(self.content)

    @overload
    def __getitem__(self, place: int, /) -> int: ...
    @overload
    def __getitem__(self, place: slice, /) -> bytes: ...
    def __getitem__(self, place: int | slice, /) -> int | bytes:
        found = self.content[place]
        self.read_bytes += 1 if isinstance(found, int) else len(found)
        return found


def work_off(file: bytes, log: bytes = b"", reads_max: int = READS_MAX) -> Salvage:
    """Salvage, tell all rows, and hold the work against its bound."""
    counted, logged = Counted(file), Counted(log)
    found = salvage(counted, logged)
    for table in TABLES:
        for row in read_rows(found, table.name):
            assert row["salvage"]
    read_bytes = counted.read_bytes + logged.read_bytes
    assert read_bytes <= reads_max * (len(file) + len(log)) + 100_000
    return found


@cache
def real() -> tuple[bytes, bytes]:
    """Give file and log of a small store."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "store.db"
        connection = make(path, 4096, 0, (1, 200, 3_000, 9_000))
        connection.pragma("journal_mode", "wal")
        connection.execute("UPDATE threads SET compaction = 'so far'")
        connection.execute("UPDATE turns SET state = 'failed' WHERE id = 3")
        files = path.read_bytes(), Path(f"{path}-wal").read_bytes()
        connection.close()
    return files


changes = st.lists(
    st.tuples(st.integers(0, 2**20), st.one_of(st.integers(0, 255), st.binary(max_size=600))),
    max_size=12,
)


def changed(content: bytes, edits: list[tuple[int, int | bytes]]) -> bytes:
    """Put bytes at places, and for an empty edit cut the rest off."""
    after = bytearray(content)
    for at, edit in edits:
        place = at % max(len(after), 1)
        if isinstance(edit, int):
            after[place : place + 1] = bytes([edit])
        elif edit:
            after[place : place + len(edit)] = edit
        else:
            del after[place:]
    return bytes(after)


@given(file=st.binary(max_size=20_000), log=st.binary(max_size=2_000))
def test_any_bytes(file: bytes, log: bytes) -> None:
    """Noise gives a result."""
    work_off(file, log)


@given(edits=changes, log_edits=changes, head=st.booleans())
def test_any_change_of_a_real_store(
    edits: list[tuple[int, int | bytes]], log_edits: list[tuple[int, int | bytes]], head: bool
) -> None:
    """Changed bytes, cuts, a lost head, a changed log: what is called intact has its hash."""
    file, log = real()
    after = changed(file if head else bytes(100) + file[100:], edits)
    found = work_off(after, changed(log, log_edits))
    for row in read_rows(found, "turns"):
        mark = row["salvage"]
        if isinstance(mark, dict) and mark["user"] == "intact":
            assert set(str(row["user_text"])) <= {"ü"}


def leaf(cells: list[bytes], size: int = 4096) -> bytes:
    """Write a leaf of a table."""
    content = bytearray(size)
    content[:8] = struct.pack(">BHHHB", 0x0D, 0, len(cells), 0, 0)
    at = size
    for number, cell in enumerate(cells):
        at -= len(cell)
        content[at : at + len(cell)] = cell
        struct.pack_into(">H", content, 8 + 2 * number, at)
    return bytes(content)


def interior(children: list[int], start: int = 0) -> bytes:
    """Write an interior page of a table, whose head begins at some place."""
    content = bytearray(4096)
    struct.pack_into(">BHHHBI", content, start, 0x05, 0, len(children) - 1, 0, 0, children[-1])
    at = 4096
    for number, child in enumerate(children[:-1]):
        at -= 5
        content[at : at + 5] = struct.pack(">IB", child, 1)
        struct.pack_into(">H", content, start + 12 + 2 * number, at)
    return bytes(content)


def scope_cell(rowid: int, size_bytes: int, overflow: int) -> bytes:
    """Write the cell of a scope whose name is long: its own part, and where the rest is."""
    name = 13 + 2 * (size_bytes - 12)
    header = b"\x00" + varint(name) + b"\x01"
    payload = bytes([len(header) + 1]) + header
    size = len(payload) + (size_bytes - 12) + 1
    least = (4096 - 12) * 32 // 255 - 23
    local = least + (size - least) % 4092
    local = local if local <= 4061 else least
    return varint(size) + varint(rowid) + payload.ljust(local, b"x") + struct.pack(">I", overflow)


def varint(number: int) -> bytes:
    """Write a number of up to four bytes."""
    parts = [number & 0x7F]
    while number := number >> 7:
        parts.append(number & 0x7F | 0x80)
    return bytes(reversed(parts))


@pytest.mark.parametrize("shape", ["itself", "each other", "everywhere"])
def test_circles_of_interior_pages_end(shape: str) -> None:
    """Pages that lead to themselves, to each other or all to all are entered once each."""
    count = 60
    numbers = range(1, count + 1)
    children = {
        "itself": [[number] for number in numbers],
        "each other": [[number % count + 1, (number + 1) % count + 1] for number in numbers],
        "everywhere": [list(numbers)] * count,
    }[shape]
    pages = [interior(one) for one in children]
    pages[0] = interior(children[0], start=100)
    assert work_off(b"".join(pages)).gained.rows == 0


def test_a_long_text_that_leads_to_itself_ends() -> None:
    """A circle in a chain is where the text ends; the row is told as damaged."""
    chain = struct.pack(">I", 2) + b"y" * 4092
    file = leaf([]) + chain + leaf([scope_cell(1, 60_000, 2)])
    (row,) = read_rows(work_off(file), "scopes")
    assert row["salvage"] == {
        "state": "damaged",
        "found": "by place",
        "page": 3,
        "faults": ("name", "created_at"),
    }


def test_many_rows_that_claim_one_long_text_do_not_read_it_each() -> None:
    """A page of a long text is read a few times at most, so work stays in step with the file."""
    pages = 40
    cells = [scope_cell(number, 4092 * (pages - 5), 4) for number in range(1, 4)]
    leaves = [leaf(cells) for _ in range(pages)]
    chain = [struct.pack(">I", 5 + number) + b"y" * 4092 for number in range(pages)]
    file = b"".join([leaf([]), leaf([]), leaf([]), *chain, *leaves])
    assert work_off(file, reads_max=15).gained.rows == 3


def test_a_text_longer_than_any_is_not_read() -> None:
    """A size that no turn can have gives what is on the page itself."""
    file = leaf([]) + b"\0\0\0\0" + b"y" * 4092 + leaf([scope_cell(1, 200_000_000, 2)])
    (row,) = read_rows(work_off(file), "scopes")
    assert len(str(row["name"])) < 4096


def test_a_list_of_unused_pages_that_leads_to_itself_ends() -> None:
    """A circle of unused pages is followed once."""
    file = bytearray(real()[0])
    pages = len(file) // 4096
    file[32:36] = struct.pack(">I", pages + 1)
    file += struct.pack(">3I", pages + 1, 2_000_000, 2) + bytes(4084)
    work_off(bytes(file))


def test_rows_beyond_the_limit_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """A salvage holds so many rows and says how many it did not hold."""
    monkeypatch.setattr(limits, "SALVAGE_ROWS_MAX", 3)
    found = salvage(*real())
    assert found.gained.rows == 3
    assert not found.gained.is_whole
    assert any("beyond the limit" in finding for finding in found.findings)
