"""The APIs of model providers as bytes, where Anthropic's differs from OpenAI's."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.core import limits
from sayso.core.completions import COMPLETIONS
from sayso.core.dialect import Dialect, Parameter, step_down
from sayso.core.messages_api import LADDERS, MESSAGES
from sayso.core.model import Message, ModelRequest, Purpose, RequestPolicy
from sayso.core.outcome import is_failure
from sayso.core.wire import Answered, Api, counted
from sayso.shell.turn import memory_tools
from tests.core.test_dialect import error_of

NOW_US = 1_700_000_000 * limits.SECOND_US
TOOLS = memory_tools()
QUESTION = ModelRequest(
    purpose=Purpose.EXTRACTION,
    messages=(Message(role="system", text="rules"), Message(role="user", text="{}")),
    policy=RequestPolicy(max_output_tokens=1_800),
    schema={"type": "object"},
)
TALK = ModelRequest(
    purpose=Purpose.CHAT,
    messages=(Message(role="system", text="be kind"), Message(role="user", text="问题")),
    policy=RequestPolicy(max_output_tokens=4_096),
    tools=TOOLS,
)


def body_of(api: Api, request: ModelRequest, dialect: Dialect | None = None) -> dict[str, Any]:
    """Give what would be sent."""
    body = orjson.loads(api.render(request, "small", dialect or api.plain))
    assert isinstance(body, dict)
    return body


def answered(value: object, status: int = 200) -> Answered:
    """Give an answer over the wire."""
    return Answered(
        status=status,
        content_type="application/json; charset=utf-8",
        retry_after=None,
        body=orjson.dumps(value),
    )


def message_of(*content: object, stop: str = "end_turn") -> dict[str, object]:
    """Give an answer of Anthropic's API."""
    usage = {"input_tokens": 40, "output_tokens": 2}
    return {"type": "message", "content": list(content), "stop_reason": stop, "usage": usage}


def text_block(text: str) -> dict[str, object]:
    """Give a block of text."""
    return {"type": "text", "text": text}


def completion_of(message: object, finish: str = "stop") -> dict[str, object]:
    """Give an answer of OpenAI's API."""
    choice = {"message": message, "finish_reason": finish}
    return {"choices": [choice], "usage": {"total_tokens": 42}}


def test_a_memory_question_in_anthropics_form() -> None:
    """System apart, the contract as a schema, no thinking, no stream, bounded output (A275)."""
    assert body_of(MESSAGES, QUESTION) == {
        "model": "small",
        "max_tokens": 1_800,
        "stream": False,
        "system": "rules",
        "messages": [{"role": "user", "content": "{}"}],
        "temperature": 0,
        "thinking": {"type": "disabled"},
        "output_config": {"format": {"type": "json_schema", "schema": {"type": "object"}}},
    }


def test_parameters_a_model_turned_down_are_left_out() -> None:
    """The plainest request still bounds the output and says what system there is."""
    plainest = replace(MESSAGES.plain, rungs={one: len(LADDERS[one]) - 1 for one in LADDERS})
    body = body_of(MESSAGES, QUESTION, plainest)
    assert body.keys() == {"model", "max_tokens", "stream", "system", "messages"}


def test_a_model_that_always_thinks_is_asked_to_do_little_of_it() -> None:
    """Effort and schema stand in one place; a request that wants thinking turns nothing off."""
    low = replace(MESSAGES.plain, rungs={Parameter.REASONING: 1})
    assert body_of(MESSAGES, QUESTION, low)["output_config"].keys() == {"effort", "format"}
    wanted = replace(QUESTION, policy=replace(QUESTION.policy, reasoning=True), schema=None)
    assert body_of(MESSAGES, wanted).keys().isdisjoint({"thinking", "output_config"})


def test_a_message_without_words_is_not_sent() -> None:
    """Anthropic refuses blank texts and an answer at the very beginning: neither goes out."""
    said = [
        ("system", " "),
        ("user", "\n"),
        ("assistant", "Hm?"),
        ("user", "{}"),
        ("assistant", ""),
    ]
    messages = tuple(Message(role=role, text=text) for role, text in said)
    body = body_of(MESSAGES, replace(QUESTION, messages=messages))
    assert "system" not in body
    assert body["messages"] == [{"role": "user", "content": "{}"}]


@pytest.mark.parametrize(
    ("message", "parameter"),
    [
        ("`temperature` is deprecated for this model.", Parameter.TEMPERATURE),
        ("temperature may only be set to 1 when thinking is enabled", Parameter.TEMPERATURE),
        ('"thinking.type.disabled" is not supported for this model.', Parameter.REASONING),
        ("output_config.effort: not supported by this model", Parameter.REASONING),
        ("output_config: Extra inputs are not permitted", Parameter.FORMAT),
        ("output_config.format.schema: too complex", Parameter.FORMAT),
    ],
)
def test_what_anthropics_errors_name_goes_one_rung_down(message: str, parameter: Parameter) -> None:
    """Each wording leads to the parameter it is about, and to no other."""
    body = orjson.dumps(
        {"type": "error", "error": {"type": "invalid_request_error", "message": message}}
    )
    simpler = step_down(MESSAGES.plain, 400, body)
    assert simpler == replace(MESSAGES.plain, rungs={parameter: 1})
    assert step_down(MESSAGES.plain, 529, body) is None


def test_a_bounded_output_cannot_be_turned_down() -> None:
    """Anthropic's API has one name for it, so an error that names it changes nothing."""
    assert step_down(MESSAGES.plain, 400, error_of("max_tokens: 9999 > 8192")) is None


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        (message_of(text_block("cut"), stop="max_tokens"), "cut_off"),
        (message_of(text_block("cut"), stop="model_context_window_exceeded"), "cut_off"),
        (message_of(text_block("no"), stop="refusal"), "declined"),
        (message_of(), "empty"),
        (message_of(text_block(" ")), "empty"),
        ({"content": "text"}, "not_a_completion"),
        ({"content": [{"type": "text"}]}, "not_a_completion"),
        ({"content": [{"type": "tool_use", "id": "a"}]}, "not_a_completion"),
        ([], "not_a_completion"),
        ({}, "not_a_completion"),
    ],
)
def test_what_is_no_whole_message_is_a_fault(value: object, kind: str) -> None:
    """Anthropic's answers are taken whole or not at all, and tokens spent in vain are counted."""
    fault = MESSAGES.read(TALK, answered(value), NOW_US).failure()
    assert fault.kind == kind
    assert fault.tokens == (0 if kind == "not_a_completion" else 42)


@pytest.mark.parametrize(("status", "kind"), [(529, "provider_failed"), (401, "not_authorised")])
def test_anthropics_errors_are_kept_raw(status: int, kind: str) -> None:
    """An overloaded provider or a refused key is told by its status, with the body as it came."""
    error = {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}
    slow = replace(answered(error, status), retry_after="17")
    fault = MESSAGES.read(QUESTION, slow, NOW_US).failure()
    assert (fault.kind, fault.body) == (kind, orjson.dumps(error).decode())
    assert fault.retry_after_us == (limits.HOUR_US if status == 401 else 17 * limits.SECOND_US)


def test_each_api_has_its_place_and_its_headers() -> None:
    """The key stands where the provider looks for it, and nowhere without one."""
    assert (COMPLETIONS.path, MESSAGES.path) == ("/chat/completions", "/messages")
    assert COMPLETIONS.headers("k") == {"authorization": "Bearer k"}
    assert MESSAGES.headers("k") == {"anthropic-version": "2023-06-01", "x-api-key": "k"}
    assert COMPLETIONS.headers("") == {}
    assert MESSAGES.headers("") == {"anthropic-version": "2023-06-01"}


@pytest.mark.parametrize("usage", [None, [], {"input_tokens": True, "output_tokens": "9"}])
def test_a_cost_that_is_not_told_is_none(usage: object) -> None:
    """Junk in the place of a count adds nothing to the meter."""
    assert counted(usage, "input_tokens", "output_tokens") == 0


@given(st.binary())
def test_no_body_breaks_either_reader(body: bytes) -> None:
    """Whatever bytes come, the answer is words, calls or a fault."""
    for api in (COMPLETIONS, MESSAGES):
        outcome = api.read(TALK, replace(answered({}), body=body), NOW_US)
        assert is_failure(outcome) or outcome.unwrap().text.strip() or outcome.unwrap().calls
