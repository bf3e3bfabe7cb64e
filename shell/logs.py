"""Finds and reads the log files below the paths a user gives; nothing is written.

A folder is walked in the order of names. Hidden folders are passed over, except `.specstory`,
and linked folders are never entered. In a walked folder a file that is no log of ours is counted
and passed over; a file that the user named and that cannot be read is a fault.

Turns go to a sink as they are read, so that no log is ever held whole.
"""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sayso.core import limits
from sayso.core.outcome import Failure, Result, Success, is_failure
from sayso.core.transcripts.exchanges import Exchange
from sayso.core.transcripts.noted import Noted
from sayso.core.transcripts.reading import (
    SAYSO,
    TranscriptFault,
    detect_format,
    fault_of,
    read_entries,
)
from sayso.core.transcripts.records import NOTICES, SkipReason
from sayso.core.transcripts.sayso_export import exported_from
from sayso.shell.logfiles import CONVERSATIONS, Log, open_logs, why
from sayso.shell.logsessions import FolderRule, LogSessions, WaitingSession

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from sayso.shell.noting import NoteSink
    from sayso.shell.spool import TurnSink

_ENDINGS: Final = (".jsonl", ".md", ".zip")
_ENTERED: Final = ".specstory"
_NO_LOG: Final = frozenset(
    {"empty-file", "binary-file", "not-utf8", "unknown-format", "codex-history"}
)
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
class NamedCount:
    """How often something of one name came up: a reason, or a format."""

    name: str
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Gathered:
    """Everything there is to import, oldest session first; counts stand in order of their names."""

    sessions: tuple[WaitingSession, ...]
    files: int
    skipped: tuple[NamedCount, ...]
    notices: tuple[NamedCount, ...]
    formats: tuple[NamedCount, ...]
    faults: tuple[LogFault, ...]


@dataclass(slots=True, kw_only=True)
class _Tally:
    """What has come together so far."""

    rule: FolderRule
    sink: TurnSink
    notes: NoteSink
    sessions: list[WaitingSession] = field(default_factory=list)
    skipped: Counter[str] = field(default_factory=Counter)
    notices: Counter[str] = field(default_factory=Counter)
    formats: Counter[str] = field(default_factory=Counter)
    faults: list[LogFault] = field(default_factory=list)


def gather_logs(
    paths: Iterable[Path],
    rule: FolderRule,
    sinks: tuple[TurnSink, NoteSink],
    show: Callable[[int, int], None],
) -> Gathered:
    """Read every log below some paths into two sinks; `show` is told (files read, files found)."""
    files, faults = find_logs(paths)
    turns, notes = sinks
    tally = _Tally(rule=rule, sink=turns, notes=notes, faults=list(faults))
    for done, file in enumerate(files):
        show(done, len(files))
        _add_file(file, tally)
    notes.end()
    show(len(files), len(files))
    return Gathered(
        sessions=tuple(sorted(tally.sessions, key=_began)),
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
        faults.append(LogFault(path=path, reason="unreadable", hint=why(error)))

    for top, names, files in os.walk(folder, onerror=note):
        names[:] = sorted(name for name in names if name == _ENTERED or name[0] != ".")
        for name in sorted(files):
            path = Path(top, name)
            is_log = name.lower().endswith(_ENDINGS) or CONVERSATIONS.fullmatch(name)
            if is_log and path.is_file():
                yield LogFile(path=path, named=False)


def _add_file(file: LogFile, tally: _Tally) -> None:
    opened = open_logs(file.path)
    if is_failure(opened):
        _note_fault(opened.failure(), _printable(file.path), file, tally)
        return
    for log in opened.unwrap():
        fault = _add_log(log, tally)
        if fault is not None:
            _note_fault(fault, _printable(log.path), file, tally)


def _note_fault(fault: TranscriptFault, path: str, file: LogFile, tally: _Tally) -> None:
    """Note why a file gave nothing; one that was only found, and is no log, is counted."""
    if not file.named and fault.reason in _NO_LOG:
        tally.skipped[fault.reason] += 1
    else:
        tally.faults.append(LogFault(path=path, reason=fault.reason, hint=fault.hint))


def _form_of(log: Log, rule: FolderRule) -> Result[str, TranscriptFault]:
    """Tell the format of a log, or why it is not read."""
    try:
        head = log.pieces.head(limits.LOG_HEAD_BYTES)
    except OSError as error:
        return Failure(TranscriptFault(reason="unreadable", hint=why(error)))
    form = detect_format(log.name, head)
    if form == Success(SAYSO) and rule.own is not None and exported_from(head) == rule.own:
        return Failure(fault_of("own-export"))
    return form.alt(fault_of)


def _add_log(log: Log, tally: _Tally) -> TranscriptFault | None:
    """Read one log; what came of it before it could not be read further stays."""
    detected = _form_of(log, tally.rule)
    if is_failure(detected):
        return detected.failure()
    form = detected.unwrap()
    sessions = LogSessions(form, log, tally.rule, tally.sink)
    skipped: Counter[SkipReason] = Counter()
    fault: TranscriptFault | None = None
    noted = 0
    try:
        for entry in read_entries(form, log.name, log.pieces):
            if isinstance(entry, Exchange):
                sessions.add(entry)
            elif isinstance(entry, Noted):
                tally.notes.add(entry)
                noted += 1
            else:
                skipped[entry.reason] += 1
    except OSError as error:
        fault = TranscriptFault(reason="unreadable", hint=why(error))
    if not (sessions.turns or noted) and fault is None and skipped[SkipReason.NOT_UTF8]:
        return fault_of("not-utf8")
    tally.formats[form] += 1
    tally.sessions += sessions.waiting()
    tally.skipped.update(sessions.skipped)
    for reason, count in skipped.items():
        (tally.notices if reason in NOTICES else tally.skipped)[reason] += count
    return fault


def _began(session: WaitingSession) -> int:
    """Give what sessions are sorted by; one without a time counts as earlier than all others."""
    return _BEFORE_ALL_US if session.began_at_us is None else session.began_at_us


def _counts(counter: Counter[str]) -> tuple[NamedCount, ...]:
    return tuple(NamedCount(name=str(name), count=counter[name]) for name in sorted(counter))


def _printable(path: str | Path) -> str:
    """Give a path as text that any output can take; bytes that are no UTF-8 become marks."""
    return os.fsencode(path).decode("utf-8", errors="replace")
