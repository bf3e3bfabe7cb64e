"""What the files of coding agents say of Sayso here, tried out: the facts for a doctor."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from sayso.core import limits
from sayso.core.agents.connections.hosts import EVENTS, Host, targets_of
from sayso.core.agents.connections.presence import Presence, presence_in
from sayso.core.checkup.agents import Connection, Connections, Trial, of_connections
from sayso.core.outcome import is_failure
from sayso.shell.agents.connecting import flag_of
from sayso.shell.agents.journal import read_journal
from sayso.shell.agents.otherfiles import read_plain
from sayso.shell.agents.places import roots_of, scopes_in
from sayso.shell.agents.probing import try_hook, try_server
from sayso.shell.errors import RefusedError
from sayso.shell.ports import system_ports
from sayso.shell.store.opening import find_project

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sayso.core.agents.connections.hosts import Roots, Scope, Target
    from sayso.core.checkup.findings import Finding
    from sayso.shell.agents.journalled import Journal
    from sayso.shell.ports import Ports

NAME: Final = b"sayso"
TELLING: Final = (NAME, b"disableAllHooks", b"[features]")
DAY_US: Final = 24 * limits.HOUR_US


def check_connections(
    folder: Path, ports: Ports | None = None
) -> tuple[Connections, tuple[Finding, ...]]:
    """Look at every file a host may read in a project, and try each command of ours in it.

    Nothing is stored or written. Where nothing is connected, nothing is run.
    """
    project = find_project(folder)
    roots = roots_of(project)
    journal = read_journal(project)
    now_us = (ports or system_ports()).clock.now_us()
    connected: list[Connection] = []
    unreadable: list[tuple[str, str]] = []
    for host in Host:
        for scope in scopes_in(project):
            targets = targets_of(host, scope, roots, "sayso").value_or(())
            present = [_present(target, unreadable) for target in targets]
            if any(one.hooks or one.server for one in present):
                off = next((one.off for one in _all_present(host, roots) if one.off), "")
                connected.append(_tried(host, scope, (targets, present, off), project, journal))
    found = Connections(
        connected=tuple(connected),
        unreadable=tuple(dict.fromkeys(unreadable)),
        faults=tuple(
            f"{fault.host} {fault.event}: {fault.fault}"
            for fault in journal.faults
            if now_us - fault.at_us < DAY_US
        ),
    )
    return found, of_connections(found)


def _all_present(host: Host, roots: Roots) -> Iterator[Presence]:
    """Give what every file of a host says; a switch in any of them counts in all."""
    for scope in scopes_in(Path(roots.project)):
        for target in targets_of(host, scope, roots, "sayso").value_or(()):
            yield _present(target, [])


def _present(target: Target, unreadable: list[tuple[str, str]]) -> Presence:
    """Read one file; one that speaks of Sayso and cannot be read, or is no plain one, is noted."""
    try:
        content, _ = read_plain(Path(target.path))
    except FileNotFoundError:
        return Presence()
    except RefusedError as error:
        unreadable.append((target.path, f"it {error}"))
        return Presence()
    if not any(word in content for word in TELLING):
        return Presence()  # Claude Code's own file may have many megabytes
    try:
        present = presence_in(content.decode("utf-8"), target.wanted)
    except UnicodeDecodeError:
        why = "it is no UTF-8"
    else:
        if not is_failure(present):
            return present.unwrap()
        why = present.failure()
    if NAME in content:
        unreadable.append((target.path, why))
    return Presence()


def _tried(
    host: Host,
    scope: Scope,
    said: tuple[tuple[Target, ...], list[Presence], str],
    project: Path,
    journal: Journal,
) -> Connection:
    targets, (hooks, servers), off = said
    found = {event for event, _ in hooks.hooks}
    fired = [at_us for name, at_us in journal.fired.items() if name.startswith(f"{host}.")]
    return Connection(
        host=host,
        scope=scope,
        flag=flag_of(scope),
        hook_file=targets[0].path,
        server_file=targets[1].path,
        missing=tuple(event for event in EVENTS[host] if event not in found),
        trials=tuple(
            Trial(event=event, fault=try_hook(command, project)) for event, command in hooks.hooks
        ),
        server_fault=None if servers.server is None else try_server(servers.server, project),
        off=off,
        fired_at_us=max(fired, default=None),
    )
