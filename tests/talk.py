"""What tests of the chat share: a canned model that talks and calls tools, and typed lines.

talker = Talker(script=[call("memory_search", query="tabs"), speak("Tabs, you said.")])
program = chatting(memory, talker, "Tabs or spaces?", "/memory list")
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sayso.core.chat.utterances import Returned, ToolUse
from sayso.core.diagnostics import ModelFault
from sayso.core.model import ModelReply
from sayso.core.outcome import Failure, Result, Success

if TYPE_CHECKING:
    from collections.abc import Callable

    from sayso.core.model import ModelRequest


@dataclass
class Talker:
    """Answers by script, one function per request; at its end it repeats what was asked."""

    script: list[Callable[[ModelRequest], ModelReply | ModelFault]] = field(default_factory=list)
    asked: list[ModelRequest] = field(default_factory=list)
    name: str = "canned"

    def complete(self, request: ModelRequest) -> Result[ModelReply, ModelFault]:
        self.asked.append(request)
        reply = (self.script.pop(0) if self.script else _echo)(request)
        return Failure(reply) if isinstance(reply, ModelFault) else Success(reply)

    @property
    def results(self) -> list[str]:
        """The results of tools that the last request came with."""
        steps = self.asked[-1].steps
        return [one.text for step in steps if isinstance(step, Returned) for one in step.results]


def _echo(request: ModelRequest) -> ModelReply:
    return ModelReply(text=f"You said: {request.messages[-1].text}")


def speak(text: str, tokens: int = 0) -> Callable[[ModelRequest], ModelReply]:
    """Give a step that answers in plain words."""
    return lambda _request: ModelReply(text=text, tokens=tokens)


def call(*names: str, **arguments: str) -> Callable[[ModelRequest], ModelReply]:
    """Give a step that calls tools, all with the same arguments."""
    uses = tuple(
        ToolUse(id=f"call_{at}", name=name, arguments=json.dumps(arguments, ensure_ascii=False))
        for at, name in enumerate(names)
    )
    return lambda _request: ModelReply(text="", calls=uses, message="{}")


def fault(broken: ModelFault) -> Callable[[ModelRequest], ModelFault]:
    """Give a step in which the provider fails."""
    return lambda _request: broken


def interrupt(_request: ModelRequest) -> ModelReply:
    """Let somebody press Ctrl-C while the model is asked."""
    raise KeyboardInterrupt


class Lines:
    """Lines as somebody types them; an exception among them is raised in its place."""

    def __init__(self, *lines: str | BaseException, is_watched: bool = True) -> None:
        """Type these lines, then end the input."""
        self._lines = list(lines)
        self.is_watched = is_watched

    def read(self) -> str | None:
        """Give the next line."""
        line = self._lines.pop(0) if self._lines else None
        if isinstance(line, BaseException):
            raise line
        return line


class Reviewer:
    """A host with a patch that waits for its confirmation, and things it has scanned."""

    def __init__(self) -> None:
        """Hold everything there is to hold."""
        self.pending: str | None = "a patch"
        self.held = {"workspace": 3, "scan": 2, "index": 1, "requests": 4}

    def drop_pending(self) -> bool:
        had, self.pending = self.pending is not None, None
        return had

    def reset(self) -> tuple[str, ...]:
        emptied = tuple(self.held)
        self.held.clear()
        return emptied
