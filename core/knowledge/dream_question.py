"""What a dream shows its model: all layers within budgets, as one JSON object (B166-B174).

Input: the layers as they are, cases and sessions newest first. Output: the question's text, and
what may be answered to it: only patterns that were shown may go, and what was not shown whole may
not be replaced. Parts come in the order of their worth, whole entries as far as they fit.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import accumulate
from typing import TYPE_CHECKING, Final

from sayso.core import limits
from sayso.core.knowledge.code_render import render_code
from sayso.core.knowledge.dream_plan import PATTERN_KEYS, Shown
from sayso.core.knowledge.json_values import canonical, is_object, objects_of, text_of
from sayso.core.knowledge.patterns import id_of
from sayso.core.text import clip, one_line

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sayso.core.knowledge.json_values import JsonObject

_ID: Final = "_id"
_CUT: Final = "beginning"
_NUMBER_CHARS: Final = 7


@dataclass(frozen=True, slots=True, kw_only=True)
class Material:
    """What a dream has gathered. Functions and code are by name; `delta` is what was learned.

    `refused_because` says why the last answer to this question was refused, '' for none.
    """

    notes: str = ""
    functions: Mapping[str, JsonObject] = field(default_factory=dict)
    patterns: Sequence[object] = ()
    sessions: Sequence[JsonObject] = ()
    cases: Sequence[JsonObject] = ()
    code: Mapping[str, JsonObject] = field(default_factory=dict)
    overviews: Mapping[str, str] = field(default_factory=dict)
    signals: Sequence[object] = ()
    delta: Sequence[JsonObject] = ()
    refused_because: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question's text, and what was shown in it."""

    text: str
    shown: Shown


def compose_question(material: Material, max_chars: int = limits.DREAM_INPUT_MAX_CHARS) -> Question:
    """Put the question, at most `max_chars` long; `left_out` counts the entries not in it.

    The bound is at least 4,000, so that what always stands there fits.
    """
    budget_chars = max(max_chars, limits.DREAM_INPUT_MIN_CHARS)
    parts = _parts(material)
    value = _frame(material, tuple(parts), budget_chars)
    left_chars = _left(value, budget_chars)
    left_out = {}
    for key, entries in parts.items():
        taken = _fitting(entries, left_chars)
        left_chars -= sum(len(canonical(one)) + 1 for one in taken)
        value[key], left_out[key] = taken, len(entries) - len(taken)
    value["left_out"] = left_out
    return Question(text=canonical(value), shown=_shown(value, parts["functions"]))


def _frame(material: Material, keys: tuple[str, ...], budget_chars: int) -> dict[str, object]:
    """Give what stands in every question: the notes, and an empty list for each part."""
    notes_chars = min(limits.DREAM_NOTES_MAX_CHARS, budget_chars // 4)
    value: dict[str, object] = {key: [] for key in keys}
    value["left_out"] = dict.fromkeys(keys, 0)
    if material.refused_because:
        reason = one_line(material.refused_because)
        value["refused_because"] = clip(reason, limits.DREAM_REASON_MAX_CHARS)
    notes = clip(material.notes, notes_chars)
    tried = {**value, "project_notes": notes, "notes_are_whole": False}
    over_chars = -_left(tried, budget_chars)
    if over_chars > 0:
        # Escapes make a text longer as JSON; each character that goes saves one at least.
        notes = clip(notes, len(notes) - over_chars)
    return {**value, "project_notes": notes, "notes_are_whole": notes == material.notes}


def _left(value: JsonObject, budget_chars: int) -> int:
    """Give how much room a frame leaves, once the numbers in it have grown."""
    parts = sum(isinstance(one, list) for one in value.values())
    return budget_chars - len(canonical(value)) - _NUMBER_CHARS * parts


def _parts(material: Material) -> dict[str, list[dict[str, object]]]:
    """Give the entries of each part, the parts in the order of their worth."""
    patterns = [one for one in material.patterns if is_object(one)]
    return {
        "sessions": [_session(one) for one in material.sessions[: limits.DREAM_SESSIONS_MAX]],
        "patterns": [_pattern(one) for one in patterns],
        "functions": [_function(name, one) for name, one in sorted(material.functions.items())],
        "cases": [_beginning(one, 300) for one in material.cases[: limits.DREAM_CASES_MAX]],
        "code_changes": [_beginning(one, 500) for one in material.delta],
        "code": [
            {"function": name, "summary": render_code(one, limits.DREAM_CODE_MAX_CHARS)}
            for name, one in sorted(material.code.items())
        ],
        "overviews": [
            {"name": name, _CUT: text[: limits.DREAM_OVERVIEW_MAX_CHARS]}
            for name, text in sorted(material.overviews.items())
        ],
        "signals": [_beginning(one, 200) for one in material.signals[: limits.DREAM_SIGNALS_MAX]],
    }


def _session(session: JsonObject) -> dict[str, object]:
    findings = objects_of(session, "findings")[-limits.DREAM_FINDINGS_MAX :]
    return {
        "session_id": clip(text_of(session, "session_id"), limits.DREAM_NAME_MAX_CHARS),
        "problem": clip(text_of(session, "problem"), 300),
        "status": clip(text_of(session, "status"), limits.DREAM_NAME_MAX_CHARS),
        "result": clip(canonical(session.get("result_summary") or ""), 300),
        "findings": [clip(canonical(one), 500) for one in findings],
    }


def _pattern(pattern: JsonObject) -> dict[str, object]:
    """Show a pattern whole with its id, or the beginning of a long one, which then stays."""
    whole: dict[str, object] = {key: pattern[key] for key in PATTERN_KEYS if key in pattern}
    if len(canonical(whole)) > limits.DREAM_PATTERN_MAX_CHARS:
        return _beginning(whole, limits.DREAM_PATTERN_MAX_CHARS)
    return {_ID: id_of(pattern), **whole}


def _function(name: str, known: JsonObject) -> dict[str, object]:
    """Show what is known of a function whole, or the beginning of it, which then stays."""
    if len(canonical(known)) > limits.DREAM_KNOWN_MAX_CHARS:
        return {"function": name, **_beginning(known, limits.DREAM_KNOWN_MAX_CHARS)}
    return {"function": name, "known": dict(known)}


def _beginning(value: object, max_chars: int) -> dict[str, object]:
    return {_CUT: clip(canonical(value), max_chars)}


def _fitting(entries: list[dict[str, object]], room_chars: int) -> list[dict[str, object]]:
    """Give the first entries that fit into a room, whole."""
    ends = accumulate(len(canonical(one)) + 1 for one in entries)
    return [one for one, end in zip(entries, ends, strict=True) if end <= room_chars]


def _shown(value: JsonObject, functions: list[dict[str, object]]) -> Shown:
    """Say what may be answered: a function that isn't shown whole keeps what is known of it."""
    whole = {
        str(one["function"]).upper() for one in objects_of(value, "functions") if "known" in one
    }
    every = {str(one["function"]).upper() for one in functions}
    return Shown(
        text=canonical(value),
        pattern_ids=frozenset(text_of(one, _ID) for one in objects_of(value, "patterns")) - {""},
        notes_are_whole=value["notes_are_whole"] is True,
        cut=frozenset(every - whole),
    )
