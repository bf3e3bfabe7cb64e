"""Recall on published cases: recall/cases.jsonl, and recall/unanswered.jsonl of questions in vain.

A case is a text and questions that must find it first, among turns that are about something else.
A conversation of the other file has questions that it answers, and more that it doesn't. One of
suggested.jsonl is asked for what the assistant said.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from sayso.core.recall.asking import Part, RecallHit, RecallRequest
from sayso.core.states import Role
from sayso.shell.admitting import RecordedTurn, record_turn
from sayso.shell.ports import system_ports
from sayso.shell.recalling import recall
from sayso.shell.store.opening import open_in_memory

if TYPE_CHECKING:
    from sayso.shell.store.store import Store

HERE = Path(__file__).parent
LATER_US = 2_000_000_000_000_000  # when all of it is asked
OTHERS = (
    "今天天气很适合出去散步。",
    "The meeting moved to another room.",
    "我弟弟喜欢拍照和旅行。",
    "Please send the invoice to the landlord.",
    "周末想去看一场电影。",
    "Her garden has many roses.",
)


def lines(name: str) -> list[dict[str, Any]]:
    """Read a table of cases."""
    return [json.loads(line) for line in (HERE / "recall" / name).read_text("utf-8").splitlines()]


def store_of(said: list[list[str]]) -> Store:
    """Give a store in which this was said."""
    ports = system_ports()
    store = open_in_memory(ports)
    for user, assistant in said:
        record_turn(store, ports, RecordedTurn(user_text=user, assistant_text=assistant), "test")
    return store


def hits(store: Store, query: str) -> tuple[RecallHit, ...]:
    """Ask a store."""
    return recall(store, RecallRequest(query=query, now_us=LATER_US)).unwrap().hits


@pytest.mark.parametrize("case", lines("suggested.jsonl"), ids=lambda case: case["asked"])
def test_what_you_suggested_stands_in_your_words(case: dict[str, Any]) -> None:
    """A question of what the assistant suggested finds the reply first, whatever words it has."""
    first = hits(store_of(case["said"]), case["asked"])[0]
    assert (first.quote, first.role) == (case["first"], Role.ASSISTANT)
    assert Part.ROLE in {one.part for one in first.reasons.parts}


def test_every_case_is_found_first() -> None:
    """Each question of the table finds its text first, whichever way it is spelled."""
    cases = lines("cases.jsonl")
    store = store_of([[text, ""] for text in (*OTHERS, *(case["said"] for case in cases))])
    missed = []
    for case in cases:
        for query in case["asked"]:
            found = hits(store, query)
            if not found or found[0].quote != case["said"]:
                missed.append((case["kind"], query, [hit.quote for hit in found[:2]]))
    assert not missed


@pytest.mark.parametrize("case", lines("unanswered.jsonl"), ids=lambda case: case["name"])
def test_what_nobody_talked_about_finds_nothing(case: dict[str, Any]) -> None:
    """Questions about other things find nothing, and those about what was said find it.

    Those under `noise` are known to be answered wrongly: words cannot tell them apart.
    """
    store = store_of(case["said"])
    assert [query for query in case.get("noise", ()) if not hits(store, query)] == []
    assert [query for query in case["in_vain"] if hits(store, query)] == []
    assert [query for query in case["answered"] if not hits(store, query)] == []
