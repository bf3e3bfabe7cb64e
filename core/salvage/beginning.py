"""Where a log goes on from: what a store says of itself in its file, and first in its log.

Input: bytes of the page that holds the one row of memory_meta, and of a log's beginning. Output:
the store's id and its count of commits there, None where that cannot be told. A log begins where
the file ended when it was begun, and under it a file only grows newer; so a file that has counted
less than that is an older copy, which the log would hide.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import Final

from sayso.core.salvage.log import FRAME_HEADER_BYTES, HEADER_BYTES
from sayso.core.salvage.pages import cells_of, read_page
from sayso.core.salvage.records import read_record, value

_NOT_THE_FIRST: Final = 2  # the meta table never has the page that also holds the file's header
_SALTS_AT: Final = slice(16, 24)
_STORE_ID, _COMMITS = 1, 4  # columns of memory_meta


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """What a store had counted at some moment."""

    store_id: str
    commits: int


def first_version(log: bytes, number: int) -> bytes | None:
    """Give a page as the first transaction of a log leaves it; `log` may be its beginning alone.

    None where that transaction does not end in it, or leaves the page alone.
    """
    if len(log) < HEADER_BYTES:
        return None
    page_bytes, salts, found = int.from_bytes(log[8:12], "big"), log[_SALTS_AT], None
    frame_bytes = FRAME_HEADER_BYTES + page_bytes
    for at in range(HEADER_BYTES, len(log) - frame_bytes + 1, frame_bytes):
        page, commit = struct.unpack_from(">2I", log, at)
        if log[at + 8 : at + 16] != salts:  # a frame of the log that was here before
            return None
        if page == number:
            found = log[at + FRAME_HEADER_BYTES : at + frame_bytes]
        if commit:
            return found
    return None


def counted_in(page: bytes) -> Counted | None:
    """Read what a page of the meta table says."""
    found = read_page(page, _NOT_THE_FIRST, len(page))
    if found is None:
        return None
    for _, cell in cells_of(found, len(page)):
        record = None if cell is None else read_record(cell.local)
        if record is not None and len(record.types) > _COMMITS:
            store_id, commits = value(record, _STORE_ID), value(record, _COMMITS)
            if isinstance(store_id, str) and isinstance(commits, int):
                return Counted(store_id=store_id, commits=commits)
    return None


def is_older(file: Counted, log: Counted) -> bool:
    """Tell whether a file has counted less than its log goes on from."""
    return file.store_id == log.store_id and file.commits < log.commits - 1
