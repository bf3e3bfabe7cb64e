"""The SDK's session over our wire: it validates, dispatches, cancels and ends; we call tools."""

from __future__ import annotations

import sys
import threading
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import sayso.core
from sayso import __version__
from sayso.core import limits
from sayso.core.greeting import Greeting, answers
from sayso.core.project.offering import offer_fields, read_offering
from sayso.shell.entrances.mcp.front import stand_in
from sayso.shell.entrances.mcp.wire import Event, Message, Wire

if TYPE_CHECKING:
    import asyncio
    from collections.abc import AsyncIterator

    import mcp_types as types
    from mcp.server.context import ServerRequestContext
    from mcp.server.lowlevel import Server

    from sayso.core.project.offering import Offering
    from sayso.shell.entrances.mcp.calls import Answered, Calls
    from sayso.shell.entrances.mcp.front import Front

NAME = "sayso"
KNOWLEDGE = (".sayso", "knowledge")  # loading the module that says so would delay the greeting
TITLE = "Sayso memory"
CROWDED = "too many calls wait already — ask again when some are answered"


def serve(project: Path, *, aliases: bool) -> None:
    """Serve a project's memory on standard input and output until the client closes its end."""
    has_knowledge = Path(project, *KNOWLEDGE).is_dir()
    converse(Wire.claim(), project, offering(aliases=aliases, has_knowledge=has_knowledge))


def converse(wire: Wire, project: Path, offered: Offering) -> None:
    """Serve a project's memory on a wire: greet, then let the SDK go on."""
    wire.start()
    front = stand_in(wire, greeting_of(offered), _load)
    if front is None:
        return
    import asyncio

    from sayso.shell.entrances.mcp.calls import Calls

    asyncio.run(_go_on(wire, front, server_of(offered, Calls(project, offered))))


@cache
def offering(*, aliases: bool, has_knowledge: bool = False) -> Offering:
    """Load what is offered; the tool of layered knowledge only where there is any."""
    folder = Path(next(iter(sayso.core.__path__)), "prompts")
    texts = [Path(folder, name).read_text(encoding="utf-8") for name in ("mcp.json", "tools.json")]
    return read_offering(texts[0], texts[1], aliases=aliases, has_knowledge=has_knowledge)


def greeting_of(offered: Offering) -> Greeting:
    """Give what the server says of itself before the SDK is there."""
    return Greeting(
        name=NAME,
        title=TITLE,
        version=__version__,
        instructions=offered.instructions,
        tools=tuple(offer_fields(one) for one in offered.offers),
    )


def _load() -> None:
    """Load the SDK, and what the first call needs: the two take over a second."""
    import logging
    from importlib import import_module

    logging.basicConfig(stream=sys.stderr, level=logging.WARNING)
    for name in ("mcp.server.lowlevel", "mcp.server.stdio", "sayso.shell.entrances.mcp.calls"):
        import_module(name)


def server_of(offered: Offering, calls: Calls) -> Server[Any]:
    """Make the SDK's server with our tools, and no other method than it needs for them."""
    import anyio
    import mcp_types as types
    from mcp.server.lowlevel import Server
    from mcp.shared.exceptions import MCPError

    from sayso.shell.entrances.mcp.calls import Answered

    listed = [types.Tool.model_validate(offer_fields(one)) for one in offered.offers]
    one_at_a_time = anyio.CapacityLimiter(1)

    async def list_tools(
        _context: ServerRequestContext[Any], _params: types.PaginatedRequestParams | None
    ) -> types.ListToolsResult:
        return types.ListToolsResult(tools=listed)

    async def call_tool(
        _context: ServerRequestContext[Any], params: types.CallToolRequestParams
    ) -> types.CallToolResult:
        offer = offered.offer(params.name)
        if offer is None:
            known = ", ".join(one.name for one in offered.offers)
            said = f"there is no tool {params.name[:60]!r}: use one of {known}"
            raise MCPError(code=types.INVALID_PARAMS, message=said)
        if one_at_a_time.statistics().tasks_waiting >= limits.MCP_WAITING_MAX:
            return _result(Answered(fault=CROWDED))
        call = partial(calls.answer, offer, params.arguments or {})
        return _result(await anyio.to_thread.run_sync(call, limiter=one_at_a_time))

    return Server(
        NAME,
        version=__version__,
        title=TITLE,
        instructions=offered.instructions,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


def _result(answered: Answered) -> types.CallToolResult:
    """Give an answer as text for models and as fields for programs."""
    import mcp_types as types
    import orjson

    is_error = answered.fields is None
    text = answered.fault if is_error else orjson.dumps(answered.fields).decode()
    return types.CallToolResult(
        content=[types.TextContent(type="text", text=text)],
        structured_content=answered.fields,
        is_error=is_error,
    )


async def _go_on(wire: Wire, front: Front, server: Server[Any]) -> None:
    """Let the SDK hear what came before it and what comes now."""
    from mcp.server.stdio import stdio_server

    lines, sink = _Lines(wire, front), _Sink(wire, front.greeted)
    files: Any = (lines, sink)  # of a file it asks to be iterated, and to take text
    async with stdio_server(*files) as (source, target):
        await server.run(source, target, server.create_initialization_options())


class _Lines:
    """The lines of the client, as the SDK takes them from an open file."""

    def __init__(self, wire: Wire, front: Front) -> None:
        self._wire = wire
        self._front = front

    async def __aiter__(self) -> AsyncIterator[str]:
        """Give what came in before, then what comes."""
        for line in self._front.lines:
            yield line
        import asyncio

        arriving: asyncio.Queue[str | None] = asyncio.Queue(1)
        loop = asyncio.get_running_loop()
        pump = threading.Thread(target=_pump, args=(self._wire, arriving, loop), daemon=True)
        pump.start()
        while (arrived := await arriving.get()) is not None:
            yield arrived


def _pump(wire: Wire, arriving: asyncio.Queue[str | None], loop: asyncio.AbstractEventLoop) -> None:
    """Hand messages over to the loop one by one, until the client or the loop is gone."""
    import asyncio

    while True:
        incoming = wire.inbox.get()
        line = incoming.line if isinstance(incoming, Message) else None
        try:
            asyncio.run_coroutine_threadsafe(arriving.put(line), loop).result()
        except RuntimeError:  # the loop is closed: this process is ending
            return
        if incoming is Event.GONE:
            return


class _Sink:
    """Where the SDK writes its lines; an answer that was given before is left out."""

    def __init__(self, wire: Wire, greeted: object) -> None:
        self._wire = wire
        self._greeted = greeted

    async def write(self, text: str) -> None:
        """Write one line."""
        if self._greeted is not None and answers(text, self._greeted):
            self._greeted = None
            return
        self._wire.write(text.rstrip("\n").encode())

    async def flush(self) -> None:
        """Do nothing: a line is written at once."""
