"""The dream log: one entry for each dream that changed or confirmed something, 100 at most."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sayso.core import limits
from sayso.core.knowledge.freshness import Summary, Untold, summary_fields

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True, kw_only=True)
class PairCounts:
    """What the code learner did in a dream: pairs of function and focus."""

    learned: int
    skipped: int
    warmup_done: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Dreamt:
    """What is noted of a dream. Conflicts are only counted (B180).

    `left_out` names what it would have changed and others had changed meanwhile.
    """

    timestamp: str
    summary: str
    conflicts: int
    patterns_added: int
    patterns_removed: int
    pairs: PairCounts | None = None
    drift: Summary = field(default_factory=Untold)
    force_reason: str | None = None
    left_out: tuple[str, ...] = ()


def log_entry(dreamt: Dreamt) -> dict[str, object]:
    """Give the entry of a dream: five fields always (B181), the others where they are known (B182).

    What drifted and why the dream was forced go in as they were told (B186).
    """
    entry: dict[str, object] = {
        "timestamp": dreamt.timestamp,
        "summary": dreamt.summary,
        "conflicts": dreamt.conflicts,
        "patterns_added": dreamt.patterns_added,
        "patterns_removed": dreamt.patterns_removed,
    }
    if dreamt.pairs is not None:
        entry["code_pairs_learned"] = dreamt.pairs.learned
        entry["code_pairs_skipped"] = dreamt.pairs.skipped
        entry["code_warmup_done"] = dreamt.pairs.warmup_done
    entry.update(summary_fields(dreamt.drift))
    if dreamt.force_reason is not None:
        entry["force_reason"] = dreamt.force_reason
    if dreamt.left_out:
        entry["left_out"] = list(dreamt.left_out)
    return entry


def append_entry(log: Sequence[object], entry: dict[str, object]) -> list[object]:
    """Append an entry; of more than 100 the oldest go (B183)."""
    return [*log, entry][-limits.DREAM_LOG_MAX :]
