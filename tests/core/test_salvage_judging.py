"""Which rows count, and that nothing comes back that was deleted."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

import pytest

from sayso.core.salvage.salvage import read_rows, salvage
from sayso.core.salvage.tables import ROOTS
from tests.plain_store import (
    ITEM,
    JOB,
    META,
    PAGE_BYTES,
    TOMBSTONE,
    marks,
    page,
    sha,
    states,
    with_page,
    without,
    written,
)

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Give where a store may be made."""
    return tmp_path / "store.db"


def test_a_row_that_is_there_twice_is_told_once(path: Path) -> None:
    """A page that lies there a second time adds nothing; the rows say how often they were met."""
    content = written(path)
    found = salvage(content + page(content, ROOTS["turns"]), b"")
    assert {mark["copies"] for mark in marks(found, "turns").values()} == {2}
    assert {mark["found"] for mark in marks(found, "turns").values()} == {"by catalogue"}
    assert "turns: 3 rows found more than once; the sounder one counts" in found.findings


@pytest.mark.parametrize("byte", [b"u", b"\xc4"], ids=["no text any more", "another text"])
def test_the_sounder_of_two_rows_counts(path: Path, byte: bytes) -> None:
    """A damaged row in its place yields to an intact copy elsewhere."""
    content = written(path)
    copy = page(content, ROOTS["turns"])
    at = content.index("ü".encode() * 12)
    found = salvage(content[:at] + byte + content[at + 1 :] + copy, b"")
    assert set(states(found, "turns").values()) == {"intact"}
    assert marks(found, "turns")[3]["found"] == "by look"


def test_the_later_of_two_sound_rows_counts(path: Path) -> None:
    """What a row became later stands, wherever it lies."""
    before = written(path)
    path.unlink()
    after = written(path, "UPDATE turns SET state = 'failed', updated_at = 90 WHERE id = 2")
    old, new = page(before, ROOTS["turns"]), page(after, ROOTS["turns"])
    for content in (after + old, with_page(after, ROOTS["turns"], old) + new):
        rows = {row["id"]: row["state"] for row in read_rows(salvage(content, b""), "turns")}
        assert rows == {1: "completed", 2: "failed", 3: "completed"}


def test_a_memory_that_was_forgotten_stays_forgotten(path: Path) -> None:
    """An older copy of its row does not bring it back, and a tombstone marks it in any case."""
    active = written(path, ITEM.format(id=1, status="active"))
    path.unlink()
    forgotten = written(path, ITEM.format(id=1, status="forgotten"), TOMBSTONE.format(item=1))
    root = ROOTS["memory_items"]
    for content in (
        forgotten + page(active, root),
        with_page(forgotten, root, page(active, root)) + page(forgotten, root),
    ):
        found = salvage(content, b"")
        (row,) = read_rows(found, "memory_items")
        assert row["status"] == "forgotten"
        assert found.gained.memories == 0
    found = salvage(with_page(forgotten, root, page(active, root)), b"")
    assert marks(found, "memory_items")[1]["forgotten"] is True
    assert found.gained.memories == 0
    assert salvage(active, b"").gained.memories == 1


@pytest.mark.parametrize("lost", [(), ("threads",), ("turns",), ("memory_meta", "threads")])
def test_another_generation_does_not_come_back(path: Path, lost: tuple[str, ...]) -> None:
    """Pages of before a clear that nothing leads to are left out: by thread or by job."""
    old = written(path, META.format(1), JOB.format(id=1, thread=1, turn=1, generation=1))
    path.unlink()
    new = written(
        path,
        "UPDATE threads SET id = 2",
        "DELETE FROM turns",
        META.format(2),
        JOB.format(id=2, thread=2, turn=4, generation=2),
        "INSERT INTO turns SELECT 4, 2, '', 1, 'general_chat', 'live', NULL, 'new', x'{}', '',"
        " x'{}', 'completed', NULL, NULL, NULL, 1, 2".format(sha("new").hex(), sha("").hex()),
        lengths=(4,),
    )
    pages = page(old, ROOTS["turns"]) + page(old, ROOTS["memory_jobs"])
    found = salvage(without(new, *lost) + pages, b"")
    expected = {4} if "turns" not in lost else set()
    left = {2, 3} if "threads" in lost else set()
    assert set(states(found, "turns")) == expected | left
    assert set(states(found, "memory_jobs")) == {2}
    assert any("left out" in finding for finding in found.findings)


def test_what_a_clear_left_in_unused_pages_is_left_out(path: Path) -> None:
    """Pages that the file lists as unused are not looked at, even where their words remain."""
    content = bytearray(written(path))
    pages = len(content) // PAGE_BYTES
    content[32:40] = struct.pack(">2I", pages + 2, 2)
    old = page(bytes(content), ROOTS["turns"])
    trunk = struct.pack(">3I", 0, 1, pages + 1).ljust(PAGE_BYTES, b"\0")
    lost = without(bytes(content), "turns")
    assert states(salvage(lost + old, b""), "turns")
    assert states(salvage(lost + old + trunk, b""), "turns") == {}
