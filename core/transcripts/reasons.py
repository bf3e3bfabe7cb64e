"""Why a line of a log, or a prompt, gives no turn of its own."""

from __future__ import annotations

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
