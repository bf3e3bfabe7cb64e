"""A restored store goes on after the one whose place it takes: what is changed in it, as a plan.

The content is the backup's, with the ids and words of the backup. Ahead of both go the generation,
so that no late result of the replaced state lands, the count of commits, so that the mark beside
the store sees no loss, and the numbers of new rows, so that none is ever used twice. Work that
somebody held is open again, and what a model has cost stays counted: the money is spent.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sayso.core import limits
from sayso.core.plans import Plan, Write
from sayso.core.project.lifecycle import next_generation

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sayso.core.project.lifecycle import Remains


@dataclass(frozen=True, slots=True, kw_only=True)
class Holding:
    """What a store is and holds: memories in use, and when its newest turn was stored, if any."""

    store_id: str
    generation: int
    commits: int
    turns: int
    memories: int
    newest_at_us: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Succession:
    """How a restored store goes on: its generation, its count of commits, its last used ids."""

    generation: int
    commits: int
    sequences: tuple[tuple[str, int], ...]


def succession(backup: Remains, replaced: Remains, marked_commits: int) -> Succession:
    """Go ahead of the backup, of what it replaces, and of what the mark has seen."""
    counted = (backup.commits, replaced.commits, marked_commits)
    sequences: dict[str, int] = {}
    for table, number in (*backup.sequences, *replaced.sequences):
        sequences[table] = max(number, sequences.get(table, 0))
    return Succession(
        generation=max(next_generation(backup), next_generation(replaced)),
        commits=max(number for number in counted if number <= limits.NUMBER_MAX) + 1,
        sequences=tuple(sorted(sequences.items())),
    )


def plan_restored(ahead: Succession, replaced: Remains, now_us: int) -> Plan:
    """Change a copy of the backup into what takes the place of the store."""
    return (
        Write(
            statement="store/restore_meta",
            params={"generation": ahead.generation, "commits": ahead.commits, "now": now_us},
        ),
        _any_rows("jobs/restore", {"generation": ahead.generation, "now": now_us}),
        *(
            write
            for table, number in ahead.sequences
            for write in (
                _any_rows("store/drop_sequence", {"table": table}),
                Write(statement="store/raise_sequence", params={"table": table, "seq": number}),
            )
        ),
        *(
            Write(
                statement="models/raise_usage",
                params={"day": cost.day, "calls": cost.calls, "tokens": cost.tokens},
            )
            for cost in replaced.costs
        ),
    )


def _any_rows(statement: str, params: Mapping[str, str | int]) -> Write:
    return Write(statement=statement, params=params, expect_rows=None)
