"""A worker beside its host: memory keeps up, and what is left at the exit is drained."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest

from sayso.shell.background import Background
from sayso.shell.errors import MemoryStorageError
from tests.kit import FAULT, QUOTE, SAID, World, fail_with, remember, while_asked, whole_turn

if TYPE_CHECKING:
    from pathlib import Path

    from sayso.shell.memory import Memory
    from sayso.shell.worker import Step

WAIT_S = 20


class Heard:
    """What a background worker told, for a host that waits for it."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.steps: list[Step] = []
        self._more = threading.Condition()

    def __call__(self, step: Step) -> None:
        """Hear of a step."""
        with self._more:
            self.steps.append(step)
            self._more.notify_all()

    def wait_for(self, count: int) -> list[Step]:
        """Give the steps once there are so many."""
        with self._more:
            assert self._more.wait_for(lambda: len(self.steps) >= count, WAIT_S)
            return list(self.steps)


@pytest.fixture
def world(tmp_path: Path) -> World:
    """Give a project folder of its own."""
    return World(tmp_path)


def beside(memory: Memory, heard: Heard) -> Background:
    """Give a background worker that looks often."""
    return Background(memory.worker(), heard, poll_s=0.001)


def test_memory_keeps_up_while_the_host_goes_on(world: World) -> None:
    """Both stages run while the host asks, answers and searches on the same memory (A242)."""
    heard = Heard()
    world.model.script = [remember(QUOTE)]
    with world.open() as memory, beside(memory, heard):
        memory.record(whole_turn(SAID))
        with memory.turn("And now?") as turn:
            turn.finish("Now this.")
        heard.wait_for(2)
        assert [hit.title for hit in memory.search("pnpm")] == [QUOTE]
        with memory.turn("More?") as turn:
            assert QUOTE in turn.context
            turn.finish("Yes.")


def test_it_outlives_whatever_a_model_or_store_does(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After three faults of three kinds it still works off what comes next (A241)."""

    def crash(_question: object) -> str:
        raise RuntimeError("the client broke")

    heard = Heard()
    world.model.script = [crash, fail_with(FAULT)]
    with world.open() as memory:
        for session in ("a", "a", "b", "b"):
            memory.record(whole_turn("Words?", session=session))
        faults = [MemoryStorageError("busy")]
        sound = memory.store.transact

        def flaky(work: object, **how: bool) -> object:
            if faults:
                raise faults.pop()
            return sound(work, **how)  # type: ignore[arg-type]

        monkeypatch.setattr(memory.store, "transact", flaky)
        with beside(memory, heard) as background:
            failed = heard.wait_for(3)
            assert all(step.error is not None for step in failed)
            memory.record(whole_turn("Words?", session="c"))
            memory.record(whole_turn("Words?", session="c"))
            assert heard.wait_for(4)[3].error is None
            assert background.is_working
        assert not background.is_working


def test_stopping_waits_for_the_step_at_hand_and_the_exit_drains_the_rest(world: World) -> None:
    """The reply that is on its way is kept; what came meanwhile is the drain's (A288)."""
    asked, answer = threading.Event(), threading.Event()
    heard = Heard()

    def hold() -> None:
        asked.set()
        assert answer.wait(WAIT_S)

    world.model.script = [while_asked(hold)]
    with world.open() as memory:
        for _ in range(2):
            memory.record(whole_turn("Words?"))
        background = beside(memory, heard)
        background.start()
        background.start()
        assert asked.wait(WAIT_S)
        memory.record(whole_turn("Late words?"))
        stopping = threading.Thread(target=background.stop)
        stopping.start()
        assert stopping.is_alive()
        answer.set()
        stopping.join(WAIT_S)
        assert not background.is_working
        assert [len(step.jobs) for step in heard.steps] == [2]
        report = memory.work()
        assert (report.succeeded, report.pending) == (1, 0)


def test_it_can_be_stopped_before_and_started_after(world: World) -> None:
    """Stopping what never ran does nothing; a second start is a new one."""
    heard = Heard()
    with world.open() as memory:
        background = beside(memory, heard)
        background.stop()
        seen = [background.is_working]
        with background:
            seen.append(background.is_working)
        seen.append(background.is_working)
        assert seen == [False, True, False]
        memory.record(whole_turn("One?"))
        memory.record(whole_turn("Two?"))
        with background:
            assert len(heard.wait_for(1)[0].jobs) == 2
        background.stop()


def test_a_memory_gives_a_background_worker_of_its_own(world: World) -> None:
    """Without anybody to report to it works all the same, once a second."""
    with world.open() as memory:
        memory.record(whole_turn("One?"))
        memory.record(whole_turn("Two?"))
        done = threading.Event()

        def answer() -> None:
            done.set()

        world.model.script = [while_asked(answer)]
        with memory.background():
            assert done.wait(WAIT_S)
        assert memory.status().jobs.succeeded == 2
