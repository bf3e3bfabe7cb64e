"""Finds and reads the log files below the paths a user gives; nothing is written.

A folder is walked in the order of names. Hidden folders are passed over, except `.specstory`,
and linked folders are never entered. In a walked folder a file that is no log of ours is counted
and passed over; a file that the user named and that cannot be read is a fault.

The folder rule: a session whose log says that it was held outside the project is left out. A
folder that means nothing on this machine, such as one of another system, is outside.
"""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from stat import S_ISREG
from typing import TYPE_CHECKING, Final

from sayso.core import limits
from sayso.core.outcome import Failure, Result, is_failure
from sayso.core.project.importing import ImportSkip, Portion, prepare_session
from sayso.core.transcripts.reading import TranscriptFault, read_transcript
from sayso.core.transcripts.records import NOTICES, LoggedSession, Transcript

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

_ENDINGS: Final = (".jsonl", ".md")
_ENTERED: Final = ".specstory"
_NO_LOG: Final = frozenset({"empty-file", "binary-file", "not-utf8", "unknown-format"})
_BEFORE_ALL_US: Final = -(2**63)


@dataclass(frozen=True, slots=True, kw_only=True)
class LogFile:
    """A file that may be a log; `named` when the user named the file and not its folder."""

    path: Path
    named: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class LogFault:
    """A file or folder that could not be read: a slug, and one line on what to do."""

    path: str
    reason: str
    hint: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FolderRule:
    """Which sessions are taken: those held in `project`, or all of them."""

    project: Path | None
    any_folder: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedCount:
    """How often something of one name came up: a reason, or a format."""

    name: str
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Gathered:
    """Everything there is to import, oldest session first; counts stand in order of their names."""

    portions: tuple[Portion, ...]
    files: int
    skipped: tuple[NamedCount, ...]
    notices: tuple[NamedCount, ...]
    formats: tuple[NamedCount, ...]
    faults: tuple[LogFault, ...]


@dataclass(slots=True, kw_only=True)
class _Tally:
    """What has come together so far."""

    portions: list[Portion] = field(default_factory=list)
    skipped: Counter[str] = field(default_factory=Counter)
    notices: Counter[str] = field(default_factory=Counter)
    formats: Counter[str] = field(default_factory=Counter)
    faults: list[LogFault] = field(default_factory=list)
    inside: dict[str, bool] = field(default_factory=dict)


def gather_logs(
    paths: Iterable[Path], rule: FolderRule, show: Callable[[int, int], None]
) -> Gathered:
    """Read every log below some paths; `show` is told (files read, files found)."""
    files, faults = find_logs(paths)
    tally = _Tally(faults=list(faults))
    for done, file in enumerate(files):
        show(done, len(files))
        _add_file(file, rule, tally)
    show(len(files), len(files))
    return Gathered(
        portions=tuple(sorted(tally.portions, key=_began)),
        files=tally.formats.total(),
        skipped=_counts(tally.skipped),
        notices=_counts(tally.notices),
        formats=_counts(tally.formats),
        faults=tuple(tally.faults),
    )


def find_logs(paths: Iterable[Path]) -> tuple[tuple[LogFile, ...], tuple[LogFault, ...]]:
    """List every file to look at, each once however often it is named."""
    files: dict[str, LogFile] = {}
    faults: list[LogFault] = []
    for path in paths:
        if _is_folder(path):
            for found in _walk(path, faults):
                files.setdefault(_identity(found.path), found)
        else:
            files[_identity(path)] = LogFile(path=path, named=True)
    return tuple(files.values()), tuple(faults)


def read_log(path: Path) -> Result[Transcript, TranscriptFault]:
    """Read one file whole; a failure says why there is nothing to read in it."""
    try:
        # Looked at before it is opened: opening a pipe would wait for a writer.
        facts = path.stat()
        if not S_ISREG(facts.st_mode):
            return _fault("not-a-file", "Give a file or a folder.")
        if facts.st_size > limits.IMPORT_FILE_MAX_BYTES:
            most = limits.IMPORT_FILE_MAX_BYTES // (1024 * 1024)
            return _fault("too-large", f"Split it into files of at most {most} MiB.")
        return read_transcript(path.name, path.read_bytes())
    except FileNotFoundError:
        return _fault("not-found", "Check the path.")
    except (OSError, ValueError) as error:
        return _fault("unreadable", _why(error))


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError:  # reading it says what is wrong
        return False


def _identity(path: Path) -> str:
    try:
        return os.path.realpath(path)
    except ValueError:  # a NUL in the name
        return str(path)


def _walk(folder: Path, faults: list[LogFault]) -> Iterator[LogFile]:
    def note(error: OSError) -> None:
        path = _printable(error.filename or folder)
        faults.append(LogFault(path=path, reason="unreadable", hint=_why(error)))

    for top, names, files in os.walk(folder, onerror=note):
        names[:] = sorted(name for name in names if name == _ENTERED or name[0] != ".")
        for name in sorted(files):
            path = Path(top, name)
            if name.lower().endswith(_ENDINGS) and path.is_file():
                yield LogFile(path=path, named=False)


def _add_file(file: LogFile, rule: FolderRule, tally: _Tally) -> None:
    read = read_log(file.path)
    if is_failure(read):
        fault = read.failure()
        if not file.named and fault.reason in _NO_LOG:
            tally.skipped[fault.reason] += 1
        else:
            path = _printable(file.path)
            tally.faults.append(LogFault(path=path, reason=fault.reason, hint=fault.hint))
        return
    transcript = read.unwrap()
    tally.formats[transcript.format] += 1
    for line in transcript.skipped:
        counts = tally.notices if line.reason in NOTICES else tally.skipped
        counts[line.reason] += 1
    for session in transcript.sessions:
        if _is_taken(session, rule, tally.inside):
            portion, left_out = prepare_session(session, transcript.format, file.path.name)
            tally.skipped.update(left_out)
            tally.portions.append(portion)
        else:
            tally.skipped[ImportSkip.OTHER_FOLDER] += len(session.turns)


def _is_taken(session: LoggedSession, rule: FolderRule, inside: dict[str, bool]) -> bool:
    if rule.any_folder or session.folder is None:
        return True
    if session.folder not in inside:
        inside[session.folder] = _lies_in(Path(session.folder), rule.project)
    return inside[session.folder]


def _lies_in(folder: Path, project: Path | None) -> bool:
    if project is None or not folder.is_absolute():
        return False
    try:
        return folder.resolve().is_relative_to(project.resolve())
    except (OSError, ValueError, RuntimeError):  # too long, a NUL, or links in a circle
        return False


def _began(portion: Portion) -> int:
    """Give what sessions are sorted by; one without a time counts as earlier than all others."""
    return _BEFORE_ALL_US if portion.began_at_us is None else portion.began_at_us


def _counts(counter: Counter[str]) -> tuple[NamedCount, ...]:
    return tuple(NamedCount(name=str(name), count=counter[name]) for name in sorted(counter))


def _printable(path: str | Path) -> str:
    """Give a path as text that any output can take; bytes that are no UTF-8 become marks."""
    return os.fsencode(path).decode("utf-8", errors="replace")


def _fault(reason: str, hint: str) -> Result[Transcript, TranscriptFault]:
    return Failure(TranscriptFault(reason=reason, hint=hint))


def _why(error: OSError | ValueError) -> str:
    words = error.strerror if isinstance(error, OSError) else None
    return f"{words or error}: check path and rights."
