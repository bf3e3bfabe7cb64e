"""Forgetting: what must be written so that a memory leaves every surface and stays away.

`forget` and a withdrawal in conversation are the same transition. The item leaves routing,
search, read and list at once; its candidates and refusals lose their text; the summary of each
thread it came from is dropped, and any other that has its words; tombstones keep only places and
keyed hashes. RAW turns stay (A58-A62, A183-A185).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import orjson

from sayso.core.burial import burial_subjects, stated_quotes
from sayso.core.items import ItemStatus, reach_of
from sayso.core.plans import Write
from sayso.core.postings import remove_postings

if TYPE_CHECKING:
    from sayso.core.items import Candidate, Item, Source
    from sayso.core.plans import Plan

    _Named = tuple[str, tuple[str, ...], str]  # title, aliases, content


@dataclass(frozen=True, slots=True, kw_only=True)
class Forgetting:
    """The circumstances of one forget.

    `by_turn_id` is the withdrawing turn, None for the command; `last_turn_id` is the newest turn
    that the tombstone covers, `forgotten_at_us` the moment up to which it covers imported ones.
    """

    scope_id: int
    subject_key: bytes
    by_turn_id: int | None
    last_turn_id: int
    forgotten_at_us: int
    now_us: int


def plan_forget(item: Item, sources: tuple[Source, ...], how: Forgetting) -> Plan:
    """Plan the forget of an item whose newest revision is given; forgetting twice is nothing.

    `sources` are all sources of all its revisions.
    """
    if item.status is ItemStatus.FORGOTTEN:
        return ()
    writes: list[Write] = []
    if item.status is ItemStatus.ACTIVE:
        writes.extend(remove_postings(item, reach_of(how.scope_id, item.thread_id)))
    writes.append(
        Write(
            statement="items/forget",
            params={"item_id": item.item_id, "by_turn_id": how.by_turn_id, "now": how.now_us},
            expect_rows=item.revision,
        )
    )
    writes.append(
        Write(
            statement="items/suppress_candidates",
            params={"item_id": item.item_id, "now": how.now_us},
            expect_rows=None,
        )
    )
    named = (item.title, item.aliases, item.content)
    writes.extend(_tombstones(item.item_id, named, sources, how))
    writes.extend(_blank_traces(sources, how.now_us))
    return tuple(writes)


def plan_suppress(candidate: Candidate, how: Forgetting) -> Plan:
    """Plan the withdrawal of a candidate that has not become an item yet."""
    named = (candidate.title, candidate.aliases, candidate.content)
    return (
        Write(
            statement="items/suppress_candidate",
            params={"id": candidate.id, "now": how.now_us},
        ),
        *_tombstones(0, named, candidate.sources, how),
        *_blank_traces(candidate.sources, how.now_us),
    )


def _tombstones(
    item_id: int, named: _Named, sources: tuple[Source, ...], how: Forgetting
) -> list[Write]:
    """Mark every place with what the memory is called, and one with whatever else it is about."""
    name, *others = burial_subjects(*named, sources, how.subject_key)
    places = list(dict.fromkeys((one.turn_id, one.role, one.start, one.end) for one in sources))
    marks = [(place, name) for place in places]
    marks += [(place, other) for place in places[:1] for other in others]
    return [
        Write(
            statement="items/insert_tombstone",
            params={
                "scope_id": how.scope_id,
                "item_id": item_id,
                "turn_id": turn_id,
                "role": role,
                "start_char": start,
                "end_char": end,
                "subject": _json(sorted(subject)),
                "last_turn_id": how.last_turn_id,
                "forgotten_at": how.forgotten_at_us,
            },
        )
        for (turn_id, role, start, end), subject in marks
    ]


def _blank_traces(sources: tuple[Source, ...], now_us: int) -> list[Write]:
    """Empty what was derived from the forgotten words, or repeats them.

    Summaries go by thread and by words, refusals by turn and by words, candidates by place, and
    replies that are kept for another attempt all together.
    """
    turns = _json(sorted({one.turn_id for one in sources}))
    quotes = _json(sorted({one.quote for one in sources}))
    places = dict.fromkeys((one.turn_id, one.role, one.start, one.end) for one in sources)
    blanks: dict[str, dict[str, str | int]] = {
        "items/blank_compactions": {
            "turn_ids": turns,
            "statements": _json(sorted(stated_quotes(sources))),
        },
        "items/blank_refusals": {"turn_ids": turns, "quotes": quotes},
        "items/blank_checkpoints": {},
        "items/suppress_places": {"places": _json(list(places)), "now": now_us},
    }
    return [
        Write(statement=statement, params=params, expect_rows=None)
        for statement, params in blanks.items()
    ]


def _json(value: object) -> str:
    return orjson.dumps(value).decode()
