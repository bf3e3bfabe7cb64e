"""Commands that keep a memory safe: doctor, backup, restore."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from sayso.shell.entrances.cli.answers import Answer, asked_of, open_memory
from sayso.shell.entrances.cli.lines import moment, plural
from sayso.shell.entrances.cli.parameters import checked_path
from sayso.shell.errors import RequestError

if TYPE_CHECKING:
    from sayso.core.project.restoring import Holding

BACKUP_NAME = "the backup's path"


def backup(
    context: typer.Context,
    file: Annotated[str, typer.Argument(metavar="FILE", help="A name that nothing has yet.")],
) -> Answer:
    """Copy the whole store to a new file, while others may write.

    The copy is one SQLite file, checked in every page and word before it gets its name. Nothing
    is ever overwritten. 'sayso restore' puts it back.

    JSON: path, bytes, turns, memories.
    """
    target = checked_path(file, BACKUP_NAME)
    with open_memory(asked_of(context), create=False) as memory:
        made = memory.backup(target)
    return Answer(
        fields={
            "path": str(made.path),
            "bytes": made.size_bytes,
            "turns": made.holding.turns,
            "memories": made.holding.memories,
        },
        lines=(str(made.path), f"{_held(made.holding)}, checked whole"),
    )


def restore(
    context: typer.Context,
    file: Annotated[str, typer.Argument(metavar="FILE", help="A file of 'sayso backup'.")],
    confirm: Annotated[
        bool, typer.Option("--confirm", help="Really restore; without it nothing happens.")
    ] = False,
) -> Answer:
    """Put a backup in the place of all memory of the project.

    Works on a missing, a degraded and a healthy store, and while others have it open. The file
    is checked whole before anything is written. What was forgotten or cleared after the backup
    was made is there again.

    JSON: path, turns, memories, generation, given_up (saved changes since the backup, null where
    that is not known).
    """
    from sayso.shell.restoring import restore as put_back

    source = checked_path(file, BACKUP_NAME)
    if not confirm:
        raise RequestError(
            "restore puts the backup in the place of all memory; nothing was changed",
            f"confirm it with 'sayso restore {file} --confirm'",
        )
    done = put_back(source, asked_of(context).project, confirm=True)
    return Answer(
        fields={
            "path": str(done.path),
            "turns": done.holding.turns,
            "memories": done.holding.memories,
            "generation": done.generation,
            "given_up": done.given_up,
        },
        lines=(
            f"restored {_held(done.holding)}; generation {done.generation} begins",
            _given_up_line(done.given_up),
            "what was forgotten or cleared after the backup is there again: forget it anew",
        ),
    )


def _held(holding: Holding) -> str:
    turns = plural(holding.turns, "turn")
    memories = plural(holding.memories, "memory", "memories")
    newest = (
        "" if holding.newest_at_us is None else f", the newest of {moment(holding.newest_at_us)}"
    )
    return f"{turns}{newest}, {memories} in use"


def _given_up_line(given_up: int | None) -> str:
    if given_up is None:
        return "given up: whatever was there before"
    return f"given up: {plural(given_up, 'saved change')} since the backup"
