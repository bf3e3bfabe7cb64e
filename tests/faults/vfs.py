"""SQLite's layer of files, watched: every write, sync, cut and deletion passes a watcher first.

    with watched(folder, Recorder()) as recorder:
        ...                       # whatever opens a store in that folder: nothing in it is changed
    recorder.events

The layer is made SQLite's default while it is in use, so the code under test opens its files as
always. A watcher sees an operation before it happens and may raise instead; it may also let a
part of a write through. Locks and the index of the log (`-shm`) stay with the layer below. The mark
beside the store is not written through SQLite: its system calls are watched in the same way.
"""

from __future__ import annotations

import errno
import os
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar

import apsw

from sayso.shell.store import witness as witness_module
from tests.faults.disk import CREATE, CUT, DELETE, SYNC, SYNC_FOLDER, WRITE, Event

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import TracebackType

NAME: Final = "sayso-watched"
READ: Final = "read"
OPEN: Final = "open"
WATCHED: Final = apsw.SQLITE_OPEN_MAIN_DB | apsw.SQLITE_OPEN_WAL | apsw.SQLITE_OPEN_MAIN_JOURNAL
OWN_LOGS: Final = apsw.SQLITE_OPEN_WAL | apsw.SQLITE_OPEN_MAIN_JOURNAL
# Layers whose files nobody has closed: SQLite may still come to them.
FORGOTTEN: Final[list[apsw.VFS]] = []


class Watcher(Protocol):
    """Looks on, and may step in by raising."""

    @property
    def skips_syncs(self) -> bool:
        """Whether the machine need not be made to write, because the disk is made up."""

    def before(self, event: Event) -> bytes:
        """See what is about to happen; give the part of a write that does."""

    def after(self, event: Event) -> None:
        """See that it has happened."""


W = TypeVar("W", bound=Watcher)


@dataclass
class Recorder:
    """Writes everything down that changes a file."""

    events: list[Event] = field(default_factory=list)
    skips_syncs: bool = True

    def before(self, event: Event) -> bytes:
        return event.data

    def after(self, event: Event) -> None:
        if event.kind not in (READ, OPEN):
            self.events.append(event)


class WatchedLayer(apsw.VFS):
    """The layer that SQLite opens files through."""

    def __init__(self, folder: Path, watcher: Watcher) -> None:
        """Watch the files of one folder."""
        self._folder = folder
        self.watcher = watcher
        self.in_use: list[str] = []
        super().__init__(NAME, "unix", makedefault=True)

    def xOpen(  # noqa: N802 - SQLite's name
        self, name: str | apsw.URIFilename | None, flags: list[int]
    ) -> apsw.VFSFile:
        path = Path(name.filename() if isinstance(name, apsw.URIFilename) else name or "")
        if not flags[0] & WATCHED or path.parent != self._folder:
            return apsw.VFSFile("unix", name, flags)
        return WatchedFile(self, name, path, flags)

    def xDelete(self, filename: str, syncdir: bool) -> None:  # noqa: N802
        path = Path(filename)
        if path.parent != self._folder or not path.exists():
            return super().xDelete(filename, syncdir)
        event = Event(DELETE, path.name)
        self.watcher.before(event)
        super().xDelete(filename, syncdir)
        self.watcher.after(event)
        if syncdir:
            self.watcher.after(Event(SYNC_FOLDER, ""))
        return None

    def excepthook(
        self,
        etype: type[BaseException] | None,
        evalue: BaseException | None,
        etraceback: TracebackType | None,
    ) -> bool:
        """Keep quiet where SQLite does not pass an error on: it was meant."""
        return False


class WatchedFile(apsw.VFSFile):
    """One open file."""

    def __init__(
        self,
        layer: WatchedLayer,
        given: str | apsw.URIFilename | None,
        path: Path,
        flags: list[int],
    ) -> None:
        """Open it; a log or journal that SQLite opens brings its name to the disk when synced."""
        self._layer = layer
        self._watcher = watcher = layer.watcher
        self._name = path.name
        self._syncs_folder = bool(flags[0] & OWN_LOGS and flags[0] & apsw.SQLITE_OPEN_CREATE)
        watcher.before(Event(OPEN, self._name))
        super().__init__("unix", given, flags)
        watcher.after(Event(CREATE, self._name))
        layer.in_use.append(self._name)

    def xClose(self) -> None:  # noqa: N802
        super().xClose()
        self._layer.in_use.remove(self._name)

    def xWrite(self, data: Any, offset: int) -> None:  # noqa: N802, ANN401 - a buffer
        event = Event(WRITE, self._name, offset, bytes(data))
        try:
            passed = self._watcher.before(event)
        except PartWritten as part:
            super().xWrite(event.data[: part.size], offset)
            raise part.error from None
        super().xWrite(passed, offset)
        self._watcher.after(event)

    def xRead(self, amount: int, offset: int) -> bytes:  # noqa: N802
        self._watcher.before(Event(READ, self._name, offset))
        return super().xRead(amount, offset)

    def xTruncate(self, newsize: int) -> None:  # noqa: N802
        event = Event(CUT, self._name, newsize)
        self._watcher.before(event)
        super().xTruncate(newsize)
        self._watcher.after(event)

    def xSync(self, flags: int) -> None:  # noqa: N802
        event = Event(SYNC, self._name)
        self._watcher.before(event)
        if not self._watcher.skips_syncs:
            super().xSync(flags)
        self._watcher.after(event)
        if self._syncs_folder:
            self._syncs_folder = False
            self._watcher.after(Event(SYNC_FOLDER, ""))

    def excepthook(
        self,
        etype: type[BaseException] | None,
        evalue: BaseException | None,
        etraceback: TracebackType | None,
    ) -> bool:
        """Keep quiet, as above."""
        return False


class PartWritten(Exception):  # noqa: N818 - no fault by itself: it carries one
    """Raised by a watcher to let the first bytes of a write through before its error."""

    def __init__(self, size: int, error: Exception) -> None:
        """Write `size` bytes, then raise the error."""
        super().__init__(size)
        self.size = size
        self.error = error


class WatchedSystem(SimpleNamespace):
    """The system calls that write the mark, for the module that makes them."""

    def __init__(self, watcher: Watcher) -> None:
        """Watch what is opened from now on."""
        super().__init__(watcher=watcher, names={})

    def __getattr__(self, name: str) -> object:
        return getattr(os, name)

    def open(self, path: Path, flags: int, mode: int = 0o777) -> int:
        if not flags & os.O_CREAT:
            return os.open(path, flags, mode)
        file = os.open(path, flags, mode)
        self.names[file] = path.name
        self.watcher.after(Event(CREATE, path.name))
        return file

    def pwrite(self, file: int, content: bytes, at: int) -> int:
        event = Event(WRITE, self.names[file], at, content)
        with _system_errors():
            try:
                passed = self.watcher.before(event)
            except PartWritten as part:
                os.pwrite(file, content[: part.size], at)
                raise part.error from None
        written = os.pwrite(file, passed, at)
        self.watcher.after(event)
        return written

    def fsync(self, file: int) -> None:
        event = Event(SYNC, self.names[file])
        with _system_errors():
            self.watcher.before(event)
        self.watcher.after(event)


@contextmanager
def _system_errors() -> Iterator[None]:
    """Let the system say what SQLite's layer says otherwise."""
    try:
        yield
    except apsw.FullError as error:
        raise OSError(errno.ENOSPC, "No space left on device") from error
    except apsw.IOError as error:
        raise OSError(errno.EIO, "Input/output error") from error


@contextmanager
def watched(folder: Path, watcher: W) -> Iterator[W]:
    """Let every connection that is opened meanwhile, and every mark, go through a watcher.

    All of them must be closed in the end.
    """
    place = folder.resolve()
    layer = WatchedLayer(place, watcher)

    def sync_folder(synced: Path) -> None:
        if synced.resolve() == place:
            watcher.after(Event(SYNC_FOLDER, ""))

    places: list[tuple[Any, str, object]] = [
        (witness_module, "os", WatchedSystem(watcher)),
        (witness_module, "sync_folder", sync_folder),
    ]
    before = [(module, name, getattr(module, name)) for module, name, _ in places]
    for module, name, value in places:
        setattr(module, name, value)
    try:
        yield watcher
    finally:
        for module, name, value in before:
            setattr(module, name, value)
        layer.unregister()
        if layer.in_use:
            FORGOTTEN.append(layer)
    assert not layer.in_use, f"left open: {', '.join(layer.in_use)}"
