"""The OpenAI-compatible chat API: a request as bytes, and what its answer means.

Pure: the shell only carries the bytes. An answer is a reply or a fault, and a fault keeps the
provider's status and body RAW for the diagnostics. Which optional parameters a provider takes is
learnt in `core.dialect`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Final, assert_never

import orjson

from sayso.core import limits
from sayso.core.diagnostics import ModelFault
from sayso.core.dialect import Format, Parameter
from sayso.core.model import ModelReply
from sayso.core.outcome import Failure, Result, Success

if TYPE_CHECKING:
    from sayso.core.dialect import Dialect
    from sayso.core.model import ModelRequest


_BAD_REQUEST: Final = 400
_FIRST_REDIRECT: Final = 300
_AUTH: Final = (401, 403)
_TOO_MANY: Final = 429
_FIRST_SERVER_FAULT: Final = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """What came back over the wire. `body` holds at most REPLY_MAX_BYTES decoded bytes."""

    status: int
    content_type: str
    retry_after: str | None
    body: bytes


def render_request(request: ModelRequest, model: str, dialect: Dialect) -> bytes:
    """Write a request: reasoning and streaming off, temperature 0, output bounded (A275)."""
    policy = request.policy
    body: dict[str, object] = {
        "model": model,
        "messages": [{"role": one.role, "content": one.text} for one in request.messages],
        "stream": policy.streaming,
        dialect.of(Parameter.MAX_TOKENS): policy.max_output_tokens,
    }
    if dialect.of(Parameter.TEMPERATURE):
        body["temperature"] = policy.temperature
    effort = dialect.of(Parameter.REASONING)
    if effort and not policy.reasoning:
        body["reasoning_effort"] = effort
    form = _response_format(request, Format(dialect.of(Parameter.FORMAT)))
    if form is not None:
        body["response_format"] = form
    return orjson.dumps(body)


def _response_format(request: ModelRequest, form: Format) -> dict[str, object] | None:
    match form:
        case Format.SCHEMA:
            named = {"name": request.purpose, "strict": True, "schema": request.schema}
            return {"type": "json_schema", "json_schema": named}
        case Format.OBJECT_WITH_SCHEMA:
            return {"type": "json_object", "schema": request.schema}
        case Format.OBJECT:
            return {"type": "json_object"}
        case Format.UNSAID:
            return None
        case _:
            assert_never(form)


def read_answer(answered: Answered, now_us: int) -> Result[ModelReply, ModelFault]:
    """Tell what an answer means: the model's text with its token count, or a fault."""
    if answered.status >= _FIRST_REDIRECT:
        return Failure(_status_fault(answered, now_us))
    if not answered.content_type.partition(";")[0].strip().endswith("json"):
        return Failure(_fault("not_json", f"content type {answered.content_type!r}", answered))
    try:
        value = orjson.loads(answered.body)
        choice = value["choices"][0]
        text = choice["message"]["content"]
    except (orjson.JSONDecodeError, KeyError, IndexError, TypeError):
        return Failure(_fault("not_a_completion", "no choices[0].message.content", answered))
    tokens = _tokens(value)
    if choice.get("finish_reason") == "length":
        cut = _fault("cut_off", "the answer was cut at the token limit", answered)
        return Failure(replace(cut, tokens=tokens))
    if not isinstance(text, str) or not text.strip():
        empty = _fault("empty", "the answer holds no text", answered)
        return Failure(replace(empty, tokens=tokens))
    return Success(ModelReply(text=text, tokens=tokens))


def retry_after_us(header: str | None, now_us: int) -> int | None:
    """Read Retry-After, seconds or an HTTP date, clamped to [1 s, 1 h]; None for none or junk."""
    if header is None:
        return None
    text = header.strip()
    try:
        if text.lstrip("-").isascii() and text.lstrip("-").isdigit():
            wait_us = int(text[: limits.REPLY_NUMBER_MAX_CHARS]) * limits.SECOND_US
        else:
            moment = parsedate_to_datetime(text)
            zoned = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
            wait_us = int((zoned - _moment(now_us)).total_seconds()) * limits.SECOND_US
    except (ValueError, TypeError, OverflowError):
        return None
    return min(max(wait_us, limits.SECOND_US), limits.HOUR_US)


def _status_fault(answered: Answered, now_us: int) -> ModelFault:
    wait_us = retry_after_us(answered.retry_after, now_us)
    status = answered.status
    if status in _AUTH:
        kind, wait_us = "not_authorised", limits.HOUR_US
    elif status == _TOO_MANY:
        kind = "rate_limited"
    elif status >= _FIRST_SERVER_FAULT:
        kind = "provider_failed"
    elif status < _BAD_REQUEST:
        kind = "redirected"
    else:
        kind = "request_refused"
    return _fault(kind, f"HTTP {status}", answered, wait_us)


def _fault(kind: str, message: str, answered: Answered, wait_us: int | None = None) -> ModelFault:
    return ModelFault(
        kind=kind,
        message=message,
        status=str(answered.status),
        body=answered.body.decode("utf-8", "replace"),
        retry_after_us=wait_us,
    )


def _tokens(value: object) -> int:
    """Give the tokens a call has cost, 0 when the provider does not say."""
    usage = value.get("usage") if isinstance(value, dict) else None
    total = usage.get("total_tokens") if isinstance(usage, dict) else None
    return total if isinstance(total, int) and not isinstance(total, bool) and total > 0 else 0


def _moment(now_us: int) -> datetime:
    return datetime.fromtimestamp(now_us / limits.SECOND_US, tz=UTC)
