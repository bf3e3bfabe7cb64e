"""What a configured model may cost in a day."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.core import limits
from sayso.core.metering import (
    DailyLimits,
    OverLimit,
    Usage,
    day_of,
    is_over,
    plan_usage,
    until_tomorrow_us,
)
from tests.records import NOON_US

DAY_US = 24 * limits.HOUR_US


@pytest.mark.parametrize(
    ("calls", "tokens", "over"),
    [(9, 99, False), (10, 0, True), (11, 0, True), (0, 100, True), (0, 99, False)],
)
def test_either_limit_ends_the_day(calls: int, tokens: int, over: bool) -> None:
    """The tenth call is the last of ten, whatever the tokens, and the other way round."""
    daily = DailyLimits(calls=10, tokens=100, over=OverLimit.WAIT)
    assert is_over(Usage(calls=calls, tokens=tokens), daily) is over


def test_a_limit_of_zero_is_none() -> None:
    """Who wants no limit says so."""
    daily = DailyLimits(calls=0, tokens=0, over=OverLimit.WAIT)
    assert not is_over(Usage(calls=10**9, tokens=10**12), daily)


@given(st.integers(0, 4 * 10**15))
def test_tomorrow_is_the_next_day_and_never_far(now_us: int) -> None:
    """The wait ends exactly where another UTC day begins."""
    wait_us = until_tomorrow_us(now_us)
    assert 0 < wait_us <= DAY_US
    assert day_of(now_us) == day_of(now_us + wait_us - 1) != day_of(now_us + wait_us)


def test_a_call_is_counted_on_its_day() -> None:
    """One write, with the tokens the provider told."""
    (write,) = plan_usage(NOON_US, 42)
    assert write.statement == "models/count_usage"
    assert write.params == {"day": "2023-11-14", "tokens": 42}
