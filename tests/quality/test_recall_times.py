"""Recall of a time alone, and the turn in which one asks: which turns are hits, and which never."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sayso.core.limits import HOUR_US
from sayso.core.recall.asking import Part, RecallRequest, Within, fault_of
from sayso.core.recall.meaning import asks_only_when
from sayso.core.states import Role
from sayso.shell.recalling import recall
from tests.kit import World, whole_turn

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sayso.core.recall.asking import RecallHit
    from sayso.shell.memory import Memory

DAY_S = 24 * 3_600
SAID = ("The parser crashes on empty files.", "缓存过期时间设成十五分钟。", "Tabs, not spaces.")


@pytest.fixture
def world(tmp_path: Path) -> World:
    """Give a project in which one thing was said on each of three days, the last of them today."""
    world = World(tmp_path)
    with world.open() as memory:
        for text in SAID:
            memory.record(whole_turn(text))
            world.clock.advance(DAY_S)
    world.clock.advance(-DAY_S)
    return world


@pytest.fixture
def memory(world: World) -> Iterator[Memory]:
    """Give the memory of it."""
    with world.open(create=False) as opened:
        yield opened


def quotes(hits: tuple[RecallHit, ...]) -> list[str]:
    """Give what hits quote."""
    return [hit.quote for hit in hits]


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("what did we say yesterday?", [SAID[1]]),
        ("昨天聊了什么", [SAID[1]]),
        ("前天我们讨论了哪些内容？", [SAID[0]]),
        ("yesterday", [SAID[1]]),
        ("what did we talk about today", [SAID[2]]),
        ("what did we say last year", []),
        ("what did we say about spaces yesterday", [SAID[2]]),
    ],
)
def test_a_time_alone_is_answered_by_what_was_said_then(
    memory: Memory, query: str, said: list[str]
) -> None:
    """A question that names a time and nothing else gets the turns of it, and no others."""
    assert quotes(memory.recall(query).hits) == said


def test_bounds_alone_are_a_time(memory: Memory) -> None:
    """An empty question within bounds gives what lies in them, newest first, as many as asked."""
    within = Within(since="2023-01-01")
    assert quotes(memory.recall("", within=within).hits) == [*reversed(SAID)]
    assert quotes(memory.recall("what did we say", within=within, limit=2).hits) == [
        SAID[2],
        SAID[1],
    ]
    assert memory.recall(" ", within=Within(until="2023-01-01")).hits == ()
    (hit,) = memory.recall("yesterday", within=within, neighbours=1).hits
    assert [one.part for one in hit.reasons.parts] == [Part.TIME]
    assert (hit.reasons.words, hit.reasons.score) == ((), 1_000)
    assert (len(hit.before), len(hit.after)) == (1, 1)


def test_the_side_that_is_meant_is_given(memory: Memory) -> None:
    """What you said yesterday is the assistant's side of it."""
    (hit,) = memory.recall("what did you say yesterday").hits
    assert hit.role is Role.ASSISTANT


@pytest.mark.parametrize(
    ("query", "told", "is_only"),
    [
        ("上周聊了什么", "上周", True),
        ("what happened last Tuesday", "last Tuesday", True),
        ("上周聊的缓存", "上周", False),
        ("what did we decide in May", "in May", False),
        ("", "", True),
    ],
)
def test_whether_only_a_time_is_asked_for(query: str, told: str, *, is_only: bool) -> None:
    """Words of asking and of saying name nothing of what was said."""
    assert asks_only_when(query, told) is is_only


@pytest.mark.parametrize(
    "query", ["Which port does the gateway use?", "yesterday and today", "网关用哪个端口"]
)
def test_the_turn_in_which_one_asks_is_no_hit(world: World, query: str) -> None:
    """Asked from inside an open turn, a question finds neither itself nor what is beside it."""
    with world.open(create=False) as memory:
        before = memory.recall(query)
        with memory.turn(query + " ") as turn:
            asked = memory.recall(query)
            assert quotes(asked.hits) == quotes(before.hits)
            turn.finish("I don't know.")


def test_an_open_turn_of_other_words_is_a_hit(world: World) -> None:
    """What the user says in an open turn is found like anything else."""
    with world.open(create=False) as memory, memory.turn("The gateway listens on 8443.") as turn:
        assert quotes(memory.recall("gateway").hits) == ["The gateway listens on 8443."]
        turn.finish("Fine.")


@pytest.mark.parametrize("number", [0, -1, 2**61, 10**20])
@pytest.mark.parametrize("field", ["thread_id", "before_turn_id"])
def test_a_number_that_nothing_has_is_refused(memory: Memory, field: str, number: int) -> None:
    """A number beyond what a store can hold is told by its field, before anything is read."""
    asked = RecallRequest(query="parser", **{field: number})
    fault = fault_of(asked)
    assert fault is not None
    assert fault.field == field
    assert recall(memory.store, asked).failure() == fault


def test_times_are_those_of_the_question(memory: Memory) -> None:
    """Bounds given beside the time that a question names hold, too."""
    assert memory.recall("yesterday", within=Within(until="2023-01-01")).hits == ()
    now_us = (memory.recall("parser").hits[0].at_us or 0) + HOUR_US
    found = recall(memory.store, RecallRequest(query="today", now_us=now_us, before_turn_id=2))
    assert quotes(found.unwrap().hits) == [SAID[0]]


def test_recall_asks_no_model(world: World) -> None:
    """Relevance and rank are counted: the model of the project is never asked for them."""
    asked = len(world.model.asked)
    with world.open(create=False) as memory:
        assert memory.recall("when does the parser crash").hits
        assert memory.recall("缓存过期").hits
    assert len(world.model.asked) == asked


def test_a_side_of_which_nothing_is_seen_is_left_out(world: World) -> None:
    """A turn without an answer has none to show where the answers of a time are asked for."""
    with world.open(create=False) as memory:
        memory.record(whole_turn("Are you there?", assistant=""))
        (hit,) = memory.recall("what did you say today").hits
        assert hit.quote == "Fine."
