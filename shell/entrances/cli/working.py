"""The command that works off jobs: once, or until it is interrupted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from sayso.shell.entrances.cli import fields, lines
from sayso.shell.entrances.cli.answers import (
    Answer,
    absence_note,
    asked_of,
    configured_model,
    is_debugging,
    open_memory,
)
from sayso.shell.entrances.cli.progress import Progress
from sayso.shell.errors import NotFoundError, RequestError, StageFaultError

if TYPE_CHECKING:
    from collections.abc import Callable

    from sayso.shell.entrances.cli.answers import Asked
    from sayso.shell.memory import Memory
    from sayso.shell.ports import Model
    from sayso.shell.worker import Step, WorkReport


def work(
    context: typer.Context,
    drain: Annotated[
        bool, typer.Option("--drain", help="Try every open job once, then stop (the default).")
    ] = False,
    watch: Annotated[
        bool, typer.Option("--watch", help="Go on until Ctrl-C and print each step.")
    ] = False,
) -> Answer:
    """Turn recorded conversation into memory.

    Exit code 4 when the model or the network failed, 1 when a job failed otherwise; it will be
    tried again.

    JSON: processed, succeeded, failed, pending. With --watch each step is one envelope:
    jobs[{id, kind}], outcome (done, failed or stale), items[], refused[], error or null.
    """
    from sayso.shell.store.opening import find_project

    if drain and watch:
        raise RequestError("--drain and --watch exclude each other", "give one of them")
    asked = asked_of(context)
    find_project(asked.project)
    model = configured_model()
    if watch:
        _watch(asked, model)
    try:
        memory = open_memory(asked, create=False, model=model)
    except NotFoundError:
        return Answer(
            fields=fields.work_fields(None), lines=("nothing to do",), notes=(absence_note(asked),)
        )
    with memory:
        report = _drain(memory)
    return Answer(
        fields=fields.work_fields(report),
        lines=lines.work_lines(report),
        exit_code=_exit_code(report),
    )


def _exit_code(report: WorkReport) -> int:
    """Tell the caller whose failure it was: 4 the model's or the network's, 1 any other."""
    if not report.failed:
        return 0
    return StageFaultError.exit_code if report.model_failed else 1


def _drain(memory: Memory) -> WorkReport:

    from sayso.shell.worker import count_open

    waiting = count_open(memory.store)[0]
    done = 0
    with Progress("working", waiting) as progress:

        def report(step: Step) -> None:
            nonlocal done
            done += len(step.jobs)
            progress.show(done)

        return memory.work(report)


def _watch(asked: Asked, model: Model) -> NoReturn:
    """Work until somebody interrupts; raises MemorySchemaError for a store that is degraded now.

    One that becomes degraded later is told and waited for: an explicit clear ends that.
    """
    from sayso.shell.worker import count_open

    with _awaited_memory(asked, model) as memory:
        count_open(memory.store)
        memory.worker().watch(lambda: False, _step_printer(json=asked.json))
    raise KeyboardInterrupt


def _awaited_memory(asked: Asked, model: Model) -> Memory:
    """Open the project's memory; where there is none yet, say so and wait until one begins."""
    from sayso.core import limits
    from sayso.shell.entrances.cli.running import print_note
    from sayso.shell.ports import SystemClock

    is_told = False
    while True:
        try:
            return open_memory(asked, create=False, model=model)
        except NotFoundError:
            if not is_told:
                print_note(absence_note(asked))
            is_told = True
            SystemClock().sleep_us(limits.WORKER_POLL_US)


def _step_printer(*, json: bool) -> Callable[[Step], None]:
    """Print each step; a fault of the store that lasts is told once, not at every poll."""
    from sayso.shell.entrances.cli.running import print_json, print_lines

    debug = is_debugging()
    told: list[Step] = []

    def report(step: Step) -> None:
        if not step.jobs and told == [step]:
            return
        told[:] = [step]
        if json:
            print_json({"status": "ok", "data": fields.step_fields(step, debug=debug)})
        else:
            print_lines((lines.step_line(step, debug=debug),))

    return report
