"""Every row that a store's pages still hold, and where it lies.

A page that one tree alone leads to is that tree's. All other pages that are not listed as unused
are read by the look of their rows: each belongs to the table that most of them fit without any
fault. Cells of a page are followed by its own list, so what was deleted is not seen.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sayso.core import limits
from sayso.core.salvage.columns import read_row
from sayso.core.salvage.pages import TABLE_INTERIOR, cells_of, read_cell
from sayso.core.salvage.records import raw, read_record
from sayso.core.salvage.tables import MIRRORS, TABLES
from sayso.core.salvage.trees import Found, free_pages, last_number, read_trees, records_on

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sayso.core.plans import Value
    from sayso.core.salvage.columns import Key, Row, Table
    from sayso.core.salvage.image import Image
    from sayso.core.salvage.pages import Cell, Page
    from sayso.core.salvage.trees import Tree

BRIEF_MAX_CHARS: Final = 40
SIDES: Final = ("user", "assistant")
_BY_NAME: Final[Mapping[str, Table]] = {table.name: table for table in TABLES}
_BY_TREE: Final[Mapping[str, Table]] = {**_BY_NAME, **MIRRORS}
_LOOKS: Final = tuple(table for table in TABLES if table.has_a_look)


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A row by its place. `sides` tells of a turn's texts whether they have their hash."""

    table: Table
    key: Key
    page: int
    cell: int
    found: Found
    faults: tuple[str, ...]
    sides: tuple[bool, ...]
    brief: Mapping[str, Value]


@dataclass(frozen=True, slots=True, kw_only=True)
class Scan:
    """All rows found, in the order of their pages, and what stood in the way.

    `lost_pages` are pages of a table of ours that cannot be read, `lost_cells` rows of theirs that
    cannot, by table. `whole` names the tables of which nothing is missing. `unread` counts rows
    beyond what one salvage holds; `last_turn` is the last number a turn was given.
    """

    image: Image
    places: tuple[Place, ...]
    trees: tuple[Tree, ...]
    lost_pages: Mapping[str, int]
    lost_cells: Mapping[str, int]
    free: frozenset[int]
    by_look: int
    whole: frozenset[str]
    unread: int
    last_turn: int

    @property
    def has_catalog(self) -> bool:
        """Tell whether the catalogue leads to every table."""
        return all(tree.found is Found.BY_CATALOG for tree in self.trees)

    @property
    def is_whole(self) -> bool:
        """Tell whether everything that is known to belong to the store could be read."""
        log = self.image.log_is_sound and not self.image.log.is_torn
        if not log or not self.has_catalog:
            return False
        return not (self.lost_pages or self.unread or any(self.lost_cells.values()))


def scan(image: Image) -> Scan:
    """Read every page of a store once or twice."""
    trees = read_trees(image)
    free = free_pages(image)
    owners = _owners(trees)
    reader = _Reader(image)
    for number, tree in owners.items():
        table = None if tree is None else _BY_TREE.get(tree.name)
        if tree is None or table is None:
            continue
        if not reader.take(number, table, tree.found):
            owners[number] = None
    adrift = [
        number for number in image.numbers if number not in free and owners.get(number) is None
    ]
    by_look = sum(reader.take_by_look(number) for number in adrift)
    whole = frozenset(
        tree.name for tree in trees if tree.is_whole and not reader.lost_cells[tree.name]
    )
    return Scan(
        image=image,
        places=tuple(reader.places),
        trees=trees,
        lost_pages={
            tree.name: len(tree.lost) + tree.strays
            for tree in trees
            if tree.name in _BY_NAME and not tree.is_whole
        },
        lost_cells=dict(reader.lost_cells),
        free=free,
        by_look=by_look,
        whole=whole,
        unread=reader.unread,
        last_turn=last_number(image, trees, "turns"),
    )


def read_place(image: Image, place: Place) -> Row | None:
    """Read a row again at its place, where it still is."""
    page = image.page(place.page)
    cell = None if page is None else read_cell(page, place.cell, image.usable_bytes)
    return _row(image, cell, place.table, Counter())


def side_of(row: Row, side: str) -> bytes:
    """Give the bytes of one side of a turn."""
    return _raw(row, f"{side}_text")


def _owners(trees: tuple[Tree, ...]) -> dict[int, Tree | None]:
    """Give each page that trees lead to its tree, None where more than one does."""
    owners: dict[int, Tree | None] = {}
    for tree in trees:
        for number in tree.pages:
            owners[number] = None if number in owners else tree
    return owners


class _Reader:
    """Collects rows page by page, within the bounds of one salvage."""

    def __init__(self, image: Image) -> None:
        """Begin with nothing."""
        self.places: list[Place] = []
        self.lost_cells: Counter[str] = Counter()
        self.unread = 0
        self._image = image
        self._reads: Counter[int] = Counter()

    def take(self, number: int, table: Table, found: Found) -> bool:
        """Take the rows of a page; False when it has cells but none of them is one."""
        page = self._image.page(number)
        if page is None or page.kind == TABLE_INTERIOR:
            return True
        before = len(self.places)
        lost = page.strays
        for at, cell in cells_of(page, self._image.usable_bytes):
            row = _row(self._image, cell, table, self._reads)
            if row is None:
                lost += 1
            elif len(self.places) >= limits.SALVAGE_ROWS_MAX:
                self.unread += 1
            else:
                self.places.append(_place(row, number, at, found))
        self.lost_cells[table.name] += 0 if table.is_mirror else lost
        return len(self.places) > before or not lost

    def take_by_look(self, number: int) -> bool:
        """Take the rows of a page that no tree leads to, when they look like those of a table."""
        page = self._image.page(number)
        if page is None or page.kind == TABLE_INTERIOR:
            return False
        table = _table_of(self._image, page)
        return table is not None and self.take(number, table, Found.BY_LOOK)


def _table_of(image: Image, page: Page) -> Table | None:
    """Name the table that most rows of a page look like; None for none, or for two of them."""
    looks = [table for table in _LOOKS if table.is_index is page.is_index]
    votes = Counter(
        table.name
        for _, rowid, record in records_on(image, page)
        for table in looks
        if (row := read_row(table, record, rowid)) is not None and not row.wrong
    )
    match votes.most_common(2):
        case [(name, _)]:
            return _BY_NAME[name]
        case [(name, most), (_, second)] if most > second:
            return _BY_NAME[name]
        case _:
            return None


def _row(image: Image, cell: Cell | None, table: Table, reads: Counter[int]) -> Row | None:
    if cell is None:
        return None
    record = read_record(image.payload(cell, reads))
    return None if record is None else read_row(table, record, cell.rowid)


def _place(row: Row, number: int, at: int, found: Found) -> Place:
    has_sides = row.table.name == "turns"
    return Place(
        table=row.table,
        key=row.key,
        page=number,
        cell=at,
        found=found,
        faults=row.faults,
        sides=tuple(_has_hash(row, side) for side in SIDES) if has_sides else (),
        brief={name: _short(row.value(name)) for name in row.table.brief},
    )


def _short(value: Value) -> Value:
    """Keep a value that others are judged by small, whatever damage made of it."""
    return value[:BRIEF_MAX_CHARS] if isinstance(value, str) else value


def _has_hash(row: Row, side: str) -> bool:
    """Tell whether a text is the one that its hash was made of."""
    return hashlib.sha256(side_of(row, side)).digest() == _raw(row, f"{side}_sha256")


def _raw(row: Row, name: str) -> bytes:
    place = next(at for at, column in enumerate(row.table.columns) if column.name == name)
    return raw(row.record, place)
