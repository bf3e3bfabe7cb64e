"""What was typed in earlier chats of a project, for the arrow keys: `.sayso/history`.

One JSON text per line, private to the user, apart from memory: neither /new nor /reset nor a clear
touches it (A46, A50). It is bounded, and no link is followed, since a folder may have come from
somebody else. Nothing here is worth ending a chat for: what cannot be read or kept is left.
"""

from __future__ import annotations

import json
import os
import stat
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from sayso.core import limits

if TYPE_CHECKING:
    from pathlib import Path

NAME: Final = "history"
_FLAGS: Final = os.O_RDWR | os.O_APPEND | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC


def read_past(folder: Path) -> tuple[str, ...]:
    """Give what was typed, oldest first; lines that are no text are passed over."""
    try:
        file = _opened(folder, os.O_RDWR)
    except OSError:
        return ()
    try:
        lines = _tail(file).splitlines()
    finally:
        os.close(file)
    past: list[str] = []
    for line in lines[-limits.CHAT_PAST_MAX_LINES :]:
        with suppress(ValueError, RecursionError):
            text = json.loads(line)
            past += [text] if isinstance(text, str) else []
    return tuple(past)


def keep_line(folder: Path, text: str) -> None:
    """Add a line; a file that grew too long keeps its newest half."""
    line = json.dumps(text).encode() + b"\n"
    if len(line) > limits.CHAT_PAST_MAX_BYTES // 2:
        return
    with suppress(OSError):
        file = _opened(folder, os.O_RDWR | os.O_CREAT)
        try:
            if os.fstat(file).st_size + len(line) > limits.CHAT_PAST_MAX_BYTES:
                kept = _tail(file, limits.CHAT_PAST_MAX_BYTES // 2)
                os.ftruncate(file, 0)
                os.write(file, kept)
            os.write(file, line)
        finally:
            os.close(file)


def _opened(folder: Path, flags: int) -> int:
    """Open the file; raises OSError for what is no plain file of one name."""
    file = os.open(folder / NAME, flags | _FLAGS, 0o600)
    found = os.fstat(file)
    if stat.S_ISREG(found.st_mode) and found.st_nlink == 1:
        return file
    os.close(file)
    raise OSError(f"{folder / NAME} is no plain file")


def _tail(file: int, max_bytes: int = limits.CHAT_PAST_MAX_BYTES) -> bytes:
    """Give the whole lines among the last bytes."""
    size = os.fstat(file).st_size
    tail = os.pread(file, max_bytes, max(0, size - max_bytes))
    return tail if size <= max_bytes else tail.partition(b"\n")[2]
