"""The judge: keeps what must be true, and looks at the store after every commit and step.

The truth moves at COMMIT, not when a command gets its answer. Each faults line begins with the
number of the invariant it breaks (tests/sim/README.md has the list).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

import apsw

from tests.sim.change import Change, Truth
from tests.sim.labours import job_faults
from tests.sim.lives import dense_faults, meta_faults, thread_faults, turn_faults
from tests.sim.memories import burials_of, candidate_faults, item_faults, orphan_faults
from tests.sim.rows import NOTHING, Rows, read_rows
from tests.sim.speech import MARKER
from tests.sim.standing import oracle_faults, sampled_faults

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from tests.sim.canned import CannedModel
    from tests.sim.deeds import Deed
    from tests.sim.scheduler import Process

CHECKS: tuple[Callable[[Change], Iterator[str]], ...] = (
    meta_faults,
    thread_faults,
    turn_faults,
    job_faults,
    candidate_faults,
    item_faults,
    orphan_faults,
)
SAMPLED_EVERY = 40  # commits between two looks at what takes long


class Faults(list[str]):
    """The faults found so far, without those of the invariants that are not to be heard."""

    mutes: tuple[str, ...] = ()

    def append(self, fault: str) -> None:
        """Add a fault, if it is to be heard."""
        if fault.partition(":")[0] not in self.mutes:
            super().append(fault)

    def __iadd__(self, faults: Iterable[str]) -> Self:  # type: ignore[override, misc]
        for fault in faults:
            self.append(fault)
        return self


class Judge:
    """Knows the truth, and says where the store departs from it."""

    def __init__(self, path: Path, canned: CannedModel) -> None:
        """Begin with no store."""
        self.path = path
        self.truth = Truth()
        self.rows: Rows = NOTHING
        self.moments: dict[tuple[str, int], Rows] = {}
        self.faults = Faults()
        self.commits = 0
        self._canned = canned
        self._eyes: apsw.Connection | None = None
        self._version = -1

    @property
    def generation(self) -> int:
        """The generation the store is in."""
        return self.truth.generation

    def eyes(self) -> apsw.Connection:
        """Give a connection of the judge's own, which writes nothing."""
        if self._eyes is None:
            self._eyes = apsw.Connection(str(self.path))
            self._eyes.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
            self._eyes.pragma("query_only", True)
        return self._eyes

    def close_eyes(self) -> None:
        """Let go of the file, as when the whole machine goes down."""
        if self._eyes is not None:
            self._eyes.close()
        self._eyes = None

    def note_commit(self, process: Process, deed: Deed, now_us: int) -> None:
        """Judge a commit against what was meant, then take it for the truth."""
        before, after = self.rows, read_rows(self.eyes())
        if before == after:
            return  # a transaction that found nothing to do
        deed.commits += 1
        self.commits += 1
        change = Change(
            process=process,
            deed=deed,
            before=before,
            after=after,
            now_us=now_us,
            calls=self._canned.calls,
            summaries=self._canned.summaries,
            truth=self.truth,
        )
        if change.is_birth:
            self.faults += _birth_faults(change)
        else:
            for check in CHECKS:
                self.faults += check(change)
            self.faults += _marker_faults(change)
        if process.is_degraded and deed.kind != "clear":
            self.faults.append(f"25: a degraded process committed in {deed.kind}")
        self._take_over(change)
        deed.saved_generation = self.truth.generation
        if self.commits % SAMPLED_EVERY == 0:
            self.faults += sampled_faults(self.eyes(), after)

    def note_reset(self) -> None:
        """The store is being made anew by an explicit clear of a damaged one."""
        self.rows = NOTHING

    def _take_over(self, change: Change) -> None:
        truth, after = self.truth, change.after
        if change.clears or change.is_birth:
            truth.acked.clear()
            truth.burials.clear()
            truth.is_tampered &= not change.is_birth
        if after.meta is not None:
            truth.generation = after.meta.generation
            self.moments[after.meta.store_id, after.meta.commits] = after
        truth.burials += [] if change.is_birth else burials_of(change)
        for table, number in after.sequences.items():
            truth.high_water[table] = max(number, truth.high_water.get(table, 0))
        truth.operations.update(after.operations)
        for number in after.turns.keys() - change.before.turns.keys():
            for marker in MARKER.findall(after.turns[number].user_text):
                truth.marked[marker] = truth.generation  # a log may be imported again
        self.rows = after
        self._version = self._look_at_version()

    def check_still(self) -> None:
        """Check that nothing changed except by a commit of a process (also 18 after a crash)."""
        if self._eyes is None or self._look_at_version() == self._version:
            return
        self._version = self._look_at_version()
        if read_rows(self.eyes()) != self.rows:
            self.faults.append("27: the store changed without a commit")

    def note_tampering(self) -> None:
        """Somebody else changed the file; what it holds now is where the truth goes on."""
        self.truth.is_tampered = True
        self.truth.tamperings += 1
        self.rows = read_rows(self.eyes())
        self._version = self._look_at_version()

    def check_recovered(self) -> None:
        """After a crash of the machine: whole, and exactly what was committed."""
        if self.rows is NOTHING:
            return
        found = self.eyes().execute("PRAGMA integrity_check").fetchall()
        if found != [("ok",)]:
            self.faults.append(f"18: {found[0][0]}")
        if read_rows(self.eyes()) != self.rows:
            self.faults.append("2: a crash changed what the store holds")
        self._version = self._look_at_version()

    def check_end(self) -> None:
        """Check everything that takes long, once the run is over."""
        self.faults += sampled_faults(self.eyes(), self.rows)
        self.faults += dense_faults(self.rows)
        self.faults += oracle_faults(self.eyes())
        found = self.eyes().execute("PRAGMA integrity_check").fetchall()
        if found != [("ok",)]:
            self.faults.append(f"18: {found[0][0]}")

    def _look_at_version(self) -> int:
        version = self.eyes().execute("PRAGMA data_version").fetchall()[0][0]
        return int(str(version))


def _birth_faults(change: Change) -> Iterator[str]:
    """Check a store that was just made: the first one, or the one after a damaged one."""
    truth, after = change.truth, change.after
    if after.meta is None:
        yield "1: a store was made without a meta row"
        return
    if after.turns or after.items or len(after.threads) != 1:
        yield "13: a new store is not empty"
    if truth.high_water:
        yield from _rebirth_faults(change, after.meta.generation)


def _rebirth_faults(change: Change, generation: int) -> Iterator[str]:
    """Check that a store made anew goes on where the old one ended."""
    truth, after = change.truth, change.after
    if change.deed.kind != "clear":
        yield f"13: {change.deed.kind} made a store anew"
    if generation <= truth.generation:
        yield f"13: the generation went from {truth.generation} to {generation}"
    for table, number in truth.high_water.items():
        if after.sequences.get(table, 0) < number:
            yield f"T05: the numbers of {table} begin anew"
    lost = [key for key in truth.operations if key not in after.operations]
    if lost:
        yield f"26: the operation {lost[0]} was lost"


def _marker_faults(change: Change) -> Iterator[str]:
    """Check that no new text holds a word of an earlier generation (8, 9)."""
    before, after = change.before, change.after
    fresh = [
        *(one.content for key, one in after.items.items() if key not in before.items),
        *(one.content for key, one in after.candidates.items() if key not in before.candidates),
        *(
            one.compaction
            for key, one in after.threads.items()
            if before.threads.get(key) != one
            and (one.compaction, change.truth.generation) not in change.summaries
        ),
    ]
    for text in fresh:
        for marker in MARKER.findall(text):
            born = change.truth.marked.get(marker, change.truth.generation)
            if born != change.truth.generation:
                yield f"9: {marker} of generation {born} stands in {text!r}"
