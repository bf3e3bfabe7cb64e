"""The opening of an MCP connection: what is answered at once, and what is left to the SDK."""

from __future__ import annotations

import json

import pytest

from sayso.core.greeting import (
    INVALID_REQUEST,
    MODERN_VERSION,
    PARSE_ERROR,
    Era,
    Fields,
    Greeting,
    answers,
    greet,
    read_message,
)
from sayso.core.outcome import is_failure

GREETING = Greeting(name="n", title="t", version="1", instructions="i", tools=({"name": "x"},))
CLIENT = {"name": "c", "version": "1"}
HELLO = {"protocolVersion": "2025-11-25", "clientInfo": CLIENT, "capabilities": {"roots": {}}}
META = {
    "io.modelcontextprotocol/protocolVersion": MODERN_VERSION,
    "io.modelcontextprotocol/clientInfo": CLIENT,
    "io.modelcontextprotocol/clientCapabilities": {},
}


def asked(method: str, params: object = None, number: object = 7) -> Fields:
    """Give a request."""
    fields: Fields = {"jsonrpc": "2.0", "id": number, "method": method}
    return fields if params is None else fields | {"params": params}


def answered(message: Fields, era: Era) -> tuple[object, Era, bool]:
    """Give the result of an answer, None for none, the era after it and whether it is replayed."""
    greeted = greet(message, era, GREETING)
    result = None if greeted.answer is None else json.loads(greeted.answer)
    assert result is None or result.pop("id") == 7
    return None if result is None else result["result"], greeted.era, greeted.is_replayed


def test_a_handshake_is_answered_and_kept_for_the_sdk() -> None:
    """The client's own version comes back, and the SDK hears of the handshake later."""
    result, era, is_replayed = answered(asked("initialize", HELLO), Era.UNKNOWN)
    assert isinstance(result, dict)
    assert result["protocolVersion"] == "2025-11-25"
    assert result["serverInfo"] == {"name": "n", "title": "t", "version": "1"}
    assert (era, is_replayed) == (Era.HANDSHAKE, True)


@pytest.mark.parametrize("params", [None, {}, {"_meta": {}}])
def test_after_a_handshake_tools_are_listed_and_a_ping_is_answered(params: object) -> None:
    """Both are answered for good: the SDK never hears of them."""
    tools = answered(asked("tools/list", params), Era.HANDSHAKE)
    assert tools == ({"tools": [{"name": "x"}]}, Era.HANDSHAKE, False)
    assert answered(asked("ping", params), Era.HANDSHAKE) == ({}, Era.HANDSHAKE, False)


@pytest.mark.parametrize("method", ["server/discover", "tools/list"])
def test_a_modern_request_is_answered_with_the_stamp_of_its_revision(method: str) -> None:
    """Discovery opens a connection without a handshake, and a list may follow."""
    first = answered(asked("server/discover", {"_meta": META}), Era.UNKNOWN)
    assert first[1:] == (Era.MODERN, False)
    result, era, is_replayed = answered(asked(method, {"_meta": META}), Era.MODERN)
    assert isinstance(result, dict)
    assert result["resultType"] == "complete"
    assert (era, is_replayed) == (Era.MODERN, False)


@pytest.mark.parametrize(
    ("message", "era"),
    [
        (asked("initialize", HELLO | {"protocolVersion": "1999-01-01"}), Era.UNKNOWN),
        (asked("initialize", HELLO | {"clientInfo": {"name": "c"}}), Era.UNKNOWN),
        (asked("initialize", HELLO | {"clientInfo": {"name": "c", "version": 1}}), Era.UNKNOWN),
        (asked("initialize", HELLO | {"clientInfo": "c"}), Era.UNKNOWN),
        (asked("initialize", HELLO | {"capabilities": []}), Era.UNKNOWN),
        (asked("initialize", HELLO | {"capabilities": {"roots": 1}}), Era.UNKNOWN),
        (asked("initialize", HELLO | {"capabilities": {"roots": {"x": 1}}}), Era.UNKNOWN),
        (asked("initialize", HELLO | {"_meta": META}), Era.UNKNOWN),
        (asked("initialize", HELLO), Era.HANDSHAKE),
        (asked("initialize", []), Era.UNKNOWN),
        (asked("tools/list"), Era.UNKNOWN),
        (asked("tools/list", {"cursor": "x"}), Era.HANDSHAKE),
        (asked("tools/list"), Era.MODERN),
        (asked("tools/list", {"_meta": META | {"progressToken": 1}}), Era.MODERN),
        (asked("tools/list", {"_meta": []}), Era.MODERN),
        (asked("ping"), Era.UNKNOWN),
        (asked("ping", {"_meta": META}), Era.MODERN),
        (asked("server/discover", {"_meta": META}), Era.HANDSHAKE),
        (asked("server/discover", {"_meta": META | {"more": 1}}), Era.UNKNOWN),
        (asked("tools/call", {"name": "x"}), Era.HANDSHAKE),
        ({"jsonrpc": "2.0", "method": "notifications/initialized"}, Era.HANDSHAKE),
    ],
)
def test_whatever_is_unusual_is_left_to_the_sdk(message: Fields, era: Era) -> None:
    """No answer, the same era, and the message is kept."""
    assert answered(message, era) == (None, era, True)


@pytest.mark.parametrize(
    ("line", "code", "number"),
    [
        (b"{", PARSE_ERROR, None),
        (b"\xff\xfe\x00", PARSE_ERROR, None),
        (b'{"jsonrpc":"2.0","id":1,"method":"\\ud800"}', PARSE_ERROR, None),
        (b"[" * 5_000, PARSE_ERROR, None),
        (b"[]", INVALID_REQUEST, None),
        (b"7", INVALID_REQUEST, None),
        (b'{"id":1,"method":"ping"}', INVALID_REQUEST, 1),
        (b'{"jsonrpc":"2.0","id":true,"method":"ping"}', INVALID_REQUEST, None),
        (b'{"jsonrpc":"2.0","id":"a","method":7}', INVALID_REQUEST, "a"),
        (b'{"jsonrpc":"2.0","id":1}', INVALID_REQUEST, 1),
        (b'{"jsonrpc":"2.0","id":1,"result":{},"error":{}}', INVALID_REQUEST, 1),
        (b'{"jsonrpc":"2.0","result":{}}', INVALID_REQUEST, None),
    ],
)
def test_a_line_that_is_no_message_is_answered_with_an_error(
    line: bytes, code: int, number: object
) -> None:
    """Nothing of it is passed on; the answer bears its id where it has one."""
    refused = read_message(line)
    assert is_failure(refused)
    told = json.loads(refused.failure())
    assert (told["error"]["code"], told["id"]) == (code, number)


@pytest.mark.parametrize(
    "line",
    [
        b'{"jsonrpc":"2.0","method":"notifications/initialized"}',
        b'{"jsonrpc":"2.0","id":1,"method":"ping"}',
        b'{"jsonrpc":"2.0","id":"a","result":{}}',
    ],
)
def test_requests_notifications_and_answers_are_messages(line: bytes) -> None:
    """All three kinds are read."""
    assert read_message(line).unwrap() == json.loads(line)


def test_an_answer_is_known_by_its_id() -> None:
    """A request of the SDK with the same id is none, nor is an answer to another one."""
    assert answers('{"id":7,"result":{}}', 7)
    assert not answers('{"id":8,"result":{}}', 7)
    assert not answers('{"id":7,"method":"ping"}', 7)
