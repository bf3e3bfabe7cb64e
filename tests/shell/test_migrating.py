"""A store of version 2 is brought up to this version when it is opened, whole or not at all."""

from __future__ import annotations

import hashlib
import json
import shutil
from contextlib import closing
from typing import TYPE_CHECKING

import apsw
import pytest

from sayso.core.catalog import SCHEMA_VERSION, Degraded, Healthy
from sayso.core.postings import POSTING_TABLES
from sayso.shell.errors import MemorySchemaError, MemoryStorageError, UnknownCommitError
from sayso.shell.examining import examine
from sayso.shell.restoring import restore
from sayso.shell.salvaging import salvage_store
from sayso.shell.store import migrating
from sayso.shell.store.bootstrap import manifest, verify, version_of
from sayso.shell.store.files import private_copy
from sayso.shell.store.opening import open_store
from sayso.shell.store.trust import STRANGER, known_stores
from sayso.shell.store.witness import Witness
from sayso.shell.trusting import trust_store
from tests.faults.states import state_of
from tests.kit import World, whole_turn
from tests.older_store import QUOTE, STORE_ID, take_back, write_version_2
from tests.shell.damages import EXTRA, in_sql, left_in
from tests.shell.lived import lived_in

if TYPE_CHECKING:
    from pathlib import Path

# What version 2 was, for ever: its manifest is what its stores are held against.
VERSION_2 = "d0c319e9cc6f349d"
# What indexing a small store takes: to begin, its turns, to end these, its memories, to end these.
INDEXED = 5
ITEMS = """
SELECT id, item_id, revision, scope_id, thread_id, kind, title, content, synopsis, aliases,
  keywords, status, said_at, created_at, updated_at
FROM memory_items
"""


@pytest.fixture
def world(tmp_path: Path) -> World:
    """Give a project with a store of version 2."""
    world = World(tmp_path)
    write_version_2(world.path)
    return world


def rows_of(path: Path) -> dict[str, object]:
    """Give the rows that version 2 had, but for the count of commits and what is derived."""
    with closing(apsw.Connection(str(path))) as connection:
        tables = {one.name for one in manifest(2) if one.type == "table"}
        names = sorted(tables - set(POSTING_TABLES))
        rows = {name: connection.execute(f"SELECT * FROM {name}").fetchall() for name in names}
        rows["memory_items"] = connection.execute(ITEMS).fetchall()
    ((*head, _commits, key, error, succeeded, created, updated),) = rows.pop("memory_meta")
    return {**rows, "memory_meta": (*head[:4], key, error, succeeded, created, updated)}


def commits_in(path: Path) -> int:
    """Give the count of commits that a store holds."""
    with closing(apsw.Connection(str(path))) as connection:
        ((commits,),) = connection.execute("SELECT commit_counter FROM memory_meta").fetchall()
    return int(str(commits))


def test_version_2_stays_what_it_was() -> None:
    """Nobody edits the schema of a version that stores out there have."""
    told = sorted((one.type, one.name, one.table, one.sql or "") for one in manifest(2))
    assert hashlib.sha256(repr(told).encode()).hexdigest()[:16] == VERSION_2


def test_an_older_store_is_brought_up_and_goes_on(world: World) -> None:
    """Every row stays, the count of commits and the mark go on, and all of it works as before."""
    before, counted = rows_of(world.path), commits_in(world.path)
    with world.open(create=False) as memory:
        assert memory.health == Healthy()
        sighting = Witness(world.path).read().sighting
        assert sighting is not None
        assert (sighting.store_id, sighting.commits) == (STORE_ID, counted + 1 + INDEXED)
        assert rows_of(world.path) == before
        assert [hit.item_id for hit in memory.search("pnpm")] == [2]
        assert memory.read(2).sources[0].quote == QUOTE
        memory.record(whole_turn("And now?"))
        report = memory.status()
        assert (report.turns.total, report.generation) == (3, 2)
    with closing(apsw.Connection(str(world.path))) as connection:
        assert version_of(connection) == SCHEMA_VERSION
        assert verify(connection, 0) == Healthy()


def test_it_is_brought_up_once(world: World) -> None:
    """A later opening writes nothing (A103)."""
    world.open(create=False).close()
    before = left_in(world.path.parent)
    world.open(create=False).close()
    assert left_in(world.path.parent) == before


@pytest.mark.parametrize(
    ("damage", "finding"),
    [
        (EXTRA, "unexpected table"),
        ("DROP INDEX refusals_by_turn", "missing index refusals_by_turn"),
        ("CREATE TABLE notes (id INTEGER PRIMARY KEY) STRICT", "unexpected table notes"),
        ("DELETE FROM turns WHERE id = 5", "rows refer to rows that are not there"),
        ("UPDATE turns SET assistant_text = 'Bad.'", "t5"),
    ],
)
def test_a_damaged_older_store_is_left_as_it_is(world: World, damage: str, finding: str) -> None:
    """It is degraded by its own contract, and not a byte of it changes."""
    in_sql(damage)(world.path)
    before = state_of(world.path)
    with world.open(create=False) as memory:
        assert isinstance(memory.health, Degraded)
        assert any(finding in one for one in memory.health.findings)
        assert not any("version" in one for one in memory.health.findings)
        with pytest.raises(MemorySchemaError):
            memory.record(whole_turn("Hello?"))
        assert json.loads(memory.export().read_text("utf-8"))["findings"] is not None
    assert state_of(world.path) == before


@pytest.mark.parametrize("is_brief", [False, True])
def test_nobody_is_in_too_great_a_hurry_to_look_first(world: World, is_brief: bool) -> None:
    """An opening that leaves long checks to others makes them before it changes a store."""
    in_sql("UPDATE turns SET assistant_text = 'Bad.'")(world.path)
    project, before = world.path.parent.parent, state_of(world.path)
    with closing(
        open_store(project, world.ports, create_missing=False, is_brief=is_brief)
    ) as store:
        assert isinstance(store.health, Degraded)
    assert state_of(world.path) == before
    write_version_2_anew(world)
    with closing(
        open_store(project, world.ports, create_missing=False, is_brief=is_brief)
    ) as store:
        assert store.health == Healthy()
    with private_copy(world.path) as copy:
        assert version_of(copy) == SCHEMA_VERSION


def write_version_2_anew(world: World) -> None:
    """Put a sound store in the place of a damaged one."""
    shutil.rmtree(world.path.parent)
    write_version_2(world.path)


def test_a_store_of_today_does_not_pass_for_an_older_one(tmp_path: Path) -> None:
    """Where only the number says so, the tables tell that it is not."""
    world = lived_in(tmp_path)
    in_sql("PRAGMA user_version = 2")(world.path)
    with world.open() as memory:
        assert isinstance(memory.health, Degraded)
        assert "unexpected table notes" in memory.health.findings


def test_a_diagnosis_reads_an_older_store_as_it_is(world: World) -> None:
    """Tables that its version has not got are empty without a finding; the file stays."""
    in_sql(EXTRA)(world.path)
    before = left_in(world.path.parent)
    with world.open(create=False) as memory:
        memory.status()
        told = json.loads(memory.export(world.path.parent.parent / "out").read_text("utf-8"))
    assert (told["notes"], told["job_models"]) == ([], [])
    assert [one["id"] for one in told["turns"]] == [5, 6]
    assert told["findings"] == []
    after = left_in(world.path.parent)
    assert after["memory.db"] == before["memory.db"]


def test_a_strangers_older_store_is_left_as_it_is_until_it_is_trusted(world: World) -> None:
    """What came with a folder is not written to; after `trust` it is brought up."""
    known_stores().forget(STORE_ID)
    before = world.path.read_bytes()
    with world.open(create=False) as memory:
        assert memory.health.findings == (STRANGER,)  # type: ignore[union-attr]
    assert world.path.read_bytes() == before
    assert trust_store(world.path.parent.parent).changed
    with private_copy(world.path) as copy:
        assert version_of(copy) == SCHEMA_VERSION


def test_a_backup_of_an_older_version_can_be_restored(world: World, tmp_path: Path) -> None:
    """It is brought up on a private copy; the backup itself stays what it is."""
    backup = tmp_path / "kept.db"
    backup.write_bytes(world.path.read_bytes())
    with world.open(create=False) as memory:
        memory.clear(confirm=True)
    kept = backup.read_bytes()
    restored = restore(backup, tmp_path, confirm=True, ports=world.ports)
    assert (restored.holding.memories, restored.generation) == (1, 4)
    assert backup.read_bytes() == kept
    with world.open(create=False) as memory:
        assert [item.item_id for item in memory.list()] == [2]
    with private_copy(world.path) as copy:
        assert verify(copy, 0) == Healthy()


def test_a_clear_of_a_damaged_older_store_makes_one_of_today(world: World) -> None:
    """Its generation, its counters and its costs go on in a store of this version."""
    in_sql(EXTRA)(world.path)
    with world.open(create=False) as memory:
        assert memory.clear(confirm=True) == 3
        assert memory.record(whole_turn("Hello?")) == 7
    with private_copy(world.path) as copy:
        assert (version_of(copy), verify(copy, 0)) == (SCHEMA_VERSION, Healthy())


def test_an_older_store_is_salvaged(world: World) -> None:
    """A file without its head gives back what an older version wrote."""
    content = bytearray(world.path.read_bytes())
    content[:4096] = b"\x5a" * 4096
    world.path.write_bytes(content)
    found = salvage_store(world.path.parent.parent, None, world.ports)
    assert (found.gained.intact, found.gained.proven) == (2, 1)


def test_a_change_that_does_not_come_out_right_is_undone(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What does not hold to the contract of this version is not committed."""
    before = state_of(world.path)
    with monkeypatch.context() as patch:
        patch.setattr(migrating, "add_tables", lambda *_: None)
        with world.open(create=False) as memory:
            assert isinstance(memory.health, Degraded)
            assert "missing table notes" in memory.health.findings
    assert state_of(world.path) == before
    with world.open(create=False) as memory:
        assert memory.health == Healthy()


def test_a_lived_in_store_comes_back_as_it_was(tmp_path: Path) -> None:
    """A store of today that is taken back and brought up is the same; its memories stay posted."""
    world = lived_in(tmp_path)
    before, counted = rows_of(world.path), commits_in(world.path)
    take_back(world.path)
    with closing(apsw.Connection(str(world.path))) as connection:
        assert verify(connection, 0, may_be_older=True) == Healthy()
    with world.open(create=False) as memory:
        assert memory.health == Healthy()
    assert rows_of(world.path) == before
    assert commits_in(world.path) == counted + 1 + INDEXED - 1


def test_a_commit_that_nobody_knows_of_is_told_and_settled_by_the_next_opening(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The error says to open it again, and that is enough."""

    def fail(_connection: apsw.Connection) -> tuple[str, int]:
        raise UnknownCommitError("the commit failed (disk I/O error)")

    with monkeypatch.context() as patch:
        patch.setattr(migrating, "commit_plan", fail)
        with pytest.raises(MemoryStorageError, match="up to version 4"):
            world.open(create=False)
    with world.open(create=False) as memory:
        assert memory.health == Healthy()


def test_a_doctor_looks_at_an_older_store_and_leaves_it(world: World) -> None:
    """It is held against its own contract on a copy, and found sound."""
    before = left_in(world.path.parent)
    content = examine(world.path, world.clock.now_us())
    assert [one.what for one in content.verdicts] == []
    assert content.standing is not None
    assert left_in(world.path.parent) == before
    in_sql(EXTRA)(world.path)
    found = [one.what for one in examine(world.path, world.clock.now_us()).verdicts]
    assert found == ["unexpected table extra"]
