"""What a column may hold, and how a record is held against a table.

A record fits a table when its types do. What else is wrong with it (a word that is none of the
allowed ones, a number out of bounds, a column that is cut off) are faults, which do not keep the
rest of the row from being told.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sayso.core.limits import NUMBER_MAX
from sayso.core.salvage import records

if TYPE_CHECKING:
    from sayso.core.plans import Value
    from sayso.core.salvage.records import Record

Key = tuple["Value", ...]


@dataclass(frozen=True, slots=True)
class RowId:
    """The column that stands for the row's number; in the record itself it is NULL."""

    name: str
    is_exported: bool = field(default=True, kw_only=True)

    def fits(self, kind: int) -> bool:
        """Tell whether a serial type can be this column's."""
        return kind == records.NULL

    def allows(self, value: Value) -> bool:
        """Tell whether a value can be this column's."""
        return isinstance(value, int) and 1 <= value <= NUMBER_MAX


@dataclass(frozen=True, slots=True)
class Integer:
    """A column of whole numbers, from `low` on."""

    name: str
    is_exported: bool = field(default=True, kw_only=True)
    may_be_null: bool = field(default=False, kw_only=True)
    low: int | None = field(default=None, kw_only=True)
    choices: frozenset[int] | None = field(default=None, kw_only=True)

    def fits(self, kind: int) -> bool:
        """Tell whether a serial type can be this column's."""
        return records.is_integer(kind) or (self.may_be_null and kind == records.NULL)

    def allows(self, value: Value) -> bool:
        """Tell whether a value can be this column's."""
        if not isinstance(value, int):
            return value is None and self.may_be_null
        if self.choices is not None:
            return value in self.choices
        return self.low is None or value >= self.low


@dataclass(frozen=True, slots=True)
class Text:
    """A column of texts."""

    name: str
    is_exported: bool = field(default=True, kw_only=True)
    may_be_null: bool = field(default=False, kw_only=True)
    choices: frozenset[str] | None = field(default=None, kw_only=True)

    def fits(self, kind: int) -> bool:
        """Tell whether a serial type can be this column's."""
        return records.is_text(kind) or (self.may_be_null and kind == records.NULL)

    def allows(self, value: Value) -> bool:
        """Tell whether a value can be this column's."""
        return self.choices is None or value in self.choices


@dataclass(frozen=True, slots=True)
class Blob:
    """A column of bytes, all of one length."""

    name: str
    size_bytes: int = field(kw_only=True)
    is_exported: bool = field(default=True, kw_only=True)

    def fits(self, kind: int) -> bool:
        """Tell whether a serial type can be this column's."""
        return records.is_blob(kind, self.size_bytes)

    def allows(self, value: Value) -> bool:
        """Tell whether a value can be this column's."""
        return isinstance(value, bytes) and len(value) == self.size_bytes


Column = RowId | Integer | Text | Blob


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A table: its columns as they lie in a record, and those that tell its rows apart.

    A table whose key is not `id` lies in an index b-tree. `brief` are the small columns that other
    rows are judged by. `has_a_look` is False where rows cannot be told from those of an index.
    `is_mirror` marks an index that holds all columns of the table, in another order.
    """

    name: str
    columns: tuple[Column, ...]
    key: tuple[str, ...] = ("id",)
    brief: tuple[str, ...] = ()
    has_a_look: bool = True
    is_mirror: bool = False

    @property
    def is_index(self) -> bool:
        """Tell whether the rows lie in an index b-tree (WITHOUT ROWID)."""
        return self.key != ("id",)


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A record that fits a table, by column; `faults` names the columns that are wrong."""

    table: Table
    record: Record
    rowid: int | None
    faults: tuple[str, ...]

    def value(self, name: str) -> Value:
        """Give the value of a column, as far as it is there."""
        for place, column in enumerate(self.table.columns):
            if column.name == name:
                return _value(column, self.record, self.rowid, place)
        raise KeyError(name)

    @property
    def wrong(self) -> tuple[str, ...]:
        """Name the columns that are there and still are not right."""
        whole = {
            column.name
            for place, column in enumerate(self.table.columns)
            if records.is_whole(self.record, place)
        }
        return tuple(name for name in self.faults if name in whole)

    @property
    def key(self) -> Key:
        """Give what tells the row from others of its table."""
        return tuple(self.value(name) for name in self.table.key)


def read_row(table: Table, record: Record, rowid: int | None) -> Row | None:
    """Hold a record against a table; None when its types are others, or its key is not right."""
    if len(record.types) != len(table.columns):
        return None
    if not all(column.fits(kind) for column, kind in zip(table.columns, record.types, strict=True)):
        return None
    faults = tuple(
        column.name
        for place, column in enumerate(table.columns)
        if not _is_right(column, record, rowid, place)
    )
    if not set(table.key).isdisjoint(faults):
        return None
    return Row(table=table, record=record, rowid=rowid, faults=faults)


def _value(column: Column, record: Record, rowid: int | None, place: int) -> Value:
    return rowid if isinstance(column, RowId) else records.value(record, place)


def _is_right(column: Column, record: Record, rowid: int | None, place: int) -> bool:
    if not records.is_whole(record, place):
        return False
    if isinstance(column, Text) and column.choices is None:
        return records.is_utf8(record, place)
    return column.allows(_value(column, record, rowid, place))
