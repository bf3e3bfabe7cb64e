"""The schema itself demands proof and keeps history, past every line of our code."""

from collections.abc import Iterator
from pathlib import Path

import apsw
import pytest

from tests.kit import World, remember, whole_turn

SAID = "We decided: use pnpm for packages."
QUOTE = "use pnpm for packages"


@pytest.fixture
def raw(tmp_path: Path) -> Iterator[apsw.Connection]:
    """Give a connection of its own to a store that holds m1, which rests on turn t1."""
    world = World(tmp_path)
    with world.open() as memory:
        memory.record(whole_turn(SAID, "Noted."))
        world.model.script = [remember(QUOTE)]
        memory.work()
    connection = apsw.Connection(str(world.path))
    connection.execute("PRAGMA foreign_keys = on")
    yield connection
    connection.close()


ITEM = (
    "INSERT INTO memory_items (id, item_id, revision, scope_id, thread_id, kind, title, content, "
    "synopsis, aliases, keywords, non_factual, status, terms_version, created_at, updated_at) "
    "VALUES (50, 50, 1, 1, NULL, '{kind}', 't', 'c', 's', '[]', '[]', 0, '{status}', 1, 0, 0)"
)
TWIN = (
    "INSERT INTO memory_items SELECT 60, 60, 1, scope_id, {thread}, '{kind}', title, content, "
    "synopsis, aliases, keywords, {non_factual}, 'staged', NULL, NULL, NULL, 1, 0, 0, 0 "
    "FROM memory_items"
)
CANDIDATE = (
    "INSERT INTO memory_candidates (id, scope_id, thread_id, job_id, kind, title, content, "
    "aliases, non_factual, status, created_at, updated_at) "
    "VALUES (50, 1, 1, 1, '{kind}', 't', 'c', '[]', 0, 'pending', 0, 0)"
)
SOURCE = "INSERT INTO candidate_sources VALUES (50, 1, '{role}', 0, 4, '{quote}')"
LINK = "INSERT INTO memory_item_candidates VALUES (50, 50)"
ACTIVATE = "UPDATE memory_items SET status = 'active' WHERE id = 50"


@pytest.mark.parametrize("kind", ["user_preference", "project_decision"])
@pytest.mark.parametrize("role", ["assistant", None])
def test_no_preference_or_decision_is_active_without_the_user(
    raw: apsw.Connection, kind: str, role: str | None
) -> None:
    """Without a source, or with the assistant's words alone, the schema refuses (A25, A317)."""
    raw.execute(CANDIDATE.format(kind=kind))
    if role is not None:
        raw.execute(SOURCE.format(role=role, quote="Note"))
    raw.execute(ITEM.format(kind=kind, status="staged"))
    raw.execute(LINK)
    with pytest.raises(apsw.ConstraintError, match="exact words"):
        raw.execute(ACTIVATE)


def test_with_the_users_words_an_item_becomes_active(raw: apsw.Connection) -> None:
    """The same steps with a quote of the user pass."""
    raw.execute(CANDIDATE.format(kind="project_decision"))
    raw.execute(SOURCE.format(role="user", quote="We d"))
    raw.execute(ITEM.format(kind="project_decision", status="staged"))
    raw.execute(LINK)
    raw.execute(ACTIVATE)


REFUSED = {
    "an item that is active from the start": ITEM.format(kind="project_decision", status="active"),
    "an item of an unknown kind": ITEM.format(kind="profile", status="staged"),
    "a candidate of an unknown kind": CANDIDATE.format(kind="profile"),
    "a quote nobody said": "INSERT INTO candidate_sources VALUES (1, 1, 'user', 0, 4, 'yarn')",
    "a quote of the other side": (
        "INSERT INTO candidate_sources VALUES (1, 1, 'user', 0, 5, 'Noted')"
    ),
    "a quote in other case": "INSERT INTO candidate_sources VALUES (1, 1, 'user', 0, 4, 'WE D')",
    "a source of a turn that is not there": (
        "INSERT INTO candidate_sources VALUES (1, 99, 'user', 0, 4, 'We d')"
    ),
    "deleting a source": "DELETE FROM candidate_sources",
    "changing a source": "UPDATE candidate_sources SET quote = 'pnpm'",
    "deleting a link": "DELETE FROM memory_item_candidates",
    "changing a link": "UPDATE memory_item_candidates SET candidate_id = 1, item_row_id = 1",
    "deleting an active item": "DELETE FROM memory_items",
    "deleting the turn it cites": "DELETE FROM turns",
    "changing what the user said": "UPDATE turns SET user_text = 'We decided: use yarn.'",
    "changing the hash of it": "UPDATE turns SET user_sha256 = zeroblob(32)",
    "moving a turn": "UPDATE turns SET thread_id = 1",
    "an empty user text": (
        "INSERT INTO turns SELECT 9, 1, '', 9, intent, origin, NULL, '', user_sha256, '', "
        "user_sha256, 'completed', NULL, NULL, 0, 0, 0 FROM turns"
    ),
    "an intent without memory": "UPDATE turns SET intent = 'code_audit'",
    "a second turn in one place": (
        "INSERT INTO turns SELECT 9, 1, '', 1, intent, origin, NULL, 'x', user_sha256, '', "
        "user_sha256, 'completed', NULL, NULL, 0, 0, 0 FROM turns"
    ),
    "an open turn without a lease": (
        "INSERT INTO turns SELECT 9, 1, '', 9, intent, origin, NULL, 'x', user_sha256, '', "
        "user_sha256, 'open', NULL, NULL, 0, 0, 0 FROM turns"
    ),
    "editing a title": "UPDATE memory_items SET title = 'x'",
    "editing a content": "UPDATE memory_items SET content = 'x'",
    "editing a synopsis": "UPDATE memory_items SET synopsis = 'x'",
    "editing aliases": "UPDATE memory_items SET aliases = '[]'",
    "staging an active item again": "UPDATE memory_items SET status = 'staged'",
    "a discussion that passes for a fact": TWIN.format(
        thread="1", kind="discussion_context", non_factual=0
    ),
    "a discussion without a thread": TWIN.format(
        thread="NULL", kind="discussion_context", non_factual=1
    ),
    "a decision bound to a thread": TWIN.format(thread="1", kind="project_decision", non_factual=0),
    "a candidate of a discussion that passes for a fact": CANDIDATE.format(
        kind="discussion_context"
    ),
    "another kind for an item": "UPDATE memory_items SET kind = 'user_preference'",
    "a second active thread": (
        "INSERT INTO threads (scope_id, status, compaction, compaction_sequence, created_at) "
        "VALUES (1, 'active', '', 0, 0)"
    ),
    "a second scope": "INSERT INTO scopes (name, created_at) VALUES ('other', 0)",
    "a second meta row": (
        "INSERT INTO memory_meta SELECT 2, store_id, face, generation, commit_counter, "
        "subject_key, NULL, NULL, 0, 0 FROM memory_meta"
    ),
    "a lease without an owner": "UPDATE memory_jobs SET status = 'leased'",
    "a text in a number": "UPDATE memory_jobs SET attempt_count = 'many'",
}


@pytest.mark.parametrize("statement", REFUSED.values(), ids=lambda text: "")
def test_the_schema_refuses(raw: apsw.Connection, statement: str) -> None:
    """What must never be in a store cannot be put there, not even past our code."""
    with pytest.raises(apsw.ConstraintError):
        raw.execute(statement)


def test_a_discussion_of_a_thread_can_be_staged(raw: apsw.Connection) -> None:
    """With its thread and its mark the same row is taken, so the refusals above have one cause."""
    raw.execute(TWIN.format(thread="1", kind="discussion_context", non_factual=1))
    assert raw.changes() == 1


def test_a_forgotten_item_never_comes_back(raw: apsw.Connection) -> None:
    """The status of a memory only moves on."""
    raw.execute("UPDATE memory_items SET status = 'forgotten'")
    for status in ("active", "superseded", "staged"):
        with pytest.raises(apsw.ConstraintError, match="only moves on"):
            raw.execute("UPDATE memory_items SET status = ?", (status,))


def test_the_answer_a_memory_cites_does_not_change(raw: apsw.Connection) -> None:
    """Where the assistant's words are a source, they stay as they are too."""
    raw.execute(CANDIDATE.format(kind="project_decision"))
    raw.execute(SOURCE.format(role="assistant", quote="Note"))
    with pytest.raises(apsw.ConstraintError):
        raw.execute("UPDATE turns SET assistant_text = 'Something else.'")
