"""Clocks that jump, stand or sleep, zones, and numbers after a clear (T01-T05)."""

from __future__ import annotations

import time
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from sayso.core import limits
from sayso.shell.ports import Ports
from tests.kit import (
    FAULT,
    QUOTE,
    SAID,
    FakeClock,
    World,
    column,
    fail_with,
    learn,
    remember,
    while_asked,
    whole_turn,
)
from tests.records import NOON_US
from tests.shell.lifekit import watch_for

if TYPE_CHECKING:
    from pathlib import Path

    from tests.kit import Question

HOUR_S = 3_600
NIGHT_S = 8 * HOUR_S
YEAR_2100_US = 4_102_444_800 * limits.SECOND_US
EPOCH_US = 0

# Where a clock goes from noon.
JUMPS = {
    "back an hour": NOON_US - HOUR_S * limits.SECOND_US,
    "to the epoch": EPOCH_US,
    "to 2100": YEAR_2100_US,
}
each_jump = pytest.mark.parametrize("then_us", JUMPS.values(), ids=JUMPS)


@pytest.fixture
def world(tmp_path: Path) -> World:
    """Give a project whose clock obeys."""
    return World(tmp_path)


def die(_question: Question) -> str:
    """Take the worker along."""
    raise KeyboardInterrupt


@each_jump
@pytest.mark.parametrize("and_back", [False, True])
def test_order_is_that_of_what_was_said(world: World, then_us: int, and_back: bool) -> None:
    """Turns, history, jobs and memories keep their order, whatever the clock showed (T01)."""
    texts = [f"We decided: use tool {name}." for name in ("Alpha", "Bravo", "Charlie", "Delta")]
    with world.open() as memory:
        memory.record(whole_turn(texts[0]))
        world.clock.time_us = then_us
        memory.record(whole_turn(texts[1]))
        if and_back:
            world.clock.time_us = NOON_US
        memory.record(whole_turn(texts[2]))
        world.clock.time_us = NOON_US if and_back else then_us
        memory.record(whole_turn(texts[3]))
        assert column(memory, "sequence", "turns") == [1, 2, 3, 4]
        said = [one.text for one in memory.context().history if one.role.value == "user"]
        assert said == texts
        times = [int(str(at)) for at in column(memory, "said_at", "turns")]
        assert times == sorted(times)
        world.model.script = [remember(*(text[12:-1] for text in texts))]
        memory.work()
        titles = [one.title for one in memory.list()]
        assert titles == [f"use tool {name}" for name in ("Delta", "Charlie", "Bravo", "Alpha")]


@each_jump
def test_a_lease_of_another_time_is_void(world: World, then_us: int) -> None:
    """A worker dies, then the clock is set: its job is taken at once and counted (T01)."""
    world.clock.time_us = YEAR_2100_US if then_us != YEAR_2100_US else NOON_US
    with world.open() as memory:
        memory.record(whole_turn(SAID))
        world.model.script = [die]
        with pytest.raises(KeyboardInterrupt):
            memory.work()
        world.clock.time_us = then_us
        world.model.script = [remember(QUOTE)]
        assert memory.work().failed == 0
        assert column(memory, "attempt_count") == [2, 1]
        assert len(memory.list()) == 1


@each_jump
def test_a_turn_of_another_time_is_no_longer_waited_for(world: World, then_us: int) -> None:
    """The lease of a host that died under a wrong clock keeps nobody waiting (T01)."""
    world.clock.time_us = YEAR_2100_US if then_us != YEAR_2100_US else NOON_US
    with world.open() as memory:
        memory.turn("Hello?")
        world.clock.time_us = then_us
        memory.work()
        assert column(memory, "state", "turns") == ["interrupted"]
        assert column(memory, "status") == ["succeeded_no_output"]


@each_jump
def test_a_wait_of_another_time_is_over(world: World, then_us: int) -> None:
    """A job that failed under a wrong clock is tried again under the right one (T01)."""
    world.clock.time_us = YEAR_2100_US if then_us != YEAR_2100_US else NOON_US
    with world.open() as memory:
        memory.record(whole_turn(SAID))
        world.model.script = [fail_with(FAULT)]
        assert memory.work().failed == 1
        world.clock.time_us = then_us
        world.model.script = [remember(QUOTE)]
        assert memory.work().failed == 0
        assert len(memory.list()) == 1


@each_jump
def test_a_clock_that_jumps_while_the_model_is_asked(world: World, then_us: int) -> None:
    """An answer under another time may come too late, but the job is done in the end (T01)."""
    with world.open() as memory:
        memory.record(whole_turn(SAID))

        def jump() -> None:
            world.clock.time_us = then_us

        world.model.script = [while_asked(jump, remember(QUOTE)), remember(QUOTE)]
        report = memory.work()
        if any(step.stale for step in report.steps):
            memory.work()
        assert len(memory.list()) == 1
        assert len(column(memory, "id", "memory_items")) == 1


@each_jump
def test_everything_works_at_any_time(world: World, then_us: int) -> None:
    """Under a wrong clock every use does what it does at noon (T01)."""
    world.clock.time_us = then_us
    with world.open() as memory:
        learn(world, memory)
        with memory.turn("And now?") as turn:
            turn.finish("Now.")
        assert [hit.item_id for hit in memory.search("pnpm")] == [1]
        assert memory.forget(1)
        assert memory.export().exists()
        memory.new_thread()
        assert memory.clear(confirm=True) == 2
        memory.record(whole_turn("After."))
        assert memory.status().health == "healthy"


def test_a_laptop_sleeps_while_the_model_is_asked(world: World) -> None:
    """On waking the lease is over: the answer is discarded, and the job asked about anew (T03)."""
    with world.open() as memory:
        memory.record(whole_turn(SAID))
        asleep = while_asked(lambda: world.clock.advance(NIGHT_S), remember(QUOTE))
        world.model.script = [asleep, remember(QUOTE)]
        (first, *rest) = memory.work().steps
        assert first.stale
        assert [step.stale for step in rest] == [False] * len(rest)
        memory.work()
        assert len(memory.list()) == 1
        assert len(column(memory, "id", "memory_candidates")) == 1


def test_a_laptop_sleeps_and_another_machine_does_its_job(world: World) -> None:
    """The token has moved: the sleeper's answer changes nothing of what the other made (T03)."""
    with world.open() as memory, world.open() as other:
        memory.record(whole_turn(SAID))

        def sleep() -> None:
            world.clock.advance(NIGHT_S)
            other.work()

        world.model.script = [while_asked(sleep, remember(QUOTE)), remember(QUOTE)]
        assert memory.work().steps[0].stale
        assert len(memory.list()) == len(column(memory, "id", "memory_items")) == 1
        assert set(column(memory, "status")) == {"succeeded"}


def test_a_sleeper_has_missed_nothing_to_catch_up_with(world: World) -> None:
    """After a night a watching worker looks once a second as before, not for each second (T03)."""
    looks: list[int] = []

    class Sleepy(FakeClock):
        def sleep_us(self, duration_us: int) -> None:
            looks.append(self.time_us)
            self.time_us += duration_us if len(looks) != 3 else NIGHT_S * limits.SECOND_US

    world.clock = Sleepy()
    world.ports = Ports(clock=world.clock, ids=world.ids)
    with world.open() as memory:
        assert watch_for(memory, 10) == []
    awake = [later - before for before, later in pairwise(looks)]
    assert sorted(awake) == [limits.WORKER_POLL_US] * 8 + [NIGHT_S * limits.SECOND_US]


def test_a_provider_that_fails_after_a_night_is_asked_once(world: World) -> None:
    """Waits that went by in sleep are no budget: one question, then the next wait (T03)."""
    with world.open() as memory:
        memory.record(whole_turn("One."))
        memory.record(whole_turn("Two."))
        world.model.otherwise = fail_with(FAULT)
        watch_for(memory, 2)
        asked = len(world.model.asked)
        world.clock.advance(NIGHT_S)
        watch_for(memory, 4)
        assert len(world.model.asked) == asked + 1


def test_a_host_that_slept_may_still_end_its_turn(world: World) -> None:
    """Its beat comes too late and the turn is given up; the answer lands all the same (T03)."""
    with world.open() as memory, world.open() as other:
        with memory.turn("Hello?") as turn:
            world.clock.advance(NIGHT_S)
            other.work()
            memory.heart.beat()
            assert not memory.heart.kept
            turn.finish("Good morning.")
        assert column(memory, "assistant_text", "turns") == ["Good morning."]
        assert column(memory, "state", "turns") == ["completed"]


def test_equal_times_keep_their_order(world: World) -> None:
    """A clock that stands still orders nothing: numbers do (T04)."""
    with world.open() as memory:
        names = [f"use tool number {chr(97 + at)}" for at in range(8)]
        for name in names:
            memory.record(whole_turn(f"We decided: {name}."))
        world.model.script = [remember(*names), remember(*names)]
        memory.work()
        assert {one.updated_at_us for one in memory.list()} == {NOON_US}
        assert [one.title for one in memory.list()] == names[::-1]
        said = [one.text for one in memory.context().history if one.role.value == "user"]
        assert said == [f"We decided: {name}." for name in names]


ZONES = ("UTC", "America/Los_Angeles", "Pacific/Kiritimati", "XST-5:45XDT,M3.2.0/1,M11.1.0/1")


def test_no_zone_gets_into_the_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At any place, also while clocks go forward, the same is stored, shown and named (T02)."""
    spring_us = 1_710_064_200 * limits.SECOND_US  # a night in which many clocks skip an hour
    told = []
    for number, zone in enumerate(ZONES):
        monkeypatch.setenv("TZ", zone)
        time.tzset()
        folder = tmp_path / str(number)
        folder.mkdir()
        world = World(folder)
        world.clock.time_us = spring_us
        with world.open() as memory:
            learn(world, memory)
            world.clock.advance(HOUR_S)
            memory.record(whole_turn("We decided: use Rust."))
            export = memory.export()
            told.append((export.name, export.read_bytes(), memory.context().text))
    monkeypatch.undo()
    time.tzset()
    assert told == [told[0]] * len(ZONES)


def test_numbers_are_given_out_once(world: World) -> None:
    """After a clear, and after another one, no number of before comes back (T05)."""
    tables = ("turns", "threads", "memory_jobs", "memory_items", "memory_candidates")
    seen: dict[str, set[object]] = {table: set() for table in tables}
    with world.open() as memory:
        for generation in range(1, 4):
            learn(world, memory)
            memory.forget(memory.list()[0].item_id)
            for table in tables:
                fresh = set(column(memory, "id", table))
                assert fresh
                assert not fresh & seen[table]
                seen[table] |= fresh
            assert memory.clear(confirm=True) == generation + 1
