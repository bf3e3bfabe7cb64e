"""The command that learns from the logs of other tools: import."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sayso.shell.entrances.cli import discovered, fields, lines
from sayso.shell.entrances.cli.answers import (
    Answer,
    asked_of,
    configured_model,
    existing_memory,
    open_memory,
)
from sayso.shell.entrances.cli.parameters import checked_path
from sayso.shell.entrances.cli.progress import Progress
from sayso.shell.errors import RequestError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sayso.shell.entrances.cli.answers import Asked
    from sayso.shell.importing import ImportOptions, ImportProgress, ImportReport
    from sayso.shell.logs import NamedCount


def import_logs(
    context: typer.Context,
    paths: Annotated[
        list[str] | None,
        typer.Argument(metavar="PATH...", help="Log files, folders of them, or ZIPs."),
    ] = None,
    *,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Read and count, but write nothing.")
    ] = False,
    any_folder: Annotated[
        bool, typer.Option("--any-folder", help="Take sessions held in other folders too.")
    ] = False,
    later: Annotated[
        bool, typer.Option("--later", help="Only store the turns; 'sayso work' learns from them.")
    ] = False,
    discover: Annotated[
        bool, typer.Option("--discover", help="List the logs this machine has; import nothing.")
    ] = False,
) -> Answer:
    """Learn from chat logs; the format is detected.

    Known are Claude Code, Codex and Copilot agent JSONL, ChatGPT exports (conversations.json, or
    the ZIP as it comes), SpecStory and aider Markdown, files of 'sayso export' after a clear, and
    plain JSON Lines: {"user", "assistant"?, "at"?, "id"?, "session"?, "intent"?}. What mem0 or an
    MCP memory server had noted is kept apart: see 'sayso notes'. Importing twice adds nothing.
    Exit code 1 when a file could not be read, or when turns are stored but still wait for the
    model without --later.

    JSON: files, turns, known, notes, known_notes, skipped[{reason, count}], memories, refusals,
    notices[{reason, count}], pending, formats[{format, files}], faults[{path, reason, hint}]; with
    --discover: places[{tool, path, state, logs, here, unreadable, first_at, last_at}].
    """
    from sayso.shell.importing import ImportOptions
    from sayso.shell.store.opening import find_project

    asked = asked_of(context)
    if discover:
        return _discovered(asked, paths)
    if not paths:
        raise RequestError(
            "no PATH to import", "name logs or folders; --discover lists what is there"
        )
    options = ImportOptions(
        dry_run=dry_run,
        any_folder=any_folder,
        learns=not later,
        project=find_project(asked.project),
    )
    logs = [checked_path(path, "the path of a log") for path in paths]
    report = _import(asked, logs, options)
    return Answer(
        fields=_import_fields(report),
        lines=_import_lines(report, options),
        notes=tuple(f"{one.path}: {one.reason} — {one.hint}" for one in report.faults),
        exit_code=1 if report.faults or (report.pending and not (dry_run or later)) else 0,
    )


def _discovered(asked: Asked, paths: list[str] | None) -> Answer:
    """List what this machine has of other tools' logs."""
    from sayso.shell.discovering import Machine, discover
    from sayso.shell.store.opening import find_project

    if paths:
        raise RequestError("--discover looks at places it knows", "leave out --discover, or PATH")
    machine = Machine(
        home=Path.home(),
        environment=os.environ,
        project=find_project(asked.project),
        system=sys.platform,
    )
    with Progress("looking") as progress:
        found = discover(machine, progress.show)
    return Answer(
        fields={"places": [discovered.place_fields(one) for one in found]},
        lines=tuple(discovered.place_lines(found)),
    )


def _import(asked: Asked, paths: list[Path], options: ImportOptions) -> ImportReport:
    """Import; a project without memory gets a store only when there is something to take in."""
    from sayso.shell.importing import import_paths

    with Progress("import") as progress:

        def show(step: ImportProgress) -> None:
            progress.show(step.done, step.total, step.what)

        with existing_memory(asked, configured_model()) as memory:
            if memory is not None:
                return import_paths(memory, paths, options, show)
        looked = import_paths(None, paths, replace(options, dry_run=True), show)
        if options.dry_run or not (looked.turns or looked.notes):
            return looked
        with open_memory(asked, create=True, model=configured_model()) as memory:
            return import_paths(memory, paths, options, show)


def _import_fields(report: ImportReport) -> fields.Fields:
    return {
        "files": report.files,
        "turns": report.turns,
        "known": report.known,
        "notes": report.notes,
        "known_notes": report.known_notes,
        "skipped": _reasons(report.skipped),
        "memories": report.memories,
        "refusals": report.refusals,
        "notices": _reasons(report.notices),
        "pending": report.pending,
        "formats": [{"format": one.name, "files": one.count} for one in report.formats],
        "faults": [
            {"path": one.path, "reason": one.reason, "hint": one.hint} for one in report.faults
        ],
    }


def _reasons(counts: Iterable[NamedCount]) -> list[fields.Fields]:
    return [{"reason": one.name, "count": one.count} for one in counts]


def _import_lines(report: ImportReport, options: ImportOptions) -> tuple[str, ...]:
    dry_run = options.dry_run
    formats = ", ".join(f"{one.name} {one.count}" for one in report.formats)
    turns = lines.plural(report.turns, "turn")
    said = [
        f"files     {report.files}{f' ({formats})' if formats else ''}",
        f"turns     {turns} {'would be ' if dry_run else ''}taken in, {report.known} known before",
    ]
    if report.notes or report.known_notes:
        notes = lines.plural(report.notes, "note")
        taken = f"{notes} {'would be ' if dry_run else ''}kept apart"
        said.append(f"notes     {taken}, {report.known_notes} known before")
    for name, counts in (("skipped", report.skipped), ("noticed", report.notices)):
        if counts:
            told = ", ".join(f"{one.name} {one.count}" for one in counts)
            said.append(f"{name:<10}{told}")
    if not dry_run:
        in_use = f"{report.memories} new or changed and in use"
        said.append(f"memories  {in_use}, {report.refusals} refused")
    if report.pending:
        then = "tries again" if options.learns else "learns from them"
        said.append(f"pending   {lines.plural(report.pending, 'job')}: 'sayso work' {then}")
    return tuple(said)
