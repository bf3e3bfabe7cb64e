"""A model's provider for tests: a real server on loopback that answers by script.

    with serving(respond(429, b"slow down", retry_after="17"), respond()) as provider:
        model = HttpModel(Endpoint(base_url=provider.url, model="small", api_key=""), clock)

A step of a script gets the request and sends what it likes; the last step repeats. The provider
remembers every request it was sent.
"""

from __future__ import annotations

import json
import threading
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from ssl import SSLContext

ANSWER = '{"thread_compaction":"x","candidates":[]}'


def completion_of(text: str, tokens: int = 0, finish_reason: str = "stop") -> bytes:
    """Write a completion as a provider would."""
    choice = {"message": {"role": "assistant", "content": text}, "finish_reason": finish_reason}
    return json.dumps({"choices": [choice], "usage": {"total_tokens": tokens}}).encode()


COMPLETION = completion_of(ANSWER)


def message_of(text: str, tokens: int = 0, stop_reason: str = "end_turn") -> bytes:
    """Write an answer in the form of Anthropic's API."""
    content = [{"type": "text", "text": text}]
    usage = {"input_tokens": 0, "output_tokens": tokens}
    return json.dumps({"content": content, "stop_reason": stop_reason, "usage": usage}).encode()


@dataclass
class Provider:
    """A server that answers by script and remembers what it was sent."""

    url: str = ""
    bodies: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)
    release: threading.Event = field(default_factory=threading.Event)


@contextmanager
def serving(
    *script: Callable[[BaseHTTPRequestHandler, Provider], None], tls: SSLContext | None = None
) -> Iterator[Provider]:
    """Serve on a free loopback port; the last step of the script repeats."""
    provider = Provider()
    steps = list(script)

    class Answering(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            length = int(self.headers["content-length"])
            provider.paths.append(self.path)
            provider.headers.append({key.lower(): value for key, value in self.headers.items()})
            provider.bodies.append(json.loads(self.rfile.read(length)))
            (steps.pop(0) if len(steps) > 1 else steps[0])(self, provider)

        def log_message(self, *args: object) -> None:
            del args

    server = ThreadingHTTPServer(("127.0.0.1", 0), Answering)
    server.daemon_threads = True
    if tls is not None:
        server.socket = tls.wrap_socket(server.socket, server_side=True)
    scheme = "http" if tls is None else "https"
    provider.url = f"{scheme}://127.0.0.1:{server.server_address[1]}/v1"
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield provider
    finally:
        provider.release.set()
        server.shutdown()
        server.server_close()
        thread.join()


def respond(
    status: int = 200, body: bytes = COMPLETION, **headers: str
) -> Callable[[BaseHTTPRequestHandler, Provider], None]:
    """Give a step that sends one whole response."""

    def step(handler: BaseHTTPRequestHandler, provider: Provider) -> None:
        del provider
        handler.send_response(status)
        sent = {"content-type": "application/json", "content-length": str(len(body))}
        for name, value in (
            sent | {key.replace("_", "-"): one for key, one in headers.items()}
        ).items():
            handler.send_header(name, value)
        handler.end_headers()
        handler.wfile.write(body)

    return step


def answer_with(*texts: str) -> tuple[Callable[[BaseHTTPRequestHandler, Provider], None], ...]:
    """Give steps that answer with these texts, one each, all costing ten tokens."""
    return tuple(respond(body=completion_of(text, tokens=10)) for text in texts)
