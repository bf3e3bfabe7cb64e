"""Who answers a dream's question: the configured language model, or rules where there is none.

A router is anything with `complex(prompt, system=...)` that gives a text. What it answers is read
strictly, whoever it is.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Protocol

from sayso.core import limits
from sayso.core.knowledge.dream_rules import answer_by_rules
from sayso.core.model import Message, ModelRequest, Purpose, RequestPolicy
from sayso.core.outcome import is_failure
from sayso.shell.asking import guarded
from sayso.shell.errors import StageFaultError
from sayso.shell.settings import EMBEDDED, load_settings, remote_model

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sayso.core.diagnostics import ModelFault
    from sayso.core.model import ModelReply
    from sayso.core.outcome import Result
    from sayso.shell.ports import Clock


class Router(Protocol):
    """Answers a question under a system prompt."""

    def complex(self, prompt: str, *, system: str) -> str:
        """Give the answer as it came."""


class Completing(Protocol):
    """A model that takes whole requests, as `HttpModel` does."""

    @property
    def name(self) -> str:
        """Give the model's name."""

    @property
    def input_max_chars(self) -> int | None:
        """Give how much one question may show."""

    def complete(self, request: ModelRequest) -> Result[ModelReply, ModelFault]:
        """Ask once."""


class RulesRouter:
    """Answers without a language model: what is plainly the same is joined."""

    name = "rules"
    judges = False
    input_max_chars: int | None = None

    def complex(self, prompt: str, *, system: str) -> str:
        """Answer the question by rules; they are the same under any system prompt."""
        del system
        return answer_by_rules(prompt)


class ModelRouter:
    """Asks a language model once for each question, within a deadline."""

    judges = True

    def __init__(self, model: Completing) -> None:
        """Ask this model."""
        self._model = model

    @property
    def name(self) -> str:
        """The model's own name."""
        return self._model.name

    @property
    def input_max_chars(self) -> int | None:
        """How much one question may show."""
        return self._model.input_max_chars

    def complex(self, prompt: str, *, system: str) -> str:
        """Ask; raises StageFaultError with what the provider said where no answer came."""
        request = ModelRequest(
            purpose=Purpose.DREAM,
            messages=(Message(role="system", text=system), Message(role="user", text=prompt)),
            policy=RequestPolicy(
                max_output_tokens=limits.DREAM_OUTPUT_MAX_TOKENS,
                deadline_us=limits.DREAM_DEADLINE_US,
            ),
        )
        answered = guarded(lambda: self._model.complete(request))
        if is_failure(answered):
            fault = answered.failure()
            raise StageFaultError(f"{self.name} gave no answer: {fault.message}", fault=fault)
        return answered.unwrap().text


def configured_router(
    environment: Mapping[str, str] = os.environ, clock: Clock | None = None
) -> Router:
    """Give the router of the configured model; raises RequestError for settings that make none."""
    settings = load_settings(environment)
    if settings.provider == EMBEDDED:
        return RulesRouter()
    return ModelRouter(remote_model(settings, clock))
