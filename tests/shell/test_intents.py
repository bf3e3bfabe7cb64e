"""What a request gets follows the policy of its intent, column by column (A10-A13, A142-A146)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sayso.core.project.intents import GENERAL_CHAT, INTENTS, MEMORY_TOOLS, IntentPolicy
from sayso.shell.errors import RefusedError, RequestError
from tests.kit import QUOTE, World, column, learn, whole_turn

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sayso.shell.memory import Memory

WORDS = "Tell me about this."


@pytest.fixture
def memory() -> Iterator[Memory]:
    """Give a store in memory that holds one memory and one turn of history."""
    world = World(None)
    with world.open() as opened:
        learn(world, opened)
        yield opened


@pytest.mark.parametrize("intent", ["code_explain", "general_chat"])
def test_an_ordinary_request_gets_all_three(memory: Memory, intent: str) -> None:
    """Explaining code and general chat have a stored turn, context and both tools (A142-A143)."""
    with memory.turn(WORDS, intent=intent) as turn:
        assert turn.history[0].text.endswith(f"{QUOTE}.")
        assert QUOTE in turn.context
        assert tuple(one.name for one in turn.tools) == MEMORY_TOOLS
        assert turn.search("pnpm")[0].item_id == 1
        assert turn.read("m1").content == QUOTE
        turn.finish("All of it.")
    assert column(memory, "user_text", "turns")[-1] == WORDS
    assert column(memory, "intent", "turns")[-1] == intent
    assert column(memory, "status")[-1] == "pending"


@pytest.mark.parametrize("intent", ["code_audit", "patch_explain", "patch_revise"])
def test_a_repair_request_gets_none_of_them(memory: Memory, intent: str) -> None:
    """Audits and patches start with an empty history and leave nothing (A144-A146)."""
    before = column(memory, "id", "turns"), column(memory, "id")
    with memory.turn(WORDS, intent=intent) as turn:
        assert (turn.id, turn.history, turn.context, turn.tools) == (None, (), "", ())
        for use in (turn.search, turn.read, lambda text: turn.call_tool("memory_read", text)):
            with pytest.raises(RefusedError, match="no memory tools"):
                use("m1")
        turn.heartbeat()
        turn.finish("Nothing of it.")
    assert memory.record(whole_turn(WORDS, intent=intent)) is None
    memory.work()
    assert (column(memory, "id", "turns"), column(memory, "id")) == before


def test_no_other_intent_is_served(memory: Memory) -> None:
    """Two intents have memory, three have none of it, and any other name is refused (A10)."""
    served = {name for name, policy in INTENTS.items() if policy.persistent}
    assert served == {"code_explain", "general_chat"}
    assert set(INTENTS) - served == {"code_audit", "patch_explain", "patch_revise"}
    for intent in ("", "chat", "GENERAL_CHAT", "code_review"):
        with pytest.raises(RequestError, match="unknown intent"):
            memory.turn(WORDS, intent=intent)
        with pytest.raises(RequestError, match="unknown intent"):
            memory.record(whole_turn(WORDS, intent=intent))


@pytest.mark.parametrize(
    ("policy", "context", "tools"),
    [
        (IntentPolicy(persistent=True, context=False, tools=MEMORY_TOOLS), False, MEMORY_TOOLS),
        (IntentPolicy(persistent=True, context=True, tools=()), True, ()),
        (
            IntentPolicy(persistent=True, context=True, tools=MEMORY_TOOLS[:1]),
            True,
            ("memory_search",),
        ),
    ],
)
def test_each_column_of_the_table_counts(
    memory: Memory,
    monkeypatch: pytest.MonkeyPatch,
    policy: IntentPolicy,
    context: bool,
    tools: tuple[str, ...],
) -> None:
    """A table that said otherwise would be followed: no column is there for show."""
    monkeypatch.setitem(INTENTS, GENERAL_CHAT, policy)
    with memory.turn(WORDS) as turn:
        assert turn.history
        assert bool(turn.context) is context
        assert tuple(one.name for one in turn.tools) == tools
        turn.finish("As the table has it.")
