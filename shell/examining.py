"""What a doctor's child process reads: a store's content, on a copy, as one line of JSON.

It runs in a process of its own, so that neither a crash nor an endless read of a hostile file takes
a command with it, and so that no handle that is closed here drops a lock of the process that asks.
It judges the store as opening does, but writes nothing beside it and checks all of it.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING

import apsw

from sayso.core import limits
from sayso.core.catalog import (
    ALLOW_WRITING,
    MOVE_AWAY,
    PUT_BACK,
    RECOVER,
    SCHEMA_VERSION,
    Blank,
    Degraded,
    Foreign,
    Healthy,
    Ours,
    Text,
    find_fault,
    find_loss,
)
from sayso.core.checking import Circumstances, known_damage
from sayso.core.checkup.content import Content, Standing, Work
from sayso.core.checkup.findings import About, Finding, Severity
from sayso.core.ids import is_store_id
from sayso.core.jobs import POLICIES, JobKind
from sayso.core.text import clip
from sayso.shell.comparing import compare
from sayso.shell.diagnosis import Diagnosis
from sayso.shell.errors import MemoryStorageError, SaysoError
from sayso.shell.lookers import readers_of
from sayso.shell.store.beside import Beside
from sayso.shell.store.bootstrap import DAMAGED, check_quickly, identify_file, version_of
from sayso.shell.store.checks import thorough_findings
from sayso.shell.store.connection import SQLITE_NEEDED
from sayso.shell.store.files import head_of, private_copy, traces_of, unwritable_part
from sayso.shell.store.judging import find_journal, judge_by_mark, judge_file_under_log
from sayso.shell.store.opening import find_owner
from sayso.shell.store.trust import judge_trust

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sayso.core.catalog import Health, Traces
    from sayso.core.checkup.indexes import Indexes

Owner = Ours | Foreign | Text | Blank | Degraded


def examine(path: Path, now_us: int) -> Content:
    """Read what lies at a store's path; whatever is wrong becomes a finding."""
    beside = Beside(path)  # first: what others commit from now on makes the mark older, not newer
    try:
        traces = traces_of(path)
        owner = find_owner(path) if traces.file_bytes else Blank()
        content = Content(
            has_file=bool(traces.file_bytes),
            verdicts=(
                *_of_loss(traces, owner, beside),
                *_of_owner(path, owner),
                *(_of_files(path, traces, beside) if isinstance(owner, Ours) else ()),
            ),
            log_bytes=traces.log_bytes,
        )
        if isinstance(owner, Ours | Degraded):
            content = _looked_at(path, content, beside, now_us)
    except SaysoError as error:
        fault = _finding(About.STORE, error.message, error.hint)
        return Content(has_file=os.path.lexists(path), verdicts=(fault,))
    except OSError as error:
        what = f"{error.filename or path}: {error.strerror or error}"
        fault = _finding(About.ACCESS, what, "give yourself the right to look there")
        return Content(has_file=os.path.lexists(path), verdicts=(fault,))
    if content.log_bytes > limits.LOG_LARGE_BYTES:
        content = replace(content, readers=readers_of(Path(f"{path}-shm")))
    return content


def _of_loss(traces: Traces, owner: Owner, beside: Beside) -> Iterable[Finding]:
    """Tell a memory that vanished from one that never was."""
    loss = find_loss(traces, is_marked=beside.seen.exists)
    if loss is not None:
        yield from _verdicts(About.STORE, loss)
    elif isinstance(owner, Blank) and beside.seen.exists:
        what = "memory.db holds nothing, but its mark memory.db.mark is there: memory was lost"
        yield _finding(About.STORE, what, PUT_BACK)


def _of_owner(path: Path, owner: Owner) -> Iterable[Finding]:
    match owner:
        case Foreign(finding=finding):
            yield _finding(About.STORE, f"{path} is {finding}", MOVE_AWAY)
        case Text():
            yield _finding(About.STORE, f"{path} is a text file, not a Sayso store", MOVE_AWAY)
        case Degraded():
            yield from _verdicts(About.STORE, owner)
        case _:
            pass


def _of_files(path: Path, traces: Traces, beside: Beside) -> Iterable[Finding]:
    """Judge log and journal as they lie, before SQLite takes up what another program left."""
    yield from _verdicts(About.STORE, find_fault(head_of(path), traces) or Healthy())
    journal = find_journal(path, traces, beside)
    if isinstance(journal, Degraded):
        yield from _verdicts(About.MARK, journal)


def _looked_at(path: Path, content: Content, beside: Beside, now_us: int) -> Content:
    """Read a copy; where there is no room for one, nothing is claimed about the store."""
    try:
        return _read(path, content, beside, now_us)
    except MemoryStorageError as error:
        fault = Finding(
            severity=Severity.WARNING,
            about=About.DISK,
            what=f"the store could not be looked at: {error.message}",
            advice=error.hint,
        )
        return replace(content, verdicts=(*content.verdicts, fault))


def _read(path: Path, content: Content, beside: Beside, now_us: int) -> Content:
    with private_copy(path) as copy:
        diagnosis = Diagnosis(copy)
        standing = _standing(diagnosis)
        found = (
            *content.verdicts,
            *_of_sqlite(),
            *_of_rights(path),
            *_verdicts(About.STORE, _judge_log(copy, path, content, beside)),
            *_of_contract(copy),
            *_of_mark(copy, path, beside, now_us),
            *_of_trust(copy, standing),
        )
        unique = {one.what: one for one in reversed(found)}
        return replace(
            content,
            verdicts=tuple(one for one in found if unique[one.what] is one),
            standing=standing,
            work=_work(diagnosis, now_us),
            indexes=None if found else _indexes(copy),
            newest_us=_number(diagnosis, "status/newest"),
            is_movable=_is_movable(copy),
        )


def _indexes(copy: apsw.Connection) -> Indexes | None:
    """Compare what is derived; a store of an older version is brought up before that."""
    return compare(copy) if version_of(copy) == SCHEMA_VERSION else None


def _judge_log(copy: apsw.Connection, path: Path, content: Content, beside: Beside) -> Health:
    found = judge_file_under_log(copy, path, beside, is_strict=True) if content.log_bytes else None
    return found or Healthy()


def _of_sqlite() -> Iterable[Finding]:
    version = tuple(int(part) for part in apsw.sqlite_lib_version().split("."))
    if version < SQLITE_NEEDED:
        needed = ".".join(map(str, SQLITE_NEEDED))
        yield _finding(
            About.SETTINGS,
            f"SQLite {apsw.sqlite_lib_version()} is too old",
            f"install apsw with {needed} or newer",
        )


def _of_rights(path: Path) -> Iterable[Finding]:
    unwritable = unwritable_part(path)
    if unwritable is not None:
        yield _finding(About.ACCESS, f"{unwritable} may not be written to", ALLOW_WRITING)


def _of_contract(copy: apsw.Connection) -> Iterable[Finding]:
    """Hold a copy against the whole contract: catalogue, pages, references, texts, quotes."""
    try:
        whose = identify_file(copy)
    except DAMAGED as error:
        yield _finding(About.STORE, f"the file is damaged: {error}", RECOVER)
        return
    if not isinstance(whose, Ours):
        yield _finding(About.STORE, "the log memory.db-wal is that of another database", RECOVER)
        return
    if copy.readonly("main"):
        what = "the file is damaged: its header forbids SQLite to write"
        yield _finding(About.STORE, what, RECOVER)
    yield from _verdicts(About.STORE, check_quickly(copy, may_be_older=True))
    for what in thorough_findings(copy):
        yield _finding(About.STORE, what, RECOVER)


def _of_mark(copy: apsw.Connection, path: Path, beside: Beside, now_us: int) -> Iterable[Finding]:
    """Tell what the mark says against what lies there."""
    with suppress(apsw.Error, IndexError, *DAMAGED):  # what is wrong with it is told already
        yield from _verdicts(About.MARK, judge_by_mark(copy, beside))
    file = path.stat()
    found = Circumstances(
        size_bytes=file.st_size,
        device=file.st_dev,
        inode=file.st_ino,
        is_unclean=False,
        now_us=now_us,
    )
    is_remembered = file.st_size > limits.INLINE_CHECK_MAX_BYTES
    earlier = known_damage(beside.seen.check, found) if is_remembered else None
    if earlier is not None:
        yield from _verdicts(About.MARK, earlier)


def _of_trust(copy: apsw.Connection, standing: Standing | None) -> Iterable[Finding]:
    """Tell whether the store is this user's; without a name of ours there is nothing to trust."""
    with suppress(apsw.Error, *DAMAGED):  # what is wrong with it is told already
        about = About.STORE if standing is None else About.TRUST
        yield from _verdicts(about, judge_trust(copy))


def _verdicts(about: About, health: Health) -> Iterable[Finding]:
    if isinstance(health, Healthy):
        return
    for what in health.findings[: limits.CHECKUP_FINDINGS_MAX]:
        yield _finding(about, what, health.remedy)
    more = len(health.findings) - limits.CHECKUP_FINDINGS_MAX
    if more > 0:
        yield _finding(about, f"and {more} more of this kind", health.remedy)


def _finding(about: About, what: str, advice: str) -> Finding:
    told = clip(what, limits.CHECKUP_FINDING_MAX_CHARS)
    return Finding(severity=Severity.DAMAGE, about=about, what=told, advice=advice)


def _standing(diagnosis: Diagnosis) -> Standing | None:
    match diagnosis.row("store/meta"):
        case (str(store_id), _, int(generation), int(commits), *_) if is_store_id(store_id):
            return Standing(store_id=store_id, generation=generation, commits=commits)
        case _:
            return None


def _work(diagnosis: Diagnosis, now_us: int) -> Work | None:
    policy = POLICIES[JobKind.EXTRACTION]
    jobs = diagnosis.row(
        "status/work",
        now=now_us,
        lease_max=policy.lease_us,
        wait_max=limits.JOB_WAIT_MAX_US,
        late_since=now_us - limits.JOB_LATE_US,
        tired_from=policy.alone_from_attempt,
    )
    turns = diagnosis.row("status/open_turns", now=now_us, lease_max=limits.TURN_LEASE_LONG_US)
    if jobs is None or turns is None:
        return None
    parked, tired, late, expired, far, outdated = jobs
    return Work(
        parked=parked,
        tired=tired,
        late=late,
        expired=expired,
        far=far,
        outdated=outdated,
        expired_turns=turns[0],
        far_turns=turns[1],
    )


def _number(diagnosis: Diagnosis, name: str) -> int | None:
    match diagnosis.row(name):
        case (int(number), *_):
            return number
        case _:
            return None


def _is_movable(copy: apsw.Connection) -> bool:
    """Try on the copy whether the log can be moved into the file."""
    try:
        copy.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_PASSIVE)
    except apsw.Error:
        return False
    return True


def main(path: str, now_us: str) -> None:
    """Examine and print, for the process that asked."""
    print(json.dumps(asdict(examine(Path(path), int(now_us)))))  # noqa: T201 - its answer
