"""Reads what stage 1 and stage 2 are asked about, inside whatever transaction is open.

The same functions serve before the model call and again in the commit transaction, so that a
plan is always made from the newest state.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

import orjson

from sayso.core import limits
from sayso.core.items import KIND_POLICIES, reach_of
from sayso.core.project.extraction import ExtractionInput
from sayso.core.project.keeping import ExtractionState
from sayso.core.project.masks import masked_text, masks_of
from sayso.core.project.merging import MergeState
from sayso.core.project.retracting import RetractState
from sayso.core.rules.attributes import attribute_words
from sayso.core.speech.withdrawals import find_withdrawals
from sayso.core.terms import query_terms
from sayso.core.turns import Role
from sayso.core.withdrawing import WithdrawalTarget
from sayso.shell.errors import StalePlanError
from sayso.shell.proof import check_sources, read_source
from sayso.shell.store.item_rows import candidate_of, item_of, source_of, tombstone_of
from sayso.shell.store.rows import json_of, strings_of
from sayso.shell.store.turn_rows import thread_of, turn_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sayso.core.items import Candidate, Item, Kind, Source, Tombstone
    from sayso.core.jobs import Job
    from sayso.core.project.masks import Masks
    from sayso.core.turns import Thread, Turn
    from sayso.shell.store.reading import Guarded, Reading
    from sayso.shell.store.rows import Row

WITHDRAWABLE_MAX_ROWS = 2_000


def read_extraction_state(
    reading: Reading, guard: Guarded, jobs: tuple[Job, ...], asked_mark: int | None
) -> ExtractionState:
    """Read everything an extraction commit depends on; None as mark means: asked just now.

    Raises StalePlanError when the turns are gone, because memory was cleared meanwhile.
    """
    turns = read_turns(reading, [job.turn_id for job in jobs if job.turn_id is not None])
    if len(turns) != len(jobs):
        raise _stale()
    return state_of_turns(reading, guard, turns, asked_mark)


def state_of_turns(
    reading: Reading, guard: Guarded, turns: tuple[Turn, ...], asked_mark: int | None
) -> ExtractionState:
    """Read what proposals about some turns of one session are judged against."""
    previous = _previous(reading, turns[0])
    mark = newest_tombstone(reading, guard.scope_id)
    tombstones = read_tombstones(reading, guard.scope_id)
    return ExtractionState(
        scope_id=guard.scope_id,
        thread_id=turns[0].thread_id,
        turns=turns,
        previous=previous,
        tombstones=tombstones,
        subject_key=guard.subject_key,
        tombstone_mark=mark,
        asked_mark=mark if asked_mark is None else asked_mark,
        next_candidate_id=reading.next_id("memory_candidates"),
        next_job_id=reading.next_id("memory_jobs"),
        buried_turns=read_turns(reading, [one.turn_id for one in tombstones]),
        compaction=_thread(reading, turns[0].thread_id).compaction,
        apart=frozenset(_apart(reading, turns)),
    )


def extraction_input(state: ExtractionState, refused_because: str) -> ExtractionInput:
    """Give what stage 1 is shown: RAW text with forgotten spans masked."""
    masks = masks_of(state.tombstones, state.buried_turns)
    masked = tuple(_masked(turn, masks) for turn in state.turns)
    previous = None if state.previous is None else _masked(state.previous, masks)
    return ExtractionInput(
        thread_id=state.thread_id,
        compaction=state.compaction,
        previous=previous,
        turns=masked,
        refused_because=refused_because,
    )


def _thread(reading: Reading, thread_id: int) -> Thread:
    return thread_of(reading.rows("turns/thread", id=thread_id)[0])


def _stale() -> StalePlanError:
    return StalePlanError("the turns of this job are gone", "memory was cleared meanwhile")


def _masked(turn: Turn, masks: Masks) -> Turn:
    if not (masks.stones or masks.statements):
        return turn
    return replace(
        turn,
        user_text=masked_text(turn, Role.USER, masks),
        assistant_text=masked_text(turn, Role.ASSISTANT, masks),
    )


def read_merge_state(reading: Reading, guard: Guarded, job: Job) -> MergeState:
    """Read the job's pending candidates with their turns, its withdrawals and their targets.

    Raises StalePlanError when a withdrawing turn is gone, because memory was cleared meanwhile.
    """
    payload = orjson.loads(job.payload)
    candidates = _candidates(reading, payload["candidates"])
    withdrawing = [one["turn_id"] for one in payload["withdrawals"]]
    tombstones = read_tombstones(reading, guard.scope_id)
    cited = [source.turn_id for one in candidates for source in one.sources]
    buried = [one.turn_id for one in tombstones]
    turns = {turn.id: turn for turn in read_turns(reading, [*withdrawing, *cited, *buried])}
    if not turns.keys() >= set(withdrawing):
        raise _stale()
    for one in candidates:
        check_sources(reading, one.sources, turns)
    withdrawals = tuple(
        found for number in dict.fromkeys(withdrawing) for found in find_withdrawals(turns[number])
    )
    rows = _withdrawable(reading, guard, job) if withdrawals else []
    return MergeState(
        scope_id=guard.scope_id,
        thread_id=job.thread_id,
        subject_key=guard.subject_key,
        candidates=candidates,
        turns=turns,
        tombstones=tombstones,
        withdrawals=withdrawals,
        retract=RetractState(
            candidates=candidates,
            items=tuple(map(_target, rows)),
            previous_turns=previous_turns(reading, [turns[one] for one in withdrawing]),
            items_said={row[0]: row[5] for row in rows},
            turns_said={number: turns[number].said_at_us for number in withdrawing},
        ),
    )


def read_related(
    reading: Reading, scope_id: int, candidates: Iterable[Candidate]
) -> tuple[Item, ...]:
    """Read the active items of the candidates' kinds and reaches that share their terms."""
    groups: dict[tuple[Kind, int], list[Candidate]] = {}
    for one in candidates:
        thread_id = one.thread_id if KIND_POLICIES[one.kind].thread_bound else None
        groups.setdefault((one.kind, reach_of(scope_id, thread_id)), []).append(one)
    found: dict[int, Item] = {}
    for (kind, reach), members in groups.items():
        for member in members:
            said = (member.title, *member.aliases, member.content)
            terms = query_terms(" ".join((*said, attribute_words(member.content))))
            rows = reading.rows(
                "items/related",
                terms=json_of(terms),
                reach=reach,
                kind=kind,
                limit_rows=limits.RELATED_ITEMS_MAX,
            )
            found.update((item.item_id, item) for item in map(item_of, rows))
    return tuple(found.values())


def _candidates(reading: Reading, ids: list[int]) -> tuple[Candidate, ...]:
    """Read those of some candidates that are still pending, with their sources."""
    sources: dict[int, list[Source]] = {}
    for row in reading.rows("items/candidate_sources", ids=json_of(ids)):
        sources.setdefault(row[0], []).append(read_source(reading, row[1:]))
    return tuple(
        candidate_of(row, tuple(sources.get(row[0], ())))
        for row in reading.rows("items/pending_candidates", ids=json_of(ids))
    )


def read_turns(reading: Reading, ids: list[int]) -> tuple[Turn, ...]:
    """Read turns by id, in the order they were said."""
    unique = sorted(set(ids))
    return tuple(map(turn_of, reading.rows("turns/by_ids", ids=json_of(unique)))) if unique else ()


def read_tombstones(reading: Reading, scope_id: int) -> tuple[Tombstone, ...]:
    """Read every tombstone of a scope."""
    return tuple(map(tombstone_of, reading.rows("items/tombstones", scope_id=scope_id)))


def newest_tombstone(reading: Reading, scope_id: int) -> int:
    """Give the number of a scope's newest tombstone, 0 for none."""
    return int(reading.rows("items/tombstone_mark", scope_id=scope_id)[0][0])


def _withdrawable(reading: Reading, guard: Guarded, job: Job) -> list[Row]:
    return reading.rows(
        "items/withdrawable",
        scope_reach=guard.scope_id,
        thread_reach=-job.thread_id,
        limit_rows=WITHDRAWABLE_MAX_ROWS,
    )


def _target(row: Row) -> WithdrawalTarget:
    return WithdrawalTarget(
        key=row[0],
        title=row[1],
        aliases=strings_of(row[2]),
        content=row[3],
        sources=tuple(map(source_of, orjson.loads(row[4]))),
    )


def previous_turns(reading: Reading, turns: list[Turn]) -> dict[int, int]:
    """Give the turn before each of some turns in its session, where there is one."""
    previous: dict[int, int] = {}
    for turn in turns:
        before = _previous(reading, turn)
        if before is not None:
            previous[turn.id] = before.id
    return previous


def _previous(reading: Reading, turn: Turn) -> Turn | None:
    row = reading.row(
        "turns/previous",
        thread_id=turn.thread_id,
        session=turn.session,
        sequence=turn.sequence,
    )
    return None if row is None else turn_of(row)


def _apart(reading: Reading, turns: tuple[Turn, ...]) -> Iterator[int]:
    """Give the turns of a batch that something of their session parts from the one before.

    It was extracted before, given up, is answered only now, or was never stored.
    """
    if len(turns) > 1:
        rows = reading.rows(
            "turns/parted",
            pairs=json_of([[turn.sequence, before.sequence] for before, turn in pairwise(turns)]),
            thread_id=turns[0].thread_id,
            session=turns[0].session,
        )
        parted = {row[0] for row in rows}
        yield from (turn.id for turn in turns if turn.sequence in parted)
