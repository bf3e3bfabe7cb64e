"""Keeps the turns of an import outside of memory until their time has come.

All logs are read before the first turn goes in, since the oldest session goes first, whatever
file it lies in. Until then turns wait in a file without a name beside the store: however an
import ends, nothing of it stays.
"""

from __future__ import annotations

import tempfile
from typing import TYPE_CHECKING, Final, Protocol

import orjson

from sayso.core.project.keying import KeyedTurn
from sayso.core.raw import text_sha256
from sayso.core.transcripts.records import LoggedTurn
from sayso.shell.errors import MemoryStorageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path
    from types import TracebackType
    from typing import Self

_SIZE_BYTES: Final = 8


class TurnSink(Protocol):
    """Takes the turns of an import as they are read."""

    def add(self, turn: KeyedTurn) -> int:
        """Take a turn and give the place where it is found again."""
        ...


class Spool:
    """Turns on disk, found again by the place that `add` gave."""

    def __init__(self, folder: Path | None) -> None:
        """Open an empty spool below a folder; None means the system's own for such files."""
        try:
            self._file = tempfile.TemporaryFile(dir=folder)  # noqa: SIM115 - closed by __exit__
        except OSError as error:
            raise _failed(error) from error
        self._end = 0

    def __enter__(self) -> Self:
        """Give the spool itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the file, which ends it."""
        self._file.close()

    def add(self, turn: KeyedTurn) -> int:
        """Write a turn to the end."""
        logged = turn.logged
        raw = orjson.dumps(
            (
                *(turn.key, turn.after_key, turn.intent),
                *(logged.source_id, logged.user_text, logged.assistant_text, logged.at_us),
            )
        )
        place = self._end
        try:
            self._file.write(len(raw).to_bytes(_SIZE_BYTES, "big"))
            self._file.write(raw)
        except OSError as error:
            raise _failed(error) from error
        self._end += _SIZE_BYTES + len(raw)
        return place

    def read(self, places: Iterable[int]) -> Iterator[KeyedTurn]:
        """Read turns again, one at a time."""
        for place in places:
            try:
                self._file.seek(place)
                size_bytes = int.from_bytes(self._file.read(_SIZE_BYTES), "big")
                raw = self._file.read(size_bytes)
            except OSError as error:
                raise _failed(error) from error
            key, after_key, intent, source_id, user_text, assistant_text, at_us = orjson.loads(raw)
            logged = LoggedTurn(
                source_id=source_id,
                user_text=user_text,
                assistant_text=assistant_text,
                at_us=at_us,
                intent=intent,
            )
            yield KeyedTurn(key=key, after_key=after_key, intent=intent, logged=logged)

    def said(self, places: Iterable[int]) -> Iterator[tuple[str, bytes]]:
        """Give the keys of turns, each with the hash of the user's words."""
        return ((turn.key, text_sha256(turn.logged.user_text)) for turn in self.read(places))


def _failed(error: OSError) -> MemoryStorageError:
    return MemoryStorageError(
        f"cannot keep what was read: {error.strerror or error}",
        "check disk and rights; what is stored already stays, and importing again goes on",
    )
