"""A damaged or deviating store: refused without repair, and shown for diagnosis."""

import json
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

import apsw
import pytest

from sayso.core.catalog import DROP_LOG, MOVE_AWAY, PUT_BACK, RECOVER, USE_NEWER, Degraded
from sayso.shell.errors import MemorySchemaError, NotFoundError
from sayso.shell.memory import Memory
from sayso.shell.store import checks
from tests.kit import World, column, remember, while_asked, whole_turn
from tests.shell.damages import (
    DAMAGES,
    LOGICAL,
    LOST,
    TEXTS,
    UNREAD,
    in_sql,
    in_use,
    left_in,
)
from tests.shell.lived import (
    QUOTE,
    SAID,
    lived_in,
)

# Whose first finding says what: one for every requirement of document A, and the silent ones.
NAMED = {
    "extra table": "unexpected table extra",
    "extra view": "unexpected view extra",
    "extra index": "unexpected index extra",
    "extra trigger": "unexpected trigger extra",
    "dropped index": "missing index turns_by_session",
    "dropped trigger": "missing trigger memory_items_need_proof",
    "dropped meta table": "missing table memory_meta",
    "dropped column": "changed table memory_meta",
    "changed table": "changed table refusals",
    "changed index": "changed index turns_by_session",
    "changed trigger": "changed trigger turns_user_text_is_raw",
    "missing check": "changed table turns",
    "missing reference": "changed table refusals",
    "no meta": "memory_meta must have exactly one row, with id 1; it has: none",
    "no active thread": "0 active threads, there must be exactly 1",
    "newer version": "schema version 5, this program knows 4: made by another version of Sayso",
    "no version": "schema version 0, this program knows 4: made by another version of Sayso",
    "dangling row": "2 rows refer to rows that are not there",
    "extra table in a log": "unexpected table extra",
    "cut by a byte": "the file is damaged: it ends within a page",
    "cut by a page": "the file is damaged: database disk image is malformed",
    "unknown format": "the file is damaged: its header forbids SQLite to write",
    "false log": "memory.db-wal is no log of memory.db",
    "free page": "integrity check failed: Freelist: ",
    "index page": "integrity check failed: Tree ",
    "header of zeros": "the file is damaged: file is not a database",
    "turns page": "integrity check failed: Tree 9 page 9",
    "empty with a log": "memory.db is empty, but its log memory.db-wal is not: memory was lost",
    "gone with a log": "memory.db is gone, but its log memory.db-wal is not: memory was lost",
    "empty with exports": "memory.db is empty, but exports lie beside it: memory was lost",
    "empty with a mark": "memory.db is empty, but its mark memory.db.mark is not: memory was lost",
    "gone with a mark": "memory.db is gone, but its mark memory.db.mark is not: memory was lost",
}


@pytest.fixture
def world(tmp_path: Path) -> World:
    """Give a store that holds two turns and one memory."""
    return lived_in(tmp_path)


@pytest.fixture(params=DAMAGES)
def damaged(request: pytest.FixtureRequest, world: World) -> World:
    """Give the store with one kind of damage."""
    DAMAGES[request.param](world.path)
    return world


def blocked(memory: Memory) -> list[Callable[[], object]]:
    """Give everything that must not work on a degraded store (A117-A123)."""
    return [
        lambda: memory.turn("Hello?"),
        lambda: memory.record(whole_turn("Hello?")),
        memory.context,
        lambda: memory.search("pnpm"),
        lambda: memory.read("m1"),
        memory.list,
        lambda: memory.forget("m1"),
        lambda: memory.retry_job("j3"),
        lambda: memory.drop_job("j3"),
        memory.new_thread,
        memory.work,
        lambda: memory.worker().step(None, force=True),
    ]


def test_a_damaged_store_blocks_everything_ordinary(damaged: World) -> None:
    """Each operation raises MemorySchemaError, never an empty answer (A79, A81, A124)."""
    with damaged.open() as memory:
        assert isinstance(memory.health, Degraded)
        for use in blocked(memory):
            with pytest.raises(MemorySchemaError, match="the store is degraded: ") as told:
                use()
            assert told.value.hint == f"see 'sayso status'; {memory.health.remedy}"


@pytest.mark.parametrize("create", [True, False])
def test_looking_at_a_damaged_store_changes_nothing(damaged: World, create: bool) -> None:
    """Status, show, export and every refused call leave files and journal mode as they are."""
    folder = damaged.path.parent
    before = left_in(folder)
    assert damaged.folder is not None
    with damaged.open(create=create) as memory:
        memory.status()
        with suppress(MemorySchemaError, NotFoundError):
            memory.show("m1")
        memory.export(damaged.folder / "out")
        for use in blocked(memory):
            with pytest.raises(MemorySchemaError):
                use()
    damaged.open(create=create).close()
    assert left_in(folder) == before


@pytest.mark.parametrize(("name", "finding"), NAMED.items())
def test_the_first_finding_says_what_is_wrong(world: World, name: str, finding: str) -> None:
    """Each kind of damage is named, at the opening and by `status` alike (A97-A100, A106-A113)."""
    DAMAGES[name](world.path)
    with world.open() as memory:
        assert isinstance(memory.health, Degraded)
        found = memory.health.findings
        assert any(one.startswith(finding) for one in found)
        assert memory.status().findings[: len(found)] == found


def test_status_tells_what_is_wrong(damaged: World) -> None:
    """A fresh process says degraded with findings and advice, never healthy and empty (A80-A81)."""
    with damaged.open() as memory:
        report = memory.status()
        assert report.health == "degraded"
        assert report.findings
        assert all(finding and "\n" not in finding for finding in report.findings)
        assert report.remedy
        is_read = report.turns.total == 2
        assert is_read or any("cannot be read: " in one for one in report.findings)


ADVICE = (
    dict.fromkeys(TEXTS, MOVE_AWAY)
    | dict.fromkeys(LOST, PUT_BACK)
    | dict.fromkeys(UNREAD, RECOVER)
    | {"newer version": USE_NEWER, "older version": RECOVER, "false log": DROP_LOG}
)


@pytest.mark.parametrize(("name", "remedy"), ADVICE.items())
def test_the_advice_can_be_followed(world: World, name: str, remedy: str) -> None:
    """Nobody is told to clear what clear refuses, or what a copy or another program can save."""
    DAMAGES[name](world.path)
    with world.open() as memory:
        assert memory.status().remedy == remedy
        with pytest.raises(MemorySchemaError) as told:
            memory.record(whole_turn("Hello?"))
    assert told.value.hint == f"see 'sayso status'; {remedy}"


def test_an_export_of_a_damaged_store_is_whole_json(damaged: World) -> None:
    """What can be read is saved before a clear, and what cannot is named in it (A125)."""
    assert damaged.folder is not None
    with damaged.open() as memory:
        path = memory.export(damaged.folder / "out")
    snapshot = json.loads(path.read_text("utf-8"))
    assert {"turns", "memory_items", "memory_meta", "findings"} <= snapshot.keys()
    for table in ("turns", "memory_items", "memory_jobs"):
        named = table.replace("_", " ")
        assert snapshot[table] or any(named in finding for finding in snapshot["findings"])


@pytest.mark.parametrize("name", LOGICAL)
def test_show_and_export_still_have_everything(world: World, name: str) -> None:
    """Where the rows are readable, the memory and its proof are shown (A57)."""
    LOGICAL[name](world.path)
    assert world.folder is not None
    with world.open() as memory:
        shown = memory.show("m1")
        assert shown.item.title == QUOTE
        assert [source.quote for source in shown.sources] == [QUOTE]
        snapshot = json.loads(memory.export(world.folder / "out").read_text("utf-8"))
        assert [turn["user_text"] for turn in snapshot["turns"]] == [SAID, "Later?"]


def test_a_row_without_sense_is_told(world: World) -> None:
    """What a damaged row holds may be anything; `show` says that it cannot be read."""
    DAMAGES["row without sense"](world.path)
    with world.open() as memory:
        with pytest.raises(MemorySchemaError, match="makes no sense"):
            memory.show("m1")
        assert memory.status().items.active == 1


def test_a_row_without_sense_that_no_check_sees_is_damage(world: World) -> None:
    """A store may pass every check and still hold a row that means nothing: reading it tells."""
    with closing(apsw.Connection(str(world.path))) as connection:
        query = "SELECT sql FROM sqlite_schema WHERE name = 'memory_items_append_only'"
        guard = str(connection.execute(query).fetchall()[0][0])
        connection.execute("DROP TRIGGER memory_items_append_only")
        connection.execute("UPDATE memory_items SET aliases = '[\"broken'")
        connection.execute(guard)
    with world.open() as memory:
        assert memory.status().health == "healthy"
        for use in (lambda: memory.read("m1"), memory.context, lambda: memory.show("m1")):
            with pytest.raises(MemorySchemaError, match="a row makes no sense"):
                use()
        assert memory.status().health == "degraded"


def test_counts_without_sense_are_told(world: World) -> None:
    """Status leaves out what a damaged row cannot mean, and says so; it never fails over it."""
    in_sql(
        "DROP TABLE model_usage",
        "CREATE TABLE model_usage (day, calls, tokens)",
        "INSERT INTO model_usage VALUES ('2023-11-14', NULL, 'many')",
        "CREATE TABLE was AS SELECT * FROM memory_jobs",
        "DROP TABLE memory_jobs",
        "ALTER TABLE was RENAME TO memory_jobs",
        "UPDATE memory_jobs SET status = x'00'",
    )(world.path)
    with world.open() as memory:
        report = memory.status()
        assert report.usage is None
        assert report.jobs.pending == 0
        assert "makes no sense: jobs, usage" in report.findings


@pytest.mark.parametrize("check", ["_pages", "_references"])
def test_each_long_check_has_damage_of_its_own(
    world: World, monkeypatch: pytest.MonkeyPatch, check: str
) -> None:
    """Without the check the store would pass for healthy: it is this check that finds it."""
    name = {"_pages": "free page", "_references": "dangling row"}[check]
    DAMAGES[name](world.path)
    with world.open() as memory:
        assert isinstance(memory.health, Degraded)
    monkeypatch.setattr(checks, check, lambda _connection: iter(()))
    with world.open() as memory:
        assert not isinstance(memory.health, Degraded)


@pytest.mark.parametrize(
    "lost", ["DELETE FROM memory_meta", "UPDATE threads SET status = 'archived'"]
)
def test_a_result_finds_the_bootstrap_lost(world: World, lost: str) -> None:
    """What a model answers after meta or thread vanished is not committed (A119-A120)."""
    with world.open() as memory:
        before = column(memory, "id", "memory_candidates")
        number = memory.record(whole_turn("We decided: use Rust for the parser."))
        world.model.script = [
            while_asked(lambda: in_use(lost)(world.path), remember("use Rust for the parser"))
        ]
        with pytest.raises(MemorySchemaError, match="lost"):
            memory.work()
        assert memory.status().jobs.leased
    with world.open() as memory:
        snapshot = json.loads(memory.export(world.path.parent / "out").read_text("utf-8"))
    assert [row["id"] for row in snapshot["memory_candidates"]] == before
    assert snapshot["turns"][-1]["id"] == number
