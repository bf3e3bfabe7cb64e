"""Layer 6, what is known of a function's code: two sources write one file, and neither loses.

The learner reads code, a diagnosis finds things out; both give blocks by focus, and their ids tell
them apart (B114, B115). Merging goes by focus and id (B103-B106, B116). Invariants: merging the
same again changes nothing; which source comes first makes no difference; no id is ever dropped.

A later item takes the place of the one with its id. An item without an id is known by its content.
Of a single value that both give, the learner's stands. In a list the learner's items come first,
each source's in the order in which it gave them. What the diagnosis alone gave under no id is
noted in the head, as `diagnosed`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final, NamedTuple

from sayso.core.knowledge.ids import item_id
from sayso.core.knowledge.json_values import is_object, object_of, texts_of
from sayso.core.outcome import Failure, Success, is_failure

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sayso.core.knowledge.json_values import JsonObject
    from sayso.core.outcome import Result

META: Final = "_meta"
DIAGNOSIS_PREFIX: Final = "diag-"
_DIAGNOSED: Final = "diagnosed"
_FOCUSES: Final = "learned_focuses"
_HASHES: Final = "source_hashes"
_UPDATED: Final = "last_updated"


class Source(StrEnum):
    """Who tells something about code."""

    LEARNER = "learner"
    DIAGNOSIS = "diagnosis"


@dataclass(frozen=True, slots=True, kw_only=True)
class Telling:
    """What one source tells of a function: blocks by focus, and when, as a moment's text."""

    function: str
    updates: JsonObject
    source: Source
    at: str


class Mark(NamedTuple):
    """What the diagnosis gave under no id: a single value ('' in `item`), or an item of a list."""

    focus: str
    key: str
    item: str = ""


class _Entry(NamedTuple):
    """An item of a list, by what it is known, and whether the diagnosis's."""

    item: object
    name: str
    has_id: bool
    is_diagnosed: bool


def source_of(updates: JsonObject) -> Source:
    """Tell by the ids who an update is from.

    The learner's ids have no prefix; what has no id at all is from a diagnosis.
    """
    blocks = [block for focus, block in updates.items() if focus != META and is_object(block)]
    lists = [value for block in blocks for value in block.values() if isinstance(value, list)]
    ids = [_id_of(one) for items in lists for one in items]
    is_learned = any(one and not one.startswith(DIAGNOSIS_PREFIX) for one in ids)
    return Source.LEARNER if is_learned else Source.DIAGNOSIS


def merge_code(base: JsonObject, telling: Telling) -> Result[dict[str, object], str]:
    """Merge what a source tells into what is known; fails, with where, for blocks of another shape.

    The head gets the function, the focuses that were told and, from the learner, the hashes of
    sources. Where nothing changes, `last_updated` stays.
    """
    marks = _read_marks(base)
    told = {focus: block for focus, block in telling.updates.items() if focus != META}
    merged = {focus: block for focus, block in base.items() if focus != META}
    for focus, block in told.items():
        made = _merged_block(focus, (merged.get(focus, {}), block), telling.source, marks)
        if is_failure(made):
            return made
        merged[focus] = made.unwrap()
    before = object_of(base, META)
    head = _head(before, telling, tuple(told), marks)
    if head != before or any(merged[focus] != base.get(focus) for focus in told):
        head[_UPDATED] = telling.at
    return Success({META: head, **merged})


def renew_code(base: JsonObject, telling: Telling) -> Result[dict[str, object], str]:
    """Forget all that a source told before, then merge what it tells now.

    For code that has changed: what is no longer there goes, and the other source's part stays.
    """
    marks = _read_marks(base)
    is_diagnosis = telling.source is Source.DIAGNOSIS
    kept: dict[str, object] = {}
    for focus, block in base.items():
        if focus == META or not is_object(block):
            continue
        others = _others_part(focus, block, marks, forget_diagnosed=is_diagnosis)
        if others:
            kept[focus] = others
    head = {**object_of(base, META), _FOCUSES: sorted(kept)}
    if is_diagnosis:
        marks.clear()
    else:
        head.pop(_HASHES, None)
    kept[META] = _with_marks(head, marks)
    return merge_code(kept, telling)


def _merged_block(
    focus: str, blocks: tuple[object, object], source: Source, marks: set[Mark]
) -> Result[dict[str, object], str]:
    """Merge two blocks of a focus, the known one first; marks are kept up to date."""
    known, told = blocks
    if not is_object(known) or not is_object(told):
        return Failure(f"{focus}: must be an object")
    merged = dict(known)
    for key, value in told.items():
        before = merged.get(key)
        if key in merged and isinstance(before, list) is not isinstance(value, list):
            return Failure(f"{focus}.{key}: is a list on one side and a value on the other")
        if isinstance(value, list):
            place = Mark(focus, key)
            items = before if isinstance(before, list) else []
            merged[key] = _merged_list(place, (items, value), source, marks)
        elif source is Source.LEARNER:
            merged[key] = value
            marks.discard(Mark(focus, key))
        elif key not in merged or Mark(focus, key) in marks:
            merged[key] = value
            marks.add(Mark(focus, key))
    return Success(merged)


def _merged_list(
    place: Mark, lists: tuple[list[object], list[object]], source: Source, marks: set[Mark]
) -> list[object]:
    known, told = lists
    entries = _entries(place, known, marks)
    for item in told:
        name, has_id = _name_of(item)
        before = entries.get(name)
        if has_id:
            entries[name] = _Entry(item, name, has_id, name.startswith(DIAGNOSIS_PREFIX))
        elif before is None:
            entries[name] = _Entry(item, name, has_id, source is Source.DIAGNOSIS)
        elif before.is_diagnosed and source is Source.LEARNER:
            # Found out before, read off the code now: it takes its turn in the learner's order.
            del entries[name]
            entries[name] = before._replace(is_diagnosed=False)
    for entry in entries.values():
        mark = place._replace(item=entry.name)
        marks.discard(mark)
        if entry.is_diagnosed and not entry.has_id:
            marks.add(mark)
    return [entry.item for entry in sorted(entries.values(), key=lambda one: one.is_diagnosed)]


def _others_part(
    focus: str, block: JsonObject, marks: set[Mark], *, forget_diagnosed: bool
) -> dict[str, object]:
    """Give what is left of a block without one source's part; a list that gets empty goes."""
    left: dict[str, object] = {}
    for key, value in block.items():
        place = Mark(focus, key)
        if not isinstance(value, list):
            if (place in marks) is not forget_diagnosed:
                left[key] = value
            continue
        entries = _entries(place, value, marks).values()
        items = [one.item for one in entries if one.is_diagnosed is not forget_diagnosed]
        if items:
            left[key] = items
    return left


def _entries(place: Mark, items: Iterable[object], marks: set[Mark]) -> dict[str, _Entry]:
    """Know the items of a list by name, in order; of two with one name the later stands."""
    entries = {}
    for item in items:
        name, has_id = _name_of(item)
        by_name = has_id and name.startswith(DIAGNOSIS_PREFIX)
        is_diagnosed = by_name or (not has_id and place._replace(item=name) in marks)
        entries[name] = _Entry(item, name, has_id, is_diagnosed)
    return entries


def _name_of(item: object) -> tuple[str, bool]:
    """Give by what an item is known, and whether that is its own id.

    A content's name begins with `=`, which no id of ours does; one that does is content, too.
    """
    own = _id_of(item)
    return (own, True) if own else (f"={item_id(item)}", False)


def _id_of(item: object) -> str:
    """Give the id of an item, '' where it has none."""
    own = item.get("id") if is_object(item) else None
    if isinstance(own, bool) or not isinstance(own, str | int):
        return ""
    return "" if str(own).startswith("=") else str(own)


def _head(
    before: JsonObject, telling: Telling, focuses: tuple[str, ...], marks: set[Mark]
) -> dict[str, object]:
    head = {**before, "function": telling.function}
    head[_FOCUSES] = sorted({*texts_of(before, _FOCUSES), *focuses})
    is_learned = telling.source is Source.LEARNER
    told = object_of(telling.updates, META) if is_learned else {}
    head[_HASHES] = {**object_of(before, _HASHES), **object_of(told, _HASHES)}
    return _with_marks(head, marks)


def _read_marks(knowledge: JsonObject) -> set[Mark]:
    noted = object_of(object_of(knowledge, META), _DIAGNOSED)
    marks: set[Mark] = set()
    for focus in noted:
        keys = object_of(noted, focus)
        for key in keys:
            marks.update(Mark(focus, key, item) for item in texts_of(keys, key) or ("",))
    return marks


def _with_marks(head: Mapping[str, object], marks: set[Mark]) -> dict[str, object]:
    noted: dict[str, dict[str, list[str]]] = {}
    for mark in sorted(marks):
        items = noted.setdefault(mark.focus, {}).setdefault(mark.key, [])
        if mark.item:
            items.append(mark.item)
    others = {key: value for key, value in head.items() if key != _DIAGNOSED}
    return {**others, _DIAGNOSED: noted} if noted else others
