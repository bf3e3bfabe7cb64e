"""The gate alone, as if a model had proposed: what must pass passes, what must not does not.

Right: every expected memory of a case, with its quote and, for a confirmation, the words of the
proposal. Wrong: for a case that expects nothing, the whole message and each of its clauses, as
a preference and as a decision; the case is refused when all of them are.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sayso.core import limits
from sayso.core.evidence import Accepted, EvidenceContext, Refused, check_proposal
from sayso.core.items import Kind
from sayso.core.project.intents import GENERAL_CHAT
from sayso.core.proposals import Proposal, Quote
from sayso.core.speech.clauses import sentences
from sayso.core.text import clip
from sayso.core.turns import DEFAULT_SESSION, Origin, Role, Turn, TurnState

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sayso.core.quality.corpus import EvalCase, ExpectedMemory

_PREVIOUS_ID: Final = 1
_MESSAGE_ID: Final = 2
_THREAD_ID: Final = 1
_SUBJECT_KEY: Final = bytes(32)  # hashes only tombstones, and there are none


@dataclass(frozen=True, slots=True, kw_only=True)
class GateFailure:
    """A proposal the gate judged wrongly; `reason` is the refusal's, None for an acceptance."""

    case: EvalCase
    proposal: Proposal
    reason: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class GateReport:
    """`right` counts proposals that must pass, `wrong` cases of which none may pass."""

    right: int
    right_accepted: int
    wrong: int
    wrong_refused: int
    failures: tuple[GateFailure, ...]


def check_gate(cases: Iterable[EvalCase]) -> GateReport:
    """Try the gate on every case."""
    every = tuple(cases)
    rejected = tuple(fault for case in every for fault in _rejected(case))
    passed = {case.id: tuple(_passed(case)) for case in every if not case.expect}
    right = sum(len(case.expect) for case in every)
    return GateReport(
        right=right,
        right_accepted=right - len(rejected),
        wrong=len(passed),
        wrong_refused=sum(not faults for faults in passed.values()),
        failures=(*rejected, *(fault for faults in passed.values() for fault in faults)),
    )


def _rejected(case: EvalCase) -> Iterator[GateFailure]:
    """Give the expected memories of a case that the gate refuses."""
    context = _context(case)
    for wanted in case.expect:
        proposal = _right_proposal(wanted)
        verdict = check_proposal(proposal, context)
        if isinstance(verdict, Refused):
            yield GateFailure(case=case, proposal=proposal, reason=verdict.reason)


def _passed(case: EvalCase) -> Iterator[GateFailure]:
    """Give the proposals that the gate lets through although nothing is to be remembered."""
    context = _context(case)
    for quote in dict.fromkeys((case.text, *_clauses(case.text))):
        for kind in (Kind.PREFERENCE, Kind.DECISION):
            proposal = _proposal(kind, quote, (_user_quote(quote),))
            if isinstance(check_proposal(proposal, context), Accepted):
                yield GateFailure(case=case, proposal=proposal, reason=None)


def _clauses(text: str) -> Iterator[str]:
    for sentence in sentences(text):
        for clause in sentence.clauses:
            yield text[clause.start : clause.end]


def _right_proposal(wanted: ExpectedMemory) -> Proposal:
    quotes = [_user_quote(wanted.quote)]
    if wanted.proposal_quote:
        proposed = Quote(turn_id=_PREVIOUS_ID, role=Role.ASSISTANT, quote=wanted.proposal_quote)
        quotes.insert(0, proposed)
    return _proposal(wanted.kind, wanted.proposal_quote or wanted.quote, tuple(quotes))


def _user_quote(quote: str) -> Quote:
    return Quote(turn_id=_MESSAGE_ID, role=Role.USER, quote=quote)


def _proposal(kind: Kind, content: str, quotes: tuple[Quote, ...]) -> Proposal:
    title = clip(content, limits.TITLE_MAX_CHARS)
    return Proposal(kind=kind, title=title, content=content, aliases=(), quotes=quotes)


def _context(case: EvalCase) -> EvidenceContext:
    previous = None
    if case.prev_assistant:
        previous = _turn(_PREVIOUS_ID, case.prev_user, case.prev_assistant)
    return EvidenceContext(
        thread_id=_THREAD_ID,
        turns=(_turn(_MESSAGE_ID, case.text, ""),),
        previous=previous,
        tombstones=(),
        subject_key=_SUBJECT_KEY,
    )


def _turn(number: int, user_text: str, assistant_text: str) -> Turn:
    return Turn(
        id=number,
        thread_id=_THREAD_ID,
        session=DEFAULT_SESSION,
        sequence=number,
        intent=GENERAL_CHAT,
        origin=Origin.LIVE,
        user_text=user_text,
        assistant_text=assistant_text,
        state=TurnState.COMPLETED,
        said_at_us=number,
        created_at_us=number,
    )
