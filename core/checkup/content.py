"""What a store holds and how it is used: its verdicts, its log, its work, its clock.

Input: Content, read from a copy by a child process. Output: findings.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sayso.core import limits
from sayso.core.checkup.findings import About, Finding, Severity
from sayso.core.checkup.indexes import of_indexes

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sayso.core.checkup.indexes import Indexes

MEBIBYTE: Final = 1024 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """What a store says of itself."""

    store_id: str
    generation: int
    commits: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """Unfinished jobs and open turns, counted by what is remarkable about them.

    Expired is a lease that ran out, far one that lasts longer than any; late are jobs that wait
    for more than a day, tired ones that failed half as often as parks them.
    """

    parked: int = 0
    tired: int = 0
    late: int = 0
    expired: int = 0
    far: int = 0
    outdated: int = 0
    expired_turns: int = 0
    far_turns: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Content:
    """What a child process read of a copy of the store. `has_file`: something lies there.

    `verdicts` are findings that were made where the store was judged. `newest_us` is the time of
    its newest row. `is_movable` is False where the log does not go into the file. `indexes` are
    compared in a sound store only.
    """

    has_file: bool
    verdicts: tuple[Finding, ...] = ()
    standing: Standing | None = None
    work: Work | None = None
    indexes: Indexes | None = None
    newest_us: int | None = None
    log_bytes: int = 0
    is_movable: bool = True
    readers: tuple[int, ...] = ()


def of_content(content: Content, now_us: int) -> Iterator[Finding]:
    """Judge what was read of a store."""
    yield from content.verdicts
    yield from _of_log(content)
    if content.work is not None:
        yield from _of_work(content.work)
    if content.indexes is not None:
        yield from of_indexes(content.indexes)
    yield from _of_clock(content, now_us)


def of_silence(reason: str) -> Finding:
    """Judge that the child process that should have read the store told nothing."""
    return Finding(
        severity=Severity.DAMAGE,
        about=About.STORE,
        what=f"the file could not be read to its end: {reason}",
        advice="look again; if it stays, take it for damaged: 'sayso restore FILE' puts a backup "
        "back, 'sayso export --salvage' saves what it still holds",
    )


def _of_log(content: Content) -> Iterator[Finding]:
    if not content.is_movable:
        yield Finding(
            severity=Severity.WARNING,
            about=About.STORE,
            what="the log memory.db-wal does not go into memory.db",
            advice="make a backup with 'sayso backup FILE'",
        )
    if content.log_bytes > limits.LOG_LARGE_BYTES:
        held = ", ".join(map(str, content.readers))
        by = f"; held by process {held}" if held else ""
        yield Finding(
            severity=Severity.WARNING,
            about=About.DISK,
            what=f"the log memory.db-wal has {mebibytes(content.log_bytes)}{by}",
            advice="end the program that keeps an old state of the store open",
        )


# What is remarkable about work, how bad it is, and what to do.
_WORK: Final[Mapping[str, tuple[Severity, str, str]]] = {
    "parked": (
        Severity.WARNING,
        "jobs that failed too often and are parked",
        "'sayso status' names them; 'sayso retry' or 'sayso drop' decides",
    ),
    "tired": (
        Severity.WARNING,
        "jobs that fail again and again",
        "'sayso status' tells the last error",
    ),
    "late": (Severity.HINT, "jobs that have waited for more than a day", "run 'sayso work'"),
    "expired": (
        Severity.HINT,
        "jobs held by a worker that is gone",
        "the next 'sayso work' takes them up",
    ),
    "far": (
        Severity.HINT,
        "jobs held until a time that a wrong clock gave",
        "the next 'sayso work' takes them up",
    ),
    "outdated": (
        Severity.HINT,
        "jobs of a generation that is over",
        "the next 'sayso work' closes them",
    ),
    "expired_turns": (
        Severity.HINT,
        "turns that are open though their host is gone",
        "the next 'sayso work' ends them; their words are stored",
    ),
    "far_turns": (
        Severity.HINT,
        "turns that are open until a time that a wrong clock gave",
        "the next 'sayso work' ends them; their words are stored",
    ),
}


def _of_work(work: Work) -> Iterator[Finding]:
    for name, (severity, what, advice) in _WORK.items():
        count: int = getattr(work, name)
        if count:
            yield Finding(
                severity=severity, about=About.WORK, what=f"{what}: {count}", advice=advice
            )


def _of_clock(content: Content, now_us: int) -> Iterator[Finding]:
    ahead_us = (content.newest_us or 0) - now_us
    if ahead_us > limits.CLOCK_TOLERANCE_US:
        yield Finding(
            severity=Severity.WARNING,
            about=About.CLOCK,
            what=f"the newest row is {ahead_us // limits.SECOND_US} s ahead of the clock",
            advice="set the clock of this machine; what was stored keeps its order",
        )


def mebibytes(size_bytes: int) -> str:
    """Spell a size.

    >>> mebibytes(3 * MEBIBYTE // 2)
    '1.5 MiB'
    """
    return f"{size_bytes / MEBIBYTE:.1f} MiB"
