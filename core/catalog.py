"""Is the store what it must be? Findings from the file, the catalogue, the meta row, the threads.

Input: what was read from a file or a database, as plain values. Output: whose file it is, and
Healthy or Degraded with every finding as one line that says what is wrong, and one that says what
to do. Nothing is repaired here or anywhere (A103-A114).
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

APPLICATION_ID: Final = 0x53617973  # "Says"
SCHEMA_VERSION: Final = 4
OLDEST_VERSION: Final = 2  # A91; what is older than this program is brought up to its version
# What catalog_digest gives for the manifest of this version; a test holds it to the schema files.
MANIFEST_DIGEST: Final = "8e4e18f0d42c73c58e85ebcff8cfa3b735332c573abc6a72ff27e88f6f9850d2"

MAGIC: Final = b"SQLite format 3\0"
# Where the header of every SQLite file holds its numbers, big-endian.
_PAGE_SIZE_AT: Final = slice(16, 18)  # 1 stands for 65536
_VERSION_AT: Final = slice(60, 64)
_APPLICATION_AT: Final = slice(68, 72)
_LOG_MAGICS: Final = (b"\x37\x7f\x06\x82", b"\x37\x7f\x06\x83")
# Bytes that no text holds; every SQLite file, also a damaged one, has some near its beginning.
_NO_TEXT: Final = frozenset({*range(0x20), 0x7F} - set(b"\t\n\v\f\r\x1b"))
_UTF16_MARKS: Final = (b"\xff\xfe", b"\xfe\xff")

RECOVER: Final = (
    "'sayso export' saves what can be read, with --salvage what else the file holds; then "
    "'sayso clear --confirm'"
)
MOVE_AWAY: Final = "move it away by hand; Sayso never writes to it"
USE_NEWER: Final = (
    "use the Sayso that made it; 'sayso export' saves what this one can read, and "
    "'sayso clear --confirm' starts anew"
)
PUT_BACK: Final = (
    "put memory.db back from a copy, or a backup with 'sayso restore FILE', or start anew with "
    "'sayso clear --confirm'"
)
DROP_LOG: Final = (
    "'sayso export' saves what is in memory.db; move memory.db-wal away to go on with that, or "
    "start anew with 'sayso clear --confirm'"
)
BRING_BACK: Final = (
    "put memory.db and memory.db-wal back from a copy, or a backup with 'sayso restore FILE'; "
    "'sayso doctor --accept' goes on with what is left"
)
SWITCH_BACK: Final = "'sayso doctor --accept' goes on with what is in it; 'sayso export' saves that"
UNDO_HALF: Final = (
    "put a backup back with 'sayso restore FILE'; 'sayso doctor --accept' lets SQLite undo what "
    "was changed half"
)
CHANGE_DISK: Final = (
    "'sayso export --salvage' saves what can be read; then put a backup on a sound disk with "
    "'sayso restore FILE --confirm'"
)
ALLOW_WRITING: Final = (
    "give yourself the right to write there; 'sayso export --out DIR' saves what is in it"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class CatalogObject:
    """One row of sqlite_schema: a table, index, view or trigger, with its SQL."""

    type: str
    name: str
    table: str
    sql: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class StoreFacts:
    """What verification read: header numbers, objects and row counts."""

    application_id: int
    user_version: int
    objects: frozenset[CatalogObject]
    meta_ids: tuple[int, ...]
    active_threads: int
    scopes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Healthy:
    """The store holds to its contract."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Degraded:
    """The store is damaged or deviates; only diagnosis and an explicit clear work.

    `remedy` says what the user can do about it.
    """

    findings: tuple[str, ...]
    remedy: str = RECOVER


Health = Healthy | Degraded


@dataclass(frozen=True, slots=True, kw_only=True)
class Blank:
    """A database without any object of its own: it may be initialised (A102)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ours:
    """A database that says it is a Sayso store; it is verified and never repaired."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Foreign:
    """Somebody else's database: it is refused and never written to."""

    finding: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """No database at all but something to read: it may be somebody's only copy."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unclear:
    """The first bytes do not tell: blank or damaged, which only SQLite can say."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Traces:
    """What lies where a store should be: sizes of its files, first bytes of its log, exports.

    `file_bytes` is None where there is no file; `exports` is how many snapshots lie beside it.
    """

    file_bytes: int | None
    log_bytes: int = 0
    log_head: bytes = b""
    journal_bytes: int = 0
    exports: int = 0


def identify_head(head: bytes) -> Ours | Foreign | Text | Unclear:
    """Tell from the first bytes of a file, 512 or as many as there are, whose it is.

    >>> identify_head(b"Dear diary, today it rained all day.")
    Text()
    """
    if head.startswith(MAGIC):
        application_id = int.from_bytes(head[_APPLICATION_AT], "big", signed=True)
        user_version = int.from_bytes(head[_VERSION_AT], "big", signed=True)
        if application_id == APPLICATION_ID:
            return Ours()
        if application_id or user_version:
            return _foreign(application_id, user_version)
        return Unclear()
    if head.startswith(_UTF16_MARKS) or (head and _NO_TEXT.isdisjoint(head)):
        return Text()
    return Unclear()


def find_loss(traces: Traces, *, is_marked: bool = False) -> Degraded | None:
    """Tell a store that vanished from one that never was (A81).

    Sayso leaves an empty file behind only where its very first transaction was cut off. A mark is
    made beside a store that is there, a log belongs to a file with content, and nobody exports
    from a store that never was; a file that is missing altogether may have been deleted on
    purpose, with its exports kept.
    """
    if traces.file_bytes:
        return None
    what = "is gone" if traces.file_bytes is None else "is empty"
    if traces.log_bytes:
        finding = f"memory.db {what}, but its log memory.db-wal is not: memory was lost"
    elif is_marked:
        finding = f"memory.db {what}, but its mark memory.db.mark is not: memory was lost"
    elif traces.file_bytes == 0 and traces.exports:
        finding = "memory.db is empty, but exports lie beside it: memory was lost"
    else:
        return None
    return Degraded(findings=(finding,), remedy=PUT_BACK)


def find_fault(head: bytes, traces: Traces) -> Degraded | None:
    """Find what SQLite would pass over in silence: a false log, and a cut within a page.

    It takes a log that is none for an empty one; zeros are what a loss of power leaves of one that
    has just been begun. It fills up a page that is cut, but where there is a log or a journal the
    page comes from that.
    """
    if any(traces.log_head) and not traces.log_head.startswith(_LOG_MAGICS):
        return Degraded(findings=("memory.db-wal is no log of memory.db",), remedy=DROP_LOG)
    number = int.from_bytes(head[_PAGE_SIZE_AT], "big")
    page_bytes = 65536 if number == 1 else number or 1
    is_whole = (traces.file_bytes or 0) % page_bytes == 0
    if is_whole or traces.log_bytes or traces.journal_bytes:
        return None
    return Degraded(findings=("the file is damaged: it ends within a page",))


def identify(application_id: int, user_version: int, object_count: int) -> Blank | Ours | Foreign:
    """Tell from the file's header and object count whose database this is."""
    if application_id == APPLICATION_ID:
        return Ours()
    if application_id == 0 and user_version == 0 and object_count == 0:
        return Blank()
    return _foreign(application_id, user_version)


def _foreign(application_id: int, user_version: int) -> Foreign:
    return Foreign(
        finding=f"a database of another program (application id {application_id:#x}, "
        f"version {user_version}), not a Sayso store"
    )


def known_version(user_version: int) -> int:
    """Give the version whose contract a store has to hold: its own, where that is an older one.

    >>> known_version(OLDEST_VERSION), known_version(99) == SCHEMA_VERSION
    (2, True)
    """
    return user_version if OLDEST_VERSION <= user_version < SCHEMA_VERSION else SCHEMA_VERSION


def catalog_digest(objects: frozenset[CatalogObject]) -> str:
    """Give a hash of a whole catalogue: the same for the same objects, whatever stands in them.

    To build a manifest takes 2 ms, to see that a catalogue has its hash a tenth of that.
    """
    rows = sorted(repr((one.type, one.name, one.table, one.sql)) for one in objects)
    return hashlib.sha256("\n".join(rows).encode("utf-8", "surrogatepass")).hexdigest()


def check_store(
    facts: StoreFacts, manifest: frozenset[CatalogObject], version: int = SCHEMA_VERSION
) -> Health:
    """Hold a store against the contract of a version; all of it must be true at once (A95)."""
    findings = (
        *_version_findings(facts, version),
        *_catalog_findings(facts.objects, manifest),
        *_content_findings(facts),
    )
    if not findings:
        return Healthy()
    is_newer = facts.user_version > SCHEMA_VERSION
    return Degraded(findings=findings, remedy=USE_NEWER if is_newer else RECOVER)


def with_findings(health: Health, found: tuple[str, ...]) -> Health:
    """Add what a thorough check found to the health by the contract."""
    if not found:
        return health
    if isinstance(health, Degraded):
        return replace(health, findings=(*health.findings, *found))
    return Degraded(findings=found)


def _version_findings(facts: StoreFacts, version: int) -> Iterable[str]:
    if facts.user_version != version:
        yield (
            f"schema version {facts.user_version}, this program knows {version}: "
            "made by another version of Sayso"
        )


def _catalog_findings(
    found: frozenset[CatalogObject], manifest: frozenset[CatalogObject]
) -> Iterable[str]:
    """Compare object by object; changed, missing and unexpected ones are told apart."""
    if found == manifest:
        return
    have = {(one.type, one.name): one for one in found}
    want = {(one.type, one.name): one for one in manifest}
    for key in sorted(want.keys() | have.keys()):
        kind, name = key
        if key not in have:
            yield f"missing {kind} {name}"
        elif key not in want:
            yield f"unexpected {kind} {name}"
        elif have[key] != want[key]:
            yield f"changed {kind} {name}"


def _content_findings(facts: StoreFacts) -> Iterable[str]:
    if facts.meta_ids != (1,):
        ids = ", ".join(map(str, facts.meta_ids)) or "none"
        yield f"memory_meta must have exactly one row, with id 1; it has: {ids}"
    if facts.active_threads != max(facts.scopes, 1):
        yield f"{facts.active_threads} active threads, there must be exactly {max(facts.scopes, 1)}"
