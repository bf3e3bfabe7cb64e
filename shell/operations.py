"""Operation ids: a write command that is repeated under its id happens once.

The id is looked up and remembered in the transaction that carries the command out, so a commit of
which nobody knows whether it was saved is settled by running the same transaction again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sayso.core import outcome
from sayso.core.project.requests import (
    check_repeat,
    op_id_fault,
    operation_key,
    plan_operation,
)
from sayso.shell.errors import RefusedError, RequestError

if TYPE_CHECKING:
    from sayso.core.plans import Plan
    from sayso.core.project.requests import OperationKey
    from sayso.shell.store.reading import Guarded, Reading, Work
    from sayso.shell.store.store import Store


def key_of(op_id: str | None, command: str, *parts: str) -> OperationKey | None:
    """Build the key of a command from its id and the parts of its request; None without an id.

    Raises RequestError for what is no operation id.
    """
    if op_id is None:
        return None
    fault = op_id_fault(op_id)
    if fault is not None:
        raise RequestError(fault)
    return operation_key(op_id, command, *parts)


def find_answer(reading: Reading, key: OperationKey | None) -> str | None:
    """Give what a command answered under its id before, or None where it is new.

    Raises RefusedError where the id stands for another request.
    """
    row = None if key is None else reading.row("store/operation", op_id=key.op_id)
    if key is None or row is None:
        return None
    answer = check_repeat(key, (row[0], row[1], row[2]))
    if outcome.is_failure(answer):
        raise RefusedError(answer.failure())
    return answer.unwrap()


def remembered(key: OperationKey | None, answer: str, now_us: int) -> Plan:
    """Plan to remember a command's answer; without an id there is nothing to remember."""
    return () if key is None else plan_operation(key, answer, now_us)


def transact_once(store: Store, key: OperationKey | None, now_us: int, work: Work[str]) -> str:
    """Carry a command out, or give the answer it got before under the same id."""

    def once(reading: Reading, guard: Guarded) -> tuple[Plan, str]:
        told = find_answer(reading, key)
        if told is not None:
            return (), told
        plan, answer = work(reading, guard)
        return (*plan, *remembered(key, answer, now_us)), answer

    return store.transact(once, is_repeatable=key is not None)
