"""Every write command of a memory with an operation id, for a store of `lived.lived_in`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tests.kit import whole_turn

if TYPE_CHECKING:
    from collections.abc import Callable

    from sayso.shell.memory import Memory

SAID: Final = "Which linter do we use?"
FAILED_JOB: Final = "j4"
Rows = dict[str, list[dict[str, object]]]
TABLES: Final = (
    "threads",
    "turns",
    "memory_jobs",
    "memory_candidates",
    "candidate_sources",
    "memory_items",
    "refusals",
    "tombstones",
    "operations",
)


def _retry(memory: Memory, op_id: str | None) -> None:
    memory.retry_job(FAILED_JOB, op_id=op_id)


def _drop(memory: Memory, op_id: str | None) -> None:
    memory.drop_job(FAILED_JOB, op_id=op_id)


COMMANDS: Final[dict[str, Callable[[Memory, str | None], object]]] = {
    "turn": lambda memory, op_id: memory.turn(SAID, op_id=op_id).id,
    "record": lambda memory, op_id: memory.record(whole_turn(SAID, op_id=op_id)),
    "forget": lambda memory, op_id: memory.forget("m1", op_id=op_id),
    "retry": _retry,
    "drop": _drop,
    "new": lambda memory, op_id: memory.new_thread(op_id=op_id),
    "clear": lambda memory, op_id: memory.clear(confirm=True, op_id=op_id),
}


def rows_of(memory: Memory) -> Rows:
    """Give the rows that commands make, all of one moment."""
    with memory.store.reading() as reading:
        return {name: list(reading.records(f"export/{name}")) for name in TABLES}
