"""Figures that benches measure, and the tables in which ours stand beside those of others."""

from __future__ import annotations

import dataclasses
import datetime as dt
import json
import math
import os
import platform
import statistics
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, NotRequired, TypedDict, Unpack

import apsw

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

OURS: Final = "sayso"
HEADS: Final = ("who", "size", "unit", "p50", "p95", "p95 to ours", "note")
PER_SECOND: Final = {"s": 1.0, "ms": 1e3, "µs": 1e6}
MORE_IS_BETTER: Final = ("recall@", "share")
SIZES: Final = frozenset({"bytes", "KB", "MB", "GB"})
EVEN: Final = 1.005  # what is nearer than that is the same in two decimals


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """What was measured of one contender; a single number stands in both percentiles.

    NaN is for who could not run; the note says why.
    """

    subject: str
    who: str
    size: int
    unit: str
    p50: float
    p95: float
    note: str = ""


class About(TypedDict):
    """What a figure is about; times are in milliseconds unless a unit is given."""

    subject: str
    who: str
    size: int
    unit: NotRequired[str]
    note: NotRequired[str]


def timed(work: Callable[[], object], repeat: int, **about: Unpack[About]) -> Figure:
    """Run something several times, and give how long one run takes."""
    times_s = []
    for _ in range(repeat):
        begun = time.perf_counter()
        work()
        times_s.append(time.perf_counter() - begun)
    return taken(times_s, **about)


def taken(times_s: Sequence[float], **about: Unpack[About]) -> Figure:
    """Give the figure of times in seconds, in the unit of time that is asked for."""
    unit = about.get("unit", "ms")
    factor = PER_SECOND[unit]
    return Figure(
        subject=about["subject"],
        who=about["who"],
        size=about["size"],
        unit=unit,
        p50=factor * statistics.median(times_s),
        p95=factor * percentile_95(times_s),
        note=about.get("note", ""),
    )


def percentile_95(values: Sequence[float]) -> float:
    """Give the 95th percentile."""
    if len(values) == 1:
        return values[0]
    return statistics.quantiles(values, n=20, method="inclusive")[18]


def one_number(value: float, **about: Unpack[About]) -> Figure:
    """Give the figure of what was measured once: a size, a share, a rate."""
    said = {"unit": "ms", "note": ""} | about
    return Figure(**said, p50=value, p95=value)


def absent(why: str, **about: Unpack[About]) -> Figure:
    """Give the row of who could not run."""
    return dataclasses.replace(one_number(math.nan, **about), note=why)


def table(figures: Iterable[Figure]) -> str:
    """Lay figures out, a block for each subject, ordered by size and unit, ours first."""
    by_subject: dict[str, list[Figure]] = {}
    for figure in figures:
        by_subject.setdefault(figure.subject, []).append(figure)
    return "\n\n".join(_block(subject, some) for subject, some in by_subject.items())


def _block(subject: str, figures: list[Figure]) -> str:
    units = list(dict.fromkeys(figure.unit for figure in figures))
    ordered = sorted(
        figures, key=lambda one: (one.size, units.index(one.unit), not _is_ours(one.who))
    )
    rows = [HEADS, *(_row(figure, _ours(ordered, figure)) for figure in ordered)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join([subject, *(_line(row, widths) for row in rows)])


def _line(row: tuple[str, ...], widths: list[int]) -> str:
    is_number = ("size", "p50", "p95")
    cells = (
        f"{cell:>{width}}" if head in is_number else f"{cell:<{width}}"
        for head, cell, width in zip(HEADS, row, widths, strict=True)
    )
    return "  ".join(cells).rstrip()


def _row(figure: Figure, ours: Figure | None) -> tuple[str, ...]:
    ratio = "" if ours is None or _is_ours(figure.who) else compared(figure, ours)
    numbers = (_number(figure.p50), _number(figure.p95))
    return (figure.who, f"{figure.size:,}", figure.unit, *numbers, ratio, figure.note)


def _ours(figures: list[Figure], beside: Figure) -> Figure | None:
    """Give our figure of the same size and unit: the first, where we have several ways."""
    same = (one for one in figures if (one.size, one.unit) == (beside.size, beside.unit))
    return next((one for one in same if _is_ours(one.who)), None)


def _is_ours(who: str) -> bool:
    """Tell whether a row is ours: `sayso`, or `sayso` and which way or part of it."""
    return who == OURS or who.startswith((f"{OURS} ", f"{OURS}, "))


def compared(figure: Figure, ours: Figure) -> str:
    """Say how a contender's 95th percentile stands to ours, in the words of its unit."""
    if not (figure.p95 > 0 and ours.p95 > 0):  # NaN and nothing have no ratio
        return ""
    ratio = figure.p95 / ours.p95
    more, less = _words(figure.unit)
    if max(ratio, 1 / ratio) < EVEN:
        return "as ours"
    return f"{ratio:.2f}x {more} than ours" if ratio > 1 else f"{1 / ratio:.2f}x {less} than ours"


def _words(unit: str) -> tuple[str, str]:
    """Give the words for more and for less of a unit."""
    if unit.endswith("/s"):
        return "faster", "slower"
    if unit.startswith(MORE_IS_BETTER):
        return "better", "worse"
    if unit in PER_SECOND:
        return "slower", "faster"
    return ("larger", "smaller") if unit in SIZES else ("more", "less")


def _number(value: float) -> str:
    if math.isnan(value):
        return "-"
    if isinstance(value, int):  # a count
        return f"{value:,}"
    if abs(value) >= 100:  # three digits or more need no decimals
        return f"{value:,.0f}"
    return f"{value:.2f}" if abs(value) >= 1 else f"{value:.3f}"


def machine() -> str:
    """Say in one line what the figures are taken on, and when."""
    pages = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return ", ".join(
        (
            _cpu_name(),
            f"{os.cpu_count()} cores",
            f"{pages / 2**30:.0f} GB",
            platform.system(),
            f"Python {platform.python_version()}",
            f"SQLite {apsw.sqlite_lib_version()} (apsw {apsw.apsw_version()})",
            f"{dt.datetime.now(dt.UTC):%Y-%m-%d}",
        )
    )


def _cpu_name() -> str:
    described = Path("/proc/cpuinfo")
    lines = described.read_text("utf-8").splitlines() if described.exists() else []
    named = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(named, platform.processor() or platform.machine())


def in_json(figures: Iterable[Figure]) -> str:
    """Give the machine and the figures as one line of JSON; NaN is null."""
    told = [
        {
            name: None if isinstance(value, float) and math.isnan(value) else value
            for name, value in dataclasses.asdict(figure).items()
        }
        for figure in figures
    ]
    return json.dumps({"machine": machine(), "figures": told}, ensure_ascii=False)
