"""Dies before a chosen statement: what the files of the store hold then is what a kill leaves.

An act is played again and again, and each time it lives one statement longer. It ends by an
exception that nothing in the program may catch; from then on every statement raises again. The
last play meets no crash and says so.
"""

from __future__ import annotations

from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from typing import TYPE_CHECKING, Final

import apsw

from tests.faults.scenes import Scene
from tests.faults.states import State, state_of
from tests.shell.damages import left_in

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.faults.disk import Files
    from tests.faults.places import Folders
    from tests.faults.scenes import Operation

NEVER: Final = -1


class KilledError(BaseException):
    """The process is dead; nothing it would still do happens."""


@dataclass
class Statements:
    """Sees each statement on one store before it runs."""

    path: Path
    dies_at: int = NEVER
    log_pages: int | None = None
    is_armed: bool = False
    seen: list[str] = field(default_factory=list)
    left: Files = field(default_factory=dict)
    on_commit: Callable[[], None] = lambda: None
    is_dead: bool = False
    connections: list[apsw.Connection] = field(default_factory=list)
    _has_committed: bool = False

    def trace(self, connection: apsw.Connection) -> None:
        """Look at a new connection, if it is one to the store."""
        if connection.filename == str(self.path):
            self.connections.append(connection)
            connection.exec_trace = self._before
            if self.log_pages is not None:
                connection.wal_autocheckpoint(self.log_pages)

    def _before(self, cursor: object, text: str, bindings: object) -> bool:
        if self.is_dead:
            raise KilledError
        if not self.is_armed:
            return True
        self.settle()
        if len(self.seen) == self.dies_at:
            self.is_dead = True
            self.left = left_in(self.path.parent)
            raise KilledError
        self.seen.append(text)
        self._has_committed = text.lstrip().upper().startswith("COMMIT")
        return True

    def settle(self) -> None:
        """Tell of a COMMIT once it is over."""
        if self._has_committed:
            self._has_committed = False
            self.on_commit()

    def bury(self) -> None:
        """Let go of what a dead process had open, without a word to the files."""
        for connection in self.connections:
            with suppress(apsw.Error):
                connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
            connection.close(True)


@contextmanager
def traced(path: Path, dies_at: int = NEVER, log_pages: int | None = None) -> Iterator[Statements]:
    """See the statements of every connection to a store that is opened meanwhile."""
    statements = Statements(path=path, dies_at=dies_at, log_pages=log_pages)
    apsw.connection_hooks.append(statements.trace)
    try:
        yield statements
    finally:
        apsw.connection_hooks.remove(statements.trace)


@dataclass(frozen=True, slots=True, kw_only=True)
class Play:
    """One play: the statements that ran, whether it was let run to its end, and the files then."""

    ran: tuple[str, ...]
    is_clean: bool
    left: Files


def play(scene: Scene, operation: Operation, dies_at: int) -> Play:
    """Play an act once and die before its statement number `dies_at`, or at its end."""
    with traced(scene.world.path, dies_at) as statements:
        act = operation.set_up(scene)
        statements.is_armed = True
        try:
            act()
        except KilledError:
            pass
        else:
            assert not statements.is_dead, "the program went on after its death"
            statements.left = left_in(statements.path.parent)
        is_clean = not statements.is_dead
        statements.is_dead = True
        statements.bury()
        return Play(ran=tuple(statements.seen), is_clean=is_clean, left=statements.left)


def plays(folders: Folders, operation: Operation) -> Iterator[Play]:
    """Play an act again and again, dying one statement later each time, until it lives."""
    for dies_at in count():
        died = play(Scene(folders.fresh(), operation), operation, dies_at)
        yield died
        if died.is_clean:
            return


def states_of(scene: Scene, operation: Operation) -> tuple[State, ...]:
    """Play an act in peace; give every state that others can see, from the first to the last."""
    path = scene.world.path
    with traced(path) as statements:
        act = operation.set_up(scene)
        states = [state_of(path)]

        def note() -> None:
            state = state_of(path)
            if state != states[-1]:
                states.append(state)

        statements.on_commit = note
        statements.is_armed = True
        act()
        statements.settle()
        note()
        statements.is_armed = False
        scene.close()
    return tuple(states)
