"""docs/curves.svg: drawn from the tables of docs/performance.md, readable, the same each time."""

import re
from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest

from bench import curves

TABLE = """\
| memories | scopes | whole search |
|---|---|---|
| 1,000 | 1 | 0.50 |
| 1,000 | 100 | 7 |
| 1,000,000 | 1 | 5.00 |

| memories | scopes | opening |
|---|---|---|
| 1,000 | 1 | 2 |
"""
PANEL = curves.Panel(
    title="Search", size="memories", where=("scopes", "1"), lines=(("whole search", "ours"),)
)


def test_the_picture_is_that_of_the_page() -> None:
    """The picture that is kept shows the figures that the page has today."""
    drawn = curves.picture(curves.tables(curves.PAGE.read_text("utf-8")))
    assert drawn == curves.PICTURE.read_text("utf-8"), "draw it: python -m bench curves"
    ET.fromstring(drawn)
    assert "](curves.svg)" in curves.PAGE.read_text("utf-8")


def test_a_line_has_the_rows_of_its_panel() -> None:
    """A line takes its column from the first table that has it, and from the panel's rows alone."""
    found = curves.tables(TABLE)
    assert curves.points_of(PANEL, found, "whole search") == [(1_000, 0.5), (1_000_000, 5.0)]
    assert curves.points_of(PANEL, found, "opening") == [(1_000, 2.0)]
    with pytest.raises(LookupError, match="no table has the columns memories, scopes and hops"):
        curves.points_of(PANEL, found, "hops")


def test_tens_lie_as_far_apart_as_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten times the time stands a fixed step higher, a thousand times the size a fixed one on."""
    monkeypatch.setattr(curves, "PANELS", (PANEL,))
    drawn = curves.picture(curves.tables(TABLE))
    points = re.findall(r'class="line ours" points="([\d.,]+) ([\d.,]+)"', drawn)
    (first_x, first_y), (last_x, last_y) = (
        map(float, point.split(",")) for pair in points for point in pair
    )
    assert last_x - first_x == pytest.approx(curves.WIDTH, abs=0.1)
    assert first_y - last_y == pytest.approx(curves.HEIGHT / 5, abs=0.1)


def test_no_name_stands_on_another() -> None:
    """Names of lines that end at one height are moved apart."""
    placed = sorted(curves.apart({"a": 10, "b": 10, "c": 11, "d": 90}).values())
    gaps = [low - high for high, low in pairwise(placed)]
    assert min(gaps) >= curves.LABEL_GAP
