"""What a reader of foreign logs hands over: turns by session, and every line it left out.

Bytes of one file become one `Transcript`. Nothing is dropped silently: a line that gives no turn
is a `SkippedLine` with a reason. Most are the daily noise of their format (`NORMAL`); the others
mean that something was wrong with the line. A notice (`NOTICES`) is about a turn that was kept.

Invariants: no user text is blank, none holds a lone surrogate or is longer than the store takes,
and no source id comes twice in one session of one file.
"""

from __future__ import annotations

from dataclasses import dataclass

from sayso.core.transcripts.reasons import NORMAL, NOTICES, PROBLEMS, SkipReason

__all__ = [
    "NORMAL",
    "NOTICES",
    "PROBLEMS",
    "LoggedSession",
    "LoggedTurn",
    "SkipReason",
    "SkippedLine",
    "Transcript",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class LoggedTurn:
    """One thing a person typed and the final answer they saw.

    `source_id` is stable within the session, so that importing twice gives the same. `user_text`
    holds only words a person typed. `assistant_text` is '' when there is no answer. `at_us` is
    microseconds since the epoch, UTC, from the source; None when it has none. `intent` is None
    unless the log names one. `after_gap` tells that a line before it, since the last turn of its
    session, could not be read: it must not be taken for an answer to that turn.
    """

    source_id: str
    user_text: str
    assistant_text: str
    at_us: int | None
    intent: str | None
    after_gap: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class LoggedSession:
    """Turns of one source session in one folder, in the file's order.

    `folder` is the one the log names, None when it names none. When a person changes folder in
    mid-session, each stretch in one folder is an entry of its own with the same `session_id`, so
    that nothing is filed under the wrong project. The entries of one session, put together in
    order, are the session; the same folder may come again after another one.
    """

    session_id: str
    folder: str | None
    turns: tuple[LoggedTurn, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SkippedLine:
    """A line that gave no turn. `line` is 1-based; for Markdown it is the line of the heading."""

    line: int
    reason: SkipReason


@dataclass(frozen=True, slots=True, kw_only=True)
class Transcript:
    """One file read: `format` is a name that `detect_format` gives; `skipped` is by line."""

    format: str
    sessions: tuple[LoggedSession, ...]
    skipped: tuple[SkippedLine, ...]
