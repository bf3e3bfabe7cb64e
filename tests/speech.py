"""Proposals and contexts for tests of speech: one user text, maybe with an answer before it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sayso.core.evidence import EvidenceContext
from sayso.core.project.extraction import ExtractionInput
from sayso.core.proposals import Proposal, Quote
from sayso.core.rules.extraction import extract
from sayso.core.turns import Role
from tests.records import make_turn

if TYPE_CHECKING:
    from sayso.core.items import Kind, Tombstone
    from sayso.core.turns import Turn

SAID_ID = 2
BEFORE_ID = 1


def before(answer: str) -> Turn | None:
    """Give the previous turn with this answer, or None without one."""
    return make_turn(BEFORE_ID, "hello", assistant_text=answer) if answer else None


def gate(said: str, answer: str = "", tombstones: tuple[Tombstone, ...] = ()) -> EvidenceContext:
    """Give the context of one user text after one answer."""
    return EvidenceContext(
        thread_id=1,
        turns=(make_turn(SAID_ID, said),),
        previous=before(answer),
        tombstones=tombstones,
        subject_key=b"key",
    )


def explicit(kind: Kind, quote: str, content: str = "", title: str = "") -> Proposal:
    """Propose what a user said outright; content and title are the quote unless given."""
    return Proposal(
        kind=kind,
        title=title or quote,
        content=content or quote,
        aliases=(),
        quotes=(Quote(turn_id=SAID_ID, role=Role.USER, quote=quote),),
    )


def confirmed(kind: Kind, quote: str, proposed: str, content: str = "") -> Proposal:
    """Propose what a user confirmed of the answer before."""
    return Proposal(
        kind=kind,
        title=proposed,
        content=content or proposed,
        aliases=(),
        quotes=(
            Quote(turn_id=SAID_ID, role=Role.USER, quote=quote),
            Quote(turn_id=BEFORE_ID, role=Role.ASSISTANT, quote=proposed),
        ),
    )


def found_in(said: str, answer: str = "") -> tuple[Proposal, ...]:
    """Give what the rules propose for one user text after one answer."""
    asked = ExtractionInput(
        thread_id=1, compaction="", previous=before(answer), turns=(make_turn(SAID_ID, said),)
    )
    return extract(asked).proposals
