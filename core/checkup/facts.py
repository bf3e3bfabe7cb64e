"""All facts of one checkup, and all its findings: the gravest first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sayso.core.checkup.content import of_content, of_silence
from sayso.core.checkup.findings import About, Finding, Severity, gravest_first
from sayso.core.checkup.premises import of_premises

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sayso.core.checkup.content import Content
    from sayso.core.checkup.premises import Premises


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """Everything that was gathered; `silence` says why the child process told no content."""

    now_us: int
    content: Content | None
    silence: str = ""
    place: Premises
    is_marked: bool = False
    mark_fault: str | None = None
    settings_fault: str | None = None
    exposed_key: str | None = None


def findings_of(facts: Facts) -> tuple[Finding, ...]:
    """Judge the facts; nothing found means that nothing is wrong."""
    found = [
        *_of_content(facts),
        *_of_mark(facts),
        *of_premises(facts.place),
        *_of_settings(facts),
    ]
    return gravest_first(found)


def is_acceptable(findings: tuple[Finding, ...]) -> bool:
    """Tell whether all that keeps the memory from working is what the mark says, or trust."""
    grave = {one.about for one in findings if one.severity is Severity.DAMAGE}
    return grave <= {About.MARK, About.TRUST}


def _of_content(facts: Facts) -> Iterator[Finding]:
    if facts.content is None:
        yield of_silence(facts.silence)
    else:
        yield from of_content(facts.content, facts.now_us)


def _of_mark(facts: Facts) -> Iterator[Finding]:
    if facts.mark_fault is not None:
        yield Finding(
            severity=Severity.WARNING,
            about=About.MARK,
            what=facts.mark_fault,
            advice="until the next change makes it anew, a lost log would not be noticed",
        )
    content = facts.content
    is_used = content is not None and content.standing is not None and content.standing.commits
    if is_used and not facts.is_marked:
        yield Finding(
            severity=Severity.HINT,
            about=About.MARK,
            what="the mark memory.db.mark is not there",
            advice="the next change makes it; until then a lost log would not be noticed",
        )


def _of_settings(facts: Facts) -> Iterator[Finding]:
    if facts.settings_fault is not None:
        yield Finding(
            severity=Severity.WARNING,
            about=About.SETTINGS,
            what=facts.settings_fault,
            advice="correct the settings; until then nothing that needs a model works",
        )
    if facts.exposed_key is not None:
        yield Finding(
            severity=Severity.WARNING,
            about=About.SETTINGS,
            what=f"{facts.exposed_key} holds a key and is open to other users",
            advice=f"chmod 600 {facts.exposed_key}",
        )
