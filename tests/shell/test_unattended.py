"""A worker that nobody waits for: by the schedule while something is due soon, then it leaves."""

from __future__ import annotations

import os
import queue
import shutil
import signal
import subprocess
import sys
import threading
from typing import TYPE_CHECKING

import pytest

from sayso.core import limits
from sayso.core.lingering import Leave
from sayso.core.metering import DailyLimits, OverLimit, until_tomorrow_us
from sayso.shell import unattended
from sayso.shell.agents.journal import read_journal
from sayso.shell.detached import WorkerLock, is_at_work, start_if_due
from sayso.shell.entrances import background
from sayso.shell.errors import MemorySchemaError
from sayso.shell.memory import Memory
from sayso.shell.settings import Settings, load_settings
from sayso.shell.unattended import work_unattended, work_while_due
from tests.kit import FAULT, World, column, fail_with, while_asked, whole_turn
from tests.records import NOON_US

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

SECOND_US = limits.SECOND_US


@pytest.fixture
def world(tmp_path: Path) -> World:
    """Give a project folder of its own."""
    return World(tmp_path)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Give the settings of a user who has configured nothing."""
    return load_settings({"SAYSO_HOME": str(tmp_path / "home")})


def stays_s(world: World, memory: Memory) -> tuple[float, Leave]:
    """Let a worker work until it leaves; gives how long that took, and why it left."""
    begun_us = world.clock.now_us()
    left = work_while_due(memory)
    return (world.clock.now_us() - begun_us) / SECOND_US, left


def test_with_nothing_to_do_it_leaves_at_once() -> None:
    """No pause, no linger."""
    world = World(None)
    with world.open() as memory:
        assert stays_s(world, memory) == (0, Leave(due_us=None))


def test_a_lonely_turn_gets_its_thirty_seconds() -> None:
    """It waits for company as long as the schedule says, then both stages run (A149)."""
    world = World(None)
    with world.open() as memory:
        memory.record(whole_turn("From now on use tabs."))
        assert stays_s(world, memory) == (30, Leave(due_us=None))
        assert column(memory, "status") == ["succeeded_no_output"]


def test_company_that_comes_meanwhile_ends_the_waiting() -> None:
    """A second turn within the thirty seconds makes both due at the next look (A148)."""
    world = World(None)
    with world.open() as memory:
        memory.record(whole_turn("One?"))
        on_pause(world, lambda: memory.record(whole_turn("Two?")))
        assert stays_s(world, memory) == (1, Leave(due_us=None))


def test_it_leaves_what_is_due_later_to_another() -> None:
    """It stays for the first two retries of a job, not for the third, two minutes later."""
    world = World(None, *(fail_with(FAULT) for _ in range(9)))
    with world.open() as memory:
        memory.record(whole_turn("One?"))
        memory.record(whole_turn("Two?"))
        stayed_s, left = stays_s(world, memory)
        assert stayed_s == 35
        assert left.due_us == world.clock.now_us() + 120 * SECOND_US
        assert column(memory, "attempt_count") == [3, 3]


def test_over_the_limit_of_a_day_it_leaves() -> None:
    """Where jobs wait for tomorrow's budget, nobody lingers for it."""
    world = World(None)
    daily = DailyLimits(calls=1, over=OverLimit.WAIT)
    with Memory.in_memory(model=world.model, daily=daily, ports=world.ports) as memory:
        for _ in range(6):
            memory.record(whole_turn("Well?"))
        now_us = world.clock.now_us()
        tomorrow_us = now_us + until_tomorrow_us(now_us)
        assert stays_s(world, memory) == (0, Leave(due_us=tomorrow_us))
        assert len(world.model.asked) == 1


def on_pause(world: World, act: Callable[[], object]) -> None:
    """Let something happen elsewhere during the first pause."""
    pending = [act]
    sleep_us = world.clock.sleep_us

    def sleep(duration_us: int) -> None:
        sleep_us(duration_us)
        if pending:
            pending.pop()()

    world.clock.sleep_us = sleep  # type: ignore[method-assign]


def test_a_degraded_store_ends_it(world: World) -> None:
    """A store that loses its file while a worker lingers is told, and the worker is over."""
    with world.open() as memory:
        memory.record(whole_turn("One?"))
        on_pause(world, world.path.unlink)
        with pytest.raises(MemorySchemaError):
            work_while_due(memory)
        assert world.clock.now_us() == NOON_US + SECOND_US


def test_a_store_that_was_cleared_ends_it(world: World) -> None:
    """After a clear by somebody else there is nothing left to stay for."""
    with world.open() as memory, world.open() as other:
        memory.record(whole_turn("One?"))
        on_pause(world, lambda: other.clear(confirm=True))
        assert stays_s(world, memory) == (1, Leave(due_us=None))


def test_a_folder_that_was_cleared_away_ends_it(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is made anew and nothing told where the whole folder is gone."""
    project = world.path.parent.parent
    with world.open() as host:
        host.record(whole_turn("One?"))
    on_pause(world, lambda: shutil.rmtree(world.path.parent))
    monkeypatch.setattr("sayso.shell.ports.system_ports", lambda: world.ports)
    assert background.main([str(project)]) == 0
    assert not world.path.parent.exists()
    assert read_journal(project).faults == ()


def test_a_second_one_leaves_without_a_look(world: World, settings: Settings) -> None:
    """Where one holds the lock, the store is not even opened."""
    lock = WorkerLock(world.path.parent.parent)
    world.open().close()
    world.path.write_bytes(b"no store")
    assert lock.take()
    assert not work_unattended(world.path.parent.parent, settings, world.ports)
    lock.let_go()


def test_what_comes_while_it_leaves_is_seen(
    world: World, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Jobs committed between its last look and the end of its lock are its own to work off, since
    whoever committed them found it still there.
    """
    project = world.path.parent.parent
    with world.open() as host:
        host.record(whole_turn("One?"))
        let_go = WorkerLock.let_go

        def come_late(lock: WorkerLock) -> None:
            if len(column(host, "id", "turns")) < 3:
                assert not start_if_due(project, 1)
                host.record(whole_turn("Late?"))
            let_go(lock)

        monkeypatch.setattr(WorkerLock, "let_go", come_late)
        assert work_unattended(project, settings, world.ports)
        assert column(host, "status") == ["succeeded_no_output"] * 3
        assert not is_at_work(project)


def test_it_says_how_long_there_is_nothing_to_do(
    world: World, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While jobs wait for their retry no hook starts another worker for them, ten minutes long at
    most; one more job does.
    """
    project = world.path.parent.parent
    monkeypatch.setattr(unattended, "choose_model", lambda _settings: world.model)
    monkeypatch.setattr(os, "posix_spawn", lambda *_, **__: 1)
    world.model.otherwise = fail_with(FAULT)
    with world.open() as host:
        host.record(whole_turn("One?"))
    assert work_unattended(project, settings, world.ports)
    now_us = world.clock.now_us()
    assert not start_if_due(project, 1, now_us)
    assert start_if_due(project, 2, now_us)
    assert start_if_due(project, 1, now_us + 120 * SECOND_US)


def test_a_large_store_is_checked_by_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whenever nothing is due the check of the whole file gets its turn."""
    looked: list[object] = []
    monkeypatch.setattr(unattended, "check_if_due", lambda *told: looked.append(told))
    world = World(None)
    with world.open() as memory:
        work_while_due(memory)
        assert looked == [(memory.store, world.ports)]


def test_its_faults_go_to_the_journal(world: World) -> None:
    """Nobody reads what it prints, so a line of the journal tells; a folder without a store has
    nothing to tell.
    """
    project = world.path.parent.parent
    assert background.main([str(project)]) == 0
    assert read_journal(project).faults == ()
    world.path.parent.mkdir()
    world.path.write_bytes(b"\0" * 4096)
    assert background.main([str(project)]) == 1
    (fault,) = read_journal(project).faults
    assert (fault.host, fault.event) == ("sayso", "background")
    assert fault.fault.startswith("the store is degraded: ")
    assert not is_at_work(project)


def test_a_signal_ends_it_as_any_command(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Told to stop it lets go of everything, says so by its exit code and leaves no fault."""
    project = world.path.parent.parent
    with world.open() as host:
        host.record(whole_turn("One?"))
        host.record(whole_turn("Two?"))
    world.model.script = [while_asked(lambda: os.kill(os.getpid(), signal.SIGTERM))]
    monkeypatch.setattr(unattended, "choose_model", lambda _settings: world.model)
    hangup = signal.getsignal(signal.SIGHUP)
    try:
        assert background.main([str(project)]) == 128 + signal.SIGTERM
    finally:
        signal.signal(signal.SIGHUP, hangup)
    assert not is_at_work(project)
    assert read_journal(project).faults == ()


def test_two_at_once_are_one_and_a_killed_one_frees_the_store(tmp_path: Path) -> None:
    """Of two processes one leaves while the other waits for company; killed, it frees the store."""
    (tmp_path / ".git").mkdir()
    with Memory.open(tmp_path) as memory:
        memory.record(whole_turn("One?"))
    words = [sys.executable, "-m", "sayso.shell.entrances.background", str(tmp_path)]
    both = [subprocess.Popen(words) for _ in range(2)]
    ended: queue.Queue[subprocess.Popen[bytes]] = queue.Queue()

    def wait(process: subprocess.Popen[bytes]) -> None:
        process.wait()
        ended.put(process)

    waiting = [threading.Thread(target=wait, args=(one,)) for one in both]
    for thread in waiting:
        thread.start()
    try:
        first = ended.get(timeout=60)
        assert first.returncode == 0
        assert is_at_work(tmp_path)
    finally:
        for process in both:
            process.kill()
        for thread in waiting:
            thread.join()
    assert not is_at_work(tmp_path)


def test_a_hook_starts_one_that_makes_memories(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the start by a host that ends to a memory: in a project whose name has a space and
    which holds a module of our name.
    """
    project = tmp_path / "my project"
    (project / ".git").mkdir(parents=True)
    (project / "sayso.py").write_text("raise SystemExit(9)", "utf-8")
    monkeypatch.chdir(project)
    with Memory.open(project) as memory:
        memory.record(whole_turn("We decided: use pnpm for packages."))
        memory.record(whole_turn("From now on use tabs."))
    numbers: list[int] = []
    spawn = os.posix_spawn

    def note(*told: object, **how: object) -> int:
        numbers.append(spawn(*told, **how))  # type: ignore[arg-type]
        return numbers[0]

    monkeypatch.setattr(os, "posix_spawn", note)
    assert start_if_due(project, 2)
    assert os.waitstatus_to_exitcode(os.waitpid(numbers[0], 0)[1]) == 0
    with Memory.open(project) as memory:
        assert {one.title for one in memory.list()} == {"use pnpm for packages", "use tabs"}
    assert read_journal(project).faults == ()
