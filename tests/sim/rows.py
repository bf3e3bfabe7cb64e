"""What the store holds at one moment, read through a connection of the simulator's own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import apsw

if TYPE_CHECKING:
    from collections.abc import Mapping


class Meta(NamedTuple):
    """The one row of memory_meta."""

    store_id: str
    generation: int
    commits: int


class Thread(NamedTuple):
    """A thread."""

    id: int
    status: str
    source_key: str | None
    compaction: str


class Turn(NamedTuple):
    """A turn."""

    id: int
    thread_id: int
    session: str
    sequence: int
    origin: str
    user_text: str
    user_sha256: bytes
    assistant_text: str
    assistant_sha256: bytes
    state: str
    owner: str | None
    until_us: int | None


class Job(NamedTuple):
    """A job."""

    id: int
    kind: str
    thread_id: int
    session: str
    turn_id: int | None
    payload: str
    status: str
    generation: int
    attempts: int
    owner: str | None
    token: int
    until_us: int | None
    error: str | None


class Candidate(NamedTuple):
    """A candidate."""

    id: int
    scope_id: int
    thread_id: int
    job_id: int
    kind: str
    title: str
    content: str
    status: str


class Source(NamedTuple):
    """A source of a candidate."""

    candidate_id: int
    turn_id: int
    role: str
    start: int
    end: int
    quote: str


class Item(NamedTuple):
    """A revision of a memory."""

    row_id: int
    item_id: int
    revision: int
    scope_id: int
    thread_id: int | None
    kind: str
    title: str
    content: str
    status: str
    replaces_id: int | None
    replaced_by_id: int | None


class Stone(NamedTuple):
    """A tombstone."""

    id: int
    item_id: int
    turn_id: int
    role: str
    start: int
    end: int
    last_turn_id: int


QUERIES = (
    "SELECT store_id, generation, commit_counter FROM memory_meta",
    "SELECT id, status, source_key, compaction FROM threads",
    (
        "SELECT id, thread_id, session, sequence, origin, user_text, user_sha256, assistant_text,"
        " assistant_sha256, state, lease_owner, lease_expires_at FROM turns"
    ),
    (
        "SELECT id, kind, thread_id, session, turn_id, payload, status, generation, attempt_count,"
        " lease_owner, lease_token, lease_expires_at, last_error FROM memory_jobs"
    ),
    "SELECT id, scope_id, thread_id, job_id, kind, title, content, status FROM memory_candidates",
    "SELECT candidate_id, turn_id, role, start_char, end_char, quote FROM candidate_sources",
    (
        "SELECT id, item_id, revision, scope_id, thread_id, kind, title, content, status,"
        " replaces_id, replaced_by_id FROM memory_items"
    ),
    "SELECT item_row_id, candidate_id FROM memory_item_candidates",
    "SELECT id, item_id, turn_id, role, start_char, end_char, last_turn_id FROM tombstones",
    "SELECT op_id, answer FROM operations",
    "SELECT name, seq FROM sqlite_sequence",
)


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows of one moment, by number where a table has numbers."""

    meta: Meta | None
    threads: Mapping[int, Thread]
    turns: Mapping[int, Turn]
    jobs: Mapping[int, Job]
    candidates: Mapping[int, Candidate]
    sources: frozenset[Source]
    items: Mapping[int, Item]
    links: frozenset[tuple[int, int]]
    stones: Mapping[int, Stone]
    operations: Mapping[str, str]
    sequences: Mapping[str, int]

    @property
    def thread_id(self) -> int | None:
        """The active thread."""
        return next((one.id for one in self.threads.values() if one.status == "active"), None)


NOTHING = Rows(None, {}, {}, {}, {}, frozenset(), {}, frozenset(), {}, {}, {})


def read_rows(eyes: apsw.Connection) -> Rows:
    """Read one moment; a file without tables holds nothing."""
    try:
        eyes.execute("BEGIN")
        found: list[list[Any]] = [eyes.execute(query).fetchall() for query in QUERIES]
    except apsw.SQLError:
        return NOTHING
    finally:
        if eyes.in_transaction:
            eyes.execute("ROLLBACK")
    meta, threads, turns, jobs, candidates, sources, items, links, stones, operations, seqs = found
    return Rows(
        Meta._make(meta[0]) if meta else None,
        {row[0]: Thread._make(row) for row in threads},
        {row[0]: Turn._make(row) for row in turns},
        {row[0]: Job._make(row) for row in jobs},
        {row[0]: Candidate._make(row) for row in candidates},
        frozenset(map(Source._make, sources)),
        {row[0]: Item._make(row) for row in items},
        frozenset(links),
        {row[0]: Stone._make(row) for row in stones},
        dict(operations),
        dict(seqs),
    )
