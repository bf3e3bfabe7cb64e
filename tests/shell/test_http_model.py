"""The HTTP model against a real server on loopback that misbehaves in every way we know."""

from __future__ import annotations

import asyncio
import gzip
import json
import shutil
import socket
import ssl
import threading
from typing import TYPE_CHECKING

import certifi
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
from tests.provider import ANSWER, COMPLETION, Provider, completion_of, respond, serving

if TYPE_CHECKING:
    from collections.abc import Callable
    from http.server import BaseHTTPRequestHandler
    from pathlib import Path

POLICY = RequestPolicy(max_output_tokens=100)
SHORT = RequestPolicy(max_output_tokens=100, deadline_us=300_000)
# Long enough for a first exchange on a machine that is busy with other things.
BUSY = RequestPolicy(max_output_tokens=100, deadline_us=3_000_000)
QUESTION = ExtractionInput(thread_id=1, compaction="", previous=None, turns=())


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


def refuse(message: str, status: int = 400) -> Callable[[BaseHTTPRequestHandler, Provider], None]:
    """Give a step that turns a request down with a message."""
    return respond(status, json.dumps({"error": {"message": message}}).encode())


def forms_of(provider: Provider) -> list[object]:
    """Give the response format of every request so far, None for none."""
    return [body.get("response_format", {}).get("type") for body in provider.bodies]


def test_a_schema_is_asked_for_and_kept_while_it_is_taken() -> None:
    """Each stage sends the schema of its own contract, for the provider to enforce."""
    with serving(respond()) as provider:
        model = model_at(provider)
        model.ask(QUESTION, POLICY)
        model.ask(ConsolidationInput(candidates=(), related=()), POLICY)
    first, second = (body["response_format"]["json_schema"] for body in provider.bodies)
    assert (first["name"], first["strict"]) == ("memory_extraction", True)
    assert (second["name"], second["strict"]) == ("memory_consolidation", True)
    assert list(first["schema"]["properties"]) == ["thread_compaction", "candidates"]
    assert list(second["schema"]["properties"]) == ["operations"]


@pytest.mark.parametrize("status", [400, 422, 500])
def test_a_format_that_is_turned_down_is_never_sent_again(status: int) -> None:
    """Down to the one the provider takes, at once; later questions begin with that one."""
    no_schema = refuse("response_format.type must be 'text' or 'json_object'", status)
    no_extra = refuse("unknown field response_format.schema", status)
    with serving(no_schema, no_extra, respond()) as provider:
        model = model_at(provider)
        assert model.ask(QUESTION, POLICY).unwrap().text == ANSWER
        assert model.ask(QUESTION, POLICY).unwrap().text == ANSWER
    assert forms_of(provider) == ["json_schema", "json_object", "json_object", "json_object"]
    assert ["schema" in body["response_format"] for body in provider.bodies[1:]] == [True] + [
        False
    ] * 2


def test_several_parameters_may_be_turned_down_one_after_another() -> None:
    """Each refusal costs one request, and the question is answered all the same."""
    with serving(
        refuse("Unsupported value: reasoning_effort none"),
        refuse("max_tokens is not supported, use max_completion_tokens"),
        refuse("temperature must be 1"),
        respond(),
    ) as provider:
        assert model_at(provider).ask(QUESTION, POLICY).unwrap().text == ANSWER
    last = provider.bodies[-1]
    assert (last["reasoning_effort"], last["max_completion_tokens"]) == ("minimal", 100)
    assert last.keys().isdisjoint({"temperature", "max_tokens"})
    assert forms_of(provider) == ["json_schema"] * 4


def test_a_refusal_with_another_cause_teaches_nothing() -> None:
    """Where no simpler form helps the next question asks for everything again."""
    with serving(refuse("response_format: the account has no credit")) as provider:
        model = model_at(provider)
        assert model.ask(QUESTION, POLICY).failure().kind == "request_refused"
        assert model.ask(QUESTION, POLICY).failure().kind == "request_refused"
    assert forms_of(provider) == ["json_schema", "json_object", "json_object", None] * 2


def test_the_deadline_is_one_for_all_that_is_sent() -> None:
    """A provider that turns down and then never answers gets no second deadline."""
    with serving(refuse("no response_format"), stall) as provider:
        assert model_at(provider).ask(QUESTION, BUSY).failure().kind == "deadline"
    assert len(provider.bodies) == 2


def test_a_name_server_that_hangs_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """The deadline counts from the start, also where the system is asked for an address (P04)."""
    released, asked, waited = threading.Event(), threading.Event(), threading.Event()

    def resolve(*args: object, **options: object) -> list[object]:
        asked.set()
        if not released.wait(5):
            waited.set()
        raise OSError

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    endpoint = Endpoint(base_url="http://models.example/v1", model="small", api_key="")
    try:
        assert HttpModel(endpoint, SystemClock()).ask(QUESTION, SHORT).failure().kind == "deadline"
        assert (asked.is_set(), waited.is_set()) == (True, False)
    finally:
        released.set()


def test_whom_to_trust_is_loaded_once_for_what_the_environment_names(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """No question loads the certificates anew, which takes longer than a short answer."""
    own = str(shutil.copy(certifi.where(), tmp_path))
    loaded: list[str] = []
    load = ssl.create_default_context

    def loading(cafile: str) -> ssl.SSLContext:
        loaded.append(cafile)
        return load(cafile=cafile)

    monkeypatch.setattr(ssl, "create_default_context", loading)
    with serving(respond()) as provider:
        for name in ("SSL_CERT_FILE", "SSL_CERT_DIR"):
            monkeypatch.delenv(name, raising=False)
        for _ in range(2):
            for _ in range(2):
                assert not is_failure(model_at(provider).ask(QUESTION, POLICY))
            monkeypatch.setenv("SSL_CERT_FILE", own)
    assert len(loaded) <= 2  # another test may have asked with the first environment
    assert loaded[-1] == own


def test_an_answer_of_no_use_tells_what_it_cost() -> None:
    """A reply that was cut off has been paid for like any other."""
    cut = completion_of('{"thread_compaction":"and so on and', 1_900, "length")
    with serving(respond(body=cut)) as provider:
        fault = model_at(provider).ask(QUESTION, POLICY).failure()
    assert (fault.kind, fault.tokens) == ("cut_off", 1_900)


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
        ("https://models.example:99999/v1", "m", "", "no address"),
        ("https://[::1/v1", "m", "", "no address"),
        ("https://me:secret@models.example/v1", "m", "", "password"),
        ("https://me:secret@models.example:99999/v1", "m", "", "password"),
        ("https://models.example/v1", "m", "secret\n", "no header takes"),
        ("https://models.example/v1", "m", "secret\0", "no header takes"),
        ("https://models.example/v1", "m", "secret secret", "no header takes"),
        ("https://models.example/v1", "m", "secret\u0435", "no header takes"),
    ],
)
def test_an_address_that_must_not_be_used_is_refused(
    base_url: str, model: str, key: str, what: str
) -> None:
    """A key never goes over an open wire to another machine (P12), nor into an error (A265)."""
    with pytest.raises(RequestError, match=what) as refused:
        check_endpoint(Endpoint(base_url=base_url, model=model, api_key=key))
    assert "secret" not in f"{refused.value.message} {refused.value.hint}"


def test_an_open_wire_without_a_key_or_on_loopback_is_allowed() -> None:
    """A local model needs no encryption."""
    for base_url, key in (("http://models.example/v1", ""), ("http://localhost:8000/v1", "k")):
        endpoint = Endpoint(base_url=base_url, model="m", api_key=key)
        assert check_endpoint(endpoint) == endpoint
