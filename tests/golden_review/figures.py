"""Two versions of eval figures -> each figure before and after, and the cases that flipped.

Input: the JSON that `sayso eval` gives, of the whole pipeline or of the gate alone, bare or in
its envelope. A case that is listed among the failures in one version only has flipped; the ids of
all cases of either version tell it from one that was added or removed.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_RIGHT: Final = ""
_ACCEPTED: Final = "accepted"
# What a case does now by why it fails, and what it no longer does.
_NOW: Final = {
    "false": "now false",
    "wrong": "now wrong",
    "missed": "no longer kept",
    "one-sided": "now one-sided",
    "not-withdrawn": "no longer withdrawn",
    "unfinished": "now unfinished",
    _ACCEPTED: "now accepted, though wrong",
}
_NO_LONGER: Final = {
    "false": "no longer false",
    "wrong": "no longer wrong",
    "missed": "now kept",
    "one-sided": "no longer one-sided",
    "not-withdrawn": "now withdrawn",
    "unfinished": "now finished",
    _ACCEPTED: "no longer accepted, though wrong",
}
_TEXT_MAX_CHARS: Final = 150


@dataclass(frozen=True, slots=True, kw_only=True)
class Cases:
    """The ids of all labelled cases of either version; None where they are not known."""

    before: frozenset[str] | None = None
    after: frozenset[str] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One figure that changed; None where a version does not have it."""

    path: str
    before: float | None
    after: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Flip:
    """A case that moved: how, which, and the words that tell what it is about.

    `is_worse` tells that it fails now where it did not, or for another reason.
    """

    how: str
    case: str
    words: tuple[str, ...]
    is_worse: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """Everything that moved between two versions of figures."""

    figures: tuple[Figure, ...]
    flips: tuple[Flip, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Failing:
    """One entry of the failures: its case, why it fails, and its words."""

    case: str
    head: str
    why: str
    words: tuple[str, ...]


def compare_figures(before: str, after: str, cases: Cases) -> Moved | None:
    """Compare two versions of figures; None when either is something else."""
    old, new = _read(before), _read(after)
    if old is None or new is None:
        return None
    return Moved(figures=tuple(_figures(old, new)), flips=tuple(_flips(old, new, cases)))


def signed(figure: Figure) -> str:
    """Give the difference with its sign, '' where one side is missing.

    >>> signed(Figure(path="recall", before=0.9667, after=0.9333))
    '-0.0334'
    """
    if figure.before is None or figure.after is None:
        return ""
    return f"{figure.after - figure.before:+{_form(figure)}}"


def shown(value: float | None, figure: Figure) -> str:
    """Give one side of a figure as it is written."""
    return "-" if value is None else f"{value:{_form(figure)}}"


def _form(figure: Figure) -> str:
    is_ratio = isinstance(figure.before, float) or isinstance(figure.after, float)
    return ".4f" if is_ratio else "d"


def _read(text: str) -> dict[str, Any] | None:
    try:
        value = json.loads(text)
    except ValueError:
        return None
    if isinstance(value, dict) and isinstance(value.get("data"), dict):
        value = value["data"]
    return value if isinstance(value, dict) and isinstance(value.get("failures"), list) else None


def _figures(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[Figure]:
    before, after = dict(_numbers(old)), dict(_numbers(new))
    for path in dict.fromkeys((*before, *after)):
        if before.get(path) != after.get(path):
            yield Figure(path=path, before=before.get(path), after=after.get(path))


def _numbers(value: Mapping[str, Any], place: str = "") -> Iterator[tuple[str, float]]:
    """Give every number with its path, those in lists aside."""
    for key, part in value.items():
        if isinstance(part, dict):
            yield from _numbers(part, f"{place}{key} ")
        elif isinstance(part, int | float) and not isinstance(part, bool):
            yield f"{place}{key}", part


def _flips(old: Mapping[str, Any], new: Mapping[str, Any], cases: Cases) -> Iterator[Flip]:
    """Give what moved, what is worse first; entries of one case that moved alike are one."""
    before, after = _failing(old), _failing(new)
    found: dict[tuple[bool, str, str], list[str]] = {}
    for key in dict.fromkeys((*before, *after)):
        was, now = before.get(key), after.get(key)
        told = now or was
        if was == now or told is None:
            continue
        place = (now is not None, _how(was, now, cases), told.head)
        found.setdefault(place, []).extend(told.words)
    for is_worse, how, case in sorted(found, key=lambda place: not place[0]):
        words = tuple(dict.fromkeys(found[is_worse, how, case]))
        yield Flip(how=how, case=case, words=words, is_worse=is_worse)


def _how(was: _Failing | None, now: _Failing | None, cases: Cases) -> str:
    if was is None and now is not None:
        if cases.before is not None and now.case not in cases.before:
            return f"a new case, {now.why}"
        return _NOW.get(now.why, f"now refused, though right: {now.why}")
    if was is not None and now is None:
        if cases.after is not None and was.case not in cases.after:
            return f"a case that is gone, was {was.why}"
        return _NO_LONGER.get(was.why, f"no longer refused, though right: {was.why}")
    before, after = (one.why if one else _RIGHT for one in (was, now))
    return f"{after} as before, but not the same" if before == after else f"{before} → {after}"


def _failing(value: Mapping[str, Any]) -> dict[tuple[str, ...], _Failing]:
    """Give the failures by what tells them apart: the case, and of the gate what is proposed."""
    found = {}
    for entry in value["failures"]:
        case = str(entry["id"])
        words = tuple(_words(entry))
        key = (case, entry["kind"], *words) if "quotes" in entry else (case,)
        head = f"{case} ({entry['lang']}, {entry['label']}, {entry['case']})"
        found[key] = _Failing(case=case, head=head, why=str(entry["why"]), words=words)
    return found


def _words(entry: Mapping[str, Any]) -> Iterator[str]:
    if "quotes" in entry:
        yield f"proposed {entry['kind']}: {_line(' | '.join(entry['quotes']))}"
        return
    yield f"said: {_line(entry['text'])}"
    for one in entry["expected"]:
        yield f"expected {one['kind']}: {_line(one['quote'])}"
    for one in entry["kept"]:
        yield f"kept {one['kind']}: {_line(' | '.join(one['quotes']))}"


def _line(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _TEXT_MAX_CHARS else f"{line[:_TEXT_MAX_CHARS]}…"
