"""The command that tells a coding agent of Sayso: connect."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final

import typer

from sayso.core.printing import visible_line
from sayso.shell.entrances.cli.answers import Answer, asked_of
from sayso.shell.entrances.cli.parameters import checked_text
from sayso.shell.errors import RequestError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sayso.shell.agents.connecting import Connected

# What is left to do in the host itself before anything fires.
NEXT: Final[Mapping[str, str]] = {
    "claude-code": "start a new session of Claude Code in the project; it asks once whether the "
    "server of the project may run",
    "codex": "start Codex in the project, trust the folder, and review the hooks with /hooks",
    "cursor": "restart Cursor with the project, and switch the server on among its MCP tools",
}


def connect(
    context: typer.Context,
    host: Annotated[str, typer.Argument(metavar="HOST", help="claude-code, codex or cursor.")],
    *,
    user: Annotated[
        bool, typer.Option("--user", help="Your own files, for all your projects.")
    ] = False,
    local: Annotated[
        bool, typer.Option("--local", help="Files of this project that are yours alone.")
    ] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show what would change, and change nothing.")
    ] = False,
    remove: Annotated[
        bool, typer.Option("--remove", help="Take out what was put in, and nothing else.")
    ] = False,
) -> Answer:
    """Give a coding agent this memory: hooks and the MCP server.

    Without a flag it writes the project's own files, which may be shared. What changes is shown as
    a diff; whatever else stands in a file stays as it is, byte by byte. A file that is no strict
    JSON or TOML is left alone.

    'sayso doctor' tries what was written. docs/connect.md says which files these are.

    JSON: host, scope, project, command, dry_run, files[{path, real_path, state (created, changed,
    removed, unchanged), diff, notes[]}], notes[].
    """
    from sayso.core.agents.connections.hosts import Host, Scope
    from sayso.shell.agents.connecting import Order
    from sayso.shell.agents.connecting import connect as connect_host

    name = checked_text(host, "the host", may_be_empty=False)
    if name not in tuple(Host):
        raise RequestError(f"unknown host {name!r}", f"there are {', '.join(Host)}")
    if user and local:
        raise RequestError("--user and --local exclude each other", "give one of them, or none")
    scope = Scope.USER if user else Scope.LOCAL if local else Scope.PROJECT
    order = Order(host=Host(name), scope=scope, remove=remove, dry_run=dry_run)
    done = connect_host(asked_of(context).project, order)
    return Answer(
        fields=_fields(done, dry_run=dry_run),
        lines=tuple(_lines(done, dry_run=dry_run, remove=remove)),
        notes=done.notes,
    )


def _fields(done: Connected, *, dry_run: bool) -> dict[str, object]:
    return {
        "host": str(done.host),
        "scope": str(done.scope),
        "project": str(done.project),
        "command": done.command,
        "dry_run": dry_run,
        "files": [
            {
                "path": str(one.path),
                "real_path": str(one.real),
                "state": one.state,
                "diff": "".join(f"{line}\n" for line in one.diff),
                "notes": list(one.notes),
            }
            for one in done.files
        ],
        "notes": list(done.notes),
    }


def _lines(done: Connected, *, dry_run: bool, remove: bool) -> Iterator[str]:
    """Lay out every diff first, then what became of each file, then what is left to do."""
    for one in done.files:
        yield from map(visible_line, one.diff[:2])  # the file's name; the rest keeps its blanks
        yield from one.diff[2:]
    for one in done.files:
        state = f"would be {one.state}" if dry_run and one.diff else one.state
        yield f"{state:<10} {visible_line(one.name)}"
        yield from (f"{'':10} {visible_line(note)}" for note in one.notes)
    if not dry_run and not remove:
        yield f"{'next':<10} {NEXT[done.host]}"
        yield f"{'':10} 'sayso doctor' tries every command that was written"
