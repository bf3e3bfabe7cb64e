"""Lets the disk fail under a running program: once or from then on, at every single operation.

full    a write finds no space
error   an operation fails as a broken disk does
short   a write stops half-way, then finds no space
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import apsw

from sayso.shell.errors import (
    MemorySchemaError,
    RefusedError,
    SaysoError,
    UnknownCommitError,
)
from tests.faults.disk import SYNC, WRITE, Event
from tests.faults.scenes import SAID, Scene
from tests.faults.states import Found, State, reopen, state_in, store_files
from tests.faults.vfs import OPEN, READ, PartWritten, watched
from tests.kit import whole_turn

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from tests.faults.places import Folders
    from tests.faults.scenes import Operation

FULL: Final = "full"
ERROR: Final = "error"
SHORT: Final = "short"
KINDS: Final = (FULL, ERROR, SHORT)
CODES: Final = {
    READ: apsw.SQLITE_IOERR_READ,
    WRITE: apsw.SQLITE_IOERR_WRITE,
    SYNC: apsw.SQLITE_IOERR_FSYNC,
}
NEXT: Final = "And what comes next? 然后呢？"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """What goes wrong: of which kind, at which operation, and whether it lasts."""

    kind: str
    at: int
    lasts: bool


@dataclass
class Breaker:
    """Counts what is done to the files while it is armed, and lets some of it fail."""

    fault: Fault | None = None
    is_armed: bool = False
    seen: list[Event] = field(default_factory=list)
    failed: int = 0
    skips_syncs: bool = True

    def before(self, event: Event) -> bytes:
        if not self.is_armed:
            return event.data
        self.seen.append(event)
        fault, number = self.fault, len(self.seen) - 1
        if fault is not None and (number == fault.at or (fault.lasts and number > fault.at)):
            self._fail(fault.kind, event)
        return event.data

    def after(self, event: Event) -> None:
        """Nothing fails afterwards."""

    def _fail(self, kind: str, event: Event) -> None:
        """Fail as told; space is only wanting where something is written."""
        if kind == ERROR:
            self.failed += 1
            raise _io_error(event.kind)
        if event.kind == WRITE:
            self.failed += 1
            if kind == SHORT:
                raise PartWritten(len(event.data) // 2, _full())
            raise _full()


def _full() -> apsw.Error:
    return _with_code(apsw.FullError("database or disk is full"), apsw.SQLITE_FULL)


def _io_error(kind: str) -> apsw.Error:
    if kind == OPEN:
        return _with_code(apsw.CantOpenError("unable to open"), apsw.SQLITE_CANTOPEN)
    return _with_code(apsw.IOError("disk I/O error"), CODES.get(kind, apsw.SQLITE_IOERR))


def _with_code(error: Any, code: int) -> apsw.Error:  # noqa: ANN401 - the stubs lack what is set
    error.extendedresult = code
    told: apsw.Error = error
    return told


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """What one injected fault came to: what the act raised, and what a kill just then would leave.

    `found` is what is there in the end, after the disk was well again and one more turn was told.
    """

    fault: Fault
    error: BaseException | None
    reached: State
    found: Found
    trouble: tuple[str, ...]


def operations_of(folders: Folders, operation: Operation) -> list[Event]:
    """Play an act in peace and give what it does to the files."""
    scene = Scene(folders.fresh(), operation)
    breaker = Breaker()
    with watched(scene.world.path.parent, breaker):
        act = operation.set_up(scene)
        breaker.is_armed = True
        act()
        breaker.is_armed = False
        scene.close()
    return breaker.seen


def faults_of(events: list[Event]) -> Iterator[Fault]:
    """Give every fault that can hit these operations, each once and lasting."""
    for at, event in enumerate(events):
        for kind in KINDS if event.kind == WRITE else (ERROR,):
            yield Fault(kind=kind, at=at, lasts=False)
            yield Fault(kind=kind, at=at, lasts=True)


def tried(folders: Folders, operation: Operation, fault: Fault, place: Path) -> Trial:
    """Play an act with a fault; then the disk is well, and another turn is told and looked for."""
    scene = Scene(folders.fresh(), operation)
    path, breaker = scene.world.path, Breaker(fault=fault)
    with watched(path.parent, breaker):
        act = operation.set_up(scene)
        breaker.is_armed = True
        error = _raised_by(act)
        breaker.is_armed = False
        reached = state_in(place, store_files(path))
        trouble = list(_troubles(scene, operation, act, error))
    return Trial(
        fault=fault,
        error=error,
        reached=reached,
        found=reopen(place, store_files(path)),
        trouble=tuple(trouble),
    )


def _troubles(
    scene: Scene, operation: Operation, act: Callable[[], object], error: BaseException | None
) -> Iterator[str]:
    """Use the memory again, now that the disk is well, and tell what does not work.

    A damaged or lost memory has to be cleared or restored first, once more.
    """
    # SystemError is how apsw tells that a layer in Python failed twice in one call.
    if error is not None and not isinstance(error, SaysoError | SystemError):
        yield f"an error of no tree of ours: {error!r}"
    if error is not None and operation.damage is not None:
        again = _raised_by(act)
        if again is not None:
            yield f"a repetition fails: {again!r}"
    tell = whole_turn(NEXT, op_id="op-next")
    refused = _raised_by(lambda: scene.opened[-1].record(tell)) if scene.opened else None
    if refused is not None and not isinstance(refused, MemorySchemaError | RefusedError):
        yield f"the next call fails: {refused!r}"
    # Whoever has given the store up, or was closed, is opened anew.
    if refused is not None or not scene.opened:
        refused = _raised_by(lambda: scene.open().record(tell))
        if refused is not None:
            yield f"nor does a new process get on: {refused!r}"
    at_close = _raised_by(scene.close)
    if at_close is not None:
        yield f"close: {at_close!r}"


def _raised_by(act: Callable[[], object]) -> BaseException | None:
    """Give what an act raises, without the frames it came through: they hold connections."""
    try:
        act()
    except Exception as error:  # noqa: BLE001 - whatever it is, it is the finding
        _let_go(error)
        return error
    return None


def _let_go(error: BaseException | None) -> None:
    while error is not None:
        error.__traceback__ = None
        error = error.__cause__ or error.__context__


def trial_faults(trial: Trial, states: Sequence[State], operation: Operation) -> list[str]:
    """Say what is wrong with what a fault came to; `states` are those of a play in peace."""
    faults = [*trial.trouble, *trial.found.faults, *trial.found.findings]
    known = [gist(state) for state in states]
    reached = gist(trial.reached)
    if not operation.is_work:  # a worker's step may end as a failed attempt instead
        if reached not in known:
            faults.append(f"reached neither of {len(known)} states")
        elif trial.error is None and reached != known[-1]:
            faults.append("done, but not there")
    # Making an empty store and one step of several may be done before what failed.
    is_told_apart = not (operation.is_new or operation.is_work)
    if is_told_apart and _says_nothing_happened(trial.error) and reached in known[1:]:
        faults.append(f"says that nothing was written: {trial.error}")
    told = _count(trial.found.state, NEXT)
    if told != 1:
        faults.append(f"the next turn is there {told} times")
    if _count(trial.found.state, SAID) > 1:
        faults.append("what was said is there twice")
    return [f"{operation.name}, {trial.fault}, {trial.error!r}: {fault}" for fault in faults]


def _says_nothing_happened(error: BaseException | None) -> bool:
    return (
        isinstance(error, SaysoError)
        and not isinstance(error, UnknownCommitError)
        and "nothing was" in f"{error} {error.hint}"
    )


def gist(state: State) -> State:
    """Give a state without the count of commits: a commit that came back may be done once more."""
    return tuple(
        (table, tuple((*row[:4], *row[5:]) for row in rows) if table == "memory_meta" else rows)
        for table, rows in state
    )


def _count(state: State, text: str) -> int:
    """Count the turns in which the user said a text."""
    return sum(text in row for row in dict(state).get("turns", ()))
