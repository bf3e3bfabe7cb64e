"""Marks that a coding agent puts beside a prompt -> why no person typed it, or None.

Agents send prompts of their own the same way as a person's: scheduled tasks, messages of other
agents, summaries of what was compacted. Where they say so, it is in these fields.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sayso.core.transcripts.reasons import SkipReason

if TYPE_CHECKING:
    from collections.abc import Mapping

_FLAGS: Final[Mapping[str, SkipReason]] = {
    "isCompactSummary": SkipReason.COMPACT_SUMMARY,
    "isMeta": SkipReason.META,
    "isVisibleInTranscriptOnly": SkipReason.META,
    "toolUseResult": SkipReason.TOOL_RESULT,
    "scheduledTaskId": SkipReason.NOT_HUMAN,
}


def refusal(marked: Mapping[str, object]) -> SkipReason | None:
    """Say which mark tells that no person typed this; None when there is no such mark.

    >>> refusal({"origin": {"kind": "human"}}), refusal({"turnOrigin": "cron"})
    (None, <SkipReason.NOT_HUMAN: 'not-human'>)
    """
    for name, reason in _FLAGS.items():
        if marked.get(name) not in (None, False):
            return reason
    origins = (_kind(marked.get("origin")), _kind(marked.get("turnOrigin")))
    if any(origin not in (None, "human") for origin in origins):
        return SkipReason.NOT_HUMAN
    return SkipReason.NOT_HUMAN if marked.get("promptSource") == "system" else None


def _kind(origin: object) -> object:
    """Give the kind of an origin, which some builds wrap into an object."""
    return origin.get("kind") if isinstance(origin, dict) else origin
