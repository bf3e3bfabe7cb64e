"""Recovery: an explicit clear puts an empty store in the place of a damaged one (A116, A243-A249).

What can still be read of the old one carries on: generation, date of creation, id counters,
operation ids and what the model has cost. The new content replaces the old one in the same file
and in one transaction under SQLite's own locks: whoever is killed meanwhile leaves the old or the
new store, other processes never lose the file they have open, and what somebody else wrote since
the remains were read makes them be read again.
"""

from __future__ import annotations

from contextlib import closing, suppress
from typing import TYPE_CHECKING, Final

import apsw

from sayso.core import limits
from sayso.core.catalog import MOVE_AWAY, Foreign, Text
from sayso.core.outcome import is_failure
from sayso.core.project.lifecycle import (
    NUMBERED_TABLES,
    Birth,
    DayCost,
    KeptOperation,
    Remains,
    next_generation,
    plan_birth,
    remember,
)
from sayso.core.project.requests import check_repeat
from sayso.shell.diagnosis import copied_store
from sayso.shell.errors import (
    ForeignStoreError,
    MemoryStorageError,
    RefusedError,
    UnknownCommitError,
)
from sayso.shell.store.bootstrap import DAMAGED, create
from sayso.shell.store.connection import open_for_reset, open_memory, waiting_at_most
from sayso.shell.store.faults import as_our_errors, is_of_reading
from sayso.shell.store.files import digest_of, traces_of
from sayso.shell.store.judging import standing
from sayso.shell.store.opening import find_owner
from sayso.shell.store.trust import known_stores
from sayso.shell.store.witness import Witness

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from typing_extensions import TypeIs

    from sayso.core.project.requests import OperationKey
    from sayso.shell.diagnosis import Diagnosis
    from sayso.shell.ports import Ports
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
)


def reset_damaged(path: Path, ports: Ports, operation: OperationKey | None = None) -> int:
    """Replace a damaged store by an empty one in the same file; gives its generation.

    Where its operation id can still be read, that was done before. Somebody else's file is never
    written to: raises ForeignStoreError.
    """
    try:
        return _reset(path, ports, operation)
    except UnknownCommitError:
        if operation is None:
            raise
        return _reset(path, ports, operation)


def _reset(path: Path, ports: Ports, operation: OperationKey | None) -> int:
    try:
        with as_our_errors(path):
            for _ in range(limits.COPY_TRIES):
                seen = digest_of(path)
                remains = read_remains(path)
                told = _told(remains, operation)
                if told is not None:
                    return int(told)
                birth = _rebirth(remains, ports, operation)
                if _replace(path, birth, seen):
                    return birth.generation
    except OSError as error:
        raise MemoryStorageError(
            f"cannot clear {path}: {error.strerror or error}", "check rights and disk"
        ) from error
    raise MemoryStorageError(f"others keep writing to {path}", "end them and repeat")


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


def _told(remains: Remains, key: OperationKey | None) -> str | None:
    """Give what the operation answered before; raises RefusedError for an id of another request."""
    for one in remains.operations:
        if key is not None and one.op_id == key.op_id:
            told = check_repeat(key, (one.command, one.request_sha256, one.answer))
            if is_failure(told):
                raise RefusedError(told.failure())
            return told.unwrap()
    return None


def _rebirth(remains: Remains, ports: Ports, key: OperationKey | None) -> Birth:
    now_us = ports.clock.now_us()
    created_at_us = remains.created_at_us
    generation = next_generation(remains)
    operation = () if key is None else (remember(key, str(generation), now_us),)
    return Birth(
        store_id=ports.ids.token(),
        subject_key=ports.ids.key(),
        generation=generation,
        created_at_us=now_us if created_at_us is None else created_at_us,
        now_us=now_us,
        sequences=remains.sequences,
        operations=(*remains.operations, *operation),
        costs=remains.costs,
    )


def _replace(path: Path, birth: Birth, seen: bytes) -> bool:
    """Write a new store over the old one; False where that is not any more what was seen."""
    with closing(open_memory()) as fresh:
        create(fresh, plan_birth(birth))
        return replace_content(path, fresh, seen)


def replace_content(path: Path, fresh: apsw.Connection, seen: bytes) -> bool:
    """Write another content over a store's, whole or not at all, and cut the old one's log.

    False where the old one is not any more what was seen, by `digest_of`. The mark is told before
    and after, so that whoever is killed meanwhile leaves one that fits; the user knows the new
    content before it is there.
    """
    known_stores().remember(standing(fresh)[0])
    with closing(Witness(path)) as witness, closing(open_for_reset(path)) as target:
        try:
            is_done = _copy(fresh, target, witness, seen)
        except (*DAMAGED, apsw.ReadOnlyError):
            # What is no database to SQLite, or one of other pages, it now takes for an empty file.
            # Not from the start: it would not look for a log then, and wait for ever for those who
            # have the store open.
            target.config(apsw.SQLITE_DBCONFIG_RESET_DATABASE, 1)
            is_done = _copy(fresh, target, witness, seen)
        if is_done:
            with suppress(OSError):  # it was announced
                witness.renew(*standing(fresh))
            with (  # where somebody reads, it is cut later
                suppress(apsw.BusyError),
                waiting_at_most(target, limits.CUT_DEADLINE_US),
            ):
                target.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
    return is_done


def _copy(fresh: apsw.Connection, target: apsw.Connection, witness: Witness, seen: bytes) -> bool:
    """Copy page by page, unless somebody wrote meanwhile: from the first page on nobody can."""
    with target.backup("main", fresh, "main") as backup:
        backup.step(1)
        if digest_of(witness.store_path) != seen:
            return False
        witness.announce(standing(fresh)[0])
        try:
            backup.step()
        except apsw.IOError as error:
            if is_of_reading(error):
                raise
            raise UnknownCommitError(
                f"the commit failed ({error}); the new content may have been saved",
                "'sayso status' tells; it may be repeated",
            ) from error
    return True
