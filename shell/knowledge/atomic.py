"""A file of knowledge is replaced whole: who reads it sees the old content or the new one.

The new content is written beside it under a hidden name, flushed, and then put in its place. An
error leaves nothing behind; what a kill left is taken away by the next who writes the file, which
is safe because writing happens under the file's lock (locks.py).
"""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING, Final

from sayso.core import limits
from sayso.shell.errors import MemoryStorageError, RefusedError

if TYPE_CHECKING:
    from pathlib import Path

TEMP_SUFFIX: Final = ".sayso-tmp"
FILE_MODE: Final = 0o600
FOLDER_MODE: Final = 0o700
_LOOKING: Final = os.O_RDONLY | os.O_NONBLOCK  # a pipe must not be waited for


def read_file(path: Path) -> bytes | None:
    """Give the content of a file, None where there is none.

    Raises RefusedError for what is no plain file or is beyond the limit, MemoryStorageError for
    what can't be read.
    """
    try:
        with open(os.open(path, _LOOKING), "rb") as file:  # noqa: PTH123 - of a descriptor
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise RefusedError(f"{path} is no plain file", "move it away")
            content = file.read(limits.KNOWLEDGE_FILE_MAX_BYTES + 1)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise MemoryStorageError(
            f"cannot read {path}: {error.strerror or error}", "check rights and disk"
        ) from error
    if len(content) > limits.KNOWLEDGE_FILE_MAX_BYTES:
        raise _beyond(path)
    return content


def write_file(path: Path, content: bytes) -> None:
    """Give a file this content, durably; folders on the way are made. Its lock must be held.

    Raises RefusedError for a content beyond the limit, MemoryStorageError where the disk fails:
    the file is then as it was, unless the very last flush failed, which leaves the new one.
    """
    if len(content) > limits.KNOWLEDGE_FILE_MAX_BYTES:
        raise _beyond(path)
    beside = path.with_name(f".{path.name}{TEMP_SUFFIX}")
    try:
        make_folder(path.parent)
        beside.unlink(missing_ok=True)
        _replace(path, beside, content)
        flush_folder(path.parent)
    except OSError as error:
        raise MemoryStorageError(
            f"cannot write {path}: {error.strerror or error}", "check rights and disk"
        ) from error


def remove_file(path: Path) -> None:
    """Take a file away, durably, if it is there. Its lock must be held."""
    try:
        path.unlink(missing_ok=True)
        if path.parent.is_dir():
            flush_folder(path.parent)
    except OSError as error:
        raise MemoryStorageError(
            f"cannot remove {path}: {error.strerror or error}", "check rights and disk"
        ) from error


def make_folder(folder: Path) -> None:
    """Make a folder that only its owner may enter, durably, with those above it."""
    if folder.is_dir():
        return
    make_folder(folder.parent)
    folder.mkdir(FOLDER_MODE, exist_ok=True)
    flush_folder(folder.parent)


def flush_folder(folder: Path) -> None:
    """Make the names in a folder durable."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _replace(path: Path, beside: Path, content: bytes) -> None:
    descriptor = os.open(beside, os.O_CREAT | os.O_EXCL | os.O_WRONLY, FILE_MODE)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(descriptor)
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def _beyond(path: Path) -> RefusedError:
    mib = limits.KNOWLEDGE_FILE_MAX_BYTES // (1024 * 1024)
    return RefusedError(f"{path} is beyond the limit of {mib} MiB", "keep less in it")
