"""The library in use: degraded stores, threads, closing, and what a model may cost."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import apsw
import pytest

from sayso.core.metering import DailyLimits, OverLimit
from sayso.shell.errors import MemorySchemaError, RefusedError
from sayso.shell.memory import Memory
from tests.kit import QUOTE, World, learn, whole_turn
from tests.shell.test_library import members_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

ORDINARY: dict[str, Callable[[Memory], object]] = {
    "turn": lambda memory: memory.turn("Hello?"),
    "record": lambda memory: memory.record(whole_turn("Hello?")),
    "propose": lambda memory: memory.propose("use pnpm for packages"),
    "work": lambda memory: memory.work(),
    "context": lambda memory: memory.context(),
    "search": lambda memory: memory.search("pnpm"),
    "recall": lambda memory: memory.recall("pnpm"),
    "search_explained": lambda memory: memory.search_explained("pnpm"),
    "notes": lambda memory: memory.notes(),
    "read": lambda memory: memory.read("m1"),
    "list": lambda memory: memory.list(),
    "forget": lambda memory: memory.forget("m1"),
    "retry_job": lambda memory: memory.retry_job("j1"),
    "drop_job": lambda memory: memory.drop_job("j1"),
    "new_thread": lambda memory: memory.new_thread(),
    "backup": lambda memory: memory.backup("copy.db"),
}
DIAGNOSIS = {"status", "show", "why", "export", "clear"}
# These touch no row by themselves.
SURROUNDINGS = {"open", "in_memory", "close", "health", "ports", "worker", "background", "meter"}


@pytest.mark.parametrize("name", sorted(ORDINARY))
def test_a_degraded_store_stops_every_ordinary_use(tmp_path: Path, name: str) -> None:
    """Each method raises MemorySchemaError, but for those that are there for diagnosis."""
    world = World(tmp_path)
    with world.open() as memory:
        learn(world, memory)
    with apsw.Connection(str(world.path)) as connection:
        connection.execute("DROP TABLE memory_terms")
    with world.open() as memory:
        with pytest.raises(MemorySchemaError):
            ORDINARY[name](memory)
        assert memory.status().health == "degraded"
        assert memory.show("m1").item.title == QUOTE


def test_no_method_is_left_out_of_the_trial_above() -> None:
    """A new method of Memory is either tried on a degraded store or named as none that must be."""
    assert {name for name, _ in members_of(Memory)} == {*ORDINARY, *DIAGNOSIS, *SURROUNDINGS}


def test_threads_may_share_one_memory(tmp_path: Path) -> None:
    """Turns recorded from many threads at once are all there, each once."""
    with World(tmp_path).open() as memory, ThreadPoolExecutor(4) as pool:
        said = [f"Question {number}?" for number in range(40)]
        numbers = list(pool.map(lambda text: memory.record(whole_turn(text)), said))
        assert sorted(numbers, key=str) == sorted(range(1, 41), key=str)
        assert memory.status().turns.total == 40


def test_a_closed_memory_says_so(tmp_path: Path) -> None:
    """Whatever is used after closing raises, and nothing is answered as if it were empty."""
    memory = World(tmp_path).open()
    memory.close()
    memory.close()
    for use in (memory.list, memory.status, lambda: memory.record(whole_turn("Hello?"))):
        with pytest.raises(RefusedError, match="this memory is closed"):
            use()


def test_a_model_of_a_hosts_own_is_counted_and_bounded(tmp_path: Path) -> None:
    """Nobody has to think of a limit for there to be one; the rules cost nothing."""
    world = World(tmp_path)
    assert DailyLimits() == DailyLimits(calls=2_000, tokens=5_000_000, over=OverLimit.RULES)
    with Memory.open(tmp_path, model=world.model, ports=world.ports) as memory:
        learn(world, memory)
        usage = memory.status().usage
        assert usage is not None
        assert usage.calls == len(world.model.asked) == 2
    one = DailyLimits(calls=1, tokens=0, over=OverLimit.RULES)
    with Memory.in_memory(model=world.model, daily=one, ports=world.ports) as memory:
        learn(world, memory)
        assert len(world.model.asked) == 3
    with Memory.in_memory(ports=world.ports) as memory:
        memory.record(whole_turn("Hello?"))
        memory.work()
        assert memory.status().usage is None


def test_a_model_serves_again_after_a_damaged_store_was_cleared(tmp_path: Path) -> None:
    """What counts its cost counts in the new store, and heartbeats go there too."""
    world = World(tmp_path)
    with world.open() as memory:
        with apsw.Connection(str(world.path)) as connection:
            connection.execute("DROP TABLE memory_terms")
        assert memory.status().health == "degraded"
        memory.clear(confirm=True)
        learn(world, memory)
        assert [one.title for one in memory.list()] == [QUOTE]
        with memory.turn("Hello?") as turn:
            memory.heart.beat()
            turn.heartbeat()
            turn.finish("Hi.")
