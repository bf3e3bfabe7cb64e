"""The memory tools of a request: what a model is told about them, and what comes back of a call.

A tool is described as data, so that a host can offer it to any model that takes JSON schemas. A
call arrives as JSON that a model wrote: it is read as strictly as every other model output, and
what cannot be read is refused with a reason that the model can act on. Answers are JSON texts,
bounded by the limits of search and of reading (A190, A224).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import orjson

from sayso.core import limits
from sayso.core.model import TextBound, bounded_text, exact_keys, read_object
from sayso.core.outcome import Failure, Result, Success, is_failure
from sayso.core.project.intents import MEMORY_SEARCH

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sayso.core.project.reading import ItemReading
    from sayso.core.search import Hit


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolParameter:
    """One text that a tool takes; each is required. `max_chars` counts code points."""

    name: str
    description: str
    max_chars: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    """A memory tool as a model is told about it."""

    name: str
    description: str
    parameters: tuple[ToolParameter, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchCall:
    """A model wants to search memory."""

    query: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadCall:
    """A model wants to read one memory; the id is as the model wrote it."""

    memory_id: str


ToolCall = SearchCall | ReadCall
# What is too long or empty to search for is no fault: search finds nothing then (A200-A201).
_ANY_TEXT: Final = TextBound(max_chars=limits.REPLY_MAX_BYTES, may_be_empty=True, keep_space=True)


def read_tools(text: str) -> tuple[Tool, ...]:
    """Read the tools as they are written down in core/prompts."""
    return tuple(
        Tool(
            name=one["name"],
            description=one["description"],
            parameters=tuple(ToolParameter(**parameter) for parameter in one["parameters"]),
        )
        for one in orjson.loads(text)
    )


def tool_schema(tool: Tool) -> dict[str, object]:
    """Give the JSON schema of a tool's arguments: an object with every parameter and no other."""
    return {
        "type": "object",
        "properties": {
            one.name: {
                "type": "string",
                "description": one.description,
                "maxLength": one.max_chars,
            }
            for one in tool.parameters
        },
        "required": [one.name for one in tool.parameters],
        "additionalProperties": False,
    }


def openai_tools(tools: Iterable[Tool]) -> list[dict[str, object]]:
    """Give tools as the `tools` of an OpenAI-compatible chat completion."""
    return [
        {
            "type": "function",
            "function": {
                "name": one.name,
                "description": one.description,
                "parameters": tool_schema(one),
            },
        }
        for one in tools
    ]


def read_call(tools: tuple[Tool, ...], name: str, arguments: str) -> Result[ToolCall, str]:
    """Read a model's call of one of these tools; `arguments` is the JSON text it wrote."""
    if name not in {one.name for one in tools}:
        known = ", ".join(one.name for one in tools)
        return Failure(f"there is no tool {name!r}: use one of {known}")
    key = "query" if name == MEMORY_SEARCH else "memory_id"
    text = (
        read_object(arguments)
        .bind(lambda value: exact_keys(value, "arguments", (key,)))
        .bind(lambda found: bounded_text(found[key], key, _ANY_TEXT))
    )
    if is_failure(text):
        return Failure(f"the arguments of {name} cannot be used: {text.failure().reason}")
    if name == MEMORY_SEARCH:
        return Success(SearchCall(query=text.unwrap()))
    return Success(ReadCall(memory_id=text.unwrap()))


def render_hits(hits: Iterable[Hit]) -> str:
    """Answer a search: `{"hits": [{id, kind, title, synopsis, match_type}]}`, best first."""
    return orjson.dumps({"hits": [hit_fields(one) for one in hits]}).decode()


def render_reading(reading: ItemReading) -> str:
    """Answer a read: `{id, kind, title, content, non_factual, sources[{turn_id, role, quote}]}`."""
    return orjson.dumps(reading_fields(reading)).decode()


def render_refusal(reason: str) -> str:
    """Answer a call that came to nothing: `{"error": reason}`, for the model to act on."""
    return orjson.dumps({"error": reason}).decode()


def hit_fields(hit: Hit) -> dict[str, object]:
    """Give a hit as the fields of a JSON answer; its id is `m12` as users write it."""
    return {
        "id": f"m{hit.item_id}",
        "kind": hit.kind.value,
        "title": hit.title,
        "synopsis": hit.synopsis,
        "match_type": hit.match_type.value,
    }


def reading_fields(reading: ItemReading) -> dict[str, object]:
    """Give a reading as the fields of a JSON answer; turns are spelled `t40`."""
    return {
        "id": f"m{reading.item_id}",
        "kind": reading.kind.value,
        "title": reading.title,
        "content": reading.content,
        "non_factual": reading.non_factual,
        "sources": [
            {"turn_id": f"t{one.turn_id}", "role": one.role.value, "quote": one.quote}
            for one in reading.sources
        ],
    }
