"""Operation ids: a write command that is repeated under its id happens once (J09, J10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sayso.core import limits
from sayso.core.turns import TurnState
from sayso.shell.errors import MemoryLeaseError, NotFoundError, RefusedError, RequestError
from tests.kit import World, column, whole_turn
from tests.shell.damages import EXTRA, in_sql
from tests.shell.lived import GENERATION, lived_in
from tests.shell.opkit import COMMANDS, SAID, rows_of

if TYPE_CHECKING:
    from pathlib import Path

    from sayso.shell.memory import Memory


@pytest.fixture
def world(tmp_path: Path) -> World:
    """Give a store with a memory (m1), a failed job (j4) and a past of clears."""
    return lived_in(tmp_path)


@pytest.mark.parametrize("name", COMMANDS)
def test_the_same_command_under_its_id_happens_once(world: World, name: str) -> None:
    """Repeated, also by another process later, it gives the first answer and writes no row."""
    with world.open() as memory:
        first = COMMANDS[name](memory, "once")
        rows = rows_of(memory)
        assert COMMANDS[name](memory, "once") == first
        assert rows_of(memory) == rows
    with world.open() as memory:
        assert COMMANDS[name](memory, "once") == first
        assert rows_of(memory) == rows
        assert column(memory, "op_id", "operations").count("once") == 1


@pytest.mark.parametrize("name", COMMANDS)
def test_an_id_stands_for_one_command(world: World, name: str) -> None:
    """Under an id that was used, every other command is refused and changes nothing."""
    with world.open() as memory:
        memory.record(whole_turn("Something else.", op_id="once"))
        rows = rows_of(memory)
        with pytest.raises(RefusedError, match="'once' was used for another request"):
            COMMANDS[name](memory, "once")
        assert rows_of(memory) == rows


def test_an_id_stands_for_one_request(world: World) -> None:
    """The same command for something else is refused: text, session, intent, number."""
    with world.open() as memory:
        memory.turn(SAID, op_id="t")
        memory.forget("m1", op_id="f")
        rows = rows_of(memory)
        for use in (
            lambda: memory.turn(SAID + "!", op_id="t"),
            lambda: memory.turn(SAID, session="other", op_id="t"),
            lambda: memory.turn(SAID, intent="code_explain", op_id="t"),
            lambda: memory.forget("m2", op_id="f"),
        ):
            with pytest.raises(RefusedError, match="another request"):
                use()
        assert rows_of(memory) == rows


@pytest.mark.parametrize("op_id", ["", "x" * 201, "a\nb", 7, b"raw"])
@pytest.mark.parametrize("name", COMMANDS)
def test_an_unusable_id_is_a_bad_request(world: World, name: str, op_id: str) -> None:
    """Whatever is no id of 1 to 200 printable characters is refused before anything is done."""
    with world.open() as memory:
        rows = rows_of(memory)
        with pytest.raises(RequestError, match="an operation id has 1 to 200"):
            COMMANDS[name](memory, op_id)
        assert rows_of(memory) == rows


@pytest.mark.parametrize("name", COMMANDS)
def test_ids_outlive_a_clear(world: World, name: str) -> None:
    """After a clear a command repeated under its id still takes no effect."""
    with world.open() as memory:
        first = COMMANDS[name](memory, "once")
        memory.clear(confirm=True, op_id="cleared")
        rows = rows_of(memory)
        if name == "turn":
            with pytest.raises(NotFoundError, match="t4 is not there any more"):
                COMMANDS[name](memory, "once")
        else:
            assert COMMANDS[name](memory, "once") == first
        assert rows_of(memory) == rows
        assert memory.clear(confirm=True, op_id="cleared") == memory.status().generation


def test_a_clear_of_a_damaged_store_happens_once(world: World) -> None:
    """Its id is in the new store, beside those of the old one, and holds after later damage."""
    in_sql(EXTRA)(world.path)
    with world.open() as memory:
        with pytest.raises(RefusedError, match="another request"):
            memory.clear(confirm=True, op_id="op-1")
        assert memory.clear(confirm=True, op_id="once") == GENERATION + 1
        memory.record(whole_turn(SAID))
        assert memory.clear(confirm=True, op_id="once") == GENERATION + 1
        assert memory.status().turns.total == 1
        assert set(column(memory, "op_id", "operations")) == {"op-1", "once"}
    in_sql(EXTRA)(world.path)
    with world.open() as memory:
        assert memory.clear(confirm=True, op_id="once") == GENERATION + 1
        assert memory.status().health == "degraded"
        assert memory.clear(confirm=True, op_id="anew") == GENERATION + 2
        assert memory.status().health == "healthy"


def test_a_turn_begun_again_is_the_same_turn(world: World) -> None:
    """The request gets its turn, in whatever process, and either may finish it."""
    with world.open() as memory, world.open() as other:
        first = memory.turn(SAID, op_id="once")
        again = other.turn(SAID, op_id="once")
        assert (first.id, again.id, again.answer) == (4, 4, None)
        assert memory.status().turns.open == 1
        again.finish("Ruff.")
        assert again.answer == "Ruff."
        first.finish("Ruff.")
        with pytest.raises(MemoryLeaseError, match="already ended"):
            first.finish("Pylint.")
        assert [one for one in column(memory, "assistant_text", "turns") if one == "Ruff."] == [
            "Ruff."
        ]


def test_a_turn_begun_again_gets_a_fresh_lease(world: World) -> None:
    """Nobody takes it for dead while it is asked anew, though its first lease has run out."""
    with world.open() as memory, world.open() as other:
        memory.turn(SAID, op_id="once")
        world.clock.advance(121)
        memory.turn(SAID, op_id="once")
        world.clock.advance(119)
        other.work()
        assert other.status().turns.open == 1
        world.clock.advance(2)
        other.work()
        assert other.status().turns.interrupted == 1


def test_a_turn_that_was_taken_for_dead_can_be_begun_again(world: World) -> None:
    """It is the same turn, and its answer is still stored."""
    with world.open() as memory, world.open() as other:
        memory.turn(SAID, op_id="once")
        world.clock.advance(121)
        other.work()
        with other.turn(SAID, op_id="once") as turn:
            assert (turn.id, turn.answer) == (4, None)
            turn.finish("Ruff.")
        assert state_of(memory) == TurnState.COMPLETED


def test_an_answered_turn_gives_its_answer(world: World) -> None:
    """Begun again it is over: no model need be asked, the same answer is one end, no other is."""
    with world.open() as memory:
        with memory.turn(SAID, op_id="once") as turn:
            turn.finish("")
        with memory.turn(SAID, op_id="once") as again:
            assert (again.id, again.answer) == (4, "")
            with pytest.raises(RefusedError, match="this request is over"):
                again.search("linter")
            again.finish("")
            with pytest.raises(MemoryLeaseError, match="already ended"):
                again.finish("Ruff.")
        assert state_of(memory) == TurnState.COMPLETED


def test_a_failed_turn_is_not_begun_again(world: World) -> None:
    """Its answer could never be stored, which is told before a model is asked."""
    with world.open() as memory:
        with memory.turn(SAID, op_id="once"):
            pass
        with pytest.raises(RefusedError, match="t4 of this operation id has failed"):
            memory.turn(SAID, op_id="once")
        assert memory.turn(SAID, op_id="twice").id == 5


def test_an_intent_without_memory_keeps_no_id(world: World) -> None:
    """Nothing is stored for it but the gap it leaves, so nothing is remembered either."""
    with world.open() as memory:
        memory.turn(SAID, intent="code_audit").finish("Fine.")
        rows = rows_of(memory)
        turn = memory.turn(SAID, intent="code_audit", op_id="once")
        turn.finish("Fine.")
        assert (turn.id, turn.answer) == (None, None)
        assert rows_of(memory) == rows


def test_a_repeated_new_does_no_work(world: World) -> None:
    """The jobs of the thread that is active by then are left to their own time."""
    with world.open() as memory:
        assert memory.new_thread(op_id="once") == memory.new_thread(op_id="once")
        memory.record(whole_turn(SAID))
        asked = len(world.model.asked)
        memory.new_thread(op_id="once")
        assert len(world.model.asked) == asked


def test_an_id_survives_what_it_was_not_used_for(world: World) -> None:
    """A command that was refused has not used its id: it may be repeated when it can be done."""
    with world.open() as memory:
        with pytest.raises(NotFoundError):
            memory.forget("m9", op_id="once")
        with pytest.raises(RefusedError):
            memory.drop_job("j2", op_id="once")
        assert memory.forget("m1", op_id="once")


def test_the_lease_is_checked_when_a_turn_is_begun_again(world: World) -> None:
    """A lease that cannot hold is refused for a repetition as well."""
    with world.open() as memory:
        memory.turn(SAID, op_id="once")
        with pytest.raises(RequestError, match="cannot hold"):
            memory.turn(SAID, lease_us=limits.TURN_LEASE_LONG_US + 1, op_id="once")


def state_of(memory: Memory, turn_id: int = 4) -> object:
    """Give the state of one turn."""
    with memory.store.reading() as reading:
        row = reading.row("turns/leased", id=turn_id)
        assert row is not None
        return row[5]
