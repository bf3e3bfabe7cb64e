"""What a model is asked and what it may answer: requests, replies, and the strict JSON reader.

Model output is untrusted. One reader serves both stages: bytes capped, UTF-8, at most one
Markdown fence removed, exactly one JSON value, no duplicate keys, no NaN or infinity, bounded
depth, exact keys, bounded strings. What it refuses is a Failure with a reason that can be fed
back to the model; nothing is ever guessed or repaired.
"""

from __future__ import annotations

import json
import math
import re
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from sayso.core import limits
from sayso.core.outcome import Failure, Result, Success
from sayso.core.text import lone_surrogate_at

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sayso.core.chat.utterances import Called, Returned, ToolUse
    from sayso.core.project.tools import Tool


_FENCE: Final = "```"
_KEY_SHOWN_CHARS: Final = 40
# A whole string is one token, so that brackets inside it do not count; so is one without an end,
# or every quotation mark that is escaped in it would be tried as the beginning of another one.
_BRACKET_OR_STRING: Final = re.compile(r'"(?:[^"\\]|\\.)*+(?:"|\\?\Z)|[\[\]{}]', re.DOTALL)


class Purpose(StrEnum):
    """Why a model is asked."""

    EXTRACTION = "memory_extraction"
    CONSOLIDATION = "memory_consolidation"
    CHAT = "chat"
    CLASSIFICATION = "classification"
    DREAM = "knowledge_dream"


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestPolicy:
    """How a model is asked: a short call without reasoning and streaming (A275)."""

    max_output_tokens: int
    deadline_us: int = limits.MODEL_DEADLINE_US
    temperature: float = 0.0
    reasoning: bool = False
    streaming: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One chat message of a request."""

    role: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelRequest:
    """A whole request: its purpose, the messages, and the policy it runs under.

    `schema` is the JSON schema of the answer's contract, None for an answer in plain words.
    `tools` may be called by the model unless `may_call` is False; they are told all the same,
    since `steps` hold what it called after the last message, and what came back, in turn.
    """

    purpose: Purpose
    messages: tuple[Message, ...]
    policy: RequestPolicy
    schema: Mapping[str, object] | None = None
    tools: tuple[Tool, ...] = ()
    steps: tuple[Called | Returned, ...] = ()
    may_call: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelReply:
    """What a model answered, as it came, and the tokens it cost (0: not known).

    Where it called tools, `message` is what has to go back to it together with their results.
    `model` names who answered, where that was not the one that was asked.
    """

    text: str
    tokens: int = 0
    model: str = ""
    calls: tuple[ToolUse, ...] = ()
    message: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ContractFault:
    """Why a reply is not the contract: a path into it and a reason a model can act on."""

    path: str
    reason: str

    def __str__(self) -> str:
        """Render as one line."""
        return f"{self.path}: {self.reason}"


class _RefusedError(ValueError):
    """Raised inside the JSON hooks, which know no other way out."""


def read_object(text: str) -> Result[dict[str, object], ContractFault]:
    """Read one JSON object from a model's reply under the strict rules of this module."""
    if len(text.encode("utf-8", "surrogatepass")) > limits.REPLY_MAX_BYTES:
        return _fault("reply", f"larger than {limits.REPLY_MAX_BYTES} bytes")
    body = _without_fence(text.strip())
    if _depth_exceeds(body, limits.REPLY_MAX_DEPTH):
        return _fault("reply", f"nested deeper than {limits.REPLY_MAX_DEPTH}")
    try:
        value = json.loads(
            body,
            object_pairs_hook=_unique_pairs,
            parse_constant=_refuse_constant,
            parse_float=_finite,
            parse_int=_bounded_int,
        )
    except _RefusedError as refused:
        return _fault("reply", str(refused))
    except ValueError as error:
        return _fault("reply", f"not one JSON value ({error})")
    if not isinstance(value, dict):
        return _fault("reply", "must be a JSON object")
    return Success(value)


def exact_keys(
    value: object, path: str, keys: Sequence[str]
) -> Result[dict[str, object], ContractFault]:
    """Check that a value is an object with exactly these keys."""
    if not isinstance(value, dict):
        return _fault(path, "must be an object")
    missing = [key for key in keys if key not in value]
    extra = sorted(key for key in value if key not in keys)
    if missing:
        return _fault(path, f"lacks the key {missing[0]!r}")
    if extra:
        return _fault(path, f"has the unknown key {extra[0][:_KEY_SHOWN_CHARS]!r}")
    return Success(value)


@dataclass(frozen=True, slots=True, kw_only=True)
class TextBound:
    """How long a string may be, in code points, and whether it may be empty once trimmed."""

    max_chars: int
    may_be_empty: bool = False
    keep_space: bool = False


def bounded_text(value: object, path: str, bound: TextBound) -> Result[str, ContractFault]:
    """Check a string against its bound; it comes back trimmed unless the bound keeps space."""
    if not isinstance(value, str):
        return _fault(path, "must be a string")
    if lone_surrogate_at(value) is not None:
        return _fault(path, "holds a lone surrogate")
    text = value if bound.keep_space else value.strip()
    if not text.strip() and not bound.may_be_empty:
        return _fault(path, "must not be empty")
    if len(text) > bound.max_chars:
        return _fault(path, f"longer than {bound.max_chars} characters")
    return Success(text)


def bounded_list(
    value: object, path: str, at_least: int, at_most: int
) -> Result[list[object], ContractFault]:
    """Check that a value is a list with a length in [at_least, at_most]."""
    if not isinstance(value, list):
        return _fault(path, "must be a list")
    if not at_least <= len(value) <= at_most:
        return _fault(path, f"must hold {at_least} to {at_most} entries")
    return Success(value)


def _fault(path: str, reason: str) -> Failure[ContractFault]:
    return Failure(ContractFault(path=path, reason=reason))


def _without_fence(text: str) -> str:
    """Remove one Markdown fence that encloses the whole reply, and nothing else."""
    if not (text.startswith(_FENCE) and text.endswith(_FENCE) and "\n" in text):
        return text
    first, _, rest = text.partition("\n")
    if first[len(_FENCE) :].strip().lower() not in ("", "json"):
        return text
    return rest[: -len(_FENCE)].strip()


def _depth_exceeds(text: str, depth_max: int) -> bool:
    """Tell whether brackets outside strings nest too deep, before the parser recurses."""
    depth = 0
    for token in _BRACKET_OR_STRING.finditer(text):
        mark = token.group()
        if mark in "[{":
            depth += 1
            if depth > depth_max:
                return True
        elif mark in "]}":
            depth -= 1
    return False


def _unique_pairs(pairs: list[tuple[str, object]]) -> dict[str, object]:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise _RefusedError("an object has a key twice")
    return value


def _refuse_constant(name: str) -> object:
    raise _RefusedError(f"{name} is not a JSON number")


def _finite(literal: str) -> float:
    number = float(literal)
    if not math.isfinite(number):
        raise _RefusedError(f"the number {literal[:20]} is out of range")
    return number


def _bounded_int(literal: str) -> int:
    if len(literal) > limits.REPLY_NUMBER_MAX_CHARS:
        raise _RefusedError("a number has too many digits")
    return int(literal)
