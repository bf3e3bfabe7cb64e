"""What is said in an exchange in which a model may call tools, beside plain messages."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolUse:
    """One call a model makes: the name of its tool and its arguments, a JSON text.

    The id is the provider's, and the result goes back under it.
    """

    id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Called:
    """A message in which the model called tools: JSON in the form of its own API.

    It goes back as it came. Whoever rebuilds it loses what providers require to have returned:
    signatures of thoughts, reasoning, ids.
    """

    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolResult:
    """What came of one call, for the model to read."""

    use_id: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Returned:
    """The results of all calls of one message, in their order."""

    results: tuple[ToolResult, ...]
