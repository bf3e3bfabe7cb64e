"""A host that lives keeps its requests; one that died, or a lost lease, is left to the others."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import apsw
import pytest

from sayso.core import limits
from sayso.shell.admitting import BegunTurn
from sayso.shell.errors import MemoryStorageError
from sayso.shell.heart import Heart
from sayso.shell.turn import MemoryTurn
from tests.kit import World
from tests.shell.lifekit import begun

if TYPE_CHECKING:
    from pathlib import Path


WAIT_S = 20


@pytest.fixture
def world(tmp_path: Path) -> World:
    """Give a project whose clock obeys."""
    return World(tmp_path)


class Watched(Heart):
    """A heart that tells of each beat."""

    beaten = threading.Event()

    def beat(self) -> None:
        """Beat and tell."""
        super().beat()
        self.beaten.set()


def test_a_running_request_outlives_its_lease(world: World) -> None:
    """Beats renew the lease, so another process never takes the request for dead (A234-A235)."""
    with world.open() as memory, world.open() as other:
        heart = Watched(memory.store, memory.ports, pause_s=0.001)
        held = BegunTurn(binding=begun(memory))
        with MemoryTurn(memory.store, memory.ports, held, heart=heart) as turn:
            for _ in range(5):
                world.clock.advance(100)
                for _ in range(2):  # the first may have begun before the clock moved on
                    heart.beaten.clear()
                    assert heart.beaten.wait(WAIT_S)
            other.work()
            assert other.status().turns.open == 1
            turn.finish("Hi.")
        heart.stop()
        assert memory.status().turns.completed == 1


def test_a_memory_gives_its_requests_a_heart(world: World) -> None:
    """Inside the block the usual lease is kept; a long one of a hook needs no beats."""
    with world.open() as memory:
        with memory.turn("Hello?") as turn:
            assert turn.id in memory.heart.kept
            turn.finish("Hi.")
        assert not memory.heart.kept
        with memory.turn("Again?", lease_us=limits.TURN_LEASE_LONG_US) as turn:
            assert not memory.heart.kept
            turn.finish("Yes.")


def test_a_lost_lease_is_let_go(world: World) -> None:
    """A turn that others have given up is renewed no more; its owner may still end it."""
    with world.open() as memory:
        with memory.turn("Hello?") as turn:
            world.clock.advance(121)
            memory.work()
            memory.heart.beat()
            assert not memory.heart.kept
            turn.finish("Late.")
        assert memory.status().turns.completed == 1


def test_a_beat_that_fails_is_tried_again(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy store costs one beat, not the request."""
    faults = [MemoryStorageError("another process holds the store")]

    with world.open() as memory, memory.turn("Hello?") as turn:
        transact = memory.store.transact

        def busy_once(work: object, **how: bool) -> object:
            if faults:
                raise faults.pop()
            return transact(work, **how)  # type: ignore[arg-type]

        monkeypatch.setattr(memory.store, "transact", busy_once)
        memory.heart.beat()
        world.clock.advance(100)
        memory.heart.beat()
        world.clock.advance(100)
        memory.work()
        assert memory.status().turns.open == 1
        turn.finish("Hi.")


def test_a_heart_without_requests_comes_to_rest(world: World) -> None:
    """The thread ends by itself, starts anew when needed, and ends with the memory."""
    with world.open() as memory:
        heart = Heart(memory.store, memory.ports, pause_s=0.001)
        binding = begun(memory)
        heart.keep(binding)
        started = heart.is_beating
        heart.let_go(binding)
        for thread in threading.enumerate():
            if thread.name == "sayso-heart":
                thread.join(WAIT_S)
        rested = heart.is_beating
        heart.keep(binding)
        again = heart.is_beating
        heart.stop()
        heart.stop()
        assert (started, rested, again, heart.is_beating) == (True, False, True, False)


def test_closing_a_memory_stops_its_heart(world: World) -> None:
    """No thread of a closed memory goes on with a closed store."""
    with world.open() as memory:
        turn = memory.turn("Hello?")
        with turn:
            beating = memory.heart.is_beating
            memory.close()
            assert (beating, memory.heart.is_beating) == (True, False)
            turn._is_over = True  # noqa: SLF001 - its store is gone; there is nothing to end


def test_a_heart_beats_for_a_store_that_was_reset(world: World) -> None:
    """After a damaged store is cleared, new requests of the same memory are kept alive."""
    with world.open() as memory:
        connection = apsw.Connection(str(world.path))
        connection.execute("UPDATE threads SET status = 'archived'")
        connection.close()
        memory.clear(confirm=True)
        with memory.turn("Hello?") as turn:
            world.clock.advance(100)
            memory.heart.beat()
            world.clock.advance(100)
            memory.work()
            assert memory.status().turns.open == 1
            turn.finish("Hi.")
