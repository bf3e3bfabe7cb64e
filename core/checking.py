"""When a store is checked as a whole, and what may be said of it until then.

Input: what the mark says of the last thorough check, and what is found at opening: size, identity,
how the store was left, the time. Output: when to check, and one word and a moment for `status`. A
thorough check reads the whole file, so it is done at opening where that is quick or where there is
reason to doubt; else by a worker. Nothing is called checked before it is (A97, A98).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING, Final

from sayso.core import limits
from sayso.core.catalog import RECOVER, Degraded
from sayso.core.witness import Check, CheckResult

if TYPE_CHECKING:
    from typing import TypeGuard

NOT_YET: Final = "not yet"
UNCHECKED: Final = "the whole file has not been checked yet; 'sayso work' does it"


class When(Enum):
    """When a store is checked as a whole."""

    NOW = auto()  # before it may be used
    LATER = auto()  # by a worker
    NOT = auto()  # it was, a short while ago


@dataclass(frozen=True, slots=True, kw_only=True)
class Circumstances:
    """A store's file as it is found. `is_unclean`: its last user died with it open."""

    size_bytes: int
    device: int
    inode: int
    is_unclean: bool
    now_us: int


def when_due(last: Check | None, found: Circumstances) -> When:
    """Say when a store is to be checked.

    A check at opening that was cut off is left to a worker: whoever was killed because it took too
    long must not find it in the way again. One that failed is not repeated for the same file.
    """
    if found.size_bytes <= limits.INLINE_CHECK_MAX_BYTES:
        return When.NOW
    if not _is_of(last, found):
        return When.LATER if last is None and not found.is_unclean else When.NOW
    if last.result is CheckResult.RUNNING:
        return When.LATER
    if found.is_unclean and last.result is CheckResult.OK:
        return When.NOW
    return When.NOT if is_recent(last, found.now_us) else When.LATER


def known_damage(last: Check | None, found: Circumstances) -> Degraded | None:
    """Give the verdict of an earlier check of this very file, where that failed."""
    if not _is_of(last, found) or last.result is not CheckResult.FAILED:
        return None
    finding = f"a check of the whole file failed at {moment(last.at_us)}"
    return Degraded(findings=(finding,), remedy=RECOVER)


def is_recent(last: Check, now_us: int) -> bool:
    """Tell whether a check still counts; one that another is busy with counts for a while."""
    is_running = last.result is CheckResult.RUNNING
    good_us = limits.CHECK_RUNNING_US if is_running else limits.CHECK_GOOD_US
    return 0 <= now_us - last.at_us < good_us


def is_worker_due(last: Check | None, device: int, inode: int, now_us: int) -> bool:
    """Tell whether a worker should check a store that is too large to be checked at opening."""
    if last is None or (last.device, last.inode) != (device, inode):
        return True
    return not is_recent(last, now_us)


def tell_check(last: Check | None) -> str:
    """Say for `status` what the last check came to.

    >>> tell_check(Check(result=CheckResult.OK, at_us=0, device=1, inode=2))
    'ok at 1970-01-01 00:00Z'
    """
    if last is None:
        return NOT_YET
    if last.result is CheckResult.RUNNING:
        return f"checking since {moment(last.at_us)}"
    return f"{last.result} at {moment(last.at_us)}"


def moment(at_us: int) -> str:
    """Write a moment as people read it, in UTC; anything may stand in a file."""
    from datetime import UTC, datetime  # noqa: PLC0415 - 2 ms that an opening can do without

    seconds = min(max(at_us, 0), limits.LATEST_US) // limits.SECOND_US
    return f"{datetime.fromtimestamp(seconds, tz=UTC):%Y-%m-%d %H:%M}Z"


def _is_of(last: Check | None, found: Circumstances) -> TypeGuard[Check]:
    """Tell whether a check was one of the file that is found."""
    return last is not None and (last.device, last.inode) == (found.device, found.inode)
