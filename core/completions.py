"""The OpenAI-compatible chat API: a request as bytes, and what its answer means.

An answer is a reply or a fault. Which optional parameters a provider takes is learnt in
`core.dialect`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, assert_never

import orjson

from sayso.core.chat.utterances import Called, Returned, ToolUse
from sayso.core.dialect import PLAIN, Format, Parameter
from sayso.core.model import ModelReply
from sayso.core.outcome import Failure, Result, Success, is_failure
from sayso.core.project.tools import openai_tools
from sayso.core.wire import Api, counted, fault_of, read_json

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sayso.core.diagnostics import ModelFault
    from sayso.core.dialect import Dialect
    from sayso.core.model import ModelRequest
    from sayso.core.wire import Answered

# What of a message that called tools goes back: providers refuse keys they do not know, but some
# want to have their reasoning returned.
_RETURNED_KEYS: Final = ("role", "content", "reasoning_content")


def render_request(request: ModelRequest, model: str, dialect: Dialect) -> bytes:
    """Write a request: reasoning and streaming off, temperature 0, output bounded (A275)."""
    policy = request.policy
    body: dict[str, object] = {
        "model": model,
        "messages": list(_messages(request)),
        "stream": policy.streaming,
        dialect.of(Parameter.MAX_TOKENS): policy.max_output_tokens,
    }
    if dialect.of(Parameter.TEMPERATURE):
        body["temperature"] = policy.temperature
    effort = dialect.of(Parameter.REASONING)
    if effort and not policy.reasoning:
        body["reasoning_effort"] = effort
    if request.tools and dialect.of(Parameter.TOOLS):
        body["tools"] = openai_tools(request.tools)
        body["tool_choice"] = "auto" if request.may_call else "none"
    form = _response_format(request, Format(dialect.of(Parameter.FORMAT)))
    if form is not None:
        body["response_format"] = form
    return orjson.dumps(body)


def _messages(request: ModelRequest) -> Iterator[object]:
    for said in request.messages:
        yield {"role": said.role, "content": said.text}
    for step in request.steps:
        match step:
            case Called(message=message):
                yield orjson.Fragment(message)
            case Returned(results=results):
                for one in results:
                    yield {"role": "tool", "tool_call_id": one.use_id, "content": one.text}
            case _:
                assert_never(step)


def _response_format(request: ModelRequest, form: Format) -> dict[str, object] | None:
    if request.schema is None:
        return None
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


def read_answer(
    request: ModelRequest, answered: Answered, now_us: int
) -> Result[ModelReply, ModelFault]:
    """Tell what an answer means: the model's text or calls with the token count, or a fault."""
    read = read_json(answered, now_us)
    if is_failure(read):
        return read
    value = read.unwrap()
    try:
        choice = value["choices"][0]
        message = choice["message"]
        calls = tuple(_calls(message)) if request.tools else ()
        text = message.get("content") if calls else message["content"]
        tokens = counted(value.get("usage"), "total_tokens")
        is_cut = choice.get("finish_reason") == "length"
    except (KeyError, IndexError, TypeError, AttributeError):
        return Failure(fault_of("not_a_completion", "no choices[0].message.content", answered))
    if is_cut:
        why = "the answer was cut at the token limit"
        return Failure(fault_of("cut_off", why, answered, tokens=tokens))
    said = text if isinstance(text, str) else ""
    if not said.strip() and not calls:
        return Failure(fault_of("empty", "the answer holds no text", answered, tokens=tokens))
    echo = _returned(message, calls) if calls else ""
    return Success(ModelReply(text=said, tokens=tokens, calls=calls, message=echo))


def _calls(message: dict[str, Any]) -> Iterator[ToolUse]:
    """Read the calls of tools; some providers give no ids, or arguments that are no text."""
    for at, one in enumerate(message.get("tool_calls") or ()):
        function = one["function"]
        arguments = function.get("arguments") or "{}"
        text = arguments if isinstance(arguments, str) else orjson.dumps(arguments).decode()
        name, number = function["name"], one.get("id") or f"call_{at}"
        yield ToolUse(id=str(number), name=str(name), arguments=text)


def _returned(message: dict[str, Any], calls: tuple[ToolUse, ...]) -> str:
    """Give the message to send back: the calls as they came, each under the id of its result."""
    kept = {key: message[key] for key in _RETURNED_KEYS if key in message}
    pairs = zip(message["tool_calls"], calls, strict=True)
    named = [{**one, "id": use.id} for one, use in pairs]
    return orjson.dumps({"role": "assistant", **kept, "tool_calls": named}).decode()


def _headers(key: str) -> dict[str, str]:
    return {"authorization": f"Bearer {key}"} if key else {}


COMPLETIONS: Final = Api(
    path="/chat/completions",
    headers=_headers,
    plain=PLAIN,
    render=render_request,
    read=read_answer,
)
