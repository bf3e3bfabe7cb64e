"""What a plan makes of the layers as they are when it is applied (B176-B179, B190).

Others write while a dream asks its model. Functions and patterns are changed in what is there
now, so nothing of theirs is lost. Notes are one text: what was only appended to them meanwhile is
kept behind the new ones; after any other change the dream has to ask again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

from sayso.core.knowledge.patterns import add_pattern, remove_patterns

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sayso.core.knowledge.dream_plan import DreamPlan, FunctionUpdate
    from sayso.core.knowledge.json_values import JsonObject

UPDATED: Final = "_updated"


@dataclass(frozen=True, slots=True, kw_only=True)
class NotesStay:
    """The notes are what they should be."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NotesChange:
    """The notes become this text."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NotesOvertaken:
    """Somebody rewrote the notes after the model was shown them."""


NotesVerdict: TypeAlias = NotesStay | NotesChange | NotesOvertaken


@dataclass(frozen=True, slots=True, kw_only=True)
class PatternsAfter:
    """The patterns after a plan, how many of its own are new, and those that it took out."""

    patterns: tuple[object, ...]
    added: int
    removed: tuple[JsonObject, ...]


def notes_after(plan: DreamPlan, shown: str, now: str) -> NotesVerdict:
    """Say what becomes of the notes: `shown` is what the model saw, `now` what they are."""
    new = (plan.notes or "").rstrip()
    if plan.notes is None or new == now.rstrip():
        return NotesStay()
    lines, shown_lines = now.splitlines(), shown.rstrip().splitlines()
    if lines[: len(shown_lines)] != shown_lines:
        return NotesOvertaken()
    appended = "\n".join(lines[len(shown_lines) :]).strip()
    return NotesChange(text=f"{new}\n\n{appended}\n" if appended else f"{new}\n")


def function_after(known: JsonObject, update: FunctionUpdate, at: str) -> dict[str, object]:
    """Give a function's knowledge with new values in the fields that are told (B73, B177)."""
    return {**known, **update.fields, UPDATED: at}


def patterns_after(patterns: Sequence[object], plan: DreamPlan, at: str) -> PatternsAfter:
    """Take out what the plan names, then add what it brings (B178, B179, B192).

    A pattern that has gone already, or is there already, is neither an error nor counted.
    """
    left = remove_patterns(patterns, plan.remove)
    after, added = left.patterns, 0
    for pattern in plan.add:
        grown = add_pattern(after, pattern, at)
        after, added = grown.patterns, added + grown.is_new
    return PatternsAfter(patterns=after, added=added, removed=left.removed)
