"""A made-up disk: what its files hold after a kill, after a power loss, and after a torn one.

It is told what SQLite does to the files of one folder (`Event`), and knows what is still in the
machine's memory only. A file lasts up to its last sync. A name in the folder lasts once the folder
is synced: SQLite does so with the first sync of a log or journal it opened, and with a deletion
that asks for it. What is not synced may be on the disk or not, in any mixture, sector by sector.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping
    from random import Random

SECTOR_BYTES: Final = 512
WRITE: Final = "write"
CUT: Final = "truncate"
SYNC: Final = "sync"
SYNC_FOLDER: Final = "sync folder"
CREATE: Final = "create"
DELETE: Final = "delete"

Files = dict[str, bytes]


@dataclass(frozen=True, slots=True)
class Event:
    """One thing done to one file: `at` is where a write begins, or the size a file is cut to."""

    kind: str
    name: str
    at: int = 0
    data: bytes = b""


@dataclass(slots=True)
class _Content:
    """One file, whatever its name: what is safe, what was done since, and what a reader sees."""

    safe: bytes = b""
    seen: bytearray = field(default_factory=bytearray)
    undone: list[Event] = field(default_factory=list)


class Disk:
    """The files of one folder, as they are seen and as they would be after a loss."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        """Begin with files that have long been on the disk."""
        self._named = {
            name: _Content(safe=content, seen=bytearray(content)) for name, content in files.items()
        }
        # What each name has led to since the folder was last synced, oldest first.
        self._past: dict[str, list[_Content | None]] = {}
        for name, content in self._named.items():
            self._past[name] = [content]

    def take(self, event: Event) -> None:
        """Let one thing happen."""
        match event.kind:
            case "create":
                if event.name not in self._named:
                    self._name(event.name, _Content())
            case "delete":
                self._named.pop(event.name)
                self._past[event.name].append(None)
            case "sync folder":
                self._past = {name: [content] for name, content in self._named.items()}
            case "sync":
                content = self._named[event.name]
                content.safe = bytes(content.seen)
                content.undone.clear()
            case _:
                content = self._named[event.name]
                _apply(content.seen, event)
                content.undone.append(event)

    def _name(self, name: str, content: _Content) -> None:
        self._named[name] = content
        self._past.setdefault(name, [None]).append(content)

    def killed(self) -> Files:
        """Give the files after the process died: the machine still writes all of it."""
        return {name: bytes(content.seen) for name, content in self._named.items()}

    def dark(self) -> Files:
        """Give the files after a power loss that took everything that was not synced."""
        return {
            name: past[0].safe for name, past in self._past.items() if past and past[0] is not None
        }

    def torn(self, dice: Random) -> Files:
        """Give the files after a power loss in the middle of writing: any part may be there."""
        files: Files = {}
        for name, past in self._past.items():
            content = dice.choice(past)
            if content is not None:
                files[name] = _torn(content, dice)
        return files


def _apply(seen: bytearray, event: Event) -> None:
    """Write or cut; a gap before a write is zeros."""
    if event.kind == CUT:
        del seen[event.at :]
    if len(seen) < event.at:
        seen.extend(bytes(event.at - len(seen)))
    seen[event.at : event.at + len(event.data)] = event.data


def _torn(content: _Content, dice: Random) -> bytes:
    seen = bytearray(content.safe)
    kept = dice.random()  # how much of all this reaches the disk: nearly nothing to nearly all
    for event in content.undone:
        if event.kind == CUT:
            if dice.random() < kept:
                _apply(seen, event)
            continue
        for sector in _sectors(event):
            drawn = dice.random()
            if drawn < kept:
                _apply(seen, sector)
            elif drawn < kept + (1 - kept) / 8:
                half = sector.data[: dice.randrange(len(sector.data))]
                _apply(seen, Event(WRITE, sector.name, sector.at, half))
    return bytes(seen)


def _sectors(event: Event) -> list[Event]:
    """Cut a write into the sectors it touches."""
    pieces = []
    at, end = event.at, event.at + len(event.data)
    while at < end:
        stop = min(end, (at // SECTOR_BYTES + 1) * SECTOR_BYTES)
        data = event.data[at - event.at : stop - event.at]
        pieces.append(Event(WRITE, event.name, at, data))
        at = stop
    return pieces
