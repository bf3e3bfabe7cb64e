"""Who is let in: intents without memory write nothing, operation ids make a command happen once."""

from pathlib import Path

import pytest

from sayso.shell.errors import RefusedError, RequestError
from sayso.shell.memory import Memory
from tests.kit import World, column, remember, whole_turn


@pytest.fixture
def world(tmp_path: Path) -> World:
    """Give a project folder of its own."""
    return World(tmp_path)


@pytest.mark.parametrize("intent", ["code_audit", "patch_explain", "patch_revise"])
def test_an_intent_without_memory_writes_nothing(world: World, intent: str) -> None:
    """No turn, no job, no history, no context, no tools; only a mark at the turn before, once."""
    with world.open() as memory:
        memory.record(whole_turn("We decided: use pnpm for packages."))
        world.model.script = [remember("use pnpm for packages")]
        memory.work()
        before = commits(memory)
        with memory.turn("Audit this.", intent=intent) as turn:
            assert (turn.id, turn.history, turn.context, turn.tools) == (None, (), "", ())
            for use in (turn.search, turn.read, lambda text: turn.call_tool("memory_read", text)):
                with pytest.raises(RefusedError, match="no memory tools"):
                    use("m1")
            turn.heartbeat()
            turn.finish("Zero findings.")
        assert column(memory, "source_key", "turns") == ["gap:1"]
        assert memory.record(whole_turn("Audit.", intent=intent)) is None
        assert commits(memory) == before + 1


def commits(memory: Memory) -> int:
    """Give the number of write transactions so far."""
    with memory.store.reading() as reading:
        row = reading.row("store/meta")
    assert row is not None
    return int(row[3])


def test_a_recorded_turn_with_an_operation_id_is_stored_once(world: World) -> None:
    """Repeating the command gives the same number; another request under the id is refused."""
    with world.open() as memory, world.open() as other:
        turn = whole_turn("Hello?", op_id="op-1")
        assert memory.record(turn) == other.record(turn) == 1
        with pytest.raises(RefusedError, match="another request"):
            memory.record(whole_turn("Hello!", op_id="op-1"))
        with pytest.raises(RequestError, match="operation id"):
            memory.record(whole_turn("Hello!", op_id=""))
        assert memory.status().turns.total == 1
        assert memory.status().jobs.pending == 1


def test_an_operation_id_outlives_a_clear(world: World) -> None:
    """A command repeated after a clear is still the same command, and stores nothing."""
    with world.open() as memory:
        memory.record(whole_turn("Hello?", op_id="op-1"))
        memory.clear(confirm=True)
        assert memory.record(whole_turn("Hello?", op_id="op-1")) == 1
        assert memory.status().turns.total == 0
