"""Reads why there is a memory, with its quotes in their turns, and why a search found it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sayso.core import limits
from sayso.core.project.explaining import (
    Explanation,
    Forgotten,
    Proposal,
    tell_revisions,
    tell_turn,
)
from sayso.core.proposals import POINTED_AT
from sayso.core.reasons import Explained, explain_search
from sayso.core.search import plan_search
from sayso.shell.finding import show_memory
from sayso.shell.masks import intact, read_masks
from sayso.shell.searching import states
from sayso.shell.store.item_rows import item_of
from sayso.shell.store.rows import json_of

if TYPE_CHECKING:
    from sayso.core.items import Source
    from sayso.core.turns import Turn
    from sayso.shell.searching import Place
    from sayso.shell.store.reading import Reading
    from sayso.shell.store.store import Store


def explain_memory(reading: Reading, item_id: int) -> Explanation:
    """Explain an item in any status; of a damaged store as far as it can be read.

    Raises NotFoundError, but MemorySchemaError where a damaged store may have held it.
    """
    shown = show_memory(reading, item_id)
    quoted = list(dict.fromkeys(source.turn_id for source in shown.sources))
    told = quoted[-limits.WHY_TURNS_MAX :]
    turns = _turns(reading, told)
    masks = read_masks(reading, turns.values())
    ordered = sorted(turns.values(), key=lambda turn: (turn.thread_id, turn.sequence))
    mine: tuple[Source, ...] = tuple(one for one in shown.sources if one.turn_id in told)
    ended = reading.row("items/forgotten_by", item_id=item_id)
    proposals = _proposals(reading, item_id)
    return Explanation(
        item=shown.item,
        turns=tuple(tell_turn(turn, item_id, mine, masks) for turn in ordered),
        left_out=len(quoted) - len(told),
        proposals=proposals,
        revisions=tell_revisions(shown.revisions),
        forgotten=None if ended is None else Forgotten(by_turn_id=ended[0], at_us=ended[1]),
        findings=reading.findings,
    )


def _turns(reading: Reading, quoted: list[int]) -> dict[int, Turn]:
    """Read the quoted turns, and of each the one before and the one after in its session."""
    turns = {
        turn.id: turn for turn in intact(reading, reading.rows("turns/by_ids", ids=json_of(quoted)))
    }
    for turn in tuple(turns.values()):
        beside = reading.rows(
            "turns/beside",
            thread_id=turn.thread_id,
            session=turn.session,
            sequence=turn.sequence,
        )
        for one in intact(reading, beside):
            turns.setdefault(one.id, one)
    return turns


def _proposals(reading: Reading, item_id: int) -> tuple[Proposal, ...]:
    rows = reading.rows("items/proposals", item_id=item_id, pointed_at=POINTED_AT)
    noted = reading.rows("jobs/models", job_ids=json_of([row[1] for row in rows]))
    models: dict[int, str] = dict(noted)
    return tuple(
        Proposal(
            candidate_id=row[0],
            job_id=row[1],
            model=None if row[5] else models.get(row[1]),
            title=row[2],
            at_us=row[3],
            revision=row[4],
            is_pointed_at=bool(row[5]),
        )
        for row in rows
    )


def search_explained(store: Store, query: str, place: Place) -> Explained:
    """Search as `search` does, and tell why; what the reasons need is read after it."""
    under_way = plan_search(query, place.scope_id, -place.thread_id)
    if under_way is None:
        return Explained(query=query, hits=(), stages=(), words=())
    with store.reading() as reading:
        found = states(reading, under_way)
        row_ids = [hit.row_id for hit in found[-1].hits]
        items = map(item_of, reading.rows("search/revisions", row_ids=json_of(row_ids)))
        weights = reading.rows(
            "search/weights",
            scope=under_way.reach_scope,
            thread=under_way.reach_thread,
            terms=json_of(list(under_way.terms)),
        )
        return explain_search(query, found, {item.row_id: item for item in items}, dict(weights))
