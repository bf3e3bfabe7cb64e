"""The classifier's question as it is put, and its answer as strictly as any model's."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import orjson
import pytest

from sayso.core import limits
from sayso.core.completions import render_request
from sayso.core.dialect import PLAIN
from sayso.core.outcome import is_failure
from sayso.core.project.classifier import (
    classification_policy,
    read_classification,
    request_classification,
)
from sayso.core.project.intents import INTENTS
from sayso.shell.models.http import load_prompt

if TYPE_CHECKING:
    from syrupy.assertion import SnapshotAssertion

POLICY = classification_policy(limits.CLASSIFICATION_HOOK_US)


def test_the_whole_request(snapshot: SnapshotAssertion) -> None:
    """Prompt, message and policy go over the wire as pinned: short, without reasoning or
    streaming (A275).
    """
    request = request_classification(load_prompt("classification"), "审查这个 PR。", POLICY)
    assert POLICY.reasoning is POLICY.streaming is False
    body = orjson.loads(render_request(request, "small", PLAIN))
    prompt = body["messages"][0].pop("content")
    assert orjson.dumps(body, option=orjson.OPT_INDENT_2).decode() + "\n\n" + prompt == snapshot


def test_a_long_message_is_cut_and_said_to_be() -> None:
    """Only the beginning of a message is sent."""
    long = "x" * (limits.CLASSIFICATION_INPUT_MAX_CHARS + 1)
    for text, is_cut in ((long, True), (long[:-1], False)):
        shown = json.loads(request_classification("", text, POLICY).messages[1].text)
        assert shown == {"message": long[:-1], "is_cut": is_cut}


def test_every_intent_is_explained_and_can_be_answered() -> None:
    """The prompt names each intent and the bound of the answer, and its own example is legal."""
    prompt = load_prompt("classification")
    assert all(f"- `{intent}`: " in prompt for intent in INTENTS)
    assert f"fit into {limits.CLASSIFICATION_OUTPUT_MAX_TOKENS} tokens" in prompt
    assert read_classification(prompt.rsplit("\n\n", 1)[1]).unwrap() == "code_audit"
    for intent in INTENTS:
        assert read_classification(json.dumps({"intent": intent})).unwrap() == intent


@pytest.mark.parametrize(
    "reply",
    [
        "code_audit",
        '{"intent": "audit"}',
        '{"intent": ["code_audit"]}',
        '{"intent": null}',
        '{"intent": "code_audit", "why": ""}',
        "{}",
        '{"intent": "code_audit"} {"intent": "general_chat"}',
    ],
)
def test_any_other_answer_is_refused(reply: str) -> None:
    """Nothing is guessed from an answer that is not the contract."""
    assert is_failure(read_classification(reply))
