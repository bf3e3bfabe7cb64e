"""The mark while others are at work: what they do on purpose is no loss, whoever is killed."""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from sayso.core.catalog import Degraded, Healthy
from sayso.core.witness import Sighting
from sayso.shell import recovery
from sayso.shell.errors import MemorySchemaError, MemoryStorageError
from sayso.shell.store import judging, opening
from sayso.shell.store.witness import Witness, mark_path
from tests.kit import World, column, whole_turn
from tests.shell.damages import EXTRA, in_sql, in_use, put
from tests.shell.losses import LOSSES, killed_after, log_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    import apsw

    from sayso.core.catalog import Health
    from sayso.shell.store.beside import Beside

# Another process that has saved something, and hangs.
WRITER = """
import os, sys
from sayso.shell.admitting import RecordedTurn
from sayso.shell.memory import Memory
memory = Memory.open(sys.argv[1])
for number in range(3):
    turn = RecordedTurn(user_text=f"Word {number}.", assistant_text="Fine.",
                        intent="general_chat", session="", op_id=None)
    memory.record(turn)
print("saved", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def world(tmp_path: Path) -> World:
    """Give a project whose store has a few turns."""
    world = World(tmp_path)
    with world.open() as memory:
        memory.record(whole_turn("One."))
        memory.record(whole_turn("Two."))
    return world


def before_judging(monkeypatch: pytest.MonkeyPatch, act: Callable[[], object]) -> None:
    """Let something happen after the mark was read and before the database is."""
    acted: list[int] = []

    def late(connection: apsw.Connection, path: Path, beside: Beside, now_us: int) -> Health:
        if not acted:
            acted.append(1)
            act()
        return judging.judge(connection, path, beside, now_us)

    monkeypatch.setattr(opening, "judge", late)


def test_a_killed_process_leaves_a_mark_that_knows_its_log(world: World) -> None:
    """What was saved before a kill is there; without the log it is missed (S15)."""
    assert world.folder is not None
    writer = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(world.folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert writer.stdout is not None
    assert writer.stdout.readline() == "saved\n"
    writer.send_signal(signal.SIGKILL)
    writer.communicate()
    log = log_of(world.path).read_bytes()
    assert log
    log_of(world.path).unlink()
    with world.open() as memory:
        assert "3 saved changes are gone" in str(memory.health)
    log_of(world.path).write_bytes(log)
    with world.open() as memory:
        assert memory.health == Healthy()
        assert memory.status().turns.total == 5


def test_a_commit_of_others_while_a_store_is_opened_is_no_loss(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The mark is read first: what is committed afterwards makes it older."""
    with world.open() as other:
        before_judging(monkeypatch, lambda: other.record(whole_turn("Three.")))
        with world.open() as memory:
            assert memory.health == Healthy()
            assert memory.status().turns.total == 3


def test_a_clear_of_damage_while_a_store_is_opened_is_no_loss(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A store that was put in place meanwhile has another mark, which is looked at again."""
    before_judging(monkeypatch, lambda: recovery.reset_damaged(world.path, world.ports))
    with world.open() as memory:
        assert memory.health == Healthy()
        assert memory.status().turns.total == 0


def test_who_notes_late_spoils_no_newer_mark(world: World) -> None:
    """A process that sleeps between COMMIT and mark knows less than those who went on."""
    with world.open() as memory:
        store_id = str(column(memory, "store_id", "memory_meta")[0])
        memory.record(whole_turn("Three."))
        late = Witness(world.path)
        late.note(store_id, 1)
        assert late.read().sighting == Sighting(store_id=store_id, commits=3)
    recovery.reset_damaged(world.path, world.ports)
    late.note(store_id, 99)
    late.close()
    with world.open() as memory:
        assert memory.health == Healthy()


class Killed(BaseException):
    """A kill: nothing that would be done afterwards is done."""


def killed(*_: object) -> None:
    """Die here."""
    raise Killed


@pytest.mark.parametrize("damage", [in_sql(EXTRA), put(b"\x5a\x01" * 9_000)])
def test_a_clear_that_is_killed_leaves_a_mark_that_fits(
    world: World, monkeypatch: pytest.MonkeyPatch, damage: Callable[[Path], object]
) -> None:
    """Before the new content is there the old one is judged as ever, afterwards the new one."""
    damage(world.path)
    with world.open() as memory:
        found = memory.health
        assert isinstance(found, Degraded)
    with world.open() as memory, monkeypatch.context() as patched:
        patched.setattr(Witness, "sync", killed)  # announced, and dead before anything is written
        with pytest.raises(Killed):
            memory.clear(confirm=True)
    with world.open() as memory:
        assert memory.health == found
    with world.open() as memory, monkeypatch.context() as patched:
        patched.setattr(Witness, "succeed", killed)
        with pytest.raises(Killed):
            memory.clear(confirm=True)
    with world.open() as memory:
        assert memory.health == Healthy()
        memory.record(whole_turn("Anew."))
        seen = Witness(world.path).read().sighting
        assert seen is not None
        assert seen.heir is None


def test_a_clear_of_a_loss_that_is_killed_does_not_excuse_it(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was announced and did not happen is no leave for what lies there."""
    kept = killed_after(world, 3)
    LOSSES["an older copy"][0](world.path, kept, world.path)
    with world.open() as memory, monkeypatch.context() as patched:
        patched.setattr(Witness, "sync", killed)
        with pytest.raises(Killed):
            memory.clear(confirm=True)
    with world.open() as memory:
        assert "1 saved change is gone" in str(memory.health)


def test_a_mark_that_cannot_be_announced_stops_a_clear(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the new store would look like a loss."""
    in_sql(EXTRA)(world.path)

    def refuse(_witness: Witness, _heir: str) -> None:
        raise OSError(13, "Permission denied")

    before = world.path.read_bytes()
    with monkeypatch.context() as patched:
        patched.setattr(Witness, "announce", refuse)
        with world.open() as memory, pytest.raises(MemoryStorageError, match="Permission denied"):
            memory.clear(confirm=True)
    assert world.path.read_bytes() == before


def test_a_mark_that_cannot_be_renewed_stops_no_clear(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was announced is enough."""
    in_sql(EXTRA)(world.path)

    def refuse(_witness: Witness, _store_id: str, _commits: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(Witness, "succeed", refuse)
        with world.open() as memory:
            memory.clear(confirm=True)
    with world.open() as memory:
        assert memory.health == Healthy()


def test_a_store_that_is_replaced_in_use_is_judged_anew(world: World, tmp_path: Path) -> None:
    """Nothing goes into a file that has lost its name (S30)."""
    copy = tmp_path / "copy"
    shutil.copy(world.path, copy)
    with world.open() as memory:
        copy.replace(world.path)
        log_of(world.path).unlink()
        number = memory.record(whole_turn("Three."))
        assert memory.health == Healthy()
    with world.open() as memory:
        assert memory.status().turns.total == 3
        assert number == 3


def test_an_older_store_put_in_place_in_use_is_noticed(world: World, tmp_path: Path) -> None:
    """The next use of an open store finds that changes are gone (S30)."""
    copy = tmp_path / "copy"
    shutil.copy(world.path, copy)
    with world.open() as memory:
        memory.record(whole_turn("Three."))
        copy.replace(world.path)
        log_of(world.path).unlink()
        with pytest.raises(MemorySchemaError, match="1 saved change is gone"):
            memory.record(whole_turn("Four."))


@pytest.mark.parametrize("part", ["", "-wal"])
def test_a_file_that_vanishes_in_use_is_noticed(world: World, part: str) -> None:
    """Neither file nor log may lose its name under an open store (S30)."""
    with world.open() as memory:
        memory.record(whole_turn("Three."))
        (world.path.parent / f"memory.db{part}").unlink()
        with pytest.raises(MemorySchemaError, match="is gone"):
            memory.record(whole_turn("Four."))
        with pytest.raises(MemorySchemaError, match="is gone"):
            memory.list()


def test_a_store_that_stays_is_not_opened_again(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Others that write, checkpoint and close change no identity."""
    with world.open() as memory:
        opened: list[int] = []
        monkeypatch.setattr(type(memory.store), "drop", lambda _store: opened.append(1))
        memory.list()
        with world.open() as other:
            other.record(whole_turn("Three."))
            other.store.checkpoint()
        in_use("UPDATE memory_meta SET last_error = NULL")(world.path)
        memory.record(whole_turn("Four."))
        assert memory.status().turns.total == 4
        assert opened == []


def test_a_journal_of_a_store_in_the_making_is_no_damage(tmp_path: Path) -> None:
    """Who is killed at the very first transaction leaves a journal: the store is made anew."""
    world = World(tmp_path)
    with world.open():
        pass
    mark_path(world.path).unlink()
    with_plain_mode = in_sql("PRAGMA journal_mode = delete")
    with_plain_mode(world.path)
    journal = world.path.parent / "memory.db-journal"
    journal.write_bytes(_journal_of_a_birth())
    with world.open() as memory:
        assert memory.health == Healthy()
        memory.record(whole_turn("One."))


def _journal_of_a_birth() -> bytes:
    """Give the head of a journal that says: before, the file had no page at all."""
    head = b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7" + (0).to_bytes(4, "big") + b"\0" * 8
    return (head + (512).to_bytes(4, "big") + (4096).to_bytes(4, "big")).ljust(512, b"\0")
