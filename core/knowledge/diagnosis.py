"""The context of a diagnosis: what earlier work knows of a problem, within its budgets.

Input: the layers as they are, and what is known of the freshness of the code. Output: one text,
fenced as data (B118). What may not be used is named as withheld and never shown; whether it may is
asked of `freshness.judge` alone (B128-B133). Each part has a budget, so the whole has one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from sayso.core import limits
from sayso.core.knowledge.code_render import render_code
from sayso.core.knowledge.diagnosis_lines import hit_line, pattern_line, session_lines
from sayso.core.knowledge.freshness import Category, Freshness, Withheld, judge
from sayso.core.knowledge.json_values import canonical
from sayso.core.knowledge.meaning import function_of
from sayso.core.knowledge.patterns import find_similar
from sayso.core.knowledge.sessions import choose_sessions
from sayso.core.project.context import FENCE_CLOSE, FENCE_OPEN, language_of, unfenced
from sayso.core.text import ELLIPSIS, clip, one_line

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sayso.core.knowledge.json_values import JsonObject

_HEADING: Final = re.compile(r"^[ \t]*#+[ \t]*", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class UserNote:
    """A decision or preference of project memory that is cited; it keeps its number."""

    item_id: int
    kind: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DiagnosisWords:
    """The fixed words of the context in one language; loaded from core/prompts."""

    notice: str
    notes: str
    said: str
    function: str
    code: str
    patterns: str
    sessions: str
    semantic: str
    case: str
    withheld: str
    nothing: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnosis:
    """What a context is made of: the problem, the layers, and how fresh they are.

    `patterns` and `sessions` are all there are; `hits` are those that were chosen, best first;
    `said` comes newest first.
    """

    function: str
    problem: str
    notes: str = ""
    knowledge: JsonObject = field(default_factory=dict)
    patterns: Sequence[object] = ()
    sessions: Sequence[JsonObject] = ()
    case: JsonObject = field(default_factory=dict)
    code: JsonObject = field(default_factory=dict)
    hits: Sequence[JsonObject] = ()
    max_hits: int = limits.SEMANTIC_HITS_DEFAULT
    said: Sequence[UserNote] = ()
    freshness: Freshness = field(default_factory=Freshness)


def render_diagnosis(given: Diagnosis, words: DiagnosisWords) -> str:
    """Render the context; where nothing is known it says so.

    Order: project notes, the user's, the function, its code, similar patterns, sessions, hits
    by meaning, the case.
    """
    sections = (
        (words.notes, _notes(given.notes)),
        (words.said, _said(given.said)),
        (words.function, _json(given.knowledge, limits.DIAGNOSIS_FUNCTION_MAX_CHARS)),
        (words.code, _code(given, words)),
        (words.patterns, _patterns(given, words)),
        (words.sessions, _sessions(given)),
        (words.semantic, _hits(given, words)),
        (words.case, _json(given.case, limits.DIAGNOSIS_CASE_MAX_CHARS)),
    )
    blocks = [f"## {heading}\n{unfenced(body)}" for heading, body in sections if body]
    return "\n".join((FENCE_OPEN, words.notice, *(blocks or [words.nothing]), FENCE_CLOSE))


def choose_words(given: Diagnosis, by_language: Mapping[str, DiagnosisWords]) -> DiagnosisWords:
    """Choose the language of the fixed words by the problem, or by the notes where it has none."""
    return by_language[language_of(given.problem if given.problem.strip() else given.notes)]


def cut_middle(text: str, max_chars: int) -> str:
    r"""Cut a long text out of its middle: its beginning stays, and its newest end.

    >>> cut_middle("beginning and end", 9)
    'begi…\nend'
    """
    if len(text) <= max_chars:
        return text
    gap = f"{ELLIPSIS}\n"
    head_chars = (max_chars - len(gap) + 1) // 2
    tail_chars = max_chars - len(gap) - head_chars
    return text[:head_chars] + gap + text[len(text) - tail_chars :]


def _notes(notes: str) -> str:
    """Give the notes without headings of their own, so that no line of them passes for a part."""
    return cut_middle(_HEADING.sub("", notes).strip(), limits.DIAGNOSIS_NOTES_MAX_CHARS)


def _said(said: Sequence[UserNote]) -> str:
    lines = [f"- m{one.item_id} ({one.kind}) {one_line(one.text)}" for one in said]
    shown = lines[: limits.DIAGNOSIS_USER_NOTES_MAX]
    return "\n".join(clip(line, limits.DIAGNOSIS_USER_NOTE_MAX_CHARS) for line in shown)


def _json(value: JsonObject, max_chars: int) -> str:
    return clip(canonical(value), max_chars) if value else ""


def _code(given: Diagnosis, words: DiagnosisWords) -> str:
    scope = (Category.CODE_KNOWLEDGE, given.function)
    return _gated(render_code(given.code), scope, given, words)


def _patterns(given: Diagnosis, words: DiagnosisWords) -> str:
    found = find_similar(given.patterns, given.function, (given.problem,))
    lines = [pattern_line(one) for one in found[: limits.SIMILAR_PATTERNS_MAX]]
    return _gated("\n".join(lines), (Category.CASE_HISTORY, given.function), given, words)


def _sessions(given: Diagnosis) -> str:
    chosen = choose_sessions(given.sessions, given.function, given.problem)
    return "\n".join(line for one in chosen for line in session_lines(one.session))


def _hits(given: Diagnosis, words: DiagnosisWords) -> str:
    """Give the hits, each judged by the function that it is about; equal lines stand once."""
    shown = given.hits[: min(given.max_hits, limits.SEMANTIC_HITS_MAX)]
    lines = [
        _gated(hit_line(hit), (Category.CASE_HISTORY, function_of(hit)), given, words)
        for hit in shown
    ]
    return "\n".join(dict.fromkeys(lines))


def _gated(body: str, scope: tuple[Category, str], given: Diagnosis, words: DiagnosisWords) -> str:
    """Give a body that may be used, or in its place that it is withheld, and why (B131)."""
    verdict = judge(*scope, given.freshness)
    if not body or not isinstance(verdict, Withheld):
        return body
    why = ": ".join(filter(None, (verdict.reason, ", ".join(verdict.causes))))
    return clip(f"{words.withheld} [{one_line(why)}]", limits.DIAGNOSIS_LINE_MAX_CHARS)
