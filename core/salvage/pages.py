"""One page of a b-tree -> its kind, where its cells begin, and its children.

What lies outside the page is left out, so a damaged page gives what is still possible. Nothing
here raises. Source: SQLite's page on its file format.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sayso.core.salvage.records import read_varint

if TYPE_CHECKING:
    from collections.abc import Iterator

TABLE_LEAF: Final = 0x0D
TABLE_INTERIOR: Final = 0x05
INDEX_LEAF: Final = 0x0A
INDEX_INTERIOR: Final = 0x02
KINDS: Final = frozenset({TABLE_LEAF, TABLE_INTERIOR, INDEX_LEAF, INDEX_INTERIOR})
LEAVES: Final = (bytes((TABLE_LEAF,)), bytes((INDEX_LEAF,)))
_LEAF_HEADER_BYTES: Final = 8
_CHILD_BYTES: Final = 4
_CELL_MIN_BYTES: Final = 3
USABLE_MIN_BYTES: Final = 480  # of a page, as SQLite wants it


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A page of a b-tree. `cells` are places in `content`; `strays` counts those outside of it."""

    number: int
    kind: int
    content: bytes
    cells: tuple[int, ...]
    strays: int
    right_child: int | None

    @property
    def is_index(self) -> bool:
        """Tell whether it belongs to an index, as a table WITHOUT ROWID is one, or to a table."""
        return self.kind in (INDEX_LEAF, INDEX_INTERIOR)

    @property
    def is_leaf(self) -> bool:
        """Tell whether it has no children."""
        return self.right_child is None


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """Where a cell's payload lies: the part on its page, and the page where the rest begins."""

    rowid: int | None
    size_bytes: int
    local: bytes
    overflow: int | None


def read_page(content: bytes, number: int, usable_bytes: int) -> Page | None:
    """Read the head of a page and its list of cells; None when it is no page of a b-tree."""
    start = 100 if number == 1 else 0
    if len(content) < max(usable_bytes, USABLE_MIN_BYTES) or content[start] not in KINDS:
        return None
    kind = content[start]
    is_leaf = kind in (TABLE_LEAF, INDEX_LEAF)
    first = start + _LEAF_HEADER_BYTES + (0 if is_leaf else _CHILD_BYTES)
    count = int.from_bytes(content[start + 3 : start + 5], "big")
    count = min(count, (usable_bytes - first) // 2)
    pointers = struct.unpack_from(f">{count}H", content, first)
    cells = tuple(
        dict.fromkeys(
            at for at in pointers if first + 2 * count <= at <= usable_bytes - _CELL_MIN_BYTES
        )
    )
    return Page(
        number=number,
        kind=kind,
        content=content,
        cells=cells,
        strays=count - len(cells),
        right_child=None if is_leaf else int.from_bytes(content[first - 4 : first], "big"),
    )


def children_of(page: Page) -> tuple[int, ...]:
    """Give the children of a page, in order."""
    if page.right_child is None:
        return ()
    left = (int.from_bytes(page.content[at : at + _CHILD_BYTES], "big") for at in page.cells)
    return (*left, page.right_child)


def read_cell(page: Page, at: int, usable_bytes: int) -> Cell | None:
    """Read the cell at a place; None when it has no payload or does not fit the page."""
    if page.kind == TABLE_INTERIOR:
        return None
    size = read_varint(page.content, at if page.is_leaf else at + _CHILD_BYTES)
    if size is None or size[0] < 0:
        return None
    size_bytes, place = size
    rowid = None
    if page.kind == TABLE_LEAF:
        found = read_varint(page.content, place)
        if found is None:
            return None
        rowid, place = found
    local_bytes = _local_bytes(size_bytes, usable_bytes, is_index=page.is_index)
    end = place + local_bytes
    has_more = local_bytes < size_bytes
    if end + (_CHILD_BYTES if has_more else 0) > usable_bytes:
        return None
    overflow = int.from_bytes(page.content[end : end + _CHILD_BYTES], "big") if has_more else None
    return Cell(
        rowid=rowid, size_bytes=size_bytes, local=page.content[place:end], overflow=overflow
    )


def cells_of(page: Page, usable_bytes: int) -> Iterator[tuple[int, Cell | None]]:
    """Give each cell with its place, None for what is none.

    Cells that overlap more than sound ones ever do are none: a page takes no more work than it
    has bytes.
    """
    left_bytes = 2 * usable_bytes
    for at in page.cells:
        cell = read_cell(page, at, usable_bytes) if left_bytes > 0 else None
        left_bytes -= 0 if cell is None else len(cell.local)
        yield at, cell


def extent_of(content: bytes, start: int) -> int | None:
    """Give where the cells of a leaf end; None when it has none, or not all lie in the page."""
    number = 1 if start else 2
    page = read_page(content, number, len(content))
    if page is None or not page.cells or page.strays:
        return None
    ends = [_end_of(page, at) for at in page.cells]
    return None if None in ends else max(end for end in ends if end is not None)


def _end_of(page: Page, at: int) -> int | None:
    """Give where a cell without overflow ends; a long one reaches no further than the page."""
    size = read_varint(page.content, at)
    if size is None or size[0] < 0:
        return None
    size_bytes, place = size
    if page.kind == TABLE_LEAF:
        found = read_varint(page.content, place)
        if found is None:
            return None
        place = found[1]
    end = place + size_bytes
    return end if end <= len(page.content) else at


def _local_bytes(size_bytes: int, usable_bytes: int, *, is_index: bool) -> int:
    """Tell how much of a payload lies on the cell's own page."""
    most = (usable_bytes - 12) * 64 // 255 - 23 if is_index else usable_bytes - 35
    if size_bytes <= most:
        return size_bytes
    least = (usable_bytes - 12) * 32 // 255 - 23
    wanted = least + (size_bytes - least) % (usable_bytes - 4)
    return wanted if wanted <= most else least
