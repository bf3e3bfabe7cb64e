"""Opens logs in pieces: a file, or what a ZIP holds of an export as it is downloaded.

A piece is read when it is asked for, so that a log is never held whole; a log can be walked more
than once, and each time gives what was there when it was opened: what a tool writes to it in the
meantime is for the next import.
"""

from __future__ import annotations

import json
import re
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from stat import S_ISREG
from typing import TYPE_CHECKING, BinaryIO, Final, cast
from urllib.parse import unquote, urlsplit

from sayso.core import limits
from sayso.core.outcome import Failure, Result, Success
from sayso.core.transcripts.reading import TranscriptFault

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager
    from pathlib import Path
    from zipfile import ZipFile

_TRANSCRIPTS: Final = ("GitHub.copilot-chat", "transcripts")
_WORKSPACE_MAX_BYTES: Final = 64 * 1024
_ZIP_MARK: Final = b"PK\x03\x04"
# An export's conversations, in one file or several; other files beside them are not read.
CONVERSATIONS: Final = re.compile(r"conversations[\w.-]*\.json", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pieces:
    """The first `size_bytes` bytes of what `opening` opens, in pieces; raises OSError."""

    opening: Callable[[], AbstractContextManager[BinaryIO]]
    size_bytes: int

    def __iter__(self) -> Iterator[bytes]:
        """Read from the beginning."""
        left = self.size_bytes
        with self.opening() as file:
            while left > 0 and (piece := file.read(min(left, limits.LOG_CHUNK_BYTES))):
                left -= len(piece)
                yield piece

    def head(self, size_bytes: int) -> bytes:
        """Give the start, of at most so many bytes."""
        head = b""
        for piece in self:
            head += piece
            if len(head) >= size_bytes:
                break
        return head[:size_bytes]


@dataclass(frozen=True, slots=True, kw_only=True)
class Log:
    """One log to read. `name` is its file's, without folders; `path` says where it is.

    `folder` is where sessions were held that name none, as far as that is known.
    """

    name: str
    path: str
    pieces: Pieces
    folder: str | None = None


def open_logs(path: Path) -> Result[tuple[Log, ...], TranscriptFault]:
    """Open what a file holds: itself, or the conversations of a ZIP; nothing is read yet."""
    try:
        # Looked at before it is opened: opening a pipe would wait for a writer.
        facts = path.stat()
        if not S_ISREG(facts.st_mode):
            return fault("not-a-file", "Give a file or a folder.")
        pieces = Pieces(opening=partial(_file, path), size_bytes=facts.st_size)
        is_zip = path.suffix.lower() == ".zip" and pieces.head(len(_ZIP_MARK)) == _ZIP_MARK
        if is_zip:
            return _zipped(path)
        log = Log(name=path.name, path=str(path), pieces=pieces, folder=folder_beside(path))
        return _within_limit((log,))
    except FileNotFoundError:
        return fault("not-found", "Check the path.")
    except (OSError, ValueError) as error:
        return fault("unreadable", why(error))


def folder_beside(path: Path) -> str | None:
    """Give the folder that an editor keeps a transcript for, as the file above it says.

    One on another machine is an address, which is no folder here.
    """
    place = path.absolute()
    if place.parts[-3:-1] != _TRANSCRIPTS:
        return None
    try:
        with (place.parents[2] / "workspace.json").open("rb") as file:
            workspace = json.loads(file.read(_WORKSPACE_MAX_BYTES))
    except (OSError, ValueError, RecursionError):
        return None
    address = workspace.get("folder") if isinstance(workspace, dict) else None
    if not isinstance(address, str):
        return None
    return unquote(urlsplit(address).path) if address.startswith("file://") else address


def why(error: OSError | ValueError) -> str:
    """Say in one line why something could not be read."""
    words = error.strerror if isinstance(error, OSError) else None
    return f"{words or error}: check path and rights."


def fault(reason: str, hint: str) -> Result[tuple[Log, ...], TranscriptFault]:
    """Give a fault of a whole file."""
    return Failure(TranscriptFault(reason=reason, hint=hint))


def _file(path: Path) -> BinaryIO:
    return path.open("rb")


def _zipped(path: Path) -> Result[tuple[Log, ...], TranscriptFault]:
    """Find the conversations in a ZIP, in the order of their names."""
    with _archive(path) as archive:
        found = sorted(
            (member.filename, member.file_size)
            for member in archive.infolist()
            if CONVERSATIONS.fullmatch(member.filename.rpartition("/")[2])
        )
    if not found:
        return fault("unknown-format", "The ZIP holds no conversations.json.")
    return _within_limit(
        tuple(
            Log(
                name=name.rpartition("/")[2],
                path=str(path / name),
                pieces=Pieces(opening=partial(_member, path, name), size_bytes=size_bytes),
            )
            for name, size_bytes in found
        )
    )


def _within_limit(logs: tuple[Log, ...]) -> Result[tuple[Log, ...], TranscriptFault]:
    if any(log.pieces.size_bytes > limits.IMPORT_FILE_MAX_BYTES for log in logs):
        most = limits.IMPORT_FILE_MAX_BYTES // (1024 * 1024)
        return fault("too-large", f"Split it into files of at most {most} MiB.")
    return Success(logs)


@contextmanager
def _archive(path: Path) -> Iterator[ZipFile]:
    """Open a ZIP; whatever is wrong with it is an OSError, as with any other file."""
    import zlib
    from zipfile import BadZipFile, ZipFile

    try:
        with ZipFile(path) as archive:
            yield archive
    except (BadZipFile, zlib.error, EOFError, RuntimeError) as error:
        raise OSError(f"the ZIP cannot be read ({error})") from error


@contextmanager
def _member(path: Path, name: str) -> Iterator[BinaryIO]:
    """Open one file of a ZIP."""
    with _archive(path) as archive, archive.open(name) as file:
        yield cast("BinaryIO", file)
