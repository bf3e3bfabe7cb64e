"""What one extraction keeps: candidates, refusals, withdrawals, compaction and the follow-up job.

Input: the claimed jobs, the model's reply and the state read inside the commit transaction, so
that a forget which came during the model call still counts. Output: one plan. Every job is
fenced in it, so a late result of an older lease or generation changes nothing (A238-A240).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import orjson

from sayso.core.burial import gives_away, hidden_words
from sayso.core.evidence import Accepted, EvidenceContext, Reason, Refused, check_proposal
from sayso.core.items import KIND_POLICIES
from sayso.core.jobs import Job, JobKind, JobStatus, plan_success
from sayso.core.plans import Write
from sayso.core.project.masks import masked_text, masks_of
from sayso.core.speech.withdrawals import Withdrawal, find_withdrawals
from sayso.core.turns import Origin, Role

if TYPE_CHECKING:
    from sayso.core.items import Candidate, Tombstone
    from sayso.core.plans import Plan
    from sayso.core.project.extraction import ExtractionReply
    from sayso.core.proposals import Proposal
    from sayso.core.turns import Turn


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtractionState:
    """What the store holds at commit time.

    `tombstone_mark` is the newest tombstone's id; the reply was asked under `asked_mark`.
    `buried_turns` are the turns that tombstones lie on; `compaction` is the thread's summary;
    `apart` are turns whose neighbour before them is none of the batch.
    `next_candidate_id` and `next_job_id` are reserved in the same transaction.
    """

    scope_id: int
    thread_id: int
    turns: tuple[Turn, ...]
    previous: Turn | None
    tombstones: tuple[Tombstone, ...]
    subject_key: bytes
    tombstone_mark: int
    asked_mark: int
    next_candidate_id: int
    next_job_id: int
    buried_turns: tuple[Turn, ...] = ()
    compaction: str = ""
    apart: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """What an extraction came to. `consolidation_id` is None when nothing is to be merged."""

    accepted: tuple[Candidate, ...]
    refused: tuple[Refused, ...]
    withdrawals: tuple[Withdrawal, ...]
    consolidation_id: int | None


def plan_extraction_commit(
    jobs: tuple[Job, ...], reply: ExtractionReply, state: ExtractionState, now_us: int
) -> tuple[Plan, Kept]:
    """Plan the commit of one extraction batch, whole or not at all."""
    hidden = hidden_in(state)
    accepted, refused = judge_proposals(reply.proposals, state, hidden)
    withdrawals = tuple(found for turn in state.turns for found in find_withdrawals(turn))
    follow_up = state.next_job_id if accepted or withdrawals else None
    kept = Kept(
        accepted=accepted,
        refused=refused,
        withdrawals=withdrawals,
        consolidation_id=follow_up,
    )
    status = JobStatus.SUCCEEDED if follow_up else JobStatus.SUCCEEDED_NO_OUTPUT
    plan = [plan_success(job, status, now_us) for job in jobs]
    if state.tombstone_mark == state.asked_mark and not gives_away(hidden, reply.compaction):
        plan.append(_compaction_write(reply, state))
    for candidate in accepted:
        plan.extend(candidate_writes(candidate, jobs[0].id, state, now_us))
    plan.extend(refusal_write(one, state, hidden, now_us) for one in refused)
    if follow_up is not None:
        key = "consolidation:" + ",".join(str(job.id) for job in jobs)
        plan.append(consolidation_write(kept, state, jobs[0].session, key, now_us))
    plan.append(Write(statement="store/succeeded", params={"now": now_us}))
    return tuple(plan), kept


def may_be_kept(reply: ExtractionReply, state: ExtractionState) -> bool:
    """Tell whether a reply may wait for another attempt: with forgotten words it may not."""
    texts = [
        text
        for one in reply.proposals
        for text in (one.title, one.content, *one.aliases, *(quote.quote for quote in one.quotes))
    ]
    return not gives_away(hidden_in(state), reply.compaction, *texts)


def judge_proposals(
    proposals: tuple[Proposal, ...], state: ExtractionState, hidden: frozenset[str]
) -> tuple[tuple[Candidate, ...], tuple[Refused, ...]]:
    """Pass every proposal through the gate; a bad one never stops its siblings (A167)."""
    context = EvidenceContext(
        thread_id=state.thread_id,
        turns=state.turns,
        previous=state.previous,
        tombstones=state.tombstones,
        subject_key=state.subject_key,
        apart=state.apart,
    )
    accepted: list[Candidate] = []
    refused: list[Refused] = []
    for proposal in proposals:
        verdict = _checked_again(check_proposal(proposal, context), proposal, state, hidden)
        if isinstance(verdict, Accepted):
            number = state.next_candidate_id + len(accepted)
            said_at_us = _said_at(verdict.candidate, state.turns)
            accepted.append(replace(verdict.candidate, id=number, said_at_us=said_at_us))
        else:
            refused.append(verdict)
    return tuple(accepted), tuple(refused)


def _checked_again(
    verdict: Accepted | Refused, proposal: Proposal, state: ExtractionState, hidden: frozenset[str]
) -> Accepted | Refused:
    """Refuse forgotten words that no quote shows, and a discussion that nobody could read.

    What is bound to an imported thread is bound to an archived one.
    """
    if isinstance(verdict, Refused):
        return verdict
    imported = any(turn.origin is Origin.IMPORT for turn in state.turns)
    if imported and KIND_POLICIES[proposal.kind].thread_bound:
        return Refused(proposal=proposal, reason=Reason.ARCHIVED, turn_id=state.turns[0].id)
    if gives_away(hidden, proposal.title, proposal.content, *proposal.aliases):
        return Refused(proposal=proposal, reason=Reason.FORGOTTEN, turn_id=state.turns[0].id)
    return verdict


def hidden_in(state: ExtractionState) -> frozenset[str]:
    """Give the forgotten words that the question did not show."""
    asked = [turn for turn in (state.previous, *state.turns) if turn is not None]
    masks = masks_of(state.tombstones, state.buried_turns)
    shown = [masked_text(turn, role, masks) for turn in asked for role in Role]
    return hidden_words(state.buried_turns, state.tombstones, (state.compaction, *shown))


def _said_at(candidate: Candidate, turns: tuple[Turn, ...]) -> int | None:
    """Give when the newest turn of the batch that a candidate rests on was said."""
    cited = {source.turn_id for source in candidate.sources}
    times = [turn.said_at_us for turn in turns if turn.id in cited]
    known = [time_us for time_us in times if time_us is not None]
    return max(known, default=None)


def _compaction_write(reply: ExtractionReply, state: ExtractionState) -> Write:
    """Update the summary, unless a later batch has already covered more (A152)."""
    return Write(
        statement="turns/compact",
        params={
            "thread_id": state.thread_id,
            "compaction": reply.compaction,
            "sequence": state.turns[-1].sequence,
        },
        expect_rows=None,
    )


def candidate_writes(
    candidate: Candidate, job_id: int, state: ExtractionState, now_us: int
) -> list[Write]:
    """Store an accepted candidate with its sources, under the extraction it belongs to."""
    writes = [
        Write(
            statement="items/insert_candidate",
            params={
                "id": candidate.id,
                "scope_id": state.scope_id,
                "thread_id": candidate.thread_id,
                "job_id": job_id,
                "kind": candidate.kind,
                "title": candidate.title,
                "content": candidate.content,
                "aliases": _json(candidate.aliases),
                "non_factual": int(KIND_POLICIES[candidate.kind].non_factual),
                "said_at": candidate.said_at_us,
                "now": now_us,
            },
        )
    ]
    writes.extend(
        Write(
            statement="items/insert_source",
            params={
                "candidate_id": candidate.id,
                "turn_id": source.turn_id,
                "role": source.role,
                "start_char": source.start,
                "end_char": source.end,
                "quote": source.quote,
            },
        )
        for source in candidate.sources
    )
    return writes


def refusal_write(
    refused: Refused, state: ExtractionState, hidden: frozenset[str], now_us: int
) -> Write:
    """Keep why a proposal was refused; its words too, unless they may be forgotten ones."""
    known = {turn.id for turn in (*state.turns, state.previous) if turn is not None}
    proposal = refused.proposal
    quotes = [quote.quote for quote in proposal.quotes]
    is_blank = (
        refused.reason is Reason.FORGOTTEN
        or state.tombstone_mark != state.asked_mark
        or gives_away(hidden, proposal.title, *quotes)
    )
    return Write(
        statement="items/insert_refusal",
        params={
            "scope_id": state.scope_id,
            "thread_id": state.thread_id,
            "turn_id": refused.turn_id if refused.turn_id in known else None,
            "kind": proposal.kind,
            "reason": refused.reason,
            "title": "" if is_blank else proposal.title,
            "quotes": _json([] if is_blank else quotes),
            "now": now_us,
        },
    )


def consolidation_write(
    kept: Kept, state: ExtractionState, session: str, key: str, now_us: int
) -> Write:
    """Queue stage 2 over what was kept; the same key never queues it twice."""
    payload = {
        "candidates": [candidate.id for candidate in kept.accepted],
        "withdrawals": [
            {"turn_id": one.turn_id, "start": one.start, "end": one.end, "back": one.anaphoric}
            for one in kept.withdrawals
        ],
    }
    return Write(
        statement="jobs/insert",
        params={
            "id": kept.consolidation_id,
            "kind": JobKind.CONSOLIDATION,
            "scope_id": state.scope_id,
            "thread_id": state.thread_id,
            "session": session,
            "sequence": 0,
            "turn_id": None,
            "payload": _json(payload),
            "idempotency_key": key,
            "now": now_us,
        },
    )


def _json(value: object) -> str:
    return orjson.dumps(value).decode()
