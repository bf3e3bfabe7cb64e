"""Layer 4, how a case was worked on: a session's steps and findings, and which sessions help.

A session is a JSON object; each of its transitions gives a new one. Which of them are shown for a
problem is scored: those of the function that share words with the problem, that are finished, one
for each case.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sayso.core import limits
from sayso.core.knowledge.json_values import text_of
from sayso.core.knowledge.moments import moment_text, read_moment
from sayso.core.knowledge.wording import words_of
from sayso.core.stopwords import LATIN_STOP

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sayso.core.knowledge.json_values import JsonObject

STARTED: Final = "started"
COMPLETED: Final = "completed"
_WORD_SCORE: Final = 2.0
_DATED_SCORE: Final = 1.0
_STATUS_SCORES: Final = {True: 1.0, False: 0.3}


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """What a session begins with."""

    session_id: str
    case_id: str
    problem: str
    expected: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """A session and how well it fits a problem."""

    session: JsonObject
    score: float


def begin_session(opening: Opening, at_us: int) -> dict[str, object]:
    """Make the first record of a session (B87), with every field that it will have (B93)."""
    return {
        "session_id": opening.session_id,
        "case_id": opening.case_id,
        "problem": opening.problem,
        "expected": opening.expected,
        "created_at": moment_text(at_us),
        "status": STARTED,
        "steps": [],
        "findings": [],
        "completed_at": None,
        "result_summary": None,
    }


def add_step(session: JsonObject, step: str, detail: object, at_us: int) -> dict[str, object]:
    """Append a step (B88)."""
    return _appended(
        session, "steps", {"step": step, "timestamp": moment_text(at_us), "detail": detail}
    )


def add_finding(session: JsonObject, finding: JsonObject, at_us: int) -> dict[str, object]:
    """Append a finding (B89)."""
    return _appended(session, "findings", {**finding, "_timestamp": moment_text(at_us)})


def complete_session(session: JsonObject, summary: object, at_us: int) -> dict[str, object]:
    """Close a session with its summary (B90-B92); closing it again keeps the newer summary."""
    ended = {"completed_at": moment_text(at_us), "result_summary": summary}
    return {**session, "status": COMPLETED, **ended}


def choose_sessions(
    sessions: Iterable[JsonObject], function: str, problem: str
) -> tuple[Scored, ...]:
    """Give the sessions that help with a problem of a function, best first, three at most.

    Those are meant whose case or problem names the function. Two points for each word shared
    with the problem, one for a time, one for an end (0.3 without); of each case the best alone,
    of equal ones the newest.
    """
    asked = words_of(problem) - LATIN_STOP
    scored = [
        Scored(session=one, score=_score(one, asked))
        for one in sessions
        if _is_about(one, function)
    ]
    scored.sort(key=lambda one: text_of(one.session, "session_id"))
    scored.sort(key=lambda one: created_at_us(one.session) or 0, reverse=True)
    scored.sort(key=lambda one: -one.score)
    best: dict[str, Scored] = {}
    for one in scored:
        best.setdefault(text_of(one.session, "case_id"), one)
    return tuple(best.values())[: limits.SIMILAR_SESSIONS_MAX]


def created_at_us(session: JsonObject) -> int | None:
    """Give when a session began, None for one that doesn't say so in a way that can be read."""
    return read_moment(text_of(session, "created_at"))


def _appended(session: JsonObject, key: str, entry: JsonObject) -> dict[str, object]:
    before = session.get(key)
    return {**session, key: [*(before if isinstance(before, list) else ()), entry]}


def _is_about(session: JsonObject, function: str) -> bool:
    wanted = function.casefold()
    named = wanted in text_of(session, "case_id").casefold()
    return bool(wanted) and (named or wanted in words_of(text_of(session, "problem")))


def _score(session: JsonObject, asked: frozenset[str]) -> float:
    shared = len(asked & words_of(text_of(session, "problem")))
    dated = created_at_us(session) is not None
    ended = text_of(session, "status") == COMPLETED
    return _WORD_SCORE * shared + _DATED_SCORE * dated + _STATUS_SCORES[ended]
