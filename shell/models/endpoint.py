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
    """Refuse an address that is none, or that would send a key in the clear to another machine.

    A key that no header takes is refused here, and without being shown: the network library would
    name it in its error, and so it would end among the diagnostics (A265).
    """
    if "@" in endpoint.base_url.partition("//")[2].partition("/")[0]:
        raise RequestError(
            "SAYSO_BASE_URL holds a user name or a password", "give the key as SAYSO_API_KEY"
        )
    scheme, host = _scheme_and_host(endpoint.base_url)
    if scheme not in ("http", "https") or not host:
        raise RequestError(
            f"SAYSO_BASE_URL {endpoint.base_url!r} is no address", "use https://host/v1"
        )
    if not _is_header_safe(endpoint.api_key):
        raise RequestError(
            "SAYSO_API_KEY holds a character that no header takes",
            "give it without spaces and line breaks",
        )
    if scheme == "http" and endpoint.api_key and host not in _LOOPBACK:
        raise RequestError(
            "SAYSO_BASE_URL would send the key unencrypted to another machine",
            "use https",
        )
    if not endpoint.model:
        raise RequestError("no model is named", "set SAYSO_MODEL")
    return endpoint


def is_on_this_machine(endpoint: Endpoint) -> bool:
    """Tell whether questions never leave this machine, unless something between redirects them."""
    return _scheme_and_host(endpoint.base_url)[1] in _LOOPBACK


def _scheme_and_host(base_url: str) -> tuple[str, str]:
    """Give the two parts that matter, empty where this is no address at all."""
    try:
        parts = urlsplit(base_url)
        parts.port  # noqa: B018 - reading it is the check: a port out of range raises
    except ValueError:
        return "", ""
    return parts.scheme, parts.hostname or ""


def _is_header_safe(key: str) -> bool:
    return all("!" <= char <= "~" for char in key)
