"""What is derived: the indexes of turns and memories, and the tallies, against what they come from.

Input: how many rows are missing, wrong or too many. Output: findings. None is damage: everything
here is made anew from what is stored, by one command.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Final

from sayso.core.checkup.findings import About, Finding, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

MAKE_ANEW: Final = "'sayso reindex --all' makes it anew from what is stored"


@dataclass(frozen=True, slots=True, kw_only=True)
class Indexes:
    """How many rows are not what they should be; `left_*` are still to be indexed.

    Where an index is behind, only that is told of it: what it lacks is no fault.
    """

    is_behind: bool = False
    left_turns: int = 0
    left_memories: int = 0
    recall_missing: int = 0
    recall_wrong: int = 0
    recall_extra: int = 0
    recall_idle: int = 0
    recall_scopes: int = 0
    memory_missing: int = 0
    memory_extra: int = 0
    memory_values: int = 0
    memory_endings: int = 0
    tallies: int = 0


_FAULTS: Final[Mapping[str, str]] = {
    "recall_missing": "recall lacks postings of turns, which it does not find",
    "recall_wrong": "recall has postings of turns with wrong counts",
    "recall_extra": "recall has postings that belong to no turn",
    "recall_idle": "recall has words under which nothing stands",
    "recall_scopes": "recall counts the turns of scopes wrong",
    "memory_missing": "search lacks postings of memories, which it does not find",
    "memory_extra": "search has postings that belong to no memory in use",
    "memory_values": "search lacks names of memories or has too many",
    "memory_endings": "search lacks endings of names or has too many",
    "tallies": "what 'sayso status' counts is not what there is",
}


def of_indexes(indexes: Indexes) -> Iterator[Finding]:
    """Judge what is derived."""
    for one in fields(indexes):
        number: int = getattr(indexes, one.name)
        if number and one.name in _FAULTS:
            yield Finding(
                severity=Severity.WARNING,
                about=About.INDEX,
                what=f"{_FAULTS[one.name]}: {number}",
                advice=MAKE_ANEW,
            )
    if indexes.is_behind:
        left = f"turns {indexes.left_turns}, memories {indexes.left_memories}"
        yield Finding(
            severity=Severity.HINT,
            about=About.INDEX,
            what=f"not all is indexed yet: {left}",
            advice="'sayso reindex' does it now, a worker in time",
        )
