"""The gate before what was learned from code: facts are gathered here, the rule decides.

Input: what the host says, the baseline, what is published, and the sources as they are now. What
can't be read or looked at is never taken for fresh: all that rests on code is then withheld, with
the reason, and the log names the file.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

from sayso.core.knowledge.freshness import (
    Category,
    Freshness,
    Reason,
    Unusable,
    Usable,
    judge,
)
from sayso.core.knowledge.publishing import measure_drift
from sayso.shell.errors import KnowledgeDamagedError, SaysoError
from sayso.shell.knowledge.freshness_facts import joined, signatures_of
from sayso.shell.knowledge.layer_files import CONSTANTS, code_file
from sayso.shell.knowledge.publication import causes_of, read_baseline, read_published

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sayso.core.knowledge.publishing import Manifest
    from sayso.shell.knowledge.base import Base
    from sayso.shell.knowledge.publication import Baseline

log: Final = logging.getLogger(__name__)


def freshness_of(base: Base, functions: Iterable[str] = ()) -> Freshness:
    """Gather what is known of the freshness of the code, and of these functions' own sources.

    Where nobody has said or published anything the sources are not looked at.
    """
    told, variant_id = base.identity.summary, base.identity.variant_id
    if isinstance(told, Unusable):
        return Freshness(variant_id=variant_id, summary=told)
    try:
        published = read_published(base.folder, variant_id)
        baseline = read_baseline(base.folder, variant_id)
    except KnowledgeDamagedError as error:
        return _withheld(variant_id, Reason.SUMMARY_UNREADABLE, error.message)
    if baseline is None and not published.entries:
        return Freshness(variant_id=variant_id, summary=told)
    return _measured(base, published, baseline, frozenset(one.upper() for one in functions))


def is_usable(base: Base, category: Category, function: str = "") -> bool:
    """Tell whether what a category holds of a function ('': of all of them) may be used."""
    facts = freshness_of(base, (function,) if function else ())
    return isinstance(judge(category, function, facts), Usable)


def read_code(base: Base, function: str) -> dict[str, object]:
    """Give what is known of a function's code, {} where it is withheld (B52, B100, B101)."""
    if not is_usable(base, Category.CODE_KNOWLEDGE, function):
        return {}
    return base.folder.read_object(code_file(function)) or {}


def read_constants(base: Base) -> dict[str, object]:
    """Give what is known of constants, {} where it is withheld (B53)."""
    if not is_usable(base, Category.CONSTANTS):
        return {}
    return base.folder.read_object(CONSTANTS) or {}


def _measured(
    base: Base, published: Manifest, baseline: Baseline | None, wanted: frozenset[str]
) -> Freshness:
    variant_id = base.identity.variant_id
    try:
        seen = base.watch.look()
    except SaysoError as error:
        return _withheld(variant_id, Reason.SUMMARY_UNAVAILABLE, error.message)
    if seen.unreadable:
        why = f"{base.root / seen.unreadable[0]} can't be read"
        return _withheld(variant_id, Reason.SUMMARY_UNAVAILABLE, why)
    drift = None if baseline is None else measure_drift(baseline.causes, causes_of(seen))
    scopes = [one for one in published.entries if one.partition(":")[2] in wanted]
    return Freshness(
        variant_id=variant_id,
        summary=joined(base.identity.summary, drift),
        signatures=signatures_of(base.folder, seen, scopes),
        published=published.published,
    )


def _withheld(variant_id: str, reason: Reason, why: str) -> Freshness:
    log.warning("what was learned from code is withheld: %s", why)
    return Freshness(variant_id=variant_id, summary=Unusable(reason=reason))
