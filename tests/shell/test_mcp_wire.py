"""The wire of the MCP server and what is answered on it before the SDK is there."""

from __future__ import annotations

import json
import os
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from sayso.core import limits
from sayso.shell.entrances.mcp.front import Front, stand_in
from sayso.shell.entrances.mcp.serving import greeting_of, offering
from sayso.shell.entrances.mcp.wire import Event, Wire

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

GREETING = greeting_of(offering(aliases=False))
CLIENT = {"name": "c", "version": "1"}
HELLO = {"protocolVersion": "2025-11-25", "clientInfo": CLIENT, "capabilities": {}}


class Ends:
    """The client's ends of a wire."""

    def __init__(self, send: int, receive: int) -> None:
        """Write to one descriptor, read lines from the other."""
        self._send: int | None = send
        self.rest: list[bytes] = []
        self._receive = os.fdopen(receive, "rb")

    def say(self, *lines: bytes) -> None:
        """Send lines as they are."""
        assert self._send is not None
        os.write(self._send, b"".join(line + b"\n" for line in lines))

    def ask(self, method: str, number: int, params: object = None) -> None:
        """Send a request."""
        fields = {"jsonrpc": "2.0", "id": number, "method": method, "params": params or {}}
        self.say(json.dumps(fields).encode())

    def hear(self) -> dict[str, object]:
        """Read one line."""
        heard = json.loads(self._receive.readline())
        assert isinstance(heard, dict)
        return heard

    def hear_rest(self) -> None:
        """Read all that is left, once the other end is closed."""
        self.rest = self._receive.readlines()

    def leave(self) -> None:
        """Close the sending end, unless it is closed."""
        if self._send is not None:
            os.close(self._send)
            self._send = None

    def close(self) -> None:
        """Close the receiving end."""
        self._receive.close()


def end_reading() -> None:
    """Wait for the threads that read: a descriptor is closed only when nobody uses it."""
    for thread in threading.enumerate():
        if thread.name == "sayso-mcp-wire":
            thread.join()


@contextmanager
def wired() -> Iterator[tuple[Wire, Ends]]:
    """Give a wire over two pipes and the other ends of them."""
    source, send = os.pipe()
    receive, target = os.pipe()
    ends = Ends(send, receive)
    yield Wire(source, target), ends
    end_reading()
    ends.close()
    os.close(target)
    os.close(source)


def stood_in(wire: Wire, load: Callable[[], object] = lambda: None) -> Front | None:
    """Let the front stand in until `load` is done."""
    wire.start()
    return stand_in(wire, GREETING, load)


def test_the_opening_is_answered_while_the_sdk_is_loading() -> None:
    """Greeting, list and ping do not wait; a call does, and the SDK gets what it needs to know."""
    with wired() as (wire, ends):
        may_end = threading.Event()
        fronts: list[Front | None] = []
        front = threading.Thread(target=lambda: fronts.append(stood_in(wire, may_end.wait)))
        front.start()
        ends.ask("initialize", 1, HELLO)
        assert ends.hear()["id"] == 1
        ends.say(b'{"jsonrpc":"2.0","method":"notifications/initialized"}')
        ends.ask("tools/list", 2)
        ends.ask("tools/call", 3, {"name": "memory_status"})
        ends.ask("ping", 4)
        assert [ends.hear()["id"] for _ in range(2)] == [2, 4]
        may_end.set()
        front.join()
        ends.leave()
        assert fronts[0] is not None
        methods = [json.loads(line)["method"] for line in fronts[0].lines]
        assert methods == ["initialize", "notifications/initialized", "tools/call"]
        assert fronts[0].greeted == 1


@pytest.mark.parametrize(("method", "params"), [("initialize", HELLO), ("tools/call", {})])
def test_a_client_that_leaves_is_not_waited_for(method: str, params: object) -> None:
    """The server ends with its client, loaded or not, whatever was asked last."""
    with wired() as (wire, ends):
        may_end = threading.Event()
        ends.ask(method, 1, params)
        ends.leave()
        assert stood_in(wire, may_end.wait) is None
        may_end.set()


def test_an_sdk_that_cannot_be_loaded_is_raised() -> None:
    """The error of loading is that of the command."""

    def fail() -> None:
        raise ImportError("broken")

    with wired() as (wire, ends):
        ends.ask("tools/call", 1)
        with pytest.raises(ImportError, match="broken"):
            stood_in(wire, fail)
        ends.leave()


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"{", -32700),
        (bytes(range(1, 10)) + b"\xff\xfe", -32700),
        (b"[]", -32600),
        (b'{"jsonrpc":"2.0","id":{},"method":"ping"}', -32600),
        (b'"' + b"x" * limits.MCP_LINE_MAX_BYTES + b'"', -32600),
    ],
)
def test_a_hostile_line_costs_itself_only(line: bytes, code: int) -> None:
    """Broken, binary, misshapen and huge lines get an error, and the next request its answer."""
    with wired() as (wire, ends):
        front = threading.Thread(target=stood_in, args=(wire,))
        sender = threading.Thread(target=ends.say, args=(line, b"", b"  "))
        front.start()
        sender.start()
        error = ends.hear()["error"]
        assert isinstance(error, dict)
        assert error["code"] == code
        assert len(str(error)) < 200
        sender.join()
        ends.ask("initialize", 1, HELLO)
        assert ends.hear()["id"] == 1
        ends.leave()
        front.join()


def test_reading_ahead_is_bounded() -> None:
    """A flood waits in the client's pipe and not in our memory."""
    with wired() as (wire, ends):
        wire.start()
        ping = b'{"jsonrpc":"2.0","id":1,"method":"ping"}'
        ends.say(*[ping] * (2 * limits.MCP_WAITING_MAX))
        ends.leave()
        taken = [wire.inbox.get() for _ in range(2 * limits.MCP_WAITING_MAX + 1)]
        assert taken[-1] is Event.GONE
        assert wire.inbox.maxsize == limits.MCP_WAITING_MAX


def test_writing_to_a_client_that_is_gone_does_no_harm() -> None:
    """A closed pipe takes nothing and breaks nothing."""
    with wired() as (wire, ends):
        ends.close()
        wire.write(b"{}")
        ends.leave()
