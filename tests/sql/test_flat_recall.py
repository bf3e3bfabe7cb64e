"""Recall does the same work however much a scope holds; counted in steps of SQLite's machine."""

from __future__ import annotations

from functools import cache

import apsw
import pytest

from bench.talks import MINUTE_US, Talk, documents
from sayso.core.recall.asking import RecallRequest
from sayso.shell.recalling import recall
from sayso.shell.store.reading import Reading

SIZES = (4_500, 9_000)  # turns: twice as many documents, above every bound of a statement
HEADROOM = 1.25  # trees get deeper
# Every turn shares three words with all others; thirty words begin with one character.
SECOND = "存房管区位容号名内外前后上下大小新旧东西南北左右高低长短多少"
SAID = [(f"the common parser 共有, 库{one}", f"a common parser 共有, 库{one}") for one in SECOND]


@cache
def filled(size: int) -> apsw.Connection:
    """Give a store with so many turns."""
    db = apsw.Connection(":memory:")
    talk = Talk(db, 1)
    said = documents(SAID)
    turns = [number % len(SAID) for number in range(size)]
    talk.add(1, [SAID[at] for at in turns], [said[at] for at in turns])
    talk.settle()
    return db


def steps(size: int, request: RecallRequest) -> int:
    """Count the steps of all statements of one question that finds something."""
    db = filled(size)
    counted: list[int] = []

    def note(event: dict[str, dict[str, int]]) -> None:
        counted.append(event["stmt_status"]["SQLITE_STMTSTATUS_VM_STEP"])

    db.trace_v2(apsw.SQLITE_TRACE_PROFILE, note)
    try:
        assert recall(Reading(db), request).unwrap().hits
    finally:
        db.trace_v2(0)
    return sum(counted)


@pytest.mark.parametrize(
    "request_of_all",
    [
        RecallRequest(query="common"),
        RecallRequest(query="common parser 共有"),
        RecallRequest(query="库"),
        RecallRequest(query="共有"),
        RecallRequest(query="common 库", thread_id=1),
        RecallRequest(query="common parser", since_us=2 * MINUTE_US),
    ],
    ids=lambda request: request.query,
)
def test_a_question_costs_the_same_in_a_large_scope(request_of_all: RecallRequest) -> None:
    """Words that every turn has, and a character of many words, are read as far as a bound."""
    small, large = (steps(size, request_of_all) for size in SIZES)
    assert large <= small * HEADROOM
