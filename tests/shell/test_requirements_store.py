"""Document A on the store itself: how it is checked, what a damaged one allows, and clear."""

from __future__ import annotations

import json
from contextlib import contextmanager
from typing import TYPE_CHECKING

import apsw
import pytest

from sayso.core.catalog import SCHEMA_VERSION, Degraded
from sayso.shell.errors import ForeignStoreError, MemorySchemaError, RequestError
from tests.kit import World, remember, whole_turn
from tests.records import NOON_US

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from sayso.shell.memory import Memory

SAID = "From now on we use PostgreSQL for every store."
CATALOG = "SELECT type, name, tbl_name, sql FROM sqlite_schema"
WITHOUT_CHECK = (
    "UPDATE sqlite_schema SET sql = replace(sql, ' CHECK (revision >= 1)', '') "
    "WHERE name = 'memory_items'"
)

DAMAGES = {
    "unknown table": ("CREATE TABLE notes (text)",),
    "unknown view": ("CREATE VIEW notes AS SELECT 1",),
    "missing table": ("DROP TABLE refusals",),
    "missing index": ("DROP INDEX turns_open",),
    "missing trigger": ("DROP TRIGGER memory_items_need_proof",),
    "missing constraint": ("PRAGMA writable_schema = ON", WITHOUT_CHECK),
    "missing meta": ("DELETE FROM memory_meta",),
    "missing thread": ("UPDATE threads SET status = 'archived'",),
    "broken reference": ("UPDATE memory_jobs SET turn_id = 99 WHERE turn_id = 1",),
    "another version": ("PRAGMA user_version = 7",),
}


@contextmanager
def raw(path: Path) -> Iterator[apsw.Connection]:
    """Give a connection that knows nothing of our rules."""
    connection = apsw.Connection(str(path))
    connection.config(apsw.SQLITE_DBCONFIG_DEFENSIVE, 0)
    try:
        yield connection
    finally:
        connection.close()


def filled(folder: Path) -> World:
    """Give a closed store with one memory, in rollback mode so that one file is everything."""
    world = World(folder, remember(SAID[:-1]))
    with world.open() as memory:
        memory.record(whole_turn(SAID))
        memory.work()
        assert len(memory.list()) == 1
    with raw(world.path) as connection:
        connection.pragma("journal_mode", "delete")
    return world


def damaged(folder: Path, how: str) -> World:
    """Give a closed store that somebody has damaged in one way."""
    world = filled(folder)
    with raw(world.path) as connection:
        for statement in DAMAGES[how]:
            connection.execute(statement)
    return world


def mode_of(path: Path) -> str:
    """Give the journal mode that the file's header tells."""
    return "wal" if path.read_bytes()[18:20] == b"\x02\x02" else "rollback"


def test_a_new_store_has_all_four_marks(tmp_path: Path) -> None:
    """Version 2, the exact catalogue, one meta row with id 1 and one active thread; then WAL."""
    world = World(tmp_path)
    world.open().close()
    with raw(world.path) as connection:
        assert connection.pragma("user_version") == SCHEMA_VERSION == 2
        assert connection.execute("SELECT id FROM memory_meta").fetchall() == [(1,)]
        active = "SELECT count(*) FROM threads WHERE status = 'active'"
        assert connection.execute(active).fetchall() == [(1,)]
    assert mode_of(world.path) == "wal"


@pytest.mark.parametrize("how", DAMAGES)
def test_a_deviation_degrades_and_nothing_is_touched(tmp_path: Path, how: str) -> None:
    """No repair, no row, no thread, no WAL: the damaged file is byte for byte what it was."""
    world = damaged(tmp_path, how)
    before = world.path.read_bytes()
    for _ in range(2):
        with world.open() as memory:
            assert isinstance(memory.health, Degraded)
            assert memory.status().health == "degraded"
            assert memory.status().findings
    assert world.path.read_bytes() == before
    assert mode_of(world.path) == "rollback"


@pytest.mark.parametrize("offset", [0, 4096 * 3])
def test_physical_damage_degrades_and_nothing_is_touched(tmp_path: Path, offset: int) -> None:
    """A header or a page of rubbish is found at opening and left as it is."""
    world = filled(tmp_path)
    content = bytearray(world.path.read_bytes())
    content[offset : offset + 4096] = b"\xa5" * 4096
    world.path.write_bytes(content)
    with world.open() as memory:
        assert isinstance(memory.health, Degraded)
        assert memory.status().health == "degraded"
    assert world.path.read_bytes() == content


def test_opening_a_healthy_store_changes_no_row(tmp_path: Path) -> None:
    """A store of the current version gets no DDL, no seed row and no thread at a later start."""
    world = filled(tmp_path)
    with raw(world.path) as connection:
        before = connection.execute("SELECT * FROM memory_meta").fetchall()
        catalog = connection.execute(CATALOG).fetchall()
    with world.open() as memory:
        assert memory.status().threads == 1
    with raw(world.path) as connection:
        assert connection.execute("SELECT * FROM memory_meta").fetchall() == before
        assert connection.execute(CATALOG).fetchall() == catalog


def test_a_version_0_file_with_an_object_is_not_initialised(tmp_path: Path) -> None:
    """Somebody's database is refused and stays theirs; an empty one becomes a store."""
    world = World(tmp_path)
    world.path.parent.mkdir()
    with raw(world.path) as connection:
        connection.execute("CREATE TABLE songs (title)")
    before = world.path.read_bytes()
    with pytest.raises(ForeignStoreError):
        world.open()
    assert world.path.read_bytes() == before
    world.path.write_bytes(b"")
    with world.open() as memory:
        assert memory.status().health == "healthy"


ORDINARY: dict[str, Callable[[Memory], object]] = {
    "admission": lambda memory: memory.turn("Hello."),
    "record": lambda memory: memory.record(whole_turn("Hello.")),
    "context": lambda memory: memory.context(),
    "search": lambda memory: memory.search("PostgreSQL"),
    "read": lambda memory: memory.read("m1"),
    "list": lambda memory: memory.list(),
    "forget": lambda memory: memory.forget("m1"),
    "new": lambda memory: memory.new_thread(),
    "recovery": lambda memory: memory.worker().recover(),
    "claim": lambda memory: memory.worker().step(None, force=True),
    "work": lambda memory: memory.work(),
}


@pytest.mark.parametrize("use", ORDINARY)
@pytest.mark.parametrize("how", ["missing meta", "missing thread", "unknown table"])
def test_a_degraded_store_allows_nothing_ordinary(tmp_path: Path, how: str, use: str) -> None:
    """Reading and writing raise MemorySchemaError and never look like an empty memory."""
    with damaged(tmp_path, how).open() as memory, pytest.raises(MemorySchemaError):
        ORDINARY[use](memory)


@pytest.mark.parametrize("how", ["missing meta", "missing thread"])
@pytest.mark.parametrize("use", ORDINARY)
def test_the_guard_sees_what_goes_missing_later(tmp_path: Path, how: str, use: str) -> None:
    """Meta or thread may vanish while a process runs: its next operation is stopped."""
    world = filled(tmp_path)
    with world.open() as memory:
        with raw(world.path) as connection:
            for statement in DAMAGES[how]:
                connection.execute(statement)
        with pytest.raises(MemorySchemaError):
            ORDINARY[use](memory)


@pytest.mark.parametrize("how", DAMAGES)
def test_a_fresh_process_can_still_look_and_export(tmp_path: Path, how: str) -> None:
    """Status, show and export give what is there, with the findings, and change nothing."""
    world = damaged(tmp_path, how)
    before = world.path.read_bytes()
    with world.open() as memory:
        status = memory.status()
        assert (status.health, status.turns["total"], status.items["active"]) == ("degraded", 1, 1)
        shown = memory.show("m1")
        assert (shown.item.title, shown.sources[0].quote) == (SAID[:-1], SAID[:-1])
        exported = json.loads(memory.export().read_text(encoding="utf-8"))
        assert exported["turns"][0]["user_text"] == SAID
    assert world.path.read_bytes() == before


@pytest.mark.parametrize("how", DAMAGES)
def test_an_explicit_clear_makes_any_damaged_store_anew(tmp_path: Path, how: str) -> None:
    """The next generation starts with one meta row and one empty thread; only on request."""
    world = damaged(tmp_path, how)
    world.clock.advance(60)
    with world.open() as memory:
        with pytest.raises(RequestError):
            memory.clear(confirm=False)
        assert memory.clear(confirm=True) == 2
    with world.open() as memory:
        status = memory.status()
        assert (status.health, status.generation, status.threads) == ("healthy", 2, 1)
        assert (status.turns["total"], status.items["active"], status.last_error) == (0, 0, None)
        (row,) = memory.store.look("store/meta")
        is_lost = how == "missing meta"
        assert (row[5], row[6]) == (None, NOON_US + 60_000_000 if is_lost else NOON_US)
        assert memory.record(whole_turn("A new start.")) == 2


def test_a_second_active_thread_cannot_be_inserted(tmp_path: Path) -> None:
    """The schema itself refuses it, whoever writes."""
    world = filled(tmp_path)
    with raw(world.path) as connection, pytest.raises(apsw.ConstraintError):
        connection.execute(
            "INSERT INTO threads (scope_id, status, compaction, compaction_sequence, created_at)"
            " VALUES (1, 'active', '', 0, 0)"
        )


FORGERIES = {
    "an invented quote": (
        "INSERT INTO candidate_sources VALUES (1, 1, 'user', 0, 4, 'nobody said this')"
    ),
    "an item that starts active": (
        "INSERT INTO memory_items (item_id, revision, scope_id, kind, title, content, synopsis,"
        " aliases, keywords, non_factual, status, terms_version, created_at, updated_at)"
        " VALUES (9, 1, 1, 'project_decision', 't', 'c', 's', '[]', '[]', 0, 'active', 1, 0, 0)"
    ),
    "proof taken away": "DELETE FROM memory_item_candidates",
    "a source taken away": "DELETE FROM candidate_sources",
    "a source changed": "UPDATE candidate_sources SET quote = 'We'",
    "words changed": "UPDATE turns SET user_text = 'Something else.'",
    "a revision edited": "UPDATE memory_items SET content = 'Something else.'",
    "a fourth kind": (
        "INSERT INTO memory_items (item_id, revision, scope_id, kind, title, content, synopsis,"
        " aliases, keywords, non_factual, status, terms_version, created_at, updated_at)"
        " VALUES (9, 1, 1, 'user_mood', 't', 'c', 's', '[]', '[]', 0, 'staged', 1, 0, 0)"
    ),
}


@pytest.mark.parametrize("how", FORGERIES)
def test_the_schema_itself_guards_the_proof(tmp_path: Path, how: str) -> None:
    """No statement, from whatever program, makes a memory without the user's exact words."""
    world = filled(tmp_path)
    with raw(world.path) as connection, pytest.raises(apsw.ConstraintError):
        connection.execute(FORGERIES[how])


def test_an_item_without_a_user_source_never_becomes_active(tmp_path: Path) -> None:
    """A staged decision stays staged until a candidate with the user's words is linked."""
    world = filled(tmp_path)
    staged = FORGERIES["an item that starts active"].replace("'active'", "'staged'")
    with raw(world.path) as connection:
        connection.execute(staged)
        with pytest.raises(apsw.ConstraintError, match="exact words"):
            connection.execute("UPDATE memory_items SET status = 'active' WHERE item_id = 9")
        connection.execute(
            "INSERT INTO memory_item_candidates SELECT id, 1 FROM memory_items WHERE item_id = 9"
        )
        connection.execute("UPDATE memory_items SET status = 'active' WHERE item_id = 9")
