"""Turns of one log as they are read -> sessions that wait in a sink, or why a turn stays out.

The folder rule: a session whose log says that it was held outside the project is left out. A
folder that means nothing on this machine, such as one of another system, is outside.
"""

from __future__ import annotations

from array import array
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from sayso.core.project.keying import ImportSkip, SessionHead, head_of, key_turn
from sayso.core.transcripts.exchanges import TurnNames

if TYPE_CHECKING:
    from sayso.core.transcripts.exchanges import Exchange
    from sayso.core.transcripts.records import LoggedTurn
    from sayso.shell.logfiles import Log
    from sayso.shell.spool import TurnSink


@dataclass(frozen=True, slots=True, kw_only=True)
class FolderRule:
    """Which sessions are taken: those held in `project`, or all of them.

    `own` is the memory's own store and generation, whose export it has no use for.
    """

    project: Path | None
    any_folder: bool
    own: tuple[str, int] | None = None

    def takes(self, folder: str | None) -> bool:
        """Tell whether a session held in this folder is taken; None when its log names none."""
        return self.any_folder or folder is None or _lies_in(Path(folder), self.project)


@dataclass(slots=True, kw_only=True)
class WaitingSession:
    """Turns of one source session that wait in a sink, in the log's order.

    `began_at_us` is the earliest time a turn of it has, None while none has one.
    """

    head: SessionHead
    began_at_us: int | None = None
    places: array[int] = field(default_factory=lambda: array("Q"))


@dataclass(slots=True, kw_only=True)
class _Stretch:
    """A stretch of a session in one folder; `waiting` None: it is left out."""

    folder: str | None
    waiting: WaitingSession | None
    after_key: str | None = None


class LogSessions:
    """Puts the turns of one log into sessions, keys them, and hands them to the sink."""

    def __init__(self, form: str, log: Log, rule: FolderRule, sink: TurnSink) -> None:
        """Begin a log of a format."""
        self.turns = 0
        self.skipped: Counter[ImportSkip] = Counter()
        self._form = form
        self._log = log
        self._rule = rule
        self._sink = sink
        self._names = TurnNames()
        self._latest: dict[str, _Stretch] = {}
        self._begun: list[tuple[int, WaitingSession]] = []

    def add(self, exchange: Exchange) -> None:
        """Take one turn in, or count why it stays out."""
        logged = self._names.name(exchange)
        self.turns += 1
        stretch = self._latest.get(exchange.session_id)
        folder = exchange.folder or self._log.folder
        if stretch is None or stretch.folder != folder:
            stretch = self._latest[exchange.session_id] = self._begin(exchange, folder, logged)
        waiting = stretch.waiting
        if waiting is None:
            self.skipped[ImportSkip.OTHER_FOLDER] += 1
            return
        keyed = key_turn(waiting.head, logged, stretch.after_key)
        if isinstance(keyed, ImportSkip):
            self.skipped[keyed] += 1
            stretch.after_key = None
            return
        stretch.after_key = keyed.key
        waiting.places.append(self._sink.add(keyed))
        if logged.at_us is not None:
            began_at_us = waiting.began_at_us
            is_earlier = began_at_us is None or logged.at_us < began_at_us
            waiting.began_at_us = logged.at_us if is_earlier else began_at_us

    def waiting(self) -> tuple[WaitingSession, ...]:
        """Give the sessions so far, in the order in which they began in the log."""
        ordered = sorted(self._begun, key=lambda begun: begun[0])
        return tuple(waiting for _, waiting in ordered)

    def _begin(self, exchange: Exchange, folder: str | None, first: LoggedTurn) -> _Stretch:
        waiting = None
        if self._rule.takes(folder):
            head = head_of(self._form, self._log.name, exchange.session_id, first)
            waiting = WaitingSession(head=head)
            self._begun.append((exchange.line, waiting))
        return _Stretch(folder=folder, waiting=waiting)


def _lies_in(folder: Path, project: Path | None) -> bool:
    if project is None or not folder.is_absolute():
        return False
    try:
        return folder.resolve().is_relative_to(project.resolve())
    except (OSError, ValueError, RuntimeError):  # too long, a NUL, or links in a circle
        return False
