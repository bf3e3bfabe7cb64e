"""Turns rows into records and records' parts into parameters; nothing else knows column order.

A row that means nothing (a kind that does not exist, a list that is none) is damage: SQLite's
checks cannot see it, so whoever reads it raises MemorySchemaError. A RAW text becomes part of a
record here and nowhere else, from its bytes and under its hash: one that is not what was stored
raises DamagedTextError.
"""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

import orjson

from sayso.core.catalog import RECOVER
from sayso.core.items import Candidate, Item, ItemStatus, Kind, Source, Tombstone
from sayso.core.jobs import Job, JobKind, JobStatus
from sayso.core.outcome import is_failure
from sayso.core.project.ending import LeasedTurn, TurnPlace
from sayso.core.raw import read_raw
from sayso.core.turns import Origin, Role, Thread, ThreadStatus, Turn, TurnState
from sayso.shell.errors import DamagedTextError, MemorySchemaError

if TYPE_CHECKING:
    from collections.abc import Callable

    from sayso.core.outcome import Result

P = ParamSpec("P")
T = TypeVar("T")
Row = tuple[Any, ...]


def _meaning(build: Callable[P, T]) -> Callable[P, T]:
    """Let a value that means nothing end in MemorySchemaError."""

    @wraps(build)
    def checked(*given: P.args, **named: P.kwargs) -> T:
        try:
            return build(*given, **named)
        except (ValueError, TypeError) as error:
            raise MemorySchemaError(f"a row makes no sense: {error}", RECOVER) from error

    return checked


@_meaning
def turn_of(row: Row) -> Turn:
    """Build a turn from the columns of the statements below sql/turns."""
    return Turn(
        id=row[0],
        thread_id=row[1],
        session=row[2],
        sequence=row[3],
        intent=row[4],
        origin=Origin(row[5]),
        user_text=_intact(raw_of(row, Role.USER)),
        assistant_text=_intact(raw_of(row, Role.ASSISTANT)),
        state=TurnState(row[8]),
        said_at_us=row[9],
        created_at_us=row[10],
    )


def raw_of(row: Row, role: Role) -> Result[str, str]:
    """Give one side of a turn's row if it is what was stored, else one line about it."""
    text, sha256 = (row[6], row[11]) if role is Role.USER else (row[7], row[12])
    return read_raw(row[0], role, text, sha256)


def _intact(read: Result[str, str]) -> str:
    if is_failure(read):
        raise DamagedTextError(read.failure(), RECOVER)
    return read.unwrap()


@_meaning
def leased_turn_of(row: Row) -> LeasedTurn:
    """Build a turn's place with its state, owner and lease."""
    return LeasedTurn(
        place=TurnPlace(
            turn_id=row[0], thread_id=row[1], session=row[2], sequence=row[3], scope_id=row[4]
        ),
        state=TurnState(row[5]),
        assistant_sha256=row[6],
        owner=row[7],
        expires_at_us=row[8],
    )


@_meaning
def thread_of(row: Row) -> Thread:
    """Build a thread."""
    return Thread(
        id=row[0],
        scope_id=row[1],
        status=ThreadStatus(row[2]),
        compaction=row[3],
        compaction_sequence=row[4],
    )


@_meaning
def job_of(row: Row) -> Job:
    """Build a job from the columns of the statements below sql/jobs."""
    return Job(
        id=row[0],
        kind=JobKind(row[1]),
        thread_id=row[2],
        session=row[3],
        sequence=row[4],
        turn_id=row[5],
        payload=row[6],
        status=JobStatus(row[7]),
        generation=row[8],
        attempt_count=row[9],
        lease_owner=row[10],
        lease_token=row[11],
        lease_expires_at_us=row[12],
        next_retry_at_us=row[13],
        checkpoint=row[14],
        created_at_us=row[15],
        last_error=row[16],
    )


@_meaning
def item_of(row: Row) -> Item:
    """Build a revision of an item from the columns of the statements below sql/items."""
    return Item(
        row_id=row[0],
        item_id=row[1],
        revision=row[2],
        kind=Kind(row[3]),
        thread_id=row[4],
        title=row[5],
        content=row[6],
        synopsis=row[7],
        aliases=strings_of(row[8]),
        keywords=strings_of(row[9]),
        status=ItemStatus(row[10]),
        replaces_id=row[11],
        replaced_by_id=row[12],
        created_at_us=row[13],
        updated_at_us=row[14],
        said_at_us=row[15],
    )


@_meaning
def source_of(row: Row) -> Source:
    """Build a source from (turn, role, quote, start, end)."""
    return Source(turn_id=row[0], role=Role(row[1]), quote=row[2], start=row[3], end=row[4])


@_meaning
def candidate_of(row: Row, sources: tuple[Source, ...]) -> Candidate:
    """Build a candidate with its sources."""
    return Candidate(
        id=row[0],
        thread_id=row[1],
        kind=Kind(row[2]),
        title=row[3],
        content=row[4],
        aliases=strings_of(row[5]),
        sources=sources,
        said_at_us=row[6],
    )


@_meaning
def tombstone_of(row: Row) -> Tombstone:
    """Build a tombstone."""
    return Tombstone(
        id=row[0],
        item_id=row[1],
        turn_id=row[2],
        role=Role(row[3]),
        start=row[4],
        end=row[5],
        subject=frozenset(strings_of(row[6])),
        last_turn_id=row[7],
        forgotten_at_us=row[8],
    )


@_meaning
def strings_of(text: str) -> tuple[str, ...]:
    """Read a JSON list of strings that we wrote ourselves."""
    return tuple(orjson.loads(text))


@_meaning
def kind_of(value: str) -> Kind:
    """Build a kind of memory."""
    return Kind(value)


def json_of(value: object) -> str:
    """Write a list of numbers or strings as JSON for `json_each`."""
    return orjson.dumps(value).decode()
