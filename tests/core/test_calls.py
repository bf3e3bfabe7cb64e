"""Calls of tools in either API: what is offered, what comes in, and what goes back."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from sayso.core.chat.utterances import Called, Returned, ToolResult, ToolUse
from sayso.core.completions import COMPLETIONS
from sayso.core.messages_api import MESSAGES
from sayso.core.model import ModelReply
from sayso.core.project.tools import tool_schema
from tests.core.test_wire import (
    NOW_US,
    QUESTION,
    TALK,
    TOOLS,
    answered,
    body_of,
    completion_of,
    message_of,
    text_block,
)

if TYPE_CHECKING:
    from sayso.core.wire import Api

ARGUMENTS = '{"query":"数据库"}'
USE = ToolUse(id="call_0", name="memory_search", arguments=ARGUMENTS)
CALLS: dict[str, tuple[Api, dict[str, Any]]] = {
    "completions": (
        COMPLETIONS,
        completion_of(
            {
                "role": "assistant",
                "content": None,
                "annotations": [],
                "reasoning_content": "hm",
                "tool_calls": [
                    {
                        "type": "function",
                        "function": {"name": "memory_search", "arguments": ARGUMENTS},
                        "extra_content": {"signature": "x"},
                    }
                ],
            },
            "tool_calls",
        ),
    ),
    "messages": (
        MESSAGES,
        message_of(
            {"type": "thinking", "thinking": "hm", "signature": "x"},
            text_block("I look it up."),
            {
                "type": "tool_use",
                "id": "call_0",
                "name": "memory_search",
                "input": {"query": "数据库"},
            },
            stop="tool_use",
        ),
    ),
}


@pytest.mark.parametrize("api", [COMPLETIONS, MESSAGES])
def test_tools_are_told_and_may_be_forbidden(api: Api) -> None:
    """Name, description and schema go along; in the last round the model has to answer."""
    body = body_of(api, TALK)
    [told, _read] = body["tools"]
    shown = told.get("function", told)
    assert (shown["name"], shown["description"]) == ("memory_search", TOOLS[0].description)
    assert shown.get("parameters", shown.get("input_schema")) == tool_schema(TOOLS[0])
    last = body_of(api, replace(TALK, may_call=False))
    assert last["tools"] == body["tools"]
    assert (body["tool_choice"], last["tool_choice"]) in [
        ("auto", "none"),
        ({"type": "auto"}, {"type": "none"}),
    ]
    assert body.keys().isdisjoint({"response_format", "output_config"})


@pytest.mark.parametrize("name", CALLS)
def test_a_call_comes_in_and_goes_back_with_its_result(name: str) -> None:
    """What the provider sent goes back as it came, and the result under the id of its call."""
    api, value = CALLS[name]
    reply = api.read(TALK, answered(value), NOW_US).unwrap()
    assert (reply.calls, reply.tokens) == ((USE,), 42)
    returned = Returned(results=(ToolResult(use_id="call_0", text='{"hits":[]}'),))
    body = body_of(api, replace(TALK, steps=(Called(message=reply.message), returned)))
    *_, called, result = body["messages"]
    if api is MESSAGES:
        assert called == {"role": "assistant", "content": value["content"]}
        [block] = result["content"]
        assert (result["role"], block["tool_use_id"]) == ("user", "call_0")
    else:
        sent = value["choices"][0]["message"]
        assert called == {
            "role": "assistant",
            "content": None,
            "reasoning_content": "hm",
            "tool_calls": [{**sent["tool_calls"][0], "id": "call_0"}],
        }
        assert (result["role"], result["tool_call_id"]) == ("tool", "call_0")


@pytest.mark.parametrize("name", CALLS)
def test_a_call_that_nobody_offered_is_none(name: str) -> None:
    """A memory question offers no tools, so the answer is what words it holds."""
    api, value = CALLS[name]
    read = api.read(QUESTION, answered(value), NOW_US)
    if api is MESSAGES:
        assert read.unwrap() == ModelReply(text="I look it up.", tokens=42)
    else:
        assert read.failure().kind == "empty"


def test_arguments_that_are_no_text_are_written_as_one() -> None:
    """Some providers give an object, or nothing, and leave the content out."""
    calls = [
        {"id": "a", "function": {"name": "memory_search", "arguments": {"query": "x"}}},
        {"id": "b", "function": {"name": "memory_read", "arguments": None}},
    ]
    value = completion_of({"role": "assistant", "tool_calls": calls})
    reply = COMPLETIONS.read(TALK, answered(value), NOW_US).unwrap()
    assert [one.arguments for one in reply.calls] == ['{"query":"x"}', "{}"]
    assert reply.text == ""


@pytest.mark.parametrize(
    "message",
    [
        {"tool_calls": [{"function": "memory_search"}]},
        {"tool_calls": ["memory_search"]},
        {"tool_calls": [{"function": {}}]},
        {"tool_calls": 1},
        "text",
    ],
)
def test_a_call_of_no_shape_is_no_completion(message: object) -> None:
    """A provider that writes calls in some other way is told as such."""
    read = COMPLETIONS.read(TALK, answered(completion_of(message)), NOW_US)
    assert read.failure().kind == "not_a_completion"
