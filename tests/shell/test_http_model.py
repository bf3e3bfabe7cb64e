"""The HTTP model against a real server on loopback that misbehaves in every way we know."""

from __future__ import annotations

import asyncio
import gzip
import json
import threading
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING

import pytest

from sayso.core import limits
from sayso.core.model import RequestPolicy
from sayso.core.outcome import is_failure
from sayso.core.project.consolidation import ConsolidationInput
from sayso.core.project.extraction import ExtractionInput, read_extraction
from sayso.shell.errors import RequestError
from sayso.shell.models.endpoint import Endpoint, check_endpoint
from sayso.shell.models.http import HttpModel
from sayso.shell.ports import SystemClock

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

POLICY = RequestPolicy(max_output_tokens=100)
SHORT = RequestPolicy(max_output_tokens=100, deadline_us=300_000)
QUESTION = ExtractionInput(thread_id=1, compaction="", previous=None, turns=())
ANSWER = '{"thread_compaction":"x","candidates":[]}'
COMPLETION = json.dumps({"choices": [{"message": {"content": ANSWER}}]}).encode()


@dataclass
class Provider:
    """A server that answers by script and remembers what it was sent."""

    url: str = ""
    bodies: list[dict[str, object]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)
    release: threading.Event = field(default_factory=threading.Event)


@contextmanager
def serving(*script: Callable[[BaseHTTPRequestHandler, Provider], None]) -> Iterator[Provider]:
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
    provider.url = f"http://127.0.0.1:{server.server_address[1]}/v1"
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


def cut_off(handler: BaseHTTPRequestHandler, provider: Provider) -> None:
    """Promise more than is sent, then hang up."""
    del provider
    handler.send_response(200)
    handler.send_header("content-type", "application/json")
    handler.send_header("content-length", str(len(COMPLETION) + 10))
    handler.end_headers()
    handler.wfile.write(COMPLETION)
    handler.close_connection = True


def drip(handler: BaseHTTPRequestHandler, provider: Provider) -> None:
    """Send a byte now and then, for ever, so that no single read ever times out."""
    handler.send_response(200)
    handler.send_header("content-type", "application/json")
    handler.end_headers()
    while not provider.release.wait(0.02):
        try:
            handler.wfile.write(b" ")
        except OSError:
            return


def stall(handler: BaseHTTPRequestHandler, provider: Provider) -> None:
    """Never answer."""
    del handler
    provider.release.wait()


def model_at(provider: Provider, key: str = "") -> HttpModel:
    """Give a model at the server's address."""
    return HttpModel(Endpoint(base_url=provider.url, model="small", api_key=key), SystemClock())


def test_a_question_goes_out_and_its_answer_comes_back() -> None:
    """Both stages are asked under one address, with the key in the one header it belongs to."""
    with serving(respond()) as provider:
        model = model_at(provider, key="secret-key")
        reply = model.ask(QUESTION, POLICY).unwrap()
        model.ask(ConsolidationInput(candidates=(), related=()), POLICY)
    assert not is_failure(read_extraction(reply.text))
    assert provider.paths == ["/v1/chat/completions"] * 2
    assert provider.headers[0]["authorization"] == "Bearer secret-key"
    assert provider.headers[0]["accept-encoding"] == "identity"
    assert provider.bodies[0]["stream"] is False
    assert "secret-key" not in json.dumps(provider.bodies)
    assert "operations" in json.dumps(provider.bodies[1])


def test_a_parameter_that_is_turned_down_is_never_sent_again() -> None:
    """The provider's 400 names it; the question is repeated at once without it."""
    error = b'{"error":{"message":"unknown parameter reasoning_effort"}}'
    with serving(respond(400, error), respond()) as provider:
        model = model_at(provider)
        assert model.ask(QUESTION, POLICY).unwrap().text == ANSWER
        model.ask(QUESTION, POLICY)
    sent = ["reasoning_effort" in body for body in provider.bodies]
    assert sent == [True, False, False]


def test_a_redirect_is_not_followed() -> None:
    """Neither key nor conversation is carried to another address (P10)."""
    with serving(respond()) as elsewhere, serving(respond(307, location=elsewhere.url)) as provider:
        fault = model_at(provider, key="secret-key").ask(QUESTION, POLICY).failure()
        assert fault.kind == "redirected"
        assert not elsewhere.paths


@pytest.mark.parametrize(
    ("step", "kind"),
    [
        (respond(503, b"down"), "provider_failed"),
        (respond(200, b"<html>log in</html>", content_type="text/html"), "not_json"),
        (respond(200, gzip.compress(b"x" * 10_000_000), content_encoding="gzip"), "encoded"),
        (respond(200, b"x" * (limits.REPLY_MAX_BYTES + 1)), "too_large"),
        (cut_off, "RemoteProtocolError"),
        (stall, "deadline"),
        (drip, "deadline"),
    ],
)
def test_what_a_provider_does_comes_back_as_a_fault(
    step: Callable[[BaseHTTPRequestHandler, Provider], None], kind: str
) -> None:
    """Failures, captive pages, bombs, giants, cut bodies, silence and slow drips (P03-P08, P11)."""
    policy = SHORT if kind == "deadline" else POLICY
    with serving(step) as provider:
        assert model_at(provider).ask(QUESTION, policy).failure().kind == kind


def test_nobody_there_is_a_fault() -> None:
    """A refused connection is reported like any other fault."""
    with serving(respond()) as provider:
        gone = model_at(provider)
    assert gone.ask(QUESTION, POLICY).failure().kind == "ConnectError"


def test_a_rate_limit_says_when_to_come_back() -> None:
    """Retry-After reaches the job, clamped."""
    with serving(respond(429, b"slow down", retry_after="17")) as provider:
        fault = model_at(provider).ask(QUESTION, POLICY).failure()
    assert fault.retry_after_us == 17 * limits.SECOND_US


def test_it_works_inside_a_running_event_loop() -> None:
    """A host that runs its own loop can call the synchronous library from it."""

    async def host(model: HttpModel) -> str:
        return model.ask(QUESTION, POLICY).unwrap().text

    with serving(respond()) as provider:
        assert asyncio.run(host(model_at(provider))) == ANSWER


def test_the_name_tells_model_and_host_but_no_key() -> None:
    """`sayso status` shows where questions go."""
    endpoint = Endpoint(base_url="https://models.example/v1", model="small", api_key="secret")
    assert HttpModel(endpoint, SystemClock()).name == "small at models.example"


@pytest.mark.parametrize(
    ("base_url", "model", "key", "what"),
    [
        ("ftp://models.example/v1", "m", "", "no address"),
        ("https://", "m", "", "no address"),
        ("http://models.example/v1", "m", "secret", "unencrypted"),
        ("https://models.example/v1", "", "", "no model"),
    ],
)
def test_an_address_that_must_not_be_used_is_refused(
    base_url: str, model: str, key: str, what: str
) -> None:
    """A key never goes over an open wire to another machine (P12)."""
    with pytest.raises(RequestError, match=what):
        check_endpoint(Endpoint(base_url=base_url, model=model, api_key=key))


def test_an_open_wire_without_a_key_or_on_loopback_is_allowed() -> None:
    """A local model needs no encryption."""
    for base_url, key in (("http://models.example/v1", ""), ("http://localhost:8000/v1", "k")):
        endpoint = Endpoint(base_url=base_url, model="m", api_key=key)
        assert check_endpoint(endpoint) == endpoint
