"""Whether coding agents are connected, and whether what they are told to call really answers.

Input: what the files of the hosts say, and what came of trying it. Output: findings.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sayso.core.checkup.findings import About, Finding, Severity, gravest_first

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

# What may keep hooks from firing though their files are right.
WAITING: Final[Mapping[str, str]] = {
    "claude-code": "start a new session in the project, send a prompt; /hooks lists what is read",
    "codex": "trust the folder, review the hooks with /hooks, and send a prompt",
    "cursor": "restart Cursor, send a prompt, and look at its Hooks settings",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """One hook that was tried; an empty fault means that it answered."""

    event: str
    fault: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Connection:
    """One host in one scope: its files, what was tried, and when a hook of it last fired here.

    `server_fault` is None where no server stands in the file, and empty where it answered. `flag`
    is what `sayso connect` takes for the scope, with its blank.
    """

    host: str
    scope: str
    flag: str
    hook_file: str
    server_file: str
    missing: tuple[str, ...] = ()
    trials: tuple[Trial, ...] = ()
    server_fault: str | None = None
    off: str = ""
    fired_at_us: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Connections:
    """Everything about agents: what is connected, files that cannot be read, faults of a day."""

    connected: tuple[Connection, ...] = ()
    unreadable: tuple[tuple[str, str], ...] = ()
    faults: tuple[str, ...] = ()


def of_connections(found: Connections) -> tuple[Finding, ...]:
    """Judge what was found, the gravest first; not being connected is only a hint."""
    findings = [
        *(
            _warning(f"{path}: {why}", "correct it: the agent cannot read it either")
            for path, why in found.unreadable
        ),
        *(finding for one in found.connected for finding in _of_one(one)),
        *_of_doubles(found.connected),
        *_of_faults(found.faults),
    ]
    if not found.connected:
        findings.append(
            _hint(
                "no coding agent is connected to this project",
                "'sayso connect claude-code' connects one, likewise codex and cursor",
            )
        )
    return gravest_first(findings)


def _of_one(one: Connection) -> Iterator[Finding]:
    again = f"'sayso connect {one.host}{one.flag}' writes it anew"
    for trial in one.trials:
        if trial.fault:
            yield _warning(f"{one.hook_file}: the hook {trial.event} {trial.fault}", again)
    if one.missing:
        yield _warning(f"{one.hook_file} has no hook for {', '.join(one.missing)}", again)
    if one.server_fault is None:
        yield _hint(f"{one.server_file} names no MCP server of Sayso", again)
    elif one.server_fault:
        yield _warning(f"{one.server_file}: the MCP server {one.server_fault}", again)
    if one.off:
        yield _warning(f"{one.host} runs no hooks: {one.off}", "change that setting of the agent")
    elif one.fired_at_us is None and one.trials:
        yield _hint(f"no hook of {one.host} has fired in this project yet", WAITING[one.host])


def _of_doubles(connected: tuple[Connection, ...]) -> Iterator[Finding]:
    hosts: dict[str, list[Connection]] = {}
    for one in connected:
        if one.trials:
            hosts.setdefault(one.host, []).append(one)
    for host, several in hosts.items():
        if len(several) > 1:
            files = " and ".join(one.hook_file for one in several)
            yield _warning(
                f"{host} is connected by {files}, so each prompt is handled twice",
                f"'sayso connect {host}{several[-1].flag} --remove' takes one away",
            )


def _of_faults(faults: tuple[str, ...]) -> Iterator[Finding]:
    if faults:
        more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
        yield _warning(
            f"a hook failed within the last day: {faults[0]}{more}",
            "'sayso status' lists the newest; what was said meanwhile may not be stored",
        )


def _warning(what: str, advice: str) -> Finding:
    return Finding(severity=Severity.WARNING, about=About.AGENT, what=what, advice=advice)


def _hint(what: str, advice: str) -> Finding:
    return Finding(severity=Severity.HINT, about=About.AGENT, what=what, advice=advice)
