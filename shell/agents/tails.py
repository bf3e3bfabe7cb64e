"""The end of an agent's log, which grows while the agent works: the answer to one prompt."""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING

from sayso.core import limits
from sayso.core.agents.payloads import CODEX
from sayso.core.transcripts.claude_code import read_claude_log
from sayso.core.transcripts.codex import read_codex_log
from sayso.core.transcripts.records import SkippedLine

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sayso.core.transcripts.exchanges import Exchange


def answer_in(host: str, path: str, prompt: str) -> str | None:
    """Find the answer to the latest prompt of a log, if those are its words; None without one.

    Read are the last 256 KiB, and where the prompt is not among them, at most the last 16 MiB.
    """
    for most_bytes in limits.HOOK_TAILS_BYTES:
        tail, is_whole = _tail(path, most_bytes)
        last = _last(host, (tail,))
        if last is not None:
            return last.assistant_text or None if last.user_text == prompt else None
        if is_whole:
            break
    return None


def _last(host: str, chunks: Iterable[bytes]) -> Exchange | None:
    read = read_codex_log if host == CODEX else read_claude_log
    last: Exchange | None = None
    for entry in read("", chunks):
        if not isinstance(entry, SkippedLine):
            last = entry
    return last


def _tail(path: str, most_bytes: int) -> tuple[bytes, bool]:
    """Give the whole lines among the last bytes of a file, and whether that is all of it."""
    try:
        file = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except (OSError, ValueError):
        return b"", True
    try:
        found = os.fstat(file)
        if not stat.S_ISREG(found.st_mode):
            return b"", True
        size = found.st_size
        tail = os.pread(file, most_bytes, max(0, size - most_bytes))
    finally:
        os.close(file)
    return (tail, True) if size <= most_bytes else (tail.partition(b"\n")[2], False)
