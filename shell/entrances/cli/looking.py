"""Commands that look and change nothing: status, list, show, search, read, context.

On a project without memory they say so, answer with empty fields and create nothing.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from sayso.shell.entrances.cli import fields, lines, reasons
from sayso.shell.entrances.cli.answers import (
    Answer,
    absence_note,
    asked_of,
    existing_memory,
    is_debugging,
    open_memory,
)
from sayso.shell.entrances.cli.parameters import MemoryId, Session, checked_text
from sayso.shell.errors import MemorySchemaError, NotFoundError, SaysoError

if TYPE_CHECKING:
    from collections.abc import Callable

    from sayso.shell.entrances.cli.answers import Asked
    from sayso.shell.memory import Memory
    from sayso.shell.reporting import StatusReport

T = TypeVar("T")
DEGRADED_EXIT_CODE = 3


def status(context: typer.Context) -> Answer:
    """Tell health, counts, refusals, the last error, hooks.

    Exit code 3 when the store is degraded. SAYSO_DEBUG=true shows the last error whole.

    JSON: health, findings[], threads, turns{}, jobs{}, items{}, foreign_notes (of other memory
    products), parked[{id, kind, turn, attempts, last_error}], refusals[{reason, count}],
    last_error, model, usage{day, calls, tokens, calls_max, tokens_max} or null,
    store{path, bytes, generation, checked}, notes[], worker_at_work (in the background),
    hooks{fired[{host, event, at}], faults[{at, host, event, fault}]}.
    """
    from sayso.shell.agents.journal import read_journal
    from sayso.shell.detached import is_at_work
    from sayso.shell.entrances.cli.hooklines import hook_fields, hook_lines
    from sayso.shell.store.opening import find_project

    asked = asked_of(context)
    report = _status_report(asked)
    debug = is_debugging()
    absent = report.health == "absent"
    project = find_project(asked.project)
    journal, at_work = read_journal(project), is_at_work(project)
    beside = {"worker_at_work": at_work, "hooks": hook_fields(journal)}
    return Answer(
        fields=fields.status_fields(report, debug=debug) | beside,
        lines=(
            *lines.status_lines(report, debug=debug),
            *(("worker      at work in the background",) if at_work else ()),
            *hook_lines(journal),
        ),
        notes=(absence_note(asked),) if absent else (),
        exit_code=DEGRADED_EXIT_CODE if report.health == "degraded" else 0,
    )


def _status_report(asked: Asked) -> StatusReport:
    from sayso.shell.reporting import absent_status, with_limits
    from sayso.shell.settings import load_settings
    from sayso.shell.store.opening import find_project, store_path

    model = _model_name()
    with existing_memory(asked) as memory:
        if memory is None:
            return absent_status(model, store_path(find_project(asked.project)))
        report = replace(memory.status(), model=model)
    return with_limits(report, load_settings().daily)


def _model_name() -> str:
    """Name the configured model; one that can't be made is named by its settings alone."""
    from sayso.shell.settings import choose_model, load_settings

    settings = load_settings()
    try:
        return choose_model(settings).name
    except SaysoError:
        return f"{settings.provider} (not usable as configured)"


def list_memories(context: typer.Context) -> Answer:
    """List the usable memories, newest first.

    JSON: items[{id, kind, title, synopsis, revision, updated_at}].
    """
    asked = asked_of(context)
    with existing_memory(asked) as memory:
        listed = () if memory is None else memory.list()
        notes = (absence_note(asked),) if memory is None else ()
    if not listed and not notes:
        notes = ("no memories yet",)
    return Answer(
        fields=fields.listed_fields(listed), lines=lines.listed_lines(listed), notes=notes
    )


def show(context: typer.Context, memory_id: MemoryId) -> Answer:
    """Show one memory in any status, with proof and revisions.

    Works on a degraded store.

    JSON: id, kind, title, content, synopsis, aliases[], keywords[],
    status, revision, created_at, updated_at, sources[{turn_id, role, quote, start, end}],
    revisions[{revision, title, content, status, created_at}], replaces, replaced_by,
    findings[] (of a degraded store: what is not what was stored, or can't be read).
    """
    shown = look_at(context, memory_id, lambda memory, number: memory.show(number))
    return Answer(fields=fields.shown_fields(shown), lines=lines.shown_lines(shown))


def look_at(context: typer.Context, memory_id: str, look: Callable[[Memory, int], T]) -> T:
    """Look at one memory, in any status; a degraded store that misses it is told as such."""
    from sayso.core.catalog import Healthy
    from sayso.shell.finding import parse_id

    number = parse_id(memory_id)
    with open_memory(asked_of(context), create=False) as memory:
        try:
            return look(memory, number)
        except NotFoundError as error:
            if memory.health == Healthy():
                raise
            raise MemorySchemaError(
                f"m{number} can't be read: the store is degraded", "see 'sayso status'"
            ) from error


def search(
    context: typer.Context,
    query: Annotated[str, typer.Argument(metavar="QUERY", help="What to look for.")],
    explain: Annotated[
        bool, typer.Option("--explain", help="Say which stage and which term found each hit.")
    ] = False,
) -> Answer:
    """Search memories: at most five hits, best first.

    JSON: query, hits[{id, kind, title, synopsis, match_type}]; with --explain each hit has field
    and term, or words[{term, share}] and share (percent of the query's weight), too, and there are
    stages[{stage, asked[], has_run, found}] and words[{term, share}].
    """
    asked = asked_of(context)
    text = checked_text(query, "the query", may_be_empty=False)
    if explain:
        return reasons.search_answer(asked, text)
    with existing_memory(asked) as memory:
        hits = () if memory is None else memory.search(text)
        notes = (absence_note(asked),) if memory is None else ()
    return Answer(
        fields=fields.hit_fields(text, hits), lines=lines.hit_lines(text, hits), notes=notes
    )


def read(context: typer.Context, memory_id: MemoryId) -> Answer:
    """Read one active memory with the words that prove it.

    JSON: id, kind, title, content, non_factual, sources[{turn_id, role, quote}].
    """
    from sayso.shell.finding import parse_id

    number = parse_id(memory_id)
    with open_memory(asked_of(context), create=False) as memory:
        reading = memory.read(number)
    return Answer(fields=fields.reading_fields(reading), lines=lines.reading_lines(reading))


def next_context(context: typer.Context, session: Session = "") -> Answer:
    """Show the history and context the next request would get.

    JSON: history[{role, text, turn_id}], context.
    """
    asked = asked_of(context)
    name = checked_text(session, "the session name", may_be_empty=True)
    with existing_memory(asked) as memory:
        if memory is None:
            return Answer(
                fields=fields.context_fields(None), lines=(), notes=(absence_note(asked),)
            )
        given = memory.context(name)
    return Answer(fields=fields.context_fields(given), lines=lines.context_lines(given))
