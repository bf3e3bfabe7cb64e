"""Which page belongs to which table or index: by catalogue and interior pages, as far as they go.

Where the catalogue cannot be read whole, a tree that it does not name is looked for where a store
of this version has its first page. No page is entered twice, so damage leads into no circle.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from sayso.core.limits import NUMBER_MAX
from sayso.core.salvage import records
from sayso.core.salvage.pages import TABLE_LEAF, cells_of, children_of
from sayso.core.salvage.tables import ROOTS, TABLES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sayso.core.salvage.image import Image
    from sayso.core.salvage.pages import Page

CATALOG_ROOT: Final = 1
COUNTERS: Final = "sqlite_sequence"
_COUNTER_COLUMNS: Final = 2
_CATALOG_COLUMNS: Final = 5
_NAME: Final = 1
_ROOT: Final = 3
_FREE_AT: Final = slice(32, 36)
_IS_INDEX: Final[Mapping[str, bool]] = {table.name: table.is_index for table in TABLES}


class Found(StrEnum):
    """How a row was found, the surest way first."""

    BY_CATALOG = "by catalogue"
    BY_PLACE = "by place"  # where a store of this version has the table's first page
    BY_LOOK = "by look"  # on a page that no other leads to


@dataclass(frozen=True, slots=True, kw_only=True)
class Tree:
    """The pages of one table or index, those of them that cannot be read, and ways to nowhere."""

    name: str
    found: Found
    pages: tuple[int, ...]
    lost: tuple[int, ...]
    strays: int

    @property
    def is_whole(self) -> bool:
        """Tell whether every page that belongs to it can be read."""
        return not self.lost and not self.strays


def read_trees(image: Image) -> tuple[Tree, ...]:
    """Follow the catalogue, and the usual places where it is not whole; the catalogue is first."""
    catalog = walk(image, "the catalogue", CATALOG_ROOT, is_index=False)
    named = dict(_roots(image, catalog))
    trees = [catalog]
    for name, root in named.items():
        trees.append(walk(image, name, root, is_index=_IS_INDEX.get(name)))
    if not catalog.is_whole or not named:
        taken = set(named.values())
        for name, root in ROOTS.items():
            if name not in named and root not in taken:
                by = Found.BY_PLACE
                trees.append(walk(image, name, root, is_index=_IS_INDEX.get(name), found=by))
    return tuple(trees)


def walk(
    image: Image,
    name: str,
    root: int,
    *,
    is_index: bool | None,
    found: Found = Found.BY_CATALOG,
) -> Tree:
    """Visit every page below a root once; `is_index` None takes the kind that the root has."""
    pages: dict[int, None] = {}
    lost: list[int] = []
    entered = {root}
    waiting = [root]
    strays = 0
    while waiting:
        number = waiting.pop()
        page = image.page(number)
        if page is None or (is_index is not None and page.is_index is not is_index):
            lost.append(number)
            continue
        is_index = page.is_index
        pages[number] = None
        for child in reversed(children_of(page)):
            if not image.has(child):
                strays += 1
            elif child not in entered:
                entered.add(child)
                waiting.append(child)
    return Tree(name=name, found=found, pages=tuple(pages), lost=tuple(lost), strays=strays)


def free_pages(image: Image) -> frozenset[int]:
    """Give the pages that the file lists as unused, as far as the list can be read."""
    first = image.content(CATALOG_ROOT)
    if first is None or not image.sizing.is_told:
        return frozenset()
    free: set[int] = set()
    number = int.from_bytes(first[_FREE_AT], "big")
    seen: set[int] = set()
    while number not in seen and (content := image.content(number)) is not None:
        seen.add(number)
        count = min(int.from_bytes(content[4:8], "big"), image.usable_bytes // 4 - 2)
        free.update(
            int.from_bytes(content[at : at + 4], "big") for at in range(8, 8 + 4 * count, 4)
        )
        number = int.from_bytes(content[:4], "big")
    return frozenset(free | seen)


def last_number(image: Image, trees: tuple[Tree, ...], table: str) -> int:
    """Give the last number that a table handed out, by the counter of its ids; 0 for none."""
    counters = next((tree for tree in trees if tree.name == COUNTERS), None)
    highest = 0
    for number in () if counters is None else counters.pages:
        page = image.page(number)
        for _, _, record in () if page is None else records_on(image, page):
            if len(record.types) == _COUNTER_COLUMNS and records.value(record, 0) == table:
                last = records.value(record, 1)
                if isinstance(last, int) and last <= NUMBER_MAX:
                    highest = max(highest, last)
    return highest


def records_on(image: Image, page: Page) -> Iterator[tuple[int, int | None, records.Record]]:
    """Give place, row number and record of each cell whose own page holds the head of it."""
    for at, cell in cells_of(page, image.usable_bytes):
        record = None if cell is None else records.read_record(cell.local)
        if cell is not None and record is not None:
            yield at, cell.rowid, record


def _roots(image: Image, catalog: Tree) -> Iterator[tuple[str, int]]:
    """Give name and first page of what the catalogue names."""
    for number in catalog.pages:
        page = image.page(number)
        if page is None or page.kind != TABLE_LEAF:
            continue
        for _, _, record in records_on(image, page):
            if len(record.types) != _CATALOG_COLUMNS or not records.is_text(record.types[_NAME]):
                continue
            name, root = records.value(record, _NAME), records.value(record, _ROOT)
            if isinstance(name, str) and isinstance(root, int) and root > CATALOG_ROOT:
                yield name, root
