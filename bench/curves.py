"""Draws what work costs over the size of a store, from the tables of docs/performance.md.

Both axes are logarithmic: a curve that lies flat is work that does not grow, one that rises like
the corner of a square grows with the store. The same tables give the same picture, byte for byte.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    Point = tuple[float, float]

_DOCS: Final = Path(__file__).resolve().parents[1] / "docs"
PAGE: Final = _DOCS / "performance.md"
PICTURE: Final = _DOCS / "curves.svg"
OURS: Final = ("ours", "second", "third", "fourth", "fifth")  # what colours the lines
LOW_SIZE, HIGH_SIZE = 1_000, 1_000_000
LOW_MS, HIGH_MS = 0.01, 1_000
WIDTH, HEIGHT = 300, 200  # of the square of a panel
LEFT, TOP, GAP_X, GAP_Y = 64, 74, 190, 78
HEAD: Final = "95th percentile in ms; both axes are logarithmic"
LABEL_GAP: Final = 15  # between the names of lines
STYLE: Final = """
text { font: 12px system-ui, sans-serif; fill: #333 }
.head { font-size: 14px; font-weight: 600 }
.grid { stroke: #ddd; fill: none }
.line { fill: none; stroke-width: 2 }
.ours { stroke: #0b6bcb } .porter { stroke: #c2410c } .trigram { stroke: #a16207 }
.second { stroke: #0f766e } .third { stroke: #7c3aed } .fourth { stroke: #be185d }
.fifth { stroke: #4d7c0f } .porter, .trigram { stroke-dasharray: 5 3 }
.paper { fill: #fff }
@media (prefers-color-scheme: dark) {
  text { fill: #ddd } .paper { fill: #161b22 } .grid { stroke: #3a3f46 }
  .ours { stroke: #58a6ff } .porter { stroke: #fb923c } .trigram { stroke: #facc15 }
  .second { stroke: #2dd4bf } .third { stroke: #c4b5fd } .fourth { stroke: #f9a8d4 }
  .fifth { stroke: #a3e635 }
}
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """A square of the picture: rows of a table that have something in common, a line a column.

    `lines` are pairs of a column and the class that colours it.
    """

    title: str
    size: str
    where: tuple[str, str]
    lines: tuple[tuple[str, str], ...]


_SEARCHED: Final = (
    ("whole search", "ours"),
    ("FTS5 porter", "porter"),
    ("FTS5 trigram", "trigram"),
)
_TASKS: Final = ("opening", "status", "list", "claim", "context of a prompt")
_RECALLED: Final = (("recall", "ours"), ("FTS5 porter", "porter"), ("FTS5 trigram", "trigram"))
PANELS: Final = (
    Panel(title="Search, one scope", size="memories", where=("scopes", "1"), lines=_SEARCHED),
    Panel(title="Search, 100 scopes", size="memories", where=("scopes", "100"), lines=_SEARCHED),
    Panel(title="Recall, one scope", size="turns", where=("scopes", "1"), lines=_RECALLED),
    Panel(title="Recall, 100 scopes", size="turns", where=("scopes", "100"), lines=_RECALLED),
    Panel(
        title="Other work, one scope",
        size="memories",
        where=("scopes", "1"),
        lines=tuple(zip(_TASKS, OURS, strict=True)),
    ),
    Panel(
        title="Other work, 100 scopes",
        size="memories",
        where=("scopes", "100"),
        lines=tuple(zip(_TASKS, OURS, strict=True)),
    ),
)


def main() -> None:
    """Draw the picture anew."""
    PICTURE.write_text(picture(tables(PAGE.read_text("utf-8"))), "utf-8")
    print(f"{PICTURE.name} is drawn from the tables of {PAGE.name}.")


def tables(page: str) -> list[list[dict[str, str]]]:
    """Read the tables of a page: the rows of each, by the heads of their columns."""
    found: list[list[dict[str, str]]] = []
    heads: list[str] | None = None
    for line in page.splitlines():
        if not line.startswith("|"):
            heads = None
            continue
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if heads is None:
            heads = cells
            found.append([])
        elif not all(set(cell) <= set("-:") for cell in cells):
            found[-1].append(dict(zip(heads, cells, strict=True)))
    return found


def picture(found: list[list[dict[str, str]]]) -> str:
    """Give the picture of the panels, two in a row."""
    width = LEFT + 2 * WIDTH + 2 * GAP_X
    height = TOP + (len(PANELS) + 1) // 2 * (HEIGHT + GAP_Y)
    drawn = (
        line
        for at, panel in enumerate(PANELS)
        for line in _drawn(
            panel, found, (LEFT + at % 2 * (WIDTH + GAP_X), TOP + at // 2 * (HEIGHT + GAP_Y))
        )
    )
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">',
            "<title>What work costs over the size of a store</title>",
            f"<style>{STYLE}</style>",
            f'<rect class="paper" width="{width}" height="{height}"/>',
            f'<text class="head" x="{LEFT}" y="26">{HEAD}</text>',
            *drawn,
            "</svg>\n",
        )
    )


def _drawn(panel: Panel, found: list[list[dict[str, str]]], corner: Point) -> Iterator[str]:
    """Draw one panel with its upper left corner at a place."""
    left, top = corner
    yield f'<text class="head" x="{left:g}" y="{top - 12:g}">{panel.title}</text>'
    yield from _grid(panel, corner)
    ends: dict[str, float] = {}
    for column, colour in panel.lines:
        points = [_place(point, corner) for point in points_of(panel, found, column)]
        told = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        yield f'<polyline class="line {colour}" points="{told}"/>'
        ends[column] = points[-1][1]
    colours = dict(panel.lines)
    for column, y in apart(ends).items():
        x = left + WIDTH + 10
        yield f'<path class="line {colours[column]}" d="M{x - 6:g} {y - 4:.1f}h14"/>'
        yield f'<text x="{x + 12:g}" y="{y:.1f}">{_told(column)}</text>'


def _told(column: str) -> str:
    return f"sayso: {column}" if column in {"whole search", "recall"} else column


def _grid(panel: Panel, corner: Point) -> Iterator[str]:
    """Draw the lines of the tens, with their numbers."""
    left, top = corner
    for size in (1_000, 10_000, 100_000, 1_000_000):
        x, _ = _place((size, HIGH_MS), corner)
        yield f'<path class="grid" d="M{x:.1f} {top:g}v{HEIGHT}"/>'
        yield f'<text x="{x:.1f}" y="{top + HEIGHT + 16:g}" text-anchor="middle">{size:,}</text>'
    for exponent in range(-2, 4):
        _, y = _place((LOW_SIZE, 10.0**exponent), corner)
        yield f'<path class="grid" d="M{left:g} {y:.1f}h{WIDTH}"/>'
        number = f"{10.0**exponent:,g}"
        yield f'<text x="{left - 8:g}" y="{y + 4:.1f}" text-anchor="end">{number}</text>'
    middle = left + WIDTH / 2
    low = top + HEIGHT + 33
    yield f'<text x="{middle:g}" y="{low:g}" text-anchor="middle">{panel.size}</text>'


def points_of(
    panel: Panel, found: list[list[dict[str, str]]], column: str
) -> list[tuple[float, float]]:
    """Give sizes and times of a column, smallest size first."""
    field, value = panel.where
    for rows in found:
        if rows and {panel.size, field, column} <= rows[0].keys():
            return sorted(
                (_number(row[panel.size]), _number(row[column]))
                for row in rows
                if row[field] == value and row[column]
            )
    message = f"no table has the columns {panel.size}, {field} and {column}"
    raise LookupError(message)


def _number(text: str) -> float:
    return float(text.replace(",", ""))


def _place(point: Point, corner: Point) -> Point:
    """Tell where in the picture a size and a time stand."""
    size, ms = point
    across = math.log(size / LOW_SIZE) / math.log(HIGH_SIZE / LOW_SIZE)
    up = math.log(min(max(ms, LOW_MS), HIGH_MS) / LOW_MS) / math.log(HIGH_MS / LOW_MS)
    return corner[0] + WIDTH * across, corner[1] + HEIGHT * (1 - up)


def apart(ends: Mapping[str, float]) -> dict[str, float]:
    """Move the names of lines apart, so that none stands on another; from the uppermost down.

    >>> apart({"a": 10, "b": 12, "c": 60})
    {'a': 14, 'b': 29, 'c': 64}
    """
    placed: dict[str, float] = {}
    least = -math.inf
    for name, y in _by_height(ends.items()):
        placed[name] = max(y + 4, least)
        least = placed[name] + LABEL_GAP
    return placed


def _by_height(ends: Iterable[tuple[str, float]]) -> list[tuple[str, float]]:
    return sorted(ends, key=lambda end: (end[1], end[0]))


if __name__ == "__main__":
    main()
