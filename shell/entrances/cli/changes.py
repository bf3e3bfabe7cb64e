"""Commands by which the user decides: forget, retry, drop, new, clear, export."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from sayso.core.ids import NOTE
from sayso.shell.entrances.cli import fields
from sayso.shell.entrances.cli.answers import (
    Answer,
    absence_note,
    asked_of,
    configured_model,
    existing_memory,
    open_memory,
)
from sayso.shell.entrances.cli.lines import plural
from sayso.shell.entrances.cli.parameters import JobId, MemoryId, OpId, checked_path
from sayso.shell.errors import RequestError

if TYPE_CHECKING:
    from pathlib import Path

    from sayso.shell.entrances.cli.answers import Asked
    from sayso.shell.worker import Step


def forget(context: typer.Context, memory_id: MemoryId, op_id: OpId = None) -> Answer:
    """Forget a memory for good, until you say it anew; or a note.

    The conversation itself stays stored; 'sayso clear' removes everything. A note of another
    memory product is emptied, and importing it again does not bring it back.

    JSON: id, changed (false when it was forgotten before).
    """
    from sayso.shell.finding import parse_id

    if memory_id.startswith(NOTE):
        return _forget_note(context, memory_id, op_id)
    number = parse_id(memory_id)
    with open_memory(asked_of(context), create=False) as memory:
        changed = memory.forget(number, op_id=op_id)
    said = "is forgotten" if changed else "was forgotten before"
    return Answer(
        fields={"id": fields.memory_id(number), "changed": changed},
        lines=(
            f"m{number} {said}; the RAW turns are kept, and 'sayso show m{number}' still tells",
        ),
    )


def _forget_note(context: typer.Context, given: str, op_id: str | None) -> Answer:
    from sayso.shell.noting import parse_note_id

    note = f"{NOTE}{parse_note_id(given)}"
    with open_memory(asked_of(context), create=False) as memory:
        changed = memory.forget(note, op_id=op_id)
    said = "is forgotten and its text gone" if changed else "was forgotten before"
    return Answer(
        fields={"id": note, "changed": changed},
        lines=(f"{note} {said}; importing it again does not bring it back",),
    )


def retry(context: typer.Context, job_id: JobId, op_id: OpId = None) -> Answer:
    """Put a parked job back to work, its attempts forgiven.

    JSON: id.
    """
    from sayso.shell.finding import parse_job_id

    number = parse_job_id(job_id)
    with open_memory(asked_of(context), create=False) as memory:
        memory.retry_job(number, op_id=op_id)
    return Answer(
        fields={"id": f"j{number}"}, lines=(f"j{number} is tried again at the next 'sayso work'",)
    )


def drop(context: typer.Context, job_id: JobId, op_id: OpId = None) -> Answer:
    """Give a job up for good; the conversation stays stored.

    JSON: id.
    """
    from sayso.shell.finding import parse_job_id

    number = parse_job_id(job_id)
    with open_memory(asked_of(context), create=False) as memory:
        memory.drop_job(number, op_id=op_id)
    return Answer(
        fields={"id": f"j{number}"}, lines=(f"j{number} is dropped; its RAW turn is kept",)
    )


def new(context: typer.Context, op_id: OpId = None) -> Answer:
    """Start a new thread; preferences and decisions stay.

    Pending jobs of the old thread get one chance first; those that fail are tried again later.

    JSON: thread, failed (jobs of the old thread).
    """
    from sayso.shell.operations import key_of

    steps: list[Step] = []
    key_of(op_id, "new")  # a store is not made for an id that cannot be used
    with open_memory(asked_of(context), create=True, model=configured_model()) as memory:
        number = memory.new_thread(steps.append, op_id=op_id)
    failed = sum(len(step.jobs) for step in steps if step.error is not None)
    warning = f"{plural(failed, 'job')} of the old thread failed; 'sayso status' tells why"
    return Answer(
        fields={"thread": number, "failed": failed},
        lines=(f"thread {number} begins; preferences, decisions and RAW turns are kept",),
        notes=(warning,) if failed else (),
    )


def clear(
    context: typer.Context,
    confirm: Annotated[
        bool, typer.Option("--confirm", help="Really delete; without it nothing happens.")
    ] = False,
    op_id: OpId = None,
) -> Answer:
    """Delete all memory of the project and start over. Exports are kept.

    Works on a degraded store; somebody else's database is never touched.

    JSON: generation (null where there was no memory), erased (false while the deleted text is
    still on the disk because others are reading).
    """
    if not confirm:
        raise RequestError(
            "clear deletes all memory of the project; nothing was deleted",
            "confirm it with 'sayso clear --confirm'",
        )
    asked = asked_of(context)
    with existing_memory(asked) as memory:
        if memory is None:
            nothing = f"there is nothing to clear: {absence_note(asked)}"
            return Answer(fields={"generation": None, "erased": True}, lines=(nothing,))
        store = memory.store
        generation = memory.clear(confirm=True, op_id=op_id)
    owed = (
        "another process is reading, so the deleted text is still on the disk — "
        "'sayso work' takes it away once that has ended"
    )
    return Answer(
        fields={"generation": generation, "erased": not store.owes_cut},
        lines=(f"all memory is deleted; generation {generation} begins. Exports are kept",),
        notes=(owed,) if store.owes_cut else (),
    )


def export(
    context: typer.Context,
    out: Annotated[
        str | None,
        typer.Option("--out", metavar="DIR", help="Where to; .sayso/exports by default."),
    ] = None,
    salvage: Annotated[
        bool,
        typer.Option("--salvage", help="Search the damaged file itself for what it still holds."),
    ] = False,
) -> Answer:
    """Write everything to a new RAW JSON file.

    Older ones stay as they are. Works on a degraded store. With --salvage the file is searched
    page by page, whatever is wrong with it, and every row says what it is worth; exit code 1 when
    something is known to be damaged or missing.

    JSON: path, complete (false when the store is degraded and only a part could be read). With
    --salvage: path, complete, turns{intact, damaged, missing}, memories, proven, rows, findings[].
    """
    folder = None if out is None else checked_path(out, "the folder")
    if salvage:
        return _salvage(asked_of(context), folder)
    from sayso.core.catalog import Healthy

    with open_memory(asked_of(context), create=False) as memory:
        path = memory.export(folder)
        is_whole = memory.health == Healthy()
    return Answer(
        fields={"path": str(path), "complete": is_whole},
        lines=(str(path),),
        notes=() if is_whole else ("the store is degraded: this is what could be read of it",),
    )


def _salvage(asked: Asked, folder: Path | None) -> Answer:
    from sayso.shell.ports import system_ports
    from sayso.shell.salvaging import salvage_store
    from sayso.shell.store.opening import find_project

    salvaged = salvage_store(find_project(asked.project), folder, system_ports())
    gained = salvaged.gained
    turns = f"{plural(gained.intact, 'turn')} intact, {gained.damaged} damaged"
    lost = f"at least {gained.missing} missing"
    memories = plural(gained.memories, "memory", "memories")
    return Answer(
        fields={
            "path": str(salvaged.path),
            "complete": gained.is_whole,
            "turns": {
                "intact": gained.intact,
                "damaged": gained.damaged,
                "missing": gained.missing,
            },
            "memories": gained.memories,
            "proven": gained.proven,
            "rows": gained.rows,
            "findings": list(salvaged.findings),
        },
        lines=(str(salvaged.path),),
        notes=(
            f"{turns}, {lost}; {memories} in use, {gained.proven} with intact proof",
            *salvaged.findings,
        ),
        exit_code=0 if gained.is_whole else 1,
    )
