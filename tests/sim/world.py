"""A project folder, the processes that use it, the time that passes, and the judge who looks on."""

from __future__ import annotations

from collections import Counter
from contextlib import contextmanager
from typing import TYPE_CHECKING

from sayso.core.catalog import Degraded
from sayso.core.limits import SECOND_US
from sayso.shell.memory import Memory
from sayso.shell.ports import Ports
from tests.kit import FakeIds
from tests.records import NOON_US
from tests.sim.canned import CannedModel
from tests.sim.deeds import Deed
from tests.sim.edges import SimulatedClock
from tests.sim.judge import Judge
from tests.sim.modelling import SimulatedModel
from tests.sim.scheduler import Process, Scheduler, Task
from tests.sim.speech import TOPICS, Speech
from tests.sim.swarm import PER_COMMIT, PER_STEP, draw_swarm

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.sim.linking import Linked
    from tests.sim.tape import Tape

STEP_US = 1_000
OUTSIDE = Process(name="outside", kind="outside")


class World:
    """Everything that a run is made of, and the time that passes in it."""

    def __init__(self, tape: Tape, folder: Path, loud: tuple[str, ...] = ()) -> None:
        """Draw the settings; nobody runs yet. What is loud happens often in any case."""
        self.tape = tape
        self.folder = folder
        self.path = folder / ".sayso" / "memory.db"
        self.swarm = draw_swarm(tape, loud)
        self.per_step = [(kind, self.swarm.of(kind)) for kind in PER_STEP if self.swarm.of(kind)]
        self.scheduler = Scheduler()
        self.speech = Speech(tape, TOPICS[: self.swarm.topics])
        self.canned = CannedModel(
            tape, self.speech, self.chance_of, self.known_turns, self.newest_turn
        )
        self.judge = Judge(self.path, self.canned)
        self.ids = FakeIds()
        self.true_us = NOON_US
        self.offset_us = 0
        self.full_until_us = 0
        self.is_calm = False
        self.is_closing = False
        self.unsure: list[Deed] = []
        self.exported: set[str] = set()
        self.logged: dict[str, str] = {}
        self.injected: Counter[str] = Counter()
        self.done: Counter[str] = Counter()
        self.trace: list[str] = []
        self.born = 0
        (folder / ".git").mkdir()

    @property
    def running(self) -> Process:
        """The process that runs; the simulator itself is an outside one."""
        task = self.scheduler.current
        return OUTSIDE if task is None else task.process

    @property
    def wall_us(self) -> int:
        """What the machine's clock says, right or wrong."""
        return self.true_us + self.offset_us

    @property
    def is_exporting(self) -> bool:
        """Whether the running task writes an export: others may run between its tables."""
        task = self.scheduler.current
        return task is not None and task.deed is not None and task.deed.kind == "export"

    def chance_of(self, kind: str) -> int:
        """Give the chance of a fault now: none where all is calm."""
        return 0 if self.is_calm else self.swarm.of(kind)

    def inject(self, kind: str) -> str:
        """Count a fault that is brought about."""
        self.injected[kind] += 1
        return kind

    def known_turns(self) -> list[tuple[int, str]]:
        """Give all stored turns with what was said, for a model that quotes out of place."""
        return [(one.id, one.user_text) for one in self.judge.rows.turns.values()]

    def newest_turn(self, item_id: int) -> int:
        """Give the newest turn that a memory rests on: what was said before it is older."""
        rows = self.judge.rows
        revisions = {row for row, one in rows.items.items() if one.item_id == item_id}
        candidates = {candidate for row, candidate in rows.links if row in revisions}
        cited = [one.turn_id for one in rows.sources if one.candidate_id in candidates]
        return max(cited, default=0)

    def sleep(self, duration_us: int) -> None:
        """Let the running task sleep at least that long; a lazy machine wakes it later."""
        self.check_idle("sleep")
        longer_us = self.tape.draw(4) * self.swarm.laziness_us
        self.scheduler.pause("sleep", self.true_us + duration_us + longer_us)

    def check_idle(self, where: str) -> None:
        """Check that the running process holds no transaction open while it waits."""
        for connection in self.running.connections:
            if connection.in_transaction:
                self.judge.faults.append(f"20: a transaction is open at {where}")

    def other_connections(self) -> list[Linked]:
        """Give the open connections of every other living process."""
        processes = {one.process.name: one.process for one in self.scheduler.living()}
        processes.pop(self.running.name, None)
        return [one for process in processes.values() for one in process.connections]

    def draw_commit_fault(self) -> str:
        """Draw what happens to a COMMIT, '' for nothing."""
        if self.scheduler.current is None:
            return ""
        if self.true_us < self.full_until_us and not self.is_calm:
            return "disk_full"
        for kind in PER_COMMIT:
            if self.tape.chance(self.chance_of(kind)):
                return self.inject(kind)
        return ""

    def note_commit(self, process: Process) -> None:
        """Tell the judge of a commit; where it finds a fault, the process goes no further."""
        task = self.scheduler.current
        deed = Deed(kind="outside") if task is None else task.deed
        looked_us = self.wall_us if task is None else task.looked_us
        self.judge.note_commit(process, deed, looked_us)
        if self.judge.faults and task is not None:
            self.scheduler.die()

    def note_reset(self) -> None:
        """Tell the judge that a damaged store is being emptied."""
        self.judge.note_reset()

    @contextmanager
    def open(self, create: bool = True) -> Iterator[Memory]:
        """Open the memory as the running process."""
        process = self.running
        self.begin(Deed(kind="open"))
        ports = Ports(clock=SimulatedClock(self), ids=self.ids)
        truth, before = self.judge.truth, self.judge.truth.tamperings
        was_tampered = truth.is_tampered
        memory = Memory.open(self.folder, create=create, model=SimulatedModel(self), ports=ports)
        process.opened_at_tampering = before  # what comes meanwhile shows in the next transaction
        process.is_degraded = isinstance(memory.health, Degraded)
        is_disputed = truth.tamperings != before  # damage that came meanwhile may be seen or not
        if not is_disputed and process.is_degraded not in {was_tampered, truth.is_tampered}:
            self.judge.faults.append(f"19: {memory.health} although {self.judge.truth.is_tampered}")
        with memory:
            yield memory

    @property
    def saw_tampering(self) -> bool:
        """Whether the store is damaged, or has been when the running process opened it or since."""
        truth, running = self.judge.truth, self.running
        is_new = truth.tamperings != running.opened_at_tampering
        return truth.is_tampered or is_new or running.is_degraded

    def begin(self, deed: Deed) -> Deed:
        """Say what the running task is about to do."""
        task = self.scheduler.current
        assert task is not None
        deed.begun_generation = self.judge.generation
        task.deed = deed
        return deed

    def spawn(self, kind: str, body: Callable[[World], None]) -> Task:
        """Start a process of its own."""
        self.born += 1
        process = Process(name=f"{kind}{self.born}", kind=kind)
        return self.scheduler.spawn(process, process.name, lambda: body(self))

    def spawn_heart(self, body: Callable[[], None]) -> None:
        """Start the heart of the running process."""
        task = self.scheduler.spawn(self.running, f"{self.running.name}-heart", body)
        task.deed = Deed(kind="heart")

    def advance(self) -> None:
        """Let one task run to its next pause; where all wait, let time pass first."""
        living = self.scheduler.living()
        ready = [one for one in living if one.wake_us <= self.true_us]
        if not ready:
            self.true_us = min(one.wake_us for one in living)
            ready = [one for one in living if one.wake_us <= self.true_us]
        task = self.scheduler.choose(ready, self.tape.draw(len(ready)))
        self.true_us += STEP_US
        came_from = task.where
        self.scheduler.run(task)
        self.log(f"{task.name}: {came_from} -> {task.where}")
        self.judge.check_still()

    def log(self, line: str) -> None:
        """Add a line to the trace."""
        seconds = (self.true_us - NOON_US) / SECOND_US
        self.trace.append(f"{seconds:.3f} {line} #{self.judge.commits}")
