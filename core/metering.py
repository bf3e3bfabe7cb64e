"""What a configured model may cost in a day, and what happens at the limit.

Days are UTC. A limit of 0 means none. Over a limit the embedded model serves, or jobs wait for the
next day; either way a backlog never burns more than the user allowed.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import TYPE_CHECKING

from sayso.core import limits
from sayso.core.plans import Write

if TYPE_CHECKING:
    from sayso.core.plans import Plan


class OverLimit(StrEnum):
    """What happens to a question over the daily limit."""

    RULES = "rules"
    WAIT = "wait"


@dataclass(frozen=True, slots=True, kw_only=True)
class DailyLimits:
    """How many calls and tokens a day may cost, 0 for any number, and what comes after."""

    calls: int = limits.MODEL_DAILY_CALLS
    tokens: int = limits.MODEL_DAILY_TOKENS
    over: OverLimit = OverLimit.RULES


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """What a day has cost so far."""

    calls: int
    tokens: int


def day_of(now_us: int) -> str:
    """Name the UTC day of a moment.

    >>> day_of(1_700_000_000_000_000)
    '2023-11-14'
    """
    return _moment(now_us).date().isoformat()


def is_over(usage: Usage, daily: DailyLimits) -> bool:
    """Tell whether a day's limit is used up."""
    return 0 < daily.calls <= usage.calls or 0 < daily.tokens <= usage.tokens


def until_tomorrow_us(now_us: int) -> int:
    """Give the time until the next UTC day begins, in microseconds."""
    moment = _moment(now_us)
    midnight = moment.replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=1)
    return int((midnight - moment) / timedelta(microseconds=1))


def plan_usage(now_us: int, tokens: int) -> Plan:
    """Count one call, also one that failed; tokens are what the provider told, else 0."""
    return (
        Write(statement="models/count_usage", params={"day": day_of(now_us), "tokens": tokens}),
    )


def _moment(now_us: int) -> datetime:
    return datetime.fromtimestamp(now_us // limits.SECOND_US, tz=UTC) + timedelta(
        microseconds=now_us % limits.SECOND_US
    )
