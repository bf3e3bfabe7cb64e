"""What kind of request a message is: rules first, then a configured model, else the safe route.

Rules decide nearly every message in well under a millisecond. Only where they are undecided and a
model is configured is it asked, once, within the caller's deadline and the user's daily limits.
Whatever goes wrong then leaves general chat, in which nothing is lost, and the reason (A277).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from sayso.core.project.classifying import Classified, Route, guess_intent
from sayso.core.project.intents import GENERAL_CHAT
from sayso.shell.errors import SaysoError

if TYPE_CHECKING:
    from sayso.core.diagnostics import ModelFault
    from sayso.core.model import ModelReply, ModelRequest
    from sayso.core.outcome import Result
    from sayso.shell.metered import Meter
    from sayso.shell.settings import Settings


class Classifier(Protocol):
    """A model that answers whole requests; `HttpModel` is one."""

    def complete(self, request: ModelRequest) -> Result[ModelReply, ModelFault]:
        """Ask once within the request's deadline; never raises for what a provider does."""


def classify(
    prompt: str,
    meter: Meter,
    *,
    deadline_us: int,
    settings: Settings | None = None,
    model: Classifier | None = None,
) -> Classified:
    """Tell what kind of request a message is; never raises, whatever settings or models do.

    `meter` counts and bounds what a classifier costs. Without settings or a model the user's own
    are read, and only where the rules are undecided.
    """
    guess = guess_intent(prompt, lambda text: _may_last(text, opens_with_request=True))
    by_rules = Classified(intent=guess.intent, route=Route.RULES)
    if guess.is_sure:
        return by_rules
    try:
        asked = model or _configured(settings)
        if asked is None or _may_last(prompt):
            return by_rules
        return _ask(prompt, asked, meter, deadline_us)
    except SaysoError as error:
        return _fall_back(f"{error.message}; {error.hint}" if error.hint else error.message)


def _fall_back(reason: str) -> Classified:
    return Classified(intent=GENERAL_CHAT, route=Route.FALLBACK, reason=reason)


def _may_last(text: str, *, opens_with_request: bool = False) -> bool:
    from sayso.core.speech.lasting import may_last  # with it comes the whole gate: 0.1 s

    return may_last(text, opens_with_request=opens_with_request)


def _configured(settings: Settings | None) -> Classifier | None:
    """Give the configured model, None where the rules are; raises RequestError for none at all."""
    from sayso.shell.settings import EMBEDDED, load_settings, remote_model

    used = settings or load_settings()
    return None if used.provider == EMBEDDED else remote_model(used)


def _ask(prompt: str, model: Classifier, meter: Meter, deadline_us: int) -> Classified:
    from sayso.core.diagnostics import render_fault, render_refusal
    from sayso.core.model import Purpose
    from sayso.core.outcome import is_failure
    from sayso.core.project.classifier import (
        classification_policy,
        read_classification,
        request_classification,
    )
    from sayso.shell.asking import guarded
    from sayso.shell.models.http import load_prompt

    policy = classification_policy(deadline_us)
    over = meter.fault()
    if over is not None:
        return _fall_back(render_fault(over, Purpose.CLASSIFICATION, policy))
    request = request_classification(load_prompt("classification"), prompt, policy)
    answer = meter.counted(lambda: guarded(lambda: model.complete(request)))
    if is_failure(answer):
        return _fall_back(render_fault(answer.failure(), Purpose.CLASSIFICATION, policy))
    intent = read_classification(answer.unwrap().text)
    if is_failure(intent):
        return _fall_back(render_refusal(str(intent.failure()), Purpose.CLASSIFICATION, policy))
    return Classified(intent=intent.unwrap(), route=Route.CLASSIFIER)
