"""Varints and records as SQLite writes them -> values, as far as the bytes reach.

A record that is cut gives the columns before the cut and what is left of the one that is cut.
Nothing here raises: bytes that are no record give None. Source: SQLite's page on its file format.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from sayso.core.plans import Value

VARINT_MAX_BYTES: Final = 9
HEADER_MAX_BYTES: Final = 256  # the widest table of ours has 21 columns

NULL: Final = 0
# Serial types below 12: how many bytes the value takes. 8 and 9 are the integers 0 and 1; 7 is a
# float, which no column of ours holds; 10 and 11 never stand in a file.
_SIZES: Final = (0, 1, 2, 3, 4, 6, 8, 8, 0, 0)
_FLOAT: Final = 7
_ZERO: Final = 8
_FIRST_BLOB: Final = 12
_SIGN: Final = 1 << 63


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """A payload with the type and the place of each column; `starts` has one entry more."""

    types: tuple[int, ...]
    starts: tuple[int, ...]
    payload: bytes


def read_varint(content: bytes, at: int) -> tuple[int, int] | None:
    r"""Read a number of up to nine bytes; give it as signed, and where it ends.

    >>> read_varint(b"\x81\x00", 0), read_varint(b"\x81", 0)
    ((128, 2), None)
    """
    value = 0
    for place in range(at, min(at + VARINT_MAX_BYTES, len(content))):
        byte = content[place]
        if place == at + VARINT_MAX_BYTES - 1:
            value = value << 8 | byte
            return value - 2 * _SIGN if value >= _SIGN else value, place + 1
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, place + 1
    return None


def read_record(payload: bytes) -> Record | None:
    """Read the header of a record; None when the payload does not begin with one."""
    head = read_varint(payload, 0)
    if head is None or not head[1] <= head[0] <= min(len(payload), HEADER_MAX_BYTES):
        return None
    end, at = head
    types: list[int] = []
    while at < end:
        found = read_varint(payload, at)
        if found is None or found[1] > end or found[0] < 0 or found[0] in (10, 11):
            return None
        types.append(found[0])
        at = found[1]
    starts = accumulate(map(_size, types), initial=end)
    return Record(types=tuple(types), starts=tuple(starts), payload=payload)


def raw(record: Record, column: int) -> bytes:
    """Give the bytes of a column, or as many of them as there are."""
    return record.payload[record.starts[column] : record.starts[column + 1]]


def is_whole(record: Record, column: int) -> bool:
    """Tell whether a column is there to its end."""
    return record.starts[column + 1] <= len(record.payload)


def is_utf8(record: Record, column: int) -> bool:
    """Tell whether the bytes of a column are a text."""
    try:
        raw(record, column).decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def is_integer(kind: int) -> bool:
    """Tell whether a serial type is that of an integer."""
    return NULL < kind < _FIRST_BLOB and kind != _FLOAT


def is_text(kind: int) -> bool:
    """Tell whether a serial type is that of a text."""
    return kind > _FIRST_BLOB and kind % 2 == 1


def is_blob(kind: int, size_bytes: int) -> bool:
    """Tell whether a serial type is that of a blob of some size."""
    return kind == _FIRST_BLOB + 2 * size_bytes


def value(record: Record, column: int) -> Value:
    """Give the value of a column; a text that is cut or no UTF-8 is read as far as it goes.

    A number that is cut, and whatever lies wholly behind the cut, is None.
    """
    kind = record.types[column]
    content = raw(record, column)
    if kind == NULL or (not is_whole(record, column) and (is_integer(kind) or not content)):
        return None
    if is_text(kind):
        return content.decode("utf-8", errors="replace")
    if kind >= _FIRST_BLOB:
        return content
    if kind >= _ZERO:
        return kind - _ZERO
    return int.from_bytes(content, "big", signed=True)


def _size(kind: int) -> int:
    """Give how many bytes a value of a serial type takes."""
    return _SIZES[kind] if kind < _FIRST_BLOB - 2 else (kind - _FIRST_BLOB) // 2
