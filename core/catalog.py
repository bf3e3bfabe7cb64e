"""Is the store what it must be? Findings from the catalogue, the meta row and the threads.

Input: what was read from a database, as plain values. Output: Healthy or Degraded with every
finding as one line that says what is wrong. Nothing is repaired here or anywhere (A103-A114).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

APPLICATION_ID: Final = 0x53617973  # "Says"
SCHEMA_VERSION: Final = 2  # A91


@dataclass(frozen=True, slots=True, kw_only=True)
class CatalogObject:
    """One row of sqlite_schema: a table, index, view or trigger, with its SQL."""

    type: str
    name: str
    table: str
    sql: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class StoreFacts:
    """What verification read: header numbers, objects, check results and row counts."""

    application_id: int
    user_version: int
    objects: frozenset[CatalogObject]
    quick_check: tuple[str, ...]
    foreign_key_faults: int
    meta_ids: tuple[int, ...]
    active_threads: int
    scopes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Healthy:
    """The store holds to its contract."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Degraded:
    """The store is damaged or deviates; only diagnosis and an explicit clear work."""

    findings: tuple[str, ...]


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


def identify(application_id: int, user_version: int, object_count: int) -> Blank | Ours | Foreign:
    """Tell from the file's header and object count whose database this is."""
    if application_id == APPLICATION_ID:
        return Ours()
    if application_id == 0 and user_version == 0 and object_count == 0:
        return Blank()
    return Foreign(
        finding=f"not a Sayso store (application id {application_id:#x}, "
        f"version {user_version}, {object_count} objects)"
    )


def check_store(facts: StoreFacts, manifest: frozenset[CatalogObject]) -> Health:
    """Hold a store against its contract; all of it must be true at the same time (A95)."""
    findings = (
        *_version_findings(facts),
        *_catalog_findings(facts.objects, manifest),
        *_content_findings(facts),
    )
    return Degraded(findings=findings) if findings else Healthy()


def _version_findings(facts: StoreFacts) -> Iterable[str]:
    if facts.user_version != SCHEMA_VERSION:
        yield (
            f"schema version {facts.user_version}, this program knows {SCHEMA_VERSION}: "
            "made by another version of Sayso"
        )


def _catalog_findings(
    found: frozenset[CatalogObject], manifest: frozenset[CatalogObject]
) -> Iterable[str]:
    """Compare object by object; changed, missing and unexpected ones are told apart."""
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
    if facts.quick_check != ("ok",):
        first = facts.quick_check[0] if facts.quick_check else "no answer"
        yield f"integrity check failed: {first}"
    if facts.foreign_key_faults:
        yield f"{facts.foreign_key_faults} rows refer to rows that are not there"
    if facts.meta_ids != (1,):
        yield f"memory_meta has {len(facts.meta_ids)} rows, it must have exactly one"
    if facts.active_threads != max(facts.scopes, 1):
        yield f"{facts.active_threads} active threads, there must be exactly {max(facts.scopes, 1)}"
