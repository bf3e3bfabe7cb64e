"""What becomes of the layers by a plan, all at once, against what others wrote meanwhile (B190).

Input: the plan, the layers as the model was shown them, and as they are now. Output: the layers
that change, what they replace, and what somebody else has changed since it was shown, which is
left as it is. Nothing that was not shown is ever replaced.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from sayso.core.knowledge.dream_changes import (
    NotesChange,
    NotesOvertaken,
    PatternsAfter,
    function_after,
    notes_after,
    patterns_after,
)
from sayso.core.knowledge.dream_plan import FunctionUpdate

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sayso.core.knowledge.dream_plan import DreamPlan
    from sayso.core.knowledge.json_values import JsonObject

NOTES: Final = "project notes"
_ABSENT: Final = object()


@dataclass(frozen=True, slots=True, kw_only=True)
class Layers:
    """The layers that a dream may change; functions are by their names in capitals."""

    notes: str = ""
    functions: Mapping[str, JsonObject] = field(default_factory=dict)
    patterns: Sequence[object] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """What a plan comes to: `notes` is None where they stay, `functions` are those that change.

    `overtaken` names what the plan would have replaced and somebody else has changed.
    """

    notes: str | None
    functions: Mapping[str, JsonObject]
    patterns: PatternsAfter
    overtaken: tuple[str, ...] = ()


def functions_in(plan: DreamPlan) -> dict[str, dict[str, object]]:
    """Give the fields that a plan sets, by function in capitals; of two values the later."""
    wanted: dict[str, dict[str, object]] = {}
    for update in plan.functions:
        wanted.setdefault(update.function.upper(), {}).update(update.fields)
    return wanted


def settle_plan(plan: DreamPlan, shown: Layers, now: Layers, at: str) -> Settled:
    """Say what a plan makes of the layers as they are now."""
    notes = notes_after(plan, shown.notes, now.notes)
    changed: dict[str, JsonObject] = {}
    overtaken = [NOTES] if isinstance(notes, NotesOvertaken) else []
    for name, fields in functions_in(plan).items():
        known, seen = now.functions.get(name, {}), shown.functions.get(name, {})
        new = {key: value for key, value in fields.items() if known.get(key, _ABSENT) != value}
        foreign = {key for key in new if known.get(key, _ABSENT) != seen.get(key, _ABSENT)}
        overtaken += [f"{name}.{key}" for key in sorted(foreign)]
        own = {key: value for key, value in new.items() if key not in foreign}
        if own:
            changed[name] = function_after(known, FunctionUpdate(function=name, fields=own), at)
    return Settled(
        notes=notes.text if isinstance(notes, NotesChange) else None,
        functions=changed,
        patterns=patterns_after(now.patterns, plan, at),
        overtaken=tuple(overtaken),
    )


def replaced_by(settled: Settled, now: Layers) -> dict[str, object]:
    """Give what a dream replaces, as it is kept: old notes, fields and patterns; {} for none."""
    kept: dict[str, object] = {}
    if settled.notes is not None:
        kept["project_memory"] = now.notes
    fields = {
        name: _replaced(now.functions.get(name, {}), after)
        for name, after in settled.functions.items()
    }
    if any(fields.values()):
        kept["functions"] = {name: old for name, old in fields.items() if old}
    if settled.patterns.removed:
        kept["patterns"] = [dict(one) for one in settled.patterns.removed]
    return kept


def _replaced(before: JsonObject, after: JsonObject) -> dict[str, object]:
    """Give the fields that get another value; when somebody wrote them last is no field."""
    own = {key: value for key, value in before.items() if not key.startswith("_")}
    return {key: value for key, value in own.items() if after.get(key, _ABSENT) != value}
