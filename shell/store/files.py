"""Reads a store's files as they lie, and copies them, without a connection to them.

POSIX locks belong to the process: closing any handle of a file drops the locks that SQLite holds
on it through another. So nothing here opens a store's file by itself; all of it goes through
SQLite's own file layer, which knows the other handles of this process.
"""

from __future__ import annotations

import os
import stat
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

import apsw

from sayso.core import limits
from sayso.core.catalog import MOVE_AWAY, Traces
from sayso.shell.errors import ForeignStoreError, MemoryStorageError
from sayso.shell.store.connection import open_copy

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from mmap import mmap

HEAD_BYTES: Final = 512
LOG_HEAD_BYTES: Final = 32
PIECE_BYTES: Final = 1024 * 1024
PAGE_BYTES: Final = 4_096
LOG: Final = "-wal"
MARK: Final = ".mark"
PARTS: Final = ("", LOG, "-journal")
EXPORTS_NAME: Final = "exports"
COPY_PREFIX: Final = "sayso-copy-"  # of a folder for temporary files that holds a copy

T = TypeVar("T")
Footprint = tuple[tuple[int, int, int] | None, ...]


def traces_of(path: Path) -> Traces:
    """Tell what lies where a store should be; raises ForeignStoreError for what is no file."""
    for part in (path.parent, path):
        if part.is_symlink():
            raise ForeignStoreError(f"{part} is a symbolic link, which is not followed", MOVE_AWAY)
    found, log, journal = (_stat(Path(f"{path}{suffix}")) for suffix in PARTS)
    if found is not None and not stat.S_ISREG(found.st_mode):
        what = "a folder" if stat.S_ISDIR(found.st_mode) else "no regular file"
        raise ForeignStoreError(f"{path} is {what}, not a Sayso store", MOVE_AWAY)
    _check_parts(path)
    size = None if found is None else found.st_size
    log_bytes = 0 if log is None else log.st_size
    exports = (path.parent / EXPORTS_NAME).glob("*.json")
    return Traces(
        file_bytes=size,
        log_bytes=log_bytes,
        log_head=head_of(Path(f"{path}{LOG}"), LOG_HEAD_BYTES) if log_bytes else b"",
        journal_bytes=0 if journal is None else journal.st_size,
        exports=0 if size else sum(1 for _ in exports),
    )


def _check_parts(path: Path) -> None:
    """Refuse what SQLite would wait for or stumble over in the place of one of its own files."""
    for suffix in (*PARTS[1:], "-shm"):
        part = _stat(Path(f"{path}{suffix}"))
        if part is not None and not stat.S_ISREG(part.st_mode):
            kind = "a folder" if stat.S_ISDIR(part.st_mode) else "a link, a pipe or the like"
            raise ForeignStoreError(f"{path}{suffix} is {kind}, not a file of SQLite's", MOVE_AWAY)


def own_exports(path: Path) -> Path:
    """Give where exports of a store lie unless another folder is given; a link is not followed.

    Whoever made a clone may have put one there.
    """
    folder = path.parent / EXPORTS_NAME
    if folder.is_symlink():
        raise ForeignStoreError(f"{folder} is a symbolic link, which is not followed", MOVE_AWAY)
    return folder


def log_path(path: Path) -> Path:
    """Give where the log of a store lies."""
    return Path(f"{path}{LOG}")


def has_log(path: Path) -> bool:
    """Tell whether a store's log holds anything."""
    log = _stat(log_path(path))
    return log is not None and log.st_size > 0


def head_of(path: Path, size_bytes: int = HEAD_BYTES) -> bytes:
    """Give the first bytes of one of a store's files, or as many as there are.

    Raises MemoryStorageError without the right to read it.
    """
    if not os.access(path, os.R_OK, effective_ids=True):
        raise MemoryStorageError(f"{path} may not be read", "give yourself the right to read it")
    return piece_of(path, 0, size_bytes)


def piece_of(path: Path, at: int, size_bytes: int) -> bytes:
    """Give bytes from some place of one of a store's files on, or as many as there are."""
    with _opened(path) as file:
        return file.xRead(max(min(size_bytes, file.xFileSize() - at), 0), at)


def unreadable_page(path: Path) -> int | None:
    """Give the number of the first page, from 1, that the disk cannot read; None for none."""
    with _opened(path) as file:
        size = file.xFileSize()
        for at in range(0, size, PAGE_BYTES):
            try:
                file.xRead(min(PAGE_BYTES, size - at), at)
            except apsw.IOError:
                return at // PAGE_BYTES + 1
    return None


def unwritable_part(path: Path) -> Path | None:
    """Give the file or the folder that this user may not write, though Sayso must; or None."""
    mark = Path(f"{path}{MARK}")
    for part in (path, path.parent, mark):
        may_lack = part is mark and not os.path.lexists(mark)
        if not may_lack and not os.access(part, os.W_OK, effective_ids=True):
            return part
    return None


def footprint(path: Path) -> Footprint:
    """Give what changes when somebody writes to a store: identity, size and time of its files."""
    found = (_stat(Path(f"{path}{suffix}")) for suffix in PARTS)
    return tuple(
        None if one is None else (one.st_ino, one.st_size, one.st_mtime_ns) for one in found
    )


def digest_of(path: Path) -> bytes:
    """Give a hash of what a store's file and log hold, to see whether somebody wrote to them."""
    import hashlib

    digest = hashlib.blake2b()
    for suffix in ("", LOG):
        for piece in _pieces(Path(f"{path}{suffix}")):
            digest.update(piece)
        digest.update(suffix.encode())
    return digest.digest()


@contextmanager
def private_copy(path: Path) -> Iterator[apsw.Connection]:
    """Copy a store's files as they lie and open the copy for reading; the original stays.

    The copy loses its name as soon as it is open, so that a process that is killed leaves none
    behind.
    """
    connection = _copied(path, open_copy)
    try:
        yield connection
    finally:
        connection.close()


@contextmanager
def private_bytes(path: Path) -> Iterator[tuple[mmap | bytes, mmap | bytes]]:
    """Copy a store's file and log as they lie and give the bytes of both; the original stays.

    They are mapped, so that a large store does not have to fit the memory. Either may be empty.
    """
    with ExitStack() as opened:
        file, log = _copied(
            path, lambda copy: [_mapped(Path(f"{copy}{part}"), opened) for part in ("", LOG)]
        )
        yield file, log


def _mapped(path: Path, opened: ExitStack) -> mmap | bytes:
    """Map a file, which may lose its name then."""
    import mmap

    found = _stat(path)
    if found is None or not found.st_size:
        return b""
    with path.open("rb") as file:
        return opened.enter_context(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))


def _copied(path: Path, take: Callable[[Path], T]) -> T:
    """Take what is wanted of a copy whose folder is gone afterwards."""
    import tempfile  # with it come random, shutil and the archives: 8 ms that no hook should pay

    try:
        with tempfile.TemporaryDirectory(prefix=COPY_PREFIX) as folder:
            copy = Path(folder) / path.name
            _copy_calmly(path, copy)
            return take(copy)
    except OSError as error:
        raise MemoryStorageError(
            f"cannot copy {path}: {error.strerror or error}",
            "check the folder for temporary files, or set TMPDIR to another",
        ) from error


def _copy_calmly(path: Path, copy: Path) -> None:
    """Copy all files of a store; once more, a few times, where one was written to meanwhile."""
    for _ in range(limits.COPY_TRIES):
        before = footprint(path)
        for suffix in PARTS:
            _copy_file(Path(f"{path}{suffix}"), Path(f"{copy}{suffix}"))
        if footprint(path) == before:
            return


def _copy_file(original: Path, copy: Path) -> None:
    if _stat(original) is None:
        copy.unlink(missing_ok=True)
        return
    with copy.open("wb") as target:
        for piece in _pieces(original):
            target.write(piece)


def _pieces(path: Path) -> Iterator[bytes]:
    """Read a file piece by piece; one that is not there has none."""
    if _stat(path) is None:
        return
    with _opened(path) as file:
        size = file.xFileSize()
        for at in range(0, size, PIECE_BYTES):
            yield _read(file, min(PIECE_BYTES, size - at), at)


def _read(file: apsw.VFSFile, size_bytes: int, at: int) -> bytes:
    """Read a part of a file; a page that the disk cannot give any more is taken for zeros."""
    try:
        return file.xRead(size_bytes, at)
    except apsw.IOError:
        if size_bytes <= PAGE_BYTES:
            return bytes(size_bytes)
    ends = range(0, size_bytes, PAGE_BYTES)
    return b"".join(_read(file, min(PAGE_BYTES, size_bytes - one), at + one) for one in ends)


def _stat(path: Path) -> os.stat_result | None:
    try:
        return path.lstat()
    except FileNotFoundError:
        return None


@contextmanager
def _opened(path: Path) -> Iterator[apsw.VFSFile]:
    flags = apsw.SQLITE_OPEN_MAIN_DB | apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_NOFOLLOW
    file = apsw.VFSFile("", str(path), [flags, 0])
    try:
        yield file
    finally:
        file.xClose()


def sync_folder(folder: Path) -> None:
    """Bring the names in a folder to the disk, where the file system can: a new one may else go.

    As in SQLite, nothing hangs on it where it cannot.
    """
    with suppress(OSError):
        file = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(file)
        finally:
            os.close(file)
