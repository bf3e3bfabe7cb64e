"""PLACEHOLDER CONTRACT (replaced by its builder): records of the evidence gate."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sayso.core.items import Candidate, Kind, Tombstone
    from sayso.core.turns import Role, Turn


@dataclass(frozen=True, slots=True, kw_only=True)
class Quote:
    """Words a proposal claims to quote from one side of a turn."""

    turn_id: int
    role: Role
    quote: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """What stage 1 proposes to remember, before any check."""

    kind: Kind
    title: str
    content: str
    aliases: tuple[str, ...]
    quotes: tuple[Quote, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceContext:
    """What a proposal is checked against: the batch's turns of one session, oldest first.

    `previous` is the nearest earlier completed turn of the same session before the batch, or
    None. `subject_key` keys the hashes of tombstone subjects.
    """

    thread_id: int
    turns: tuple[Turn, ...]
    previous: Turn | None
    tombstones: tuple[Tombstone, ...]
    subject_key: bytes


class Reason(StrEnum):
    """Why a proposal was refused (slugs shown by `sayso status`)."""

    NO_USER_QUOTE = "no-user-quote"


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


def check_proposal(proposal: Proposal, context: EvidenceContext) -> Accepted | Refused:
    """Accept or refuse one proposal of stage 1 (A153-A166)."""
    raise NotImplementedError
