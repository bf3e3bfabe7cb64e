"""Two versions of all snapshots -> one report that a reviewer reads from top to bottom.

Grouped by what the snapshots pin. The same change in many snapshots is told once. A short
new one is shown, a deleted or moved one is named. Eval figures are told as figures. The last lines
sum it up, or say that nothing changed.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from tests.golden_review.figures import Cases, Moved, compare_figures, shown, signed
from tests.golden_review.kinds import Kind, kind_of, short_names
from tests.golden_review.lines import Hunk, Mark, hunks, joined
from tests.golden_review.words import ELLIPSIS, columns, tokens

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

WIDTH_COLUMNS: Final = 100
NEW_SHOWN_LINES: Final = 30
_CASES_SHOWN_MAX: Final = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Versions:
    """All snapshots before and after, by their path below golden/, and the labelled cases."""

    before: Mapping[str, str]
    after: Mapping[str, str]
    cases: Cases


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """What happened to the snapshots of one kind."""

    kind: Kind
    changed: tuple[str, ...]
    new: tuple[str, ...]
    deleted: tuple[str, ...]
    moved: tuple[tuple[str, str], ...]
    figures: Mapping[str, Moved]

    @property
    def is_empty(self) -> bool:
        """Whether nothing happened."""
        return not (self.changed or self.new or self.deleted or self.moved)


def find_sections(versions: Versions) -> tuple[Section, ...]:
    """Sort all snapshots by kind and by what happened to them."""
    return tuple(_section(kind, versions) for kind in Kind)


def render_review(versions: Versions, title: str) -> str:
    """Write the whole report."""
    sections = [one for one in find_sections(versions) if not one.is_empty]
    lines = [f"Golden review: {title}", ""]
    for section in sections:
        lines += [*_section_lines(section, versions), ""]
    return "\n".join((*lines, *_summary(sections, len(versions.after)), ""))


def render_figures(before: str, after: str) -> str | None:
    """Write what moved between two eval reports of the same cases; None when either is none."""
    moved = compare_figures(before, after, Cases())
    if moved is None:
        return None
    if not (moved.figures or moved.flips):
        return "Nothing moved.\n"
    return "\n".join((*_figure_lines(moved), "", "== summary", *_figure_summary(moved), ""))


def render_verdict(versions: Versions, stored: Mapping[str, str]) -> str:
    """Say why a check fails, '' when it passes: snapshots not written, unused, or not committed.

    `stored` are the snapshots of the working tree, `versions.after` those that the tests make.
    """
    made, base = versions.after, versions.before
    stale = [name for name, text in made.items() if stored.get(name) != text]
    unused = stored.keys() - made.keys()
    differing = [name for name in base.keys() | made.keys() if base.get(name) != made.get(name)]
    return "".join(
        f"{what} ({len(names)}): {', '.join(short_names(names))}\n"
        for what, names in (
            ("Not what golden/ holds, so run 'make golden'", stale),
            ("Unused in golden/, so run 'make golden'", unused),
            ("Not committed", differing),
        )
        if names
    )


def _section(kind: Kind, versions: Versions) -> Section:
    before = {name: text for name, text in versions.before.items() if kind_of(name) is kind}
    after = {name: text for name, text in versions.after.items() if kind_of(name) is kind}
    gone = sorted(before.keys() - after.keys())
    born = sorted(after.keys() - before.keys())
    moved = _moved({name: before[name] for name in gone}, {name: after[name] for name in born})
    changed = sorted(name for name in before.keys() & after.keys() if before[name] != after[name])
    figures = {
        name: told
        for name in changed
        if (told := compare_figures(before[name], after[name], versions.cases)) is not None
    }
    return Section(
        kind=kind,
        changed=tuple(changed),
        new=tuple(name for name in born if name not in moved.values()),
        deleted=tuple(name for name in gone if name not in moved),
        moved=tuple(moved.items()),
        figures=figures,
    )


def _moved(gone: Mapping[str, str], born: Mapping[str, str]) -> dict[str, str]:
    """Pair deleted snapshots with new ones of the very same text."""
    free = dict(born)
    moved: dict[str, str] = {}
    for name, text in gone.items():
        to = next((other for other in free if free[other] == text), None)
        if to is not None:
            moved[name] = to
            del free[to]
    return moved


def _section_lines(section: Section, versions: Versions) -> Iterator[str]:
    yield f"== {section.kind}: {', '.join(_counts(section))}"
    for name in section.changed:
        if name in section.figures:
            yield from ("", *short_names([name]))
            yield from _figure_lines(section.figures[name])
    rest = [name for name in section.changed if name not in section.figures]
    yield from _change_lines({one: (versions.before[one], versions.after[one]) for one in rest})
    for old, name in section.moved:
        yield from (
            "",
            f"moved {' '.join(short_names([old]))}",
            f"   to {' '.join(short_names([name]))}",
        )
    for name in section.new:
        yield ""
        yield from _new_lines(name, versions.after[name])
    if section.deleted:
        yield ""
        yield from (f"deleted, no test makes it: {name}" for name in short_names(section.deleted))


def _counts(section: Section) -> Iterator[str]:
    for what, names in (
        ("changed", section.changed),
        ("new", section.new),
        ("moved", section.moved),
        ("deleted", section.deleted),
    ):
        if names:
            yield f"{len(names)} {what}"


def _change_lines(pairs: Mapping[str, tuple[str, str]]) -> Iterator[str]:
    """Tell each change once, under all the snapshots that have it, as often as they have it."""
    places: dict[tuple[object, int], list[tuple[str, Hunk]]] = {}
    for name, (before, after) in pairs.items():
        times: Counter[object] = Counter()
        for hunk in hunks(before, after):
            times[hunk.changes] += 1
            places.setdefault((hunk.changes, times[hunk.changes]), []).append((name, hunk))
    told: dict[tuple[str, ...], list[Hunk]] = {}
    for found in places.values():
        names = tuple(dict.fromkeys(name for name, _ in found))
        told.setdefault(names, []).append(found[0][1])
    for names, shared in told.items():
        yield from ("", *short_names(names))
        for at, hunk in enumerate(joined(sorted(shared, key=lambda one: one.line))):
            yield from ("",) if at else ()
            yield from _hunk_lines(hunk)


def _hunk_lines(hunk: Hunk) -> Iterator[str]:
    for at, row in enumerate(hunk.rows):
        head = f"{hunk.line:>6} {row.mark} " if at == 0 else f"{'':>6} {row.mark} "
        if row.mark is Mark.SAME:
            yield (head + clipped(row.text, WIDTH_COLUMNS - len(head))).rstrip()
        else:
            yield from wrapped(row.text, head)


def _new_lines(name: str, text: str) -> Iterator[str]:
    """Show a new snapshot whole where it is short; a long one is read as a file."""
    lines = text.splitlines()
    told = " ".join(short_names([name]))
    if len(lines) > NEW_SHOWN_LINES:
        yield f"new {told}: read its {len(lines)} lines"
        return
    yield f"new {told}"
    for line in lines:
        yield from wrapped(line, f"{'':>6} + ")


def _figure_lines(moved: Moved) -> Iterator[str]:
    width = max((len(one.path) for one in moved.figures), default=0)
    for one in moved.figures:
        before, after = shown(one.before, one), shown(one.after, one)
        yield f"  {one.path:<{width}} {before:>8} → {after:>8} {signed(one):>8}".rstrip()
    for flip in moved.flips[:_CASES_SHOWN_MAX]:
        yield f"  {flip.how}: {flip.case}"
        for word in flip.words:
            yield from wrapped(word, f"{'':>6}")
    if len(moved.flips) > _CASES_SHOWN_MAX:
        yield f"  {ELLIPSIS} {len(moved.flips) - _CASES_SHOWN_MAX} more cases: read the file"


def _summary(sections: Sequence[Section], total: int) -> Iterator[str]:
    if not sections:
        yield f"Nothing changed: all {total} snapshots are the same."
        return
    yield "== summary"
    for section in sections:
        yield f"{section.kind:<20}{', '.join(_counts(section))}"
        for name, moved in section.figures.items():
            yield f"  {' '.join(short_names([name]))}"
            yield from _figure_summary(moved)


def _figure_summary(moved: Moved) -> Iterator[str]:
    """Sum figures up: the overall ones with their difference, and how many cases moved."""
    overall = [f"{one.path} {signed(one)}" for one in moved.figures if " " not in one.path]
    worse = sum(flip.is_worse for flip in moved.flips)
    flips = f"cases: {worse} worse, {len(moved.flips) - worse} better"
    yield f"    {', '.join((*overall, flips))}"


def clipped(text: str, width: int) -> str:
    """Cut a line to some columns."""
    if columns(text) <= width:
        return text
    kept, taken = [], 1
    for token in tokens(text):
        taken += columns(token)
        if taken > width:
            break
        kept.append(token)
    return "".join(kept) + ELLIPSIS


def wrapped(text: str, head: str) -> Iterator[str]:
    """Break a line at borders of words, Chinese ones anywhere, under a head of its own."""
    line, room = head, WIDTH_COLUMNS - columns(head)
    taken = 0
    for token in tokens(text):
        if taken and taken + columns(token) > room:
            yield line.rstrip()
            line, taken = " " * columns(head), 0
            if token.isspace():
                continue
        line += token
        taken += columns(token)
    yield line.rstrip()
