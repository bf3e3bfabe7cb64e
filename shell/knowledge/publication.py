"""What is published as fresh, and the baseline of the sources: two files, changed under locks.

A learner's success is published for the sources that it was made from, its failure is marked
(B49-B51). The baseline says how the sources were when all that rests on them was either published
or marked; it moves together with those marks, and after them, so that a crash between the two
withholds what it might have let through.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sayso.core.knowledge.freshness import Cause, Drift
from sayso.core.knowledge.json_values import is_object, text_of
from sayso.core.knowledge.moments import moment_text
from sayso.core.knowledge.publishing import (
    VERSION,
    Manifest,
    Publication,
    manifest_fields,
    measure_drift,
    publish,
    read_manifest,
    settle,
)
from sayso.core.outcome import is_failure
from sayso.shell.errors import KnowledgeDamagedError
from sayso.shell.knowledge.folder import DAMAGED
from sayso.shell.knowledge.freshness_facts import joined, signatures_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sayso.core.knowledge.learning import ModuleResult
    from sayso.shell.knowledge.base import Base
    from sayso.shell.knowledge.folder import Folder
    from sayso.shell.knowledge.sources import Snapshot

MANIFEST: Final = "knowledge_manifest.json"
STATE: Final = "freshness_state.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class Baseline:
    """How the sources were: the signature of each cause, the hash of each file, and when."""

    causes: Mapping[str, str]
    files: Mapping[str, str]
    taken_at: str


def read_published(folder: Folder, variant_id: str) -> Manifest:
    """Give what is published. Raises KnowledgeDamagedError for what can't be read as that."""
    fields = folder.read_object(MANIFEST)
    if fields is None:
        return Manifest(variant_id=variant_id)
    read = read_manifest(fields, variant_id)
    if is_failure(read):
        raise KnowledgeDamagedError(f"{folder.root / MANIFEST}: {read.failure()}", DAMAGED)
    return read.unwrap()


def read_baseline(folder: Folder, variant_id: str) -> Baseline | None:
    """Give the baseline, None where none was taken. Raises KnowledgeDamagedError as above."""
    fields = folder.read_object(STATE)
    if fields is None:
        return None
    causes, files = fields.get("causes"), fields.get("files")
    is_ours = fields.get("schema_version") == VERSION and fields.get("variant_id") == variant_id
    if not is_ours or not is_object(causes) or not is_object(files):
        raise KnowledgeDamagedError(
            f"{folder.root / STATE} is no baseline of variant {variant_id!r}", DAMAGED
        )
    return Baseline(
        causes={cause: text_of(causes, cause) for cause in causes},
        files={path: text_of(files, path) for path in files},
        taken_at=text_of(fields, "taken_at"),
    )


def publish_learned(base: Base, results: Iterable[ModuleResult], producer: str) -> Manifest:
    """Publish what learners gave back, and mark what failed; gives the manifest after.

    The sources are looked at now: what was made from others stays withheld though published.
    """
    given = tuple(results)
    scopes = {scope for one in given for scope in (*one.published, *one.failed)}
    by = _publication(base, base.watch.look(), scopes, producer)
    with base.folder.locked(MANIFEST):
        before = read_published(base.folder, base.identity.variant_id)
        after = publish(before, given, by)
        if after != before:
            base.folder.write(MANIFEST, manifest_fields(after))
    return after


def take_baseline(base: Base, seen: Snapshot, producer: str) -> bool:
    """Make these sources the baseline; False where drift is only one of requirements.

    Before that everything that the drift since the last one concerns is marked as stale, unless it
    is published for these sources. Give the snapshot from before anything was learned.
    """
    with base.folder.locked(MANIFEST, STATE):
        variant_id = base.identity.variant_id
        before = read_baseline(base.folder, variant_id)
        drift = drift_since(base, before, seen)
        if drift.causes == {Cause.REQUIREMENTS}:
            return False
        published = read_published(base.folder, variant_id)
        by = _publication(base, seen, published.entries, producer)
        settled = settle(published, drift, by)
        if settled != published:
            base.folder.write(MANIFEST, manifest_fields(settled))
        fields = {
            "schema_version": VERSION,
            "variant_id": variant_id,
            "taken_at": by.at,
            "producer": producer,
            "causes": causes_of(seen),
            "files": dict(seen.hashes),
        }
        base.folder.write(STATE, fields)
    return True


def drift_since(base: Base, baseline: Baseline | None, seen: Snapshot) -> Drift:
    """Give what has changed since a baseline, and what the host says has."""
    known = None if baseline is None else measure_drift(baseline.causes, causes_of(seen))
    summary = joined(base.identity.summary, known)
    return summary if isinstance(summary, Drift) else Drift()


def changed_sources(baseline: Baseline, seen: Snapshot) -> tuple[str, ...]:
    """Name the sources that are new, changed or gone since a baseline."""
    paths = baseline.files.keys() | seen.hashes.keys()
    return tuple(sorted(one for one in paths if baseline.files.get(one) != seen.hashes.get(one)))


def causes_of(seen: Snapshot) -> dict[str, str]:
    """Sign what may cause drift and can be seen here; of the rest only a host can tell."""
    return {Cause.CODE.value: seen.signature}


def _publication(base: Base, seen: Snapshot, scopes: Iterable[str], producer: str) -> Publication:
    return Publication(
        producer=producer,
        at=moment_text(base.folder.ports.clock.now_us()),
        signatures=signatures_of(base.folder, seen, scopes),
    )
