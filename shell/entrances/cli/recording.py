"""Commands that take conversation in: record and import."""

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
    configured_model,
    open_memory,
)
from sayso.shell.entrances.cli.parameters import Session, checked_text
from sayso.shell.errors import NotFoundError, RefusedError, RequestError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import BinaryIO

    from sayso.shell.entrances.cli.answers import Asked
    from sayso.shell.entrances.cli.turnlines import LineFault, TurnLine
    from sayso.shell.memory import Memory

FAULTS_SHOWN_MAX = 10


def record(
    context: typer.Context,
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
    """Store turns of a conversation; 'sayso work' then forms memory from them.

    A line of --from is {"user", "assistant"?, "intent"?, "session"?, "id"?}; its id is the
    operation id, a time is taken and ignored. A bad line is reported by its number (exit code 1)
    and the others are recorded. JSON: turns[], skipped, pending, faults[{line, reason}].
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
    _check_turn(turn.user_text, turn.intent, turn.session)
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


def _check_turn(user_text: str, intent: str, session: str) -> None:
    """Refuse a bad request before a store is made for it."""
    from sayso.core.project.admission import TurnRequest
    from sayso.shell.admitting import admit

    admit(TurnRequest(user_text=user_text, intent=intent, session=session))


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
                _check_turn(line.user_text, line.intent, line.session)
                if memory is None:
                    memory = stack.enter_context(open_memory(asked, create=True))
                number = memory.record(_turn_of(line))
            except (RequestError, RefusedError) as error:
                faults.append(LineFault(number=line.number, reason=error.message))
                continue
            if number is None:
                skipped += 1
            else:
                turns.append(number)
        pending = 0 if memory is None else _pending(memory)
    return _Recorded(turns=tuple(turns), skipped=skipped, faults=tuple(faults), pending=pending)


def _turn_of(line: TurnLine) -> RecordedTurn:
    from sayso.shell.admitting import RecordedTurn

    return RecordedTurn(
        user_text=line.user_text,
        assistant_text=line.assistant_text,
        intent=line.intent,
        session=line.session,
        op_id=line.op_id,
    )
