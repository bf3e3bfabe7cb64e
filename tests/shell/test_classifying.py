"""Intents at work: rules first, a classifier where they are undecided, and the safe route."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sayso.core import limits
from sayso.core.diagnostics import ModelFault
from sayso.core.metering import DailyLimits
from sayso.core.model import ModelReply, Purpose
from sayso.core.outcome import Failure, Result, Success
from sayso.core.project.classifying import Route
from sayso.shell.classifying import classify
from sayso.shell.errors import MemoryStorageError
from sayso.shell.memory import Memory
from sayso.shell.settings import load_settings
from tests.kit import World

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sayso.core.model import ModelRequest
    from sayso.core.project.classifying import Classified

UNDECIDED = "How about a critical review?"
DEADLINE_US = limits.CLASSIFICATION_HOOK_US


class Canned:
    """A classifier that gives one answer, or raises it, and keeps what it was asked."""

    def __init__(self, answer: str | ModelFault | Exception) -> None:
        self.answer = answer
        self.asked: list[ModelRequest] = []

    def complete(self, request: ModelRequest) -> Result[ModelReply, ModelFault]:
        self.asked.append(request)
        if isinstance(self.answer, Exception):
            raise self.answer
        if isinstance(self.answer, ModelFault):
            return Failure(self.answer)
        return Success(ModelReply(text=self.answer, tokens=40))


@pytest.fixture
def memory() -> Iterator[Memory]:
    """Give a memory on which a day may cost two calls."""
    daily = DailyLimits(calls=2)
    with Memory.in_memory(ports=World(None).ports, daily=daily) as opened:
        yield opened


def ask(memory: Memory, prompt: str, model: Canned | None = None) -> Classified:
    """Classify as a hook does."""
    return classify(prompt, memory.meter(), deadline_us=DEADLINE_US, model=model)


@pytest.mark.parametrize(
    ("prompt", "intent"),
    [
        ("Review this PR.", "code_audit"),
        ("Review this PR. We decided to use pnpm.", "general_chat"),
        ("Add a cache.", "general_chat"),
    ],
)
def test_a_sure_rule_asks_nobody(memory: Memory, prompt: str, intent: str) -> None:
    """What the rules know costs no call, and words that may last are no repair."""
    model = Canned('{"intent": "patch_revise"}')
    told = ask(memory, prompt, model)
    assert (told.intent, told.route, told.reason) == (intent, Route.RULES, "")
    assert model.asked == []


def test_the_classifier_decides_what_rules_leave_open(memory: Memory) -> None:
    """It is asked once, shortly, within the caller's deadline, and counted on this day."""
    model = Canned('{"intent": "code_audit"}')
    told = ask(memory, UNDECIDED, model)
    assert (told.intent, told.route, told.reason) == ("code_audit", Route.CLASSIFIER, "")
    (request,) = model.asked
    assert request.purpose is Purpose.CLASSIFICATION
    assert (request.policy.max_output_tokens, request.policy.deadline_us) == (128, DEADLINE_US)
    usage = memory.meter().usage()
    assert (usage.calls, usage.tokens) == (1, 40)


@pytest.mark.parametrize(
    "prompt",
    [
        "Yes, and review the diff.",
        "Never touch tests in a patch.",
        "Forget what I said about the review.",
    ],
)
def test_no_classifier_makes_a_repair_of_a_say_so(memory: Memory, prompt: str) -> None:
    """Where words agree, last or take back, nobody is asked whether to leave them out."""
    model = Canned('{"intent": "code_audit"}')
    told = ask(memory, prompt, model)
    assert (told.intent, told.route) == ("general_chat", Route.RULES)
    assert model.asked == []


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (ModelFault(kind="deadline", message="no answer within 2 s"), "deadline: no answer"),
        (ModelFault(kind="provider_failed", message="HTTP 500", body="<b>oops"), "body: <b>oops"),
        (OSError("no route to host"), "OSError: no route to host"),
        ("I think it is an audit.", "reply: not one JSON value"),
        ('{"intent": "audit"}', "intent: must be one of"),
    ],
)
def test_a_failed_classifier_leaves_general_chat_and_the_reason(
    memory: Memory, answer: str | ModelFault | Exception, reason: str
) -> None:
    """The safe route loses nothing; the reason names purpose and policy, and stays (A276-A278)."""
    told = ask(memory, UNDECIDED, Canned(answer))
    assert (told.intent, told.route) == ("general_chat", Route.FALLBACK)
    assert reason in told.reason
    assert "purpose: classification" in told.reason
    assert f"deadline_us={DEADLINE_US} temperature=0.0 reasoning=False streaming=False" in (
        told.reason
    )
    with memory.turn(UNDECIDED, intent=told.intent) as turn:
        turn.finish("Gladly.")
    assert reason in told.reason


def test_over_the_limit_of_a_day_nobody_is_asked(memory: Memory) -> None:
    """A classifier counts like any other call, and is not worth going over the limit."""
    model = Canned('{"intent": "code_audit"}')
    told = [ask(memory, UNDECIDED, model) for _ in range(3)]
    assert [one.route for one in told] == [Route.CLASSIFIER, Route.CLASSIFIER, Route.FALLBACK]
    assert told[2].reason.startswith("daily_limit: the limit of this day is used up")
    assert len(model.asked) == 2


def test_a_store_that_fails_leaves_the_safe_route(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What goes wrong with counting is a reason too, and never an exception."""

    def fail(*_: object, **__: object) -> None:
        raise MemoryStorageError("the disk is full", "make room")

    monkeypatch.setattr(memory.store, "look", fail)
    told = ask(memory, UNDECIDED, Canned('{"intent": "code_audit"}'))
    assert (told.intent, told.route) == ("general_chat", Route.FALLBACK)
    assert told.reason == "the disk is full; make room"


@pytest.mark.parametrize(
    ("settings", "route", "reason"),
    [
        ({}, Route.RULES, ""),
        ({"SAYSO_PROVIDER": "openai"}, Route.FALLBACK, "no model is named"),
        ({"SAYSO_PROVIDER": "mail"}, Route.FALLBACK, "unknown provider 'mail'"),
    ],
)
def test_without_a_model_the_rules_are_all_there_is(
    memory: Memory, tmp_path: Path, settings: dict[str, str], route: Route, reason: str
) -> None:
    """No model is no failure; settings that make none are one, and the reason says which."""
    used = load_settings({"SAYSO_HOME": str(tmp_path), **settings})
    told = classify(UNDECIDED, memory.meter(), deadline_us=DEADLINE_US, settings=used)
    assert (told.intent, told.route) == ("general_chat", route)
    assert reason in told.reason
