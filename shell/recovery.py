"""Recovery: an explicit clear puts an empty store in the place of a damaged one (A116, A243-A249).

What can still be read of the old one carries on: generation, date of creation, id counters,
operation ids and what the model has cost. The new content replaces the old one in the same file
and in one transaction under SQLite's own locks: whoever is killed meanwhile leaves the old or the
new store, other processes never lose the file they have open, and what somebody else wrote since
the remains were read makes them be read again.
"""

from __future__ import annotations

from contextlib import closing, contextmanager, suppress
from typing import TYPE_CHECKING

import apsw

from sayso.core import limits
from sayso.core.catalog import ALLOW_WRITING
from sayso.core.outcome import is_failure
from sayso.core.project.lifecycle import (
    Birth,
    next_generation,
    plan_birth,
    remember,
)
from sayso.core.project.requests import check_repeat
from sayso.shell.errors import (
    MemoryStorageError,
    RefusedError,
    UnknownCommitError,
)
from sayso.shell.remains import read_remains
from sayso.shell.store.bootstrap import DAMAGED, create
from sayso.shell.store.connection import leave_log, open_for_reset, open_memory, waiting_at_most
from sayso.shell.store.faults import as_our_errors, is_of_reading
from sayso.shell.store.files import digest_of, unwritable_part
from sayso.shell.store.judging import standing
from sayso.shell.store.opening import open_store
from sayso.shell.store.trust import known_stores
from sayso.shell.store.witness import Witness

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sayso.core.project.lifecycle import Remains
    from sayso.core.project.requests import OperationKey
    from sayso.shell.ports import Ports
    from sayso.shell.store.store import Store


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
            for _ in range(limits.RESET_TRIES):
                seen = digest_of(path)
                remains = read_remains(path)
                told = _told(remains, operation)
                if told is not None:
                    return int(told)
                _check_rights(path)
                birth = _rebirth(remains, ports, operation)
                if _replace(path, birth, seen):
                    return birth.generation
    except OSError as error:
        raise MemoryStorageError(
            f"cannot clear {path}: {error.strerror or error}", "check rights and disk"
        ) from error
    raise MemoryStorageError(f"others keep writing to {path}", "end them and repeat")


def _check_rights(path: Path) -> None:
    """Raise MemoryStorageError before anything is touched where the file may not be written."""
    part = unwritable_part(path) if path.exists() else None
    if part is not None:
        raise MemoryStorageError(f"{part} may not be written to", ALLOW_WRITING)


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
    with closing(Witness(path)) as witness, _resetting(path) as target:
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
                witness.succeed(*standing(fresh))
            _cut_log(target)
    return is_done


def open_replaced(path: Path, ports: Ports) -> Store:
    """Open what was put in place; where that fails, the error says that it is there."""
    try:
        return open_store(path.parent.parent, ports, create_missing=False)
    except MemoryStorageError as error:
        raise MemoryStorageError(
            f"the new content is in place, but cannot be opened: {error.message}",
            "open it once the disk is sound",
        ) from error


@contextmanager
def _resetting(path: Path) -> Iterator[apsw.Connection]:
    """Open a file for a new content; where that fails, a log of any content is left as it lies.

    Closing tells of no failure: the log that could not be put away holds nothing that counts.
    """
    target = open_for_reset(path)
    try:
        yield target
    except BaseException:
        leave_log(target)
        raise
    finally:
        with suppress(apsw.Error):
            target.close()


def _copy(fresh: apsw.Connection, target: apsw.Connection, witness: Witness, seen: bytes) -> bool:
    """Copy page by page, unless somebody wrote meanwhile: from the first page on nobody can."""
    backup = target.backup("main", fresh, "main")
    try:
        backup.step(1)
        if digest_of(witness.store_path) != seen:
            return False
        witness.announce(standing(fresh)[0])
        try:
            backup.step()
            backup.finish()
        except apsw.IOError as error:
            if is_of_reading(error):
                raise
            raise UnknownCommitError(
                f"the commit failed ({error}); the new content may have been saved",
                "'sayso status' tells; it may be repeated",
            ) from error
        return True
    finally:
        backup.close(True)  # noqa: FBT003 - what went wrong is told by what has been raised


def _cut_log(target: apsw.Connection) -> None:
    """Let nothing of the old content stay in the log."""
    try:
        with waiting_at_most(target, limits.CUT_DEADLINE_US):
            target.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
    except apsw.BusyError:  # somebody reads: it is cut later
        pass
    except (apsw.IOError, apsw.FullError) as error:
        raise MemoryStorageError(
            f"the new content is in place, but the old one is not cut from the log yet: {error}",
            "repeat it once the disk is sound",
        ) from error
