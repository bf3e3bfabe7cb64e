"""Stage 2's contract: operations are read strictly, and whole or not at all (A173)."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.core import limits
from sayso.core.project.consolidation import (
    Action,
    Operation,
    read_consolidation,
    render_operations,
)

OPERATION: dict[str, Any] = {
    "operation": "revise",
    "candidate_ids": [1, 2],
    "target_id": 5,
    "title": "Tabs",
    "content": "Use tabs",
    "synopsis": "Tabs, not spaces",
    "aliases": ["indent"],
    "keywords": ["tabs", "style"],
}


def answer(**changes: object) -> str:
    """Give an answer whose one operation differs from a sound one."""
    return json.dumps({"operations": [OPERATION | changes]})


def test_a_sound_answer_is_read_field_by_field() -> None:
    """Every field of the contract arrives where it belongs."""
    assert read_consolidation(answer()).unwrap() == (
        Operation(
            action=Action.REVISE,
            candidate_ids=(1, 2),
            target_id=5,
            title="Tabs",
            content="Use tabs",
            synopsis="Tabs, not spaces",
            aliases=("indent",),
            keywords=("tabs", "style"),
        ),
    )


@pytest.mark.parametrize("action", ["create", "revise", "supersede", "reject"])
def test_four_operations_are_known(action: str) -> None:
    """These four and no other (A173)."""
    (operation,) = read_consolidation(answer(operation=action)).unwrap()
    assert operation.action == action


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("{}", "reply: lacks the key 'operations'"),
        ('{"operations": [], "why": ""}', "reply: has the unknown key 'why'"),
        (
            json.dumps({"operations": [OPERATION] * 33}),
            "operations: must hold 0 to 32",
        ),
        ('{"operations": [[]]}', "operations[0]: must be an object"),
        (answer(operation="delete"), "operations[0].operation: must be one of create"),
        (answer(operation=None), "operations[0].operation: must be one of"),
        (answer(operation=["create"]), "operations[0].operation: must be one of"),
        (answer(candidate_ids=[]), "operations[0].candidate_ids: must hold 1 to 32"),
        (answer(candidate_ids=[1] * 33), "operations[0].candidate_ids: must hold 1 to 32"),
        (answer(candidate_ids=["1"]), "operations[0].candidate_ids[0]: must be an integer"),
        (answer(candidate_ids=[True]), "operations[0].candidate_ids[0]: must be an integer"),
        (answer(target_id=""), "operations[0].target_id: must be an integer"),
        (answer(target_id=False), "operations[0].target_id: must be an integer"),
        (answer(target_id=1.5), "operations[0].target_id: must be an integer"),
        (answer(title="x" * 161), "operations[0].title: longer than 160"),
        (answer(content=None), "operations[0].content: must be a string"),
        (answer(synopsis="x" * 401), "operations[0].synopsis: longer than 400"),
        (answer(aliases=["a"] * 17), "operations[0].aliases: must hold 0 to 16"),
        (answer(aliases=[""]), "operations[0].aliases[0]: must not be empty"),
        (answer(keywords=["k"] * 25), "operations[0].keywords: must hold 0 to 24"),
        (answer(keywords=["k" * 161]), "operations[0].keywords[0]: longer than 160"),
    ],
)
def test_any_deviation_refuses_the_whole_answer(text: str, reason: str) -> None:
    """The reason names the place, so that the model can mend it."""
    assert str(read_consolidation(text).failure()).startswith(reason)


def test_a_missing_target_and_empty_texts_can_be_read() -> None:
    """What an operation needs is judged when it is applied, not by the reader."""
    text = answer(operation="reject", target_id=None, title="", content=" ", synopsis="")
    (operation,) = read_consolidation(text).unwrap()
    assert (operation.target_id, operation.title, operation.content) == (None, "", "")


def test_no_operation_can_be_read_too() -> None:
    """An empty list is within the contract; whether it will do is judged later."""
    assert read_consolidation('{"operations": []}').unwrap() == ()


WORDS = st.text("abc中文", min_size=1, max_size=8)
OPERATIONS = st.builds(
    Operation,
    action=st.sampled_from(Action),
    candidate_ids=st.lists(st.integers(1, 99), min_size=1, max_size=4).map(tuple),
    target_id=st.none() | st.integers(1, 99),
    title=WORDS,
    content=WORDS,
    synopsis=WORDS,
    aliases=st.lists(WORDS, max_size=3, unique=True).map(tuple),
    keywords=st.lists(WORDS, max_size=3, unique=True).map(tuple),
)


@given(st.lists(OPERATIONS, max_size=limits.OPERATIONS_MAX).map(tuple))
def test_what_is_written_is_read_back(operations: tuple[Operation, ...]) -> None:
    """An answer written by the embedded model arrives as it was meant."""
    assert read_consolidation(render_operations(operations)).unwrap() == operations
