"""The same client in the form of Anthropic's Messages API, against a real server on loopback."""

from __future__ import annotations

import json

from sayso.core.messages_api import MESSAGES
from sayso.core.model import RequestPolicy
from sayso.core.outcome import is_failure
from sayso.core.project.consolidation import ConsolidationInput
from sayso.core.project.extraction import ExtractionInput, read_extraction
from sayso.shell.models.endpoint import Endpoint
from sayso.shell.models.http import HttpModel
from sayso.shell.ports import SystemClock
from tests.provider import ANSWER, message_of, respond, serving

POLICY = RequestPolicy(max_output_tokens=100)
QUESTION = ExtractionInput(thread_id=1, compaction="", previous=None, turns=())


def test_a_question_goes_out_in_anthropics_form() -> None:
    """The other API has its own path, headers and errors; what it refuses is left out at once."""
    refused = {"type": "invalid_request_error", "message": "`temperature` is deprecated"}
    error = json.dumps({"type": "error", "error": refused}).encode()
    with serving(respond(400, error), respond(body=message_of(ANSWER, tokens=42))) as provider:
        endpoint = Endpoint(base_url=provider.url, model="small", api_key="secret-key")
        model = HttpModel(endpoint, SystemClock(), MESSAGES)
        reply = model.ask(QUESTION, POLICY).unwrap()
        model.ask(ConsolidationInput(candidates=(), related=()), POLICY)
    assert not is_failure(read_extraction(reply.text))
    assert reply.tokens == 42
    assert provider.paths == ["/v1/messages"] * 3
    sent = provider.headers[0]
    assert (sent["x-api-key"], sent["anthropic-version"]) == ("secret-key", "2023-06-01")
    assert "authorization" not in sent
    assert ["temperature" in body for body in provider.bodies] == [True, False, False]
    assert "secret-key" not in json.dumps(provider.bodies)


def test_an_overloaded_provider_says_when_to_come_back() -> None:
    """Status 529 is the provider's fault, and the wait it asks for is kept."""
    body = b'{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}'
    with serving(respond(529, body, retry_after="17")) as provider:
        endpoint = Endpoint(base_url=provider.url, model="small", api_key="")
        fault = HttpModel(endpoint, SystemClock(), MESSAGES).ask(QUESTION, POLICY).failure()
    assert (fault.kind, fault.retry_after_us) == ("provider_failed", 17_000_000)
