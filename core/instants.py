"""Times that people give: a day, or a day and a time, as microseconds since the epoch, UTC."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, Final

from sayso.core.outcome import Failure, Success

if TYPE_CHECKING:
    from sayso.core.outcome import Result

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND: Final = timedelta(microseconds=1)
_DAY: Final = timedelta(days=1)
HOW: Final = "give a day such as 2026-05-01, or a time such as 2026-05-01T14:30+02:00"


def read_instant(given: str | date, *, is_end: bool = False) -> Result[int, str]:
    """Read when something begins or, as an end, up to when it lasts; fails with what is wrong.

    A day begins at midnight and ends at the next one; what names no zone is UTC.

    >>> read_instant("1970-01-02").unwrap(), read_instant("1970-01-02", is_end=True).unwrap()
    (86400000000, 172800000000)
    """
    try:
        at = _at(given)
    except ValueError:
        return Failure(HOW)
    lasts = _DAY if is_end and not isinstance(at, datetime) else timedelta(0)
    moment = at if isinstance(at, datetime) else datetime(at.year, at.month, at.day, tzinfo=UTC)
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return Success((moment - _EPOCH + lasts) // _MICROSECOND)


def _at(given: str | date) -> date:
    """Take a text apart: a date alone is a day."""
    if not isinstance(given, str):
        return given
    try:
        return date.fromisoformat(given.strip())
    except ValueError:
        return datetime.fromisoformat(given.strip())
