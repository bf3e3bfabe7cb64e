"""The opening of an MCP connection, answered before the SDK is loaded.

Loading the SDK takes over a second, and a client waits for its greeting. So the few requests every
client begins with are answered here, word for word as the SDK would (tests hold the two against
each other), and only where nothing about them is unusual; everything else is left to the SDK.

Input: one line as it came and what has been greeted so far. Output: a message for the SDK, a
complaint about a line that is no message, or an answer.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Final

import orjson

from sayso.core.outcome import Failure, Result, Success

if TYPE_CHECKING:
    from collections.abc import Mapping

Fields = dict[str, object]
RequestId = int | str

# The revisions of the protocol that begin with a handshake, and the one in which every request
# brings along who asks.
HANDSHAKE_VERSIONS: Final = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
MODERN_VERSION: Final = "2026-07-28"
PARSE_ERROR: Final = -32700
INVALID_REQUEST: Final = -32600
_META: Final = "io.modelcontextprotocol/"
_VERSION_KEY: Final = f"{_META}protocolVersion"


class Era(Enum):
    """How a connection was opened."""

    UNKNOWN = "unknown"
    HANDSHAKE = "handshake"
    MODERN = "modern"


@dataclass(frozen=True, slots=True, kw_only=True)
class Greeting:
    """What a server says of itself; `tools` are as the protocol lists them."""

    name: str
    title: str
    version: str
    instructions: str
    tools: tuple[Mapping[str, object], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Greeted:
    """The answer to a message, None to leave it to the SDK, and the era from now on.

    `is_replayed`: the SDK needs the message as well; its own answer is then one too many.
    """

    era: Era
    answer: bytes | None = None
    is_replayed: bool = True


def read_message(line: bytes) -> Result[Fields, bytes]:
    """Read one line as a JSON-RPC message; the failure is the answer to give instead.

    >>> b"one JSON-RPC object" in read_message(b"[]").failure()
    True
    """
    try:
        value = orjson.loads(line)
    except orjson.JSONDecodeError:
        return Failure(error_line(None, PARSE_ERROR, "the line is no JSON in UTF-8"))
    if not _is_message(value):
        number = value.get("id") if isinstance(value, dict) else None
        known = number if _is_id(number) else None
        return Failure(error_line(known, INVALID_REQUEST, "a message is one JSON-RPC object"))
    return Success(value)


def error_line(number: object, code: int, message: str) -> bytes:
    """Give an error as a line of the protocol; without an id it answers nothing in particular."""
    error = {"code": code, "message": message}
    return orjson.dumps({"jsonrpc": "2.0", "id": number, "error": error})


def greet(message: Fields, era: Era, greeting: Greeting) -> Greeted:
    """Answer a message of the opening, or leave it to the SDK."""
    number, method, params = message.get("id"), message.get("method"), message.get("params", {})
    if not _is_id(number) or not isinstance(params, dict):
        return Greeted(era=era)
    match method:
        case "initialize" if era is Era.UNKNOWN and _is_plain_handshake(params):
            fields = _initialized(greeting, params)
            return Greeted(era=Era.HANDSHAKE, answer=_result_line(number, fields))
        case "server/discover" if era is not Era.HANDSHAKE and _is_modern(params):
            fields = _stamped(greeting, _discovered(greeting))
        case "tools/list" if era is Era.HANDSHAKE and params in ({}, {"_meta": {}}):
            fields = {"tools": list(greeting.tools)}
        case "tools/list" if era is Era.MODERN and _is_modern(params):
            fields = _stamped(greeting, {"tools": list(greeting.tools)})
        case "ping" if era is Era.HANDSHAKE and params in ({}, {"_meta": {}}):
            fields = {}
        case _:
            return Greeted(era=era)
    now = Era.MODERN if era is Era.UNKNOWN else era
    return Greeted(era=now, answer=_result_line(number, fields), is_replayed=False)


def answers(line: str, number: object) -> bool:
    """Tell whether a line that the SDK gives is its answer to a request."""
    message = orjson.loads(line)
    return "method" not in message and message.get("id") == number


def _is_message(value: object) -> bool:
    if not isinstance(value, dict) or value.get("jsonrpc") != "2.0":
        return False
    has_id = "id" in value
    if "method" in value:
        return isinstance(value["method"], str) and (not has_id or _is_id(value["id"]))
    return has_id and _is_id(value["id"]) and ("result" in value) is not ("error" in value)


def _is_id(number: object) -> bool:
    return isinstance(number, int | str) and not isinstance(number, bool)


def _is_plain_handshake(params: Fields) -> bool:
    return (
        params.get("protocolVersion") in HANDSHAKE_VERSIONS
        and _is_client(params.get("clientInfo"))
        and _is_plain(params.get("capabilities"))
        and params.keys() == {"protocolVersion", "clientInfo", "capabilities"}
    )


def _is_modern(params: Fields) -> bool:
    """Tell whether a request brings who asks, in the one revision we know, and nothing else."""
    meta = params.get("_meta")
    return (
        params.keys() == {"_meta"}
        and isinstance(meta, dict)
        and meta.get(_VERSION_KEY) == MODERN_VERSION
        and _is_client(meta.get(f"{_META}clientInfo"))
        and _is_plain(meta.get(f"{_META}clientCapabilities"))
        and meta.keys() <= {f"{_META}{key}" for key in _MODERN_KEYS}
    )


_MODERN_KEYS: Final = ("protocolVersion", "clientInfo", "clientCapabilities")


def _is_client(value: object) -> bool:
    return (
        isinstance(value, dict)
        and {"name", "version"} <= value.keys()
        and all(isinstance(one, str) for one in value.values())
    )


def _is_plain(value: object) -> bool:
    """Tell whether capabilities are objects of switches, which no revision takes offence at."""
    return isinstance(value, dict) and all(
        isinstance(one, dict) and all(isinstance(switch, bool) for switch in one.values())
        for one in value.values()
    )


def _server(greeting: Greeting) -> Fields:
    return {"name": greeting.name, "title": greeting.title, "version": greeting.version}


def _discovered(greeting: Greeting) -> Fields:
    return {
        "capabilities": {"tools": {"listChanged": False}},
        "instructions": greeting.instructions,
        "supportedVersions": [MODERN_VERSION],
    }


def _initialized(greeting: Greeting, params: Fields) -> Fields:
    return {
        "capabilities": {"tools": {"listChanged": False}},
        "instructions": greeting.instructions,
        "protocolVersion": params["protocolVersion"],
        "serverInfo": _server(greeting),
    }


def _stamped(greeting: Greeting, fields: Fields) -> Fields:
    """Add what the later revision demands of every answer."""
    stamp = {"cacheScope": "private", "resultType": "complete", "ttlMs": 0}
    return fields | stamp | {"_meta": {f"{_META}serverInfo": _server(greeting)}}


def _result_line(number: object, fields: Fields) -> bytes:
    return orjson.dumps({"jsonrpc": "2.0", "id": number, "result": fields})
