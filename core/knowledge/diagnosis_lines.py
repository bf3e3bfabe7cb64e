"""One line for each thing that a diagnosis is shown; none is longer than its bound."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sayso.core import limits
from sayso.core.knowledge.json_values import canonical, first_text, object_of, objects_of, text_of
from sayso.core.knowledge.patterns import MATCH_SCORE, id_of
from sayso.core.text import clip, one_line

if TYPE_CHECKING:
    from sayso.core.knowledge.json_values import JsonObject

_SYMPTOM_MAX_CHARS: Final = 80
_CONCLUSION_MAX_CHARS: Final = 100
_FIX_MAX_CHARS: Final = 80
_NAME_MAX_CHARS: Final = 60
_PATH_MAX_CHARS: Final = 200


def pattern_line(pattern: JsonObject) -> str:
    """Tell a pattern: its id, how well it fits, what was seen, why, and what helped."""
    said = " → ".join(filter(None, (text_of(pattern, "symptom"), text_of(pattern, "root_cause"))))
    fix = text_of(pattern, "fix_hint")
    shown = f"- {id_of(pattern)} ({_number(pattern.get(MATCH_SCORE), 2)}) {said}"
    return _line(f"{shown}; fix: {fix}" if fix else shown)


def session_lines(session: JsonObject) -> tuple[str, ...]:
    """Tell a session: a line with its summary, and its newest steps below."""
    summary = _plain(session.get("result_summary"), limits.SESSION_SUMMARY_MAX_CHARS)
    name = _clipped(text_of(session, "session_id"), _NAME_MAX_CHARS)
    head = f"- {name} [{_clipped(text_of(session, 'status'), _NAME_MAX_CHARS)}]"
    problem = _clipped(text_of(session, "problem"), _SYMPTOM_MAX_CHARS)
    steps = objects_of(session, "steps")[-limits.SESSION_STEPS_MAX :]
    return (
        _line(" ".join(filter(None, (head, problem, summary and f"→ {summary}")))),
        *(_step_line(step) for step in steps),
    )


def hit_line(hit: JsonObject) -> str:
    """Tell a hit by meaning: its score, what it says, and the case it is from (B125)."""
    metadata = object_of(hit, "metadata")
    case = _clipped(text_of(metadata, "case_id"), _NAME_MAX_CHARS)
    symptom = _clipped(text_of(hit, "symptom"), _SYMPTOM_MAX_CHARS)
    conclusion = _clipped(text_of(hit, "conclusion"), _CONCLUSION_MAX_CHARS)
    fix = _clipped(first_text(metadata, "fix_hint"), _FIX_MAX_CHARS)
    said = " → ".join(filter(None, (symptom, conclusion)))
    paths = (text_of(metadata, "case_memory_path"), text_of(metadata, "report_path"))
    source = ", ".join(_clipped(path, _PATH_MAX_CHARS) for path in paths if path)
    parts = (
        f"- {_number(hit.get('score'), 3)} {case}: {said}",
        fix and f"; fix: {fix}",
        source and f" ({source})",
    )
    return "".join(filter(None, parts))


def _step_line(step: JsonObject) -> str:
    name = _clipped(text_of(step, "step"), _NAME_MAX_CHARS)
    detail = _plain(step.get("detail"), limits.SESSION_STEP_MAX_CHARS)
    return f"  - {name}: {detail}" if detail else f"  - {name}"


def _plain(value: object, max_chars: int) -> str:
    if value is None:
        return ""
    return _clipped(value if isinstance(value, str) else canonical(value), max_chars)


def _clipped(text: str, max_chars: int) -> str:
    return clip(one_line(text), max_chars)


def _line(text: str) -> str:
    return _clipped(text, limits.DIAGNOSIS_LINE_MAX_CHARS)


def _number(value: object, places: int) -> str:
    return f"{value:.{places}f}" if isinstance(value, int | float) else "?"
