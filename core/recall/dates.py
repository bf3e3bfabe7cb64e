"""The time that a question names: "last May", 上周, "on 3 July 2026", 三天前.

Input: the question, and the moment of asking where one is known. Output: from when until when,
and the words that say so. Days are those of UTC; a month without a year is the last that has begun.
What is told relative to now means nothing without a moment of asking.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, Final

from sayso.core.limits import SECOND_US
from sayso.core.spelling import spelled

if TYPE_CHECKING:
    from collections.abc import Callable

    _Reader = Callable[[re.Match[str], date | None], "_Span | None"]

_Span = tuple[date, date]

_MONTHS: Final = (
    "jan(?:uary)?", "feb(?:ruary)?", "mar(?:ch)?", "apr(?:il)?", "may", "june?", "july?",
    "aug(?:ust)?", "sep(?:t(?:ember)?)?", "oct(?:ober)?", "nov(?:ember)?", "dec(?:ember)?",
)  # fmt: skip
_MONTH: Final = f"(?P<month>{'|'.join(_MONTHS)})"
_YEAR: Final = r"(?P<year>(?:19|20)\d\d)"
_DAY: Final = r"(?P<day>[0-3]?\d)(?:st|nd|rd|th)?"
_WEEKDAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_HAN_WEEKDAYS: Final = "一二三四五六日"
_HAN_DIGITS: Final = {char: at for at, char in enumerate("零一二三四五六七八九十")} | {
    "两": 2,
    "日": 7,
    "天": 7,
}
_COUNTS: Final = "a one two three four five six seven eight nine ten".split()
_UNIT_DAYS: Final = {
    "day": 1, "week": 7, "month": 30, "year": 365, "天": 1, "周": 7, "星期": 7, "月": 30, "年": 365
}  # fmt: skip
_NUMBER: Final = r"[0-9]{1,3}"
_HAN_NUMBER: Final = r"(?:[0-9]{1,3}|[一二两三四五六七八九]?十?[一二三四五六七八九十两])"


@dataclass(frozen=True, slots=True, kw_only=True)
class Period:
    """From when up to but not at when, in microseconds; `told` is the wording, as it is spelled."""

    since_us: int
    until_us: int
    told: str


def period_of(query: str, now_us: int | None) -> Period | None:
    """Find the time that a question names; the plainest wording wins where there are several.

    >>> period_of("what did I say in March 2026?", None).told
    'in March 2026'
    """
    plain = spelled(query)
    today = None if now_us is None else datetime.fromtimestamp(now_us // SECOND_US, UTC).date()
    for pattern, read in _WORDINGS:
        found = pattern.search(plain)
        span = None if found is None else _read(read, found, today)
        if found is not None and span is not None:
            first, end = (_microseconds(day) for day in span)
            return Period(since_us=first, until_us=end, told=found.group())
    return None


def _read(
    read: _Reader,
    found: re.Match[str],
    today: date | None,
) -> _Span | None:
    """Read a wording; one that names no day of the calendar means nothing."""
    try:
        return read(found, today)
    except (ValueError, OverflowError):
        return None


def _microseconds(day: date) -> int:
    return int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()) * SECOND_US


def _number(text: str) -> int:
    """Read a number up to 99 in digits, English or Chinese.

    >>> _number("12"), _number("three"), _number("二十一"), _number("十二"), _number("an")
    (12, 3, 21, 12, 1)
    """
    if text.isdigit():
        return int(text)
    if text.isascii():
        return max(1, _COUNTS.index(text.lower())) if text.lower() in _COUNTS else 1
    tens, ten, ones = text.rpartition("十")
    if not ten:
        return _HAN_DIGITS[text]
    return 10 * (_HAN_DIGITS[tens] if tens else 1) + (_HAN_DIGITS[ones] if ones else 0)


def _month_number(text: str) -> int:
    if text[0].isascii() and not text.isdigit():
        return [name[:3] for name in _MONTHS].index(text[:3].lower()) + 1
    return _number(text)


def _month_of(year: int, month: int) -> _Span:
    return date(year, month, 1), date(year + month // 12, month % 12 + 1, 1)


def _of_calendar(found: re.Match[str], today: date | None) -> _Span | None:
    """Read year, month and day as far as they are told."""
    told = found.groupdict()
    month = _month_number(told["month"])
    day = told.get("day")
    year = int(told["year"]) if told.get("year") else _last_year_of(month, today)
    if year is None:
        return None
    if day is None:
        return _month_of(year, month)
    first = date(year, month, int(day))
    return first, first + timedelta(days=1)


def _last_year_of(month: int, today: date | None) -> int | None:
    """Give the year of the last such month that has begun."""
    if today is None:
        return None
    return today.year if month <= today.month else today.year - 1


def _of_year(found: re.Match[str], today: date | None) -> _Span:
    del today
    year = int(found["year"])
    return date(year, 1, 1), date(year + 1, 1, 1)


def _of_han_month(found: re.Match[str], today: date | None) -> _Span | None:
    """Read a month of last or this year."""
    if today is None:
        return None
    year = today.year - (found["which"] == "去")
    return _month_of(year, _number(found["month"]))


def _days_back(first: int, days: int) -> _Reader:
    def read(found: re.Match[str], today: date | None) -> _Span | None:
        del found
        if today is None:
            return None
        begun = today - timedelta(days=first)
        return begun, begun + timedelta(days=days)

    return read


def _ago(found: re.Match[str], today: date | None) -> _Span | None:
    """Read so many days, weeks, months or years ago, with as much again around as is vague."""
    if today is None:
        return None
    days = _UNIT_DAYS[found["unit"].lower()]
    count = _number(found["count"])
    middle = today - timedelta(days=count * days)
    around = timedelta(days=days // 2)
    return middle - around, middle + around + timedelta(days=1)


def _of_unit(found: re.Match[str], today: date | None) -> _Span | None:
    """Read last or this week, month or year."""
    if today is None:
        return None
    back = found["which"].lower() in {"last", "past", "上", "上个", "去"}
    unit = found["unit"].lower()
    if unit in {"week", "周", "星期", "礼拜"}:
        begun = today - timedelta(days=today.weekday() + 7 * back)
        return begun, begun + timedelta(days=7)
    if unit in {"month", "月"}:
        last = today.replace(day=1) - timedelta(days=1)
        month = last if back else today
        return _month_of(month.year, month.month)
    return date(today.year - back, 1, 1), date(today.year + 1 - back, 1, 1)


def _of_weekday(found: re.Match[str], today: date | None) -> _Span | None:
    """Read the last such day of a week."""
    if today is None:
        return None
    name = found["weekday"].lower()
    if name.isascii():
        begun = today - timedelta(days=(today.weekday() - _WEEKDAYS.index(name) - 1) % 7 + 1)
    else:
        monday = today - timedelta(days=today.weekday() + 7)
        begun = monday + timedelta(days=_HAN_DIGITS[name] - 1)
    return begun, begun + timedelta(days=1)


_WORDINGS: Final[tuple[tuple[re.Pattern[str], _Reader], ...]] = tuple(
    (re.compile(pattern, re.IGNORECASE), read)
    for pattern, read in (
        (rf"\b(?:on )?{_YEAR}[-/.](?P<month>[01]?\d)[-/.](?P<day>[0-3]?\d)\b", _of_calendar),
        (rf"{_YEAR}年(?P<month>[01]?\d)月(?P<day>[0-3]?\d)[日号]", _of_calendar),
        (rf"\b(?:on (?:the )?)?{_DAY} (?:of )?{_MONTH}\b(?:,? {_YEAR}\b)?", _of_calendar),
        (rf"\b(?:on )?{_MONTH} {_DAY}\b(?:,? {_YEAR}\b)?", _of_calendar),
        (rf"\b(?:in |during )?{_MONTH},? (?:of )?{_YEAR}\b", _of_calendar),
        (rf"\b(?:in )?{_YEAR}[-/](?P<month>[01]?\d)\b", _of_calendar),
        (rf"{_YEAR}年(?P<month>[01]?\d)月份?", _of_calendar),
        (rf"(?P<which>[去今])年(?P<month>{_HAN_NUMBER})月份?", _of_han_month),
        (r"(?<![\d年])(?P<month>[01]?\d)月(?P<day>[0-3]?\d)[日号]", _of_calendar),
        (rf"\b(?:in|last|during|since) {_MONTH}\b", _of_calendar),
        (rf"(?<![\d年个])(?P<month>{_HAN_NUMBER})月份?(?!前)", _of_calendar),
        (
            rf"\b(?P<count>{_NUMBER}|an|{'|'.join(_COUNTS)}) (?P<unit>day|week|month|year)s? ago\b",
            _ago,
        ),
        (rf"(?P<count>{_HAN_NUMBER})个?(?P<unit>天|周|星期|月|年)(?:以?前|之前)", _ago),
        (rf"\b(?:on )?(?:last )(?P<weekday>{'|'.join(_WEEKDAYS)})\b", _of_weekday),
        (rf"上个?(?:周|星期|礼拜)(?P<weekday>[{_HAN_WEEKDAYS}天])", _of_weekday),
        (r"\b(?P<which>last|past|this) (?P<unit>week|month|year)\b", _of_unit),
        (r"(?P<which>上个?|这个?|本)(?P<unit>周|星期|礼拜|月)", _of_unit),
        (r"(?P<which>[去今])(?P<unit>年)", _of_unit),
        (r"\byesterday\b|\blast night\b|昨[天晚日]", _days_back(1, 1)),
        (r"前天", _days_back(2, 1)),
        (r"\btoday\b|今天", _days_back(0, 1)),
        (rf"\b(?:in|during|of) (?:the year )?{_YEAR}\b", _of_year),
        (rf"{_YEAR}年", _of_year),
    )
)
