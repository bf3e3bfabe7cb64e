"""Whether what was learned from code may be used: the one rule for context, recall and reads.

Input: what is known of the present state of the code (a summary of drift, signatures of the
sources as they are, what was published for which). Output: Usable or Withheld, with the reason.
It fails closed: an unknown category, an unknown cause of drift, a summary that can't be read, and
a variant without any summary are all withheld. `judge` alone decides (B133).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    from sayso.core.knowledge.json_values import JsonObject


class Cause(StrEnum):
    """What may have changed since something was learned."""

    CODE = "code"
    CONSTANTS = "constants"
    IDENTITY = "identity"
    INTERFACES = "interfaces"
    REQUIREMENTS = "requirements"


class Category(StrEnum):
    """What can be learned and published by itself; with `:FUNCTION` behind it, of one function."""

    SOURCE_DOCS = "source_docs"
    CONDITIONS = "conditions"
    CODE_KNOWLEDGE = "code_knowledge"
    CONSTANTS = "constants"
    VARIABLE_CHAINS = "variable_chains"
    CODE_GRAPH = "codegraph"
    INTERFACES = "interfaces"
    REQUIREMENTS = "requirements"
    CASE_HISTORY = "case_history"


_BY_CODE: Final = frozenset({Cause.CODE, Cause.CONSTANTS, Cause.IDENTITY})
# Which causes concern a category; any other cause that somebody tells of concerns all of them.
CONCERNS: Final[Mapping[Category, frozenset[Cause]]] = {
    Category.SOURCE_DOCS: _BY_CODE,
    Category.CONDITIONS: _BY_CODE,
    Category.CODE_KNOWLEDGE: _BY_CODE,
    Category.CONSTANTS: _BY_CODE,
    Category.VARIABLE_CHAINS: _BY_CODE,
    Category.CODE_GRAPH: _BY_CODE,
    Category.INTERFACES: frozenset({Cause.INTERFACES, Cause.IDENTITY}),
    Category.REQUIREMENTS: frozenset({Cause.REQUIREMENTS, Cause.IDENTITY}),
    Category.CASE_HISTORY: _BY_CODE,
}
_CHANGED: Final = "_changed"
_ANY: Final = "any_changed"
_AVAILABLE: Final = "available"


class Reason(StrEnum):
    """Why something is withheld."""

    UNKNOWN_CATEGORY = "unknown_category"
    SUMMARY_MISSING = "freshness_missing"
    SUMMARY_UNREADABLE = "freshness_unreadable"
    SUMMARY_UNAVAILABLE = "freshness_unavailable"
    NOT_REFRESHED = "not_refreshed"
    SOURCES_DIFFER = "sources_differ"
    DRIFT = "drift"


@dataclass(frozen=True, slots=True, kw_only=True)
class Untold:
    """Nobody has said anything about drift."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unusable:
    """What was said about drift tells nothing: it can't be read, or says so itself."""

    reason: Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class Drift:
    """What has changed, by cause; nothing when it is empty."""

    causes: frozenset[str] = frozenset()


Summary: TypeAlias = Untold | Unusable | Drift


@dataclass(frozen=True, slots=True, kw_only=True)
class Published:
    """What was published for a scope: fresh or not, and the signature of what it was made from."""

    is_fresh: bool
    signature: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Freshness:
    """All that the rule looks at. Scopes are `category` or `category:FUNCTION`.

    `signatures` are those of the sources as they are now; a scope that is not in it is not known.
    """

    variant_id: str = ""
    summary: Summary = Untold()
    signatures: Mapping[str, str] = field(default_factory=dict)
    published: Mapping[str, Published] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Usable:
    """It may be used; `is_tracked` says whether anybody watches the code it rests on."""

    is_tracked: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Withheld:
    """It may not be used; `causes` are those of a drift, sorted."""

    reason: Reason
    causes: tuple[str, ...] = ()


Verdict: TypeAlias = Usable | Withheld


def scope_of(category: str, function: str) -> str:
    """Name the scope of a category, or of one function in it.

    >>> scope_of("conditions", "brake"), scope_of("conditions", "")
    ('conditions:BRAKE', 'conditions')
    """
    return f"{category}:{function.upper()}" if function else category


def judge(category: str, function: str, facts: Freshness) -> Verdict:
    """Decide whether what a category holds of a function ('': of all of them) may be used.

    What is published speaks first: a scope that was not refreshed is withheld even without drift
    (B50), and one made from the sources as they are is usable even under drift (B51).
    """
    if category not in tuple(Category):
        return Withheld(reason=Reason.UNKNOWN_CATEGORY)
    match facts.summary:
        case Untold() if facts.variant_id:
            return Withheld(reason=Reason.SUMMARY_MISSING)
        case Unusable() as unusable:
            return Withheld(reason=unusable.reason)
        case _:
            pass
    scopes = dict.fromkeys((scope_of(category, function), category))
    for scope in scopes:
        told = _by_publication(scope, facts)
        if told is not None:
            return told
    return _by_drift(Category(category), facts.summary)


def _by_publication(scope: str, facts: Freshness) -> Verdict | None:
    """Give what the publication of one scope says, None where it says nothing."""
    published = facts.published.get(scope)
    if published is None:
        return None
    if not published.is_fresh:
        return Withheld(reason=Reason.NOT_REFRESHED)
    now = facts.signatures.get(scope)
    if now is None:
        return None
    if now != published.signature:
        return Withheld(reason=Reason.SOURCES_DIFFER)
    return Usable(is_tracked=True)


def _by_drift(category: Category, summary: Summary) -> Verdict:
    if not isinstance(summary, Drift):
        return Usable(is_tracked=False)
    unknown = summary.causes - frozenset(Cause)
    concerning = (summary.causes & CONCERNS[category]) | unknown
    if concerning:
        return Withheld(reason=Reason.DRIFT, causes=tuple(sorted(concerning)))
    return Usable(is_tracked=True)


def read_summary(told: object) -> Summary:
    """Read what a host says of drift (B184): `available`, and flags such as `code_changed`.

    None is nothing said. A flag that is neither true nor false, and a summary without any, can't
    be read. `any_changed` sums others up and is no cause of its own.
    """
    if told is None:
        return Untold()
    if not isinstance(told, Mapping):
        return Unusable(reason=Reason.SUMMARY_UNREADABLE)
    flags = {key: flag for key, flag in told.items() if str(key).endswith(_CHANGED)}
    available = told.get(_AVAILABLE, True)
    if not all(isinstance(flag, bool) for flag in (available, *flags.values())):
        return Unusable(reason=Reason.SUMMARY_UNREADABLE)
    if not available:
        return Unusable(reason=Reason.SUMMARY_UNAVAILABLE)
    if not flags and _AVAILABLE not in told:
        return Unusable(reason=Reason.SUMMARY_UNREADABLE)
    changed = {key.removesuffix(_CHANGED) for key, flag in flags.items() if flag and key != _ANY}
    if flags.get(_ANY) and not changed:
        return Unusable(reason=Reason.SUMMARY_UNREADABLE)
    return Drift(causes=frozenset(changed))


def summary_fields(summary: Summary) -> JsonObject:
    """Give what a dream notes of a drift: whether anything changed, and what (B182, B186)."""
    if not isinstance(summary, Drift):
        return {}
    changed = sorted(summary.causes)
    return {"freshness_any_changed": bool(changed), "freshness_changed_keys": changed}
