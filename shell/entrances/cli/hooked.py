"""The command that coding agents run: hook. What agents run is answered before this is loaded."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from sayso.shell.entrances.cli.answers import Answer, asked_of
from sayso.shell.errors import RequestError


def hook(
    context: typer.Context,
    event: Annotated[
        str,
        typer.Argument(metavar="EVENT", help="SessionStart, UserPromptSubmit, Stop or SessionEnd."),
    ],
    host: Annotated[
        str, typer.Option("--host", help="claude-code, codex or cursor.")
    ] = "claude-code",
) -> Answer:
    """Answer a coding agent's hook; 'sayso connect' sets it up.

    The payload is JSON on standard input, the answer JSON on standard output or nothing. Whatever
    goes wrong, the exit code is 0 and 'sayso status' tells. Cursor's own names of events will do.

    JSON: none, since the answer is JSON as the agent wants it; --json is refused.
    """
    if asked_of(context).json:
        raise RequestError("a hook answers as its agent wants it", "leave --json out")
    from sayso.core.limits import HOOK_INPUT_MAX_BYTES
    from sayso.shell.agents.hooking import answer_hook

    told = answer_hook(event, host, sys.stdin.buffer.read(HOOK_INPUT_MAX_BYTES + 1))
    return Answer(fields={}, lines=(told,) if told else ())
