"""`sayso mcp` as a client meets it: the SDK's own client over stdio, and a hostile one.

One process serves the first, one thread the second, because loading the SDK takes a second.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest

from sayso.core import limits
from sayso.core.greeting import HANDSHAKE_VERSIONS, MODERN_VERSION, Era, greet
from sayso.shell.entrances.mcp.calls import Calls
from sayso.shell.entrances.mcp.serving import converse, greeting_of, offering, server_of
from sayso.shell.entrances.mcp.wire import Wire
from sayso.shell.memory import Memory
from tests.kit import World, learn
from tests.shell.test_mcp_wire import CLIENT, HELLO, Ends, end_reading

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator
    from pathlib import Path

    from mcp import Client
    from mcp.server.lowlevel import Server

# A server in which every search prints in each way there is, and that leaves its exit code behind.
NOISY = """
import os, pathlib, subprocess, sys
from sayso.shell.memory import Memory
from sayso.shell.entrances.cli.running import run

search = Memory.search

def noisy(self, query):
    print("stray print", flush=True)
    os.write(1, b"stray write\\n")
    subprocess.run(["echo", "stray child"], check=True)
    return search(self, query)

Memory.search = noisy
pathlib.Path("pid").write_text(str(os.getpid()))
pathlib.Path("code").write_text(str(run(["mcp", *sys.argv[1:]])))
"""
META = {
    "io.modelcontextprotocol/protocolVersion": MODERN_VERSION,
    "io.modelcontextprotocol/clientInfo": CLIENT,
    "io.modelcontextprotocol/clientCapabilities": {},
}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Give a project that remembers one decision, in a folder with a space in its name."""
    folder = tmp_path / "a project"
    folder.mkdir()
    world = World(folder)
    with world.open() as memory:
        learn(world, memory)
    return folder


def test_the_sdks_own_client_over_stdio(project: Path) -> None:
    """Listing, each tool, errors, cancelling, stray prints and a signal: all by the protocol."""
    (project / ".sayso" / "knowledge").mkdir()
    asyncio.run(_meet(project))
    heard = (project / "stderr").read_text("utf-8")
    assert [heard.count(f"stray {what}") for what in ("print", "write", "child")] == [2, 2, 2]
    assert (project / "code").read_text("utf-8") == str(128 + signal.SIGTERM)


async def _meet(project: Path) -> None:
    from mcp import Client, StdioServerParameters, stdio_client

    server = StdioServerParameters(
        command=sys.executable,
        args=["-c", NOISY, "--aliases"],
        cwd=project,
        env={"SAYSO_HOME": os.environ["SAYSO_HOME"]},
    )
    with (project / "stderr").open("w", encoding="utf-8") as errors:
        async with Client(stdio_client(server, errlog=errors), mode="legacy") as client:
            await _use(client)
            os.kill(int((project / "pid").read_text("utf-8")), signal.SIGTERM)


async def _use(client: Client) -> None:
    """Call what there is; the client itself holds every answer against its schema."""
    from mcp import MCPError

    assert client.server_info is not None
    assert client.server_info.name == "sayso"
    tools = [tool.model_dump() for tool in (await client.list_tools()).tools]
    assert [tool["name"] for tool in tools][-2:] == ["search", "fetch"]
    assert not any(tool["annotations"]["destructive_hint"] for tool in tools)
    for name, arguments in (
        ("memory_search", {"query": "pnpm"}),
        ("memory_read", {"id": "m1"}),
        ("memory_status", {}),
        ("memory_propose", {"quote": "use pnpm"}),
        ("search", {"query": "pnpm"}),
        ("fetch", {"id": "m1"}),
        ("knowledge_recall", {"function": "brake", "layers": ["project", "patterns"]}),
    ):
        answer = (await client.call_tool(name, arguments)).model_dump()
        assert not answer["is_error"], (name, answer)
        assert json.loads(answer["content"][0]["text"]) == answer["structured_content"]
    wrong: tuple[dict[str, Any], ...] = (
        {"query": 7},
        {"query": "x" * 100_000},
        {"query": "x", "project": "/"},
        {},
    )
    for misfit in wrong:
        answer = (await client.call_tool("memory_search", misfit)).model_dump()
        assert answer["is_error"]
        assert "memory_search" in answer["content"][0]["text"]
    for name in ("memory_forget", "memory_clear", "", "x" * 10_000):
        with pytest.raises(MCPError, match="there is no tool") as refused:
            await client.call_tool(name, {})
        assert len(str(refused.value)) < 500


@contextmanager
def served(project: Path) -> Iterator[Ends]:
    """Serve a project in a thread and give the client's ends; the thread has ended afterwards."""
    source, send = os.pipe()
    receive, target = os.pipe()
    ends = Ends(send, receive)
    wire = Wire(source, target)
    thread = threading.Thread(target=converse, args=(wire, project, offering(aliases=False)))
    thread.start()
    try:
        yield ends
    finally:
        ends.leave()
        thread.join()
        end_reading()
        os.close(target)
        ends.hear_rest()
        ends.close()
        os.close(source)


def test_a_hostile_client_gets_errors_and_leaves_in_mid_call(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Out of turn, unknown, misshapen and cancelled requests; the server ends with its client."""
    begun, may_end = threading.Event(), threading.Event()
    search = Memory.search

    def slow(self: Memory, query: str) -> object:
        if query == "slow":
            begun.set()
            may_end.wait()
        return search(self, query)

    monkeypatch.setattr(Memory, "search", slow)
    with served(project) as ends:
        ends.ask("tools/call", 1, {"name": "memory_status", "arguments": {}})
        assert "error" in ends.hear()  # before initialize
        ends.ask("initialize", 2, HELLO)
        assert ends.hear()["id"] == 2
        ends.say(b"{", b"[]", b'{"jsonrpc":"2.0","method":"notifications/initialized"}')
        assert [ends.hear()["id"] for _ in range(2)] == [None, None]
        for number, (method, params) in enumerate(
            (
                ("memory/clear", {}),
                ("resources/list", {}),
                ("tools/call", {"name": "memory_search", "arguments": []}),
                ("tools/call", {"arguments": {}}),
                ("tools/call", {"name": "memory_clear", "arguments": {"confirm": True}}),
                ("tools/list", {"cursor": 7}),
            ),
            start=3,
        ):
            ends.ask(method, number, params)
            heard = ends.hear()
            assert heard["id"] == number
            assert "error" in heard
        ends.ask("tools/call", 20, {"name": "memory_search", "arguments": {"query": "slow"}})
        begun.wait()
        cancel = {
            "jsonrpc": "2.0",
            "method": "notifications/cancelled",
            "params": {"requestId": 20},
        }
        ends.say(json.dumps(cancel).encode())
        ends.ask("ping", 21)
        assert ends.hear()["id"] == 21  # so the cancelling has been read
        may_end.set()
        begun.clear()
        may_end.clear()
        ends.ask("tools/call", 22, {"name": "memory_search", "arguments": {"query": "slow"}})
        begun.wait()
        for number in range(100, 101 + limits.MCP_WAITING_MAX):
            ends.ask("tools/call", number, {"name": "memory_status", "arguments": {}})
        crowded = ends.hear()
        assert crowded["id"] == 100 + limits.MCP_WAITING_MAX
        assert "too many calls" in str(crowded["result"])
        ends.leave()
        may_end.set()
    # What was cancelled is never answered; what the client left behind may be.
    assert 20 not in {json.loads(line)["id"] for line in ends.rest}


def test_the_front_answers_what_the_sdk_would(tmp_path: Path) -> None:
    """Greeting, discovery, list and ping are the SDK's own answers, in every revision."""
    from mcp_types import version

    assert version.HANDSHAKE_PROTOCOL_VERSIONS == HANDSHAKE_VERSIONS
    assert version.MODERN_PROTOCOL_VERSIONS == (MODERN_VERSION,)
    for revision in HANDSHAKE_VERSIONS:
        hello = HELLO | {"protocolVersion": revision}
        _same(tmp_path, [("initialize", hello), ("tools/list", {}), ("ping", {})])
    modern = {"_meta": META}
    _same(tmp_path, [("server/discover", modern), ("tools/list", modern)])


def _same(folder: Path, requests: list[tuple[str, Any]]) -> None:
    """Let both answer the same requests."""
    offered = offering(aliases=True)
    messages = [
        {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
        for number, (method, params) in enumerate(requests)
    ]
    ours, era = [], Era.UNKNOWN
    for message in messages:
        greeted = greet(message, era, greeting_of(offered))
        assert greeted.answer is not None
        ours.append(json.loads(greeted.answer))
        era = greeted.era
    server = server_of(offered, Calls(folder, offered))
    assert asyncio.run(_asked(server, [json.dumps(one) for one in messages])) == ours


async def _asked(server: Server[Any], lines: list[str]) -> list[object]:
    """Let the SDK answer lines, one after another."""
    from mcp.server.stdio import stdio_server

    heard: asyncio.Queue[object] = asyncio.Queue()
    answered: list[object] = []

    class Lines:
        async def __aiter__(self) -> AsyncIterator[str]:
            for line in lines:
                yield line
                answered.append(await heard.get())

    class Sink:
        async def write(self, text: str) -> None:
            await heard.put(json.loads(text))

        async def flush(self) -> None:
            """Do nothing."""

    files: Any = (Lines(), Sink())
    async with stdio_server(*files) as (source, target):
        await server.run(source, target, server.create_initialization_options())
    return answered
