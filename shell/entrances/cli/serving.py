"""The command that serves memory to other programs: mcp."""

from __future__ import annotations

from typing import Annotated

import typer

from sayso.shell.entrances.cli.answers import Answer, asked_of
from sayso.shell.entrances.cli.parameters import checked_path
from sayso.shell.errors import RequestError


def mcp(
    context: typer.Context,
    project: Annotated[
        str | None,
        typer.Option("--project", metavar="DIR", help="As before the command; this one counts."),
    ] = None,
    aliases: Annotated[
        bool,
        typer.Option("--aliases", help="Offer search and fetch too, for clients bound to them."),
    ] = False,
) -> Answer:
    """Serve this memory to an MCP client, on stdin and stdout.

    Needs the extra: pip install 'sayso[mcp]'. It ends when the client closes its end. Tools:
    memory_search, memory_read, memory_recall, memory_status, memory_propose; and where there is
    knowledge, knowledge_recall.

    JSON: none, since the protocol itself is JSON-RPC; --json is refused.
    """
    from importlib.util import find_spec

    asked = asked_of(context)
    if asked.json:
        raise RequestError("mcp speaks JSON-RPC and has no envelope", "leave --json out")
    if find_spec("mcp") is None or find_spec("mcp_types") is None:
        raise RequestError("the MCP SDK is not installed", "pip install 'sayso[mcp]'")
    from sayso.shell.entrances.mcp.serving import serve
    from sayso.shell.store.opening import find_project

    folder = asked.project if project is None else checked_path(project, "the project's path")
    serve(find_project(folder), aliases=aliases)
    raise typer.Exit
