"""Commands by which the user decides: forget, retry, drop, new, clear, export."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from sayso.shell.entrances.cli import fields
from sayso.shell.entrances.cli.answers import Answer, asked_of, configured_model, open_memory
from sayso.shell.entrances.cli.lines import plural
from sayso.shell.entrances.cli.parameters import JobId, MemoryId, checked_path
from sayso.shell.errors import RequestError

if TYPE_CHECKING:
    from sayso.shell.worker import Step


def forget(context: typer.Context, memory_id: MemoryId) -> Answer:
    """Forget a memory for good, until you say it anew.

    The conversation itself stays stored; 'sayso clear' removes everything.

    JSON: id, changed (false when it was forgotten before).
    """
    from sayso.shell.finding import parse_id

    number = parse_id(memory_id)
    with open_memory(asked_of(context), create=False) as memory:
        changed = memory.forget(number)
    said = "is forgotten" if changed else "was forgotten before"
    return Answer(
        fields={"id": fields.memory_id(number), "changed": changed},
        lines=(
            f"m{number} {said}; the RAW turns are kept, and 'sayso show m{number}' still tells",
        ),
    )


def retry(context: typer.Context, job_id: JobId) -> Answer:
    """Put a parked job back to work, its attempts forgiven.

    JSON: id.
    """
    from sayso.shell.finding import parse_job_id

    number = parse_job_id(job_id)
    with open_memory(asked_of(context), create=False) as memory:
        memory.retry_job(number)
    return Answer(
        fields={"id": f"j{number}"}, lines=(f"j{number} is tried again at the next 'sayso work'",)
    )


def drop(context: typer.Context, job_id: JobId) -> Answer:
    """Give a job up for good; the conversation stays stored.

    JSON: id.
    """
    from sayso.shell.finding import parse_job_id

    number = parse_job_id(job_id)
    with open_memory(asked_of(context), create=False) as memory:
        memory.drop_job(number)
    return Answer(
        fields={"id": f"j{number}"}, lines=(f"j{number} is dropped; its RAW turn is kept",)
    )


def new(context: typer.Context) -> Answer:
    """Start a new thread; preferences and decisions stay.

    Pending jobs of the old thread get one chance first; those that fail are tried again later.

    JSON: thread, failed (jobs of the old thread).
    """
    steps: list[Step] = []
    with open_memory(asked_of(context), create=True, model=configured_model()) as memory:
        number = memory.new_thread(steps.append)
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
) -> Answer:
    """Delete all memory of the project and start over. Exports are kept.

    Works on a degraded store; somebody else's database is never touched.

    JSON: generation.
    """
    if not confirm:
        raise RequestError(
            "clear deletes all memory of the project; nothing was deleted",
            "confirm it with 'sayso clear --confirm'",
        )
    with open_memory(asked_of(context), create=True) as memory:
        generation = memory.clear(confirm=True)
    return Answer(
        fields={"generation": generation},
        lines=(f"all memory is deleted; generation {generation} begins. Exports are kept",),
    )


def export(
    context: typer.Context,
    out: Annotated[
        str | None,
        typer.Option("--out", metavar="DIR", help="Where to; .sayso/exports by default."),
    ] = None,
) -> Answer:
    """Write everything to a new RAW JSON file.

    Older ones stay as they are. Works on a degraded store.

    JSON: path, complete (false when the store is degraded and only a part could be read).
    """
    from sayso.core.catalog import Healthy

    with open_memory(asked_of(context), create=False) as memory:
        path = memory.export(None if out is None else checked_path(out, "the folder"))
        is_whole = memory.health == Healthy()
    return Answer(
        fields={"path": str(path), "complete": is_whole},
        lines=(str(path),),
        notes=() if is_whole else ("the store is degraded: this is what could be read of it",),
    )
