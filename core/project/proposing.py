"""Proposing: an exact slice of what the user said -> candidates, or why it cannot be remembered.

An agent may point at words and nothing else. Kind, title and content come from the user's own
clause by the embedded rules; where they find none, the words themselves are the content. All of
it then passes the same gate as any model's proposal. Invariants: words that a candidate rests on
already never make another one, and a turn whose extraction is still to come is left to it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from sayso.core import limits
from sayso.core.evidence import Reason, Refused
from sayso.core.items import CandidateStatus, ItemStatus, Kind
from sayso.core.jobs import JobStatus
from sayso.core.project.keeping import (
    Kept,
    candidate_writes,
    consolidation_write,
    hidden_in,
    judge_proposals,
    refusal_write,
)
from sayso.core.project.retracting import candidate_target
from sayso.core.proposals import POINTED_AT, Proposal, Quote
from sayso.core.rules.extraction import extract
from sayso.core.rules.naming import name_memory
from sayso.core.speech.replies import is_agreement
from sayso.core.speech.spoken import own_sentences
from sayso.core.subjects import anchors
from sayso.core.turns import Role
from sayso.core.withdrawing import match_withdrawal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sayso.core.items import Candidate
    from sayso.core.jobs import Job
    from sayso.core.plans import Plan, Write
    from sayso.core.project.extraction import ExtractionInput
    from sayso.core.project.keeping import ExtractionState
    from sayso.core.speech.clauses import Clause, Sentence
    from sayso.core.speech.withdrawals import Withdrawal
    from sayso.core.turns import Turn

# What may be proposed on the user's word alone; a discussion is no say-so.
_KINDS: Final = (Kind.PREFERENCE, Kind.DECISION)
_JUDGED: Final = frozenset({JobStatus.SUCCEEDED, JobStatus.SUCCEEDED_NO_OUTPUT, JobStatus.DROPPED})


class Outcome(StrEnum):
    """What a proposal came to."""

    ACCEPTED = "accepted"  # stored as a candidate; stage 2 makes it a memory
    WAITING = "waiting"  # a candidate with these words waits for stage 2 already
    KNOWN = "known"  # a memory with these words is there already
    PENDING = "pending"  # the turn's own extraction is still to come
    REFUSED = "refused"


NOT_CAPTURED: Final = "not-captured"
SET_ASIDE: Final = "set-aside"  # a candidate with these words was merged away or taken back


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """A candidate that rests on text[start:end] of the user's words, and the memory it became."""

    status: CandidateStatus
    start: int
    end: int
    item_id: int | None
    item_status: ItemStatus | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PointedAt:
    """A turn that holds the words, and what the store holds about it.

    `job` is its extraction, None while the turn is open. `asked` shows the turn as stage 1 is
    shown it: forgotten words masked. `refusals` are reason and quotes of what was refused before.
    `taken_back` are the withdrawals of later turns, each with the turn before it in its session.
    """

    turn: Turn
    job: Job | None
    state: ExtractionState
    asked: ExtractionInput
    standing: tuple[Standing, ...]
    refusals: frozenset[tuple[str, str]] = frozenset()
    taken_back: tuple[tuple[Withdrawal, int | None], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposed:
    """What a proposal came to: the turn, the memory where one is known, the reason of a refusal.

    `reason` is a slug of the gate, NOT_CAPTURED or SET_ASIDE; '' unless it was refused.
    `kept` are the quotes that were accepted now.
    """

    outcome: Outcome
    turn_id: int | None = None
    item_id: int | None = None
    reason: str = ""
    kept: tuple[str, ...] = ()


def plan_proposal(quote: str, turns: tuple[PointedAt, ...], now_us: int) -> tuple[Plan, Proposed]:
    """Judge words by the newest turn that carries them; a refusal is that of the newest turn.

    `turns` hold the words exactly, newest first. A refusal is recorded once.
    """
    refused: tuple[Plan, Proposed] | None = None
    for one in turns:
        plan, proposed = _judge(quote, one, now_us)
        if proposed.outcome is not Outcome.REFUSED:
            return plan, proposed
        refused = refused or (plan, proposed)
    return refused or ((), Proposed(outcome=Outcome.REFUSED, reason=NOT_CAPTURED))


def _judge(quote: str, one: PointedAt, now_us: int) -> tuple[Plan, Proposed]:
    there = _standing(quote, one)
    if there is not None:
        return (), there
    hidden = hidden_in(one.state)
    accepted, refused = _checked(quote, one, hidden)
    if not accepted:
        write = refusal_write(refused[0], one.state, hidden, now_us)
        is_new = (write.params["reason"], write.params["quotes"]) not in one.refusals
        reason = refused[0].reason
        told = Proposed(outcome=Outcome.REFUSED, turn_id=one.turn.id, reason=reason)
        return (write,) if is_new else (), told
    if any(_is_taken_back(candidate, one) for candidate in accepted):
        told = Proposed(outcome=Outcome.REFUSED, turn_id=one.turn.id, reason=SET_ASIDE)
        return (), told
    if one.job is None or one.job.status not in _JUDGED:
        return (), Proposed(outcome=Outcome.PENDING, turn_id=one.turn.id)
    return _writes(accepted, one, one.job, now_us), _accepted(accepted, one)


def _is_taken_back(candidate: Candidate, one: PointedAt) -> bool:
    """Tell whether the user has taken it back since, when there was nothing yet to let go."""
    target = candidate_target(candidate)
    return any(
        match_withdrawal(withdrawal, before, (target,)) is not None
        for withdrawal, before in one.taken_back
    )


def _standing(quote: str, one: PointedAt) -> Proposed | None:
    """Tell what already rests on these words: a memory before all else."""
    touched = [
        standing
        for standing in one.standing
        if any(standing.start < end and start < standing.end for start, end in _places(quote, one))
    ]
    if not touched:
        return None
    made = [standing for standing in touched if standing.item_id is not None]
    for standing in sorted(made, key=lambda each: each.item_status is not ItemStatus.ACTIVE):
        if standing.item_status is ItemStatus.FORGOTTEN:
            reason = Reason.FORGOTTEN
            return Proposed(outcome=Outcome.REFUSED, turn_id=one.turn.id, reason=reason)
        return Proposed(outcome=Outcome.KNOWN, turn_id=one.turn.id, item_id=standing.item_id)
    if any(standing.status is CandidateStatus.PENDING for standing in touched):
        return Proposed(outcome=Outcome.WAITING, turn_id=one.turn.id)
    return Proposed(outcome=Outcome.REFUSED, turn_id=one.turn.id, reason=SET_ASIDE)


def _places(quote: str, one: PointedAt) -> Iterator[tuple[int, int]]:
    """Give every place where the turn holds the words."""
    at = one.turn.user_text.find(quote)
    while at >= 0:
        yield at, at + len(quote)
        at = one.turn.user_text.find(quote, at + 1)


def _checked(
    quote: str, one: PointedAt, hidden: frozenset[str]
) -> tuple[tuple[Candidate, ...], tuple[Refused, ...]]:
    """Pass what the rules derive through the gate; else the words themselves, as either kind."""
    found = tuple(
        proposal
        for proposal in extract(one.asked).proposals
        if any(_touches(quote, said) for said in proposal.quotes)
    )
    if found:
        accepted, refused = judge_proposals(found, one.state, hidden)
        return accepted, refused
    around = _around(quote, one.turn.user_text)
    plain = tuple(_plain(quote, kind, one.turn, around) for kind in _KINDS)
    if around and all(_says_nothing(clause) for each in around for clause in each.clauses):
        empty = Refused(proposal=plain[0], reason=Reason.NO_PROPOSAL, turn_id=one.turn.id)
        return (), (empty,)
    first: tuple[Refused, ...] = ()
    for proposal in plain:
        accepted, refused = judge_proposals((proposal,), one.state, hidden)
        if accepted:
            return accepted, ()
        first = first or refused
    return (), first


def _says_nothing(clause: Clause) -> bool:
    """Tell whether a clause only agrees or marks: what it is about stands elsewhere."""
    return is_agreement(clause.plain) or not anchors(clause.plain)


def _touches(quote: str, said: Quote) -> bool:
    return said.role is Role.USER and (quote in said.quote or said.quote in quote)


def _plain(quote: str, kind: Kind, turn: Turn, around: tuple[Sentence, ...]) -> Proposal:
    """Propose the whole sentences that the words stand in, as they are."""
    said = turn.user_text[around[0].start : around[-1].clauses[-1].end] if around else ""
    words = said if 0 < len(said) <= limits.QUOTE_MAX_CHARS else quote.strip()
    naming = name_memory(words, "")
    return Proposal(
        kind=kind,
        title=naming.title,
        content=words,
        aliases=naming.aliases,
        quotes=(Quote(turn_id=turn.id, role=Role.USER, quote=words),),
    )


def _around(quote: str, text: str) -> tuple[Sentence, ...]:
    """Give the user's own sentences in which words stand; none for what is pasted."""
    start = text.find(quote)
    return tuple(
        one
        for one in own_sentences(text)
        if one.start < start + len(quote) and start < one.clauses[-1].end
    )


def _writes(accepted: tuple[Candidate, ...], one: PointedAt, job: Job, now_us: int) -> Plan:
    """Store candidates as if the turn's extraction had found them, and queue stage 2 over each."""
    plan: list[Write] = []
    for number, candidate in enumerate(accepted, start=one.state.next_job_id):
        plan.extend(candidate_writes(candidate, job.id, one.state, now_us))
        kept = Kept(accepted=(candidate,), refused=(), withdrawals=(), consolidation_id=number)
        key = f"{POINTED_AT}{candidate.id}"
        plan.append(consolidation_write(kept, one.state, one.turn.session, key, now_us))
    return tuple(plan)


def _accepted(accepted: tuple[Candidate, ...], one: PointedAt) -> Proposed:
    quotes = tuple(
        source.quote
        for candidate in accepted
        for source in candidate.sources
        if source.role is Role.USER
    )
    return Proposed(outcome=Outcome.ACCEPTED, turn_id=one.turn.id, kept=quotes)
