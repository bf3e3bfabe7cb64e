"""A store in memory for tests of statements: the schema, one scope, two threads, one proof.

It runs the statements of sql/ as they are, without the store of shell/, so that what a statement
does is seen by itself. Thread 1 is active, thread 2 archived; every item rests on one turn.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import apsw

from sayso.core.items import Item, ItemStatus, Kind, reach_of
from sayso.core.postings import remove_postings, write_postings
from sayso.core.project.applying import stage_write
from sayso.core.search import (
    Hit,
    MatchType,
    Search,
    add_hits,
    next_read,
    plan_search,
)
from sayso.shell.store.bootstrap import add_tables

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sayso.core.plans import Plan, Value

SQL = Path(__file__).resolve().parents[2] / "sql"
SCOPE = 1
ACTIVE_THREAD = 1
ARCHIVED_THREAD = 2

SEED = """
INSERT INTO memory_meta (id, store_id, face, generation, commit_counter, subject_key, created_at,
  updated_at) VALUES (1, 'bare', 'project', 1, 0, zeroblob(32), 0, 0);
INSERT INTO scopes (id, name, created_at) VALUES (1, 'bare', 0);
INSERT INTO threads (id, scope_id, status, compaction, compaction_sequence, created_at)
  VALUES (1, 1, 'active', '', 0, 0), (2, 1, 'archived', '', 0, 0);
INSERT INTO turns (id, thread_id, session, sequence, intent, origin, user_text, user_sha256,
  assistant_text, assistant_sha256, state, created_at, updated_at)
  VALUES (1, 1, 's', 1, 'general_chat', 'live', 'said so', zeroblob(32), '', zeroblob(32),
    'completed', 0, 0);
INSERT INTO memory_jobs (id, kind, scope_id, thread_id, session, sequence, turn_id, payload,
  idempotency_key, status, generation, attempt_count, lease_token, created_at, updated_at)
  VALUES (1, 'extraction', 1, 1, 's', 1, 1, '{}', 'k', 'succeeded', 1, 1, 1, 0, 0);
INSERT INTO memory_candidates (id, scope_id, thread_id, job_id, kind, title, content, aliases,
  non_factual, status, created_at, updated_at)
  VALUES (1, 1, 1, 1, 'project_decision', 'x', 'x', '[]', 0, 'consolidated', 0, 0);
INSERT INTO candidate_sources (candidate_id, turn_id, role, start_char, end_char, quote)
  VALUES (1, 1, 'user', 0, 7, 'said so');
"""

# What the posting tables hold, without the numbers that depend on the order of writing.
POSTINGS = """
SELECT 'term', reach, term, field, item_row_id FROM memory_terms
UNION ALL SELECT 'content', reach, term, 0, item_row_id FROM memory_content_terms
UNION ALL SELECT 'word', reach, term, 0, 0 FROM memory_words
UNION ALL SELECT 'ending', part.reach, word.term || '>' || part.ending, 0, word.reach
  FROM memory_word_endings AS part LEFT JOIN memory_words AS word ON word.id = part.word_id
ORDER BY 1, 2, 3, 4, 5
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """What a test wants an item to say."""

    title: str
    content: str = "-"
    aliases: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    kind: Kind = Kind.DECISION
    thread_id: int | None = None


@cache
def statement(name: str) -> str:
    """Read one statement of sql/."""
    return (SQL / f"{name}.sql").read_text("utf-8")


@cache
def _seeded() -> apsw.Connection:
    """Make the store that every other is a copy of; to make one takes a hundred times as long."""
    db = apsw.Connection(":memory:")
    add_tables(db, 0)
    db.execute(SEED).fetchall()
    return db


class BareStore:
    """The store, with the few steps a test of statements needs."""

    def __init__(self) -> None:
        self.db = apsw.Connection(":memory:")
        with self.db.backup("main", _seeded(), "main") as copying:
            copying.step()
        self.selects: list[str] = []
        self._rows = 0

    def add(self, words: Words, *, updated_at_us: int | None = None) -> Item:
        """Stage, prove, activate and post an item."""
        self._rows += 1
        item = _item(self._rows, words, updated_at_us)
        self.run("items/stage", stage_write(item, SCOPE).params)
        self.run("items/link_candidate", {"row_id": item.row_id, "candidate_id": 1})
        self.run("items/activate", {"row_id": item.row_id})
        self.apply(write_postings(item, reach(item)))
        return item

    def retire(self, item: Item) -> None:
        """Supersede an item and take its postings back."""
        self.apply(remove_postings(item, reach(item)))
        params: dict[str, Value] = {"row_id": item.row_id, "replaced_by_id": None, "now": 9}
        self.run("items/retire", params)

    def forget(self, item: Item) -> None:
        """Forget an item and take its postings back."""
        self.apply(remove_postings(item, reach(item)))
        params: dict[str, Value] = {"item_id": item.item_id, "by_turn_id": 1, "now": 9}
        self.run("items/forget", params)

    def search(self, query: str, thread_id: int | None = None) -> tuple[Hit, ...]:
        """Search as the shell does, and note the statements that ran."""
        self.selects.clear()
        bound = 0 if thread_id is None else reach_of(SCOPE, thread_id)
        search: Search | None = plan_search(query, SCOPE, bound)
        if search is None:
            return ()
        while (read := next_read(search)) is not None:
            self.selects.append(read.statement)
            rows = self.db.execute(statement(read.statement), read.params)
            search = add_hits(search, tuple(_hit(row) for row in rows))
        return search.hits

    def postings(self) -> list[tuple[object, ...]]:
        """Give everything that is posted."""
        return self.db.execute(POSTINGS).fetchall()

    def apply(self, plan: Plan) -> None:
        """Run the writes of a plan and hold each to the rows it expects."""
        for write in plan:
            rows = self.run(write.statement, write.params)
            assert write.expect_rows in (None, rows), write.statement

    def run(self, name: str, params: Mapping[str, Value]) -> int:
        """Run one statement and give the number of rows it changed."""
        before = self.db.total_changes()
        self.db.execute(statement(name), params).fetchall()
        return self.db.total_changes() - before


def reach(item: Item) -> int:
    """Give the reach of an item."""
    return reach_of(SCOPE, item.thread_id)


def _item(row_id: int, words: Words, updated_at_us: int | None) -> Item:
    at = row_id if updated_at_us is None else updated_at_us
    return Item(
        row_id=row_id,
        item_id=row_id,
        revision=1,
        kind=words.kind,
        thread_id=words.thread_id,
        title=words.title,
        content=words.content,
        synopsis=f"about {words.title}",
        aliases=words.aliases,
        keywords=words.keywords,
        status=ItemStatus.ACTIVE,
        replaces_id=None,
        replaced_by_id=None,
        created_at_us=at,
        updated_at_us=at,
    )


def _hit(row: tuple[object, ...]) -> Hit:
    row_id, item_id, kind, title, synopsis, match_type = row
    assert isinstance(row_id, int)
    assert isinstance(item_id, int)
    return Hit(
        row_id=row_id,
        item_id=item_id,
        kind=Kind(str(kind)),
        title=str(title),
        synopsis=str(synopsis),
        match_type=MatchType(str(match_type)),
    )
