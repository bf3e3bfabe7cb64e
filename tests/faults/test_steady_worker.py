"""A worker that watches, while everything under it fails: it lives, it does not chase, it is tidy.

Faults strike inside SQLite's own calls: whatever statement is about to run raises what a busy,
full, read-only, failing or damaged file makes it raise, for a while. Then they are gone, and
everything that was said has become what it should.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Event
from typing import TYPE_CHECKING

import apsw
import pytest

from sayso.core import limits
from sayso.shell.background import Background
from tests.kit import Question, World, column, extraction_text, keep_all, whole_turn

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from sayso.core.diagnostics import ModelFault
    from sayso.shell.memory import Memory
    from sayso.shell.worker import Step

WAIT_S = 60
EVERY = 1 if "SAYSO_ALL_FAULTS" in os.environ else 5  # statement; all of them take half a minute
FAULTS: dict[str, Callable[[], BaseException]] = {
    "busy": lambda: apsw.BusyError("database is locked"),
    "full": lambda: apsw.FullError("database or disk is full"),
    "read-only": lambda: apsw.ReadOnlyError("attempt to write a readonly database"),
    "a failing disk": lambda: apsw.IOError("disk I/O error"),
    "no memory": MemoryError,
}
RAISED = (OSError("no route"), ValueError("no"), RecursionError(), KeyError(1))
DAMAGE: dict[str, Callable[[], BaseException]] = {
    "a page that is none": lambda: apsw.CorruptError("database disk image is malformed"),
}


@dataclass
class Gremlin:
    """Raises at the statements it is told to, on every connection that is opened meanwhile."""

    strikes: Callable[[int], BaseException | None] = lambda _number: None
    number: int = 0
    struck: Counter[str] = field(default_factory=Counter)

    def trace(self, _cursor: object, sql: str, _bindings: object) -> bool:
        """Let a statement run, or not."""
        if sql == "ROLLBACK":  # what cannot be undone is another kind of fault
            return True
        self.number += 1
        fault = self.strikes(self.number)
        if fault is not None:
            self.struck[type(fault).__name__] += 1
            raise fault
        return True

    def rest(self) -> None:
        """Strike no more, and count from one again."""
        self.strikes = lambda _number: None
        self.number = 0


def striking(
    kind: Callable[[], BaseException], first: int, last: int
) -> Callable[[int], BaseException | None]:
    """Strike at some statements in a row."""
    return lambda number: kind() if first <= number <= last else None


@contextmanager
def gremlin() -> Iterator[Gremlin]:
    """Let a gremlin sit in every connection that is opened in the block."""
    one = Gremlin()

    def enter(connection: apsw.Connection) -> None:
        connection.exec_trace = one.trace

    apsw.connection_hooks.append(enter)
    try:
        yield one
    finally:
        apsw.connection_hooks.remove(enter)


@pytest.fixture
def world(tmp_path: Path) -> World:
    """Give a project whose model remembers every decision."""
    world = World(tmp_path)
    world.model.otherwise = decide
    return world


def decide(question: Question) -> str:
    """Propose what each turn decided; keep every proposal."""
    if not hasattr(question, "turns"):
        return keep_all(question)
    from tests.kit import candidate_of

    turns = [turn for turn in question.turns if turn.user_text.startswith("We decided: ")]
    return extraction_text(
        *(candidate_of(turn.id, turn.user_text.removeprefix("We decided: ")[:-1]) for turn in turns)
    )


def say(memory: Memory, number: int) -> None:
    """Let one decision be made."""
    memory.record(whole_turn(f"We decided: use tool {spelled(number)}.", session=f"s{number % 3}"))


def spelled(number: int) -> str:
    """Spell a number so that no two share a word."""
    return "".join(chr(97 + int(digit)) for digit in str(number)) + "tool"


def looked(memory: Memory, looks: int) -> list[Step]:
    """Let a worker look this often."""
    left = [looks]

    def is_stopped() -> bool:
        left[0] -= 1
        return left[0] < 0

    steps: list[Step] = []
    memory.worker().watch(is_stopped, steps.append)
    return steps


def check_all_done(world: World, memory: Memory, said: int) -> None:
    """Expect one memory for each decision, no job open, and nothing strange beside the store."""
    assert len(memory.list()) == said
    assert len(column(memory, "id", "memory_items")) == said
    assert set(column(memory, "status")) <= {"succeeded", "succeeded_no_output"}
    assert memory.status().health == "healthy"
    allowed = {"memory.db", "memory.db-wal", "memory.db-shm", "memory.db.mark", ".gitignore"}
    assert {path.name for path in world.path.parent.iterdir()} <= allowed


def test_a_fault_at_each_statement_costs_no_more_than_a_wait(world: World) -> None:
    """At whatever call of the store a fault strikes, for one call or ten: the job is done later."""
    kinds = list((FAULTS | DAMAGE).values())
    with gremlin() as one, world.open() as memory:
        calls, said = 1, 0
        while 1 + said * EVERY <= calls:
            at, kind, last = 1 + said * EVERY, kinds[said % len(kinds)], 9 * (said % 2)
            said += 1
            say(memory, said)
            world.clock.advance(limits.EXTRACTION_DUE_AGE_US / limits.SECOND_US)
            one.rest()
            if said > 1:  # the first time tells how many statements there are
                one.strikes = striking(kind, at, at + last)
            looked(memory, 6)
            calls = max(calls, one.number)
            one.rest()
            world.clock.advance(limits.JOB_BACKOFF_US[0] / limits.SECOND_US)
            looked(memory, 4)
        assert calls > 60
        assert set(one.struck) == {type(kind()).__name__ for kind in kinds}
        check_all_done(world, memory, said)


def test_a_bad_day(world: World) -> None:
    """Faults of all kinds at every other moment, a model that raises anything: alive, and calm.

    A look that finds nothing to do is followed by a second of rest, whatever failed; so there are
    never more of them than seconds.
    """
    tape = random.Random(4)

    def misbehave(question: Question) -> str | ModelFault:
        if tape.random() < 0.3:
            raise tape.choice(RAISED)
        world.clock.advance(tape.choice([0, 1, 50, 200]))
        return decide(question)

    world.model.otherwise = misbehave
    with gremlin() as one, world.open() as memory:
        said = 0
        for _ in range(20):
            one.rest()
            said += 1
            say(memory, said)
            one.strikes = lambda _number: (
                tape.choice(list(FAULTS.values()))() if tape.random() < 0.05 else None
            )
            before_us, asked = world.clock.now_us(), len(world.model.asked)
            steps = looked(memory, 40)
            worked = sum(1 for step in steps if step.jobs)
            assert 40 - worked <= (world.clock.now_us() - before_us) / limits.SECOND_US
            assert len(world.model.asked) - asked <= 2 * worked + sum(one.struck.values())
        one.rest()
        world.model.otherwise = decide
        for job in memory.status().parked:
            memory.retry_job(job.id)
        for _ in range(4):
            world.clock.advance(limits.JOB_BACKOFF_US[-1] / limits.SECOND_US)
            looked(memory, 20)
        assert sum(one.struck.values()) > 100
        check_all_done(world, memory, said)


def test_a_worker_in_a_thread_of_its_own_lives_on(world: World) -> None:
    """The same for a host's background: it works again as soon as the store does."""
    with gremlin() as one, world.open() as memory:
        say(memory, 1)
        say(memory, 4)
        one.rest()
        kinds = list(FAULTS.values())
        one.strikes = lambda number: kinds[number % len(kinds)]() if number < 60 else None
        done = Event()
        told: list[Step] = []

        def hear(step: Step) -> None:
            told.append(step)
            if step.merged is not None:
                done.set()
            if step.jobs and step.error is not None:
                world.clock.advance(limits.JOB_BACKOFF_US[0] / limits.SECOND_US)

        with Background(memory.worker(), hear, poll_s=0) as background:
            world.clock.advance(limits.EXTRACTION_DUE_AGE_US / limits.SECOND_US)
            assert done.wait(WAIT_S)
            assert background.is_working
        one.rest()
        assert any(step.error is not None and not step.jobs for step in told)
        assert len(memory.list()) >= 1
