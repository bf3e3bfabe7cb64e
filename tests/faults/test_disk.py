"""The made-up disk: what is synced lasts, what is not may be there in any mixture."""

from __future__ import annotations

from random import Random

from tests.faults.disk import (
    CREATE,
    CUT,
    DELETE,
    SECTOR_BYTES,
    SYNC,
    SYNC_FOLDER,
    WRITE,
    Disk,
    Event,
)

OLD = b"o" * SECTOR_BYTES * 4
NEW = b"n" * SECTOR_BYTES * 4


def test_a_kill_keeps_every_write() -> None:
    """What a process has written is there after it died, synced or not."""
    disk = Disk({"a": OLD})
    disk.take(Event(WRITE, "a", 2, b"xy"))
    disk.take(Event(CUT, "a", 6))
    assert disk.killed() == {"a": b"ooxyoo"}


def test_a_power_loss_takes_what_is_not_synced() -> None:
    """Only the content of the last sync is left."""
    disk = Disk({"a": OLD})
    disk.take(Event(WRITE, "a", 0, b"1"))
    disk.take(Event(SYNC, "a"))
    disk.take(Event(WRITE, "a", 0, b"2"))
    assert disk.dark() == {"a": b"1" + OLD[1:]}


def test_a_name_lasts_once_the_folder_is_synced() -> None:
    """A new file may vanish and a deleted one come back until then."""
    disk = Disk({"gone": OLD})
    disk.take(Event(CREATE, "made"))
    disk.take(Event(WRITE, "made", 0, NEW))
    disk.take(Event(SYNC, "made"))
    disk.take(Event(DELETE, "gone"))
    assert disk.dark() == {"gone": OLD}
    disk.take(Event(SYNC_FOLDER, ""))
    assert disk.dark() == {"made": NEW} == disk.killed()


def test_a_torn_write_may_leave_any_sectors() -> None:
    """Over many seeds: all of a write, none of it, some sectors only, and a part of one."""
    disk = Disk({"a": OLD})
    disk.take(Event(WRITE, "a", 0, NEW))
    seen = {disk.torn(Random(seed))["a"] for seed in range(300)}
    assert {OLD, NEW} <= seen
    assert NEW[:SECTOR_BYTES] + OLD[SECTOR_BYTES:] in seen
    assert OLD[:SECTOR_BYTES] + NEW[SECTOR_BYTES:] in seen
    assert any(0 < one[:SECTOR_BYTES].count(b"n") < SECTOR_BYTES for one in seen)
    assert all(len(one) == len(OLD) for one in seen)


def test_a_torn_folder_may_keep_any_name() -> None:
    """A file that replaced another may be there, or the other, or neither."""
    disk = Disk({"a": OLD})
    disk.take(Event(DELETE, "a"))
    disk.take(Event(CREATE, "a"))
    disk.take(Event(WRITE, "a", 0, b"new"))
    disk.take(Event(SYNC, "a"))
    seen = [disk.torn(Random(seed)) for seed in range(50)]
    assert {"a": OLD} in seen
    assert {"a": b"new"} in seen
    assert {} in seen


def test_a_gap_before_a_write_is_zeros() -> None:
    """A write behind the end of a file fills what is between."""
    disk = Disk({"a": b""})
    disk.take(Event(WRITE, "a", 3, b"x"))
    assert disk.killed() == {"a": b"\0\0\0x"}
