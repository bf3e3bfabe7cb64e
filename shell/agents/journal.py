"""The journal of hooks: what went wrong while nobody could be told, and when each last fired.

A hook never troubles its agent, so a fault becomes a line of `.sayso/log`, which `sayso status`
shows; where that folder cannot be used it becomes one of SAYSO_HOME/log, with the folder it is
about. Each line is one JSON object {at, host, event, fault}. A log holds at most 256 KiB: it is
cut to its newest half. Nothing here raises because of what lies on the disk, and no link is
followed, since a folder may have come from somebody else.
"""

from __future__ import annotations

import fcntl
import json
import os
import stat
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from sayso.core import limits
from sayso.shell.plainfiles import IN_FILE, IN_FOLDER, STORE_FOLDER, open_plain
from sayso.shell.store.trust import sayso_home

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from sayso.shell.agents.journalled import Journal, JournalFault

LOG: Final = "log"
FIRED: Final = "fired"
_LOCK_TRIES: Final = 20
_NAP_S: Final = 0.000_5
_NAME_CHARS: Final = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_")


def note_fault(
    folder: Path | None, host: str, event: str, message: str, at_us: int | None = None
) -> None:
    """Note what went wrong, for a project's folder or for one that cannot be told (None)."""
    told = {
        "at": time.time_ns() // 1_000 if at_us is None else at_us,
        "host": host[: limits.JOURNAL_NAME_MAX_CHARS],
        "event": event[: limits.JOURNAL_NAME_MAX_CHARS],
        "fault": " ".join(message.split())[: limits.JOURNAL_FAULT_MAX_CHARS],
    }
    if folder is not None and _append(f"{folder}/{STORE_FOLDER}", told):
        return
    home = str(sayso_home())
    with suppress(OSError):
        os.makedirs(home, mode=0o700, exist_ok=True)  # noqa: PTH103 - pathlib costs 10 ms
    _append(home, told | {"folder": None if folder is None else str(folder)})


def note_fired(folder: Path, host: str, event: str) -> None:
    """Note that a hook fired now; a project without a store has nothing to note it in."""
    name = f"{host}.{event}"
    if not _NAME_CHARS.issuperset(host + event):
        return
    with suppress(OSError):
        place = os.open(f"{folder}/{STORE_FOLDER}", IN_FOLDER)
        try:
            with suppress(FileExistsError):
                os.mkdir(FIRED, 0o700, dir_fd=place)
            inner = os.open(FIRED, IN_FOLDER, dir_fd=place)
            try:
                _touch(name, inner)
            finally:
                os.close(inner)
        finally:
            os.close(place)


def read_journal(folder: Path) -> Journal:
    """Read what `sayso status` shows of the hooks of a project; what repeats is told once."""
    from sayso.shell.agents.journalled import Journal  # a hook writes, others read

    own = _read(f"{folder}/{STORE_FOLDER}", lambda _line: True)
    others = _read(str(sayso_home()), lambda line: line.get("folder") in (None, str(folder)))
    newest: dict[tuple[str, str, str], JournalFault] = {}
    for one in sorted((*others, *own), key=lambda fault: fault.at_us, reverse=True):
        newest.setdefault((one.host, one.event, one.fault), one)
    faults = tuple(newest.values())[: limits.JOURNAL_SHOWN_MAX]
    return Journal(faults=faults, fired=_read_fired(folder))


def _touch(name: str, folder: int) -> None:
    """Give a file of a folder this moment as its time, and make it where it is missing."""
    file = os.open(name, os.O_WRONLY | os.O_CREAT | IN_FILE, 0o600, dir_fd=folder)
    try:
        os.utime(file)
    finally:
        os.close(file)


def _append(folder: str, told: Mapping[str, object]) -> bool:
    """Add a line to the log of a folder; False where that cannot be done."""
    line = json.dumps(told).encode() + b"\n"
    try:
        file = open_plain(folder, LOG, os.O_RDWR | os.O_APPEND | os.O_CREAT)
    except OSError:
        return False
    try:
        _lock(file)
        if os.fstat(file).st_size + len(line) > limits.JOURNAL_MAX_BYTES:
            _cut(file)
        return os.write(file, line) == len(line)
    except OSError:
        return False
    finally:
        os.close(file)


def _lock(file: int) -> None:
    """Keep others from writing meanwhile; whoever does not let go does not stop a line."""
    for _ in range(_LOCK_TRIES):
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            time.sleep(_NAP_S)
        else:
            return


def _cut(file: int) -> None:
    """Keep the newest half of a log, from the beginning of a line on."""
    kept = _tail(file, limits.JOURNAL_MAX_BYTES // 2)
    os.ftruncate(file, 0)
    os.write(file, kept)


def _tail(file: int, max_bytes: int) -> bytes:
    """Give the whole lines among the last bytes of an open file."""
    size = os.fstat(file).st_size
    tail = os.pread(file, max_bytes, max(0, size - max_bytes))
    return tail if size <= max_bytes else tail.partition(b"\n")[2]


def _read(
    folder: str, is_meant: Callable[[Mapping[str, object]], bool]
) -> tuple[JournalFault, ...]:
    """Read the faults that are meant; lines that are none are passed over."""
    try:
        file = open_plain(folder, LOG, os.O_RDONLY)
        try:
            lines = _tail(file, limits.JOURNAL_MAX_BYTES).splitlines()
        finally:
            os.close(file)
    except OSError:
        return ()
    found = (_fault_of(line, is_meant) for line in lines)
    return tuple(fault for fault in found if fault is not None)


def _fault_of(line: bytes, is_meant: Callable[[Mapping[str, object]], bool]) -> JournalFault | None:
    from sayso.shell.agents.journalled import JournalFault

    try:
        told = json.loads(line)
    except (ValueError, RecursionError):
        return None
    match told:
        case {"at": int(at), "host": str(host), "event": str(event), "fault": str(fault)}:
            if 0 <= at <= limits.LATEST_US and is_meant(told):
                return JournalFault(at_us=at, host=host, event=event, fault=fault)
    return None


def _read_fired(folder: Path) -> Mapping[str, int]:
    """Give when each hook last fired, as the times of its files."""
    fired: dict[str, int] = {}
    with suppress(OSError), os.scandir(f"{folder}/{STORE_FOLDER}/{FIRED}") as entries:
        for entry in entries:
            if len(fired) == limits.JOURNAL_FIRED_MAX:
                break
            found = entry.stat(follow_symlinks=False)
            if stat.S_ISREG(found.st_mode) and _NAME_CHARS.issuperset(entry.name.replace(".", "")):
                fired[entry.name] = found.st_mtime_ns // 1_000
    return fired
