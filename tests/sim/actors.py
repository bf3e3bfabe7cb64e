"""Who uses the memory: workers, terminals, hosts, and somebody who repairs a damaged store."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sayso.core.limits import SECOND_US, TURN_LEASE_LONG_US, TURN_LEASE_US
from sayso.shell.errors import (
    MemorySchemaError,
    MemoryStorageError,
    NotFoundError,
    SaysoError,
    UnknownCommitError,
)
from tests.sim.commands import give_command
from tests.sim.deeds import Deed
from tests.sim.excuses import is_excused_step, is_excused_storage
from tests.sim.reading import context_faults

if TYPE_CHECKING:
    from collections.abc import Callable

    from sayso.shell.memory import Memory
    from sayso.shell.turn import MemoryTurn
    from sayso.shell.worker import Step
    from tests.sim.world import World


def worker(world: World) -> None:
    """Watch the store and work off what is due, until told to stop."""
    try:
        with world.open() as memory:
            if world.running.is_degraded:
                world.sleep(60 * SECOND_US)
                return
            world.begin(Deed(kind="watch"))
            memory.worker().watch(lambda: world.is_closing, _reporter(world))
    except MemoryStorageError as error:
        _wait_for_the_disk(world, error)


def _wait_for_the_disk(world: World, error: MemoryStorageError) -> None:
    """Take an error of opening the store for what was done to the disk, and try again later."""
    if not is_excused_storage(error):
        world.judge.faults.append(f"the store cannot be opened: {error.message}")
    world.sleep(SECOND_US)


def _reporter(world: World) -> Callable[[Step], None]:
    def report(step: Step) -> None:
        world.scheduler.check_alive()
        outcome = "stale" if step.stale else "failed" if step.error else "worked"
        world.done[outcome] += 1
        if step.error and not is_excused_step(step.error):
            world.judge.faults.append(f"a step failed unexpectedly: {step.error}")

    return report


def terminal(world: World) -> None:
    """A user at a terminal: each command is a process of its own, some keep the memory open."""
    while not (world.is_calm or world.is_closing):
        try:
            with world.open() as memory:
                for _ in range(1 + world.tape.draw(4)):
                    give_command(world, memory)
                    if world.running.is_degraded or world.is_calm:
                        break
        except MemoryStorageError as error:
            _wait_for_the_disk(world, error)
        except MemorySchemaError as error:
            world.judge.faults.append(f"19: {error.message}")
        world.scheduler.pause("rest", world.true_us + world.tape.draw(8) * SECOND_US)


def host(world: World) -> None:
    """A host program with one request after another."""
    try:
        with world.open() as memory:
            while not (world.is_calm or world.running.is_degraded):
                _answer_request(world, memory)
                world.scheduler.pause("rest", world.true_us + world.tape.draw(8) * SECOND_US)
    except MemoryStorageError as error:
        _wait_for_the_disk(world, error)


def _answer_request(world: World, memory: Memory) -> None:
    session = f"h{world.tape.draw(world.swarm.sessions)}"
    message = world.speech.next(session)
    deed = world.begin(Deed(kind="begin", text=message.user, session=session))
    lease_us = (TURN_LEASE_US, TURN_LEASE_LONG_US)[world.tape.draw(2)]
    try:
        turn = memory.turn(message.user, session=session, lease_us=lease_us)
    except UnknownCommitError:
        return
    except SaysoError as error:
        _check_refusal(world, deed, error)
        return
    world.scheduler.pause("reply")
    number, generation = turn.id or 0, deed.saved_generation
    if world.judge.generation == generation:
        world.judge.truth.acked[number] = (message.user, None)
    deed = world.begin(Deed(kind="read"))
    try:
        with turn:
            _prepare(world, turn, generation)
            deed = Deed(kind="finish", turn_id=number, answer=message.assistant)
            world.begin(deed)
            try:
                turn.finish(message.assistant)
            except SaysoError:
                world.begin(Deed(kind="fail", turn_id=number))  # so the `with` block ends the turn
                raise
            world.scheduler.pause("reply")
            if world.judge.generation == generation:
                world.judge.truth.acked[number] = (message.user, message.assistant)
            world.done["answered"] += 1
    except SaysoError as error:
        deed.begun_generation = generation
        _check_refusal(world, deed, error)


def _prepare(world: World, turn: MemoryTurn, generation: int) -> None:
    """Think of an answer, with what the memory gives."""
    try:
        faults = context_faults(world, turn.context, turn.history)
    except NotFoundError:
        if world.judge.generation == generation:
            raise
    else:
        world.judge.faults += faults if world.judge.generation == generation else []
    world.sleep(world.tape.pick((2, 20, 150, 400)) * SECOND_US)


def _check_refusal(world: World, deed: Deed, error: SaysoError) -> None:
    """An ordered refusal is fine where there is a reason for it; silence about a save is not."""
    world.done[f"{deed.kind}: {error.code}"] += 1
    has_moved_on = world.judge.generation != deed.begun_generation
    if isinstance(error, UnknownCommitError):
        return
    if deed.commits:
        world.judge.faults.append(f"{deed.kind} was saved and yet failed: {error.message}")
    if isinstance(error, MemorySchemaError) and not (world.saw_tampering or has_moved_on):
        world.judge.faults.append(f"19: {deed.kind} on a healthy store: {error.message}")
    elif not isinstance(error, MemorySchemaError) and not (
        is_excused_storage(error) or has_moved_on
    ):
        world.judge.faults.append(f"{deed.kind} failed: {error.message}")


def repair(world: World) -> None:
    """Clear a damaged store, as its user would in the end."""
    while world.judge.truth.is_tampered:
        try:
            with world.open() as memory:
                world.begin(Deed(kind="clear"))
                memory.clear(confirm=True)
        except MemoryStorageError as error:
            _wait_for_the_disk(world, error)


ACTORS = {"worker": worker, "terminal": terminal, "host": host}
