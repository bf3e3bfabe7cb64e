"""Times as logs write them -> microseconds since the epoch, UTC, or None when unreadable.

ISO 8601 text, with or without a zone (none means UTC), or a number of seconds since the epoch.
A number too large to be seconds of the years 1 to 9999 is not guessed to be milliseconds.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final

from sayso.core.limits import SECOND_US

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_FIRST_S: Final = -62_135_596_800  # 0001-01-01
_LAST_S: Final = 253_402_300_799  # 9999-12-31T23:59:59
_TEXT_MAX_CHARS: Final = 64


def read_moment(value: object) -> int | None:
    """Read a time of a log; None when it is none.

    >>> read_moment("2025-12-02 12:49Z"), read_moment(1.5), read_moment("soon")
    (1764679740000000, 1500000, None)
    """
    match value:
        case bool():
            return None
        case int() | float():
            return _from_seconds(value)
        case str():
            return _from_text(value.strip())
        case _:
            return None


def _from_seconds(seconds: float) -> int | None:
    """Turn seconds into microseconds; whole numbers stay exact."""
    if not _FIRST_S <= seconds <= _LAST_S:
        return None
    return round(seconds * SECOND_US)


def _from_text(text: str) -> int | None:
    """Read ISO 8601; bare digits could be a date or a number of seconds, so they are neither."""
    if len(text) > _TEXT_MAX_CHARS or text.isdigit():
        return None
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return (moment - _EPOCH) // timedelta(microseconds=1)
