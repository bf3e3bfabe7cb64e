"""A damaged or deviating store: refused without repair, shown for diagnosis, cleared on demand."""

import json
from collections.abc import Callable
from pathlib import Path

import apsw
import pytest

from sayso.core.catalog import Degraded
from sayso.shell.errors import ForeignStoreError, MemorySchemaError, RequestError
from sayso.shell.memory import Memory
from tests.kit import World, remember, whole_turn
from tests.records import NOON_US

SAID = "We decided: use pnpm for packages."
QUOTE = "use pnpm for packages"


def in_sql(*statements: str) -> Callable[[Path], None]:
    """Give a damage that is done by statements, past every guard of ours."""

    def damage(path: Path) -> None:
        connection = apsw.Connection(str(path))
        connection.execute("PRAGMA foreign_keys = off")
        for one in statements:
            connection.execute(one)
        connection.execute("PRAGMA journal_mode = delete")
        connection.close()

    return damage


def in_schema(change: str) -> Callable[[Path], None]:
    """Give a damage of the catalogue itself."""
    return in_sql("PRAGMA writable_schema = on", change)


def cut(path: Path) -> None:
    """Cut the file within its second page."""
    with path.open("r+b") as file:
        file.truncate(5_000)


def overwrite(path: Path) -> None:
    """Overwrite every page after the first ones."""
    data = bytearray(path.read_bytes())
    for at in range(8_192, len(data), 4_096):
        data[at : at + 2_048] = b"\x5a" * 2_048
    path.write_bytes(data)


def replace_by_text(path: Path) -> None:
    """Put a text file in the place of the store."""
    path.write_text("Dear diary, this is no database at all. " * 40)


LOGICAL = {
    "no meta": in_sql("DELETE FROM memory_meta"),
    "no active thread": in_sql("UPDATE threads SET status = 'archived'"),
    "no scope": in_sql("DELETE FROM threads", "DELETE FROM scopes"),
    "two active threads": in_sql(
        "DROP INDEX threads_one_active",
        "INSERT INTO threads (scope_id, status, compaction, compaction_sequence, created_at) "
        "VALUES (1, 'active', '', 0, 0)",
    ),
    "extra table": in_sql("CREATE TABLE extra (id)"),
    "extra view": in_sql("CREATE VIEW extra AS SELECT 1"),
    "extra index": in_sql("CREATE INDEX extra ON turns (created_at)"),
    "extra trigger": in_sql("CREATE TRIGGER extra AFTER INSERT ON turns BEGIN SELECT 1; END"),
    "dropped index": in_sql("DROP INDEX turns_by_session"),
    "dropped trigger": in_sql("DROP TRIGGER memory_items_need_proof"),
    "dropped table": in_sql("DROP TABLE refusals"),
    "dropped meta table": in_sql("DROP TABLE memory_meta"),
    "changed table": in_sql("ALTER TABLE refusals ADD COLUMN extra TEXT"),
    "changed check": in_schema(
        "UPDATE sqlite_schema SET sql = replace(sql, 'generation >= 1', 'generation >= 0') "
        "WHERE name = 'memory_meta'"
    ),
    "newer version": in_sql("PRAGMA user_version = 3"),
    "no version": in_sql("PRAGMA user_version = 0"),
    "dangling row": in_sql("INSERT INTO memory_item_candidates VALUES (98, 99)"),
}
PHYSICAL = {"cut": cut, "overwritten": overwrite, "text": replace_by_text}
DAMAGES = LOGICAL | PHYSICAL


@pytest.fixture
def world(tmp_path: Path) -> World:
    """Give a store in generation 3 that holds one turn and one memory."""
    world = World(tmp_path)
    with world.open() as memory:
        memory.record(whole_turn("Before both clears."))
        memory.clear(confirm=True)
        memory.clear(confirm=True)
        memory.record(whole_turn(SAID))
        world.model.script = [remember(QUOTE)]
        memory.work()
        assert [one.item_id for one in memory.list()] == [1]
    world.clock.advance(1_000)
    return world


@pytest.fixture(params=DAMAGES, ids=lambda name: name.replace(" ", "-"))
def damaged(request: pytest.FixtureRequest, world: World) -> World:
    """Give the store with one kind of damage."""
    DAMAGES[request.param](world.path)
    return world


@pytest.fixture(params=[name for name in DAMAGES if name != "text"])
def clearable(request: pytest.FixtureRequest, world: World) -> World:
    """Give the store with one kind of damage that an explicit clear recovers from."""
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
        memory.new_thread,
        memory.work,
        lambda: memory.worker().step(None, force=True),
    ]


def test_a_damaged_store_blocks_everything_ordinary(damaged: World) -> None:
    """Each operation raises MemorySchemaError, never an empty answer (A79, A81, A124)."""
    with damaged.open() as memory:
        assert isinstance(memory.health, Degraded)
        for use in blocked(memory):
            with pytest.raises(MemorySchemaError):
                use()


def test_looking_at_a_damaged_store_changes_nothing(damaged: World) -> None:
    """Status, show, export and every refused call leave file and journal mode as they are."""
    before = damaged.path.read_bytes()
    assert damaged.folder is not None
    with damaged.open() as memory:
        memory.status()
        memory.export(damaged.folder / "out")
        for use in blocked(memory):
            with pytest.raises(MemorySchemaError):
                use()
    damaged.open().close()
    assert damaged.path.read_bytes() == before
    assert {one.name for one in damaged.path.parent.iterdir()} <= {"memory.db", ".gitignore"}


def test_status_tells_what_is_wrong(damaged: World) -> None:
    """A fresh process says degraded with a finding, never healthy and empty (A80-A81)."""
    with damaged.open() as memory:
        report = memory.status()
        assert report.health == "degraded"
        assert report.findings
        assert all("\n" not in finding for finding in report.findings)


def test_an_export_of_a_damaged_store_is_whole_json(damaged: World) -> None:
    """What can be read is saved before a clear (A125)."""
    assert damaged.folder is not None
    with damaged.open() as memory:
        path = memory.export(damaged.folder / "out")
    snapshot = json.loads(path.read_text("utf-8"))
    assert {"turns", "memory_items", "memory_meta"} <= snapshot.keys()


def test_a_clear_leaves_a_text_file_alone(world: World) -> None:
    """A text in the store's place is no damaged store: it may be somebody's only copy."""
    replace_by_text(world.path)
    before = world.path.read_bytes()
    with world.open() as memory, pytest.raises(ForeignStoreError, match="text file"):
        memory.clear(confirm=True)
    assert world.path.read_bytes() == before


@pytest.mark.parametrize("name", [name for name in LOGICAL if name != "no scope"])
def test_show_and_export_still_have_everything(world: World, name: str) -> None:
    """Where the rows are readable, the memory and its proof are shown (A57)."""
    LOGICAL[name](world.path)
    assert world.folder is not None
    with world.open() as memory:
        shown = memory.show("m1")
        assert shown.item.title == QUOTE
        assert [source.quote for source in shown.sources] == [QUOTE]
        snapshot = json.loads(memory.export(world.folder / "out").read_text("utf-8"))
        assert [turn["user_text"] for turn in snapshot["turns"]] == [SAID]


def test_a_clear_needs_its_confirmation(damaged: World) -> None:
    """Without it nothing is deleted (A67)."""
    before = damaged.path.read_bytes()
    with damaged.open() as memory, pytest.raises(RequestError, match="clear deletes"):
        memory.clear(confirm=False)
    assert damaged.path.read_bytes() == before


def test_a_clear_makes_a_healthy_empty_store(clearable: World) -> None:
    """One meta row, one empty active thread, nothing of the old content (A116, A246-A249)."""
    with clearable.open() as memory:
        memory.clear(confirm=True)
    with clearable.open() as memory:
        report = memory.status()
        assert (report.health, report.findings) == ("healthy", ())
        assert (report.threads, report.turns.total, report.items.active) == (1, 0, 0)
        assert report.last_error is None
        assert memory.list() == ()
        memory.record(whole_turn("A new beginning."))


def test_a_cleared_store_goes_on_in_the_same_process(clearable: World) -> None:
    """Whoever cleared a store can use it at once."""
    with clearable.open() as memory:
        memory.clear(confirm=True)
        assert memory.status().health == "healthy"
        memory.record(whole_turn("A new beginning."))
        assert memory.context().history[0].text == "A new beginning."


@pytest.mark.parametrize("name", [name for name in LOGICAL if name != "no scope"])
def test_generation_and_numbers_go_on(world: World, name: str) -> None:
    """The generation exceeds the old one and no number is handed out twice (A243)."""
    LOGICAL[name](world.path)
    with world.open() as memory:
        assert memory.clear(confirm=True) == 4
    with world.open() as memory:
        assert memory.record(whole_turn(SAID)) == 3
        world.model.script = [remember(QUOTE)]
        memory.work()
        assert [one.item_id for one in memory.list()] == [2]


def test_without_meta_the_jobs_tell_the_generation(world: World) -> None:
    """The generation of the jobs counts when the meta row is gone; else it begins at 1."""
    in_sql("DELETE FROM memory_meta", "UPDATE memory_jobs SET generation = 9")(world.path)
    with world.open() as memory:
        assert memory.clear(confirm=True) == 10


@pytest.mark.parametrize(("name", "created_us"), [("extra table", NOON_US), ("no meta", None)])
def test_the_date_of_creation_is_kept_where_it_is_known(
    world: World, name: str, created_us: int | None
) -> None:
    """A readable meta row passes its date on, otherwise now is taken (A244-A245)."""
    LOGICAL[name](world.path)
    with world.open() as memory:
        memory.clear(confirm=True)
    with world.open() as memory, memory.store.reading() as reading:
        (meta,) = reading.rows("store/meta")
    assert meta[6] == (world.clock.now_us() if created_us is None else created_us)


@pytest.mark.parametrize("name", ["extra table", "no meta", "no active thread"])
def test_operation_ids_survive_a_clear_of_a_damaged_store(world: World, name: str) -> None:
    """A command repeated after the recovery is still the same command (design 5.12)."""
    with world.open() as memory:
        number = memory.record(whole_turn("Once.", op_id="op-1"))
    LOGICAL[name](world.path)
    with world.open() as memory:
        memory.clear(confirm=True)
    with world.open() as memory:
        assert memory.record(whole_turn("Once.", op_id="op-1")) == number
        assert memory.status().turns.total == 0
