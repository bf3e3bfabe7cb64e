"""The kinds of memory there are."""

from __future__ import annotations

from enum import StrEnum


class Kind(StrEnum):
    """What a memory is. A project knows exactly these three (A6)."""

    PREFERENCE = "user_preference"
    DECISION = "project_decision"
    DISCUSSION = "discussion_context"
