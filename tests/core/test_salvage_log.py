"""A write-ahead log, read without SQLite: the newest committed version of each page."""

from __future__ import annotations

import struct
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sayso.core.salvage.log import NO_LOG, read_log
from sayso.core.salvage.salvage import read_rows, salvage
from tests.plain_store import SMALL, make, salvaged, selected

if TYPE_CHECKING:
    from collections.abc import Iterable


def test_what_only_the_log_holds_comes_back(tmp_path: Path) -> None:
    """The newest committed version of each page counts, with and without the file."""
    path = tmp_path / "store.db"
    with closing(make(path, 4096, 0, SMALL)) as connection:
        connection.pragma("journal_mode", "wal")
        connection.execute("UPDATE turns SET assistant_text = 'z', state = 'failed' WHERE id = 1")
        connection.execute("UPDATE threads SET compaction = 'so far'")
        file, log = path.read_bytes(), Path(f"{path}-wal").read_bytes()
        rows = selected(connection, "turns")
        assert salvaged(file, log, "turns") == rows
        assert salvaged(file, b"", "turns") != rows
        assert salvaged(b"", log, "turns") == rows
        assert salvaged(file, log, "threads") == selected(connection, "threads")
        assert salvaged(b"", log, "operations") == []


@pytest.mark.parametrize("damage", ["cut", "bit", "salt", "head"])
def test_a_torn_log_counts_up_to_its_last_whole_commit(tmp_path: Path, damage: str) -> None:
    """What follows the first frame that is wrong is lost, as it is for SQLite, and that is told."""
    path = tmp_path / "store.db"
    with closing(make(path, 4096, 0, SMALL)) as connection:
        connection.pragma("journal_mode", "wal")
        connection.execute("UPDATE threads SET compaction = 'first'")
        sound = len(Path(f"{path}-wal").read_bytes())
        connection.execute("UPDATE threads SET compaction = 'second'")
        file, log = path.read_bytes(), bytearray(Path(f"{path}-wal").read_bytes())
    if damage == "cut":
        del log[-1:]
    else:
        log[{"bit": sound + 500, "salt": sound + 8, "head": 16}[damage]] ^= 1
    found = salvage(file, bytes(log))
    told = [row["compaction"] for row in read_rows(found, "threads")]
    assert told == ([""] if damage == "head" else ["first"])
    findings = " ".join(found.findings)
    expected = {
        "cut": "can be read for 1 pages",
        "bit": "can be read for 1 pages",
        "salt": "memory_terms",
        "head": "no log that can be read",
    }
    assert expected[damage] in findings
    assert ("memory.db-wal" in findings) is (damage != "salt")


def write_log(order: str, page_bytes: int, frames: Iterable[tuple[int, int, bytes]]) -> bytes:
    """Write a log by the book, in either order of bytes."""
    magic = 0x377F0683 if order == ">" else 0x377F0682

    def add(content: bytes, sums: tuple[int, int]) -> tuple[int, int]:
        one, two = sums
        for at in range(0, len(content), 8):
            first, second = struct.unpack(f"{order}2I", content[at : at + 8])
            one = (one + first + two) % 2**32
            two = (two + second + one) % 2**32
        return one, two

    head = struct.pack(">6I", magic, 3_007_000, page_bytes, 7, 11, 12)
    sums = add(head, (0, 0))
    log = head + struct.pack(">2I", *sums)
    for number, commit, page in frames:
        frame = struct.pack(">2I", number, commit)
        sums = add(page, add(frame, sums))
        log += frame + struct.pack(">4I", 11, 12, *sums) + page
    return log


@pytest.mark.parametrize("order", ["<", ">"])
def test_both_orders_of_bytes_are_read(order: str) -> None:
    """Checksums are of the writer's own order; later frames of a page replace earlier ones."""
    pages = [bytes([number]) * 512 for number in range(4)]
    frames = [(1, 0, pages[0]), (2, 2, pages[1]), (1, 3, pages[2]), (3, 0, pages[3])]
    log = read_log(write_log(order, 512, frames))
    assert log is not None
    assert dict(log.starts) == {1: 32 + 2 * 536 + 24, 2: 32 + 536 + 24}
    assert (log.pages, log.frames, log.is_torn) == (3, 3, True)


def test_frames_without_a_page_end_a_log() -> None:
    """No page has the number 0."""
    log = read_log(write_log("<", 512, [(1, 1, bytes(512)), (0, 2, bytes(512))]))
    assert log is not None
    assert log.pages == 1


def test_what_is_no_log() -> None:
    """Nothing is an empty log; too little, another version or a wrong checksum is none."""
    assert read_log(b"") == NO_LOG
    sound = write_log("<", 512, [])
    assert read_log(sound) == NO_LOG.__class__(
        page_bytes=512, starts={}, pages=0, frames=0, is_torn=False
    )
    for wrong in (sound[:31], b"x" * 40, sound[:8] + b"\1" + sound[9:], sound[:-1] + b"!"):
        assert read_log(wrong) is None
