"""What a failed attempt hands to the next: why a reply was refused, or the reply itself."""

from __future__ import annotations

from dataclasses import replace

import orjson
import pytest

from sayso.core.attempts import (
    NOT_LEGAL,
    NOT_THE_CONTRACT,
    Reply,
    read_checkpoint,
    refusal_of,
    render_checkpoint,
)
from sayso.core.completions import read_answer
from sayso.core.diagnostics import render_fault
from sayso.core.model import ModelRequest, Purpose, RequestPolicy
from sayso.core.wire import Answered
from tests.records import NOON_US, make_job

JOBS = (make_job(3), make_job(4))


@pytest.mark.parametrize("prefix", [NOT_THE_CONTRACT, NOT_LEGAL])
def test_a_refused_reply_is_told_without_its_prefix(prefix: str) -> None:
    """The model is given the reason alone, whichever check refused its reply."""
    failed = replace(JOBS[0], last_error=f"{prefix}candidates: must be a list")
    assert refusal_of((failed, JOBS[1])) == "candidates: must be a list"


@pytest.mark.parametrize(
    ("text", "finish", "told"),
    [
        ('{"candidates": [', "length", "the answer was cut at the token limit"),
        ("", "stop", "the answer holds no text"),
    ],
)
def test_an_answer_that_is_none_is_told_too(text: str, finish: str, told: str) -> None:
    """Asked the same again, a model would be cut at the same place, so it learns what was wrong."""
    completion = {"choices": [{"message": {"content": text}, "finish_reason": finish}]}
    answered = Answered(
        status=200,
        content_type="application/json",
        retry_after=None,
        body=orjson.dumps(completion),
    )
    policy = RequestPolicy(max_output_tokens=1)
    request = ModelRequest(purpose=Purpose.EXTRACTION, messages=(), policy=policy)
    fault = read_answer(request, answered, NOON_US).failure()
    error = render_fault(fault, Purpose.EXTRACTION, policy)
    assert refusal_of((replace(JOBS[0], last_error=error),)) == told


@pytest.mark.parametrize("error", [None, "", "deadline: no answer within 60 s"])
def test_any_other_fault_is_none_of_the_models_business(error: str | None) -> None:
    """A network fault or a first attempt says nothing about the reply."""
    assert refusal_of((replace(JOBS[0], last_error=error),)) == ""


def test_a_reply_is_kept_for_exactly_its_batch() -> None:
    """The same jobs get it back word for word; another batch asks anew."""
    reply = Reply(text='{"回答":1}', model="sonnet")
    kept = render_checkpoint(JOBS, reply, 7)
    head = replace(JOBS[0], checkpoint=kept)
    assert read_checkpoint((head, JOBS[1])) == reply
    older = kept.replace('"model":"sonnet",', "")
    assert read_checkpoint((replace(head, checkpoint=older), JOBS[1])) == replace(reply, model="")
    assert read_checkpoint((head,)) is None
    assert read_checkpoint((head, make_job(5))) is None
    assert read_checkpoint(JOBS) is None
