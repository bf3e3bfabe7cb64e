"""Records for pure tests: every field has a plain value that a keyword overrides."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from sayso.core.items import Candidate, Item, ItemStatus, Kind, Source, Tombstone
from sayso.core.jobs import Job, JobKind, JobStatus
from sayso.core.turns import Origin, Role, Turn, TurnState

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sayso.core.plans import Plan

T = TypeVar("T")

NOON_US = 1_700_000_000_000_000
SECOND_US = 1_000_000


def build(kind: Callable[..., T], fields: Mapping[str, object]) -> T:
    """Build a record from fields that a type checker cannot follow one by one."""
    return kind(**fields)


def written(plan: Plan, statement: str) -> list[dict[str, object]]:
    """Give the parameters of every write of one statement in a plan."""
    return [dict(write.params) for write in plan if write.statement == statement]


def make_turn(number: int = 1, user: str = "Use tabs.", **changes: object) -> Turn:
    """Give a completed live turn; sequence and times follow its number."""
    plain: dict[str, object] = {
        "id": number,
        "thread_id": 1,
        "session": "",
        "sequence": number,
        "intent": "general_chat",
        "origin": Origin.LIVE,
        "user_text": user,
        "assistant_text": "",
        "state": TurnState.COMPLETED,
        "said_at_us": NOON_US + number,
        "created_at_us": NOON_US + number,
    }
    return build(Turn, plain | changes)


def make_source(quote: str = "Use tabs", turn_id: int = 1, **changes: object) -> Source:
    """Give a source that starts its user's text."""
    plain: dict[str, object] = {
        "turn_id": turn_id,
        "role": Role.USER,
        "quote": quote,
        "start": 0,
        "end": len(quote),
    }
    return build(Source, plain | changes)


def make_candidate(number: int = 1, content: str = "Use tabs", **changes: object) -> Candidate:
    """Give a pending decision with one source."""
    plain: dict[str, object] = {
        "id": number,
        "thread_id": 1,
        "kind": Kind.DECISION,
        "title": content,
        "content": content,
        "aliases": (),
        "sources": (make_source(content),),
    }
    return build(Candidate, plain | changes)


def make_item(number: int = 1, content: str = "Use tabs", **changes: object) -> Item:
    """Give an active decision in its first revision."""
    plain: dict[str, object] = {
        "row_id": number,
        "item_id": number,
        "revision": 1,
        "kind": Kind.DECISION,
        "thread_id": None,
        "title": content,
        "content": content,
        "synopsis": content,
        "aliases": (),
        "keywords": (),
        "status": ItemStatus.ACTIVE,
        "replaces_id": None,
        "replaced_by_id": None,
        "created_at_us": NOON_US,
        "updated_at_us": NOON_US,
    }
    return build(Item, plain | changes)


def make_tombstone(number: int = 1, **changes: object) -> Tombstone:
    """Give a tombstone on the first eight characters of turn 1."""
    plain: dict[str, object] = {
        "id": number,
        "item_id": number,
        "turn_id": 1,
        "role": Role.USER,
        "start": 0,
        "end": 8,
        "subject": frozenset(),
        "last_turn_id": 1,
        "forgotten_at_us": NOON_US,
    }
    return build(Tombstone, plain | changes)


def make_job(number: int = 1, **changes: object) -> Job:
    """Give a pending extraction job of the turn with its number, made at noon."""
    plain: dict[str, object] = {
        "id": number,
        "kind": JobKind.EXTRACTION,
        "thread_id": 1,
        "session": "",
        "sequence": number,
        "turn_id": number,
        "payload": "{}",
        "status": JobStatus.PENDING,
        "generation": 1,
        "attempt_count": 0,
        "lease_owner": None,
        "lease_token": 0,
        "lease_expires_at_us": None,
        "next_retry_at_us": None,
        "checkpoint": None,
        "created_at_us": NOON_US,
    }
    return build(Job, plain | changes)
