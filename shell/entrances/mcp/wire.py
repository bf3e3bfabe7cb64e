"""The wire of a stdio server: lines of the protocol in and out, and nothing else on it.

From `claim` on, the process's own standard output is its standard error: whatever prints, in any
library or child, cannot reach the client. A line that is too long or no message is answered here
and passed on to nobody. A thread reads, because reading must not wait for whoever works.
"""

from __future__ import annotations

import os
import threading
from dataclasses import dataclass
from enum import Enum
from queue import Queue
from typing import TYPE_CHECKING, Final, Self

from sayso.core import limits
from sayso.core.greeting import INVALID_REQUEST, Fields, error_line, read_message
from sayso.core.outcome import is_failure
from sayso.core.transcripts.lines import split_lines

if TYPE_CHECKING:
    from collections.abc import Iterator

CHUNK_BYTES: Final = 65_536
STDIN: Final = 0
STDOUT: Final = 1
STDERR: Final = 2


class Event(Enum):
    """What an inbox tells besides messages."""

    GONE = "gone"  # the client has closed its end
    LOADED = "loaded"  # the SDK is there, or will never be


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """A message with the line it came as."""

    fields: Fields
    line: str


class Wire:
    """Reads messages in a thread of its own, in order, and writes lines whole."""

    def __init__(self, source: int, target: int) -> None:
        """Read from one descriptor and write to another."""
        self._source = source
        self._target = target
        self._writing = threading.Lock()
        self.inbox: Queue[Message | Event] = Queue(limits.MCP_WAITING_MAX)

    @classmethod
    def claim(cls) -> Self:
        """Take standard input and output for the protocol; prints go to standard error."""
        target = os.dup(STDOUT)
        os.dup2(STDERR, STDOUT)
        source = os.dup(STDIN)
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, STDIN)
        os.close(nothing)
        return cls(source, target)

    def start(self) -> None:
        """Begin to read; what waits to be taken is bounded, then the client waits."""
        threading.Thread(target=self._read, name="sayso-mcp-wire", daemon=True).start()

    def write(self, line: bytes) -> None:
        """Write one line of the protocol; to a client that is gone, nothing."""
        rest = memoryview(line + b"\n")
        with self._writing:
            try:
                while rest:
                    rest = rest[os.write(self._target, rest) :]
            except BrokenPipeError:
                return

    def _read(self) -> None:
        try:
            for line in split_lines(self._chunks(), limits.MCP_LINE_MAX_BYTES):
                self._take(line)
        finally:
            self.inbox.put(Event.GONE)

    def _chunks(self) -> Iterator[bytes]:
        while chunk := os.read(self._source, CHUNK_BYTES):
            yield chunk

    def _take(self, line: bytes | None) -> None:
        if line is None:
            said = f"a message of over {limits.MCP_LINE_MAX_BYTES:,} bytes is not read"
            self.write(error_line(None, INVALID_REQUEST, said))
            return
        if not line.strip():
            return
        message = read_message(line)
        if is_failure(message):
            self.write(message.failure())
            return
        self.inbox.put(Message(fields=message.unwrap(), line=line.decode()))
