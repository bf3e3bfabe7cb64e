"""The life of a store: initialisation, a new thread, and the explicit clear.

An active thread comes into being in exactly three ways, and each has its plan here (A30-A33).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sayso.core.indexing import plan_current
from sayso.core.plans import Plan, Write
from sayso.core.turns import ThreadStatus

if TYPE_CHECKING:
    from sayso.core.project.requests import OperationKey

SCOPE_NAME: Final = "project"
FACE: Final = "project"

# Every table whose rows an explicit clear deletes, children before parents (A248).
CLEARED_TABLES: Final = (
    "recall_postings",
    "recall_words",
    "recall_scopes",
    "deliveries",
    "notes",
    "job_models",
    "memory_terms",
    "memory_content_terms",
    "memory_words",
    "memory_word_endings",
    "tombstones",
    "refusals",
    "memory_item_candidates",
    "memory_items",
    "candidate_sources",
    "memory_candidates",
    "memory_jobs",
    "turns",
    "threads",
    "tallies",
)
# Tables whose ids go on after a clear, so that no number is ever used twice.
NUMBERED_TABLES: Final = (
    "scopes",
    "threads",
    "turns",
    "memory_jobs",
    "memory_candidates",
    "memory_items",
    "refusals",
    "tombstones",
    "notes",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptOperation:
    """One remembered command: its id, what it asked (as a hash), and what it answered."""

    op_id: str
    command: str
    request_sha256: bytes
    answer: str
    created_at_us: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DayCost:
    """What the configured model has cost on one UTC day (`2026-03-01`)."""

    day: str
    calls: int
    tokens: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Birth:
    """What a new store is born with: its names, and what it carries on from an older one.

    `sequences` are (table, last used id) of the generation before, `operations` the commands it
    remembered, `costs` what its model has cost; all are empty for a first store.
    """

    store_id: str
    subject_key: bytes
    generation: int
    created_at_us: int
    now_us: int
    sequences: tuple[tuple[str, int], ...] = ()
    operations: tuple[KeptOperation, ...] = ()
    costs: tuple[DayCost, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Remains:
    """What could be read of a store before its content is replaced; None where it could not.

    `commits` is how many transactions it had counted, 0 where that cannot be told; `store_id` is
    whose store it was.
    """

    meta_generation: int | None
    job_generation: int | None
    created_at_us: int | None
    sequences: tuple[tuple[str, int], ...]
    commits: int = 0
    store_id: str | None = None
    operations: tuple[KeptOperation, ...] = ()
    costs: tuple[DayCost, ...] = ()


def plan_birth(birth: Birth) -> Plan:
    """Plan the rows of a store whose tables have just been made (A29, A101)."""
    sequences = dict(birth.sequences)
    thread_id = sequences.pop("threads", 0) + 1
    return (
        Write(
            statement="store/insert_meta",
            params={
                "store_id": birth.store_id,
                "face": FACE,
                "generation": birth.generation,
                "subject_key": birth.subject_key,
                "created_at": birth.created_at_us,
                "now": birth.now_us,
            },
        ),
        *(
            Write(statement="store/raise_sequence", params={"table": table, "seq": seq})
            for table, seq in sorted(sequences.items())
            if table in NUMBERED_TABLES and table != "scopes"
        ),
        *map(_operation_write, birth.operations),
        *map(_cost_write, birth.costs),
        Write(statement="store/insert_scope", params={"name": SCOPE_NAME, "now": birth.now_us}),
        *plan_current(),
        plan_thread(1, thread_id, birth.now_us),
    )


def _operation_write(operation: KeptOperation) -> Write:
    return Write(
        statement="store/insert_operation",
        params={
            "op_id": operation.op_id,
            "command": operation.command,
            "request_sha256": operation.request_sha256,
            "answer": operation.answer,
            "now": operation.created_at_us,
        },
    )


def _cost_write(cost: DayCost) -> Write:
    return Write(
        statement="store/insert_usage",
        params={"day": cost.day, "calls": cost.calls, "tokens": cost.tokens},
    )


def remember(key: OperationKey, answer: str, now_us: int) -> KeptOperation:
    """Give the record of a command that a new store is born with."""
    return KeptOperation(
        op_id=key.op_id,
        command=key.command,
        request_sha256=key.request_sha256,
        answer=answer,
        created_at_us=now_us,
    )


def next_generation(remains: Remains) -> int:
    """Give the generation after a damaged one: the highest known, or 0, plus one (A243)."""
    return max(remains.meta_generation or 0, remains.job_generation or 0, 0) + 1


def plan_thread(scope_id: int, thread_id: int, now_us: int) -> Write:
    """Insert an active thread; the store's unique index refuses a second one."""
    return Write(
        statement="turns/insert_thread",
        params={
            "id": thread_id,
            "scope_id": scope_id,
            "status": ThreadStatus.ACTIVE,
            "source_key": None,
            "now": now_us,
            "archived_at": None,
        },
    )


def plan_new_thread(scope_id: int, old_thread_id: int, thread_id: int, now_us: int) -> Plan:
    """Archive the active thread and start the next one (A43-A47)."""
    return (
        Write(statement="turns/archive_thread", params={"id": old_thread_id, "now": now_us}),
        plan_thread(scope_id, thread_id, now_us),
    )


def plan_clear(scope_id: int, thread_id: int, subject_key: bytes, now_us: int) -> Plan:
    """Delete all business rows of a healthy store and start its next generation (A63-A65).

    Late results of older jobs find neither their rows nor their generation (A240). Operation
    ids and the id counters stay. The schema guards the proof of active memories, so they end
    before anything is deleted.
    """
    return (
        Write(statement="clear/active_items", params={}, expect_rows=None),
        *(
            Write(statement=f"clear/{table}", params={}, expect_rows=None)
            for table in CLEARED_TABLES
        ),
        Write(statement="store/reset_meta", params={"subject_key": subject_key, "now": now_us}),
        *plan_current(),
        plan_thread(scope_id, thread_id, now_us),
    )
