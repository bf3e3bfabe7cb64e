"""A word of agreement before a choice of one's own agrees to nothing the assistant proposed."""

from __future__ import annotations

import pytest

from sayso.core.evidence import Accepted, EvidenceContext, Reason, Refused, check_proposal
from sayso.core.items import Kind
from sayso.core.project.extraction import ExtractionInput
from sayso.core.proposals import Proposal, Quote
from sayso.core.rules.extraction import extract
from sayso.core.turns import Role
from tests.records import make_turn

OWN = [
    ("建议日志用 logfmt。", "定了：日志统一用 JSON。"),
    ("建议日志用 logfmt。", "好，日志统一用 JSON。"),
    ("建议再等等。", "定了，日志统一用 JSON。"),
    ("I suggest waiting a little.", "Decided: logs are written as JSON."),
    ("I would use logfmt.", "Agreed, we write everything as JSON."),
]
SAME = [
    ("建议日志用 logfmt。", "定了，就用 logfmt"),
    ("建议日志统一用 JSON。", "好，日志统一用 JSON。"),
    ("建议把图片转换移到独立的 worker。", "好啊，就用这个做法"),
    ("I suggest writing the logs as JSON.", "Agreed, we write the logs as JSON."),
    ("I suggest one YAML file for everything.", "yes please, that's how we do it"),
]


def asked(proposed: str, said: str) -> ExtractionInput:
    """Give the turn of an answer after the turn of a proposal."""
    return ExtractionInput(
        thread_id=1,
        compaction="",
        previous=make_turn(1, "?", assistant_text=proposed),
        turns=(make_turn(2, said),),
    )


def verdict(proposed: str, said: str) -> Accepted | Refused:
    """Judge the claim that an answer agrees to the whole proposal."""
    question = asked(proposed, said)
    claim = Proposal(
        kind=Kind.DECISION,
        title=proposed,
        content=proposed,
        aliases=(),
        quotes=(
            Quote(turn_id=1, role=Role.ASSISTANT, quote=proposed),
            Quote(turn_id=2, role=Role.USER, quote=said),
        ),
    )
    context = EvidenceContext(
        thread_id=1,
        turns=question.turns,
        previous=question.previous,
        tombstones=(),
        subject_key=bytes(32),
    )
    return check_proposal(claim, context)


@pytest.mark.parametrize(("proposed", "said"), OWN)
def test_a_choice_of_ones_own_is_kept_as_said(proposed: str, said: str) -> None:
    """The embedded model remembers what the user settles, never what the assistant had proposed."""
    proposals = extract(asked(proposed, said)).proposals
    assert {quote.role for one in proposals for quote in one.quotes} <= {Role.USER}
    assert all("JSON" in one.content for one in proposals)


def test_a_plain_choice_of_ones_own_is_kept() -> None:
    """The user's own decision is not lost to the agreement it is no longer taken for."""
    (proposal,) = extract(asked(*OWN[0])).proposals
    assert proposal.title == "日志统一用 JSON"


@pytest.mark.parametrize(("proposed", "said"), OWN[1:])
def test_the_gate_takes_it_for_no_agreement(proposed: str, said: str) -> None:
    """A model that claims an agreement there is refused."""
    found = verdict(proposed, said)
    assert isinstance(found, Refused)
    assert found.reason in (Reason.NO_SHARED_WORDS, Reason.NO_PROPOSAL)


@pytest.mark.parametrize(("proposed", "said"), SAME)
def test_the_same_choice_in_other_words_still_agrees(proposed: str, said: str) -> None:
    """Repeating what was proposed, or pointing at it, is agreement with both sources."""
    proposals = extract(asked(proposed, said)).proposals
    assert [quote.role for quote in proposals[0].quotes] == [Role.ASSISTANT, Role.USER]
    assert isinstance(verdict(proposed, said), Accepted)
