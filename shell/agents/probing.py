"""Trying what a coding agent is told to call, exactly as it is written and within a bound.

The hook runs under SAYSO_PROBE=1, which lets it answer and store nothing. A file may have come
with its folder, so only a command of the very form that Sayso writes is run, and only a program
that is this installation, or what `sayso` means outside the project.
"""

from __future__ import annotations

import json
import os
import select
import shutil
import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sayso.core import limits
from sayso.core.agents.connections.commands import read_hook_command
from sayso.core.text import clip, one_line
from sayso.shell.agents.places import installed_command

if TYPE_CHECKING:
    from sayso.core.agents.connections.presence import ServerLine

VARIABLE: Final = "SAYSO_PROBE"
ANSWER_MAX_BYTES: Final = 1024 * 1024
SESSION: Final = "sayso-doctor"
PROGRAM: Final = "sayso"
FOREIGN: Final = "is not as Sayso writes it, so it was not tried"
GREETING: Final = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": SESSION, "version": "1"},
    },
}


def try_hook(command: str, project: Path) -> str:
    """Run a hook's command in the project with a made-up payload; gives its fault, "" for none."""
    read = read_hook_command(command)
    if read is None:
        return FOREIGN
    program, event, _ = read
    if fault := _fault_of_program(program, project):
        return fault
    # The host's own shell would read the line; `read_hook_command` knows that it has no more words.
    return _judge_answer(_run(["/bin/sh", "-c", command], payload_of(event, project), project))


def try_server(line: ServerLine, project: Path) -> str:
    """Start a server as a host would and greet it; gives its fault, "" when it answers."""
    if fault := _fault_of_program(line.command, project):
        return fault
    answer = _run([line.command, *line.arguments], GREETING, project, is_server=True)
    return _judge_greeting(answer)


def payload_of(event: str, project: Path) -> dict[str, object]:
    """Give a payload that has what any host sends."""
    return {
        "session_id": SESSION,
        "conversation_id": SESSION,
        "generation_id": SESSION,
        "turn_id": SESSION,
        "transcript_path": None,
        "cwd": str(project),
        "workspace_roots": [str(project)],
        "hook_event_name": event,
        "permission_mode": "default",
        "model": SESSION,
        "source": "startup",
        "reason": "other",
        "status": "completed",
        "prompt": "What do you remember?",
        "stop_hook_active": False,
        "last_assistant_message": "Nothing yet.",
    }


class _Outcome:
    """What a program said and how it ended; `code` is None where it was still running."""

    __slots__ = ("code", "err", "fault", "out")

    def __init__(self, out: bytes, err: bytes, code: int | None, fault: str = "") -> None:
        self.out, self.err, self.code, self.fault = out, err, code, fault

    @property
    def reason(self) -> str:
        """Give the last line it told people, with what leads to it."""
        lines = self.err.decode("utf-8", "replace").strip().splitlines()
        return f": {clip(one_line(lines[-1]), limits.FINDING_MAX_CHARS)}" if lines else ""


def _fault_of_program(program: str, project: Path) -> str:
    """Tell why a program is not tried, "" for one that may be."""
    found = shutil.which(program) if program == PROGRAM or Path(program).is_absolute() else None
    if found is None:
        return f"names {program}, which is not there or cannot be run"
    real, here = Path(found).resolve(), project.resolve()
    is_usual = program == PROGRAM and not real.is_relative_to(here)
    if is_usual or real == installed_command().resolve():
        return ""
    return f"names {program}, which is not this installation, so it was not tried"


def _run(
    command: list[str], told: dict[str, object], project: Path, *, is_server: bool = False
) -> _Outcome:
    """Run a program and tell it one line; a server is ended after its first line of answer."""
    try:
        running = subprocess.Popen(  # noqa: S603 - of our own form, checked above
            command,
            cwd=project,
            env=os.environ | {VARIABLE: "1"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
    except OSError as error:
        return _Outcome(b"", b"", None, f"cannot be run ({error.strerror or error})")
    try:
        assert running.stdin is not None  # noqa: S101 - Popen was asked for it
        with suppress(BrokenPipeError):
            os.write(running.stdin.fileno(), json.dumps(told).encode() + b"\n")
        if not is_server:
            running.stdin.close()
        return _listen(running, is_server=is_server)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(running.pid, signal.SIGKILL)
        for stream in (running.stdin, running.stdout, running.stderr):
            if stream is not None:
                with suppress(BrokenPipeError):
                    stream.close()
        running.wait()


def _listen(running: subprocess.Popen[bytes], *, is_server: bool) -> _Outcome:
    """Read until both streams end, or a server has answered, or the time is over."""
    assert running.stdout is not None  # noqa: S101 - Popen was asked for both
    assert running.stderr is not None  # noqa: S101 - the same
    heard = {running.stdout.fileno(): bytearray(), running.stderr.fileno(): bytearray()}
    out, err = heard.values()
    open_streams = set(heard)
    deadline = time.monotonic() + limits.PROBE_US / limits.SECOND_US
    while open_streams and (left := deadline - time.monotonic()) > 0:
        for stream in select.select(list(open_streams), (), (), left)[0]:
            piece = os.read(stream, 65_536)
            heard[stream] += piece
            if not piece or len(heard[stream]) > ANSWER_MAX_BYTES:
                open_streams.discard(stream)
        if is_server and b"\n" in out:
            return _Outcome(bytes(out), bytes(err), None)
    if open_streams:
        what = "answered" if is_server else "ended"
        waited = f"had not {what} after {limits.PROBE_US // limits.SECOND_US} s"
        return _Outcome(bytes(out), bytes(err), None, waited)
    return _Outcome(bytes(out), bytes(err), running.wait())


def _judge_answer(outcome: _Outcome) -> str:
    if outcome.fault:
        return outcome.fault + outcome.reason
    if outcome.code:
        return f"ends with exit code {outcome.code}{outcome.reason}"
    try:
        answer = json.loads(outcome.out) if outcome.out.strip() else {}
    except ValueError:
        answer = None
    return "" if isinstance(answer, dict) else "answers something that is no JSON object"


def _judge_greeting(outcome: _Outcome) -> str:
    try:
        answer = json.loads(outcome.out.partition(b"\n")[0])
    except ValueError:
        answer = None
    match answer:
        case {"id": 1, "result": {"serverInfo": dict()}}:
            return ""
    if outcome.fault:
        return outcome.fault + outcome.reason
    ended = "" if outcome.code is None else f" (exit code {outcome.code})"
    return f"does not answer a client's greeting{ended}{outcome.reason}"
