"""What is published as fresh: the manifest, and the baseline that drift is measured against.

Input: the results of learners. Output: a new manifest. Only what succeeded is published, with the
signature of what it was made from (B49); what failed is marked stale and stays so until it
succeeds (B50); scopes stand by themselves (B51). The baseline may move only once everything that
a drift concerns is either published or marked, so that nothing becomes usable by forgetting.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from sayso.core.knowledge.freshness import CONCERNS, Cause, Drift, Published, Reason, Unusable
from sayso.core.knowledge.json_values import canonical, is_object, object_of, text_of
from sayso.core.knowledge.learning import Outcome
from sayso.core.outcome import Failure, Success

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sayso.core.knowledge.freshness import Summary
    from sayso.core.knowledge.json_values import JsonObject
    from sayso.core.knowledge.learning import ModuleResult
    from sayso.core.outcome import Result

VERSION: Final = 1
SIGNATURE_CHARS: Final = 24
_FRESH: Final = "fresh"
_STALE: Final = "stale"


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What the manifest says of one scope, by whom it was made, and when."""

    is_fresh: bool
    signature: str
    producer: str
    updated_at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """What is published for one variant ('': the project itself), by scope."""

    variant_id: str = ""
    entries: Mapping[str, Entry] = field(default_factory=dict)

    @property
    def published(self) -> dict[str, Published]:
        """The entries as the rule of freshness looks at them."""
        return {
            scope: Published(is_fresh=entry.is_fresh, signature=entry.signature)
            for scope, entry in self.entries.items()
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Publication:
    """Who publishes, when, and the signatures of the sources as they are then, by scope."""

    producer: str
    at: str
    signatures: Mapping[str, str] = field(default_factory=dict)


def signature(parts: Mapping[str, str]) -> str:
    """Sign what something is made from: names with their hashes, in any order.

    >>> signature({"a.c": "1", "b.c": "2"}) == signature({"b.c": "2", "a.c": "1"})
    True
    """
    return hashlib.sha256(canonical(dict(parts)).encode()).hexdigest()[:SIGNATURE_CHARS]


def publish(manifest: Manifest, results: Iterable[ModuleResult], by: Publication) -> Manifest:
    """Publish what succeeded and mark what failed; a module that is absent changes nothing.

    A category that is published as a whole speaks for all its functions, but those that failed.
    What is fresh for the sources as they are stays so, whoever fails at it.
    """
    entries = dict(manifest.entries)
    for result in results:
        category = result.category.value
        if category in result.published:
            entries = {
                scope: entry
                for scope, entry in entries.items()
                if not scope.startswith(f"{category}:")
            }
        entries.update({scope: _fresh(made, by) for scope, made in result.published.items()})
        for scope in _failed_scopes(result):
            if not _is_good(entries.get(scope), by.signatures.get(scope)):
                entries[scope] = _stale(entries.get(scope), by)
    return replace(manifest, entries=entries)


def settle(manifest: Manifest, drift: Drift, by: Publication) -> Manifest:
    """Mark as stale every category that a drift concerns and that is not published for now.

    After this the baseline may move. What is marked already stays as it is marked.
    """
    entries = dict(manifest.entries)
    unknown = drift.causes - frozenset(Cause)
    for category, causes in CONCERNS.items():
        entry = entries.get(category.value)
        is_marked = entry is not None and not entry.is_fresh
        is_concerned = bool(drift.causes & causes or unknown)
        is_good = _is_good(entry, by.signatures.get(category.value))
        if is_concerned and not is_good and not is_marked:
            entries[category.value] = _stale(entry, by)
    return replace(manifest, entries=entries)


def measure_drift(baseline: Mapping[str, str] | None, now: Mapping[str, str]) -> Summary:
    """Compare the signatures of causes with those of the baseline; without one nothing is known.

    >>> measure_drift({"code": "a"}, {"code": "b", "constants": "c"})
    Drift(causes=frozenset({...}))
    """
    if baseline is None:
        return Unusable(reason=Reason.SUMMARY_UNAVAILABLE)
    causes = baseline.keys() | now.keys()
    return Drift(causes=frozenset(one for one in causes if baseline.get(one) != now.get(one)))


def read_manifest(value: JsonObject, variant_id: str) -> Result[Manifest, str]:
    """Read a manifest; fails for another version, another variant, and what is no manifest.

    An entry that can't be read counts as stale.
    """
    if value.get("schema_version") != VERSION:
        return Failure(f"the manifest's version is {value.get('schema_version')!r}, not {VERSION}")
    if value.get("variant_id") != variant_id:
        return Failure(f"the manifest is of variant {value.get('variant_id')!r}")
    categories = value.get("categories")
    if not is_object(categories):
        return Failure("the manifest has no categories")
    entries = {scope: _read_entry(object_of(categories, scope)) for scope in categories}
    return Success(Manifest(variant_id=variant_id, entries=entries))


def manifest_fields(manifest: Manifest) -> dict[str, object]:
    """Give a manifest as its file has it."""
    return {
        "schema_version": VERSION,
        "variant_id": manifest.variant_id,
        "categories": {
            scope: {
                "status": _FRESH if entry.is_fresh else _STALE,
                "input_signature": entry.signature,
                "producer": entry.producer,
                "updated_at": entry.updated_at,
            }
            for scope, entry in sorted(manifest.entries.items())
        },
    }


def _failed_scopes(result: ModuleResult) -> tuple[str, ...]:
    """Name what a module failed at: the scopes that it names, and all of it where it failed."""
    whole = (result.category.value,) if result.outcome is Outcome.FAILED else ()
    return (*whole, *result.failed)


def _is_good(entry: Entry | None, now: str | None) -> bool:
    """Tell whether an entry is fresh for the sources as they are."""
    return entry is not None and entry.is_fresh and entry.signature == now


def _read_entry(value: JsonObject) -> Entry:
    signed = text_of(value, "input_signature")
    return Entry(
        is_fresh=text_of(value, "status") == _FRESH and bool(signed),
        signature=signed,
        producer=text_of(value, "producer"),
        updated_at=text_of(value, "updated_at"),
    )


def _fresh(made_from: str, by: Publication) -> Entry:
    return Entry(is_fresh=True, signature=made_from, producer=by.producer, updated_at=by.at)


def _stale(before: Entry | None, by: Publication) -> Entry:
    made_from = before.signature if before else ""
    return Entry(is_fresh=False, signature=made_from, producer=by.producer, updated_at=by.at)
