"""One project of a generated conversation: its store, its model, and what was said in it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sayso.shell.errors import MemoryStorageError, NotFoundError, RefusedError
from sayso.shell.importing import ImportOptions, import_paths
from sayso.shell.memory import Memory
from sayso.shell.ports import Ports
from tests import oracle
from tests.invariants import phrases
from tests.invariants.moves import Words
from tests.invariants.steps import End, Log, Order, Repair, Say, Work
from tests.kit import FakeClock, FakeIds, whole_turn
from tests.records import SECOND_US
from tests.shell.logkit import write_log
from tests.storefacts import facts_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from sayso.core.plans import Plan
    from sayso.shell.store.reading import Guarded, Reading
    from sayso.shell.turn import MemoryTurn
    from tests.invariants.steps import Step
    from tests.invariants.wild import WildModel

LOOK_EVERY_STEPS = 9
# What keeps a model's answer as it came, foreign quotes and all.
ANSWERED = ("refusals.title", "refusals.quotes", "memory_jobs.checkpoint")
LONG_LEASE_US = 12 * 3_600 * SECOND_US


@dataclass
class TickingClock(FakeClock):
    """Time that moves on by a microsecond whenever it is looked at."""

    def now_us(self) -> int:
        self.time_us += 1
        return self.time_us


class Project:
    """One project of a conversation: its store, its model, and what was said in it."""

    def __init__(self, number: int, model: WildModel, clock: TickingClock, folder: Path) -> None:
        """Open a store: in a file for every fourth seed, else in memory."""
        self.number = number
        self.clock = clock
        self.folder = folder / f"project-{number}"
        self.has_file = model.seed % 4 == 0
        (self.folder / ".git").mkdir(parents=True)
        self.model = model
        self.ports = Ports(clock=clock, ids=FakeIds())
        self.memory = self.opened()
        self.said: list[Say] = []
        self.repairs: list[str] = []
        self.waiting: list[MemoryTurn] = []
        self.tally: Counter[str] = Counter()
        self.faults: list[str] = []

    def opened(self) -> Memory:
        """Open the store without waiting for the disk, which nothing here depends on."""
        if not self.has_file:
            return Memory.in_memory(model=self.model, ports=self.ports)
        memory = Memory.open(self.folder, model=self.model, ports=self.ports)
        memory.store._connection.pragma("synchronous", "off")  # noqa: SLF001 - for speed only
        return memory

    def take(self, step: Step) -> None:
        """Do one step."""
        match step:
            case Say():
                self._say(step)
            case End():
                self._end(step)
            case Repair():
                self._repair(step)
            case Log():
                self._import(step)
            case Work():
                self.clock.advance(step.seconds)
                self._note_work()
            case Order(meanwhile=True):
                self.model.meanwhile.append(lambda: self._carry_out(step))
            case Order():
                self._carry_out(step)
        self._note_forgotten()
        self.tally[type(step).__name__] += 1

    def _say(self, step: Say) -> None:
        self.said.append(step)
        self.model.lore.gold[step.user] = step
        if step.pause:
            turn = self.memory.turn(
                step.user, intent=step.intent, session=step.session, lease_us=LONG_LEASE_US
            )
            self.waiting.append(turn)
            return
        whole = whole_turn(step.user, step.assistant, intent=step.intent, session=step.session)
        self.memory.record(whole)

    def _end(self, step: End) -> None:
        if not self.waiting:
            return
        turn = self.waiting.pop(step.pick % len(self.waiting))
        try:
            turn.fail() if step.fails else turn.finish(step.answer)
        except NotFoundError:
            self.tally["an answer after clear"] += 1

    def _repair(self, step: Repair) -> None:
        """Ask as the repair flow does, in both ways there are to bring a turn in."""
        self.repairs.append(step.user)
        self.faults += oracle.repair_faults(self.memory, step.user, step.intent)
        if self.memory.record(whole_turn(step.user, intent=step.intent)) is not None:
            self.faults.append("repair: it was recorded")

    def _import(self, step: Log) -> None:
        path = self.folder / step.name
        lines: list[dict[str, object]] = []
        now_s = self.clock.time_us // SECOND_US
        for turn, age in zip(step.turns, step.ages, strict=True):
            self.said.append(turn)
            self.model.lore.gold[turn.user] = turn
            when = {} if age is None else {"at": now_s - age}
            lines.append({"user": turn.user, "assistant": turn.assistant, **when})
        before = path.read_text("utf-8") if path.exists() else ""
        write_log(path, *lines)
        path.write_text(before + path.read_text("utf-8"), "utf-8")
        import_paths(self.memory, [path], ImportOptions(any_folder=True))

    def _note_work(self) -> None:
        late = self.model.tally["meanwhile"]
        worked = self.memory.work()
        self.tally["failed jobs"] += worked.failed
        if self.model.tally["meanwhile"] == late and any(step.stale for step in worked.steps):
            self.faults.append("audit: a plan did not fit although nobody else was at work")
        for step in worked.steps:
            self.tally["stale steps"] += step.stale
            if step.merged is not None:
                self.tally["withdrawn"] += len(step.merged.forgotten)
                self.tally["withdrawn candidates"] += step.merged.withdrawn_candidates
                self.tally["created"] += len(step.merged.applied.created)
                self.tally["revised"] += len(step.merged.applied.revised)
                self.tally["superseded"] += len(step.merged.applied.superseded)

    def _carry_out(self, step: Order) -> None:
        orders: dict[str, Callable[[int], None]] = {
            "forget": self._forget,
            "new": self._new,
            "restart": self._restart,
            "full-disk": self._fill_disk,
            "drop": self._drop,
            "clear": self._clear,
        }
        orders[step.what](step.pick)

    def _forget(self, pick: int) -> None:
        usable = self.memory.list()
        if usable:
            self.memory.forget(usable[pick % len(usable)].item_id)
            self.tally["forgotten"] += 1

    def _new(self, pick: int) -> None:
        try:
            self.memory.new_thread()
        except RefusedError:
            self.tally["overtaken new"] += 1  # another `new` came while this one drained

    def _restart(self, pick: int) -> None:
        if self.has_file:
            self.memory.close()
            self.waiting.clear()
            self.memory = self.opened()
        else:
            self.memory = Memory(self.memory.store, self.ports, self.model, None)

    def _fill_disk(self, pick: int) -> None:
        """Let the next commit of a stage fail; the accepted reply is kept with its job."""
        store = self.memory.store
        transact = store.transact

        def failing(
            work: Callable[[Reading, Guarded], tuple[Plan, object]], *, is_repeatable: bool = False
        ) -> object:
            def looked(reading: Reading, guard: Guarded) -> tuple[Plan, object]:
                plan, answer = work(reading, guard)
                if any(write.statement == "jobs/succeed" for write in plan):
                    del store.transact
                    self.tally["disk was full"] += 1
                    raise MemoryStorageError("the disk is full")
                return plan, answer

            return transact(looked, is_repeatable=is_repeatable)

        store.transact = failing  # type: ignore[method-assign, assignment]

    def _drop(self, pick: int) -> None:
        with self.memory.store.reading() as reading:
            jobs = [row["id"] for row in reading.records("export/memory_jobs")]
        if jobs:
            try:
                self.memory.drop_job(int(str(jobs[pick % len(jobs)])))
            except RefusedError:
                self.tally["drop refused"] += 1

    def _clear(self, pick: int) -> None:
        self.memory.clear(confirm=True)
        self.said.clear()
        self.model.lore.forgotten.clear()
        self.tally["cleared"] += 1

    def _note_forgotten(self) -> None:
        """Tell the model what it must not bring back, so that it can try."""
        known = {(one.turn_id, one.role, one.text) for one in self.model.lore.forgotten}
        with self.memory.store.reading() as reading:
            stones = list(reading.records("export/tombstones"))
            turns = {row["id"]: row for row in reading.records("export/turns")} if stones else {}
        for stone in stones:
            text = str(turns[stone["turn_id"]][f"{stone['role']}_text"])
            start, end = int(str(stone["start_char"])), int(str(stone["end_char"]))
            one = (int(str(stone["turn_id"])), str(stone["role"]), text[start:end])
            if one not in known:
                known.add(one)
                self.model.lore.forgotten.append(Words(turn_id=one[0], role=one[1], text=one[2]))

    def look(self) -> Iterator[str]:
        """Ask the oracle about this project alone."""
        yield from self.faults
        yield from oracle.violations(self.memory, self.topics())
        yield from _pasted_faults(self.memory, self.said)

    def topics(self) -> list[str]:
        """Give the topics that were spoken of here."""
        said = "\n".join(f"{one.user} {one.assistant}" for one in self.said)
        return [word for words in phrases.TOPICS[self.number] for word in words if word in said]

    def look_over(self, other: Project) -> Iterator[str]:
        """Look for what this project may not have: the other's words, and the repair flow's."""
        theirs = other.topics()
        theirs += [one.user for one in other.said if one.is_its_own]
        yield from oracle.foreign_words(self.memory, theirs, but=ANSWERED)
        repairs = oracle.foreign_words(self.memory, self.repairs) if self.repairs else ()
        yield from (f"repair: {fault}" for fault in repairs)
        asked = "\n".join(self.model.asked).casefold()
        for word in (*theirs, *self.repairs):
            if word.casefold() in asked:
                yield f"foreign: the model was shown {word!r}"

    def counted(self) -> Counter[str]:
        """Give what was tried and done here, with the refusals by their reason."""
        facts = facts_of(self.memory)
        whole, items = oracle.proven(facts)
        counted = self.tally + self.model.tally
        counted.update(f"refused: {one['reason']}" for one in facts.refusals)
        counted.update(f"active {one['kind']}" for one in facts.active)
        counted.update({"proven": whole, "to be proven": items, "asked": len(self.model.asked)})
        return counted


def _pasted_faults(memory: Memory, said: list[Say]) -> Iterator[str]:
    """Check that no source of the user's touches what the user only pasted."""
    facts = facts_of(memory)
    pasted = {one.user: one.pasted for one in said if one.pasted}
    for sources in facts.sources.values():
        for source in sources:
            text = facts.turns[source["turn_id"]]["user_text"]
            for part in pasted.get(text, ()) if source["role"] == "user" else ():
                start = text.index(part)
                if source["start_char"] < start + len(part) and start < source["end_char"]:
                    yield f"proof: c{source['candidate_id']} cites pasted text: {part!r}"
