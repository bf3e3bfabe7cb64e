"""One answer in the making: a question, calls of tools in bounded rounds, and the final words.

    begin -> Exchange -> (the model is asked) -> advance -> Answer      its words, to be shown
                 ^                                       -> Wanted      calls to be answered
                 |                                       -> ModelFault  it only ever calls
                 +------------- resume(results) <---------- Wanted

In the last round the model is told that it may not call. What it says beside a call is no answer.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from sayso.core import limits
from sayso.core.chat.utterances import Called, Returned, ToolResult, ToolUse
from sayso.core.diagnostics import ModelFault
from sayso.core.model import Message, ModelRequest, Purpose, RequestPolicy
from sayso.core.project.tools import render_refusal

if TYPE_CHECKING:
    from sayso.core.model import ModelReply
    from sayso.core.project.context import HistoryMessage
    from sayso.core.project.tools import Tool

POLICY: Final = RequestPolicy(
    max_output_tokens=limits.CHAT_OUTPUT_MAX_TOKENS, deadline_us=limits.CHAT_DEADLINE_US
)
_TOO_MANY: Final = f"at most {limits.CHAT_CALLS_MAX} calls at once: this one was not made"


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What an answer is made from; for an intent without memory all but `text` is empty."""

    prompt: str
    context: str
    history: tuple[HistoryMessage, ...]
    text: str
    tools: tuple[Tool, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """A request as it is to be sent now, and how often the model was asked before."""

    request: ModelRequest
    rounds: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The model's final words."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """The model called tools: these calls are to be answered, those beyond the bound are not."""

    exchange: Exchange
    message: str
    calls: tuple[ToolUse, ...]
    beyond: tuple[ToolUse, ...]


def begin(question: Question) -> Exchange:
    """Put a question: the prompt with the context, the history as messages, and the words."""
    system = "\n\n".join(part for part in (question.prompt.strip(), question.context) if part)
    history = tuple(Message(role=one.role.value, text=one.text) for one in question.history)
    return Exchange(
        request=ModelRequest(
            purpose=Purpose.CHAT,
            messages=(
                Message(role="system", text=system),
                *history,
                Message(role="user", text=question.text),
            ),
            policy=POLICY,
            tools=question.tools,
        )
    )


def advance(exchange: Exchange, reply: ModelReply) -> Answer | Wanted | ModelFault:
    """Tell what a reply asks for."""
    if not reply.calls:
        return Answer(text=reply.text)
    if exchange.request.may_call:
        return Wanted(
            exchange=exchange,
            message=reply.message,
            calls=reply.calls[: limits.CHAT_CALLS_MAX],
            beyond=reply.calls[limits.CHAT_CALLS_MAX :],
        )
    if reply.text.strip():
        return Answer(text=reply.text)
    why = f"no answer, but calls of tools in {limits.CHAT_ROUNDS_MAX} rounds"
    return ModelFault(kind="only_calls", message=why)


def resume(wanted: Wanted, texts: tuple[str, ...]) -> Exchange:
    """Hand the results of the calls back, one text for each in order, and ask again."""
    made = zip(wanted.calls, texts, strict=True)
    results = (
        *(ToolResult(use_id=call.id, text=text) for call, text in made),
        *(ToolResult(use_id=call.id, text=render_refusal(_TOO_MANY)) for call in wanted.beyond),
    )
    request = wanted.exchange.request
    rounds = wanted.exchange.rounds + 1
    return Exchange(
        request=replace(
            request,
            steps=(*request.steps, Called(message=wanted.message), Returned(results=results)),
            may_call=rounds + 1 < limits.CHAT_ROUNDS_MAX,
        ),
        rounds=rounds,
    )
