"""Times that people give are read as what they mean."""

from datetime import UTC, date, datetime, timedelta, timezone

import pytest

from sayso.core.instants import HOW, read_instant

DAY_US = 86_400_000_000


@pytest.mark.parametrize(
    ("given", "begins", "ends"),
    [
        ("1970-01-02", DAY_US, 2 * DAY_US),
        (" 1970-01-02 ", DAY_US, 2 * DAY_US),
        (date(1970, 1, 2), DAY_US, 2 * DAY_US),
        ("1970-01-02T00:00", DAY_US, DAY_US),
        ("1970-01-02 01:00+01:00", DAY_US, DAY_US),
        ("1970-01-02T00:00:00.000001Z", DAY_US + 1, DAY_US + 1),
        (datetime(1970, 1, 2), DAY_US, DAY_US),  # noqa: DTZ001 - what a host may give
        (datetime(1970, 1, 2, 2, tzinfo=timezone(timedelta(hours=2))), DAY_US, DAY_US),
        (datetime(1969, 12, 31, 23, 59, 59, 999_999, tzinfo=UTC), -1, -1),
    ],
)
def test_a_day_has_a_beginning_and_an_end(given: str | date, begins: int, ends: int) -> None:
    """A day as an end lasts to the next midnight, a time is a time; without a zone it is UTC."""
    assert read_instant(given).unwrap() == begins
    assert read_instant(given, is_end=True).unwrap() == ends


@pytest.mark.parametrize("given", ["", "soon", "2026-02-30", "2026-05-01T25:00", "9999-12-31x"])
def test_what_is_no_time_is_refused_with_advice(given: str) -> None:
    """Nothing is guessed: not a word, and not a day that no calendar has."""
    assert read_instant(given).failure() == HOW


def test_the_last_day_lasts_to_its_end() -> None:
    """No calendar has the midnight after it, but as an end it is a day like any other."""
    begins = read_instant(date.max).unwrap()
    assert read_instant("9999-12-31", is_end=True).unwrap() == begins + DAY_US
    assert read_instant(date.max, is_end=True).unwrap() == begins + DAY_US
