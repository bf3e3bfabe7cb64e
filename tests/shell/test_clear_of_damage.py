"""An explicit clear of a damaged store: an empty one in the same file, and what carries on."""

from pathlib import Path
from typing import NoReturn

import pytest

from sayso.core import limits
from sayso.core.project.lifecycle import Remains
from sayso.shell import recovery
from sayso.shell.errors import (
    ForeignStoreError,
    MemoryStorageError,
    RequestError,
)
from sayso.shell.remains import read_remains
from sayso.shell.store.files import digest_of
from tests.kit import World, column, remember, whole_turn
from tests.records import NOON_US
from tests.shell.damages import (
    CLEARABLE,
    DAMAGES,
    EXTRA,
    LOGICAL,
    TEXTS,
    in_sql,
    in_use,
    left_in,
)
from tests.shell.lived import (
    GENERATION,
    LAST_ITEM,
    LAST_TURN,
    QUOTE,
    SAID,
    lived_in,
)


@pytest.fixture
def world(tmp_path: Path) -> World:
    """Give a store in generation 3 that holds two turns and one memory."""
    return lived_in(tmp_path)


@pytest.fixture(params=CLEARABLE)
def clearable(request: pytest.FixtureRequest, world: World) -> World:
    """Give the store with one kind of damage that an explicit clear recovers from."""
    CLEARABLE[request.param](world.path)
    return world


@pytest.mark.parametrize("name", TEXTS)
def test_a_clear_leaves_a_text_file_alone(world: World, name: str) -> None:
    """A text in the store's place is no damaged store: it may be somebody's only copy."""
    TEXTS[name](world.path)
    before = left_in(world.path.parent)
    with world.open() as memory, pytest.raises(ForeignStoreError, match="text file") as told:
        memory.clear(confirm=True)
    assert told.value.hint.startswith("move it away by hand")
    assert left_in(world.path.parent) == before


@pytest.mark.parametrize("name", DAMAGES)
def test_a_clear_needs_its_confirmation(world: World, name: str) -> None:
    """Without it nothing is deleted (A67)."""
    DAMAGES[name](world.path)
    before = left_in(world.path.parent)
    with world.open() as memory, pytest.raises(RequestError, match="clear deletes"):
        memory.clear(confirm=False)
    assert left_in(world.path.parent) == before


def test_a_clear_makes_a_healthy_empty_store(clearable: World) -> None:
    """One meta row, one empty active thread, and nothing of the old (A116, A246-A249)."""
    with clearable.open() as memory:
        assert memory.clear(confirm=True) >= 1
    with clearable.open() as memory:
        report = memory.status()
        assert (report.health, report.findings) == ("healthy", ())
        assert (report.threads, report.turns.total, report.items.active) == (1, 0, 0)
        assert report.last_error is None
        for table in ("memory_candidates", "memory_jobs", "memory_items", "turns", "refusals"):
            assert column(memory, "id", table) == []
        assert column(memory, "status", "threads") == ["active"]
        assert column(memory, "id", "memory_meta") == [1]
        assert column(memory, "last_succeeded_at", "memory_meta") == [None]
        memory.record(whole_turn("A new beginning."))


def test_a_clear_leaves_no_word_of_the_old(clearable: World) -> None:
    """Neither in the file nor in its log is a single old word left, while it is in use."""
    with clearable.open() as memory:
        memory.clear(confirm=True)
        assert memory.status().health == "healthy"
        for content in left_in(clearable.path.parent).values():
            assert SAID.encode() not in content
            assert QUOTE.encode() not in content


def test_a_cleared_store_goes_on_in_the_same_process(clearable: World) -> None:
    """Whoever cleared a store can use it at once."""
    with clearable.open() as memory:
        memory.clear(confirm=True)
        memory.record(whole_turn("A new beginning."))
        assert memory.context().history[0].text == "A new beginning."


def test_the_file_stays_the_same(clearable: World) -> None:
    """The file is written anew in its place and never replaced by another (design 5.12)."""
    is_there = clearable.path.exists()
    before = clearable.path.stat().st_ino if is_there else None
    with clearable.open() as memory:
        memory.clear(confirm=True)
    assert not is_there or clearable.path.stat().st_ino == before
    assert clearable.path.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("name", LOGICAL)
def test_generation_and_numbers_go_on(world: World, name: str) -> None:
    """The generation exceeds the old one and no number is handed out twice (A243)."""
    LOGICAL[name](world.path)
    with world.open() as memory:
        highest = 8 if name == "two meta rows" else GENERATION
        assert memory.clear(confirm=True) == highest + 1
    with world.open() as memory:
        assert memory.record(whole_turn(SAID)) == LAST_TURN + 1
        world.model.script = [remember(QUOTE)]
        memory.work()
        assert [one.item_id for one in memory.list()] == [LAST_ITEM + 1]


def test_without_their_table_the_numbers_in_use_tell(world: World) -> None:
    """A table that is gone with its counter: its numbers stand in what referred to it."""
    in_sql("DROP TABLE turns", "DELETE FROM sqlite_sequence")(world.path)
    with world.open() as memory:
        memory.clear(confirm=True)
        assert memory.record(whole_turn(SAID)) == LAST_TURN + 1


def test_without_meta_the_jobs_tell_the_generation(world: World) -> None:
    """The generation of the jobs counts when the meta row is gone; else it begins at 1."""
    in_sql("DELETE FROM memory_meta", "UPDATE memory_jobs SET generation = 9")(world.path)
    with world.open() as memory:
        assert memory.clear(confirm=True) == 10


@pytest.mark.parametrize(
    ("damage", "generation"),
    [
        ("UPDATE memory_meta SET generation = 9223372036854775807", GENERATION + 1),
        ("UPDATE memory_jobs SET generation = 9223372036854775807", GENERATION + 1),
        ("UPDATE memory_jobs SET generation = -5", GENERATION + 1),
        ("UPDATE sqlite_sequence SET seq = 9223372036854775807", GENERATION + 1),
        ("UPDATE sqlite_sequence SET seq = 'many'", GENERATION + 1),
    ],
)
def test_numbers_beyond_sense_do_not_carry_on(world: World, damage: str, generation: int) -> None:
    """A number that Sayso cannot have given is damage itself, and no reason to fail."""
    in_sql(EXTRA, damage)(world.path)
    with world.open() as memory:
        assert memory.clear(confirm=True) == generation
        assert memory.record(whole_turn(SAID)) == LAST_TURN + 1


@pytest.mark.parametrize(
    ("damage", "created_us"),
    [
        (EXTRA, NOON_US),
        ("ALTER TABLE memory_meta DROP COLUMN last_error", NOON_US),
        ("DELETE FROM memory_meta", None),
        ("UPDATE memory_meta SET created_at = -1", None),
    ],
)
def test_the_date_of_creation_is_kept_where_it_is_known(
    world: World, damage: str, created_us: int | None
) -> None:
    """A readable meta row passes its date on, otherwise now is taken (A244-A245)."""
    in_sql("DROP TRIGGER memory_items_need_proof", damage)(world.path)
    with world.open() as memory:
        memory.clear(confirm=True)
        expected = world.clock.now_us() if created_us is None else created_us
        assert column(memory, "created_at", "memory_meta") == [expected]


@pytest.mark.parametrize("name", LOGICAL)
def test_operation_ids_and_costs_survive(world: World, name: str) -> None:
    """A command repeated after the recovery is still the same one, and money spent is spent."""
    LOGICAL[name](world.path)
    with world.open() as memory:
        memory.clear(confirm=True)
    with world.open() as memory:
        assert memory.record(whole_turn("Before both clears.", op_id="op-1")) == 1
        assert memory.status().turns.total == 0
        usage = memory.status().usage
        if name == "broken definition":
            assert usage is None
        else:
            assert usage is not None
            assert (usage.day, usage.calls, usage.tokens) == ("2023-11-14", 7, 4200)


def test_rows_without_sense_do_not_carry_on(world: World) -> None:
    """Operations and costs that a damaged row cannot mean are left behind."""
    in_sql(
        "ALTER TABLE operations RENAME TO old",
        "CREATE TABLE operations (op_id, command, request_sha256, answer, created_at)",
        "INSERT INTO operations SELECT op_id, command, x'00', answer, created_at FROM old",
        "DROP TABLE model_usage",
        "CREATE TABLE model_usage (day, calls, tokens)",
        "INSERT INTO model_usage VALUES (x'00', 1, 1), ('2023-11-14', 'many', 1)",
    )(world.path)
    with world.open() as memory:
        assert memory.clear(confirm=True) == GENERATION + 1
        assert memory.status().usage is None
        assert column(memory, "op_id", "operations") == []


@pytest.mark.parametrize("step", ["before the lock", "under the lock"])
def test_a_clear_that_is_cut_off_leaves_the_old(
    world: World, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    """Whatever stops it before the end: the damaged store is there, to be cleared again."""
    LOGICAL["extra table"](world.path)
    before = left_in(world.path.parent)
    seen: list[bytes] = []

    def fail(*_args: object) -> NoReturn:
        raise OSError(28, "No space left on device")

    def look_once(path: Path) -> bytes:
        if seen:
            fail()
        seen.append(digest_of(path))
        return seen[0]

    with monkeypatch.context() as patch, world.open() as memory:
        if step == "before the lock":
            patch.setattr(recovery, "create", fail)
        else:
            patch.setattr(recovery, "digest_of", look_once)
        with pytest.raises(MemoryStorageError, match=r"cannot clear .*: No space left on device"):
            memory.clear(confirm=True)
    assert left_in(world.path.parent) == before
    with world.open() as memory:
        assert memory.clear(confirm=True) == GENERATION + 1


def test_what_was_written_meanwhile_is_read_again(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A turn that others stored after the remains were read keeps its number for itself."""
    LOGICAL["extra table"](world.path)
    reads: list[Path] = []

    def read_and_be_overtaken(path: Path) -> Remains:
        remains = read_remains(path)
        reads.append(path)
        if len(reads) == 1:
            in_use("UPDATE sqlite_sequence SET seq = 70", "UPDATE memory_meta SET generation = 8")(
                path
            )
        return remains

    monkeypatch.setattr(recovery, "read_remains", read_and_be_overtaken)
    with world.open() as memory:
        assert memory.clear(confirm=True) == 9
        assert memory.record(whole_turn("A new beginning.")) == 71
    assert len(reads) == 2


def test_a_store_that_others_keep_writing_to_is_not_cleared(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a few tries the error says so, and nothing is deleted."""
    LOGICAL["extra table"](world.path)
    tries: list[Path] = []

    def never_the_same(path: Path) -> bytes:
        tries.append(path)
        return str(len(tries)).encode()

    monkeypatch.setattr(recovery, "digest_of", never_the_same)
    with world.open() as memory, pytest.raises(MemoryStorageError, match="others keep writing"):
        memory.clear(confirm=True)
    assert len(tries) == 2 * limits.RESET_TRIES
    with world.open() as memory:
        assert memory.status().turns.total == 2
