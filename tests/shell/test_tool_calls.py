"""Tool calls of a model: bounded by their request, and never an exception of its own doing."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import apsw
import pytest

from sayso.core.items import Kind
from sayso.shell.errors import MemorySchemaError
from tests.kit import QUOTE, World, learn, remember, whole_turn

if TYPE_CHECKING:
    from pathlib import Path

TALK = "Which cache would fit here?"


@pytest.fixture
def world() -> World:
    """Give a store in memory."""
    return World(None)


def arguments(**texts: str) -> str:
    """Write a call's arguments as a model does."""
    return json.dumps(texts)


def test_a_model_searches_and_reads(world: World) -> None:
    """The id of a hit is what the second tool takes; the proof comes with what is read."""
    with world.open() as memory:
        learn(world, memory)
        with memory.turn("Which package manager?") as turn:
            found = json.loads(turn.call_tool("memory_search", arguments(query="pnpm")))
            assert [hit["title"] for hit in found["hits"]] == [QUOTE]
            read = json.loads(
                turn.call_tool("memory_read", arguments(memory_id=found["hits"][0]["id"]))
            )
            assert read["content"] == QUOTE
            assert read["sources"] == [{"turn_id": "t1", "role": "user", "quote": QUOTE}]
            assert turn.call_tool("memory_search", arguments(query="x" * 257)) == '{"hits":[]}'
            turn.finish("pnpm.")


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("memory_read", arguments(memory_id="m99"), "there is no memory m99"),
        ("memory_read", arguments(memory_id="the first"), "no memory id"),
        ("memory_read", arguments(memory_id="m2"), "m2 is forgotten"),
        ("memory_read", arguments(memory_id="m1"), "m1 belongs to another thread"),
        ("memory_read", "{}", "lacks the key 'memory_id'"),
        ("memory_forget", arguments(memory_id="m2"), "there is no tool 'memory_forget'"),
    ],
)
def test_a_wrong_call_is_answered_with_the_reason(
    world: World, name: str, text: str, reason: str
) -> None:
    """What a model gets wrong comes back to it, and the request goes on."""
    with world.open() as memory:
        memory.record(whole_turn(TALK))
        world.model.script = [remember(TALK, kind=Kind.DISCUSSION)]
        memory.new_thread()
        learn(world, memory)
        memory.forget("m2")
        with memory.turn("And now?") as turn:
            assert reason in json.loads(turn.call_tool(name, text))["error"]
            turn.finish("Never mind.")


def test_a_call_after_new_stays_in_its_thread(world: World) -> None:
    """Both tools see what the request saw at its admission (A139-A140)."""
    with world.open() as memory:
        memory.record(whole_turn(TALK))
        world.model.script = [remember(TALK, kind=Kind.DISCUSSION)]
        memory.work()
        turn = memory.turn("Go on.")
        memory.new_thread()
        found = json.loads(turn.call_tool("memory_search", arguments(query="cache")))
        assert [hit["id"] for hit in found["hits"]] == ["m1"]
        assert json.loads(turn.call_tool("memory_read", arguments(memory_id="m1")))["non_factual"]


def test_a_damaged_store_is_no_answer(tmp_path: Path) -> None:
    """What is wrong with the store is the host's affair and raises."""
    world = World(tmp_path)
    with world.open() as memory, memory.turn("Hello?") as turn:
        turn.finish("Hi.")
        open_turn = memory.turn("Still there?")
        with apsw.Connection(str(world.path)) as connection:
            connection.execute("DROP TABLE memory_terms")
        with pytest.raises(MemorySchemaError):
            open_turn.call_tool("memory_search", arguments(query="pnpm"))
