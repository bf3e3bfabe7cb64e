"""Changes a user orders: forget a memory, start a new thread, clear everything."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import apsw

from sayso.core.catalog import Foreign
from sayso.core.items import ItemStatus
from sayso.core.outcome import is_failure
from sayso.core.project.forgetting import Forgetting, plan_forget
from sayso.core.project.lifecycle import (
    NUMBERED_TABLES,
    Birth,
    KeptOperation,
    Remains,
    next_generation,
    plan_birth,
    plan_clear,
    plan_new_thread,
)
from sayso.shell.diagnosis import copied_store
from sayso.shell.errors import (
    ForeignStoreError,
    MemoryStorageError,
    NotFoundError,
    RefusedError,
)
from sayso.shell.finding import item_sources, newest_revision
from sayso.shell.store.bootstrap import create, identify_file
from sayso.shell.store.connection import open_existing
from sayso.shell.store.rows import job_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from sayso.core.jobs import Job
    from sayso.core.outcome import Result
    from sayso.core.plans import Plan
    from sayso.shell.ports import Ports
    from sayso.shell.store.rows import Row
    from sayso.shell.store.store import Guarded, Reading, Store

SHA256_BYTES = 32
TEXT_HEAD_BYTES = 512
UTF8_CHAR_MAX_BYTES = 4


def forget(store: Store, ports: Ports, item_id: int) -> bool:
    """Forget an item on every surface; False when it was forgotten before (A58-A62).

    Raises NotFoundError for a number that does not exist.
    """
    now_us = ports.clock.now_us()

    def work(reading: Reading, guard: Guarded) -> tuple[Plan, bool]:
        item = newest_revision(reading, item_id)
        how = Forgetting(
            scope_id=guard.scope_id,
            subject_key=guard.subject_key,
            by_turn_id=None,
            last_turn_id=reading.next_id("turns") - 1,
            forgotten_at_us=now_us,
            now_us=now_us,
        )
        plan = plan_forget(item, item_sources(reading, item_id), how)
        return plan, item.status is not ItemStatus.FORGOTTEN

    return store.transact(work)


def decide_job(
    store: Store, ports: Ports, job_id: int, decide: Callable[[Job, int], Result[Plan, str]]
) -> None:
    """Carry out the user's decision about a job: `plan_retry` or `plan_drop`.

    Raises NotFoundError for a number that does not exist, RefusedError where the job's state
    does not allow it.
    """
    now_us = ports.clock.now_us()

    def work(reading: Reading, guard: Guarded) -> tuple[Plan, None]:
        del guard
        row = reading.row("jobs/by_id", id=job_id)
        if row is None:
            raise NotFoundError(f"there is no job j{job_id}", "'sayso status' shows parked jobs")
        plan = decide(job_of(row), now_us)
        if is_failure(plan):
            raise RefusedError(plan.failure(), "'sayso status' shows parked jobs")
        return plan.unwrap(), None

    store.transact(work)


def start_thread(store: Store, ports: Ports, expected_thread_id: int) -> int:
    """Archive the thread and start the next one; gives its number (A43-A47).

    Raises RefusedError when the active thread is not the expected one any more.
    """
    now_us = ports.clock.now_us()

    def work(reading: Reading, guard: Guarded) -> tuple[Plan, int]:
        if guard.thread_id != expected_thread_id:
            raise RefusedError("another thread was started meanwhile", "look again and repeat")
        number = reading.next_id("threads")
        return plan_new_thread(guard.scope_id, guard.thread_id, number, now_us), number

    return store.transact(work)


def clear_store(store: Store, ports: Ports) -> int:
    """Delete everything in a healthy store and start its next generation (A63-A66)."""
    now_us = ports.clock.now_us()
    key = ports.ids.key()

    def work(reading: Reading, guard: Guarded) -> tuple[Plan, int]:
        number = reading.next_id("threads")
        return plan_clear(guard.scope_id, number, key, now_us), guard.generation + 1

    generation = store.transact(work)
    store.checkpoint()
    return generation


def reset_damaged(path: Path, ports: Ports) -> int:
    """Replace a damaged store by an empty one in the same file; gives its generation.

    What can still be read of meta, jobs, operation ids and id counters carries on (A116,
    A243-A249). Somebody else's database is never written to.
    """
    remains = _read_remains(path)
    now_us = ports.clock.now_us()
    created_at_us = remains.created_at_us
    birth = Birth(
        store_id=ports.ids.token(),
        subject_key=ports.ids.key(),
        generation=next_generation(remains),
        created_at_us=now_us if created_at_us is None else created_at_us,
        now_us=now_us,
        sequences=remains.sequences,
        operations=remains.operations,
    )
    try:
        _empty_file(path)
        connection = open_existing(path)
        try:
            create(connection, plan_birth(birth))
        finally:
            connection.close()
    except (OSError, apsw.Error) as error:
        raise MemoryStorageError(
            f"cannot clear {path}: {error}", "check rights and disk"
        ) from error
    return birth.generation


def _read_remains(path: Path) -> Remains:
    with copied_store(path) as diagnosis:
        sequences = tuple(
            (table, row[0] - 1)
            for table in NUMBERED_TABLES
            if (row := diagnosis.row("store/next_ids", table=table)) is not None and row[0] > 1
        )
        meta = diagnosis.row("store/meta")
        jobs = diagnosis.row("store/job_generation")
        operations = diagnosis.rows("store/operations")
    return Remains(
        meta_generation=None if meta is None else _whole_number(meta[2]),
        job_generation=None if jobs is None else _whole_number(jobs[0]),
        created_at_us=None if meta is None else _whole_number(meta[6]),
        sequences=sequences,
        operations=tuple(map(_kept_operation, filter(_is_sound_operation, operations))),
    )


def _whole_number(value: object) -> int | None:
    """Take a number from a damaged row, where anything may stand in any column."""
    return value if isinstance(value, int) else None


def _is_sound_operation(row: Row) -> bool:
    op_id, command, request_sha256, answer, created_at_us = row
    texts = all(isinstance(text, str) for text in (op_id, command, answer))
    is_hash = isinstance(request_sha256, bytes) and len(request_sha256) == SHA256_BYTES
    return texts and is_hash and isinstance(created_at_us, int)


def _kept_operation(row: Row) -> KeptOperation:
    return KeptOperation(
        op_id=row[0],
        command=row[1],
        request_sha256=row[2],
        answer=row[3],
        created_at_us=row[4],
    )


def _empty_file(path: Path) -> None:
    """Empty the file in place, never unlinking it under another process."""
    if _is_text(path):
        raise ForeignStoreError(f"{path} is a text file, no damaged store", "move it away by hand")
    try:
        connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READWRITE)
    except apsw.NotADBError:
        _truncate(path)
        return
    try:
        if isinstance(identity := identify_file(connection), Foreign):
            raise ForeignStoreError(f"{path} is {identity.finding}", "move it away by hand")
        _reset(connection)
    except (apsw.NotADBError, apsw.CorruptError):
        connection.close()
        _truncate(path)
    finally:
        connection.close()


def _reset(connection: apsw.Connection) -> None:
    """Let SQLite itself reset the database to an empty one."""
    connection.config(apsw.SQLITE_DBCONFIG_RESET_DATABASE, 1)
    connection.execute("VACUUM")
    connection.config(apsw.SQLITE_DBCONFIG_RESET_DATABASE, 0)


def _is_text(path: Path) -> bool:
    """Tell whether a file begins with readable text; a database, also a damaged one, never does.

    The header of an SQLite file is text for 15 bytes and binary from there on.
    """
    with path.open("rb") as file:
        head = file.read(TEXT_HEAD_BYTES)
    if not head or b"\0" in head:
        return False
    try:
        head.decode("utf-8")
    except UnicodeDecodeError as error:
        return error.start > len(head) - UTF8_CHAR_MAX_BYTES
    return True


def _truncate(path: Path) -> None:
    for part in (path, Path(f"{path}-wal"), Path(f"{path}-shm")):
        if part.exists():
            os.truncate(part, 0)
