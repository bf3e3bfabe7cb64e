"""A write-ahead log -> the newest committed version of each page in it.

A frame counts when salt and running checksum are right and a commit follows it; the first frame
that is wrong ends the log, as for SQLite. Nothing here raises. Source: SQLite's page on its
file format.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sayso.core.salvage.sizing import PAGE_SIZES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sayso.core.salvage.sizing import Bytes

HEADER_BYTES: Final = 32
FRAME_HEADER_BYTES: Final = 24
_MAGIC: Final = 0x377F0682  # the lowest bit tells whether checksums are big-endian
_VERSION: Final = 3_007_000
_WORD: Final = 0xFFFFFFFF


@dataclass(frozen=True, slots=True, kw_only=True)
class Log:
    """What a log holds: where the newest version of each page begins, and the file's size then.

    `pages` is 0 without a commit. `is_torn` tells that frames of this log follow which are damaged
    or were never committed; frames of an older log that was begun anew do not count.
    """

    page_bytes: int
    starts: Mapping[int, int]
    pages: int
    frames: int
    is_torn: bool


NO_LOG: Final = Log(page_bytes=0, starts={}, pages=0, frames=0, is_torn=False)


def read_log(content: Bytes) -> Log | None:
    """Read a log; one without bytes has no frames, None when its head is that of no log."""
    if not len(content):
        return NO_LOG
    head = content[:HEADER_BYTES]
    if len(head) < HEADER_BYTES:
        return None
    magic, version, page_bytes, _, salt1, salt2, *told = struct.unpack(">8I", head)
    order = ">" if magic & 1 else "<"
    sums = _sum(head[:24], (0, 0), order)
    is_ours = magic & ~1 == _MAGIC and version == _VERSION and page_bytes in PAGE_SIZES
    if not is_ours or sums != tuple(told):
        return None
    return _read_frames(content, page_bytes, (salt1, salt2), sums)


def _read_frames(
    content: Bytes, page_bytes: int, salts: tuple[int, int], sums: tuple[int, int]
) -> Log:
    """Follow the frames to the first that is wrong; only what was committed counts."""
    order = ">" if content[3] & 1 else "<"
    committed: dict[int, int] = {}
    open_frames: dict[int, int] = {}
    pages, end = 0, HEADER_BYTES
    size = FRAME_HEADER_BYTES + page_bytes
    for at in range(HEADER_BYTES, len(content) - size + 1, size):
        head = content[at : at + FRAME_HEADER_BYTES]
        number, commit, salt1, salt2, *told = struct.unpack(">6I", head)
        sums = _sum(head[:8], sums, order)
        sums = _sum(content[at + FRAME_HEADER_BYTES : at + size], sums, order)
        if (salt1, salt2) != salts or sums != tuple(told) or not number:
            break
        open_frames[number] = at + FRAME_HEADER_BYTES
        if commit:
            committed.update(open_frames)
            open_frames.clear()
            pages, end = commit, at + size
    rest = range(end, len(content), size)
    ours = struct.pack(">2I", *salts)
    return Log(
        page_bytes=page_bytes,
        starts=committed,
        pages=pages,
        frames=(end - HEADER_BYTES) // size,
        is_torn=any(content[at + 8 : at + 16] == ours for at in rest),
    )


def _sum(content: bytes, sums: tuple[int, int], order: str) -> tuple[int, int]:
    """Add words, two at a time, to a running checksum."""
    first, second = sums
    words = struct.unpack(f"{order}{len(content) // 4}I", content)
    for even, odd in zip(words[::2], words[1::2], strict=True):
        first = (first + even + second) & _WORD
        second = (second + odd + first) & _WORD
    return first, second
