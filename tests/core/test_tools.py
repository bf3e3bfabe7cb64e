"""The memory tools: told to a model as schemas, called with JSON, answered with JSON."""

import json
from pathlib import Path

import pytest

from sayso.core import limits
from sayso.core.items import Kind
from sayso.core.project.intents import MEMORY_TOOLS
from sayso.core.project.reading import read_item
from sayso.core.project.tools import (
    ReadCall,
    SearchCall,
    ToolCall,
    openai_tools,
    read_call,
    read_tools,
    render_hits,
    render_reading,
    render_refusal,
    tool_schema,
)
from sayso.core.search import Hit, MatchType
from tests.records import make_item, make_source

TOOLS = read_tools(
    (Path(__file__).resolve().parents[2] / "core" / "prompts" / "tools.json").read_text("utf-8")
)


def test_the_tools_are_those_of_the_table_of_intents() -> None:
    """Each has the name the policies and the context use, and says what it is for."""
    assert tuple(one.name for one in TOOLS) == MEMORY_TOOLS
    assert all(one.description and one.parameters for one in TOOLS)


def test_the_bounds_a_model_is_told_are_those_that_hold() -> None:
    """A query has 256 characters, a search five hits, and an id fits its parameter."""
    search, read = TOOLS
    assert [one.max_chars for one in search.parameters] == [limits.QUERY_MAX_CHARS]
    assert limits.SEARCH_HITS_MAX == 5
    assert "at most five" in search.description
    assert read.parameters[0].max_chars >= len(f"m{10**18 - 1}")


def test_a_schema_names_every_argument_and_allows_no_other() -> None:
    """It is a JSON schema of an object of texts, each required and bounded."""
    assert tool_schema(TOOLS[0]) == {
        "type": "object",
        "properties": {
            "query": {
                "type": "string",
                "description": TOOLS[0].parameters[0].description,
                "maxLength": 256,
            }
        },
        "required": ["query"],
        "additionalProperties": False,
    }


def test_an_openai_tool_is_a_function_with_its_schema() -> None:
    """Name, description and parameters stand where a chat completion wants them."""
    first, second = openai_tools(TOOLS)
    assert first == {
        "type": "function",
        "function": {
            "name": "memory_search",
            "description": TOOLS[0].description,
            "parameters": tool_schema(TOOLS[0]),
        },
    }
    assert json.loads(json.dumps(second)) == second


@pytest.mark.parametrize(
    ("name", "arguments", "call"),
    [
        ("memory_search", '{"query": "SQLite 数据库"}', SearchCall(query="SQLite 数据库")),
        ("memory_search", '{"query": ""}', SearchCall(query="")),
        ("memory_search", json.dumps({"query": "x" * 500}), SearchCall(query="x" * 500)),
        ("memory_read", '{"memory_id": "m12"}', ReadCall(memory_id="m12")),
    ],
)
def test_a_sound_call_is_read(name: str, arguments: str, call: ToolCall) -> None:
    """Its one text comes as the model wrote it; whether it finds anything is another matter."""
    assert read_call(TOOLS, name, arguments).unwrap() == call


@pytest.mark.parametrize(
    ("name", "arguments", "reason"),
    [
        ("memory_write", "{}", "there is no tool 'memory_write': use one of memory_search,"),
        ("memory_search", "", "arguments of memory_search cannot be used: not one JSON value"),
        ("memory_search", "[]", "must be a JSON object"),
        ("memory_search", "{}", "lacks the key 'query'"),
        ("memory_search", '{"memory_id": "m1"}', "lacks the key 'query'"),
        ("memory_search", '{"query": "a", "limit": 9}', "unknown key 'limit'"),
        ("memory_search", '{"query": "a", "query": "b"}', "a key twice"),
        ("memory_search", '{"query": null}', "must be a string"),
        ("memory_read", '{"memory_id": 12}', "must be a string"),
        ("memory_read", '{"memory_id": "\\ud800"}', "lone surrogate"),
    ],
)
def test_a_call_that_cannot_be_read_is_refused(name: str, arguments: str, reason: str) -> None:
    """The reason is one the model can act on; nothing is guessed."""
    assert reason in read_call(TOOLS, name, arguments).failure()


def test_only_what_was_offered_can_be_called() -> None:
    """A request that offers one tool knows one tool."""
    refused = read_call(TOOLS[:1], "memory_read", '{"memory_id": "m1"}').failure()
    assert refused == "there is no tool 'memory_read': use one of memory_search"


def test_hits_are_answered_best_first() -> None:
    """Id, kind, title, synopsis and match of each; no hit is an empty list."""
    hit = Hit(
        row_id=30,
        item_id=3,
        kind=Kind.DECISION,
        title="数据库用 SQLite",
        synopsis="s",
        match_type=MatchType.PREFIX,
    )
    assert json.loads(render_hits((hit,))) == {
        "hits": [
            {
                "id": "m3",
                "kind": "project_decision",
                "title": "数据库用 SQLite",
                "synopsis": "s",
                "match_type": "prefix",
            }
        ]
    }
    assert render_hits(()) == '{"hits":[]}'
    assert "数据库" in render_hits((hit,))


def test_a_reading_is_answered_with_its_flag_and_its_proof() -> None:
    """The model sees whose words prove it, and when it is no fact (A224)."""
    item = make_item(7, "Which cache", kind=Kind.DISCUSSION, thread_id=1, title="Cache")
    answer = json.loads(render_reading(read_item(item, (make_source("Which cache", 3),))))
    assert answer == {
        "id": "m7",
        "kind": "discussion_context",
        "title": "Cache",
        "content": "Which cache",
        "non_factual": True,
        "sources": [{"turn_id": "t3", "role": "user", "quote": "Which cache"}],
    }


def test_a_refusal_is_an_answer_too() -> None:
    """A model that asked wrongly reads why."""
    assert json.loads(render_refusal("there is no memory m9")) == {"error": "there is no memory m9"}
