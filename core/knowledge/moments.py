"""Times of knowledge, between microseconds and the texts in its files. All are UTC.

A clock that is far off still gives a text: what lies outside the years 1970 to 9999 is told as
the nearest moment inside.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final

from sayso.core import limits
from sayso.core.instants import read_instant
from sayso.core.outcome import is_failure

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


def moment_text(at_us: int) -> str:
    """Write a moment as ISO 8601 with its zone, to the microsecond.

    >>> moment_text(1_500_000)
    '1970-01-01T00:00:01.500000+00:00'
    """
    return _datetime(at_us).isoformat(timespec="microseconds")


def stamp(at_us: int) -> str:
    """Write a moment as the ids of sessions have it, to the second.

    >>> stamp(1_500_000)
    '19700101_000001'
    """
    return _datetime(at_us).strftime("%Y%m%d_%H%M%S")


def minute_text(at_us: int) -> str:
    """Write a moment as headings of notes have it, to the minute.

    >>> minute_text(61_500_000)
    '1970-01-01 00:01'
    """
    return _datetime(at_us).strftime("%Y-%m-%d %H:%M")


def read_moment(text: str) -> int | None:
    """Read a moment from a file, None for what is no time; without a zone it is UTC.

    >>> read_moment("1970-01-01T01:00:00+01:00"), read_moment("yesterday")
    (0, None)
    """
    read = read_instant(text)
    return None if is_failure(read) else read.unwrap()


def _datetime(at_us: int) -> datetime:
    return _EPOCH + timedelta(microseconds=min(max(at_us, 0), limits.LATEST_US))
