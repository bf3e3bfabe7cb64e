"""Diagnostics of failed jobs: one RAW, bounded text per fault (A260-A266).

Nothing of the request is attached, and nothing the provider returned is cleaned. The first line
of every diagnostic is ours up to its first colon; that is all a reader sees without SAYSO_DEBUG.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from sayso.core import limits
from sayso.core.text import one_line

if TYPE_CHECKING:
    from sayso.core.model import Purpose, RequestPolicy

# What a job does about a fault that ends by itself; who asks in person has to ask again.
AGAIN: Final = "it is tried again by itself"
_NO_API: Final = "no API of this provider answers there, check SAYSO_BASE_URL and SAYSO_PROVIDER"
_CUT: Final = "\n[cut here: the diagnostic is longer]"
# What the kinds of fault that a user can do something about ask for; the others end by themselves.
REMEDIES: Final = MappingProxyType(
    {
        "not_authorised": "the provider refuses the key, check SAYSO_API_KEY",
        "rate_limited": f"the provider asks to wait, {AGAIN}",
        "provider_failed": f"the provider has a fault, {AGAIN}",
        "request_refused": "the provider refuses the request, check SAYSO_MODEL",
        "redirected": "the address points elsewhere, check SAYSO_BASE_URL",
        "not_json": _NO_API,
        "not_a_completion": _NO_API,
        "encoded": _NO_API,
        "ConnectError": "nothing answers there, check SAYSO_BASE_URL and the network",
        "deadline": f"no answer in time, {AGAIN}",
        "cut_off": "the model wanted to say more than it may",
        "declined": "the model declines to answer",
        "only_calls": "the model only ever called tools",
        "daily_limit": "the day's limit is used up, raise daily_calls or daily_tokens, or wait",
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelFault:
    """Why no usable reply came. `status` and `body` are the provider's answer, RAW.

    `code` and `details` are what an exception of the model's own client tells beside its message.
    A fault before anything was asked (`is_asked` False) is no failed attempt of a job.

    `retry_after_us` is the wait the provider asked for, already clamped, or None; `tokens` is what
    the call has cost all the same (0: not known).
    """

    kind: str
    message: str
    status: str | None = None
    code: str | None = None
    details: str | None = None
    body: str | None = None
    retry_after_us: int | None = None
    tokens: int = 0
    is_asked: bool = True


def without_key(fault: ModelFault, key: str) -> ModelFault:
    """Blank the API key wherever a provider or its client repeats it; no key, nothing to blank."""
    if not key:
        return fault

    def blank(text: str | None) -> str | None:
        return None if text is None else text.replace(key, "***")

    return replace(
        fault,
        message=fault.message.replace(key, "***"),
        status=blank(fault.status),
        code=blank(fault.code),
        details=blank(fault.details),
        body=blank(fault.body),
    )


def read_exception(error: Exception) -> ModelFault:
    """Read what an exception of a model's client says for itself (A261-A264).

    Nothing but these attributes is looked at: such an exception may carry the whole request.
    """
    while isinstance(error, ExceptionGroup):
        error = error.exceptions[0]
    response = _value(error, "response")
    cause = "" if error.__cause__ is None else f" (from {_named(error.__cause__)})"
    return ModelFault(
        kind=type(error).__name__,
        message=f"{_said(error)}{cause}",
        status=_attribute(error, "status_code") or _attribute(response, "status_code"),
        code=_attribute(error, "code"),
        details=_attribute(error, "body"),
        body=_attribute(response, "text"),
    )


def describe(error: Exception) -> str:
    """Describe an exception that nobody expected: its type, its message and where it came from."""
    place = ""
    trace = error.__traceback__
    while trace is not None:
        frame = trace.tb_frame
        module = frame.f_globals.get("__name__")
        place = f"\nat: {module}.{frame.f_code.co_name}, line {trace.tb_lineno}"
        trace = trace.tb_next
    return bound_error(f"{_named(error)}{place}")


def render_fault(fault: ModelFault, purpose: Purpose, policy: RequestPolicy) -> str:
    """Render a fault with the call's purpose and policy, bounded (A260-A264, A276)."""
    told = (
        ("status", fault.status),
        ("code", fault.code),
        ("details", fault.details),
        ("body", fault.body),
    )
    lines = (
        f"{fault.kind}: {fault.message}",
        *_call_lines(purpose, policy),
        *(f"{name}: {text}" for name, text in told if text is not None),
    )
    return bound_error("\n".join(lines))


def render_refusal(reason: str, purpose: Purpose, policy: RequestPolicy) -> str:
    """Render why a reply was refused, with the call's purpose and policy (A276).

    The reply itself stays out: it is made of the user's words, which may be forgotten later.
    """
    return bound_error("\n".join((one_line(reason), *_call_lines(purpose, policy))))


def bound_error(text: str) -> str:
    """Make a diagnostic fit to be stored: cut to its limit with a line that says so (A260).

    A lone surrogate, which no UTF-8 store can hold, is written as its escape.
    """
    whole = text.encode("utf-8", "backslashreplace").decode("utf-8")
    if len(whole) <= limits.JOB_ERROR_MAX_CHARS:
        return whole
    return whole[: limits.JOB_ERROR_MAX_CHARS - len(_CUT)] + _CUT


def _call_lines(purpose: Purpose, policy: RequestPolicy) -> tuple[str, str]:
    how = (
        f"max_output_tokens={policy.max_output_tokens} deadline_us={policy.deadline_us} "
        f"temperature={policy.temperature} reasoning={policy.reasoning} "
        f"streaming={policy.streaming}"
    )
    return f"purpose: {purpose}", f"policy: {how}"


def _named(error: BaseException) -> str:
    return f"{type(error).__name__}: {_said(error)}"


def _said(value: object) -> str:
    try:
        return str(value)
    except Exception as fault:  # noqa: BLE001 - somebody else's __str__ may raise anything
        return f"(unreadable: {type(fault).__name__})"


def _attribute(owner: object, name: str) -> str | None:
    """Give an attribute of somebody else's object as text, None where it has none."""
    value = _value(owner, name)
    return None if value is None or callable(value) else _said(value)


def _value(owner: object, name: str) -> object:
    try:
        return getattr(owner, name, None)
    except Exception:  # noqa: BLE001 - a property such as the text of an unread response may raise
        return None
