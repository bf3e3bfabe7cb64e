"""What a user does at a terminal, one command at a time, and what each answer is held to."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sayso.core.limits import SECOND_US
from sayso.shell.admitting import RecordedTurn
from sayso.shell.errors import (
    MemorySchemaError,
    RefusedError,
    SaysoError,
    UnknownCommitError,
)
from tests.sim.bringing import import_log
from tests.sim.deeds import Deed
from tests.sim.excuses import is_excused_storage
from tests.sim.reading import export_faults, reading_faults
from tests.sim.wiping import trace_faults

if TYPE_CHECKING:
    from collections.abc import Callable

    from sayso.shell.memory import Memory
    from tests.sim.world import World

ORDINARY: tuple[tuple[str, int], ...] = (
    ("record", 14),
    ("look", 4),
    ("decide", 1),
    ("work", 4),
    ("export", 1),
    ("import", 1),
)


def give_command(world: World, memory: Memory) -> None:
    """Give one command, wait for its answer, and think about it."""
    kind = _draw_command(world)
    deed = Deed(kind=kind)
    try:
        COMMANDS[kind](world, memory, deed)
        world.done[kind] += 1
    except SaysoError as error:
        _check_error(world, deed, error)
    world.scheduler.pause("think", world.true_us + world.tape.draw(4) * SECOND_US)


def _draw_command(world: World) -> str:
    if world.running.is_degraded:
        return world.tape.pick(("status", "export", "record", "clear"))
    for kind in ("clear", "new", "forget"):
        is_possible = kind != "forget" or bool(world.judge.rows.items)
        if is_possible and world.tape.chance(world.chance_of(kind)):
            return world.inject(kind)
    if world.unsure and world.tape.draw(3) == 1:
        return "again"
    return world.tape.weigh(ORDINARY)


def _check_error(world: World, deed: Deed, error: SaysoError) -> None:
    """Hold a refusal against what the simulator knows."""
    world.done[f"{deed.kind}: {error.code}"] += 1
    if isinstance(error, UnknownCommitError):
        if deed.op_id is not None and deed not in world.unsure:
            world.unsure.append(deed)
        return
    if deed.commits and not deed.works and deed.kind != "clear":
        world.judge.faults.append(f"{deed.kind} was saved and yet failed: {error.message}")
    has_moved_on = world.judge.generation != deed.begun_generation
    is_excused = isinstance(error, RefusedError) or is_excused_storage(error) or has_moved_on
    if isinstance(error, MemorySchemaError):
        is_excused = world.saw_tampering or has_moved_on
    if not is_excused and deed.kind not in ("forget", "decide"):
        world.judge.faults.append(f"{deed.kind} failed: {error.code}: {error.message}")


def _record(world: World, memory: Memory, deed: Deed) -> None:
    """Record one turn, or a few one after another, as from a file."""
    session = f"s{world.tape.draw(world.swarm.sessions)}"
    for more in range(1 + world.tape.draw(4)):
        message = world.speech.next(session)
        one = Deed(kind="record") if more else deed
        one.text, one.answer, one.session = message.user, message.assistant, session
        if world.tape.draw(3):
            one.op_id = f"op-{world.speech.count}"
            if world.tape.draw(3) == 1:
                world.unsure.append(one)  # whether it is saved, killed or refused: it is repeated
        try:
            record_again(world, memory, one)
        except SaysoError as error:
            _check_error(world, one, error)
            return


def record_again(world: World, memory: Memory, deed: Deed) -> None:
    """Record a turn, perhaps for the second time; the same operation stays the same turn."""
    world.begin(deed)
    deed.kind = "record"
    turn = RecordedTurn(
        user_text=deed.text,
        assistant_text=deed.answer,
        intent="general_chat",
        session=deed.session,
        op_id=deed.op_id,
    )
    number = memory.record(turn)
    world.scheduler.pause("reply")
    truth = world.judge.truth
    if deed.op_id is not None and truth.operations.get(deed.op_id) != str(number):
        world.judge.faults.append(f"26: {deed.op_id} gave t{number}, then something else")
    is_here = number in world.judge.rows.turns
    is_same = deed.saved_generation == world.judge.generation
    if is_same and number is not None and deed.commits:
        if not is_here:
            world.judge.faults.append(f"2: t{number} was acknowledged and is not there")
        truth.acked[number] = (deed.text, deed.answer)


def _again(world: World, memory: Memory, deed: Deed) -> None:
    """Repeat a command whose answer was that nobody knows, or was never heard."""
    unsure = world.unsure.pop(0)
    try:
        record_again(world, memory, unsure)
    except SaysoError as error:
        deed.kind = "record"
        world.unsure.append(unsure)
        if not isinstance(error, UnknownCommitError):
            _check_error(world, replace(unsure, kind="again", commits=0), error)


def _look(world: World, memory: Memory, deed: Deed) -> None:
    world.begin(deed)
    world.judge.faults += reading_faults(world, memory)


def _status(world: World, memory: Memory, deed: Deed) -> None:
    world.begin(deed)
    before = file_bytes(world)
    report = memory.status()
    if before is not None and file_bytes(world) != before:
        world.judge.faults.append("25: status of a degraded store changed the file")
    if world.judge.truth.is_tampered and report.health == "healthy":
        world.judge.faults.append("19: a damaged store is shown as healthy")


def file_bytes(world: World) -> bytes | None:
    """Give the file and its log, as long as the running process sees a damaged store."""
    if not world.running.is_degraded:
        return None
    log = world.path.with_name(f"{world.path.name}-wal")
    return world.path.read_bytes() + (log.read_bytes() if log.exists() else b"")


def _export(world: World, memory: Memory, deed: Deed) -> None:
    world.begin(deed)
    path = memory.export()
    if not world.judge.truth.is_tampered and not world.running.is_degraded:
        world.judge.faults += export_faults(world, path, world.exported)


def _work(world: World, memory: Memory, deed: Deed) -> None:
    world.begin(deed)
    memory.work()


def _new(world: World, memory: Memory, deed: Deed) -> None:
    world.begin(deed)
    number = memory.new_thread()
    if deed.commits and number not in world.judge.rows.threads:
        is_same = world.judge.generation == deed.begun_generation
        world.judge.faults += [f"1: thread {number} is not there"] if is_same else []


def _clear(world: World, memory: Memory, deed: Deed) -> None:
    world.begin(deed)
    gone = tuple(world.judge.truth.marked)
    generation = memory.clear(confirm=True)
    if generation > world.judge.generation:
        world.judge.faults.append(f"13: clear gave {generation}, not {world.judge.generation}")
    world.judge.faults += trace_faults(world, gone)


def _forget(world: World, memory: Memory, deed: Deed) -> None:
    numbers = sorted({one.item_id for one in world.judge.rows.items.values()})
    deed.item_id = world.tape.pick(numbers) if numbers else 1
    world.begin(deed)
    memory.forget(deed.item_id)


def _decide(world: World, memory: Memory, deed: Deed) -> None:
    """Retry or drop a job that waits."""
    waiting = [
        one.id
        for one in world.judge.rows.jobs.values()
        if one.status in ("parked", "retry_wait", "pending")
    ]
    deed.job_id = world.tape.pick(waiting) if waiting else 1
    deed.kind = world.tape.pick(("retry", "drop"))
    world.begin(deed)
    try:
        (memory.retry_job if deed.kind == "retry" else memory.drop_job)(deed.job_id)
    except UnknownCommitError:
        raise
    except SaysoError:
        if deed.commits:
            raise
        deed.kind = "decide"
        raise


COMMANDS: dict[str, Callable[[World, Memory, Deed], None]] = {
    "record": _record,
    "again": _again,
    "look": _look,
    "status": _status,
    "export": _export,
    "work": _work,
    "import": import_log,
    "new": _new,
    "clear": _clear,
    "forget": _forget,
    "decide": _decide,
}
