"""Which files of which host say that Sayso is there, and what they are to say.

Input: a host, a scope, the places on this machine, and how Sayso is called. Output: targets, each
a path with what is wanted in it. docs/connect.md tells where each format is described.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final, assert_never

from sayso.core import limits
from sayso.core.agents.connections.commands import hook_command
from sayso.core.agents.connections.hookfile import WantedHooks, connect_hooks, disconnect_hooks
from sayso.core.agents.connections.serverfile import (
    WantedServer,
    connect_server,
    disconnect_server,
)
from sayso.core.agents.connections.tablefile import WantedTable, connect_table, disconnect_table
from sayso.core.outcome import Failure, Result, Success

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sayso.core.agents.connections.edits import Edit


class Host(StrEnum):
    """A coding agent that can be connected."""

    CLAUDE_CODE = "claude-code"
    CODEX = "codex"
    CURSOR = "cursor"


class Scope(StrEnum):
    """For whom: everybody who has the project, one user in it, or one user everywhere."""

    PROJECT = "project"
    LOCAL = "local"
    USER = "user"


EVENTS: Final[Mapping[Host, tuple[str, ...]]] = {
    Host.CLAUDE_CODE: ("SessionStart", "UserPromptSubmit", "Stop", "SessionEnd"),
    Host.CODEX: ("SessionStart", "UserPromptSubmit", "Stop", "SessionEnd"),
    Host.CURSOR: ("sessionStart", "beforeSubmitPrompt", "stop", "sessionEnd"),
}
SHARED: Final = "mcpServers"
Wanted = WantedHooks | WantedServer | WantedTable


@dataclass(frozen=True, slots=True, kw_only=True)
class Roots:
    """Where things lie on this machine: absolute paths with forward slashes.

    `claude_file` is Claude Code's own .claude.json; the others are folders.
    """

    project: str
    claude: str
    claude_file: str
    codex: str
    cursor: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """One file of a host and what is wanted in it."""

    path: str
    wanted: Wanted


def targets_of(
    host: Host, scope: Scope, roots: Roots, program: str
) -> Result[tuple[Target, ...], str]:
    """Give the files of a host for a scope, or say what there is instead of that scope."""
    entry = {"command": program, "args": ["mcp"]}
    match host:
        case Host.CLAUDE_CODE:
            hooks, servers, path = _claude_places(scope, roots)
            return Success(
                (
                    Target(path=hooks, wanted=_hooks(host, program)),
                    Target(path=servers, wanted=WantedServer(path=path, entry=entry)),
                )
            )
        case Host.CODEX | Host.CURSOR if scope is Scope.LOCAL:
            return Failure(
                f"{host} has no file for one user in one project: without a flag its files in the "
                "project are written, with --user those of the user"
            )
        case Host.CODEX:
            folder = roots.codex if scope is Scope.USER else f"{roots.project}/.codex"
            return Success(
                (
                    Target(path=f"{folder}/hooks.json", wanted=_hooks(host, program)),
                    Target(path=f"{folder}/config.toml", wanted=WantedTable(entry=entry)),
                )
            )
        case Host.CURSOR:
            folder = roots.cursor if scope is Scope.USER else f"{roots.project}/.cursor"
            return Success(
                (
                    Target(path=f"{folder}/hooks.json", wanted=_hooks(host, program)),
                    Target(
                        path=f"{folder}/mcp.json",
                        wanted=WantedServer(path=(SHARED,), entry=entry),
                    ),
                )
            )
        case _:
            assert_never(host)


def connect_text(text: str | None, wanted: Wanted) -> Result[Edit, str]:
    """Give the text a file is to have; None is no file."""
    match wanted:
        case WantedHooks():
            return connect_hooks(text, wanted)
        case WantedServer():
            return connect_server(text, wanted)
        case WantedTable():
            return connect_table(text, wanted)
        case _:
            assert_never(wanted)


def disconnect_text(text: str | None, wanted: Wanted) -> Result[Edit, str]:
    """Give the text a file has without anything of ours."""
    match wanted:
        case WantedHooks():
            return disconnect_hooks(text, wanted)
        case WantedServer():
            return disconnect_server(text, wanted)
        case WantedTable():
            return disconnect_table(text, wanted)
        case _:
            assert_never(wanted)


def _claude_places(scope: Scope, roots: Roots) -> tuple[str, str, tuple[str, ...]]:
    """Give Claude Code's file of hooks, its file of servers, and the servers' path in that."""
    shared = (SHARED,)
    match scope:
        case Scope.PROJECT:
            return f"{roots.project}/.claude/settings.json", f"{roots.project}/.mcp.json", shared
        case Scope.LOCAL:
            own = ("projects", roots.project, SHARED)
            return f"{roots.project}/.claude/settings.local.json", roots.claude_file, own
        case Scope.USER:
            return f"{roots.claude}/settings.json", roots.claude_file, shared
        case _:
            assert_never(scope)


def _hooks(host: Host, program: str) -> WantedHooks:
    def written(event: str) -> Mapping[str, object]:
        command = hook_command(program, event, host)
        if host is Host.CURSOR:
            return {"command": command}
        return {"type": "command", "command": command, "timeout": limits.HOOK_TIMEOUT_S}

    return WantedHooks(
        handlers={event: written(event) for event in EVENTS[host]},
        is_grouped=host is not Host.CURSOR,
        beside={"version": 1} if host is Host.CURSOR else {},
    )
