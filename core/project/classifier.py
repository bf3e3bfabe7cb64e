"""The classifier's question and its answer: a fixed prompt and one message, one intent.

The message goes as data in a JSON object, so that nothing in it can pass for an instruction, and
only its beginning. The answer is one JSON object with one key, read strictly (A275).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import orjson

from sayso.core import limits
from sayso.core.model import (
    ContractFault,
    Message,
    ModelRequest,
    Purpose,
    RequestPolicy,
    exact_keys,
    read_object,
)
from sayso.core.outcome import Failure, Result, Success, is_failure
from sayso.core.project.intents import INTENTS
from sayso.core.shapes import Choice, Record, schema_of

if TYPE_CHECKING:
    from collections.abc import Mapping

_INTENT: Final = Choice(values=tuple(INTENTS))
CLASSIFICATION_CONTRACT: Final = Record(fields={"intent": _INTENT})


def classification_policy(deadline_us: int) -> RequestPolicy:
    """Give how a classifier is asked: as shortly as any, within the caller's deadline."""
    return RequestPolicy(
        max_output_tokens=limits.CLASSIFICATION_OUTPUT_MAX_TOKENS, deadline_us=deadline_us
    )


def request_classification(prompt: str, message: str, policy: RequestPolicy) -> ModelRequest:
    """Put the question about one message; `prompt` is the text of core/prompts."""
    shown: Mapping[str, object] = {
        "message": message[: limits.CLASSIFICATION_INPUT_MAX_CHARS],
        "is_cut": len(message) > limits.CLASSIFICATION_INPUT_MAX_CHARS,
    }
    body = orjson.dumps(shown, option=orjson.OPT_INDENT_2).decode()
    return ModelRequest(
        purpose=Purpose.CLASSIFICATION,
        messages=(Message(role="system", text=prompt), Message(role="user", text=body)),
        policy=policy,
        schema=schema_of(CLASSIFICATION_CONTRACT),
    )


def read_classification(text: str) -> Result[str, ContractFault]:
    """Read a classifier's answer strictly; any deviation from the contract is a failure."""
    whole = read_object(text).bind(
        lambda value: exact_keys(value, "reply", CLASSIFICATION_CONTRACT.keys)
    )
    if is_failure(whole):
        return whole
    intent = whole.unwrap()["intent"]
    if not isinstance(intent, str) or intent not in _INTENT.values:
        names = ", ".join(_INTENT.values)
        return Failure(ContractFault(path="intent", reason=f"must be one of {names}"))
    return Success(intent)
