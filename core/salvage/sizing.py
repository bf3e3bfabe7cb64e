"""How large a file's pages are: by its head where that is right, else by what fits its pages.

In a page of a b-tree the cells reach to its end, less the bytes that are reserved on each page.
A head that says otherwise than the pages themselves is damaged. Nothing here raises.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Final, Protocol, overload

from sayso.core.catalog import MAGIC
from sayso.core.salvage.pages import LEAVES, USABLE_MIN_BYTES, extent_of

PAGE_SIZES: Final = (4096, 512, 1024, 2048, 8192, 16384, 32768, 65536)  # the usual one first
HEAD_BYTES: Final = 100
RESERVED_MAX_BYTES: Final = 32  # at the end of a page; checksums take 8, ciphers 32
SAMPLE_BYTES: Final = 4 * 1024 * 1024
_FRACTIONS: Final = b"\x40\x20\x20"  # fixed by the format


class Bytes(Protocol):
    """Bytes in memory or of a mapped file."""

    def __len__(self) -> int:
        """Give how many there are."""
        ...

    @overload
    def __getitem__(self, place: int, /) -> int: ...
    @overload
    def __getitem__(self, place: slice, /) -> bytes: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Sizing:
    """The size of a page and how much of it SQLite uses; `is_told` when the head says the same."""

    page_bytes: int
    usable_bytes: int
    is_told: bool


def choose_sizing(file: Bytes, head: bytes, log_page_bytes: int) -> Sizing:
    """Choose the sizing that fits most of a file; a log whose checksums are right settles it."""
    told = _told(head)
    if log_page_bytes:
        sizes: tuple[int, ...] = (log_page_bytes,)
    else:
        sizes = PAGE_SIZES if told is None else tuple(dict.fromkeys((told[0], *PAGE_SIZES)))
    fits = {size: _fit(file, size) for size in sizes}
    # The first of equals wins: what the head says, else the usual one.
    best = max(sizes, key=lambda size: fits[size][0])
    reserved = fits[best][1]
    if reserved is None:
        reserved = told[1] if told is not None else 0
    return Sizing(page_bytes=best, usable_bytes=best - reserved, is_told=told == (best, reserved))


def _told(head: bytes) -> tuple[int, int] | None:
    """Give page size and reserved bytes as a head says them; None when it cannot be right."""
    if len(head) < HEAD_BYTES or not head.startswith(MAGIC) or head[21:24] != _FRACTIONS:
        return None
    number = int.from_bytes(head[16:18], "big")
    page_bytes = 65536 if number == 1 else number
    if page_bytes not in PAGE_SIZES or page_bytes - head[20] < USABLE_MIN_BYTES:
        return None
    return page_bytes, head[20]


def _fit(file: Bytes, page_bytes: int) -> tuple[int, int | None]:
    """Give how many bytes lie in pages that a size fits, and what it leaves free at their ends."""
    gaps: Counter[int] = Counter()
    for at in range(0, min(len(file), SAMPLE_BYTES), page_bytes):
        start = HEAD_BYTES if at == 0 else 0
        if file[at + start : at + start + 1] not in LEAVES:
            continue
        extent = extent_of(file[at : at + page_bytes], start)
        if extent is not None and page_bytes - extent <= RESERVED_MAX_BYTES:
            gaps[page_bytes - extent] += 1
    if not gaps:
        return 0, None
    count, gap = max((count, -gap) for gap, count in gaps.items())
    return count * page_bytes, -gap
