"""One run: what befalls a world step by step, until it has settled and is judged.

    outcome = run(Tape(7), steps=300)
    assert not outcome.faults

The last fifth of the steps is calm: no faults, no new messages. It goes on until every job and
turn has ended, within a bound (invariant 21).
"""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

from sayso.core.limits import HOUR_US
from tests.sim.actors import ACTORS, repair
from tests.sim.leavings import file_faults, listening, log_faults, witness_faults
from tests.sim.linking import linked
from tests.sim.nemesis import strike
from tests.sim.world import World

if TYPE_CHECKING:
    from collections import Counter

    from tests.sim.tape import Tape

CALM_FROM = 0.8
SETTLE_MAX_STEPS = 600
OPEN = ("pending", "leased", "retry_wait")


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What a run came to. `tape` plays it again; `trace` has a line per step."""

    seed: int
    faults: tuple[str, ...]
    steps: int
    injected: Counter[str]
    done: Counter[str]
    tape: tuple[int, ...]
    trace: tuple[str, ...]

    @property
    def digest(self) -> str:
        """Give a hash of everything that happened, in order."""
        return blake2b("\n".join(self.trace).encode(), digest_size=16).hexdigest()


def run(tape: Tape, steps: int, loud: tuple[str, ...] = (), mutes: tuple[str, ...] = ()) -> Outcome:
    """Run a world for some steps and until it has settled, and judge it.

    What is loud happens often in any case; faults of the invariants in `mutes` are not heard.
    """
    shared = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=shared if shared.is_dir() else None) as folder:
        world = World(tape, Path(folder).resolve(), loud)
        world.judge.faults.mutes = mutes
        with linked(world), listening() as logged:
            try:
                _run_steps(world, steps)
                if not world.judge.faults:
                    _settle(world)
                if not world.judge.faults:
                    _close(world)
                world.judge.faults += log_faults(logged)
            finally:
                faults = tuple(world.judge.faults)
                world.scheduler.end()
                world.judge.close_eyes()
    return Outcome(
        seed=tape.seed,
        faults=faults,
        steps=len(world.trace),
        injected=world.injected,
        done=world.done,
        tape=tuple(tape.drawn),
        trace=tuple(world.trace),
    )


def _run_steps(world: World, steps: int) -> None:
    for step in range(steps):
        world.is_calm = step >= steps * CALM_FROM
        if world.judge.faults:
            return
        if not world.is_calm:
            strike(world)
        _populate(world)
        world.advance()
        world.judge.faults += witness_faults(world)


def _populate(world: World) -> None:
    """Start again what was killed or has ended."""
    wanted = {
        "worker": world.swarm.workers,
        "terminal": 0 if world.is_calm else world.swarm.terminals,
        "host": 0 if world.is_calm else world.swarm.hosts,
    }
    living = {task.process for task in world.scheduler.living()}
    kinds = [process.kind for process in living]
    for kind, count in wanted.items():
        for _ in range(count - kinds.count(kind)):
            world.spawn(kind, ACTORS[kind])


def _settle(world: World) -> None:
    """Let the workers finish: every job reaches done, parked or dropped, every turn its end."""
    if world.judge.truth.is_tampered:
        world.spawn("repairer", repair)
    for step in range(SETTLE_MAX_STEPS):
        if _is_settled(world) or world.judge.faults:
            return
        if step % 100 == 50:
            world.true_us += 13 * HOUR_US
            world.log("time passes")
        _populate(world)
        world.advance()
    jobs = [one for one in world.judge.rows.jobs.values() if one.status in OPEN]
    turns = [one.id for one in world.judge.rows.turns.values() if one.state == "open"]
    world.judge.faults.append(f"21: after all, {jobs} and the turns {turns} are open")


def _is_settled(world: World) -> bool:
    rows = world.judge.rows
    others = [one for one in world.scheduler.living() if one.process.kind != "worker"]
    return not (
        world.judge.truth.is_tampered
        or any(one.status in OPEN for one in rows.jobs.values())
        or any(one.state == "open" for one in rows.turns.values())
        or any("heart" not in one.name for one in others)
    )


def _close(world: World) -> None:
    """Let everybody go in good order, and look at what takes long."""
    world.is_closing = True
    for _ in range(SETTLE_MAX_STEPS):
        if not world.scheduler.living() or world.judge.faults:
            break
        world.advance()
    world.judge.check_end()
    world.judge.faults += file_faults(world)
    world.judge.faults += witness_faults(world)
    rows = world.judge.rows
    for one in rows.items.values():
        world.done[f"memory {one.status}"] += 1
    for candidate in rows.candidates.values():
        world.done[f"candidate {candidate.status}"] += 1
    for job in rows.jobs.values():
        world.done[f"job {job.status}"] += 1
