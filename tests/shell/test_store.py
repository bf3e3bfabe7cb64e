"""The store itself: proof demanded by the schema, plans whole or not at all, and found damage."""

import hashlib
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import apsw
import pytest

from sayso.core.plans import Write
from sayso.shell.errors import MemorySchemaError, MemoryStorageError, RefusedError
from sayso.shell.memory import Memory
from sayso.shell.store.store import StalePlanError
from tests.kit import World, remember, whole_turn

SAID = "We decided: use pnpm for packages."
QUOTE = "use pnpm for packages"


@pytest.fixture
def world(tmp_path: Path) -> World:
    """Give a project with one memory (m1 of turn t1)."""
    world = World(tmp_path)
    with world.open() as memory:
        memory.record(whole_turn(SAID, "Noted."))
        world.model.script = [remember(QUOTE)]
        memory.work()
    return world


@pytest.fixture
def raw(world: World) -> Iterator[apsw.Connection]:
    """Give a connection to the store that has foreign keys on and none of our code in between."""
    connection = apsw.Connection(str(world.path))
    connection.execute("PRAGMA foreign_keys = on")
    yield connection
    connection.close()


ITEM = (
    "INSERT INTO memory_items (id, item_id, revision, scope_id, thread_id, kind, title, content, "
    "synopsis, aliases, keywords, non_factual, status, terms_version, created_at, updated_at) "
    "VALUES (50, 50, 1, 1, NULL, '{kind}', 't', 'c', 's', '[]', '[]', 0, '{status}', 1, 0, 0)"
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


def test_a_forgotten_item_never_comes_back(raw: apsw.Connection) -> None:
    """The status of a memory only moves on."""
    raw.execute("UPDATE memory_items SET status = 'forgotten'")
    for status in ("active", "superseded", "staged"):
        with pytest.raises(apsw.ConstraintError, match="only moves on"):
            raw.execute("UPDATE memory_items SET status = ?", (status,))


def test_the_answer_a_memory_cites_does_not_change(world: World, raw: apsw.Connection) -> None:
    """Where the assistant's words are a source, they stay as they are too."""
    raw.execute(CANDIDATE.format(kind="project_decision"))
    raw.execute(SOURCE.format(role="assistant", quote="Note"))
    with pytest.raises(apsw.ConstraintError):
        raw.execute("UPDATE turns SET assistant_text = 'Something else.'")


def test_a_plan_is_applied_whole_or_not_at_all(world: World) -> None:
    """The second write fails its fence, so the first is not there either."""
    with world.open() as memory:
        good = Write(statement="store/raise_sequence", params={"table": "x", "seq": 1})
        gone = Write(statement="turns/archive_thread", params={"id": 99, "now": 0})
        with pytest.raises(StalePlanError, match="archive_thread changed 0 rows"):
            memory.store.transact(lambda _r, _g: ((good, gone), None))
        with memory.store.reading() as reading:
            assert reading.next_id("x") == 1
        memory.store.transact(lambda _r, _g: ((good,), None))
        with memory.store.reading() as reading:
            assert reading.next_id("x") == 2


def test_an_empty_plan_writes_nothing(world: World) -> None:
    """Not even the commit counter moves; every real transaction counts one."""
    with world.open() as memory:
        before = counter(memory)
        memory.store.transact(lambda _r, _g: ((), None))
        assert counter(memory) == before
        memory.record(whole_turn("Hello?"))
        assert counter(memory) == before + 1


def counter(memory: Memory) -> int:
    """Give the number of write transactions so far."""
    with memory.store.reading() as reading:
        return int(reading.rows("store/meta")[0][3])


def test_an_error_in_the_work_rolls_back(world: World) -> None:
    """Whatever is raised while a plan is made leaves no transaction open."""

    def broken(_reading: object, _guard: object) -> tuple[tuple[Write, ...], None]:
        raise ZeroDivisionError

    with world.open() as memory:
        with pytest.raises(ZeroDivisionError):
            memory.store.transact(broken)
        memory.record(whole_turn("Hello?"))


def test_a_store_is_not_used_after_a_fork(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """A child process must open its own connection (T06)."""
    with world.open() as memory:
        monkeypatch.setattr(os, "getpid", lambda: 1)
        with pytest.raises(MemoryStorageError, match="another process"):
            memory.record(whole_turn("Hello?"))
        monkeypatch.undo()
        memory.record(whole_turn("Hello?"))


@pytest.mark.parametrize(
    "damage",
    [
        "DELETE FROM memory_meta",
        "UPDATE threads SET status = 'archived'",
        "DROP TABLE refusals",
        "CREATE TABLE extra (id)",
    ],
)
def test_damage_at_run_time_is_found(world: World, damage: str) -> None:
    """A store that is damaged while it is open is never shown as a healthy one (A81, A117)."""
    with world.open() as memory:
        turn = memory.turn("Hello?")
        other = apsw.Connection(str(world.path))
        other.execute(damage)
        other.close()
        assert memory.status().health == "degraded"
        assert memory.status().findings
        assert memory.show("m1").item.title == QUOTE
        uses: list[Callable[[], object]] = [
            lambda: turn.context,
            lambda: turn.finish("Hi."),
            lambda: memory.record(whole_turn("Hello?")),
            memory.list,
            memory.context,
            memory.work,
            memory.new_thread,
            lambda: memory.forget("m1"),
        ]
        for use in uses:
            with pytest.raises(MemorySchemaError):
                use()
        assert memory.clear(confirm=True) == 2
        assert memory.status().health == "healthy"


@pytest.mark.parametrize(
    "lost", ["DELETE FROM memory_meta", "UPDATE threads SET status = 'archived'"]
)
def test_a_lost_bootstrap_blocks_before_anyone_looked(world: World, lost: str) -> None:
    """Without a status in between the guard itself stops every ordinary use (A117-A124)."""
    with world.open() as memory:
        turn = memory.turn("Hello?")
        other = apsw.Connection(str(world.path))
        other.execute(lost)
        other.close()
        uses: list[Callable[[], object]] = [
            lambda: turn.context,
            lambda: turn.read("m1"),
            lambda: turn.finish("Hi."),
            lambda: memory.turn("Hello?"),
            memory.list,
            memory.context,
            memory.work,
            memory.new_thread,
            lambda: memory.forget("m1"),
            lambda: memory.search("pnpm"),
        ]
        for use in uses:
            with pytest.raises(MemorySchemaError, match="lost"):
                use()


def test_a_broken_page_at_run_time_is_found(world: World) -> None:
    """Where rows of an open store cannot be read any more, diagnosis goes on with a copy."""
    with world.open() as memory:
        connection = memory.store._connection  # noqa: SLF001 - its cache must forget the page
        pages = connection.execute(
            "SELECT rootpage FROM sqlite_schema WHERE name IN ('turns', 'turns_by_session')"
        ).fetchall()
        connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
        with world.path.open("r+b") as file:
            for (page,) in pages:
                file.seek((page - 1) * 4_096)
                file.write(b"\x5a" * 4_096)
        connection.pragma("shrink_memory")
        report = memory.status()
        assert report.health == "degraded"
        assert "damaged" in report.findings[0]
        assert memory.show("m1").item.title == QUOTE
        assert memory.clear(confirm=True) == 2


def test_a_clear_of_a_broken_open_store_rebuilds_it(world: World) -> None:
    """Clear is the way out even where nobody looked at the damage before (A125)."""
    with world.open() as memory:
        connection = memory.store._connection  # noqa: SLF001 - its cache must forget the page
        ((page,),) = connection.execute(
            "SELECT rootpage FROM sqlite_schema WHERE name = 'memory_items'"
        ).fetchall()
        connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
        with world.path.open("r+b") as file:
            file.seek((page - 1) * 4_096)
            file.write(b"\x5a" * 4_096)
        connection.pragma("shrink_memory")
        assert memory.clear(confirm=True) == 2
        assert memory.status().health == "healthy"
        assert memory.list() == ()


def test_a_store_without_a_file_cannot_be_reset() -> None:
    """A damaged memory in memory has nothing to look at or to rebuild, and says so."""
    with World(None).open() as memory:
        memory.store._connection.execute("DROP TABLE refusals")  # noqa: SLF001 - the damage
        with pytest.raises(MemorySchemaError, match="no file"):
            memory.status()
        with pytest.raises(RefusedError, match="no file"):
            memory.clear(confirm=True)


def test_what_is_stored_has_the_right_hash(world: World) -> None:
    """Both sides of every turn carry the SHA-256 of their bytes."""
    with world.open() as memory, memory.store.reading() as reading:
        for row in reading.records("export/turns"):
            for side in ("user", "assistant"):
                digest = hashlib.sha256(str(row[f"{side}_text"]).encode()).hexdigest()
                assert str(row[f"{side}_sha256"]).lower() == digest
