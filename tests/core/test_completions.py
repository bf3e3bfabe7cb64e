"""The chat API as bytes: what is sent, and what each kind of answer means."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.core import limits
from sayso.core.completions import read_answer as read_for
from sayso.core.completions import render_request
from sayso.core.dialect import LADDERS, PLAIN, Dialect, Format, Parameter
from sayso.core.model import Message, ModelReply, ModelRequest, Purpose, RequestPolicy
from sayso.core.outcome import Result, is_failure
from sayso.core.wire import Answered, retry_after_us

if TYPE_CHECKING:
    from sayso.core.diagnostics import ModelFault

NOW_US = 1_700_000_000 * limits.SECOND_US  # 2023-11-14 22:13:20 UTC
REQUEST = ModelRequest(
    purpose=Purpose.EXTRACTION,
    messages=(Message(role="system", text="rules"), Message(role="user", text="{}")),
    policy=RequestPolicy(max_output_tokens=1_800),
    schema={"type": "object"},
)
PLAINEST = Dialect({parameter: len(ladder) - 1 for parameter, ladder in LADDERS.items()})


def completion(text: object, **more: object) -> bytes:
    """Write a completion as a provider would."""
    choice = {"message": {"role": "assistant", "content": text}, "finish_reason": "stop", **more}
    return orjson.dumps({"choices": [choice], "usage": {"total_tokens": 42}})


OK = Answered(
    status=200, content_type="application/json", retry_after=None, body=completion('{"a":1}')
)


def read_answer(answered: Answered, now_us: int) -> Result[ModelReply, ModelFault]:
    """Read an answer to a request without tools."""
    return read_for(REQUEST, answered, now_us)


def body_of(request: ModelRequest, dialect: Dialect) -> dict[str, object]:
    """Give what would be sent."""
    body = orjson.loads(render_request(request, "small", dialect))
    assert isinstance(body, dict)
    return body


def test_a_request_is_a_short_call_without_streaming_and_reasoning() -> None:
    """Reasoning and streaming are off, temperature is 0 and the output is bounded (A275)."""
    assert body_of(REQUEST, PLAIN) == {
        "model": "small",
        "messages": [{"role": "system", "content": "rules"}, {"role": "user", "content": "{}"}],
        "stream": False,
        "max_tokens": 1_800,
        "temperature": 0,
        "reasoning_effort": "none",
        "response_format": {
            "type": "json_schema",
            "json_schema": {
                "name": "memory_extraction",
                "strict": True,
                "schema": {"type": "object"},
            },
        },
    }


def test_parameters_that_were_turned_down_are_left_out() -> None:
    """A bare request still bounds the output, under the newer name of that parameter."""
    body = body_of(REQUEST, PLAINEST)
    assert set(body) == {"model", "messages", "stream", "max_completion_tokens"}


@pytest.mark.parametrize(
    ("rung", "form"),
    [
        (1, {"type": "json_object", "schema": {"type": "object"}}),
        (2, {"type": "json_object"}),
        (3, None),
    ],
)
def test_each_rung_binds_the_answer_a_little_less(rung: int, form: object) -> None:
    """From an enforced schema down to the words of the prompt alone."""
    assert len(Format) == 4
    assert body_of(REQUEST, Dialect({Parameter.FORMAT: rung})).get("response_format") == form


def test_the_least_reasoning_is_asked_for_where_none_is_not_to_be_had() -> None:
    """A model that always reasons is asked to do as little of it as it can."""
    body = body_of(REQUEST, Dialect({Parameter.REASONING: 1}))
    assert body["reasoning_effort"] == "minimal"


def test_a_request_that_wants_reasoning_does_not_turn_it_off() -> None:
    """The parameter follows the policy."""
    thinking = replace(REQUEST, policy=replace(REQUEST.policy, reasoning=True))
    assert "reasoning_effort" not in body_of(thinking, PLAIN)


def test_a_completion_is_a_reply_with_its_cost() -> None:
    """The text comes through unchanged, with the tokens the provider counted."""
    assert read_answer(OK, NOW_US).unwrap() == ModelReply(text='{"a":1}', tokens=42)


@pytest.mark.parametrize("usage", [None, {}, {"total_tokens": "9"}, {"total_tokens": True}, []])
def test_a_cost_that_is_not_told_counts_as_nothing(usage: object) -> None:
    """A provider that reports no usable count costs 0 tokens in the meter."""
    value = orjson.loads(OK.body) | {"usage": usage}
    assert read_answer(replace(OK, body=orjson.dumps(value)), NOW_US).unwrap().tokens == 0


@pytest.mark.parametrize(
    ("answered", "kind"),
    [
        (replace(OK, content_type="text/html", body=b"<html>sign in</html>"), "not_json"),
        (replace(OK, body=b"{"), "not_a_completion"),
        (replace(OK, body=b'{"choices":[{"message":{"content":"\\ud800"}}]}'), "not_a_completion"),
        (replace(OK, body=b"[]"), "not_a_completion"),
        (replace(OK, body=b'{"choices":[]}'), "not_a_completion"),
        (replace(OK, body=completion("cut", finish_reason="length")), "cut_off"),
        (replace(OK, body=completion("  ")), "empty"),
        (replace(OK, body=completion(None)), "empty"),
        (replace(OK, status=302), "redirected"),
        (replace(OK, status=404), "request_refused"),
        (replace(OK, status=401), "not_authorised"),
        (replace(OK, status=429), "rate_limited"),
        (replace(OK, status=503), "provider_failed"),
    ],
)
def test_everything_else_is_a_fault_of_its_kind(answered: Answered, kind: str) -> None:
    """No answer but a whole completion is taken, and the RAW body stays with the fault."""
    fault = read_answer(answered, NOW_US).failure()
    assert fault.kind == kind
    assert fault.status == str(answered.status)
    assert fault.body == answered.body.decode()


@pytest.mark.parametrize("body", [completion("cut", finish_reason="length"), completion(" ")])
def test_an_answer_that_is_of_no_use_has_cost_its_tokens(body: bytes) -> None:
    """The meter hears of tokens that were spent in vain as well."""
    assert read_answer(replace(OK, body=body), NOW_US).failure().tokens == 42


def test_a_body_in_another_charset_is_no_completion() -> None:
    """What is not UTF-8 is refused, and what can be shown of it stays in the fault (P09)."""
    body = completion("Grüße").decode().encode("latin-1")
    fault = read_answer(replace(OK, body=body), NOW_US).failure()
    assert (fault.kind, "Gr\ufffd" in str(fault.body)) == ("not_a_completion", True)


def test_a_refused_key_waits_the_longest() -> None:
    """A wrong key is not tried again and again: the next attempt is an hour away."""
    fault = read_answer(replace(OK, status=403), NOW_US).failure()
    assert fault.retry_after_us == limits.HOUR_US


@pytest.mark.parametrize(
    ("header", "wait_s"),
    [
        (None, None),
        ("7", 7),
        ("0", 1),
        ("-5", 1),
        ("1000000000", 3_600),
        ("9" * 400, 3_600),
        ("Tue, 14 Nov 2023 22:15:20 GMT", 120),
        ("Tue, 14 Nov 2023 22:15:20", 120),
        ("Mon, 13 Nov 2023 22:15:20 GMT", 1),
        ("soon", None),
        ("", None),
        ("٣", None),
    ],
)
def test_retry_after_is_clamped(header: str | None, wait_s: int | None) -> None:
    """Seconds and dates are clamped to 1 s to 1 h; junk counts as absent (P02)."""
    expected = None if wait_s is None else wait_s * limits.SECOND_US
    assert retry_after_us(header, NOW_US) == expected


@given(st.text())
def test_no_header_breaks_the_reader(header: str) -> None:
    """Whatever a provider writes there, the wait is none or within bounds."""
    wait_us = retry_after_us(header, NOW_US)
    assert wait_us is None or limits.SECOND_US <= wait_us <= limits.HOUR_US


@given(st.binary())
def test_no_body_breaks_the_reader(body: bytes) -> None:
    """Whatever bytes come, the answer is a reply or a fault."""
    outcome = read_answer(replace(OK, body=body), NOW_US)
    assert is_failure(outcome) or outcome.unwrap().text.strip()
