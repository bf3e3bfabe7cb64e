"""Which of the rows found count, and what each of them is worth.

Of two rows with one key the sounder counts, then the later one, then the one found the surer way.
A row found by its look alone is left out when another generation wrote it: nothing that was
deleted comes back. A turn is intact when both its texts have their hash; a source when it is the
exact slice of an intact text; a candidate or memory when all it rests on is.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from sayso.core.salvage.scan import SIDES, Place, read_place, side_of
from sayso.core.salvage.trees import Found

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sayso.core.plans import Value
    from sayso.core.salvage.columns import Key, Row
    from sayso.core.salvage.image import Image
    from sayso.core.salvage.scan import Scan

_SURENESS: Final = tuple(reversed(Found))
_STATUSES: Final = ("staged", "active", "superseded", "forgotten")  # a memory only moves on
_FORGOTTEN: Final = "forgotten"

Rows = dict[str, dict["Key", Place]]


class State(StrEnum):
    """What a row is worth."""

    INTACT = "intact"
    DAMAGED = "damaged"
    UNVERIFIED = "unverified"  # nothing is there to hold it against


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """The rows that count by table and key, in the order of keys, with what is known of them.

    `copies` has the rows that were there more than once; `left_out` counts by table those of
    another generation or without what they belong to. `forgotten` are memories whose own row does
    not say so yet, by their tombstones.
    """

    rows: Mapping[str, Mapping[Key, Place]]
    states: Mapping[tuple[str, Key], State]
    copies: Mapping[tuple[str, Key], int]
    left_out: Mapping[str, int]
    forgotten: frozenset[Value]


def judge(scan: Scan) -> Judged:
    """Choose among the rows of a scan and check them."""
    copies = Counter(
        (place.table.name, place.key) for place in scan.places if not place.table.is_mirror
    )
    rows = _choose(scan.places)
    before = _count(rows)
    _drop_stale(rows, scan.whole)
    _drop_doubtful(rows)
    buried = {place.brief["item_id"] for place in _all(rows, "tombstones")}
    return Judged(
        rows={name: dict(sorted(found.items())) for name, found in rows.items()},
        states=_states(scan.image, rows),
        copies={one: count for one, count in copies.items() if count > 1},
        left_out=before - _count(rows),
        forgotten=frozenset(buried),
    )


def is_intact(place: Place) -> bool:
    """Tell whether a turn has both its texts as they were, and nothing else is wrong with it."""
    return all(place.sides) and not place.faults


def _choose(places: Iterable[Place]) -> Rows:
    rows: Rows = defaultdict(dict)
    for place in places:
        known = rows[place.table.name].get(place.key)
        if known is None or _rank(place) > _rank(known):
            rows[place.table.name][place.key] = place
    return rows


def _rank(place: Place) -> tuple[int, ...]:
    status, updated = place.brief.get("status"), place.brief.get("updated_at")
    return (
        sum(place.sides),
        -len(place.faults),
        _STATUSES.index(status) if isinstance(status, str) and status in _STATUSES else -1,
        updated if isinstance(updated, int) else 0,
        _SURENESS.index(place.found),
    )


def _all(rows: Rows, table: str) -> tuple[Place, ...]:
    return tuple(rows.get(table, {}).values())


def _count(rows: Rows) -> Counter[str]:
    return Counter({name: len(found) for name, found in rows.items()})


def _drop_stale(rows: Rows, whole: frozenset[str]) -> None:
    """Leave out what another generation wrote, among the rows that were found by their look."""
    jobs = _all(rows, "memory_jobs")
    metas = _all(rows, "memory_meta")
    told = [place.brief["generation"] for place in metas or jobs]
    generation = max((number for number in told if isinstance(number, int)), default=None)
    now = {job.brief["turn_id"] for job in jobs if job.brief["generation"] == generation}
    once = {job.brief["turn_id"] for job in jobs} - now
    threads = {key[0] for key in rows.get("threads", {})} if "threads" in whole else set()
    for name, found in rows.items():
        for key, place in tuple(found.items()):
            if place.found is not Found.BY_LOOK:
                continue
            thread = place.brief.get("thread_id")
            is_strange = bool(threads) and thread is not None and thread not in threads
            is_old = name == "memory_jobs" and place.brief["generation"] != generation
            if is_strange or is_old or (name == "turns" and key[0] in once):
                del found[key]


def _drop_doubtful(rows: Rows) -> None:
    """Leave out links that may be an index's: those not found by the catalogue must make sense."""
    items, candidates = rows.get("memory_items", {}), rows.get("memory_candidates", {})
    links = rows.get("memory_item_candidates", {})
    for key, place in tuple(links.items()):
        item, candidate = items.get(key[:1]), candidates.get(key[1:])
        makes_sense = (
            item is not None
            and candidate is not None
            and item.brief["kind"] == candidate.brief["kind"]
        )
        if place.found is not Found.BY_CATALOG and not makes_sense:
            del links[key]


def _states(image: Image, rows: Rows) -> dict[tuple[str, Key], State]:
    """Give the state of every turn, source, candidate and memory."""
    turns = {
        key: State.INTACT if is_intact(place) else State.DAMAGED
        for key, place in rows.get("turns", {}).items()
    }
    sources = _source_states(image, rows)
    of_candidate: dict[Value, list[State]] = defaultdict(list)
    for key, state in sources.items():
        of_candidate[key[0]].append(state)
    candidates = {
        key: _rests_on(place, of_candidate[key[0]])
        for key, place in rows.get("memory_candidates", {}).items()
    }
    of_item: dict[Value, list[State]] = defaultdict(list)
    for item, candidate in rows.get("memory_item_candidates", {}):
        of_item[item].append(candidates.get((candidate,), State.UNVERIFIED))
    items = {
        key: _rests_on(place, of_item[key[0]])
        for key, place in rows.get("memory_items", {}).items()
    }
    tables = {
        "turns": turns,
        "candidate_sources": sources,
        "memory_candidates": candidates,
        "memory_items": items,
    }
    return {(name, key): state for name, states in tables.items() for key, state in states.items()}


def _rests_on(place: Place, states: list[State]) -> State:
    if place.faults or State.DAMAGED in states:
        return State.DAMAGED
    is_proven = states and all(state is State.INTACT for state in states)
    return State.INTACT if is_proven else State.UNVERIFIED


def _source_states(image: Image, rows: Rows) -> dict[Key, State]:
    """Hold each source against its turn, one turn at a time."""
    of_turn: dict[Key, list[Place]] = defaultdict(list)
    for key, place in rows.get("candidate_sources", {}).items():
        of_turn[key[1:2]].append(place)
    states: dict[Key, State] = {}
    for turn_key, sources in of_turn.items():
        turn = rows.get("turns", {}).get(turn_key)
        row = None if turn is None else read_place(image, turn)
        for source in sources:
            quoted = read_place(image, source)
            states[source.key] = _source_state(quoted, row, () if turn is None else turn.sides)
    return states


def _source_state(source: Row | None, turn: Row | None, sides: tuple[bool, ...]) -> State:
    if source is None or source.faults:
        return State.DAMAGED
    role, start, end = source.key[2:]
    if turn is None or role not in SIDES or not sides[SIDES.index(role)]:
        return State.UNVERIFIED
    text = side_of(turn, role).decode("utf-8", errors="replace")
    is_slice = (
        isinstance(start, int) and isinstance(end, int) and text[start:end] == source.value("quote")
    )
    return State.INTACT if is_slice else State.DAMAGED
