"""Repeated commands: an operation id makes a write command happen once.

The same id with the same request gives the stored answer and no second row; with another
request it is refused, because then one of the two is a mistake.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sayso.core import limits, outcome
from sayso.core.plans import Write

if TYPE_CHECKING:
    from sayso.core.plans import Plan


@dataclass(frozen=True, slots=True, kw_only=True)
class OperationKey:
    """One write command with its operation id and the hash of what it asks."""

    op_id: str
    command: str
    request_sha256: bytes


def op_id_fault(op_id: object) -> str | None:
    """Say what an operation id has to be, where a value is none."""
    if isinstance(op_id, str) and 0 < len(op_id) <= limits.OP_ID_MAX_CHARS and op_id.isprintable():
        return None
    return f"an operation id has 1 to {limits.OP_ID_MAX_CHARS} printable characters: choose one"


def operation_key(op_id: str, command: str, *parts: str) -> OperationKey:
    """Build the key of a command from its id and the parts of its request."""
    request = hashlib.sha256()
    for part in (command, *parts):
        encoded = part.encode("utf-8")
        request.update(len(encoded).to_bytes(8, "big") + encoded)
    return OperationKey(op_id=op_id, command=command, request_sha256=request.digest())


def check_repeat(key: OperationKey, stored: tuple[str, bytes, str]) -> outcome.Result[str, str]:
    """Give the stored answer of a repeated command; `stored` is (command, hash, answer)."""
    command, request_sha256, answer = stored
    if (command, request_sha256) != (key.command, key.request_sha256):
        return outcome.Failure(
            f"operation id {key.op_id!r} was used for another request: choose a new id"
        )
    return outcome.Success(answer)


def plan_operation(key: OperationKey, answer: str, now_us: int) -> Plan:
    """Remember a command's answer in the transaction that carries it out."""
    return (
        Write(
            statement="store/insert_operation",
            params={
                "op_id": key.op_id,
                "command": key.command,
                "request_sha256": key.request_sha256,
                "answer": answer,
                "now": now_us,
            },
        ),
    )
