"""What a statement does stays the same however much a scope holds.

Work is counted in steps of SQLite's own machine, so that no clock is needed: the same question to
a store of one size and of three times that size.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import apsw
import pytest

from sayso.core.items import Kind
from sayso.core.lists import json_list
from sayso.core.search import add_hits, next_read, plan_search
from tests.sql.bare_store import BareStore, statement

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sayso.core.plans import Value

SIZES = (4_500, 13_500)  # above every bound of a statement
HEADROOM = 1.25  # trees get deeper

# Every title begins like all others, and of the three words that all have one is of two characters.
ITEMS = """
DROP TRIGGER memory_items_need_proof;
WITH RECURSIVE row (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM row WHERE n < :size)
INSERT INTO memory_items (id, item_id, revision, scope_id, kind, title, content, synopsis, aliases,
  keywords, non_factual, status, terms_version, created_at, updated_at)
SELECT n, n, 1, 1, 'project_decision', 'the user prefers ' || n, 'x', 'x', '[]', '[]', 0, 'staged',
  2, n, n
FROM row;
UPDATE memory_items SET status = 'active';
INSERT INTO memory_words (id, reach, term) SELECT id, 1, title FROM memory_items;
INSERT INTO memory_terms (reach, term, field, item_row_id) SELECT 1, title, 0, id FROM memory_items;
INSERT INTO memory_word_endings (reach, ending, word_id)
SELECT 1, substr(title, at.value, 8), memory_items.id
FROM memory_items CROSS JOIN json_each('[1, 2, 3, 5, 6, 7, 8, 10]') AS at;
INSERT INTO memory_content_terms (reach, term, item_row_id)
SELECT 1, word.value, memory_items.id
FROM memory_items CROSS JOIN json_each('["库存", "user", "prefer"]') AS word;
INSERT INTO memory_content_terms (reach, term, item_row_id)
SELECT 1, 'rare' || id, id FROM memory_items;
"""

# Every job waits, all in one lane.
JOBS = """
WITH RECURSIVE row (n) AS (VALUES (2) UNION ALL SELECT n + 1 FROM row WHERE n < :size)
INSERT INTO memory_jobs (id, kind, scope_id, thread_id, session, sequence, turn_id, payload,
  idempotency_key, status, generation, attempt_count, lease_token, created_at, updated_at)
SELECT n, 'extraction', 1, 1, 's', n, 1, '{}', 'k' || n, 'pending', 1, 0, 0, 0, 0 FROM row;
"""

# As many lanes as jobs.
LANES = JOBS.replace("'s', n, 1", "'s' || n, n, 1")

NARROWED = {
    "upto_id": None,
    "children": "[]",
    "tried": "[]",
    "thread_id": None,
    "after_id": 0,
    "limit_lanes": 8,
    "limit_jobs": 4,
}
LISTED = {
    "scope_reach": 1,
    "thread_reach": -1,
    "kinds": json_list(list(Kind)),
    "limit_rows": 100,
}


@cache
def filled(script: str, size: int) -> apsw.Connection:
    """Give a store that a script has filled."""
    db = BareStore().db
    db.execute(script, {"size": size}).fetchall()
    return db


def steps(db: apsw.Connection, name: str, params: Mapping[str, Value]) -> int:
    """Count the steps of one statement; it has to find something, or prove nothing."""
    counted: list[int] = []

    def note(event: dict[str, dict[str, int]]) -> None:
        counted.append(event["stmt_status"]["SQLITE_STMTSTATUS_VM_STEP"])

    db.trace_v2(apsw.SQLITE_TRACE_PROFILE, note)
    try:
        db.execute(statement(name), params).fetchall()
    finally:
        db.trace_v2(0)
    return counted[-1]


def work(query: str, size: int) -> dict[str, int]:
    """Count the steps of every stage of a search; no stage is spared by what another found."""
    db = filled(ITEMS, size)
    search = plan_search(query, 1)
    counted: dict[str, int] = {}
    while search is not None and (read := next_read(search)) is not None:
        counted[read.statement] = steps(db, read.statement, read.params)
        search = add_hits(search, ())
    return counted


@pytest.mark.parametrize(
    "query",
    [
        "the user prefers",
        "the user prefers nothing of this",
        "prefers",
        "user prefers rare7",
        "user prefers rare7 and rare8 or rare9",
        "库",
        "库存",
        "nothing at all",
    ],
)
def test_a_search_does_the_same_work_in_a_large_scope(query: str) -> None:
    """Each stage is bounded: what every item shares costs no more where there are more items."""
    small, large = (work(query, size) for size in SIZES)
    assert len(small) == 3
    for stage, steps_of_small in small.items():
        assert large[stage] <= steps_of_small * HEADROOM + 200, (stage, small, large)


@pytest.mark.parametrize(
    ("name", "script", "params"),
    [
        ("status/list", ITEMS, LISTED),
        ("status/tallies", JOBS, {}),
        ("jobs/lanes", JOBS, NARROWED),
        ("jobs/lanes", LANES, NARROWED),
        ("jobs/open", JOBS, {"thread_id": None}),
    ],
    ids=["list", "status", "claim", "claim of many lanes", "waiting"],
)
def test_looking_does_the_same_work_in_a_large_store(
    name: str, script: str, params: Mapping[str, Value]
) -> None:
    """A list, status and a claim cost the same however many memories there are, or jobs wait."""
    small, large = (steps(filled(script, size), name, params) for size in SIZES)
    assert large <= small * HEADROOM
