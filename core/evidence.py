"""The evidence gate: which proposals of stage 1 become candidates (A153-A166).

Input: one proposal of a model that is not trusted, and the turns it may cite. Output: Accepted
with exact sources, or Refused with a reason a user can understand. Invariants: every accepted
source is an exact slice of the RAW text it names; a preference or decision has a user source whose
own words suffice, or a user's agreement together with the assistant's proposal just before it;
nothing pasted, injected or forgotten is ever a source. It never raises, whatever is proposed.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from sayso.core.burial import claim_of, is_buried
from sayso.core.fidelity import added_name, adds_negation, drops_negation
from sayso.core.items import KIND_POLICIES, Candidate, Source
from sayso.core.quoting import quote_places
from sayso.core.speech.clauses import plain_copy
from sayso.core.speech.confirmations import NoConfirmation, confirmation_fault
from sayso.core.speech.regions import foreign_spans, injected_spans, overlaps
from sayso.core.speech.spoken import opening_sentences, sentences_near, surroundings
from sayso.core.speech.sufficiency import insufficiency, is_plain_fact, whole_clauses
from sayso.core.speech.vetoes import Veto
from sayso.core.subjects import anchors
from sayso.core.turns import Role

if TYPE_CHECKING:
    from sayso.core.items import Tombstone
    from sayso.core.proposals import Proposal, Quote
    from sayso.core.turns import Turn


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceContext:
    """What a proposal is checked against: the batch's turns of one session, oldest first.

    `previous` is the nearest earlier completed turn of the same session before the batch, or
    None. `apart` are turns of the batch that do not follow the one before them in it: another
    turn of the session came between. `subject_key` keys the hashes of tombstone subjects.
    """

    thread_id: int
    turns: tuple[Turn, ...]
    previous: Turn | None
    tombstones: tuple[Tombstone, ...]
    subject_key: bytes
    apart: frozenset[int] = frozenset()


class Reason(StrEnum):
    """Why a proposal was refused (slugs shown by `sayso status`)."""

    EMPTY = "empty-text"
    NO_SOURCE = "no-source"
    UNKNOWN_TURN = "unknown-turn"
    NOT_VERBATIM = "quote-not-verbatim"
    PASTED = "pasted-text"
    INJECTED = "injected-memory"
    NO_USER_QUOTE = "no-user-quote"
    NOT_EXPLICIT = "not-explicit"
    TEMPORARY = "temporary"
    UNDECIDED = "undecided"
    QUESTION = "question"
    HYPOTHETICAL = "hypothetical"
    REPORTED = "reported-speech"
    NEVER_SAID = "never-said"
    NARRATIVE = "complaint-or-habit"
    CODE_FACT = "current-fact"
    NO_SHARED_WORDS = "content-not-in-quote"
    ADDED = "name-nobody-said"
    TURNED = "content-against-quote"
    NO_PROPOSAL = "no-proposal-to-confirm"
    OTHER_PROPOSAL = "another-proposal-confirmed"
    FORGOTTEN = "forgotten"
    ARCHIVED = "archived-discussion"


@dataclass(frozen=True, slots=True, kw_only=True)
class Accepted:
    """A proposal that passed; the candidate's id is 0 until the store reserves one."""

    candidate: Candidate


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """A proposal that failed a check. `turn_id` is the turn it was about, where one is known."""

    proposal: Proposal
    reason: Reason
    turn_id: int | None


_REASON_OF_VETO: Final = {
    Veto.TEMPORARY: Reason.TEMPORARY,
    Veto.UNDECIDED: Reason.UNDECIDED,
    Veto.QUESTION: Reason.QUESTION,
    Veto.HYPOTHETICAL: Reason.HYPOTHETICAL,
    Veto.REPORTED: Reason.REPORTED,
    Veto.NEGATED: Reason.NEVER_SAID,
    Veto.NARRATIVE: Reason.NARRATIVE,
    Veto.CODE_FACT: Reason.CODE_FACT,
}


def check_proposal(proposal: Proposal, context: EvidenceContext) -> Accepted | Refused:
    """Accept or refuse one proposal of stage 1 (A153-A166)."""
    turn_id = next((quote.turn_id for quote in proposal.quotes if _turn(context, quote)), None)
    sources = _sources(proposal, context)
    if isinstance(sources, Reason):
        return Refused(proposal=proposal, reason=sources, turn_id=turn_id)
    candidate = Candidate(
        id=0,
        thread_id=context.thread_id,
        kind=proposal.kind,
        title=proposal.title,
        content=proposal.content,
        aliases=proposal.aliases,
        sources=sources,
    )
    reason = _unsupported(proposal, sources, context) or _forgotten(candidate, context)
    if reason is not None:
        return Refused(proposal=proposal, reason=reason, turn_id=turn_id)
    return Accepted(candidate=candidate)


def _turn(context: EvidenceContext, quote: Quote) -> Turn | None:
    """Give the turn a quote may come from; of the previous turn only the assistant's side."""
    for turn in context.turns:
        if turn.id == quote.turn_id:
            return turn
    previous = context.previous
    if previous is not None and previous.id == quote.turn_id and quote.role is Role.ASSISTANT:
        return previous
    return None


def _sources(proposal: Proposal, context: EvidenceContext) -> tuple[Source, ...] | Reason:
    """Turn every quote into an exact source outside foreign regions, or say why not."""
    if not proposal.content.strip() or not proposal.title.strip():
        return Reason.EMPTY
    if not proposal.quotes:
        return Reason.NO_SOURCE
    sources: list[Source] = []
    for quote in proposal.quotes:
        turn = _turn(context, quote)
        if turn is None:
            return Reason.UNKNOWN_TURN
        found = _source(quote, turn.text_of(quote.role))
        if isinstance(found, Reason):
            return found
        if found not in sources:
            sources.append(found)
    return tuple(sources)


def _source(quote: Quote, text: str) -> Source | Reason:
    reason = Reason.NOT_VERBATIM
    for start, end in quote_places(quote.quote, text):
        around = surroundings(text, start, end)
        plain = plain_copy(around.text)
        foreign = foreign_spans(plain) if quote.role is Role.USER else injected_spans(plain)
        if not overlaps(foreign, around.start, around.end):
            return Source(
                turn_id=quote.turn_id, role=quote.role, quote=text[start:end], start=start, end=end
            )
        injected = overlaps(injected_spans(plain), around.start, around.end)
        reason = Reason.INJECTED if injected else Reason.PASTED
    return reason


def _unsupported(
    proposal: Proposal, sources: tuple[Source, ...], context: EvidenceContext
) -> Reason | None:
    """Say why the sources do not carry the kind, or None."""
    if not KIND_POLICIES[proposal.kind].needs_user_quote:
        plain = all(_is_plain_fact(source, context) for source in sources)
        return Reason.CODE_FACT if plain else None
    said = [source for source in sources if source.role is Role.USER]
    if not said:
        return Reason.NO_USER_QUOTE
    reasons = [_not_said(proposal, source, sources, context) for source in said]
    return _unfaithful(proposal, sources, context) if None in reasons else reasons[0]


def _unfaithful(
    proposal: Proposal, sources: tuple[Source, ...], context: EvidenceContext
) -> Reason | None:
    """Say what title or content add to the cited turns and what stands around the quotes."""
    cited = {source.turn_id for source in sources}
    before = {turn.id for number in cited if (turn := _before_cited(number, context)) is not None}
    heard = [turn for turn in _turns(context) if turn.id in cited | before]
    read = [text for turn in heard for text in (turn.user_text, turn.assistant_text)]
    around = [surroundings(_text(one, context), one.start, one.end).text for one in sources]
    for text in (proposal.title, proposal.content):
        if added_name(text, read) is not None:
            return Reason.ADDED
        if adds_negation(text, around):
            return Reason.TURNED
    return Reason.TURNED if drops_negation(proposal.content, around) else None


def _before_cited(turn_id: int, context: EvidenceContext) -> Turn | None:
    return _before(turn_id, context) if turn_id in {one.id for one in context.turns} else None


def _is_plain_fact(source: Source, context: EvidenceContext) -> bool:
    around = surroundings(_text(source, context), source.start, source.end)
    return is_plain_fact(sentences_near(around), (around.start, around.end))


def _text(source: Source, context: EvidenceContext) -> str:
    return next(turn.text_of(source.role) for turn in _turns(context) if turn.id == source.turn_id)


def _turns(context: EvidenceContext) -> tuple[Turn, ...]:
    """Give every turn that may be cited, oldest first."""
    return (*((context.previous,) if context.previous else ()), *context.turns)


def _not_said(
    proposal: Proposal, source: Source, sources: tuple[Source, ...], context: EvidenceContext
) -> Reason | None:
    """Say why one user source does not carry the proposal, by itself or as a confirmation."""
    around = surroundings(_text(source, context), source.start, source.end)
    spoken, span = sentences_near(around), (around.start, around.end)
    unfit = insufficiency(proposal.kind, spoken, span)
    said = whole_clauses(spoken, span, around.text)
    if unfit is None and anchors(proposal.content) & anchors(said):
        return None
    fault = _not_confirmed(proposal, source, sources, context)
    if fault is None:
        return None
    if fault is NoConfirmation.OTHER_PROPOSAL:
        return Reason.OTHER_PROPOSAL
    if unfit is None:
        return Reason.NO_SHARED_WORDS
    if fault is NoConfirmation.NO_PROPOSAL and unfit.veto is None:
        return Reason.NO_PROPOSAL
    return Reason.NOT_EXPLICIT if unfit.veto is None else _REASON_OF_VETO[unfit.veto]


def _not_confirmed(
    proposal: Proposal, source: Source, sources: tuple[Source, ...], context: EvidenceContext
) -> NoConfirmation | None:
    """Say why a user source does not confirm a cited proposal of the turn just before it."""
    before = _before(source.turn_id, context)
    cited = [
        other
        for other in sources
        if before is not None and other.role is Role.ASSISTANT and other.turn_id == before.id
    ]
    fault = confirmation_fault(
        opening_sentences(_text(source, context)),
        (source.start, source.end),
        before.assistant_text if before is not None else "",
        [(other.start, other.end) for other in cited],
    )
    if fault is not None:
        return fault
    shared = any(anchors(proposal.content) & anchors(other.quote) for other in cited)
    return None if shared else NoConfirmation.OTHER_PROPOSAL


def _before(turn_id: int, context: EvidenceContext) -> Turn | None:
    """Give the turn directly before a turn of the batch, of the same session."""
    if turn_id in context.apart:
        return None
    at = next(at for at, turn in enumerate(context.turns) if turn.id == turn_id)
    before = context.turns[at - 1] if at > 0 else context.previous
    if before is None or before.session != context.turns[at].session:
        return None
    return before


def _forgotten(candidate: Candidate, context: EvidenceContext) -> Reason | None:
    """Say whether what is proposed was forgotten and has not been said anew."""
    if not context.tombstones:
        return None
    before = {turn.id: _before(turn.id, context) for turn in context.turns}
    claim = claim_of(
        candidate,
        {turn.id: turn for turn in _turns(context)},
        {number: turn.id for number, turn in before.items() if turn is not None},
        context.subject_key,
    )
    return Reason.FORGOTTEN if is_buried(claim, context.tombstones) else None
