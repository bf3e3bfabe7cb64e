"""What a reader of foreign logs hands over: turns by session, and every line it left out.

Bytes of one file become one `Transcript`. Nothing is dropped silently: a line that gives no turn
is a `SkippedLine` with a reason. Most are the daily noise of their format (`NORMAL`); the others
mean that something was wrong with the line. A notice (`NOTICES`) is about a turn that was kept.

Invariants: no user text is blank, none holds a lone surrogate or is longer than the store takes,
and no source id comes twice in one session of one file.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class SkipReason(StrEnum):
    """Why a line or entry of a log gave no turn of its own."""

    # Problems of the line.
    BROKEN_JSON = "broken-json"  # no JSON, a duplicate key, NaN, infinity, nested too deep
    NOT_AN_OBJECT = "not-an-object"
    NOT_UTF8 = "not-utf8"
    UNKNOWN_TYPE = "unknown-type"  # an event without a type
    BAD_MESSAGE = "bad-message"  # an event whose message is no message
    BAD_FIELD = "bad-field"  # a field of the wrong kind, or an id too long to keep
    LONE_SURROGATE = "lone-surrogate"
    TOO_LONG = "too-long"
    DOUBTFUL = "doubtful"  # may be the user's or the assistant's: never taken for the user's
    DAMAGED = "damaged"  # a text of an export that has not the hash it was stored with
    # A notice: the turn was kept, without its time.
    BAD_TIME = "bad-time"
    # The daily noise of a format.
    NOT_CONVERSATION = "not-conversation"  # an event of another kind
    EMPTY_USER = "empty-user"
    DUPLICATE = "duplicate"
    TOOL_RESULT = "tool-result"
    TOOL_USE = "tool-use"  # an assistant event without words for the user
    SIDECHAIN = "sidechain"
    META = "meta"
    COMPACT_SUMMARY = "compact-summary"
    NOT_HUMAN = "not-human"  # tasks, other agents, schedules
    INJECTED = "injected"  # context that a program added to the prompt
    PASTED = "pasted"  # nothing but marked pastes
    COMMAND = "command"  # a slash command without words
    COMMAND_OUTPUT = "command-output"
    INTERRUPTED = "interrupted"
    SERVICE_NOTICE = "service-notice"  # the service speaking in place of the assistant
    RETRY = "retry"  # a button that has the last prompt answered anew
    OTHER_BRANCH = "other-branch"  # what the user edited or had answered anew
    FORGOTTEN = "forgotten"  # a turn of an export that holds forgotten words
    EMPTY_NOTE = "empty-note"  # of another memory product
    NO_QUESTION = "no-question"  # an answer before any kept prompt


NOTICES: Final = frozenset({SkipReason.BAD_TIME})
PROBLEMS: Final = frozenset(
    {
        SkipReason.BROKEN_JSON,
        SkipReason.NOT_AN_OBJECT,
        SkipReason.NOT_UTF8,
        SkipReason.UNKNOWN_TYPE,
        SkipReason.BAD_MESSAGE,
        SkipReason.BAD_FIELD,
        SkipReason.LONE_SURROGATE,
        SkipReason.TOO_LONG,
        SkipReason.DOUBTFUL,
        SkipReason.DAMAGED,
    }
)
NORMAL: Final = frozenset(SkipReason) - PROBLEMS - NOTICES


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
