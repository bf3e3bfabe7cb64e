"""A file that nobody sees before it is complete, and that never takes the place of another.

It is written without a name, which it gets when it is complete: neither an error nor a kill leaves
anything behind. Where the system or the disk has no such files, it is written under a hidden
name, which only a kill leaves.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sayso.shell.ports import Ports

DESCRIPTORS: Final = Path("/proc/self/fd")
NO_NAMELESS: Final = frozenset({errno.EOPNOTSUPP, errno.EISDIR, errno.ENOENT})
HIDDEN_GLOB: Final = ".memory-*.tmp"

# Gives a complete file its name; raises FileExistsError when somebody has taken it.
Publish = Callable[[Path], None]


@contextmanager
def new_file(folder: Path, ports: Ports) -> Iterator[tuple[BinaryIO, Publish]]:
    """Open a file that nobody sees until it is published, and that is gone if it never is.

    Only its owner may read it. Whoever writes it also flushes it to the disk.
    """
    descriptor = _nameless(folder)
    if descriptor is None:
        with _hidden_file(folder / HIDDEN_GLOB.replace("*", ports.ids.token())) as opened:
            yield opened
        return
    with os.fdopen(descriptor, "w+b") as file:
        yield file, lambda path: _link(descriptor, path)


def _nameless(folder: Path) -> int | None:
    """Make a file without a name, None where the system or the disk has none such."""
    if not hasattr(os, "O_TMPFILE") or not DESCRIPTORS.is_dir():
        return None
    try:
        return os.open(folder, os.O_TMPFILE | os.O_RDWR, 0o600)
    except OSError as error:
        if error.errno in NO_NAMELESS:
            return None
        raise


def _link(descriptor: int, path: Path) -> None:
    """Give a file without a name its name, unless it is taken, and make the name durable."""
    with _open_folder(path.parent) as folder:
        os.link(DESCRIPTORS / str(descriptor), path.name, dst_dir_fd=folder)
        os.fsync(folder)


@contextmanager
def _open_folder(path: Path) -> Iterator[int]:
    folder = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
    try:
        yield folder
    finally:
        os.close(folder)


@contextmanager
def _hidden_file(hidden: Path) -> Iterator[tuple[BinaryIO, Publish]]:
    """Open a file under a hidden name; in the end it bears its right name or is gone."""

    def publish(path: Path) -> None:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        try:
            hidden.replace(path)
            with _open_folder(path.parent) as folder:
                os.fsync(folder)
        except BaseException:
            path.unlink()
            raise

    descriptor = os.open(hidden, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600)
    try:
        with os.fdopen(descriptor, "w+b") as file:
            yield file, publish
    finally:
        hidden.unlink(missing_ok=True)
