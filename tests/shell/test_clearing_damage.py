"""A clear of a damaged store while others have it open, work on it, or clear it too."""

import multiprocessing
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

import apsw
import pytest

from sayso.shell.errors import MemorySchemaError, MemoryStorageError, SaysoError
from sayso.shell.memory import Memory
from sayso.shell.store import connection as connections
from tests.kit import CannedModel, World, column, remember, while_asked, whole_turn
from tests.shell.damages import CLEARABLE, EXTRA, LOGICAL, in_use, left_in
from tests.shell.lived import GENERATION, LAST_TURN, QUOTE, lived_in


@pytest.fixture
def world(tmp_path: Path) -> World:
    """Give a store in generation 3 that holds two turns and one memory."""
    return lived_in(tmp_path)


class NoPatience:
    """Takes the place of waiting for a lock: where one is in the way, it stays there."""

    def __init__(self, *_limit_us: int) -> None:
        """Take any limit."""

    def __call__(self, attempt: int) -> bool:
        return False


@pytest.mark.parametrize("is_log_empty", [True, False])
def test_a_clear_works_beside_whoever_has_the_store_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_log_empty: bool
) -> None:
    """A worker that is left open keeps no damaged store from being cleared, whatever its log."""
    monkeypatch.setattr(connections, "_BusyWait", NoPatience)
    world = World(tmp_path)
    with world.open() as worker:
        worker.record(whole_turn("Before."))
        meddler = apsw.Connection(str(world.path))
        meddler.execute("CREATE TABLE intruder (x)")
        meddler.close()
        if is_log_empty:
            assert worker.store.checkpoint()
        with world.open() as memory:
            assert memory.clear(confirm=True) == 2
        assert worker.record(whole_turn("After.")) == 2


@pytest.mark.parametrize(
    "damage",
    [in_use(EXTRA), in_use("DELETE FROM memory_meta"), CLEARABLE["header of zeros"]],
    ids=["extra table", "no meta", "header of zeros"],
)
def test_a_late_result_of_before_changes_nothing(
    world: World, damage: Callable[[Path], None]
) -> None:
    """A worker and a request from before the damage cannot write after the clear (A240)."""
    generations: list[int] = []

    def damage_and_clear() -> None:
        damage(world.path)
        with world.open() as other:
            generations.append(other.clear(confirm=True))

    with world.open() as memory:
        memory.record(whole_turn("We decided: use Rust for the parser."))
        turn = memory.turn("Still talking?")
        world.clock.advance(1_000)
        step = while_asked(damage_and_clear, remember("use Rust for the parser"))
        world.model.script = [step]
        with suppress(MemorySchemaError):
            memory.work()
        assert len(generations) == 1
        with pytest.raises(SaysoError):
            turn.finish("Yes.")
    with world.open() as memory:
        assert memory.status().health == "healthy"
        assert memory.status().generation == generations[0]
        for table in ("turns", "memory_items", "memory_jobs", "memory_candidates"):
            assert column(memory, "id", table) == []


def test_others_find_the_new_store_in_their_open_file(world: World) -> None:
    """Another process that has the store open goes on with the new one."""
    with world.open() as before, world.open() as memory:
        with closing(apsw.Connection(str(world.path))) as connection:
            connection.execute(EXTRA)
        assert memory.clear(confirm=True) == GENERATION + 1
        assert before.status().generation == GENERATION + 1
        assert before.record(whole_turn("A new beginning.")) == LAST_TURN + 1
        assert memory.status().turns.total == 1


def test_a_clear_beside_others_cuts_the_log(world: World) -> None:
    """While another process has the store open, the old words go at once all the same."""
    with closing(apsw.Connection(str(world.path))) as other, world.open() as memory:
        other.execute(EXTRA)
        other.execute("UPDATE memory_terms SET term = term || ' once more'")
        assert any(b"once more" in one for one in left_in(world.path.parent).values())
        memory.clear(confirm=True)
        for content in left_in(world.path.parent).values():
            assert b"once more" not in content
            assert QUOTE.encode() not in content


def test_a_clear_waits_for_nobody_for_ever(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """While another process writes, nothing is deleted, and the error names the reason."""
    LOGICAL["extra table"](world.path)
    monkeypatch.setattr("sayso.core.limits.BUSY_DEADLINE_US", 2_000)
    with closing(apsw.Connection(str(world.path))) as holder, world.open() as memory:
        holder.execute("BEGIN IMMEDIATE")
        with pytest.raises(MemoryStorageError, match="another process holds the store"):
            memory.clear(confirm=True)
    with world.open() as memory:
        assert memory.status().turns.total == 2


def clear_once(folder: Path, number: int) -> None:
    """Clear, as a process of its own, and write down the new generation."""
    with Memory.open(folder, model=CannedModel()) as memory:
        generation = memory.clear(confirm=True)
    (folder / f"cleared-{number}").write_text(str(generation))


def test_clears_at_once_start_generations_of_their_own(world: World) -> None:
    """Of processes that clear a damaged store at the same moment no two start the same one."""
    LOGICAL["no meta"](world.path)
    assert world.folder is not None
    context = multiprocessing.get_context("spawn")
    processes = [context.Process(target=clear_once, args=(world.folder, at)) for at in range(4)]
    for process in processes:
        process.start()
    for process in processes:
        process.join(60)
    assert [process.exitcode for process in processes] == [0] * 4
    cleared = [int(path.read_text()) for path in world.folder.glob("cleared-*")]
    assert sorted(cleared) == list(range(GENERATION + 1, GENERATION + 5))
