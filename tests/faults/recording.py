"""One run written down, and every state of its files that a kill or a power loss could leave.

A recording holds what was done to the files, event by event, and between which events each commit
was acknowledged. At every border `rebuilt` gives the files as they might be found; what may stand
in them is the state acknowledged last or the one under way.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Final

from tests.faults.disk import WRITE, Disk, Event, Files
from tests.faults.statements import traced
from tests.faults.states import Found, State, reopen, state_of, store_files
from tests.faults.verdicts import state_faults
from tests.faults.vfs import Recorder, watched

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from tests.faults.scenes import Operation, Scene

KILLED: Final = "killed"
DARK: Final = "power lost, nothing unsynced kept"
TORN: Final = "power lost, unsynced sectors kept, dropped or torn"


@dataclass(frozen=True, slots=True, kw_only=True)
class Recording:
    """A run: files at its beginning, events, where the judged part begins, and its states.

    `acked[n]` is how many events there were when the state number `n` was acknowledged; `left` is
    what the folder held at the end.
    """

    name: str
    before: Files
    left: Files
    events: tuple[Event, ...]
    states: tuple[State, ...]
    acked: tuple[int, ...]
    is_damaged: bool = False

    def allowed(self, border: int) -> tuple[State, ...]:
        """Give the last acknowledged state and the next one."""
        last = max(number for number, at in enumerate(self.acked) if at <= border)
        return self.states[last : last + 2]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rebuilt:
    """Files as they might be found: of which kind of end, at which border, by which seed."""

    kind: str
    border: int
    seed: int
    files: Files


def record(scene: Scene, operation: Operation) -> Recording:
    """Play an act in peace and write down what happens to the files."""
    path = scene.world.path
    before = store_files(path)
    with (
        watched(path.parent, Recorder()) as recorder,
        traced(path, log_pages=operation.log_pages) as statements,
    ):
        act = operation.set_up(scene)
        states, acked = [state_of(path)], [len(recorder.events)]

        def note() -> None:
            state = state_of(path)
            if state != states[-1]:
                states.append(state)
                acked.append(len(recorder.events))

        statements.on_commit = note
        statements.is_armed = True
        act()
        statements.settle()
        note()
        statements.is_armed = False
        events, left = tuple(recorder.events), store_files(path)
        scene.close()
    return Recording(
        name=operation.name,
        before=before,
        left=left,
        events=events,
        states=tuple(states),
        acked=tuple(acked),
        is_damaged=operation.damage is not None,
    )


def rebuilt(recording: Recording, seeds: Iterable[int], stride: int = 1) -> Iterator[Rebuilt]:
    """Give the files at every border of the judged part: killed, dark, and torn by each seed.

    A stride above 1 leaves borders out where one write follows another, and only there.
    """
    disk = Disk(recording.before)
    chosen = tuple(seeds)
    for border in range(len(recording.events) + 1):
        if border:
            disk.take(recording.events[border - 1])
        if border < recording.acked[0]:
            continue
        if border % stride and _is_among_writes(recording, border):
            continue
        yield Rebuilt(kind=KILLED, border=border, seed=0, files=disk.killed())
        yield Rebuilt(kind=DARK, border=border, seed=0, files=disk.dark())
        for seed in chosen:
            dice = Random(f"{seed} {border}")
            yield Rebuilt(kind=TORN, border=border, seed=seed, files=disk.torn(dice))


def _is_among_writes(recording: Recording, border: int) -> bool:
    beside = recording.events[max(0, border - 1) : border + 1]
    return len(beside) == 2 and all(event.kind == WRITE for event in beside)


@dataclass
class Judge:
    """Opens rebuilt files and says what is wrong; the same files are opened once."""

    folder: Path
    counted: dict[str, int] = field(default_factory=dict)
    _known: dict[int, Found] = field(default_factory=dict)

    def faults(self, recording: Recording, one: Rebuilt) -> list[str]:
        """Judge one rebuilt state: whole, healthy, and old or new."""
        key = hash(tuple(sorted(one.files.items())))
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = reopen(self.folder, one.files)
            self.counted[one.kind] = self.counted.get(one.kind, 0) + 1
        spoilt = recording.states[0] if recording.is_damaged else None
        faults = state_faults(found, recording.allowed(one.border), spoilt)
        place = f"{recording.name}, {one.kind}, event {one.border}, seed {one.seed}"
        return [f"{place}: {fault}" for fault in faults]
