"""Which history of cases a dream has made fresh again: what it went through, and no more.

A model that was shown all patterns has judged them by the code as it is, so the whole category is
fresh; of what did not fit, only the functions that it saw whole. Rules judge nothing: they only
note by which sources a function's history was usable, so that it stays so when others change.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sayso.core.knowledge.freshness import Category, Drift, Unusable, Usable, judge, scope_of
from sayso.core.knowledge.json_values import is_object, text_of
from sayso.core.knowledge.learning import ModuleResult, Outcome
from sayso.core.knowledge.patterns import id_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sayso.core.knowledge.freshness import Freshness

HISTORY = Category.CASE_HISTORY


def is_tracked(facts: Freshness) -> bool:
    """Tell whether anybody watches the code at all; else nothing is published."""
    told = isinstance(facts.summary, Drift) or bool(facts.published)
    return told and not isinstance(facts.summary, Unusable)


def history_scopes(patterns: Sequence[object]) -> dict[str, frozenset[str]]:
    """Give the scopes of all functions that have patterns, with the ids of those."""
    found: dict[str, frozenset[str]] = {}
    for one in patterns:
        if is_object(one) and text_of(one, "function").strip():
            scope = scope_of(HISTORY, text_of(one, "function").strip())
            found[scope] = found.get(scope, frozenset()) | {id_of(one)}
    return found


def history_by_model(
    patterns: Sequence[object], shown: frozenset[str], now: Mapping[str, str]
) -> ModuleResult:
    """Say what is fresh after a model was shown the patterns with these ids.

    `now` holds the signatures of the sources as they were then, by scope.
    """
    whole = frozenset(id_of(one) for one in patterns if is_object(one))
    scopes = {**history_scopes(patterns), HISTORY.value: whole}
    return _fresh({scope for scope, ids in scopes.items() if ids <= shown}, now)


def history_by_rules(
    patterns: Sequence[object], facts: Freshness, now: Mapping[str, str]
) -> ModuleResult:
    """Say what stays fresh where no model judges: what is usable as it is."""
    scopes = history_scopes(patterns)
    usable = {
        scope
        for scope in scopes
        if isinstance(judge(HISTORY, scope.partition(":")[2], facts), Usable)
    }
    return _fresh(usable, now)


def _fresh(scopes: set[str], now: Mapping[str, str]) -> ModuleResult:
    published = {scope: now[scope] for scope in sorted(scopes) if scope in now}
    outcome = Outcome.LEARNED if published else Outcome.ABSENT
    return ModuleResult(category=HISTORY, outcome=outcome, published=published)
