"""What the APIs of model providers have in common: one answer over the wire -> JSON, or a fault.

Pure: the shell only carries the bytes. A fault keeps the provider's status and body RAW for the
diagnostics. What is particular to one API stands in `core.completions` and `core.messages_api`;
each of them is an `Api`, so that one client speaks both.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any, Final

import orjson

from sayso.core import limits
from sayso.core.diagnostics import ModelFault
from sayso.core.outcome import Failure, Result, Success

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sayso.core.dialect import Dialect
    from sayso.core.model import ModelReply, ModelRequest

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Api:
    """How one kind of provider is asked: where, with which headers, in which form.

    `path` follows the base address; `headers` are made of the key, '' for none; `plain` is the
    dialect that is tried first; `read` takes the request as well, since only what was offered
    may come back, and the present moment in microseconds.
    """

    path: str
    headers: Callable[[str], Mapping[str, str]]
    plain: Dialect
    render: Callable[[ModelRequest, str, Dialect], bytes]
    read: Callable[[ModelRequest, Answered, int], Result[ModelReply, ModelFault]]


def read_json(answered: Answered, now_us: int) -> Result[Any, ModelFault]:
    """Give the JSON value of a successful answer; anything else is a fault of its kind."""
    if answered.status >= _FIRST_REDIRECT:
        return Failure(_status_fault(answered, now_us))
    if not answered.content_type.partition(";")[0].strip().endswith("json"):
        return Failure(fault_of("not_json", f"content type {answered.content_type!r}", answered))
    try:
        return Success(orjson.loads(answered.body))
    except orjson.JSONDecodeError:
        return Failure(fault_of("not_a_completion", "the body is no JSON", answered))


def fault_of(
    kind: str,
    message: str,
    answered: Answered,
    *,
    retry_after_us: int | None = None,
    tokens: int = 0,
) -> ModelFault:
    """Make a fault of an answer; its status and body are kept as they came."""
    return ModelFault(
        kind=kind,
        message=message,
        status=str(answered.status),
        body=answered.body.decode("utf-8", "replace"),
        retry_after_us=retry_after_us,
        tokens=tokens,
    )


def counted(usage: object, *names: str) -> int:
    """Add up the tokens that a provider's `usage` tells under these names; junk counts as none."""
    if not isinstance(usage, dict):
        return 0
    told = (usage.get(name) for name in names)
    return sum(
        one for one in told if isinstance(one, int) and not isinstance(one, bool) and one > 0
    )


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
    return fault_of(kind, f"HTTP {status}", answered, retry_after_us=wait_us)


def _moment(now_us: int) -> datetime:
    return datetime.fromtimestamp(now_us / limits.SECOND_US, tz=UTC)
