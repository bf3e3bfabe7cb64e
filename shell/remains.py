"""What can still be read of a store that is to be replaced, and carries on with the new content."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sayso.core import limits
from sayso.core.catalog import MOVE_AWAY, Foreign, Text
from sayso.core.project.lifecycle import NUMBERED_TABLES, DayCost, KeptOperation, Remains
from sayso.shell.diagnosis import copied_store
from sayso.shell.errors import ForeignStoreError
from sayso.shell.store.files import traces_of
from sayso.shell.store.opening import find_owner

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from typing_extensions import TypeIs

    from sayso.shell.diagnosis import Diagnosis
    from sayso.shell.store.rows import Row

SHA256_BYTES: Final = 32
NOTHING: Final = Remains(
    meta_generation=None, job_generation=None, created_at_us=None, sequences=()
)
# What the counters of ids can be told from, where the table of counters itself is lost: the
# columns of these statements bear the name of the table whose counter gave the numbers.
NUMBERS: Final = (
    "remains/threads",
    "remains/turns",
    "remains/jobs",
    "remains/candidates",
    "remains/sources",
    "remains/items",
    "remains/links",
    "remains/refusals",
    "remains/tombstones",
    "remains/notes",
)


def read_remains(path: Path) -> Remains:
    """Read from a copy what a new content carries on with; raises ForeignStoreError."""
    if not traces_of(path).file_bytes:
        return NOTHING
    match find_owner(path):
        case Foreign(finding=finding):
            raise ForeignStoreError(f"{path} is {finding}", MOVE_AWAY)
        case Text():
            raise ForeignStoreError(f"{path} is a text file, not a damaged store", MOVE_AWAY)
        case _:
            pass
    with copied_store(path) as diagnosis:
        return remains_in(diagnosis)


def remains_in(diagnosis: Diagnosis) -> Remains:
    """Read what carries on from a copy that is open already."""
    operations = filter(_is_operation, diagnosis.rows("remains/operations"))
    costs = filter(_is_cost, diagnosis.rows("remains/usage"))
    named = diagnosis.row("remains/store_id")
    return Remains(
        meta_generation=_number(diagnosis.row("remains/meta_generation")),
        job_generation=_number(diagnosis.row("remains/job_generation")),
        created_at_us=_time(diagnosis.row("remains/created_at")),
        commits=_number(diagnosis.row("remains/commits")) or 0,
        store_id=None if named is None else named[0],
        sequences=_sequences(diagnosis),
        operations=tuple(map(_operation, operations)),
        costs=tuple(map(_cost, costs)),
    )


def _sequences(diagnosis: Diagnosis) -> tuple[tuple[str, int], ...]:
    """Find the last number each table handed out: by its counter, or else by those in use."""
    counters = _highest(tuple(row) for row in diagnosis.rows("remains/counters"))
    used = _highest(
        pair for name in NUMBERS for row in diagnosis.records(name) for pair in row.items()
    )
    found = {table: counters.get(table) or used.get(table, 0) for table in NUMBERED_TABLES}
    return tuple((table, number) for table, number in found.items() if number)


def _highest(told: Iterable[tuple[object, ...]]) -> dict[object, int]:
    """Give the highest number for each name, leaving out what is no number of ours."""
    highest: dict[object, int] = {}
    for name, number in told:
        if _is_count(number):
            highest[name] = max(highest.get(name, 0), number)
    return highest


def _is_count(value: object) -> TypeIs[int]:
    """Tell whether a value is a number that Sayso can have given; anything may be in a row."""
    return isinstance(value, int) and 0 <= value <= limits.NUMBER_MAX


def _number(row: Row | None) -> int | None:
    return row[0] if row is not None and _is_count(row[0]) else None


def _time(row: Row | None) -> int | None:
    value = None if row is None else row[0]
    return value if isinstance(value, int) and value >= 0 else None


def _is_operation(row: Row) -> bool:
    op_id, command, request_sha256, answer, created_at_us = row
    texts = all(isinstance(text, str) for text in (op_id, command, answer))
    is_hash = isinstance(request_sha256, bytes) and len(request_sha256) == SHA256_BYTES
    return texts and is_hash and isinstance(created_at_us, int)


def _operation(row: Row) -> KeptOperation:
    return KeptOperation(
        op_id=row[0],
        command=row[1],
        request_sha256=row[2],
        answer=row[3],
        created_at_us=row[4],
    )


def _is_cost(row: Row) -> bool:
    day, calls, tokens = row
    return isinstance(day, str) and _is_count(calls) and _is_count(tokens)


def _cost(row: Row) -> DayCost:
    return DayCost(day=row[0], calls=row[1], tokens=row[2])
