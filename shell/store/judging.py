"""Judges an open store: by its contract, by the last thorough check, and by what the mark saw.

SQLite takes a lost log for an empty one and a foreign one for its own, and it undoes what a
journal says that another program left. The mark tells such a loss; it was read before the
database, so that what others commit meanwhile cannot look like one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import apsw

from sayso.core import limits
from sayso.core.catalog import (
    ALLOW_WRITING,
    BRING_BACK,
    DROP_LOG,
    SWITCH_BACK,
    UNDO_HALF,
    Blank,
    Degraded,
    Healthy,
    Ours,
)
from sayso.core.checking import Circumstances, When, known_damage, when_due
from sayso.core.witness import CheckResult
from sayso.shell.errors import MemoryStorageError
from sayso.shell.store.bootstrap import DAMAGED, check_quickly, identify_file, verify
from sayso.shell.store.files import has_log, head_of, log_path, piece_of, private_copy
from sayso.shell.store.migrating import is_older
from sayso.shell.store.statements import statement
from sayso.shell.store.trust import judge_trust

if TYPE_CHECKING:
    from pathlib import Path

    from sayso.core.catalog import Health, Traces
    from sayso.core.salvage.beginning import Counted
    from sayso.shell.store.beside import Beside
    from sayso.shell.store.rows import Row


def judge(connection: apsw.Connection, path: Path, beside: Beside, now_us: int) -> Health:
    """Hold an open file against the contract of a store, and against what SQLite lets us do."""
    try:
        whose = identify_file(connection)
    except DAMAGED as error:
        return Degraded(findings=(f"the file is damaged: {error}",))
    if not isinstance(whose, Ours):
        return Degraded(findings=("the log memory.db-wal is that of another database",))
    if connection.readonly("main"):
        return Degraded(findings=("the file is damaged: its header forbids SQLite to write",))
    is_unclean = beside.was_left_open()
    hidden = judge_file_under_log(connection, path, beside) if has_log(path) else None
    if hidden is not None:
        return hidden
    health = _judge_content(connection, path, beside, now_us, is_unclean=is_unclean)
    if isinstance(health, Healthy):
        health = judge_trust(connection)
    return health if isinstance(health, Degraded) else judge_by_mark(connection, beside)


def judge_copy(path: Path, beside: Beside, finding: str) -> Degraded:
    """Hold a copy against the contract, of a store that can only be read."""
    with private_copy(path) as copy:
        health = verify(copy, path.stat().st_size, may_be_older=True)
        if isinstance(health, Healthy):
            health = _judge_loss(copy, beside) or health
    more = health.findings if isinstance(health, Degraded) else ()
    return Degraded(findings=(finding, *more), remedy=ALLOW_WRITING)


def judge_by_mark(connection: apsw.Connection, beside: Beside) -> Health:
    """Tell whether anything was lost since the mark was written.

    A mark that was written meanwhile may tell of another store that was put in place on purpose.
    """
    loss = _judge_loss(connection, beside)
    for _ in range(limits.WITNESS_TRIES):
        if loss is None or not beside.look_again():
            break
        loss = _judge_loss(connection, beside)
    return loss or _judge_mode(connection, beside) or Healthy()


def find_journal(path: Path, traces: Traces, beside: Beside) -> Blank | Degraded | None:
    """Judge a rollback journal beside our file before SQLite takes it up (S28).

    A store has one only until it is first used. Blank is one whose making was cut off.
    """
    if not traces.journal_bytes or _is_fresh(beside):
        return None
    if not beside.seen.exists:
        with private_copy(path) as copy:
            try:
                whose = identify_file(copy)
                if isinstance(whose, Blank):
                    return whose
                if isinstance(whose, Ours) and standing(copy)[1] == 0:
                    return None
            except (*DAMAGED, IndexError):
                return None  # it is judged when it is open
    finding = "memory.db-journal lies beside memory.db: another program changed it half"
    return Degraded(findings=(finding,), remedy=UNDO_HALF)


def judge_file_under_log(
    connection: apsw.Connection, path: Path, beside: Beside, *, is_strict: bool = False
) -> Degraded | None:
    """Tell whether a log hides that the file under it is an older copy (S16).

    A log of another memory is for the mark to tell, and told here as well where that is asked for.
    What was put in place on purpose and lies in the log still, the mark knows.
    """
    from sayso.core.salvage.beginning import is_older

    log, file = _counted(connection, path)
    if log is None or file is None or _is_fresh(beside):
        return None
    known = beside.seen.sighting
    is_known = known is not None and known.store_id == log.store_id
    if is_older(file, log):
        finding = "memory.db is older than its log memory.db-wal: an older copy was put in place"
    elif is_strict and file.store_id != log.store_id and not is_known:
        finding = "memory.db-wal is the log of another memory"
    else:
        return None
    return Degraded(findings=(finding,), remedy=DROP_LOG)


def _counted(connection: apsw.Connection, path: Path) -> tuple[Counted | None, Counted | None]:
    """Give what the log begins with, and after that what the file says without it.

    In this order, what others move from the log into the file meanwhile only makes it newer.
    """
    from sayso.core.salvage.beginning import counted_in, first_version

    try:
        rows: list[Row] = connection.execute(statement("store/meta_page")).fetchall()
        page, page_bytes = rows[0]
        begun = first_version(head_of(log_path(path), limits.LOG_BEGINNING_BYTES), page)
        kept = piece_of(path, (page - 1) * page_bytes, page_bytes)
    except (*DAMAGED, apsw.SQLError, apsw.IOError, MemoryStorageError, LookupError, TypeError):
        return None, None  # it is judged by what cannot be read
    return None if begun is None else counted_in(begun), counted_in(kept)


def _judge_content(
    connection: apsw.Connection, path: Path, beside: Beside, now_us: int, *, is_unclean: bool
) -> Health:
    """Check the whole file where that is due now, else its contract alone.

    Who is in a hurry takes what the last check came to, and leaves the sign of an unclean end. A
    store of an older version is about to be brought up, so nobody is in a hurry then.
    """
    is_brief = beside.is_brief and not is_older(connection)
    file = path.stat()
    found = Circumstances(
        size_bytes=file.st_size,
        device=file.st_dev,
        inode=file.st_ino,
        is_unclean=is_unclean,
        now_us=now_us,
    )
    if file.st_size <= limits.INLINE_CHECK_MAX_BYTES and not is_brief:
        health = verify(connection, 0, may_be_older=True)
        if isinstance(health, Healthy):
            beside.has_checked(now_us)
        return health
    health = check_quickly(connection, may_be_older=True)
    if isinstance(health, Degraded):
        return health
    if when_due(beside.seen.check, found) is When.NOW and not is_brief:
        return check_thoroughly(connection, beside, now_us)
    return known_damage(beside.seen.check, found) or health


def check_thoroughly(connection: apsw.Connection, beside: Beside, now_us: int) -> Health:
    """Check the whole file, and keep in the mark that it is being done and what it came to."""
    beside.note_check(CheckResult.RUNNING, now_us)
    health = verify(connection, 0, may_be_older=True)
    result = CheckResult.OK if isinstance(health, Healthy) else CheckResult.FAILED
    beside.note_check(result, now_us)
    return health


def _judge_loss(connection: apsw.Connection, beside: Beside) -> Degraded | None:
    loss = beside.missed(*standing(connection))
    return None if loss is None else Degraded(findings=(loss,), remedy=BRING_BACK)


def _judge_mode(connection: apsw.Connection, beside: Beside) -> Degraded | None:
    """Tell whether another program took its log away from a store that is in use (S28)."""
    sighting = beside.seen.sighting
    is_new = sighting is not None and sighting.heir == standing(connection)[0]
    if not beside.seen.exists or is_new:
        return None
    mode = connection.pragma("journal_mode")
    if mode == "wal":
        return None
    finding = f"another program changed how memory.db is written: journal mode {mode}, not wal"
    return Degraded(findings=(finding,), remedy=SWITCH_BACK)


def _is_fresh(beside: Beside) -> bool:
    """Tell whether a store was put in place and not used since, or is being put in place."""
    sighting = beside.seen.sighting
    return sighting is not None and sighting.heir is not None


def standing(connection: apsw.Connection) -> tuple[str, int]:
    """Read a store's id and how many transactions it has committed."""
    row: Row = connection.execute(statement("store/meta")).fetchall()[0]
    return row[0], row[3]
