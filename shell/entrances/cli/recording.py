"""The command that takes conversation in as it happens: record."""

from __future__ import annotations

import sys
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sayso.shell.entrances.cli import fields, lines
from sayso.shell.entrances.cli.answers import (
    Answer,
    asked_of,
    open_memory,
)
from sayso.shell.entrances.cli.parameters import Session, checked_text
from sayso.shell.errors import NotFoundError, RefusedError, RequestError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO

    from sayso.shell.admitting import RecordedTurn
    from sayso.shell.entrances.cli.answers import Asked
    from sayso.shell.entrances.cli.turnlines import LineFault
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
    from sayso.core.project.admission import TurnRequest
    from sayso.core.project.requests import op_id_fault
    from sayso.core.raw import text_fault
    from sayso.shell.admitting import admit

    admit(TurnRequest(user_text=turn.user_text, intent=turn.intent, session=turn.session))
    fault = text_fault(turn.assistant_text, "the assistant text", may_be_empty=True)
    if fault is None and turn.op_id is not None:
        fault = op_id_fault(turn.op_id)
    if fault is not None:
        raise RequestError(fault)


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

    from sayso.shell.worker import count_open

    return count_open(memory.store)[0]


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
