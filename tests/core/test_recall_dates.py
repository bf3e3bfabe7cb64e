"""Which time a question names, in both languages."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from sayso.core.recall.dates import period_of

NOW_US = round(datetime(2026, 12, 2, 15, tzinfo=UTC).timestamp()) * 1_000_000  # a Wednesday


def day_of(at_us: int) -> date:
    """Give the day of a moment."""
    return datetime.fromtimestamp(at_us // 1_000_000, UTC).date()


@pytest.mark.parametrize(
    ("question", "first", "end"),
    [
        ("what did we say on 2026-03-04?", date(2026, 3, 4), date(2026, 3, 5)),
        ("2026年3月5日说的端口", date(2026, 3, 5), date(2026, 3, 6)),
        ("on 3 July, 2023", date(2023, 7, 3), date(2023, 7, 4)),
        ("the 3rd of July", date(2026, 7, 3), date(2026, 7, 4)),
        ("October 13, 2023", date(2023, 10, 13), date(2023, 10, 14)),
        ("in March 2026", date(2026, 3, 1), date(2026, 4, 1)),
        ("during dec 2025", date(2025, 12, 1), date(2026, 1, 1)),
        ("2026年3月", date(2026, 3, 1), date(2026, 4, 1)),
        ("去年三月", date(2025, 3, 1), date(2025, 4, 1)),
        ("今年十月份", date(2026, 10, 1), date(2026, 11, 1)),
        ("3月5日", date(2026, 3, 5), date(2026, 3, 6)),
        ("last May", date(2026, 5, 1), date(2026, 6, 1)),
        ("五月份的方案", date(2026, 5, 1), date(2026, 6, 1)),
        ("二十天前", date(2026, 11, 12), date(2026, 11, 13)),
        ("two weeks ago", date(2026, 11, 15), date(2026, 11, 22)),
        ("a month ago", date(2026, 10, 18), date(2026, 11, 18)),
        ("三天前", date(2026, 11, 29), date(2026, 11, 30)),
        ("十二天前", date(2026, 11, 20), date(2026, 11, 21)),
        ("last Monday", date(2026, 11, 30), date(2026, 12, 1)),
        ("last Wednesday", date(2026, 11, 25), date(2026, 11, 26)),
        ("上周三", date(2026, 11, 25), date(2026, 11, 26)),
        ("last week", date(2026, 11, 23), date(2026, 11, 30)),
        ("这周", date(2026, 11, 30), date(2026, 12, 7)),
        ("上个月", date(2026, 11, 1), date(2026, 12, 1)),
        ("this month", date(2026, 12, 1), date(2027, 1, 1)),
        ("last year", date(2025, 1, 1), date(2026, 1, 1)),
        ("去年", date(2025, 1, 1), date(2026, 1, 1)),
        ("yesterday", date(2026, 12, 1), date(2026, 12, 2)),
        ("昨天", date(2026, 12, 1), date(2026, 12, 2)),
        ("前天", date(2026, 11, 30), date(2026, 12, 1)),
        ("today", date(2026, 12, 2), date(2026, 12, 3)),
        ("in 2025", date(2025, 1, 1), date(2026, 1, 1)),
        ("2024年", date(2024, 1, 1), date(2025, 1, 1)),
    ],
)
def test_a_time_is_read(question: str, first: date, end: date) -> None:
    """Days, weeks, months and years, told or counted back from the moment of asking."""
    period = period_of(question, NOW_US)
    assert period is not None
    assert (day_of(period.since_us), day_of(period.until_us)) == (first, end)
    assert period.told in question


@pytest.mark.parametrize(
    "question",
    [
        "this may work",
        "the march of time",
        "on 31 February",
        "一个月",
        "什么时候",
        "port 2026",
    ],
)
def test_what_names_no_time(question: str) -> None:
    """A word that may be a month, a day no calendar has, a length of time: none of them is one."""
    assert period_of(question, NOW_US) is None


@pytest.mark.parametrize(
    "question",
    ["last May", "3月5日", "去年三月", "yesterday", "two weeks ago", "last Monday", "last week"],
)
def test_without_a_moment_nothing_is_counted_back(question: str) -> None:
    """What is told relative to now means nothing where now is not known."""
    assert period_of(question, None) is None


def test_a_date_needs_no_moment() -> None:
    """A date with its year is one by itself."""
    period = period_of("on 3 July 2023", None)
    assert period is not None
    assert period.until_us - period.since_us == timedelta(days=1) // timedelta(microseconds=1)
