"""Files of other tools: read whole, and changed in one step or not at all.

A file is written beside itself, flushed, and put in its place if what lies there is still what was
read; its rights stay. A link is followed to the real file: for a user's own files wherever that
lies, for a project's only within the project, since a link may have come with it. A run that was
killed leaves the file beside it; the next one takes that away, if nobody holds its lock.
"""

from __future__ import annotations

import fcntl
import os
import re
import stat
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sayso.core import limits
from sayso.shell.errors import MemoryStorageError, RefusedError, StalePlanError

if TYPE_CHECKING:
    from pathlib import Path

    from sayso.shell.ports import Ports

NEW_MODE: Final = 0o666  # less what the umask takes
PRIVATE_MODE: Final = 0o600
AGAIN: Final = "run the command again"
_BESIDE: Final = re.compile(r"\.sayso-[0-9a-f]{32}\.tmp")
_LOOKING: Final = os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY  # neither waits nor takes a terminal


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """A file as it was read: `real` is where it lies behind links; no content is no file."""

    path: Path
    real: Path
    content: bytes | None
    mode: int
    owner: tuple[int, int] | None = None

    @property
    def text(self) -> str | None:
        """Give the text; raises RefusedError where it is no UTF-8."""
        if self.content is None:
            return None
        try:
            return self.content.decode("utf-8")
        except UnicodeDecodeError as error:
            raise RefusedError(
                f"{self.path}: it is no UTF-8 at byte {error.start}; nothing was changed",
                "correct the file",
            ) from error


def look_at(path: Path, within: Path | None) -> Seen:
    """Read a file; `within` is the folder it must really lie in.

    Raises RefusedError for what is no plain file of one name, or lies elsewhere.
    """
    real = path.resolve()
    if within is not None and not real.is_relative_to(within):
        raise _unusable(path, f"leads out of the project to {real}")
    try:
        content, found = read_plain(real)
    except FileNotFoundError:
        if path.is_symlink():
            raise _unusable(path, f"is a link to {real}, where nothing is") from None
        return Seen(path=path, real=real, content=None, mode=NEW_MODE)
    except RefusedError as error:
        raise _unusable(path, str(error)) from error
    if found.st_nlink > 1:
        raise _unusable(path, f"has {found.st_nlink} names (hard links), which would part")
    return Seen(
        path=path,
        real=real,
        content=content,
        mode=stat.S_IMODE(found.st_mode),
        owner=(found.st_uid, found.st_gid),
    )


def read_plain(path: Path) -> tuple[bytes, os.stat_result]:
    """Read a plain file within the bound, without waiting for anybody.

    Raises FileNotFoundError for none, RefusedError for what is no such file: the end of a
    sentence that begins with its path.
    """
    try:
        found = path.stat()  # first of all: some devices do something when they are opened
    except FileNotFoundError:
        raise
    except OSError as error:
        raise RefusedError(f"cannot be looked at ({error.strerror})") from error
    try:
        content = b""
        if stat.S_ISREG(found.st_mode):
            with open(os.open(path, _LOOKING), "rb") as file:  # noqa: PTH123 - of a descriptor
                found = os.fstat(file.fileno())
                content = file.read(limits.CONNECTION_FILE_MAX_BYTES + 1)
    except FileNotFoundError:
        raise
    except OSError as error:
        raise RefusedError(f"cannot be read ({error.strerror})") from error
    if not stat.S_ISREG(found.st_mode):
        raise RefusedError("is no plain file")
    if len(content) > limits.CONNECTION_FILE_MAX_BYTES:
        raise RefusedError(f"has {max(found.st_size, len(content))} bytes")
    return content, found


def clear_left(path: Path, within: Path | None) -> None:
    """Remove what runs that were killed left beside a file; `within` as for `look_at`."""
    folder = path.resolve().parent
    if within is not None and not folder.is_relative_to(within):
        return
    with suppress(OSError):
        for one in sorted(folder.iterdir()):
            if _BESIDE.fullmatch(one.name) and not one.is_symlink() and one.is_file():
                _clear(one)


def _clear(left: Path) -> None:
    """Remove one file whose writer is gone: its lock went with it."""
    with suppress(OSError), open(os.open(left, _LOOKING), "rb") as file:  # noqa: PTH123 - as above
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        left.unlink()


def change(seen: Seen, text: str | None, ports: Ports) -> None:
    """Give a file another text, or take it away for None.

    Raises StalePlanError where it is no longer what was read, MemoryStorageError for a disk that
    fails; nothing was changed then.
    """
    try:
        if text is None:
            _hold(seen)
            seen.real.unlink()
        else:
            _write(seen, text.encode("utf-8"), ports)
        _flush_folder(seen.real.parent)
    except OSError as error:
        raise MemoryStorageError(
            f"cannot change {seen.path}: {error.strerror or error}", "check rights and disk"
        ) from error


def _write(seen: Seen, content: bytes, ports: Ports) -> None:
    beside = seen.real.with_name(f".sayso-{ports.ids.token()}.tmp")
    mode = seen.mode if seen.content is None else PRIVATE_MODE
    descriptor = os.open(beside, os.O_CREAT | os.O_EXCL | os.O_WRONLY, mode)
    try:
        with os.fdopen(descriptor, "wb") as file:
            fcntl.flock(descriptor, fcntl.LOCK_EX)
            file.write(content)
            file.flush()
            if seen.owner is not None:
                os.fchmod(descriptor, seen.mode)
                with suppress(PermissionError):  # only root may give a file to somebody else
                    os.fchown(descriptor, *seen.owner)
            os.fsync(descriptor)
            if seen.content is None:
                _link(beside, seen)
            else:
                _hold(seen)
                beside.replace(seen.real)
    finally:
        beside.unlink(missing_ok=True)


def _link(beside: Path, seen: Seen) -> None:
    """Give a new file its name, unless somebody else has just made one."""
    try:
        os.link(beside, seen.real)
    except FileExistsError:
        raise _stale(seen) from None


def _hold(seen: Seen) -> None:
    """Make sure that a file is still what was read."""
    try:
        content, _ = read_plain(seen.real)
    except (FileNotFoundError, RefusedError):
        raise _stale(seen) from None
    if content != seen.content:
        raise _stale(seen)


def _flush_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _stale(seen: Seen) -> StalePlanError:
    return StalePlanError(f"{seen.path} was changed by another program meanwhile", AGAIN)


def _unusable(path: Path, why: str) -> RefusedError:
    return RefusedError(f"{path} {why}; nothing was changed", "change it by hand, or correct that")
