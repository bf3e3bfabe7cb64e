"""A disk that fails at the operations a test names, once or until it is mended."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import apsw

from tests.faults.vfs import PartWritten, watched
from tests.shell.damages import left_in
from tests.shell.lived import lived_in

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import TracebackType

    from tests.faults.disk import Event
    from tests.kit import World

LOG: Final = "memory.db-wal"
FILE: Final = "memory.db"
FOREVER: Final = 10**9
PAGE: Final = 4_096


def _said(code: int, text: str) -> Exception:
    error = apsw.exception_for(code)
    error.args = (text,)
    return error


def input_output() -> Exception:
    """Give what a failing disk says."""
    return _said(apsw.SQLITE_IOERR, "disk I/O error")


@dataclass
class FailingDisk:
    """Fails at one kind of operation on one file, when `fail` has been called."""

    kind: str = ""
    name: str = ""
    error: Callable[[], Exception] = input_output
    skip: int = 0
    left: int = 0
    met: int = 0
    skips_syncs: bool = True

    def fail(
        self,
        kind: str,
        name: str = LOG,
        *,
        skip: int = 0,
        times: int = 1,
        error: Callable[[], Exception] | None = None,
    ) -> None:
        """Let the next operations of a kind fail, after some that do not."""
        self.kind, self.name, self.skip, self.left, self.met = kind, name, skip, times, 0
        self.error = error or input_output

    def mend(self) -> None:
        """Let everything go well from here on."""
        self.left = 0

    def before(self, event: Event) -> bytes:
        if self.left and (event.kind, event.name) == (self.kind, self.name):
            if self.skip:
                self.skip -= 1
            else:
                self.left -= 1
                self.met += 1
                raise self.error()
        return event.data

    def after(self, event: Event) -> None:
        """Nothing more happens."""


def read_error() -> Exception:
    """Give what a disk says that cannot read."""
    return _said(apsw.SQLITE_IOERR_READ, "disk I/O error")


def full() -> Exception:
    """Give what a full disk says."""
    return _said(apsw.SQLITE_FULL, "database or disk is full")


def short() -> PartWritten:
    """Give a write of which a full disk took only the beginning."""
    return PartWritten(7, full())


@contextmanager
def on_a_failing_disk(folder: Path) -> Iterator[tuple[World, FailingDisk]]:
    """Give a store with a past on a disk that will fail."""
    world = lived_in(folder)
    with watched(world.path.parent, FailingDisk()) as disk:
        yield world, disk


def after_a_kill(world: World, folder: Path) -> World:
    """Give what a new process finds when all that used the store are killed at this moment."""
    found = type(world)(folder)
    found.clock.time_us = world.clock.time_us
    found.path.parent.mkdir(mode=0o700)
    for name, content in left_in(world.path.parent).items():
        (found.path.parent / name).write_bytes(content)
    return found


class WornLayer(apsw.VFS):
    """Opens files on a disk of which one page of the store cannot be read any more."""

    def __init__(self, path: Path) -> None:
        """Begin with a sound disk; `page` counts from 1."""
        self._path = path.resolve()
        self.page: int | None = None
        super().__init__("sayso-worn", "unix", makedefault=True)

    def xOpen(  # noqa: N802 - SQLite's name
        self, name: str | apsw.URIFilename | None, flags: list[int]
    ) -> apsw.VFSFile:
        path = name.filename() if isinstance(name, apsw.URIFilename) else name
        if path is None or Path(path) != self._path:
            return apsw.VFSFile("unix", name, flags)
        return _WornFile(self, name, flags)


class _WornFile(apsw.VFSFile):
    """The file of a store with a page that cannot be read."""

    def __init__(
        self, layer: WornLayer, name: str | apsw.URIFilename | None, flags: list[int]
    ) -> None:
        self._layer = layer
        super().__init__("unix", name, flags)

    def xRead(self, amount: int, offset: int) -> bytes:  # noqa: N802
        page = self._layer.page
        if page is not None and offset < page * PAGE and (page - 1) * PAGE < offset + amount:
            raise read_error()
        return super().xRead(amount, offset)

    def excepthook(
        self,
        etype: type[BaseException] | None,
        evalue: BaseException | None,
        etraceback: TracebackType | None,
    ) -> bool:
        """Keep quiet where SQLite does not pass an error on: it was meant."""
        return False


@contextmanager
def on_a_worn_disk(folder: Path) -> Iterator[tuple[World, WornLayer]]:
    """Give a store with a past on a disk that will lose a page."""
    world = lived_in(folder)
    layer = WornLayer(world.path)
    try:
        yield world, layer
    finally:
        layer.unregister()
