"""Commands that take conversation in: record and import."""

from __future__ import annotations

import sys
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sayso.shell.entrances.cli import fields, lines
from sayso.shell.entrances.cli.answers import (
    Answer,
    asked_of,
    configured_model,
    existing_memory,
    open_memory,
)
from sayso.shell.entrances.cli.parameters import Session, checked_text
from sayso.shell.entrances.cli.progress import Progress
from sayso.shell.errors import NotFoundError, RefusedError, RequestError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import BinaryIO

    from sayso.shell.admitting import RecordedTurn
    from sayso.shell.entrances.cli.answers import Asked
    from sayso.shell.entrances.cli.turnlines import LineFault
    from sayso.shell.importing import ImportOptions, ImportProgress, ImportReport
    from sayso.shell.memory import Memory

FAULTS_SHOWN_MAX = 10


def record(
    context: typer.Context,
    *,
    user: Annotated[
        str | None, typer.Option("--user", metavar="TEXT", help="What the user said.")
    ] = None,
    assistant: Annotated[
        str, typer.Option("--assistant", metavar="TEXT", help="The answer the user saw, if any.")
    ] = "",
    intent: Annotated[
        str, typer.Option("--intent", metavar="I", help="What kind of request it was.")
    ] = "general_chat",
    session: Session = "",
    op_id: Annotated[
        str | None,
        typer.Option(
            "--op-id", metavar="ID", help="Repeating the same id records nothing a second time."
        ),
    ] = None,
    source: Annotated[
        str | None,
        typer.Option("--from", metavar="FILE|-", help="Record JSON Lines instead; - is stdin."),
    ] = None,
) -> Answer:
    """Store one turn of a conversation, or a file of them.

    A line of --from is {"user", "assistant"?, "intent"?, "session"?, "id"?}; its id is the
    operation id, a time is taken and ignored. A bad line is reported by its number (exit code 1)
    and the others are recorded. 'sayso work' then forms memory.

    JSON: turns[], skipped, pending, faults[{line, reason}].
    """
    asked = asked_of(context)
    if (user is None) == (source is None):
        raise RequestError("record takes one turn or a file", "give either --user or --from")
    if source is not None:
        if assistant or session or op_id is not None:
            raise RequestError(
                "--from brings its own answers, sessions and ids",
                "put them into the lines of the file",
            )
        with _opened(source) as stream:
            return _answer_lines(_record_lines(asked, stream), source)
    from sayso.shell.admitting import RecordedTurn

    turn = RecordedTurn(
        user_text=checked_text(user or "", "the user text", may_be_empty=False),
        assistant_text=checked_text(assistant, "the assistant text", may_be_empty=True),
        intent=checked_text(intent, "the intent", may_be_empty=True),
        session=checked_text(session, "the session name", may_be_empty=True),
        op_id=None if op_id is None else checked_text(op_id, "the operation id", may_be_empty=True),
    )
    _check_turn(turn)
    with open_memory(asked, create=True) as memory:
        number = memory.record(turn)
        pending = _pending(memory)
    turns = () if number is None else (number,)
    return _answer(_Recorded(turns=turns, skipped=1 - len(turns), faults=(), pending=pending))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Recorded:
    """What was recorded; `skipped` counts turns of intents that memory keeps out of."""

    turns: tuple[int, ...]
    skipped: int
    faults: tuple[LineFault, ...]
    pending: int


def _check_turn(turn: RecordedTurn) -> None:
    """Refuse a bad request with RequestError before a store is made for it."""
    from sayso.core.outcome import is_failure
    from sayso.core.project.admission import TurnRequest
    from sayso.core.project.requests import operation_key
    from sayso.core.raw import check_text
    from sayso.shell.admitting import admit

    admit(TurnRequest(user_text=turn.user_text, intent=turn.intent, session=turn.session))
    answer = check_text(turn.assistant_text, "the assistant text", may_be_empty=True)
    if is_failure(answer):
        raise RequestError(answer.failure())
    if turn.op_id is not None and is_failure(key := operation_key(turn.op_id, "record")):
        raise RequestError(key.failure())


def _record_lines(asked: Asked, stream: BinaryIO) -> _Recorded:
    """Record line by line; the store is opened, and if need be made, for the first good line."""
    from sayso.shell.entrances.cli.turnlines import LineFault, read_lines

    turns: list[int] = []
    faults: list[LineFault] = []
    skipped = 0
    with ExitStack() as stack:
        memory: Memory | None = None
        for line in read_lines(stream):
            if isinstance(line, LineFault):
                faults.append(line)
                continue
            try:
                _check_turn(line.turn)
                if memory is None:
                    memory = stack.enter_context(open_memory(asked, create=True))
                number = memory.record(line.turn)
            except (RequestError, RefusedError) as error:
                faults.append(LineFault(number=line.number, reason=error.message))
                continue
            skipped += number is None
            turns += [] if number is None else [number]
        pending = 0 if memory is None else _pending(memory)
    return _Recorded(turns=tuple(turns), skipped=skipped, faults=tuple(faults), pending=pending)


def _answer_lines(recorded: _Recorded, source: str) -> Answer:
    if not (recorded.turns or recorded.skipped or recorded.faults):
        raise RequestError(f"{source} holds no turns", "give one JSON object per line")
    return _answer(recorded)


def _answer(recorded: _Recorded) -> Answer:
    ids = [fields.turn_id(number) for number in recorded.turns]
    span = ids[0] if len(ids) == 1 else f"{ids[0]} to {ids[-1]}" if ids else ""
    said = [f"recorded {lines.plural(len(ids), 'turn')}: {span}" if ids else "recorded nothing"]
    if recorded.skipped:
        said.append(f"{lines.plural(recorded.skipped, 'turn')} of intents without memory left out")
    if recorded.pending:
        waiting = lines.plural(recorded.pending, "job")
        said.append(f"{waiting} pending: 'sayso work' forms memory from them")
    return Answer(
        fields={
            "turns": ids,
            "skipped": recorded.skipped,
            "pending": recorded.pending,
            "faults": [{"line": one.number, "reason": one.reason} for one in recorded.faults],
        },
        lines=tuple(said),
        notes=_fault_notes(recorded.faults),
        exit_code=1 if recorded.faults else 0,
    )


def _fault_notes(faults: tuple[LineFault, ...]) -> tuple[str, ...]:
    shown = tuple(
        f"line {one.number} is not recorded: {one.reason}" for one in faults[:FAULTS_SHOWN_MAX]
    )
    rest = len(faults) - len(shown)
    return (*shown, f"{rest} more lines are not recorded") if rest else shown


def _pending(memory: Memory) -> int:
    return len(memory.store.look("jobs/open_ids", thread_id=None))


@contextmanager
def _opened(source: str) -> Iterator[BinaryIO]:
    """Open a file, or stdin for `-`; raises NotFoundError for a file that is not there."""
    if source == "-":
        yield sys.stdin.buffer
        return
    path = Path(source)
    if not path.exists():
        raise NotFoundError(f"there is no file {source}", "check the path")
    if path.is_dir():
        raise RequestError(f"{source} is a folder", "give a file; 'sayso import' takes folders")
    with path.open("rb") as stream:
        yield stream


def import_logs(
    context: typer.Context,
    paths: Annotated[
        list[Path], typer.Argument(metavar="PATH...", help="Log files, or folders of them.")
    ],
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Read and count, but write nothing.")
    ] = False,
    any_folder: Annotated[
        bool, typer.Option("--any-folder", help="Take sessions held in other folders too.")
    ] = False,
) -> Answer:
    """Learn from chat logs; the format is detected.

    Known are SpecStory Markdown, Claude Code JSONL, and plain JSON Lines: {"user", "assistant"?,
    "at"?, "id"?, "session"?, "intent"?}. Importing twice adds nothing. Exit code 1 when a file
    could not be read.

    JSON: files, turns, known, skipped[{reason, count}], memories, refusals, notices[{reason,
    count}], pending, formats[{format, files}], faults[{path, reason, hint}].
    """
    from sayso.shell.importing import ImportOptions
    from sayso.shell.store.opening import find_project

    asked = asked_of(context)
    options = ImportOptions(
        dry_run=dry_run, any_folder=any_folder, project=find_project(asked.project)
    )
    report = _import(asked, paths, options)
    return Answer(
        fields=_import_fields(report),
        lines=_import_lines(report, dry_run=dry_run),
        notes=tuple(f"{one.path}: {one.reason} — {one.hint}" for one in report.faults),
        exit_code=1 if report.faults else 0,
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
        if options.dry_run or not looked.turns:
            return looked
        with open_memory(asked, create=True, model=configured_model()) as memory:
            return import_paths(memory, paths, options, show)


def _import_fields(report: ImportReport) -> fields.Fields:
    return {
        "files": report.files,
        "turns": report.turns,
        "known": report.known,
        "skipped": _reasons(report.skipped),
        "memories": report.memories,
        "refusals": report.refusals,
        "notices": _reasons(report.notices),
        "pending": report.pending,
        "formats": [{"format": name, "files": count} for name, count in report.formats],
        "faults": [
            {"path": one.path, "reason": one.reason, "hint": one.hint} for one in report.faults
        ],
    }


def _reasons(counts: Iterable[tuple[str, int]]) -> list[fields.Fields]:
    return [{"reason": reason, "count": count} for reason, count in counts]


def _import_lines(report: ImportReport, *, dry_run: bool) -> tuple[str, ...]:
    formats = ", ".join(f"{name} {count}" for name, count in report.formats)
    turns = lines.plural(report.turns, "turn")
    said = [
        f"files     {report.files}{f' ({formats})' if formats else ''}",
        f"turns     {turns} {'would be ' if dry_run else ''}taken in, {report.known} known before",
    ]
    for name, counts in (("skipped", report.skipped), ("noticed", report.notices)):
        if counts:
            told = ", ".join(f"{reason} {count}" for reason, count in counts)
            said.append(f"{name:<10}{told}")
    if not dry_run:
        said.append(f"memories  {report.memories} made or changed, {report.refusals} refused")
    if report.pending:
        said.append(f"pending   {lines.plural(report.pending, 'job')}: 'sayso work' tries again")
    return tuple(said)
