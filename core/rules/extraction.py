"""Stage 1 of the embedded model: explicit preferences, decisions and confirmed proposals.

Input: the same batch an LLM would be shown. Output: the same reply, by rules alone, so that it
goes through the very same checks. Invariants: equal input gives equal output; every quote is an
exact slice of the turn it names; a confirmation always carries both sources (A26, A162).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import islice, zip_longest
from typing import TYPE_CHECKING, Final

from sayso.core import limits
from sayso.core.items import Kind
from sayso.core.project.extraction import ExtractionReply
from sayso.core.proposals import Proposal, Quote
from sayso.core.rules.compaction import extend_compaction
from sayso.core.rules.explicit import findings
from sayso.core.rules.naming import as_stated, name_memory
from sayso.core.speech.clauses import sentences
from sayso.core.speech.offers import is_own_habit, offer_meant, offers_in
from sayso.core.speech.recanting import recants
from sayso.core.speech.replies import leading_reply
from sayso.core.speech.spoken import own_sentences
from sayso.core.speech.statements import statements
from sayso.core.turns import Role

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sayso.core.project.extraction import ExtractionInput
    from sayso.core.speech.clauses import Sentence
    from sayso.core.speech.replies import Reply
    from sayso.core.turns import Turn

_GAP_MAX_CHARS: Final = 2
_JOINED_MAX_CHARS: Final = 160


@dataclass(frozen=True, slots=True, kw_only=True)
class _Said:
    """What a span of the user's words says.

    `own`: it would last without the words before it. `reason`: it tells a taste, and no order.
    """

    kind: Kind
    start: int
    end: int
    own: bool
    reason: bool


def extract(asked: ExtractionInput) -> ExtractionReply:
    """Answer stage 1 by rules; never fails and never proposes more than the contract allows."""
    proposals: list[Proposal] = []
    previous = asked.previous
    for turn in asked.turns:
        room = limits.PROPOSALS_MAX - len(proposals)
        proposals.extend(islice(_proposals(turn, previous), room))
        previous = turn
    return ExtractionReply(
        compaction=extend_compaction(asked.compaction, asked.turns), proposals=tuple(proposals)
    )


def _proposals(turn: Turn, previous: Turn | None) -> Iterator[Proposal]:
    spoken = own_sentences(turn.user_text)
    reply = leading_reply(spoken) if previous is not None else None
    confirmed = _confirmation(turn, previous, reply) if reply is not None and previous else None
    if confirmed is not None and reply is not None:
        yield confirmed
        spoken = tuple(_left_over(spoken, reply.end))
    yield from _explicit(turn, spoken)


def _left_over(spoken: tuple[Sentence, ...], end: int) -> Iterator[Sentence]:
    """Give what is said after an answer, also in the sentence the answer begins."""
    for sentence in spoken:
        rest = tuple(clause for clause in sentence.clauses if clause.start >= end)
        if rest and sentence.start < end:
            start = rest[0].start
            plain = sentence.plain[start - sentence.start :]
            yield replace(sentence, start=start, plain=plain, clauses=rest)
        elif rest:
            yield sentence


def _explicit(turn: Turn, spoken: tuple[Sentence, ...]) -> Iterator[Proposal]:
    pending: _Said | None = None
    for said in _said(spoken):
        if pending is not None and _continues(pending, said, turn.user_text):
            pending = replace(said, start=pending.start)
            continue
        if pending is not None:
            yield _proposal(turn, pending)
        pending = said
    if pending is not None:
        yield _proposal(turn, pending)


def _said(spoken: tuple[Sentence, ...]) -> Iterator[_Said]:
    said = tuple(statements(spoken))
    for statement, after in zip_longest(said, said[1:]):
        if after is not None and recants(after.clauses[:1]):
            continue
        for finding in findings(statement):
            last = finding.last + 1
            marks = statement.marks[finding.first : last]
            yield _Said(
                kind=finding.kind,
                start=statement.clauses[finding.first].start,
                end=statement.clauses[finding.last].end,
                own=any(mark.onward or mark.always or mark.prefer for mark in marks),
                reason=not any(mark.told or mark.onward or mark.product for mark in marks),
            )


def _continues(before: _Said, said: _Said, text: str) -> bool:
    """Tell whether a wish only spells out the one right before it: one memory, not two."""
    if not before.kind is said.kind is Kind.PREFERENCE or said.own:
        return False
    gap = text[before.end : said.start]
    near = len(gap) <= _GAP_MAX_CHARS and "\n" not in gap
    shorter = before.reason or said.end - said.start <= before.end - before.start
    return near and shorter and said.end - before.start <= _JOINED_MAX_CHARS


def _proposal(turn: Turn, said: _Said) -> Proposal:
    quote = turn.user_text[said.start : said.end]
    naming = name_memory(quote, "")
    return Proposal(
        kind=said.kind,
        title=naming.title,
        content=quote,
        aliases=naming.aliases,
        quotes=(Quote(turn_id=turn.id, role=Role.USER, quote=quote),),
    )


def _confirmation(turn: Turn, previous: Turn, reply: Reply) -> Proposal | None:
    """Join the user's agreement with what the assistant proposed just before."""
    offers = offers_in(previous.assistant_text)
    offer = offer_meant(offers, reply)
    if offer is None or previous.session != turn.session:
        return None
    proposed = previous.assistant_text[offer.start : offer.end]
    said = turn.user_text[reply.start : reply.end]
    content = as_stated(proposed)
    naming = name_memory(said, content)
    # What the assistant would do every time is how the user likes it, not a choice of a thing.
    habit = any(is_own_habit(sentence.clauses) for sentence in sentences(proposed))
    return Proposal(
        kind=Kind.PREFERENCE if habit else Kind.DECISION,
        title=naming.title,
        content=content,
        aliases=naming.aliases,
        quotes=(
            Quote(turn_id=previous.id, role=Role.ASSISTANT, quote=proposed),
            Quote(turn_id=turn.id, role=Role.USER, quote=said),
        ),
    )
