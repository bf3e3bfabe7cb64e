"""Who dreams: what the lock file of a dream says, and whether it still holds.

Input: the bytes of the file, its age, and what this machine tells of processes. Output: held or
not. A holder on this machine holds it as long as its process lives, whatever the clock says; a
process with the same number that began at another time is somebody else. What can't be looked at,
a holder elsewhere or a file that can't be read, holds it for an hour after its last sign of life.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sayso.core import limits
from sayso.core.knowledge.json_values import text_of
from sayso.core.knowledge.spelling import read_object
from sayso.core.outcome import is_failure

if TYPE_CHECKING:
    from collections.abc import Callable

    from sayso.core.knowledge.json_values import JsonObject

PID_MAX: Final = 2**31 - 1
_DIGITS_MAX: Final = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Holder:
    """Who holds a dream's lease: a process, where it runs, and when it and its dream began.

    `host` is '' for a file of before, which bears a number alone and is of this machine.
    `process_started` is whatever the machine tells apart two processes of one number by, '' where
    it tells nothing.
    """

    pid: int
    host: str = ""
    started_at: str = ""
    process_started: str = ""
    token: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Running:
    """A process that lives; `started` is '' where the machine doesn't say when it began."""

    started: str = ""


def read_holder(raw: bytes) -> Holder | None:
    """Read a lock file, None for what names no process.

    >>> read_holder(b" 4711 "), read_holder(b"soon")
    (Holder(pid=4711, host='', started_at='', process_started='', token=''), None)
    """
    digits = raw.strip()
    if digits.isdigit() and len(digits) <= _DIGITS_MAX:
        return _sound(Holder(pid=int(digits)))
    read = read_object(raw)
    if is_failure(read):
        return None
    fields = read.unwrap()
    pid, host = fields.get("pid"), text_of(fields, "host")
    if not isinstance(pid, int) or isinstance(pid, bool) or not host:
        return None
    return _sound(
        Holder(
            pid=pid,
            host=host,
            started_at=text_of(fields, "started_at"),
            process_started=text_of(fields, "process_started"),
            token=text_of(fields, "token"),
        )
    )


def holder_fields(holder: Holder) -> JsonObject:
    """Give a holder as its file has it."""
    return {
        "pid": holder.pid,
        "host": holder.host,
        "started_at": holder.started_at,
        "process_started": holder.process_started,
        "token": holder.token,
    }


def is_held(
    holder: Holder | None, age_us: int, host: str, running: Callable[[int], Running | None]
) -> bool:
    """Tell whether a lease holds; `running` looks for a process of this machine, `host`.

    Source: B158-B161.
    """
    if holder is None or holder.host not in ("", host):
        return age_us < limits.DREAM_LEASE_US
    found = running(holder.pid)
    if found is None:
        return False
    return not (holder.process_started and found.started) or (
        found.started == holder.process_started
    )


def _sound(holder: Holder) -> Holder | None:
    """Take a number that a process may have."""
    return holder if 0 < holder.pid <= PID_MAX else None
