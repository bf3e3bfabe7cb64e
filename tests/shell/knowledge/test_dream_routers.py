"""Who answers a dream: the configured model, or rules where none is configured."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest

from sayso.core import limits
from sayso.core.diagnostics import ModelFault
from sayso.core.model import ModelReply, ModelRequest, Purpose
from sayso.core.outcome import Failure, Result, Success
from sayso.shell.errors import RequestError, StageFaultError
from sayso.shell.knowledge.routers import ModelRouter, RulesRouter, configured_router
from tests.shell.knowledge.dreamkit import LATE, Land, reply

if TYPE_CHECKING:
    from pathlib import Path


@dataclass
class FakeModel:
    """Takes whole requests and answers one text or fault."""

    answer: str | ModelFault
    asked: list[ModelRequest] = field(default_factory=list)
    name: str = "m at example.org"
    input_max_chars: int | None = 6_000

    def complete(self, request: ModelRequest) -> Result[ModelReply, ModelFault]:
        self.asked.append(request)
        if isinstance(self.answer, ModelFault):
            return Failure(self.answer)
        return Success(ModelReply(text=self.answer))


def test_a_model_is_asked_with_system_and_question_apart() -> None:
    """Two messages, a purpose of their own, bounded in length and time; the text comes back."""
    model = FakeModel("the answer")
    assert ModelRouter(model).complex("the question", system="the prompt") == "the answer"
    (request,) = model.asked
    assert [(one.role, one.text) for one in request.messages] == [
        ("system", "the prompt"),
        ("user", "the question"),
    ]
    assert request.purpose is Purpose.DREAM
    assert request.policy.max_output_tokens == limits.DREAM_OUTPUT_MAX_TOKENS
    assert request.policy.deadline_us == limits.DREAM_DEADLINE_US


def test_a_provider_that_fails_ends_the_dream_with_its_words(tmp_path: Path) -> None:
    """A fault is no answer; the dream's result names model and reason."""
    fault = ModelFault(kind="deadline", message="no answer within 300 s")
    router = ModelRouter(FakeModel(fault))
    with pytest.raises(StageFaultError) as raised:
        router.complex("x", system="y")
    assert raised.value.fault == fault
    result = Land(tmp_path).forced(router)
    assert result["error"] == "m at example.org gave no answer: no answer within 300 s"


def test_a_question_is_no_longer_than_the_model_takes(tmp_path: Path) -> None:
    """What a model may be shown bounds the question; what did not fit is counted."""
    land = Land(tmp_path)
    many = [{**LATE, "symptom": f"{number} " + "late " * 40} for number in range(60)]
    land.folder.write("patterns.json", many)
    model = FakeModel(reply())
    assert "error" not in land.forced(ModelRouter(model))
    text = model.asked[0].messages[1].text
    assert 5_000 < len(text) <= 6_000
    assert '"left_out"' in text


def test_the_configuration_chooses(tmp_path: Path) -> None:
    """Without a provider the rules answer; a named one is asked, and an unknown one refused."""
    plain = {"SAYSO_HOME": str(tmp_path)}
    assert isinstance(configured_router(plain), RulesRouter)
    remote = {"SAYSO_PROVIDER": "openai", "SAYSO_BASE_URL": "http://127.0.0.1:9/v1"}
    router = configured_router({**plain, **remote, "SAYSO_MODEL": "m"})
    assert isinstance(router, ModelRouter)
    assert (router.name, router.input_max_chars) == ("m at 127.0.0.1", limits.MODEL_INPUT_CHARS)
    with pytest.raises(RequestError, match="unknown provider"):
        configured_router({**plain, "SAYSO_PROVIDER": "nobody"})
