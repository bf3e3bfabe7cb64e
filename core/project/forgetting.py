"""Forgetting: what must be written so that a memory leaves every surface and stays away.

`forget` and a withdrawal in conversation are the same transition. The item leaves routing,
search, read and list at once; its candidates and refusals lose their text; the summary of each
thread it came from is dropped; tombstones keep only places and keyed hashes. RAW turns stay
(A58-A62, A183-A185).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import orjson

from sayso.core.items import ItemStatus, reach_of
from sayso.core.plans import Write
from sayso.core.search import remove_postings
from sayso.core.subjects import subject_hashes, subject_terms

if TYPE_CHECKING:
    from sayso.core.items import Candidate, Item, Source
    from sayso.core.plans import Plan


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
    subject = subject_terms(item.title, item.aliases)
    writes.extend(_tombstones(item.item_id, subject, sources, how))
    writes.extend(_blank_traces(sources))
    return tuple(writes)


def plan_suppress(candidate: Candidate, how: Forgetting) -> Plan:
    """Plan the withdrawal of a candidate that has not become an item yet."""
    subject = subject_terms(candidate.title, candidate.aliases)
    return (
        Write(
            statement="items/suppress_candidate",
            params={"id": candidate.id, "now": how.now_us},
        ),
        *_tombstones(0, subject, candidate.sources, how),
        *_blank_traces(candidate.sources),
    )


def _tombstones(
    item_id: int, subject: frozenset[str], sources: tuple[Source, ...], how: Forgetting
) -> list[Write]:
    hashes = orjson.dumps(sorted(subject_hashes(subject, how.subject_key))).decode()
    places = dict.fromkeys((one.turn_id, one.role, one.start, one.end) for one in sources)
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
                "subject": hashes,
                "last_turn_id": how.last_turn_id,
                "forgotten_at": how.forgotten_at_us,
            },
        )
        for turn_id, role, start, end in places
    ]


def _blank_traces(sources: tuple[Source, ...]) -> list[Write]:
    """Empty what was derived from the forgotten words: summaries, refusals, checkpoints."""
    turns = orjson.dumps(sorted({one.turn_id for one in sources})).decode()
    return [
        Write(statement=f"items/blank_{what}", params={"turn_ids": turns}, expect_rows=None)
        for what in ("compactions", "refusals", "checkpoints")
    ]
