"""What a store leaves on the disk: rights of files, a log that readers hold, text after a clear.

S31, S32 and S35 of the fault catalogue.
"""

from __future__ import annotations

import os
import stat
from contextlib import contextmanager
from typing import TYPE_CHECKING

import apsw
import pytest

from sayso.core import limits
from sayso.shell.entrances.cli.running import run
from tests.faults.commands import begun_project
from tests.kit import World, column, extraction_text, learn, remember, say, while_asked, whole_turn
from tests.shell.lifekit import watch_for

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from sayso.shell.memory import Memory
    from tests.faults.commands import Project

MARKER = "quokkasaurus"
SAID = f"We decided: use {MARKER} for packages."
QUOTE = f"use {MARKER} for packages"
PRIVATE = {"folder": 0o700, "file": 0o600}


@pytest.fixture
def world(tmp_path: Path) -> World:
    """Give a project whose clock obeys."""
    return World(tmp_path)


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """Give a project with one turn, for real processes."""
    return begun_project(tmp_path)


@pytest.fixture(autouse=True)
def _no_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nobody wait for a reader that stays."""
    monkeypatch.setattr(limits, "CUT_DEADLINE_US", 0)


@contextmanager
def masked(mask: int) -> Iterator[None]:
    """Let new files have the rights that this mask leaves."""
    before = os.umask(mask)
    try:
        yield
    finally:
        os.umask(before)


def rights(folder: Path) -> dict[str, int]:
    """Give the rights of a folder and everything in it, by name."""
    return {
        str(path.relative_to(folder.parent)): stat.S_IMODE(path.lstat().st_mode)
        for path in (folder, *folder.rglob("*"))
    }


@pytest.mark.parametrize("mask", [0o022, 0o000, 0o077, 0o027], ids=oct)
def test_nobody_else_may_read_what_is_remembered(
    world: World, monkeypatch: pytest.MonkeyPatch, mask: int
) -> None:
    """Folder, file, log, index, mark, exports and known stores: private from the start (S31)."""
    assert world.folder is not None
    home = world.folder / "home"
    monkeypatch.setenv("SAYSO_HOME", str(home))
    with masked(mask), world.open() as memory:
        learn(world, memory, SAID, QUOTE)
        memory.export()
        memory.export(world.folder / "elsewhere")
        in_use = rights(world.path.parent)
        memory.clear(confirm=True)
    assert {"memory.db", "memory.db-wal", "memory.db-shm", "memory.db.mark"} <= {
        name.partition("/")[2] for name in in_use
    }
    for found in (in_use, rights(world.path.parent), rights(world.folder / "elsewhere")):
        assert {name: oct(mode) for name, mode in found.items()} == {
            name: oct(PRIVATE["folder" if is_folder(name) else "file"]) for name in found
        }
    assert all(mode & 0o077 == 0 for mode in rights(home).values())


def is_folder(name: str) -> bool:
    """Tell by its name whether something is a folder of a project."""
    return name in {".sayso", ".sayso/exports", "elsewhere"}


@contextmanager
def reader(path: Path) -> Iterator[None]:
    """Read from a store for as long as the block lasts."""
    connection = apsw.Connection(str(path))
    connection.execute("BEGIN")
    connection.execute("SELECT count(*) FROM turns").fetchall()
    try:
        yield
    finally:
        connection.close()


def places_of(folder: Path, marker: str) -> set[str]:
    """Give the names of the files that hold a text in any spelling the store might use."""
    spelled = {marker.encode(), marker.upper().encode(), marker.encode("utf-16-le")}
    return {
        path.name
        for path in folder.rglob("*")
        if path.is_file() and any(one in path.read_bytes() for one in spelled)
    }


def owes(memory: Memory) -> bool:
    """Tell whether deleted text may still be on the disk."""
    return memory.store.owes_cut


def fill(world: World, memory: Memory) -> None:
    """Bring the marker wherever a text can get: turns, memory, refusals, retries, operations."""
    learn(world, memory, SAID, QUOTE)
    memory.record(whole_turn(f"Is {MARKER} any good?", f"I propose {MARKER}.", op_id="one"))
    world.model.script = [remember(f"Is {MARKER} any good")]
    memory.work()
    memory.record(whole_turn(f"And {MARKER} again.", session=MARKER))
    world.model.script = [say(f"{MARKER} is no JSON")]
    memory.work()
    memory.turn(f"Open {MARKER}?")
    memory.forget(1)
    assert column(memory, "status", "memory_items") == ["forgotten"]


def test_no_word_stays_after_a_clear(world: World) -> None:
    """Not in the file, its log, its index, its mark, nor anywhere else below the folder (S35)."""
    with world.open() as memory:
        fill(world, memory)
        assert "memory.db-wal" in places_of(world.path.parent, MARKER)
        memory.clear(confirm=True)
        assert not owes(memory)
        assert places_of(world.path.parent, MARKER) == set()
        memory.record(whole_turn("After."))
    assert places_of(world.path.parent, MARKER) == set()


def test_no_word_stays_after_a_clear_of_a_damaged_store(world: World) -> None:
    """The same where the store had to be replaced (S35)."""
    with world.open() as memory:
        fill(world, memory)
        other = apsw.Connection(str(world.path))
        other.execute("DROP TABLE refusals")
        other.close()
        memory.clear(confirm=True)
        assert not owes(memory)
        assert places_of(world.path.parent, MARKER) == set()


@pytest.mark.parametrize("is_damaged", [False, True])
def test_a_reader_keeps_the_log_and_it_is_told(world: World, is_damaged: bool) -> None:
    """The clear holds for everybody else; that text is left in the log is no secret (S35)."""
    with world.open() as memory:
        fill(world, memory)
        if is_damaged:
            other = apsw.Connection(str(world.path))
            other.execute("DROP TABLE refusals")
            other.close()
        with reader(world.path):
            assert memory.clear(confirm=True) == 2
            assert owes(memory)
            memory.record(whole_turn("Meanwhile."))
            assert owes(memory)
            assert places_of(world.path.parent, MARKER) != set()
        memory.record(whole_turn("After."))
        assert not owes(memory)
        assert places_of(world.path.parent, MARKER) == set()


# Who cuts a log that a clear had to leave, once nobody reads any more.
CUTTERS: dict[str, Callable[[Memory, World], object]] = {
    "the same memory's end": lambda memory, _world: memory.close(),
    "a worker of another process": lambda _memory, world: world.open().work(),
    "a watching worker of another process": lambda _memory, world: watch_for(world.open(), 1),
    "a second clear": lambda memory, _world: memory.clear(confirm=True),
}


@pytest.mark.parametrize("cut", CUTTERS.values(), ids=CUTTERS)
def test_a_log_that_was_kept_is_cut_later(
    world: World, cut: Callable[[Memory, World], object]
) -> None:
    """Each of those who come by afterwards takes the text from the disk (S35)."""
    with world.open() as memory, world.open():
        fill(world, memory)
        with reader(world.path):
            memory.clear(confirm=True)
        assert places_of(world.path.parent, MARKER) != set()
        cut(memory, world)
        assert places_of(world.path.parent, MARKER) == set()


def test_the_command_says_what_is_left(
    project: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whoever clears at the terminal learns that text is still there, and what takes it away."""
    store = project.folder / ".sayso" / "memory.db"
    command = ("--project", str(project.folder))
    with reader(store):
        assert run([*command, "clear", "--confirm"]) == 0
        assert "still on the disk" in capsys.readouterr().err
        assert places_of(store.parent, "pnpm") != set()
        assert run([*command, "clear", "--confirm", "--json"]) == 0
        assert '"erased":false' in capsys.readouterr().out
        assert run([*command, "work"]) == 0
        assert places_of(store.parent, "pnpm") != set()
    assert run([*command, "work"]) == 0
    assert places_of(store.parent, "pnpm") == set()


def test_an_export_holds_no_log(project: Project) -> None:
    """However long it takes, others may write, and move and cut the log (S32)."""
    running = project.start("exporting", "export").arrive()
    with project.open() as memory:
        memory.record(whole_turn("Meanwhile."))
        assert memory.store.checkpoint()
        assert memory.clear(confirm=True) == 2
        assert not owes(memory)
    running.go_on()
    assert running.end().code == 0


def test_a_worker_with_work_leaves_the_log_alone(world: World) -> None:
    """Cutting waits until there is nothing else to do: work goes before tidiness."""
    with world.open() as memory:
        for _ in range(2):
            memory.record(whole_turn("Words?"))
        sizes: list[int] = []
        log = world.path.with_name("memory.db-wal")
        world.model.script = [while_asked(lambda: sizes.append(log.stat().st_size))]
        world.model.otherwise = say(extraction_text())
        watch_for(memory, 1)
        assert sizes[0] > 0
        assert log.stat().st_size > 0
        watch_for(memory, 1)
        assert log.stat().st_size == 0
