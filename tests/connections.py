"""Kinds of other tools' files for the tests of connections, and their edits as plain texts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sayso.core.agents.connections.hosts import (
    Host,
    Roots,
    Scope,
    connect_text,
    disconnect_text,
    targets_of,
)
from sayso.core.outcome import is_failure

if TYPE_CHECKING:
    from sayso.core.agents.connections.hosts import Wanted

ROOTS = Roots(
    project="/srv/李 华/项目",
    claude="/srv/李 华/.claude",
    claude_file="/srv/李 华/.claude.json",
    codex="/srv/李 华/.codex",
    cursor="/srv/李 华/.cursor",
)
OLD, NEW = "/old/bin/sayso", "/srv/李 华/bin/sayso"
KINDS = {
    "grouped hooks": (Host.CLAUDE_CODE, Scope.LOCAL, 0),
    "flat hooks": (Host.CURSOR, Scope.USER, 0),
    "servers": (Host.CURSOR, Scope.PROJECT, 1),
    "servers of a project": (Host.CLAUDE_CODE, Scope.LOCAL, 1),
    "table": (Host.CODEX, Scope.USER, 1),
}
JSON_KINDS = [name for name in KINDS if name != "table"]


def wanted(kind: str, program: str = NEW) -> Wanted:
    """Give what is wanted in a kind of file."""
    host, scope, place = KINDS[kind]
    return targets_of(host, scope, ROOTS, program).unwrap()[place].wanted


def connected(kind: str, text: str | None, program: str = NEW) -> str:
    """Connect, which succeeds, and give the text."""
    after = connect_text(text, wanted(kind, program)).unwrap().text
    assert after is not None
    return after


def disconnected(kind: str, text: str | None, program: str = NEW) -> str | None:
    """Disconnect, which succeeds, and give the text."""
    return disconnect_text(text, wanted(kind, program)).unwrap().text


def refusal(kind: str, text: str) -> str:
    """Give why a text is left alone, both ways."""
    outcome = connect_text(text, wanted(kind))
    assert is_failure(outcome)
    return outcome.failure()
