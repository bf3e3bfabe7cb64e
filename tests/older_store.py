"""Stores of version 2: one in plain SQL, and any store of today taken back to what it was then."""

from __future__ import annotations

import hashlib
from contextlib import closing
from typing import TYPE_CHECKING, Final

import apsw

from sayso.shell.store.statements import statement
from sayso.shell.store.trust import known_stores

if TYPE_CHECKING:
    from pathlib import Path

STORE_ID: Final = "0123456789abcdef" * 2
SAID: Final = "We decided: use pnpm for packages. 就这么定了。"
QUOTE: Final = "use pnpm for packages"
_START: Final = SAID.index(QUOTE)
# What a Sayso of version 2 wrote: a turn, its job, what was made of it, a failed job, a forget.
ROWS: Final = f"""
INSERT INTO memory_meta VALUES
  (1, '{STORE_ID}', 'project', 2, 9, zeroblob(32), 'no answer', 40, 10, 50);
INSERT INTO scopes VALUES (1, 'project', 10);
INSERT INTO threads VALUES (1, 1, 'archived', NULL, 'Earlier.', 0, 10, 20);
INSERT INTO threads VALUES (2, 1, 'active', NULL, '', 0, 20, NULL);
INSERT INTO turns VALUES (5, 2, '', 1, 'general_chat', 'live', NULL, '{SAID}', :said, 'Good.',
  :good, 'completed', NULL, NULL, 30, 30, 31);
INSERT INTO turns VALUES (6, 2, '', 2, 'general_chat', 'live', NULL, 'Later?', :later, '', :none,
  'completed', NULL, NULL, 32, 32, 33);
INSERT INTO memory_jobs VALUES (3, 'extraction', 1, 2, '', 1, 5, '', 'x:5', 'succeeded', 2, 1, NULL,
  1, NULL, NULL, NULL, NULL, 31, 35, 35);
INSERT INTO memory_jobs VALUES (4, 'extraction', 1, 2, '', 2, 6, '', 'x:6', 'retry_wait', 2, 1,
  NULL, 1, NULL, 60, 'no answer', NULL, 33, 36, NULL);
INSERT INTO memory_candidates VALUES
  (1, 1, 2, 3, 'project_decision', 'Packages', 'Use pnpm.', '[]', 0, 'consolidated', 30, 35, 35);
INSERT INTO candidate_sources VALUES
  (1, 5, 'user', {_START}, {_START + len(QUOTE)}, '{QUOTE}');
INSERT INTO memory_items (id, item_id, revision, scope_id, kind, title, content, synopsis, aliases,
  keywords, non_factual, status, terms_version, said_at, created_at, updated_at)
VALUES (2, 2, 1, 1, 'project_decision', 'Packages', 'Use pnpm.', 'Use pnpm.', '[]', '["pnpm"]', 0,
  'staged', 1, 30, 35, 35);
INSERT INTO memory_item_candidates VALUES (2, 1);
UPDATE memory_items SET status = 'active' WHERE id = 2;
INSERT INTO memory_terms VALUES (1, 'packages', 0, 2), (1, 'pnpm', 2, 2);
INSERT INTO memory_words VALUES (1, 1, 'packages'), (2, 1, 'pnpm');
INSERT INTO tombstones VALUES (1, 1, 1, 5, 'user', 0, 2, '[]', 5, 34);
INSERT INTO operations VALUES ('op-1', 'record', zeroblob(32), '{{"turn_id":5}}', 31);
INSERT INTO model_usage VALUES ('2023-11-14', 7, 4200);
PRAGMA user_version = 2;
PRAGMA application_id = 1398897011;
"""
DOWN: Final = (
    *(f"DROP TABLE {name}" for name in ("recall_words", "recall_postings", "recall_scopes")),
    "DROP TABLE index_editions",
    *(
        f"DROP TRIGGER {table}_{done}"
        for table in ("turns", "memory_jobs", "refusals", "memory_items")
        for done in ("counted", "recounted", "discounted")
    ),
    "DROP TABLE tallies",
    "DROP TABLE deliveries",
    "DROP TABLE notes",
    "DROP TABLE job_models",
    "DELETE FROM sqlite_sequence WHERE name = 'notes'",
    "PRAGMA user_version = 2",
)


def write_version_2(path: Path) -> None:
    """Make a store of version 2 where there is none, by the schema that version had."""
    path.parent.mkdir(mode=0o700)
    path.touch(mode=0o600)
    with closing(apsw.Connection(str(path))) as connection:
        for _ in connection.execute(statement("schema/project")):
            pass
        texts = {"said": SAID, "good": "Good.", "later": "Later?", "none": ""}
        hashes = {name: hashlib.sha256(text.encode()).digest() for name, text in texts.items()}
        for _ in connection.execute(ROWS, hashes):
            pass
        connection.pragma("journal_mode", "wal")  # as every store that was in use
    known_stores().remember(STORE_ID)


def take_back(path: Path) -> None:
    """Make a store of today one of version 2, with its rows as they are."""
    with closing(apsw.Connection(str(path))) as connection:
        for one in DOWN:
            connection.execute(one)
