"""Connecting a coding agent, and undoing it: read, plan, show, and only then write.

What each file is to say and every edit of its text is decided in core/agents/connections. All
files are planned before the first is written.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sayso.core.agents.connections.hosts import (
    Host,
    Roots,
    Scope,
    connect_text,
    disconnect_text,
    targets_of,
)
from sayso.core.agents.connections.presence import presence_in
from sayso.core.agents.connections.showing import diff_of
from sayso.core.outcome import is_failure
from sayso.shell.agents.madefolders import make_folder, remove_folder
from sayso.shell.agents.otherfiles import (
    PRIVATE_MODE,
    change,
    clear_left,
    look_at,
    read_plain,
)
from sayso.shell.agents.places import program_for, roots_of, scopes_in
from sayso.shell.errors import MemoryStorageError, RefusedError, RequestError
from sayso.shell.ports import system_ports
from sayso.shell.store.opening import find_project

if TYPE_CHECKING:
    from sayso.core.agents.connections.hosts import Target
    from sayso.shell.agents.otherfiles import Seen
    from sayso.shell.agents.places import Program
    from sayso.shell.ports import Ports

CREATED: Final = "created"
CHANGED: Final = "changed"
REMOVED: Final = "removed"
UNCHANGED: Final = "unchanged"
LOCAL_FILE: Final = ".claude/settings.local.json"
BY_HAND: Final = "correct the file, or edit it by hand as docs/connect.md shows"


@dataclass(frozen=True, slots=True, kw_only=True)
class FileChange:
    """What becomes, or would become, of one file.

    `real` is where it lies behind links, `name` its path from the project or from the home folder.
    """

    path: Path
    real: Path
    name: str
    state: str
    diff: tuple[str, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Connected:
    """What was done, or would be: `command` is how the host calls Sayso."""

    host: Host
    scope: Scope
    project: Path
    command: str
    files: tuple[FileChange, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """What is asked: a host, for whom, taking away instead of putting in, and only to look."""

    host: Host
    scope: Scope
    remove: bool = False
    dry_run: bool = False


def connect(folder: Path, order: Order, ports: Ports | None = None) -> Connected:
    """Write a host's files so that it calls Sayso, or take that out of them again.

    Raises RequestError for a scope the host does not have, RefusedError for a file that cannot be
    edited (nothing was written), StalePlanError where one was changed meanwhile.
    """
    project = find_project(folder)
    roots = roots_of(project)
    program = program_for(order.scope)
    if order.scope not in scopes_in(project):
        raise RefusedError(
            f"{project} is no project of its own",
            f"go to a project, or use 'sayso connect {order.host} --user'",
        )
    targets = targets_of(order.host, order.scope, roots, program.command)
    if is_failure(targets):
        raise RequestError(targets.failure(), "leave the flag out, or use --user")
    planned = [_planned(target, order, roots) for target in targets.unwrap()]
    if not order.dry_run:
        _write_all(planned, ports or system_ports())
    notes = () if order.remove else _notes(order, roots, program)
    return Connected(
        host=order.host,
        scope=order.scope,
        project=project,
        command=program.command,
        files=tuple(change for _, _, change in planned),
        notes=notes,
    )


def scopes_with_hooks(host: Host, roots: Roots) -> tuple[Scope, ...]:
    """Give the scopes in which a host has hooks of ours; what cannot be read has none."""
    found = []
    for scope in scopes_in(Path(roots.project)):
        targets = targets_of(host, scope, roots, "sayso").value_or(())
        for target in targets[:1]:
            try:
                text = read_plain(Path(target.path))[0].decode("utf-8")
            except (FileNotFoundError, RefusedError, UnicodeDecodeError):
                continue
            present = presence_in(text, target.wanted)
            if not is_failure(present) and present.unwrap().hooks:
                found.append(scope)
    return tuple(found)


def _planned(target: Target, order: Order, roots: Roots) -> tuple[Seen, str | None, FileChange]:
    path, project = Path(target.path), Path(roots.project)
    within = project.resolve() if path.is_relative_to(project) else None
    if not order.dry_run:
        clear_left(path, within)
    seen = look_at(path, within)
    if seen.content is None and target.path == roots.claude_file:
        seen = replace(seen, mode=PRIVATE_MODE)  # it also holds what a user logged in with
    edit = disconnect_text if order.remove else connect_text
    edited = edit(seen.text, target.wanted)
    if is_failure(edited):
        raise RefusedError(f"{path}: {edited.failure()}; nothing was changed", BY_HAND)
    after, notes = edited.unwrap().text, edited.unwrap().notes
    led = () if seen.real == path.absolute() else (f"it is a link to {seen.real}, which is edited",)
    planned = FileChange(
        path=path,
        real=seen.real,
        name=_name_of(path, project),
        state=_state(seen.text, after),
        diff=diff_of(_name_of(path, project), seen.text, after),
        notes=(*led, *notes) if after is not None or seen.text is not None else (),
    )
    return seen, after, planned


def _name_of(path: Path, project: Path) -> str:
    if path.is_relative_to(project):
        return str(path.relative_to(project))
    home = Path.home()
    return f"~/{path.relative_to(home)}" if path.is_relative_to(home) else str(path)


def _state(before: str | None, after: str | None) -> str:
    if before == after:
        return UNCHANGED
    if before is None:
        return CREATED
    return REMOVED if after is None else CHANGED


def _write_all(planned: list[tuple[Seen, str | None, FileChange]], ports: Ports) -> None:
    for seen, after, planned_change in planned:
        if planned_change.state == UNCHANGED and after is not None:
            continue
        if planned_change.state == CREATED:
            try:
                make_folder(seen.real.parent)
            except OSError as error:
                raise MemoryStorageError(
                    f"cannot make {seen.real.parent}: {error.strerror or error}", "check its rights"
                ) from error
        if planned_change.state != UNCHANGED:
            change(seen, after, ports)
        if after is None:
            remove_folder(seen.real.parent)


def _notes(order: Order, roots: Roots, program: Program) -> tuple[str, ...]:
    notes = []
    if order.scope is Scope.PROJECT and not program.is_shared:
        instead = "" if order.host is not Host.CLAUDE_CODE else ", or use --local"
        notes.append(
            f"sayso is not on PATH for good, so these files name {program.command}, which is only "
            f"on this machine: do not share them{instead}"
        )
    if order.scope is Scope.LOCAL:
        notes.append(
            f"keep {LOCAL_FILE} out of git: it names {program.command}, which is only on this "
            "machine"
        )
    others = [one for one in scopes_with_hooks(order.host, roots) if one is not order.scope]
    notes += [
        f"{order.host} is connected by its {one} files too, so each prompt is handled twice: "
        f"'sayso connect {order.host}{flag_of(one)} --remove' takes that away"
        for one in others
    ]
    return tuple(notes)


def flag_of(scope: Scope) -> str:
    """Give the flag of a scope as it is typed, with its blank; none for the project's."""
    return "" if scope is Scope.PROJECT else f" --{scope}"
