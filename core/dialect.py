"""What one provider takes of the optional parameters: its refusals -> the next thing to try.

Each parameter has a ladder, from what we want down to leaving it out. A refusal that names a
parameter sends us one rung down, never further than it must, and nothing else is guessed. When
several are named the first one counts, since a provider that repeats the whole request in its
error says what is wrong before that.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, TypeAlias

import orjson

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


class Parameter(StrEnum):
    """Parameters that not every provider takes, or not in the same form."""

    FORMAT = "response_format"
    REASONING = "reasoning_effort"
    TEMPERATURE = "temperature"
    MAX_TOKENS = "max_tokens"
    TOOLS = "tools"


class Format(StrEnum):
    """How a provider is told to answer in JSON, the most binding way first."""

    SCHEMA = "json_schema"  # OpenAI, vLLM, LM Studio, llama.cpp
    OBJECT_WITH_SCHEMA = "json_object with schema"  # llama-cpp-python, older llama.cpp
    OBJECT = "json_object"
    UNSAID = ""


LADDERS: Final[Mapping[Parameter, tuple[str, ...]]] = MappingProxyType(
    {
        Parameter.FORMAT: tuple(Format),
        # Some models cannot turn reasoning off; the least of it is the next best (A275).
        Parameter.REASONING: ("none", "minimal", "low", ""),
        Parameter.TEMPERATURE: ("temperature", ""),
        Parameter.MAX_TOKENS: ("max_tokens", "max_completion_tokens"),
        Parameter.TOOLS: ("tools", ""),  # many a small model cannot call any
    }
)

# How a provider says that its model calls no tools, in any API.
NO_TOOLS: Final = (
    "support tools",
    "support tool use",
    "tool choice",
    "tool_choice",
    "function calling",
    "tools is not supported",
    "tools: extra inputs",
)
# How errors name a parameter, beside its own name.
NAMES: Final[Mapping[Parameter, tuple[str, ...]]] = MappingProxyType(
    {
        Parameter.FORMAT: (
            "response_format",
            "response format",
            "json_schema",
            "json schema",
            "json_object",
            "grammar",
        ),
        Parameter.REASONING: ("reasoning_effort", "reasoning.effort", "reasoning effort"),
        Parameter.TEMPERATURE: ("temperature",),
        Parameter.MAX_TOKENS: ("max_tokens",),
        Parameter.TOOLS: NO_TOOLS,
    }
)

# llama-cpp-python reports an unknown kind of response_format as a fault of its own.
_REFUSALS: Final = frozenset({400, 422, 500, 501})


Ladders: TypeAlias = "Mapping[Parameter, tuple[str, ...]]"


@dataclass(frozen=True, slots=True)
class Dialect:
    """How far down each ladder a provider has sent us; a parameter not named is at the top.

    `ladders` are those of its API, `names` how its errors name each parameter.
    """

    rungs: Mapping[Parameter, int] = field(default_factory=dict)
    ladders: Ladders = field(default_factory=lambda: LADDERS)
    names: Ladders = field(default_factory=lambda: NAMES)

    def of(self, parameter: Parameter) -> str:
        """Give the form of a parameter that is to be sent, '' for leaving it out."""
        return self.ladders[parameter][self.rungs.get(parameter, 0)]


PLAIN: Final = Dialect()


def step_down(dialect: Dialect, status: int, body: bytes) -> Dialect | None:
    """Give what to try after an answer; None when it refuses no parameter we could change."""
    if status not in _REFUSALS:
        return None
    for parameter in _named(body, dialect.names):
        rung = dialect.rungs.get(parameter, 0) + 1
        if rung < len(dialect.ladders[parameter]):
            return replace(dialect, rungs={**dialect.rungs, parameter: rung})
    return None


def _named(body: bytes, names: Ladders) -> Iterator[Parameter]:
    """Give the parameters a refusal is about: what `error.param` says, else in order of mention.

    Of two names that begin at one place the longer one is meant.
    """
    text = (_param(body) or body.decode("utf-8", "replace")).lower()
    places = sorted(
        min((text.find(name), -len(name), parameter) for name in told if name in text)
        for parameter, told in names.items()
        if any(name in text for name in told)
    )
    yield from (parameter for _place, _length, parameter in places)


def _param(body: bytes) -> str | None:
    """Give the parameter that an error in OpenAI's form names, or None."""
    try:
        value = orjson.loads(body)
        named = value["error"]["param"]
    except (orjson.JSONDecodeError, KeyError, TypeError):
        return None
    return named if isinstance(named, str) and named else None
