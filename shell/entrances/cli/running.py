"""One run of the command line: arguments in, text or one JSON envelope out, and an exit code.

The third place where exceptions become values. Whatever happens, a person gets one line on
stderr and a program one envelope on stdout; a traceback shows only with SAYSO_DEBUG. All text
that is printed passes through core/printing.py, so that no stored text steers a terminal.
"""

from __future__ import annotations

import json
import os
import sys
import traceback
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import typer

from sayso.core.printing import visible_block, visible_json, visible_line
from sayso.shell.entrances.cli.answers import Answer, Asked, is_debugging
from sayso.shell.entrances.cli.stopping import Stopped, stopped_by_signals
from sayso.shell.errors import MemoryStorageError, SaysoError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

INTERRUPTED: Final = 130
PROGRAM: Final = "sayso"

# Typer vendors click from 0.26 on; this names the same class in every version we allow.
UsageFault: Final = typer.BadParameter.__mro__[1]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """An error as it is shown: a code for programs, what and why, what to do, the exit code."""

    code: str
    message: str
    hint: str
    exit_code: int


def run(arguments: Sequence[str]) -> int:
    """Answer one command line; gives the exit code and never raises."""
    try:
        with stopped_by_signals():
            return _run(arguments)
    except KeyboardInterrupt as error:  # while the end was being told
        return fault_of(error).exit_code


def _run(arguments: Sequence[str]) -> int:
    asked = Asked()
    _make_streams_lenient()
    try:
        return _answer(arguments, asked)
    except BrokenPipeError:
        _silence_stdout()
        return 0
    except KeyboardInterrupt as error:
        return _report(error, asked)
    except Exception as error:  # noqa: BLE001 - the outermost place: every error becomes a line
        asked.json = asked.json or (isinstance(error, UsageFault) and _wants_json(arguments))
        return _report(error, asked)


def _answer(arguments: Sequence[str], asked: Asked) -> int:
    from sayso.shell.entrances.cli.app import command

    try:
        with command().make_context(PROGRAM, list(arguments), obj=asked) as context:
            answer = context.command.invoke(context)
    except typer.Exit as ended:
        sys.stdout.flush()
        return ended.exit_code
    if not isinstance(answer, Answer):
        raise TypeError(f"a command answered {type(answer).__name__}")
    print_answer(answer, asked)
    return answer.exit_code


def print_answer(answer: Answer, asked: Asked) -> None:
    """Print an answer as it was asked for: one envelope, or lines with notes beside them."""
    if asked.json:
        print_json({"status": "ok", "data": answer.fields})
        return
    print_lines(answer.lines, is_safe=answer.is_safe)
    for note in answer.notes:
        print_note(note)


def print_note(note: str) -> None:
    """Tell a person something beside the answer, on stderr."""
    print(f"{PROGRAM}: {visible_line(note)}", file=sys.stderr, flush=True)


def print_lines(lines: Sequence[str], *, is_safe: bool = False) -> None:
    """Print text for people, with everything escaped that could steer a terminal."""
    for line in lines:
        print(line if is_safe else visible_block(line))
    sys.stdout.flush()


def print_json(envelope: Mapping[str, object]) -> None:
    """Print one JSON value on one line."""
    encoding = (sys.stdout.encoding or "utf-8").lower().replace("-", "")
    text = json.dumps(envelope, ensure_ascii=encoding != "utf8", separators=(",", ":"))
    print(visible_json(text), flush=True)


def _report(error: BaseException, asked: Asked) -> int:
    """Say what went wrong; when even that can't be written, the exit code has to do."""
    fault = fault_of(error)
    try:
        tell_fault(fault, asked, error)
    except OSError:
        _silence_stdout()
    return fault.exit_code


def tell_fault(fault: Fault, asked: Asked, error: BaseException | None = None) -> None:
    """Print a fault as it was asked for; a debugging reader sees where it comes from."""
    if error is not None and is_debugging() and not isinstance(error, KeyboardInterrupt):
        print(visible_block("".join(traceback.format_exception(error))), file=sys.stderr)
    if asked.json:
        shown = {"code": fault.code, "message": fault.message, "hint": fault.hint}
        print_json({"status": "error", "error": shown})
    else:
        print(_line_of(fault), file=sys.stderr, flush=True)


def _line_of(fault: Fault) -> str:
    advice = f" — {fault.hint}" if fault.hint else ""
    return visible_line(f"{PROGRAM}: {fault.message}{advice}")


def fault_of(error: BaseException) -> Fault:
    """Turn any exception into what is shown of it."""
    match error:
        case SaysoError():
            return Fault(
                code=error.code,
                message=error.message,
                hint=error.hint,
                exit_code=error.exit_code,
            )
        case KeyboardInterrupt():
            return Fault(
                code="interrupted",
                message="interrupted",
                hint="'sayso status' tells what was done",
                exit_code=error.exit_code if isinstance(error, Stopped) else INTERRUPTED,
            )
        case OSError():
            return Fault(
                code=MemoryStorageError.code,
                message=f"{error.filename or 'input or output'}: {error.strerror or error}",
                hint="check path, rights and disk",
                exit_code=MemoryStorageError.exit_code,
            )
        case _ if isinstance(error, UsageFault):
            return _usage_fault(error)
        case _:
            return Fault(
                code="internal",
                message=f"unexpected {type(error).__name__}: {error}",
                hint="this is a fault of Sayso; SAYSO_DEBUG=true shows where it happened",
                exit_code=1,
            )


def _usage_fault(error: BaseException) -> Fault:
    """Take click's own words; its classes are not ours to name, so attributes are looked up."""
    context = getattr(error, "ctx", None)
    path = PROGRAM if context is None else context.command_path
    words = error.format_message() if hasattr(error, "format_message") else str(error)
    return Fault(
        code="usage",
        message=str(words).rstrip("."),
        hint=f"see '{path} --help'",
        exit_code=2,
    )


def _wants_json(arguments: Sequence[str]) -> bool:
    """Tell from arguments that could not be parsed whether JSON was asked for."""
    options = arguments[: arguments.index("--")] if "--" in arguments else arguments
    return "--json" in options


def _make_streams_lenient() -> None:
    """Let a terminal that can't show a character show its escape instead of an error."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


def _silence_stdout() -> None:
    """Point stdout at nothing, so that Python's own flush at exit has no broken pipe to tell of."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):
        return
