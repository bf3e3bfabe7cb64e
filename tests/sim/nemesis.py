"""What befalls the machine and its processes, between two steps."""

from __future__ import annotations

from typing import TYPE_CHECKING

import apsw

from sayso.core.limits import HOUR_US, SECOND_US

if TYPE_CHECKING:
    from tests.sim.world import World

DAY_US = 24 * HOUR_US
JUMPS_US = (HOUR_US, -HOUR_US, 13 * HOUR_US, -2 * DAY_US, 3_650 * DAY_US)
SLEEPS_US = (HOUR_US, 13 * HOUR_US, 3 * DAY_US)
MEDDLINGS = (
    "CREATE TABLE intruder (x)",
    "CREATE TRIGGER spy AFTER INSERT ON turns BEGIN SELECT 1; END",
    "DROP INDEX memory_jobs_parked",
    "PRAGMA user_version = 99",
    "UPDATE threads SET status = 'archived', archived_at = 1 WHERE status = 'active'",
)


def strike(world: World) -> None:
    """Let one thing go wrong, or more often nothing."""
    chances = world.per_step
    if not world.tape.chance(sum(chance for _, chance in chances)):
        return
    kind = world.tape.weigh(chances)
    STRIKES[kind](world)


def _kill(world: World) -> None:
    living = world.scheduler.living()
    if living:
        task = world.tape.pick(living)
        world.inject("kill")
        task.process.kill()
        world.log(f"{task.process.name} is killed at {task.where}")


def _crash_machine(world: World) -> None:
    """Stop everything at once; what shared memory held is lost with it."""
    world.inject("machine_crash")
    for task in world.scheduler.living():
        task.process.kill()
    world.judge.close_eyes()
    world.path.with_name(f"{world.path.name}-shm").unlink(missing_ok=True)
    world.log("the machine crashes")
    world.judge.check_recovered()


def _jump(world: World) -> None:
    world.inject("clock_jump")
    if world.offset_us and world.tape.draw(2) == 0:
        world.offset_us = 0
    else:
        world.offset_us = world.tape.pick(JUMPS_US)
    world.log(f"the clock is {world.offset_us // SECOND_US} s off")


def _sleep(world: World) -> None:
    world.inject("laptop_sleep")
    world.true_us += world.tape.pick(SLEEPS_US)
    world.log("the laptop slept")


def _fill(world: World) -> None:
    world.inject("disk_full")
    world.full_until_us = world.true_us + (1 + world.tape.draw(15)) * SECOND_US
    world.log("the disk is full")


def _meddle(world: World) -> None:
    """Somebody changes the file with another program."""
    truth = world.judge.truth
    if truth.is_tampered or world.judge.rows.meta is None:
        return
    world.inject("tamper")
    meddling = world.tape.pick(MEDDLINGS)
    connection = apsw.Connection(str(world.path))
    connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
    try:
        connection.execute(meddling)
    except apsw.BusyError:
        return
    finally:
        connection.close()
    world.judge.note_tampering()
    world.log(meddling)


STRIKES = {
    "kill": _kill,
    "machine_crash": _crash_machine,
    "clock_jump": _jump,
    "laptop_sleep": _sleep,
    "disk_full": _fill,
    "tamper": _meddle,
}
