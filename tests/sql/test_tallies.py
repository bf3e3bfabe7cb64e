"""What is counted while rows are written is what counting them now would give."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

import apsw
from hypothesis import given, settings
from hypothesis import strategies as st

from sayso.shell.store.bootstrap import add_tables
from tests.older_store import write_version_2
from tests.sql.bare_store import BareStore, Words, statement

if TYPE_CHECKING:
    from pathlib import Path

SUBJECTS = ("turns", "jobs", "items", "refusals")
# Each changes rows of one kind, so that some count moves; a revision follows the newest one.
CHANGES = {
    "turn": """INSERT INTO turns SELECT max(id) + 1, 1, 's', max(sequence) + 1, 'general_chat',
      'live', NULL, 'x', zeroblob(32), '', zeroblob(32), 'open', 'o', 9, NULL, 0, 0 FROM turns""",
    "end": "UPDATE turns SET state = 'completed' WHERE state = 'open'",
    "fail": "UPDATE turns SET state = 'failed' WHERE id = (SELECT max(id) FROM turns)",
    "job": """INSERT INTO memory_jobs (kind, scope_id, thread_id, session, sequence, turn_id,
      payload, idempotency_key, status, generation, attempt_count, lease_token, created_at,
      updated_at) SELECT 'extraction', 1, 1, 's', 1, 1, '{}', 'k' || max(id), 'pending', 1, 0, 0, 0,
      0 FROM memory_jobs""",
    "succeed": "UPDATE memory_jobs SET status = 'succeeded' WHERE status = 'pending'",
    "refuse": """INSERT INTO refusals (scope_id, thread_id, turn_id, kind, reason, title, quotes,
      created_at) VALUES (1, 1, 1, 'user_preference', 'vague', 'x', '[]', 0)""",
    "accept": "DELETE FROM refusals WHERE id = (SELECT max(id) FROM refusals)",
    "unjob": "DELETE FROM memory_jobs WHERE id = (SELECT max(id) FROM memory_jobs WHERE id > 1)",
    "unturn": "DELETE FROM turns WHERE id = (SELECT max(id) FROM turns WHERE id > 1)",
    "revise": """INSERT INTO memory_items (id, item_id, revision, scope_id, kind, title, content,
      synopsis, aliases, keywords, non_factual, status, terms_version, created_at, updated_at)
      SELECT max(id) + 1000, item_id, max(revision) + 1, 1, 'project_decision', 'x', 'x', 'x',
      '[]', '[]', 0, 'staged', 2, 0, 0 FROM memory_items GROUP BY item_id
      ORDER BY item_id LIMIT 1""",
    "retire": "UPDATE memory_items SET status = 'superseded' WHERE status = 'active'",
    "forget": "UPDATE memory_items SET status = 'forgotten' WHERE status = 'superseded'",
    "unrevise": "DELETE FROM memory_items WHERE id = (SELECT max(id) FROM memory_items)",
    "unbegin": "DELETE FROM memory_items WHERE id = (SELECT min(id) FROM memory_items)",
}


def told(db: apsw.Connection) -> dict[str, dict[str, int]]:
    """Give the tallies by subject and state."""
    tallies: dict[str, dict[str, int]] = {subject: {} for subject in SUBJECTS}
    for subject, state, number in db.execute(statement("status/tallies")):
        tallies[str(subject)][str(state)] = int(str(number))
    return tallies


def counted(db: apsw.Connection) -> dict[str, dict[str, int]]:
    """Count now."""
    return {
        subject: {
            str(state): int(str(number))
            for state, number in db.execute(statement(f"status/{subject}"))
        }
        for subject in SUBJECTS
    }


@given(changes=st.lists(st.sampled_from(["item", *CHANGES]), max_size=25))
@settings(max_examples=100)
def test_tallies_are_what_counting_gives(changes: list[str]) -> None:
    """Whatever is written or deleted, and in whichever order, the tallies are true."""
    store = BareStore()
    try:
        store.db.execute("DROP TRIGGER memory_item_candidates_keep_proof")
        for change in changes:
            if change == "item":
                store.add(Words(title="Use tabs"))
            else:
                store.db.execute("DELETE FROM memory_item_candidates")
                store.db.execute(CHANGES[change])
            assert told(store.db) == counted(store.db), change
    finally:
        store.db.close()


def test_an_older_store_is_counted_when_it_is_brought_up(tmp_path: Path) -> None:
    """What an older version has stored is counted once, by the file that brings it up."""
    path = tmp_path / "older" / "memory.db"
    write_version_2(path)
    with closing(apsw.Connection(str(path))) as db:
        add_tables(db, 2)
        assert told(db) == counted(db)
        assert told(db)["items"] == {"active": 1}
        assert told(db)["turns"]["completed"] > 1
