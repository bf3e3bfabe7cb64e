"""Document A on RAW text: whole however long, shown as it is, and nothing else stored beside it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from sayso.core import limits
from sayso.shell.exporting import EXPORTED_TABLES
from sayso.shell.memory import Memory
from sayso.shell.models.endpoint import Endpoint
from sayso.shell.models.http import HttpModel
from tests.kit import QUOTE, SAID, World, learn, remember, whole_turn
from tests.provider import respond, serving

if TYPE_CHECKING:
    from pathlib import Path

Rows = dict[str, list[dict[str, object]]]


def stored(memory: Memory) -> Rows:
    """Give every row of every table an export has."""
    with memory.store.reading() as reading:
        return {table: list(reading.records(f"export/{table}")) for table in EXPORTED_TABLES}


def test_a_request_with_tools_leaves_its_two_texts_and_a_job(tmp_path: Path) -> None:
    """Tool calls, what they gave, and the context handed out are stored nowhere (A16-A21)."""
    world = World(tmp_path)
    with world.open() as memory:
        learn(world, memory)
        before = stored(memory)
        with memory.turn("Which package manager?") as turn:
            assert QUOTE in turn.context
            assert turn.history
            asked = turn.call_tool("memory_search", json.dumps({"query": "pnpm"}))
            read = turn.call_tool("memory_read", json.dumps({"memory_id": "m1"}))
            assert QUOTE in asked
            assert QUOTE in read
            turn.finish("As agreed.")
        after = stored(memory)
        changed = {table for table in after if after[table] != before[table]}
        assert changed == {"memory_meta", "turns", "memory_jobs"}
        (new_turn,) = after["turns"][len(before["turns"]) :]
        texts = [value for value in new_turn.values() if isinstance(value, str) and " " in value]
        assert texts == ["Which package manager?", "As agreed."]
        (new_job,) = after["memory_jobs"][len(before["memory_jobs"]) :]
        assert (new_job["payload"], new_job["checkpoint"]) == ("{}", None)


@pytest.mark.parametrize("input_max_chars", [None, limits.MODEL_INPUT_MIN_CHARS])
def test_no_budget_trims_what_is_stored(tmp_path: Path, input_max_chars: int | None) -> None:
    """History and questions are cut to their budgets; the turn stays whole (A135)."""
    long = "".join(f"第 {number} 步没有什么要紧的。" for number in range(2_000))
    world = World(tmp_path)
    world.model.input_max_chars = input_max_chars
    with world.open() as memory:
        memory.record(whole_turn(long, long[::-1]))
        memory.work()
        given = sum(len(one.text) for one in memory.context().history)
        assert given <= limits.HISTORY_MAX_CHARS < len(long)
        shown = max(len(one.turns[0].user_text) for one in world.model.extractions)
        assert shown == len(long) if input_max_chars is None else shown <= input_max_chars
        (turn,) = stored(memory)["turns"]
        assert (turn["user_text"], turn["assistant_text"]) == (long, long[::-1])


def test_show_gives_the_words_as_they_were_said(tmp_path: Path) -> None:
    """A password that is part of what was said is neither found nor blacked out (A74-A75)."""
    said = "We decided: use the password hunter2 and the key sk-0123456789 for staging."
    world = World(tmp_path, remember(said[:-1]))
    with world.open() as memory:
        memory.record(whole_turn(said))
        memory.work()
        shown = memory.show("m1")
        assert shown.item.content == said[:-1]
        assert [one.quote for one in shown.sources] == [said[:-1]]
        assert memory.read("m1").sources[0].quote == said[:-1]


def test_neither_prompt_nor_key_reaches_the_store(tmp_path: Path) -> None:
    """What is asked, and with which key, is in no byte of the store; the answer is, as it came."""
    world, key = World(tmp_path), "sk-quokka-0123456789"
    body = b'{"error": {"message": "[red]your prompt is too long[/red]", "code": "E42"}}'
    with serving(respond(500, body)) as provider:
        endpoint = Endpoint(base_url=provider.url, model="small", api_key=key)
        model = HttpModel(endpoint, world.clock)
        with Memory.open(tmp_path, model=model, ports=world.ports) as memory:
            memory.record(whole_turn(SAID))
            assert memory.work().failed == 1
            error = str(memory.status().last_error)
            assert body.decode() in error
            for word in (SAID, key, "authorization", "Bearer", "adjacent_previous_turn"):
                assert word.lower() not in error.lower()
            kept = b"".join(one.read_bytes() for one in world.path.parent.glob("memory.db*"))
        asked = provider.bodies[0]["messages"]
    assert SAID in asked[-1]["content"]
    sentences = [
        line for one in asked[:-1] for line in one["content"].splitlines() if len(line) > 40
    ]
    assert len(sentences) > 10
    for text in (key, *sentences):
        assert text.encode() not in kept
    assert body in kept.replace(b'\\"', b'"')
