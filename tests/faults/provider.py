"""What a provider may do instead of answering: each misdeed with what must come of it.

A misdeed is a step for `tests.provider.serving`; nothing of it sleeps, and what never ends goes
on until the client hangs up or the server is released. DEADLINE is short: it is a value of the
policy that a question is asked under.
"""

from __future__ import annotations

import gzip
import os
import socket
import ssl
import struct
from dataclasses import dataclass
from email.utils import formatdate
from typing import TYPE_CHECKING, Final

from sayso.core import limits
from tests.architecture.tree import ROOT
from tests.provider import COMPLETION, respond
from tests.records import NOON_US

if TYPE_CHECKING:
    from collections.abc import Callable
    from http.server import BaseHTTPRequestHandler

    from tests.provider import Provider

    Step = Callable[[BaseHTTPRequestHandler, Provider], None]

KEY: Final = "sk-quokka-0123456789"
USUAL_S: Final = limits.JOB_BACKOFF_US[0] // limits.SECOND_US
HOUR_S: Final = 3_600
PORTAL: Final = b"<html><body>Welcome to the hotel. Please sign in.</body></html>"
CERTIFICATE: Final = ROOT / "tests" / "fixtures" / "tls" / "nobody.pem"


@dataclass(frozen=True, slots=True, kw_only=True)
class Misdeed:
    """A step, the kind of fault that it is told as, and the wait for the next attempt."""

    step: Step
    kind: str
    wait_s: int = USUAL_S
    ends: bool = True  # False: only the deadline ends it


def echo_key(status: int) -> Step:
    """Refuse, and repeat the key in the body, as careless gateways do."""
    body = f'{{"error":{{"message":"Incorrect API key provided: {KEY}"}}}}'.encode()
    return respond(status, body)


def late(header: str, status: int = 429) -> Step:
    """Ask for a wait."""
    return respond(status, b"slow down", retry_after=header)


def at(seconds: int) -> str:
    """Spell a moment so many seconds after the tests' noon as an HTTP date."""
    return formatdate(NOON_US / limits.SECOND_US + seconds, usegmt=True)


def stall(handler: BaseHTTPRequestHandler, provider: Provider) -> None:
    """Never answer."""
    del handler
    provider.release.wait()


def hang_up(handler: BaseHTTPRequestHandler, provider: Provider) -> None:
    """Close the connection without a word."""
    del provider
    handler.close_connection = True


def drip_header(handler: BaseHTTPRequestHandler, provider: Provider) -> None:
    """Begin a header and go on with it a character at a time, for ever."""
    handler.wfile.write(b"HTTP/1.1 200 OK\r\nx-slow: ")
    _for_ever(handler, provider, b"z", 0.02)


def drip_body(handler: BaseHTTPRequestHandler, provider: Provider) -> None:
    """Send a blank now and then, so that no single read ever takes long."""
    _begin(handler)
    _for_ever(handler, provider, b" ", 0.02)


def flood(handler: BaseHTTPRequestHandler, provider: Provider) -> None:
    """Send a body without an end as fast as it is taken."""
    _begin(handler)
    _for_ever(handler, provider, b" " * 65_536, 0)


def _for_ever(
    handler: BaseHTTPRequestHandler, provider: Provider, piece: bytes, pause_s: float
) -> None:
    while not provider.release.wait(pause_s):
        try:
            handler.wfile.write(piece)
        except OSError:
            return


def promise(length: int, body: bytes) -> Step:
    """Give a step that promises more than it sends, then closes the connection."""

    def step(handler: BaseHTTPRequestHandler, provider: Provider) -> None:
        del provider
        _begin(handler, **{"content-length": str(length)})
        handler.wfile.write(body)
        handler.close_connection = True

    return step


def reset(handler: BaseHTTPRequestHandler, provider: Provider) -> None:
    """Break the connection off in the middle of the body, so that the client gets a reset."""
    del provider
    _begin(handler, **{"content-length": str(len(COMPLETION))})
    handler.wfile.write(COMPLETION[:20])
    handler.wfile.flush()
    handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    os.close(handler.connection.detach())
    handler.close_connection = True


def chunks_cut(handler: BaseHTTPRequestHandler, provider: Provider) -> None:
    """Send one chunk of a chunked body and no last one."""
    del provider
    handler.protocol_version = "HTTP/1.1"
    _begin(handler, **{"transfer-encoding": "chunked"})
    handler.wfile.write(b"%x\r\n%s\r\n" % (len(COMPLETION), COMPLETION))
    handler.close_connection = True


def rubbish(handler: BaseHTTPRequestHandler, provider: Provider) -> None:
    """Answer something that is no HTTP."""
    del provider
    handler.wfile.write(b"\x16\x03\x01 SSH-2.0-OpenSSH_9.6\r\n\r\n")
    handler.close_connection = True


def _begin(handler: BaseHTTPRequestHandler, **headers: str) -> None:
    handler.send_response(200)
    for name, value in ({"content-type": "application/json"} | headers).items():
        handler.send_header(name, value)
    handler.end_headers()


def nobodys_tls() -> ssl.SSLContext:
    """Give a server's TLS under a certificate that nobody vouches for."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERTIFICATE)
    return context


ZIPPED: Final = gzip.compress(COMPLETION)
BOMB: Final = gzip.compress(b" " * 30_000_000)  # 29 kB
LATIN: Final = COMPLETION.replace(b'"x', b'"\xfc')
assert LATIN != COMPLETION

MISDEEDS: Final = {
    "P01 401": Misdeed(step=echo_key(401), kind="not_authorised", wait_s=HOUR_S),
    "P01 403": Misdeed(step=echo_key(403), kind="not_authorised", wait_s=HOUR_S),
    "P01 401 with a wait": Misdeed(step=late("7", 401), kind="not_authorised", wait_s=HOUR_S),
    "P02 seconds": Misdeed(step=late("17"), kind="rate_limited", wait_s=17),
    "P02 nothing": Misdeed(step=late("0"), kind="rate_limited", wait_s=1),
    "P02 date": Misdeed(step=late(at(90)), kind="rate_limited", wait_s=90),
    "P02 date gone by": Misdeed(step=late(at(-90)), kind="rate_limited", wait_s=1),
    "P02 date far away": Misdeed(step=late(at(10**9)), kind="rate_limited", wait_s=HOUR_S),
    "P02 negative": Misdeed(step=late("-7"), kind="rate_limited", wait_s=1),
    "P02 billion": Misdeed(step=late("1000000000"), kind="rate_limited", wait_s=HOUR_S),
    "P02 endless digits": Misdeed(step=late("9" * 5_000), kind="rate_limited", wait_s=HOUR_S),
    "P02 fraction": Misdeed(step=late("1.5"), kind="rate_limited"),
    "P02 junk": Misdeed(step=late("in a minute"), kind="rate_limited"),
    "P02 unsaid": Misdeed(step=respond(429, b"slow down"), kind="rate_limited"),
    "P03 500": Misdeed(step=respond(500, b"oops"), kind="provider_failed"),
    "P03 502": Misdeed(step=respond(502, PORTAL), kind="provider_failed"),
    "P03 503 with a wait": Misdeed(step=late("40", 503), kind="provider_failed", wait_s=40),
    "P03 529": Misdeed(step=respond(529, b'{"type":"overloaded"}'), kind="provider_failed"),
    "P03 404": Misdeed(step=respond(404, b"no such model"), kind="request_refused"),
    "P04 silence": Misdeed(step=stall, kind="deadline", ends=False),
    "P05 header drips": Misdeed(step=drip_header, kind="deadline", ends=False),
    "P05 body drips": Misdeed(step=drip_body, kind="deadline", ends=False),
    "P06 hangs up": Misdeed(step=hang_up, kind="RemoteProtocolError"),
    "P06 reset": Misdeed(step=reset, kind="ReadError"),
    "P06 short": Misdeed(
        step=promise(len(COMPLETION) + 10, COMPLETION), kind="RemoteProtocolError"
    ),
    "P06 chunks cut": Misdeed(step=chunks_cut, kind="RemoteProtocolError"),
    "P06 no HTTP": Misdeed(step=rubbish, kind="RemoteProtocolError"),
    "P07 giant": Misdeed(step=flood, kind="too_large"),
    "P07 said to be giant": Misdeed(
        step=promise(10**12, b" " * (limits.REPLY_MAX_BYTES + 1)), kind="too_large"
    ),
    "P08 bomb": Misdeed(step=respond(200, BOMB, content_encoding="gzip"), kind="encoded"),
    "P08 invalid gzip": Misdeed(
        step=respond(200, b"\x1f\x8b junk", content_encoding="gzip"), kind="encoded"
    ),
    "P08 sound gzip": Misdeed(step=respond(200, ZIPPED, content_encoding="gzip"), kind="encoded"),
    "P08 unsaid gzip": Misdeed(step=respond(200, ZIPPED), kind="not_a_completion"),
    "P08 other encoding": Misdeed(step=respond(200, b"\0", content_encoding="br"), kind="encoded"),
    "P09 latin-1": Misdeed(
        step=respond(200, LATIN, content_type="application/json; charset=latin-1"),
        kind="not_a_completion",
    ),
    "P09 utf-16": Misdeed(
        step=respond(200, COMPLETION.decode().encode("utf-16")), kind="not_a_completion"
    ),
    "P11 portal": Misdeed(step=respond(200, PORTAL, content_type="text/html"), kind="not_json"),
    "P11 portal said to be JSON": Misdeed(step=respond(200, PORTAL), kind="not_a_completion"),
    "P11 empty": Misdeed(step=respond(200, b""), kind="not_a_completion"),
}
