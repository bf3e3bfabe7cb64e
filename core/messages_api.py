"""Anthropic's Messages API: a request as bytes, and what its answer means.

The system prompt stands apart from the messages, the output is always bounded, and calls of tools
are blocks among the text. Which optional parameters a model takes is learnt in `core.dialect`:
newer ones refuse a temperature, some refuse to go without thinking, older ones know no schema.
"""

from __future__ import annotations

from itertools import dropwhile
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, assert_never

import orjson

from sayso.core.chat.utterances import Called, Returned, ToolUse
from sayso.core.dialect import NO_TOOLS, Dialect, Format, Parameter
from sayso.core.model import ModelReply
from sayso.core.outcome import Failure, Result, Success, is_failure
from sayso.core.project.tools import tool_schema
from sayso.core.wire import Api, counted, fault_of, read_json

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sayso.core.chat.utterances import ToolResult
    from sayso.core.diagnostics import ModelFault
    from sayso.core.model import ModelRequest
    from sayso.core.project.tools import Tool
    from sayso.core.wire import Answered

VERSION: Final = "2023-06-01"
_SYSTEM: Final = "system"
_USER: Final = "user"
_CUT: Final = ("max_tokens", "model_context_window_exceeded")

LADDERS: Final[Mapping[Parameter, tuple[str, ...]]] = MappingProxyType(
    {
        Parameter.FORMAT: (Format.SCHEMA, Format.UNSAID),
        # A model that always thinks is asked to do little of it (A275).
        Parameter.REASONING: ("disabled", "low", ""),
        Parameter.TEMPERATURE: ("temperature", ""),
        Parameter.MAX_TOKENS: ("max_tokens",),
        Parameter.TOOLS: ("tools", ""),
    }
)
_NAMES: Final[Mapping[Parameter, tuple[str, ...]]] = MappingProxyType(
    {
        Parameter.FORMAT: ("output_config", "output_format", "json_schema", "structured output"),
        Parameter.REASONING: ("thinking", "output_config.effort", "effort"),
        Parameter.TEMPERATURE: ("temperature",),
        Parameter.MAX_TOKENS: (),
        Parameter.TOOLS: NO_TOOLS,
    }
)


def render_request(request: ModelRequest, model: str, dialect: Dialect) -> bytes:
    """Write a request: thinking and streaming off, temperature 0, output bounded (A275)."""
    policy = request.policy
    body: dict[str, object] = {
        "model": model,
        "max_tokens": policy.max_output_tokens,
        "stream": policy.streaming,
        "messages": list(_messages(request)),
    }
    system = "\n\n".join(one.text for one in request.messages if one.role == _SYSTEM)
    if system.strip():
        body[_SYSTEM] = system
    if dialect.of(Parameter.TEMPERATURE):
        body["temperature"] = policy.temperature
    if request.tools and dialect.of(Parameter.TOOLS):
        body["tools"] = [_tool(one) for one in request.tools]
        body["tool_choice"] = {"type": "auto" if request.may_call else "none"}
    body |= _reasoning_and_form(request, dialect)
    return orjson.dumps(body)


def _reasoning_and_form(request: ModelRequest, dialect: Dialect) -> dict[str, object]:
    """Give `thinking` and `output_config`, which holds both the effort and the format."""
    fields: dict[str, object] = {}
    output: dict[str, object] = {}
    reasoning = "" if request.policy.reasoning else dialect.of(Parameter.REASONING)
    if reasoning == "disabled":
        fields["thinking"] = {"type": reasoning}
    elif reasoning:
        output["effort"] = reasoning
    if request.schema is not None and dialect.of(Parameter.FORMAT):
        output["format"] = {"type": Format.SCHEMA, "schema": request.schema}
    return {**fields, "output_config": output} if output else fields


def _messages(request: ModelRequest) -> Iterator[object]:
    """Give the messages: the first is the user's, and none is without any visible character."""
    told = (one for one in request.messages if one.role != _SYSTEM and one.text.strip())
    for said in dropwhile(lambda one: one.role != _USER, told):
        yield {"role": said.role, "content": said.text}
    for step in request.steps:
        match step:
            case Called(message=message):
                yield orjson.Fragment(message)
            case Returned(results=results):
                yield {"role": _USER, "content": [_result(one) for one in results]}
            case _:
                assert_never(step)


def _result(result: ToolResult) -> dict[str, object]:
    return {"type": "tool_result", "tool_use_id": result.use_id, "content": result.text}


def _tool(tool: Tool) -> dict[str, object]:
    return {
        "name": tool.name,
        "description": tool.description,
        "input_schema": tool_schema(tool),
    }


def read_answer(
    request: ModelRequest, answered: Answered, now_us: int
) -> Result[ModelReply, ModelFault]:
    """Tell what an answer means: the model's text or calls with the token count, or a fault."""
    read = read_json(answered, now_us)
    if is_failure(read):
        return read
    value = read.unwrap()
    try:
        content = value["content"]
        said = "".join(one["text"] for one in content if one["type"] == "text")
        calls = tuple(_calls(content)) if request.tools else ()
        tokens = counted(value.get("usage"), "input_tokens", "output_tokens")
        stopped = value.get("stop_reason")
    except (KeyError, TypeError, AttributeError):
        return Failure(fault_of("not_a_completion", "no content of blocks", answered))
    fault = _fault_in(stopped, has_words=bool(said.strip() or calls))
    if fault is not None:
        return Failure(fault_of(*fault, answered, tokens=tokens))
    echo = orjson.dumps({"role": "assistant", "content": content}).decode() if calls else ""
    return Success(ModelReply(text=said, tokens=tokens, calls=calls, message=echo))


def _fault_in(stopped: object, *, has_words: bool) -> tuple[str, str] | None:
    """Give kind and message of what is wrong with a complete answer, or None."""
    if stopped in _CUT:
        return "cut_off", "the answer was cut at the token limit"
    if stopped == "refusal":
        return "declined", "the model declined to answer"
    return None if has_words else ("empty", "the answer holds no text")


def _calls(content: list[dict[str, Any]]) -> Iterator[ToolUse]:
    for one in content:
        if one["type"] == "tool_use":
            arguments = orjson.dumps(one["input"]).decode()
            yield ToolUse(id=str(one["id"]), name=str(one["name"]), arguments=arguments)


def _headers(key: str) -> dict[str, str]:
    version = {"anthropic-version": VERSION}
    return {**version, "x-api-key": key} if key else version


MESSAGES: Final = Api(
    path="/messages",
    headers=_headers,
    plain=Dialect(ladders=LADDERS, names=_NAMES),
    render=render_request,
    read=read_answer,
)
