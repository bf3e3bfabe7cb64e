"""Document A on concurrency: how connections are set up and how writers wait."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Event
from typing import TYPE_CHECKING

import apsw
import pytest

from sayso.core import limits
from sayso.shell.errors import MemoryStorageError
from tests.kit import World, remember, while_asked, whole_turn

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SAID = "From now on we use PostgreSQL for every store."


@contextmanager
def watching() -> Iterator[list[apsw.Connection]]:
    """Give every connection that is made inside the block."""
    made: list[apsw.Connection] = []
    apsw.connection_hooks.append(made.append)
    try:
        yield made
    finally:
        apsw.connection_hooks.remove(made.append)


def test_a_connection_is_set_up_as_the_contract_says(tmp_path: Path) -> None:
    """WAL, a sync at each commit, foreign keys, and no trust in the schema of the file."""
    with watching() as made, World(tmp_path).open():
        connection = next(one for one in made if one.filename.endswith("memory.db"))
        assert connection.pragma("journal_mode") == "wal"
        assert connection.pragma("synchronous") == 2
        assert connection.pragma("foreign_keys") == 1
        assert connection.pragma("secure_delete") == 1
        with pytest.raises(apsw.ConstraintError):
            connection.execute("UPDATE memory_meta SET generation = 0")


def test_every_write_is_one_short_immediate_transaction(tmp_path: Path) -> None:
    """Each write begins IMMEDIATE and is over before its call returns."""
    with watching() as made, World(tmp_path, remember(SAID[:-1])).open() as memory:
        connection = next(one for one in made if one.filename.endswith("memory.db"))
        began: list[str] = []
        mask = apsw.SQLITE_TRACE_STMT
        connection.trace_v2(mask, lambda event: began.append(str(event["sql"])))
        for use in (
            lambda: memory.record(whole_turn(SAID)),
            memory.work,
            lambda: memory.forget(memory.list()[0].item_id),
            memory.new_thread,
            lambda: memory.clear(confirm=True),
        ):
            use()
            assert not connection.in_transaction
        connection.trace_v2(0, None)
        ended = [at for at, sql in enumerate(began) if sql == "COMMIT"]
        assert len(ended) >= 6
        for at in ended:
            begins = [sql for sql in began[:at] if sql.startswith("BEGIN")]
            assert begins[-1] == "BEGIN IMMEDIATE"


def test_no_transaction_of_any_kind_is_open_while_the_model_is_asked(tmp_path: Path) -> None:
    """Not even a reading one, whose snapshot would grow old, during either stage (A231)."""
    world = World(tmp_path)
    with watching() as made, world.open() as memory:
        connection = next(one for one in made if one.filename.endswith("memory.db"))
        seen: list[bool] = []
        world.model.script = [
            while_asked(lambda: seen.append(connection.in_transaction), remember(SAID[:-1])),
            while_asked(lambda: seen.append(connection.in_transaction)),
        ]
        memory.record(whole_turn(SAID))
        memory.work()
        assert seen == [False, False]
        assert len(memory.list()) == 1


def test_a_writer_waits_for_another(tmp_path: Path) -> None:
    """A write that finds the store locked goes on as soon as the lock is gone."""
    world = World(tmp_path)
    with watching() as made, world.open() as memory, ThreadPoolExecutor(1) as pool:
        connection = next(one for one in made if one.filename.endswith("memory.db"))
        asked = Event()
        connection.trace_v2(apsw.SQLITE_TRACE_STMT, lambda event: asked.set())
        holder = apsw.Connection(str(world.path))
        holder.execute("BEGIN IMMEDIATE")
        written = pool.submit(memory.record, whole_turn("Hello."))
        assert asked.wait(30)
        assert not written.done()
        holder.execute("COMMIT")
        holder.close()
        assert written.result(30) == 1


def test_a_writer_waits_up_to_a_deadline(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A lock that stays is a storage error that says so, and nothing is written."""
    monkeypatch.setattr(limits, "BUSY_DEADLINE_US", 2_000)
    world = World(tmp_path)
    with world.open() as memory:
        holder = apsw.Connection(str(world.path))
        holder.execute("BEGIN IMMEDIATE")
        with pytest.raises(MemoryStorageError, match="another process"):
            memory.record(whole_turn("Hello."))
        holder.close()
        assert memory.status().turns.total == 0
        assert memory.record(whole_turn("Hello.")) == 1
