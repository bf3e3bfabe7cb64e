"""Two versions of a snapshot -> hunks: what changed, line by line, with a line around it."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum
from typing import TYPE_CHECKING, Final, TypeAlias

from tests.golden_review.words import likeness, mark

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

_ALIKE_MIN: Final = 0.4
# How alike the paired lines are in sum, and which old line meets which new one.
_Way: TypeAlias = tuple[float, tuple[tuple[int, int], ...]]
_NO_PAIRS: Final[_Way] = (0.0, ())
_PAIRS_MAX: Final = 400  # beyond this, looking for pairs costs more than it tells


class Mark(StrEnum):
    """What a row shows."""

    SAME = " "
    GONE = "-"
    NEW = "+"
    CHANGED = "~"


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One line of a hunk; a changed one has both versions in it, marked word by word."""

    mark: Mark
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Hunk:
    """One change with a line around it. `line` is the number of its first row in the new version.

    Two changes that only a line parts are two hunks, so that each can be known elsewhere.
    """

    line: int
    rows: tuple[Row, ...]

    @property
    def end(self) -> int:
        """The number of the line after its last row."""
        return self.line + sum(row.mark is not Mark.GONE for row in self.rows)

    @property
    def changes(self) -> tuple[Row, ...]:
        """The rows that changed: two hunks with equal ones tell the same."""
        return tuple(row for row in self.rows if row.mark is not Mark.SAME)


def hunks(before: str, after: str) -> tuple[Hunk, ...]:
    """Compare two versions of a snapshot; equal ones give nothing."""
    old, new = before.splitlines(), after.splitlines()
    found = tuple(
        Hunk(
            line=max(start, 1),
            rows=(*_same(new, start - 1), *_rows(old[a:b], new[start:end]), *_same(new, end)),
        )
        for tag, a, b, start, end in SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
        if tag != "equal"
    )
    if not found and before != after:
        # Only white space at the end of the lines, or of the file, is different.
        return (Hunk(line=max(len(new), 1), rows=_spaces(before, after)),)
    return found


def joined(found: Iterable[Hunk]) -> tuple[Hunk, ...]:
    """Put hunks of one snapshot together that meet or share the line between them."""
    runs: list[Hunk] = []
    for hunk in found:
        last = runs[-1] if runs else None
        if last is None or hunk.line > last.end:
            runs.append(hunk)
        else:
            shared = last.end - hunk.line
            runs[-1] = Hunk(line=last.line, rows=last.rows + hunk.rows[shared:])
    return tuple(runs)


def _same(lines: Sequence[str], at: int) -> tuple[Row, ...]:
    return (Row(mark=Mark.SAME, text=lines[at]),) if 0 <= at < len(lines) else ()


def _spaces(before: str, after: str) -> tuple[Row, ...]:
    tail = (repr(text[-20:]) for text in (before, after))
    gone, new = tail
    return Row(mark=Mark.GONE, text=f"ends with {gone}"), Row(
        mark=Mark.NEW, text=f"ends with {new}"
    )


def _rows(old: Sequence[str], new: Sequence[str]) -> Iterator[Row]:
    at_old = at_new = 0
    for pair_old, pair_new in (*_pairs(old, new), (len(old), len(new))):
        yield from (Row(mark=Mark.GONE, text=line) for line in old[at_old:pair_old])
        yield from (Row(mark=Mark.NEW, text=line) for line in new[at_new:pair_new])
        if pair_old < len(old) and pair_new < len(new):
            yield Row(mark=Mark.CHANGED, text=mark(old[pair_old], new[pair_new]))
        at_old, at_new = pair_old + 1, pair_new + 1


def _pairs(old: Sequence[str], new: Sequence[str]) -> tuple[tuple[int, int], ...]:
    """Find which lines are versions of each other: in order, as alike as possible in sum."""
    if len(old) * len(new) > _PAIRS_MAX:
        return ()
    alike = {
        (at, to): value
        for at, line in enumerate(old)
        for to, other in enumerate(new)
        if (value := likeness(line, other)) >= _ALIKE_MIN
    }
    best: dict[tuple[int, int], _Way] = {}
    for at in range(len(old), -1, -1):
        for to in range(len(new), -1, -1):
            ways = [best.get((at + 1, to), _NO_PAIRS), best.get((at, to + 1), _NO_PAIRS)]
            if (at, to) in alike:
                value, rest = best[at + 1, to + 1]
                ways.append((value + alike[at, to], ((at, to), *rest)))
            best[at, to] = max(ways, key=lambda way: way[0])
    return best[0, 0][1]
