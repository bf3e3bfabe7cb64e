"""Where a configured model is, and whether that address may be used."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from sayso.core import limits
from sayso.shell.errors import RequestError

_LOOPBACK: Final = frozenset({"localhost", "127.0.0.1", "::1"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """Where a model is: base address up to and with `/v1`, its name, and a key or ''.

    `input_max_chars` is how much turn text one question may show.
    """

    base_url: str
    model: str
    api_key: str
    input_max_chars: int = limits.MODEL_INPUT_CHARS


def check_endpoint(endpoint: Endpoint) -> Endpoint:
    """Refuse an address that is none, or that would send a key in the clear to another machine."""
    parts = urlsplit(endpoint.base_url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise RequestError(
            f"SAYSO_BASE_URL {endpoint.base_url!r} is no address", "use https://host/v1"
        )
    if parts.scheme == "http" and endpoint.api_key and parts.hostname not in _LOOPBACK:
        raise RequestError(
            "SAYSO_BASE_URL would send the key unencrypted to another machine",
            "use https",
        )
    if not endpoint.model:
        raise RequestError("no model is named", "set SAYSO_MODEL")
    return endpoint
