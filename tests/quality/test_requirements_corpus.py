"""Document A's corpus covers what it must; its invariants are tried in tests/invariants/."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sayso.shell.evaluating import load_cases
from sayso.shell.memory import Memory
from sayso.shell.models.embedded import EmbeddedModel
from tests.kit import World, whole_turn

if TYPE_CHECKING:
    from sayso.core.quality.corpus import EvalCase

CASES = load_cases(Path(__file__).with_name("corpus.jsonl"))
COVERED = {
    "explicit preference": "durable-rule",
    "temporary expression": "one-off",
    "short confirmation": "ack-proposal",
    "decision reversal": "reversal",
    "mislabelled code fact": "code-fact",
    "claim of the assistant": "assistant-only",
    "across threads": "cross-thread",
    "forgetting": "withdrawn",
    "irrelevant query": "irrelevant-query",
}


@pytest.mark.parametrize("what", COVERED)
def test_the_corpus_covers_what_it_must_in_both_languages(what: str) -> None:
    """Each kind of case is there in Chinese and in English."""
    langs = {case.lang for case in CASES if case.why == COVERED[what]}
    assert {"zh", "en"} <= langs


@pytest.mark.parametrize("case", [one for one in CASES if one.why == "irrelevant-query"])
def test_a_query_about_something_else_finds_nothing(case: EvalCase) -> None:
    """What was kept of the turn before is no answer to another question."""
    with Memory.in_memory(model=EmbeddedModel(), ports=World(None).ports) as memory:
        memory.record(whole_turn(case.prev_user, case.prev_assistant))
        memory.work()
        assert len(memory.list()) == 1
        assert memory.search(case.text) == ()
